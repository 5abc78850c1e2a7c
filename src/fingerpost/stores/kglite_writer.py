"""Bulk writing into kglite, for trusted loaders."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import kglite

from fingerpost.core.cells import Cell, Duration, Point
from fingerpost.core.names import quoted, stored_name
from fingerpost.stores.kglite_cells import to_engine
from fingerpost.stores.protocol import NodeRow, RelationshipRow

GRAPH_FILE = "graph.kgl"

# Labels and types are parameters; the only name that is ever written into a statement is quoted.
_ADD_NODES = "UNWIND $rows AS row CREATE (n:$label) SET n = row"
_ADD_LABEL = "UNWIND $ids AS id MATCH (n:$label {id: id}) SET n:$second"
_ADD_RELATIONSHIPS = (
    "UNWIND $rows AS row MATCH (a:$start {id: row.a}) MATCH (b:$end {id: row.b}) "
    "CREATE (a)-[r:$type]->(b) SET r = row.p"
)
_SET_NODE = "UNWIND $rows AS row MATCH (n:$label {id: row.id}) SET n += {%s: %s}"


class KgliteWriter:
    """Builds a graph in memory and saves it."""

    def __init__(self) -> None:
        kglite.set_query_warning_policy("silent")
        self._graph = kglite.KnowledgeGraph()

    def add_nodes(self, labels: tuple[str, ...], rows: Sequence[NodeRow]) -> None:
        """Add nodes (see `GraphWriter.add_nodes`)."""
        first = labels[0]
        stored = []
        built: dict[tuple[str, str], list[dict[str, Any]]] = {}
        for element_id, origin, properties in rows:
            own: dict[str, Any] = {"id": element_id, "fp_at": origin}
            for name, value in properties.items():
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
        stored = [
            {
                "a": one,
                "b": other,
                "p": {"fp_at": origin, **{stored_name(name): to_engine(value) for name, value in properties.items()}},
            }
            for one, other, origin, properties in rows
        ]
        self._run(_ADD_RELATIONSHIPS, rows=stored, start=start, end=end, type=type_)

    def _run(self, text: str, **parameters: Any) -> None:
        self._graph.cypher(text, params=parameters, timeout_ms=0)

    def save(self, folder: Path) -> None:
        """Write the graph into a folder, flushed to disk."""
        self._graph.save(str(folder / GRAPH_FILE))

    @property
    def graph(self) -> kglite.KnowledgeGraph:
        return self._graph


def _built_by(value: Cell) -> str | None:
    """The Cypher function that builds a value which cannot be bound as such."""
    if isinstance(value, Duration) and (value.months or value.nanoseconds % 1000):
        return "duration"
    return "point" if isinstance(value, Point) and value.geographic else None


def _argument(value: Cell) -> Any:
    return str(value) if isinstance(value, Duration) else to_engine(value)
