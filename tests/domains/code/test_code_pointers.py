"""Functions whose address is taken, and what macros are wrapped in: a program of one file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import fingerpost
from fingerpost.core.answer import Status
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
        ("Which functions are dead code?", "digits drop forgotten sort_down tens"),
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


def test_a_constant_is_no_field_that_nothing_uses(orders: KnowledgeBase) -> None:
    for question in ("Where is TENS used?", "Which functions use TENS?"):
        answer = orders.ask(question)
        assert (answer.status, answer.text) == (
            Status.UNANSWERABLE,
            "TENS is a constant, and the graph does not say which functions use it.",
        )


def test_fields_that_nothing_uses_are_never_sure(orders: KnowledgeBase) -> None:
    answer = orders.ask("Which fields of tally are never used?")
    assert (answer.text, answer.confidence < 0.8) == ("1 field:\n- zeros (orders.c:42)", True)


def test_what_should_be_is_not_what_is(orders: KnowledgeBase) -> None:
    assert orders.ask("Which functions should be static?").status is Status.UNANSWERABLE
