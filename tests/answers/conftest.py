"""Knowledge bases of the two samples, and what is said of a query's rows over them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import pytest

import fingerpost
from fingerpost.core.answer import Status
from fingerpost.engine.knowledge_base import KnowledgeBase
from fingerpost.languages.cypher.lift import lift
from fingerpost.languages.cypher.parser import parse
from fingerpost.samples import HOUSE_FILE, LIBRARY_FOLDER, copy_sample


@pytest.fixture(scope="session")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    folder = tmp_path_factory.mktemp("library")
    fingerpost.load([copy_sample(LIBRARY_FOLDER, folder)], folder / "library.fp")
    with KnowledgeBase(folder / "library.fp") as kb:
        yield kb


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    pytest.importorskip("ifcopenshell", reason="needs the extra ifc")
    folder = tmp_path_factory.mktemp("house")
    fingerpost.load([copy_sample(HOUSE_FILE, folder)], folder / "house.fp")
    with KnowledgeBase(folder / "house.fp") as kb:
        yield kb


Say = Callable[..., str]


def _say(kb: KnowledgeBase, cypher: str, **of: str) -> str:
    plan = lift(parse(cypher))
    result = kb.run(plan)
    text, status = kb.composer.compose(plan, result.rows, result.total, {int(k[1:]): name for k, name in of.items()})
    assert status == (Status.ANSWERED if result.rows else Status.EMPTY)
    return text


@pytest.fixture(scope="session")
def say(library: KnowledgeBase) -> Say:
    """The text for a query's rows over the library; `r0="Emma"` names what row 0 was read from."""
    return partial(_say, library)


@pytest.fixture(scope="session")
def say_of_house(house: KnowledgeBase) -> Say:
    return partial(_say, house)
