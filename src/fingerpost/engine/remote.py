"""Database URLs: the graph stays there; its schema and value index are kept in the user's cache folder.

The cache belongs to the URL, the name of the database and the counts of the graph: if the counts have changed, it is
rebuilt.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import os
import re
from pathlib import Path
from urllib.parse import urlsplit

from fingerpost.core.errors import KnowledgeBaseError
from fingerpost.core.places import scheme_of, with_access
from fingerpost.core.progress import Progress
from fingerpost.core.settings import Settings
from fingerpost.core.version import __version__
from fingerpost.engine.indexing import Hints, indexed
from fingerpost.engine.leaving import left_of
from fingerpost.engine.manifest import Manifest, SourceEntry, read_manifest, read_schema
from fingerpost.engine.registry import store_class
from fingerpost.engine.workplace import Workplace, writing
from fingerpost.stores import Outline, Store


def connected(url: str, settings: Settings) -> Store:
    """The store at a URL, opened for reading. Raises as `StoreKind.open` does, and `store.unknown`."""
    plain, access = with_access(url, settings.database.access)
    return store_class(scheme_of(plain)).open(plain, access)


def cache_folder(url: str, settings: Settings) -> Path:
    """The cache folder of a database, named after its host."""
    plain, access = with_access(url, settings.database.access)
    key = hashlib.sha256(repr((plain, access.database)).encode()).hexdigest()[:16]
    name = re.sub(r"[^A-Za-z0-9.-]+", "-", urlsplit(plain).netloc or Path(urlsplit(plain).path).name)[:60]
    return _cache_root(settings) / "databases" / f"{scheme_of(plain)}-{name.strip('-')}-{key}"


def _cache_root(settings: Settings) -> Path:
    if settings.cache_folder is not None:
        return settings.cache_folder
    if os.name == "nt":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "fingerpost"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "fingerpost"


def prepared(url: str, store: Store, settings: Settings, progress: Progress | None = None) -> tuple[Path, Manifest]:
    """The cache folder of a database and its manifest, rebuilt if the database has changed.

    Raises:
        KnowledgeBaseError: `kb.unwritable`.
        StoreError: the database could not be read.
    """
    from fingerpost.linking import recognised_pack  # as below: a load into a folder needs no packs

    outline = store.outline()
    folder, known, fresh = kept(url, outline, settings)
    if known is not None and fresh:
        return folder, known
    sources = known.sources if known is not None else ()
    pack = known.pack if known is not None else getattr(store, "pack", None)
    pack = pack or recognised_pack({*outline.labels, *outline.relationships})
    made, _ = describe(url, store, outline, settings, sources=sources, pack=pack, progress=progress)
    return folder, made


def kept(url: str, outline: Outline, settings: Settings) -> tuple[Path, Manifest | None, bool]:
    """The cache of a database as it is: its folder, its manifest, and whether it is up to date."""
    folder = cache_folder(url, settings)
    known = _known(folder)
    return folder, known, known is not None and _is_of(known, outline, settings) and _whole(folder, known)


def _is_of(known: Manifest, outline: Outline, settings: Settings) -> bool:
    """Whether the cache was built from this state of the database, with the current limit."""
    return known.stamp == stamp_of(outline) and known.values_limit in (None, settings.index_values_limit)


def describe(
    url: str,
    store: Store,
    outline: Outline,
    settings: Settings,
    *,
    sources: tuple[SourceEntry, ...] = (),
    pack: str | None = None,
    hints: Hints | None = None,
    progress: Progress | None = None,
) -> tuple[Manifest, int]:
    """Cache the schema and values of a database; return the manifest and the number of values.

    Raises as `prepared`.
    """
    folder = cache_folder(url, settings)
    with writing(folder):
        folder.parent.mkdir(parents=True, exist_ok=True)
    workplace = Workplace(folder)
    try:
        with writing(folder):
            left = left_of(store, outline, settings.index_values_limit)
            schema, count = indexed(store, outline, workplace.folder, hints=hints, left=left, progress=progress)
        plain, access = with_access(url, settings.database.access)
        manifest = Manifest(
            created=dt.datetime.now(dt.UTC).isoformat(timespec="seconds"),
            created_by=f"fingerpost {__version__}",
            store=scheme_of(plain),
            url=plain,
            database=access.database,
            stamp=stamp_of(outline),
            pack=pack,
            data=workplace.data,
            sources=sources,
            schema_fingerprint=schema.fingerprint,
            left=tuple(sorted(left.about)),
            values_limit=settings.index_values_limit if left.about else None,
        )
        workplace.publish(manifest)
    except BaseException:
        workplace.discard()
        raise
    return manifest, count


def stamp_of(outline: Outline) -> str:
    """A digest of a graph's schema and counts."""
    said = (
        outline.identity,
        sorted(outline.labels.items()),
        sorted(outline.properties.items()),
        sorted((type_, about.count, about.properties) for type_, about in outline.relationships.items()),
        (outline.node_count, outline.relationship_count),
    )
    return hashlib.sha256(repr(said).encode("utf-8", "surrogatepass")).hexdigest()


def _known(folder: Path) -> Manifest | None:
    try:
        return read_manifest(folder)
    except KnowledgeBaseError:
        return None


def _whole(folder: Path, manifest: Manifest) -> bool:
    """Whether the cache can be read."""
    from fingerpost.linking import ValueIndex

    try:
        read_schema(folder / manifest.data, manifest)
        ValueIndex(folder / manifest.data).close()
    except KnowledgeBaseError:
        return False
    return True
