"""Opens a database: the graph stays there, its schema and value index are cached."""

from __future__ import annotations

from pathlib import Path

from fingerpost.core.progress import Progress
from fingerpost.core.settings import Settings
from fingerpost.engine.manifest import Manifest, read_schema
from fingerpost.engine.opened import Opened
from fingerpost.engine.remote import connected, prepared
from fingerpost.linking import DatabaseValues, ValueIndex
from fingerpost.stores import FindsValues, Place, Store


def opened_database(url: str, settings: Settings, progress: Progress | None) -> Opened:
    """Open a database with its cached schema and index. Raises as `opening.opened` does."""
    store = connected(url, settings)
    try:
        folder, manifest = prepared(url, store, settings, progress)
        data = folder / manifest.data
        index, unfound = _values(data, manifest, store)
        return Opened(folder, manifest, read_schema(data, manifest), store, index, unfound)
    except BaseException:
        store.close()
        raise


def _values(data: Path, manifest: Manifest, store: Store) -> tuple[ValueIndex, tuple[Place, ...]]:
    """The value index of a database, and the properties whose values cannot be found."""
    if not manifest.left or not isinstance(store, FindsValues):
        return ValueIndex(data), manifest.left
    findable = store.findable()
    there = [place for place in manifest.left if place in findable]
    unfound = tuple(place for place in manifest.left if place not in findable)
    return (DatabaseValues(data, store, there) if there else ValueIndex(data)), unfound
