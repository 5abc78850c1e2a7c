"""Checks of a database, without reading its schema or caching anything."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Collection, Iterator, Sequence
from contextlib import closing
from importlib import metadata

from fingerpost.core.access import Access
from fingerpost.core.names import quoted
from fingerpost.core.places import scheme_of, shown, with_access
from fingerpost.core.settings import Settings
from fingerpost.engine.checkup.check import Check, State
from fingerpost.engine.remote import connected, kept
from fingerpost.stores import FindsValues, Place


def check_database(url: str, settings: Settings) -> list[Check]:
    """Whether a database responds, its version, account, size and capabilities, and the state of the cache.

    Raises:
        StoreError: `store.unavailable`, `store.access`; `store.unknown`: no store handles this URL.
        KnowledgeBaseError: `kb.missing`; there is no such file.
        MissingExtra: the library for this kind of database is not installed.
    """
    started = time.perf_counter()
    with closing(connected(url, settings)) as store:
        reached = (time.perf_counter() - started) * 1000
        started = time.perf_counter()
        outline = store.outline()
        looked = (time.perf_counter() - started) * 1000
        engine = str(getattr(store, "engine", "")) or "answers"
        can = store.capabilities
        libraries = tuple(getattr(store, "libraries", ()))
        findable: frozenset[Place] = store.findable() if isinstance(store, FindsValues) else frozenset()
    folder, known, fresh = kept(url, outline, settings)
    abilities = [field.name for field in dataclasses.fields(can) if getattr(can, field.name) is True]
    sampled = "; of large ones a sample was looked at" if outline.sampled else ""
    lacking = [field.name for field in dataclasses.fields(can) if getattr(can, field.name) is False]
    return [
        Check("database", State.WELL, f"{shown(url)}: {engine}, reached in {reached:.0f} ms"),
        Check("asked through", State.WELL, f"{_through(url, libraries)}, in the dialect {can.dialect}"),
        Check("access", State.WELL, _access(*with_access(url, settings.database.access))),
        Check(
            "size",
            State.WELL if outline.node_count else State.INFO,
            f"{outline.node_count:,} nodes, {outline.relationship_count:,} relationships, "
            f"{len(outline.labels)} labels, {len(outline.relationships)} types{sampled}, counted in {looked:.0f} ms",
        ),
        Check("can", State.WELL, _words(abilities)),
        Check("cannot", State.INFO, _words(lacking)),
        _index(folder.as_posix(), known.created if known is not None else None, fresh=fresh),
        *_left(known.left if known is not None and fresh else (), findable),
    ]


def _left(left: Sequence[Place], findable: Collection[Place]) -> Iterator[Check]:
    """The properties whose values are not in the index: looked up in the database, or not found at all."""
    there = ", ".join(str(place) for place in left if place in findable)
    if there:
        yield Check("values", State.INFO, f"too many to copy, looked up by the database's own indexes: {there}")
    lost = [place for place in left if place not in findable]
    if lost:
        named = ", ".join(map(str, lost))
        one = lost[0]
        pattern = f"()-[e:{quoted(one.owner)}]-()" if one.of_relationship else f"(e:{quoted(one.owner)})"
        index = f"CREATE FULLTEXT INDEX names FOR {pattern} ON EACH [e.{quoted(one.property)}]"
        hint = f"{index} in the database, or raise FINGERPOST_INDEX_VALUES_LIMIT"
        detail = f"too many to copy, and not indexed, so questions do not find them: {named}"
        yield Check("values", State.INFO, detail, hint)


def _through(url: str, libraries: tuple[str, ...]) -> str:
    named = ", ".join(f"{library} {metadata.version(library)}" for library in libraries)
    return named or f"the store {scheme_of(url)}"


def _access(_: str, access: Access) -> str:
    """The account, without secrets."""
    of = f", database {access.database}" if access.database else ""
    if access.token is not None:
        return f"with a token{of}"
    return (f"as {access.user}{of}") if access.user is not None else f"without a name{of}"


def _words(names: list[str]) -> str:
    return ", ".join(name.replace("_", " ") for name in names) or "nothing else"


def _index(folder: str, made: str | None, *, fresh: bool) -> Check:
    """The state of the cache of this database."""
    if made is None:
        return Check("index", State.INFO, "not cached yet: the first question reads the database")
    if not fresh:
        return Check("index", State.INFO, f"{folder}, made {made}: the database has changed, and will be read again")
    return Check("index", State.WELL, f"{folder}, made {made}")
