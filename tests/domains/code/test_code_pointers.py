"""Functions whose address is taken, and what macros are wrapped in: a program of one file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import fingerpost
from fingerpost.engine import KnowledgeBase

EXPORT = Path(__file__).parent / "orders" / "orders.graphml.gz"


@pytest.fixture(scope="module")
def orders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    place = tmp_path_factory.mktemp("orders") / "orders.fp"
    fingerpost.load([EXPORT], place)
    with KnowledgeBase(place) as kb:
        yield kb


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Which static functions are unused?", "forgotten"),
        ("Which functions are dead code?", "digits drop forgotten sort_down"),
        ("Show me static functions that nothing uses", "forgotten"),
        ("Which static functions are never called?", "down forgotten"),
        ("Which static functions does nobody call?", "down forgotten"),
        ("Which functions have a do-while loop?", "digits"),
        ("Which functions have loops?", "digits"),
        ("Which functions have more than 0 loops?", "digits"),
    ],
)
def test_lists(orders: KnowledgeBase, question: str, names: str) -> None:
    assert sorted({str(row[0]) for row in orders.ask(question).rows}) == names.split()
