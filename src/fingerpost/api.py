"""The public functions `open`, `load`, `copy` and `verify`, and the types that they return."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fingerpost import engine, ingest
from fingerpost.core.answer import Answer as AnswerOf
from fingerpost.core.cells import Cell
from fingerpost.core.errors import QuestionError
from fingerpost.core.places import is_url
from fingerpost.core.reading import Reading as ReadingOf
from fingerpost.core.schema import GraphSchema
from fingerpost.core.settings import Settings
from fingerpost.core.verified import VerifiedQuery
from fingerpost.plans import Plan

if TYPE_CHECKING:
    from fingerpost.engine import Content, KnowledgeBase, LoadReport, Memory
    from fingerpost.ingest import Proposal, SourceMapping

Answer = AnswerOf[Plan]
"""The answer to a question, with its plan."""

Reading = ReadingOf[Plan]
"""How a question is read, with the plan of its best reading."""

AnyPath = str | PathLike[str]


def open(  # noqa: A001 - the public name
    place: AnyPath | Any = "env",
    settings: Settings | None = None,
    *,
    label: str | None = None,
    relation: str | None = None,
    namespace: str = "",
    progress: Callable[[int, int], None] | None = None,
) -> KnowledgeBase:
    """Open a knowledge base: a folder, a database behind a URL (`neo4j://host:7687`), or a NetworkX graph.

    The place `env` is the database of the setting `database.url`, which the variable `NEO4J_URI` sets too.

    A database's schema and values are read when it is first opened and after it has changed, and are kept in the user's
    cache folder; `progress` is called with the number of properties done and the total. A NetworkX graph is copied;
    `label` and `relation` name the attributes with the label of a node and the type of an edge. Call
    `KnowledgeBase.refresh` after changes. `namespace` is that of the documents to ask (see `memory`).

    Raises:
        QuestionError: `namespace.unknown`, `namespace.invalid`.
        KnowledgeBaseError: `kb.missing`, `kb.damaged`, `kb.newer` or `kb.unwritable`.
        StoreError: `store.unavailable`, `store.access`: a database cannot be reached, or refuses the account.
        MissingExtra: the library for this kind of database is not installed.
    """
    if place == "env":
        place = (settings or Settings()).database.url or place
    if not isinstance(place, (str, PathLike)) and ingest.is_networkx(place):
        return engine.NetworkXKnowledgeBase(place, settings, label=label, relation=relation)
    if engine.is_memory(place):
        return engine.open_documents(fspath(place), settings, namespace=namespace)
    if is_url(place):
        if engine.holds_documents(url := fspath(place), settings or Settings(), namespace):
            return engine.DatabaseBase(url, settings, namespace=namespace)
        base = engine.KnowledgeBase(place, settings, progress=progress)
    elif engine.is_workspace(place):
        base = engine.open_workspace(fspath(place), settings)
    else:
        return engine.FolderBase(place, settings, namespace=namespace, progress=progress)
    if namespace:
        base.close()
        raise QuestionError(f"there is no namespace {namespace}; there are no documents", code="namespace.unknown")
    return base


def load(
    sources: AnyPath | Sequence[AnyPath],
    into: AnyPath,
    *,
    kind: str | None = None,
    pack: str | None = None,
    strict: bool = False,
    add: bool = False,
    mapping: AnyPath | SourceMapping | None = None,
    encoding: str | None = None,
    same_building: bool = False,
    geometry: bool = False,
    as_is: bool = False,
    collection: str = "",
    namespace: str = "",
    names: AnyPath | None = None,
    settings: Settings | None = None,
    progress: Callable[[int], None] | None = None,
) -> LoadReport:
    """Load files or folders into a knowledge base, which is created or replaced as a whole, or into an empty database.

    Documents among them are kept beside the graph, or in a place of their own (see `memory`), and updated, not
    replaced; `collection` and `namespace` are those which they belong to, `names` is a list of names for their facts
    (see `Memory.add`).

    `add` adds to what is there; `mapping` says how plain tables become a graph (see `propose`); `encoding` is that of
    text files, by default UTF-8 or what they declare; with `same_building`, building models share the levels of one
    building, and with `geometry` their shapes are measured for what they do not state; with `as_is`, a graph gets no
    relationships but its own, even if keys show others; `progress` is called with the
    number of bytes just read.

    Raises:
        SourceError: a source cannot be read, or has a problem and `strict` is set; the mapping is invalid or does not
            fit the source (`source.mapping`).
        KnowledgeBaseError: `kb.exists`: the folder is not a knowledge base, or the database is not empty.
        StoreError: the store could not write the graph.
    """
    return engine.load(
        _places(sources),
        fspath(into),
        kind=kind,
        pack=pack,
        strict=strict,
        add=add,
        mapping=Path(mapping) if isinstance(mapping, (str, PathLike)) else mapping,
        encoding=encoding,
        same_building=same_building,
        geometry=geometry,
        as_is=as_is,
        collection=collection,
        namespace=namespace,
        names=None if names is None else fspath(names),
        settings=settings,
        progress=progress,
    )


def _places(sources: AnyPath | Sequence[AnyPath]) -> list[Path | str]:
    """Sources as the engine takes them; a single one may stand alone."""
    return [_place(source) for source in ([sources] if isinstance(sources, (str, PathLike)) else sources)]


def _place(source: AnyPath) -> Path | str:
    """A source as the engine takes it: a URL as text, anything else as a path."""
    return fspath(source) if is_url(source) else Path(source)


def propose(sources: AnyPath | Sequence[AnyPath], *, kind: str | None = None, encoding: str | None = None) -> Proposal:
    """How plain tables (CSV files, a database) may become a graph: a mapping, and a line on each reference found.

    Write `proposal.mapping.text()` to a file to edit it, or give the mapping to `load`.

    Raises:
        SourceError: a source cannot be read, or is not one of plain tables.
    """
    return engine.propose(_places(sources), kind=kind, encoding=encoding)


def memory(
    place: AnyPath, settings: Settings | None = None, *, namespace: str = "", graph: bool | None = None
) -> Memory:
    """Open a memory, a folder of documents that can be searched and asked; it is created if there is none.

    `namespace` (such as `user/ada`) is a memory of its own in the same place, which no other sees. `graph`: whether
    questions use the facts of the documents beside their passages; default: what the environment variable
    `GRAPH_RAG_ENABLED` says, or else yes.

    Raises:
        KnowledgeBaseError: `kb.exists`: the folder has other things in it; `kb.damaged`, `kb.newer`, `kb.unwritable`.
        QuestionError: `namespace.invalid`.
        MissingExtra: the extra `documents` is not installed.
    """
    return engine.Memory(place, settings, namespace=namespace, graph=graph)


def copy(
    source: AnyPath,
    into: AnyPath,
    *,
    add: bool = False,
    settings: Settings | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> tuple[LoadReport, Content]:
    """Copy a graph between folders or URLs as in `open`, and compare counts and content.

    Raises:
        KnowledgeBaseError: as `open` and `load` raise it.
        StoreError: `store.differs`: the copy differs from the source; or a store failed.
    """
    return engine.copy(fspath(source), fspath(into), add=add, settings=settings, progress=progress)


def verify(
    text: str,
    schema: GraphSchema | None = None,
    *,
    dialect: str | None = None,
    parameters: Mapping[str, Cell] | None = None,
) -> VerifiedQuery:
    """Check a Cypher query: it only reads, calls only listed functions, and (with a schema) its names exist.

    `dialect` is the dialect to print it in; default: neo4j.

    Raises:
        QueryRejected: with every finding in `details["findings"]`.
    """
    from fingerpost.query_languages import language

    return language().verify(text, schema, dialect=dialect, parameters=parameters)
