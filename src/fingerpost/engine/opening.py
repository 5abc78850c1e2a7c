"""Opening the parts of a knowledge base: a folder, or a database behind a URL with what is kept about it."""

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
    """Open every part of what is at a place.

    Raises:
        KnowledgeBaseError: `kb.missing`, `kb.damaged`, `kb.newer`; `kb.unwritable`, where nothing can be kept about a
            database.
        StoreError: `store.unavailable`, `store.access`: a database cannot be reached, or does not let one in.
        MissingExtra: the library for this kind of database is not installed.
    """
    if is_url(place):
        return _opened_database(str(place), settings, progress)
    path = Path(place)
    manifest = read_manifest(path)
    if manifest.url is not None:
        given = settings.model_copy(update={"database_name": manifest.database or settings.database_name})
        return _opened_database(manifest.url, given, progress)
    return _in_folder(path, manifest)


def _opened_database(url: str, settings: Settings, progress: Progress | None) -> Opened:
    from fingerpost.engine.database import opened_database  # folders are opened without what surveys databases

    return opened_database(url, settings, progress)


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
