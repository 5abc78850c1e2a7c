"""Opening the parts of a knowledge base: a folder, or a database behind a URL with what is kept about it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from fingerpost.core.errors import KnowledgeBaseError
from fingerpost.core.places import is_url
from fingerpost.core.schema import GraphSchema
from fingerpost.core.settings import Settings
from fingerpost.engine.manifest import Manifest, read_manifest, read_schema
from fingerpost.engine.registry import store_class
from fingerpost.engine.remote import Progress, connected, prepared
from fingerpost.linking import DatabaseValues, ValueIndex
from fingerpost.stores import FindsValues, Place, Store


@dataclass(frozen=True)
class Opened:
    """The parts of one state of a knowledge base; in place of an index that cannot be read, why.

    `folder` holds the manifest: the knowledge base itself, or what is kept about a database. In `unfound` properties
    nothing is found by its value: there are too many to copy, and the database has no index of them.
    """

    folder: Path
    manifest: Manifest
    schema: GraphSchema
    store: Store
    index: ValueIndex | KnowledgeBaseError
    unfound: tuple[Place, ...] = ()

    def close(self) -> None:
        """Give back the store and the index."""
        self.store.close()
        if isinstance(self.index, ValueIndex):
            self.index.close()


def opened(place: str | Path, settings: Settings, progress: Progress | None = None) -> Opened:
    """Open every part of what is at a place.

    Raises:
        KnowledgeBaseError: `kb.missing`, `kb.damaged`, `kb.newer`; `kb.unwritable`, where nothing can be kept about a
            database.
        StoreError: `store.unavailable`, `store.access`: a database cannot be reached, or does not let one in.
        MissingExtra: the library for this kind of database is not installed.
    """
    if is_url(place):
        return _behind_url(str(place), settings, progress)
    path = Path(place)
    manifest = read_manifest(path)
    if manifest.url is not None:
        given = settings.model_copy(update={"database_name": manifest.database or settings.database_name})
        return _behind_url(manifest.url, given, progress)
    return _in_folder(path, manifest)


def _behind_url(url: str, settings: Settings, progress: Progress | None) -> Opened:
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
    """The index of a database's values, and the properties in which nothing is found by its value."""
    if not manifest.left or not isinstance(store, FindsValues):
        return ValueIndex(data), manifest.left
    findable = store.findable()
    there = [place for place in manifest.left if place in findable]
    unfound = tuple(place for place in manifest.left if place not in findable)
    return (DatabaseValues(data, store, there) if there else ValueIndex(data)), unfound


def _in_folder(path: Path, manifest: Manifest) -> Opened:
    """Open every part of the folder; again where a load replaced them meanwhile."""
    while True:
        try:
            found = _parts(path, manifest)
        except KnowledgeBaseError:
            current = read_manifest(path)
            if current.data == manifest.data:
                raise
        else:
            if not isinstance(found.index, KnowledgeBaseError):
                return found
            current = read_manifest(path)
            if current.data == manifest.data:
                return found
            found.close()
        manifest = current


def _parts(path: Path, manifest: Manifest) -> Opened:
    folder = path / manifest.data
    schema = read_schema(folder, manifest)
    store = store_class(manifest.store).open(str(folder))
    index: ValueIndex | KnowledgeBaseError
    try:
        index = ValueIndex(folder)
    except KnowledgeBaseError as error:
        index = error
    return Opened(path, manifest, schema, store, index)
