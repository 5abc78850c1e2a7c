"""What the doctor looks at of a database behind a URL, without looking through it or keeping anything."""

from __future__ import annotations

import dataclasses
import time
from contextlib import closing
from importlib import metadata

from fingerpost.core.access import Access
from fingerpost.core.places import scheme_of, shown, with_access
from fingerpost.surfaces.cli.checkup import Check, State
from fingerpost.surfaces.cli.opening import no_strangers

_LIBRARIES = {"neo4j": "neo4j", "bolt": "neo4j", "memgraph": "neo4j", "ladybug": "ladybug"}
"""The library that a scheme's store is asked through."""


def database(url: str) -> list[Check]:
    """A database: that it answers, its version, who asks, counts, capabilities, and what is kept about it here.

    Raises:
        StoreError: `store.unavailable`, `store.access`; `store.unknown`: there is no store for such URLs.
        KnowledgeBaseError: `kb.missing`; there is no such file.
        MissingExtra: the library for this kind of database is not installed.
    """
    from fingerpost import Settings
    from fingerpost.engine.remote import connected, kept

    no_strangers()
    settings = Settings()
    started = time.perf_counter()
    with closing(connected(url, settings)) as store:
        reached = (time.perf_counter() - started) * 1000
        started = time.perf_counter()
        outline = store.outline()
        looked = (time.perf_counter() - started) * 1000
        engine = str(getattr(store, "engine", "")) or "answers"
        can = store.capabilities
    folder, known, fresh = kept(url, outline, settings)
    abilities = [field.name for field in dataclasses.fields(can) if getattr(can, field.name) is True]
    sampled = "; of large ones a sample was looked at" if outline.sampled else ""
    lacking = [field.name for field in dataclasses.fields(can) if getattr(can, field.name) is False]
    return [
        Check("database", State.WELL, f"{shown(url)}: {engine}, reached in {reached:.0f} ms"),
        Check("asked through", State.WELL, f"{_through(url)}, in the dialect {can.dialect}"),
        Check("access", State.WELL, _access(*with_access(url, settings.access))),
        Check(
            "size",
            State.WELL if outline.node_count else State.INFO,
            f"{outline.node_count:,} nodes, {outline.relationship_count:,} relationships, "
            f"{len(outline.labels)} labels, {len(outline.relationships)} types{sampled}, counted in {looked:.0f} ms",
        ),
        Check("can", State.WELL, _words(abilities)),
        Check("cannot", State.INFO, _words(lacking)),
        _index(folder.as_posix(), known.created if known is not None else None, fresh=fresh),
    ]


def _through(url: str) -> str:
    library = _LIBRARIES.get(scheme_of(url))
    return f"{library} {metadata.version(library)}" if library is not None else f"the store {scheme_of(url)}"


def _access(_: str, access: Access) -> str:
    """Who asks, without what is secret."""
    of = f", database {access.database}" if access.database else ""
    if access.token is not None:
        return f"with a token{of}"
    return (f"as {access.user}{of}") if access.user is not None else f"without a name{of}"


def _words(names: list[str]) -> str:
    return ", ".join(name.replace("_", " ") for name in names) or "nothing else"


def _index(folder: str, made: str | None, *, fresh: bool) -> Check:
    """What is kept about the database in the user's cache folder."""
    if made is None:
        return Check("index", State.INFO, "none is kept here: the first question has the database looked through")
    if not fresh:
        return Check(
            "index", State.INFO, f"{folder}, made {made}: the database has changed, and is looked through again"
        )
    return Check("index", State.WELL, f"{folder}, made {made}")
