"""Opens the parts of a knowledge base: those in a folder, or a database and its cache."""

from __future__ import annotations

from pathlib import Path

from fingerpost.core.errors import KnowledgeBaseError
from fingerpost.core.places import is_url
from fingerpost.core.progress import Progress
from fingerpost.core.settings import Settings
from fingerpost.engine.manifest import Manifest, read_manifest, read_schema
from fingerpost.engine.opened import Opened
from fingerpost.engine.registry import store_class
from fingerpost.linking import ValueIndex


def opened(place: str | Path, settings: Settings, progress: Progress | None = None) -> Opened:
    """Open all parts of the knowledge base or database at a place.

    Raises:
        KnowledgeBaseError: `kb.missing`, `kb.damaged`, `kb.newer`; `kb.unwritable`, if the cache of a
            database cannot be written.
        StoreError: `store.unavailable`, `store.access`: a database cannot be reached, or refuses the account.
        MissingExtra: the library for this kind of database is not installed.
    """
    if is_url(place):
        return _opened_database(str(place), settings, progress)
    path = Path(place)
    manifest = read_manifest(path)
    if manifest.url is not None:
        named = settings.database.model_copy(update={"name": manifest.database or settings.database.name})
        given = settings.model_copy(update={"database": named})
        return _opened_database(manifest.url, given, progress)
    return _in_folder(path, manifest)


def _opened_database(url: str, settings: Settings, progress: Progress | None) -> Opened:
    from fingerpost.engine.database import opened_database  # not imported for folders

    return opened_database(url, settings, progress)


def _in_folder(path: Path, manifest: Manifest) -> Opened:
    """Open all parts of a folder; retry if a load replaces them meanwhile."""
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
