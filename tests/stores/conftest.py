"""The graph of the kit with several labels, as it is while a load reads back what it wrote, and as it is opened."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import pytest

from fingerpost.stores.kglite.store import KgliteStore
from fingerpost.testing.graphs import write_authors


@pytest.fixture(scope="session", params=["reading", "opened"])
def people(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[KgliteStore]:
    folder = str(tmp_path_factory.mktemp("people"))
    with closing(KgliteStore.writer(folder)) as writer:
        write_authors(writer)
        writer.save()
        store = writer.reading() if request.param == "reading" else KgliteStore.open(folder)
    with closing(store):
        yield store
