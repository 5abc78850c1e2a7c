"""The values of a property may be asked for while those of the one before it are looked at."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from fingerpost.core.errors import StoreError
from fingerpost.engine.indexing import indexed
from fingerpost.linking import INDEX_FILE
from fingerpost.stores import Store
from fingerpost.stores.kglite.store import KgliteStore


@pytest.fixture
def store() -> Store:
    with closing(KgliteStore.writer()) as writer:
        for label in "ABC":
            rows = [(f"{label}{n}", 0, {"name": f"{label} number {n}", "n": n, f"of{label}": n % 3}) for n in range(20)]
            writer.add_nodes((label, "Thing"), rows)
        writer.add_nodes(("Empty",), [("e", 0, {})])
        writer.add_relationships("A", "R", "B", [(f"A{n}", f"B{n}", 0, {"since": n, "by": "x"}) for n in range(20)])
        return writer.reading()


def contents(folder: Path) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(folder / INDEX_FILE)) as database:
        query = "SELECT owner, property, key, cell FROM value JOIN slot ON slot.id = slot ORDER BY 1, 2, 3, 4"
        return database.execute(query).fetchall()


def test_the_index_is_the_same(store: Store, tmp_path: Path) -> None:
    found = []
    for ahead in (False, True):
        folder = tmp_path / str(ahead)
        folder.mkdir()
        found.append((indexed(store, store.outline(), folder, ahead=ahead), contents(folder)))
    assert found[0] == found[1]
    assert len(found[0][1]) > 100


def test_a_store_that_fails_is_told(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    values = store.values

    def failing(owner: str, name: str, **more: bool) -> object:
        if (owner, name) == ("B", "n"):
            raise StoreError("it failed", code="store.read")
        return values(owner, name, **more)

    monkeypatch.setattr(type(store), "values", lambda _, owner, name, **more: failing(owner, name, **more))
    with pytest.raises(StoreError, match="it failed"):
        indexed(store, store.outline(), tmp_path, ahead=True)
