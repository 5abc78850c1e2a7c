"""The public face: `open`, `load`, `verify`, and the types that they give."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fingerpost import engine, ingest
from fingerpost.core.answer import Answer as AnswerOf
from fingerpost.core.cells import Cell
from fingerpost.core.schema import GraphSchema
from fingerpost.core.settings import Settings
from fingerpost.core.verified import VerifiedQuery
from fingerpost.plans import Plan

if TYPE_CHECKING:
    from fingerpost.engine import Content, KnowledgeBase, LoadReport

Answer = AnswerOf[Plan]
"""The answer to a question, with its plan."""

AnyPath = str | PathLike[str]


def open(  # noqa: A001 - the public name
    place: AnyPath | Any,
    settings: Settings | None = None,
    *,
    label: str | None = None,
    relation: str | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> KnowledgeBase:
    """Open a knowledge base: a folder, a database behind a URL (`neo4j://host:7687`), or a NetworkX graph.

    A database is looked through when it is opened first, and again when it has changed; `progress` is told how many of
    its properties are done, and of how many. What is learnt is kept in the user's cache folder. A NetworkX graph is
    copied; `label` and `relation` name the attributes that hold the label of a node and the type of an edge.
    `KnowledgeBase.refresh` takes over what has changed.

    Raises:
        KnowledgeBaseError: `kb.missing`, `kb.damaged`, `kb.newer` or `kb.unwritable`.
        StoreError: `store.unavailable`, `store.access`: a database cannot be reached, or does not let one in.
        MissingExtra: the library for this kind of database is not installed.
    """
    if not isinstance(place, (str, PathLike)) and ingest.is_networkx(place):
        return engine.NetworkXKnowledgeBase(place, settings, label=label, relation=relation)
    if engine.is_workspace(place):
        return engine.open_workspace(fspath(place), settings)
    return engine.KnowledgeBase(place, settings, progress=progress)


def load(
    sources: Sequence[AnyPath],
    into: AnyPath,
    *,
    kind: str | None = None,
    pack: str | None = None,
    strict: bool = False,
    add: bool = False,
    settings: Settings | None = None,
    progress: Callable[[int], None] | None = None,
) -> LoadReport:
    """Load files or folders into a knowledge base, which is made or replaced as a whole, or into an empty database.

    `add` adds to a database that holds something already; `progress` is told how many more bytes were read.

    Raises:
        SourceError: a source cannot be read, or has trouble and `strict` was asked.
        KnowledgeBaseError: `kb.exists`: the folder is no knowledge base, or the database is not empty.
        StoreError: the store could not take what was read.
    """
    paths = [Path(source) for source in sources]
    return engine.load(
        paths, fspath(into), kind=kind, pack=pack, strict=strict, add=add, settings=settings, progress=progress
    )


def copy(
    source: AnyPath,
    into: AnyPath,
    *,
    add: bool = False,
    settings: Settings | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> tuple[LoadReport, Content]:
    """Copy a graph from one place to another, and compare counts and content; folders and URLs as in `open`.

    Raises:
        KnowledgeBaseError: as `open` and `load` raise it.
        StoreError: `store.differs`: the copy does not hold the same; or a store failed.
    """
    return engine.copy(fspath(source), fspath(into), add=add, settings=settings, progress=progress)


def verify(
    text: str,
    schema: GraphSchema | None = None,
    *,
    dialect: str | None = None,
    parameters: Mapping[str, Cell] | None = None,
) -> VerifiedQuery:
    """Check one Cypher query: that it only reads, what it may call, and (with a schema) that its names exist.

    `dialect` is the one to print it for; without it, the one of Neo4j.

    Raises:
        QueryRejected: with every finding in `details["findings"]`.
    """
    from fingerpost.query_languages import language

    return language().verify(text, schema, dialect=dialect, parameters=parameters)
