"""Bulk writing into kglite, for trusted loaders."""

from __future__ import annotations

import warnings
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import chain
from pathlib import Path
from typing import Any

import kglite

from fingerpost.core.cells import Cell
from fingerpost.core.errors import StoreError, UnsupportedConstruct
from fingerpost.core.names import quoted, stored_name
from fingerpost.stores.kglite.binding import AS_THEY_ARE, bound
from fingerpost.stores.kglite.frames import Frame, framed
from fingerpost.stores.kglite.held import END, START, HeldRelationships, Kind
from fingerpost.stores.kglite.indexes import index_names
from fingerpost.stores.protocol import NodeRow, RelationshipRow, Store

GRAPH_FILE = "graph.kgl"
_MOST_WAITING = 4
"""Statements that may wait while a loader reads on."""

_MOST_HELD = 4_000_000
"""Cells of relationships that are held back, so that the engine gets all of one kind in one bulk call."""

_DENSE = 0.5
"""The share of the properties of a batch that its nodes have at the mean, from which one statement writes them all."""

# Labels and types are parameters; the only names that are ever written into a statement are quoted.
_ADD_NODES = "UNWIND $rows AS row CREATE (n:$label) SET n = row.p"
_ADD_ALIKE = "UNWIND $rows AS row CREATE (n:$label {{{properties}}})"
_ADD_LABEL = "UNWIND $ids AS id MATCH (n:$label {id: id}) SET n:$second"
_ENDS = "UNWIND $rows AS row MATCH (a:$start {id: row.a}) MATCH (b:$end {id: row.b}) "
_ADD_RELATIONSHIPS = _ENDS + "CREATE (a)-[n:$type]->(b) SET n = row.p"
_Groups = dict[tuple[tuple[str, str], ...], list[dict[str, Any]]]
"""Rows by what the engine must build for them: names of properties, and the expressions that build them."""


class KgliteWriter:
    """Builds a graph in memory and saves it into a folder, if there is one.

    Statements run one after the other in a separate thread, while the loader reads on. If one fails, later additions
    and `save` raise its error.
    """

    def __init__(self, folder: Path | None, read: Callable[[kglite.KnowledgeGraph], Store]) -> None:
        kglite.set_query_warning_policy("silent")
        self._graph = kglite.KnowledgeGraph()
        self._folder = folder
        self._read = read
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="fingerpost-writer")
        self._running: deque[Future[None]] = deque()
        self._failure: StoreError | None = None
        self._closed = False
        self._further: dict[str, set[str]] = {}
        self._known: dict[str, set[str]] = {}
        self._framed: dict[str, dict[str, str] | None] = {}
        self._held: dict[Kind, HeldRelationships] = {}
        self._joined: set[Kind] = set()

    def add_nodes(self, labels: tuple[str, ...], rows: Sequence[NodeRow]) -> None:
        """Add nodes (see `GraphWriter.add_nodes`)."""
        first = labels[0]
        every = dict.fromkeys(chain.from_iterable(properties for _, _, properties in rows))
        # The engine takes a property of which only nulls are written for one that nodes have.
        names = [name for name in every if any(properties.get(name) is not None for _, _, properties in rows)]
        others = self._add_alike(first, rows, names)
        if others:
            self._framed[first] = None
        groups: _Groups = {}
        for element_id, origin, properties in others:
            own, built, key = stored_properties({"id": element_id, "fp_at": origin}, properties)
            groups.setdefault(key, []).append({"p": own, "built": built} if key else {"p": own})
        for key, stored in groups.items():
            self._run(_ADD_NODES + building(key), rows=stored, label=first)
        for second in labels[1:]:
            self._run(_ADD_LABEL, ids=[row[0] for row in rows], label=first, second=second)
            self._further.setdefault(second, set()).update(map(stored_name, names))
        self._known.setdefault(first, set()).update(names)

    def _add_alike(self, label: str, rows: Sequence[NodeRow], names: Sequence[str]) -> Sequence[NodeRow]:
        """Add the nodes that need nothing built as a table or as lists of values; return the others.

        None are added where that would leave most values empty, where a name cannot be written, or where nodes of this
        label lack one of the properties so far: a statement cannot create another with it, only a table.
        """
        known = self._known.get(label)
        if label in self._further and known is None:
            return rows
        if sum(len(properties) for _, _, properties in rows) < _DENSE * len(names) * len(rows):
            return rows
        try:
            stored = ["id", "fp_at", *map(stored_name, names)]
            written = [f"{quoted(name)}: row[{place}]" for place, name in enumerate(stored)]
        except UnsupportedConstruct:
            return rows
        alike, others = [], []
        for row in rows:
            element_id, origin, properties = row
            values = [element_id, origin, *map(properties.get, names)]
            if AS_THEY_ARE.issuperset(map(type, values)):
                alike.append(values)
            else:
                others.append(row)
        if alike and (frame := self._frame(label, stored, alike)):
            self._queue(self._add_frame, frame, label)
            return others
        if known is not None and not known.issuperset(names):
            return rows
        if alike:
            self._framed[label] = None
            self._run(_ADD_ALIKE.format(properties=", ".join(written)), rows=alike, label=label)
        return others

    def _frame(self, label: str, names: Sequence[str], rows: Sequence[Sequence[Any]]) -> Frame | None:
        """Nodes for a bulk call; None where others of their label have other types of values, or went another way."""
        before = self._framed.setdefault(label, {})
        if before is None:
            return None
        columns = dict(zip(names, zip(*rows, strict=True), strict=True))
        # The engine gives such titles itself where a statement creates nodes.
        frame = framed({**columns, "title": [f"{label}_{row[0]}" for row in rows]})
        if frame is None or any(before.get(name, type_) != type_ for name, type_ in frame.types.items()):
            return None
        before.update(frame.types)
        return frame

    def add_relationships(self, start: str, type_: str, end: str, rows: Sequence[RelationshipRow]) -> None:
        """Add relationships (see `GraphWriter.add_relationships`)."""
        kind = start, type_, end
        self._settle(_MOST_WAITING)
        if kind in self._joined:
            self._join_by_statements(kind, rows)
            return
        self._held.setdefault(kind, HeldRelationships()).add(rows)
        if sum(held.cells for held in self._held.values()) > _MOST_HELD:
            self._release()

    def _release(self) -> None:
        """Add the relationships that are held, in tables where these say the same."""
        for kind in list(self._held):
            is_first = not any(kind[:2] == other[:2] for other in self._joined)
            frame, rest = self._held.pop(kind).framed(is_first=is_first)
            self._joined.add(kind)
            if frame is not None:
                self._queue(self._join_frame, frame, kind)
            self._join_by_statements(kind, rest)

    def _join_by_statements(self, kind: Kind, rows: Sequence[RelationshipRow]) -> None:
        groups: _Groups = {}
        for one, other, origin, properties in rows:
            own, built, key = stored_properties({"fp_at": origin}, properties)
            row = {"a": one, "b": other, "p": own}
            groups.setdefault(key, []).append({**row, "built": built} if key else row)
        for key, stored in groups.items():
            self._run(_ADD_RELATIONSHIPS + building(key), rows=stored, **_names(kind))

    def _run(self, text: str, **parameters: Any) -> None:
        self._queue(self._execute, text, parameters)

    def _queue(self, work: Callable[..., object], *arguments: Any) -> None:
        self._settle(_MOST_WAITING - 1)
        self._running.append(self._thread.submit(self._guarded, work, arguments))

    def _execute(self, text: str, parameters: dict[str, Any]) -> None:
        self._graph.cypher(text, params=parameters, timeout_ms=0)

    def _add_frame(self, frame: Frame, label: str) -> None:
        done = self._graph.add_nodes(frame, label, "id", column_types=frame.types)
        if done["nodes_created"] < len(frame):
            raise ValueError(f"two nodes {label} of one id")

    def _join_frame(self, frame: Frame, kind: Kind) -> None:
        start, type_, end = kind
        done = self._graph.add_relationships(frame, type_, start, START, end, END, column_types=frame.types)
        if done["connections_created"] < len(frame) or done.get("stubs_vivified"):
            raise ValueError(f"relationships {type_} of nodes that are not there")

    def _guarded(self, work: Callable[..., object], arguments: Sequence[Any]) -> None:
        try:
            work(*arguments)
        except (kglite.KgError, OverflowError, RecursionError, TypeError, ValueError) as error:
            raise StoreError(f"the store could not write the graph: {error}", code="store.write") from error

    def _settle(self, waiting: int) -> None:
        """Wait until at most so many statements wait.

        Raises:
            StoreError: one of them failed, now or before, or the writer is closed.
        """
        if self._closed:
            raise StoreError("this writer is closed", code="store.closed")
        if self._failure is not None:
            raise self._failure
        while len(self._running) > waiting or (self._running and self._running[0].done()):
            try:
                self._running.popleft().result()
            except StoreError as error:
                self._failure = error
                raise

    def save(self) -> None:
        """Write the graph into its folder with indexes, flushed to disk (see `GraphWriter.save`)."""
        graph = self.graph
        if self._folder is None:
            raise StoreError("this graph is kept in memory only", code="store.write")
        path = self._folder / GRAPH_FILE
        try:
            index_names(graph)
            with warnings.catch_warnings():  # of parts that take memory when they are read, which all do here
                warnings.simplefilter("ignore", kglite.MappedFallbackWarning)
                graph.save(str(path))
        except (kglite.KgError, OSError) as error:
            raise StoreError(f"{path} could not be written: {error}", code="store.write") from error

    def reading(self) -> Store:
        """What was added so far, to read (see `GraphWriter.reading`)."""
        return self._read(self.graph)

    @property
    def graph(self) -> kglite.KnowledgeGraph:
        """The graph, once all that was added is in it.

        The engine refuses `(:Label {name: ..})` where no node has the property whose first label this is, unless it is
        told that there may be one.
        """
        self._release()
        self._settle(0)
        if self._further:
            nodes = {label: {"optional": sorted(names)} for label, names in self._further.items()}
            self._graph.define_schema({"nodes": nodes})
        return self._graph

    def close(self) -> None:
        """Let the thread go; what still waits is dropped."""
        self._closed = True
        self._thread.shutdown(cancel_futures=True)


def _names(kind: Kind) -> dict[str, str]:
    return dict(zip(("start", "type", "end"), kind, strict=True))


def stored_properties(
    own: dict[str, Any], properties: Mapping[str, Cell]
) -> tuple[dict[str, Any], dict[str, Any], tuple[tuple[str, str], ...]]:
    """What is stored as it is (added to `own`), what is bound for the engine to build from, and how it builds it.

    A null is not stored: a property that has none is not there.
    """
    built: dict[str, Any] = {}
    expressions = []
    for name, value in properties.items():
        if value is None:
            continue
        stored = stored_name(name)
        if type(value) in AS_THEY_ARE:
            own[stored] = value
            continue
        place = f"v{len(built)}"
        expression, plain = bound(value, f"row.built.{place}")
        if expression == f"row.built.{place}":
            own[stored] = plain
        else:
            built[place] = plain
            expressions.append((stored, expression))
    return own, built, tuple(expressions)


def building(expressions: tuple[tuple[str, str], ...]) -> str:
    """The end of a statement that builds properties."""
    if not expressions:
        return ""
    return f" SET n += {{{', '.join(f'{quoted(name)}: {expression}' for name, expression in expressions)}}}"
