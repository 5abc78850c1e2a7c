"""Every store, as it is while a load reads back what it wrote, and as it is opened from the folder that was saved."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any

import pytest
import store_graphs as graphs

from fingerpost.core.cells import Cell
from fingerpost.core.limits import Limits
from fingerpost.engine.registry import store_class
from fingerpost.languages.cypher.verify import verify
from fingerpost.stores.protocol import Result, Store

STORES = ("kglite",)
"""Stores by entry point. A new one joins the conformance kit with a word here."""

WAYS = ("reading", "opened")
Make = Callable[[Callable[[Any], None]], Store]


@pytest.fixture(scope="session", params=[(name, way) for name in STORES for way in WAYS], ids="-".join)
def make(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Make]:
    """Makes stores that hold what a function writes."""
    name, way = request.param
    kind: Any = store_class(name)
    made: list[Store] = []

    def of(write: Callable[[Any], None]) -> Store:
        folder = str(tmp_path_factory.mktemp(name))
        with closing(kind.writer(folder)) as writer:
            write(writer)
            if way == "reading":
                store = writer.reading()
            else:
                writer.save()
                store = kind.open(folder)
        made.append(store)
        return store

    yield of
    for store in made:
        store.close()


@pytest.fixture(scope="session")
def cells(make: Make) -> Store:
    return make(graphs.write_cells)


@pytest.fixture(scope="session")
def names(make: Make) -> Store:
    return make(graphs.write_names)


@pytest.fixture(scope="session")
def people(make: Make) -> Store:
    return make(graphs.write_people)


@pytest.fixture(scope="session")
def ask() -> Callable[..., Result]:
    """Runs Cypher on a store, through the gate."""

    def run(store: Store, text: str, limits: Limits | None = None, **parameters: Cell) -> Result:
        return store.run(verify(text, dialect=store.dialect, parameters=parameters), limits)

    return run
