"""The graphs that one class of the kit has written, each once, where its places allow."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import ClassVar, Protocol

import pytest

from fingerpost.core.access import Access
from fingerpost.core.schema import GraphSchema
from fingerpost.stores import GraphWriter, Store, StoreKind

Write = Callable[[GraphWriter], None]
_SHELF = pytest.StashKey["Shelf"]()


class Places(Protocol):
    """What a kit says of where its graphs are kept (`base.Conformance`)."""

    kind: ClassVar[type[StoreKind]]
    access: ClassVar[Access | None]
    reading: ClassVar[bool]

    def place(self, folder: Path) -> str: ...

    def clear(self, place: str) -> None: ...


class Shelf:
    """Open stores by the names of their graphs. Stores at one place follow each other: the last one is open."""

    def __init__(self, folders: pytest.TempPathFactory) -> None:
        self._folders = folders
        self._kit: Places
        self._stores: dict[str, Store] = {}
        self._places: dict[str, str] = {}
        self._schemas: dict[str, GraphSchema] = {}
        self._made = 0

    @classmethod
    def of(cls, kit: Places, test: pytest.Item, folders: pytest.TempPathFactory) -> Shelf:
        """The shelf of the class of a test; it is closed after the last test of the class."""
        owner = test.getparent(pytest.Class)
        assert owner is not None, "the kit is a class"
        shelf = owner.stash.get(_SHELF, None)
        if shelf is None:
            shelf = owner.stash[_SHELF] = cls(folders)
            owner.addfinalizer(shelf.close)
        shelf._kit = kit
        return shelf

    def store(self, name: str, write: Write) -> Store:
        """The store of a graph, which is written where it is not there."""
        return self._stores.get(name) or self._written(name, write)

    def any_store(self, name: str, write: Write) -> Store:
        """A store that is open, whatever it holds; else that of a graph."""
        return next(iter(self._stores.values()), None) or self.store(name, write)

    def fresh(self, write: Write) -> Store:
        """A store of its own."""
        self._made += 1
        return self._written(f"made{self._made}", write)

    def place_of(self, name: str) -> str:
        """The place of an open store."""
        return next(place for place, held in self._places.items() if held == name)

    def _written(self, name: str, write: Write) -> Store:
        kit = self._kit
        folder: Path = self._folders.mktemp(name)
        place = kit.place(folder)
        before = self._places.get(place)
        if before is not None:
            held = self._stores.pop(before, None)
            if held is not None:  # else a writer was refused there
                held.close()
        if not place.startswith(str(folder)):
            kit.clear(place)
        with closing(kit.kind.writer(place, kit.access)) as writer:
            write(writer)
            if kit.reading:
                store = writer.reading()
            else:
                writer.save()
                store = kit.kind.open(place, kit.access)
        self._stores[name] = store
        self._places[place] = name
        return store

    def schema(self, name: str) -> GraphSchema:
        """The schema of an open store, looked at once."""
        if name not in self._schemas:
            self._schemas[name] = self._stores[name].schema()
        return self._schemas[name]

    def close(self) -> None:
        """Close every store."""
        for store in self._stores.values():
            store.close()
        self._stores.clear()
        self._places.clear()
