"""Bulk writing into kglite, for trusted loaders."""

from __future__ import annotations

import datetime as dt
from collections import deque
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import kglite

from fingerpost.core.cells import Cell, Duration, Point
from fingerpost.core.errors import StoreError
from fingerpost.core.names import quoted, stored_name
from fingerpost.stores.kglite_cells import to_engine
from fingerpost.stores.protocol import NodeRow, RelationshipRow

GRAPH_FILE = "graph.kgl"
_MOST_WAITING = 4
"""Statements that may wait while a loader reads on."""
_BOUND_AS_THEY_ARE = frozenset((str, int, float, bool, dt.date, dt.datetime, dt.time))

# Labels and types are parameters; the only name that is ever written into a statement is quoted.
_ADD_NODES = "UNWIND $rows AS row CREATE (n:$label) SET n = row"
_ADD_LABEL = "UNWIND $ids AS id MATCH (n:$label {id: id}) SET n:$second"
_ADD_RELATIONSHIPS = (
    "UNWIND $rows AS row MATCH (a:$start {id: row.a}) MATCH (b:$end {id: row.b}) "
    "CREATE (a)-[r:$type]->(b) SET r = row.p"
)
_SET_NODE = "UNWIND $rows AS row MATCH (n:$label {id: row.id}) SET n += {%s: %s}"


class KgliteWriter:
    """Builds a graph in memory and saves it.

    Statements run one after the other in a thread of their own: the engine leaves the interpreter to the loader
    meanwhile, which reads on.
    """

    def __init__(self) -> None:
        kglite.set_query_warning_policy("silent")
        self._graph = kglite.KnowledgeGraph()
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="fingerpost-writer")
        self._running: deque[Future[None]] = deque()

    def add_nodes(self, labels: tuple[str, ...], rows: Sequence[NodeRow]) -> None:
        """Add nodes (see `GraphWriter.add_nodes`)."""
        first = labels[0]
        stored = []
        built: dict[tuple[str, str], list[dict[str, Any]]] = {}
        for element_id, origin, properties in rows:
            own: dict[str, Any] = {"id": element_id, "fp_at": origin}
            for name, value in properties.items():
                if type(value) in _BOUND_AS_THEY_ARE:
                    own[stored_name(name)] = value
                    continue
                function = _built_by(value)
                if function is None:
                    own[stored_name(name)] = to_engine(value)
                else:
                    built.setdefault((name, function), []).append({"id": element_id, "value": _argument(value)})
            stored.append(own)
        self._run(_ADD_NODES, rows=stored, label=first)
        for second in labels[1:]:
            self._run(_ADD_LABEL, ids=[row[0] for row in rows], label=first, second=second)
        for (name, function), entries in built.items():
            text = _SET_NODE % (quoted(stored_name(name)), f"{function}(row.value)")
            self._run(text, rows=entries, label=first)

    def add_relationships(self, start: str, type_: str, end: str, rows: Sequence[RelationshipRow]) -> None:
        """Add relationships (see `GraphWriter.add_relationships`)."""
        stored = []
        for one, other, origin, properties in rows:
            own: dict[str, Any] = {"fp_at": origin}
            for name, value in properties.items():
                own[stored_name(name)] = value if type(value) in _BOUND_AS_THEY_ARE else to_engine(value)
            stored.append({"a": one, "b": other, "p": own})
        self._run(_ADD_RELATIONSHIPS, rows=stored, start=start, end=end, type=type_)

    def _run(self, text: str, **parameters: Any) -> None:
        while len(self._running) >= _MOST_WAITING or (self._running and self._running[0].done()):
            self._running.popleft().result()
        self._running.append(self._thread.submit(self._execute, text, parameters))

    def _execute(self, text: str, parameters: dict[str, Any]) -> None:
        try:
            self._graph.cypher(text, params=parameters, timeout_ms=0)
        except (kglite.KgError, OverflowError, TypeError, ValueError) as error:
            raise StoreError(f"the store could not take what was read: {error}", code="store.write") from error

    def save(self, folder: Path) -> None:
        """Write the graph into a folder, flushed to disk."""
        self.graph.save(str(folder / GRAPH_FILE))

    @property
    def graph(self) -> kglite.KnowledgeGraph:
        """The graph, once all that was added is in it."""
        while self._running:
            self._running.popleft().result()
        return self._graph

    def close(self) -> None:
        """Let the thread go; what still waits is dropped."""
        self._thread.shutdown(cancel_futures=True)


def _built_by(value: Cell) -> str | None:
    """The Cypher function that builds a value which cannot be bound as such."""
    if isinstance(value, Duration) and (value.months or value.nanoseconds % 1000):
        return "duration"
    return "point" if isinstance(value, Point) and value.geographic else None


def _argument(value: Cell) -> Any:
    return str(value) if isinstance(value, Duration) else to_engine(value)
