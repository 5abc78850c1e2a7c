"""A kglite graph that is edited in memory. Snapshots of it cost nothing and stay as they are (see ADR 0018)."""

from __future__ import annotations

import threading
import warnings
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

import kglite

from fingerpost.core.cells import Cell, Node, Relationship
from fingerpost.core.errors import KnowledgeBaseError, StoreError
from fingerpost.stores.editing import Edit, RemoveNode, RemoveRelationship, SetNode, SetRelationship
from fingerpost.stores.kglite.cells import Decoder
from fingerpost.stores.kglite.store import KgliteStore
from fingerpost.stores.kglite.writer import GRAPH_FILE, building, stored_properties
from fingerpost.stores.support.worker_process import Openable

_INDEXED = "label_"
"""The property by which questions and queries name nodes, as it is stored."""

# Labels and types are parameters; the only names that are ever written into a statement are quoted.
_SET_NODES = "UNWIND $rows AS row MERGE (n:$label {id: row.id}) SET n = row.p"
_REMOVE_NODES = "UNWIND $rows AS row MATCH (n:$label {id: row.id}) DETACH DELETE n"
_PAIR = "UNWIND $rows AS row MATCH (a:$start {id: row.a}) MATCH (b:$end {id: row.b}) "
_SET_RELATIONSHIPS = _PAIR + "MERGE (a)-[n:$type]->(b) SET n = row.p"
_REMOVE_RELATIONSHIPS = (
    "UNWIND $rows AS row MATCH (a:$start {id: row.a})-[n:$type]->(b:$end {id: row.b}) WITH n DELETE n"
)
_NODES = "UNWIND $wanted AS id MATCH (n) WHERE n.id = id RETURN n"
_COLUMNS = "r, a.id AS start, b.id AS end"
_BETWEEN = f"UNWIND $wanted AS row MATCH (a)-[r]->(b) WHERE a.id = row.a AND b.id = row.b RETURN {_COLUMNS}"
_OUT = f"UNWIND $wanted AS id MATCH (a)-[r]->(b) WHERE a.id = id RETURN {_COLUMNS}"
_IN = f"UNWIND $wanted AS id MATCH (a)-[r]->(b) WHERE b.id = id RETURN {_COLUMNS}"


class KgliteEditor:
    """A graph in memory that takes edits (see `GraphEditor`)."""

    def __init__(self, graph: kglite.KnowledgeGraph) -> None:
        kglite.set_query_warning_policy("silent")
        self._lock = threading.RLock()
        self._graph = _Guarded(graph, self._lock)
        self._labels = {str(index["node_type"]) for index in graph.indexes()}

    @classmethod
    def load(cls, folder: Path | None) -> KgliteEditor:
        """The graph that was saved in a folder, or an empty one (see `GraphEditor.load`)."""
        if folder is None:
            return cls(kglite.KnowledgeGraph())
        path = folder / GRAPH_FILE
        try:
            return cls(kglite.load(str(path)))
        except kglite.FileError as error:
            raise KnowledgeBaseError(f"{path} is missing", code="kb.missing") from error
        except (kglite.KgError, OSError, ValueError) as error:
            raise KnowledgeBaseError(f"{path} cannot be read: {error}", code="kb.damaged") from error

    def apply(self, edits: Sequence[Edit]) -> None:
        """Apply edits in their order, those of one kind together (see `GraphEditor.apply`)."""
        with self._lock:
            try:
                for _, run in groupby(edits, key=type):
                    self._apply_run(list(run))
            except (kglite.KgError, OverflowError, RecursionError, TypeError, ValueError) as error:
                raise StoreError(f"the store could not write the changes: {error}", code="store.write") from error

    def _apply_run(self, edits: list[Edit]) -> None:
        groups: dict[tuple[Any, ...], tuple[str, list[dict[str, Any]], dict[str, str]]] = {}
        for edit in edits:
            statement, row, names = _statement(edit)
            key = (statement, *names.values())
            groups.setdefault(key, (statement, [], names))[1].append(row)
        for statement, rows, names in groups.values():
            self._graph.cypher(statement, params={"rows": rows, **names}, timeout_ms=0)
            label = names.get("label")
            if label is not None and label not in self._labels:
                self._labels.add(label)
                self._graph.create_index(label, _INDEXED)

    def reading(self, followed: Openable | None = None) -> KgliteStore:
        """The graph as it is now, to read (see `GraphEditor.reading`)."""
        return KgliteStore(self._graph, followed=followed)  # type: ignore[arg-type]

    def nodes(self, ids: Sequence[str]) -> dict[str, Node]:
        """Nodes by their ids (see `GraphEditor.nodes`)."""
        decode = _decoder().cell
        found = (decode(row["n"]) for row in self._rows(_NODES, list(ids)))
        return {node.element_id: node for node in found}

    def between(self, pairs: Sequence[tuple[str, str]]) -> list[Relationship]:
        """Relationships of pairs (see `GraphEditor.between`)."""
        return _relationships(self._rows(_BETWEEN, [{"a": a, "b": b} for a, b in pairs]))

    def around(self, ids: Sequence[str]) -> list[Relationship]:
        """Relationships of nodes (see `GraphEditor.around`)."""
        wanted = list(ids)
        found = _relationships([*self._rows(_OUT, wanted), *self._rows(_IN, wanted)])
        return list({(r.start, r.type, r.end): r for r in found}.values())

    def _rows(self, text: str, wanted: list[Any]) -> list[dict[str, Any]]:
        if not wanted:
            return []
        found: list[dict[str, Any]] = self._graph.cypher(text, params={"wanted": wanted}, timeout_ms=0).to_list()
        return found

    def save(self, folder: Path) -> None:
        """Write the graph into a folder (see `GraphEditor.save`)."""
        path = folder / GRAPH_FILE
        try:
            with warnings.catch_warnings():  # of parts that take memory when they are read, which all do here
                warnings.simplefilter("ignore", kglite.MappedFallbackWarning)
                self._graph.save(str(path))
        except (kglite.KgError, OSError) as error:
            raise StoreError(f"{path} could not be written: {error}", code="store.write") from error

    def close(self) -> None:
        """Nothing but memory is held."""


class _Guarded:
    """A graph of which one thread at a time calls a method: the engine refuses to be read while it is edited."""

    def __init__(self, graph: kglite.KnowledgeGraph, lock: threading.RLock) -> None:
        self._graph = graph
        self._lock = lock

    def __getattr__(self, name: str) -> Any:
        with self._lock:
            found = getattr(self._graph, name)
        if not callable(found):
            return found

        def called(*positional: Any, **named: Any) -> Any:
            with self._lock:
                return found(*positional, **named)

        return called


def _statement(edit: Edit) -> tuple[str, dict[str, Any], dict[str, str]]:
    """The statement of an edit, its row, and the names that are parameters of it."""
    if isinstance(edit, RemoveNode):
        return _REMOVE_NODES, {"id": edit.id}, {"label": edit.label}
    if isinstance(edit, SetNode):
        row, end = _row({"id": edit.id, "fp_at": edit.origin}, edit.properties)
        return _SET_NODES + end, {"id": edit.id, **row}, {"label": edit.label}
    names = {"start": edit.start_label, "type": edit.type, "end": edit.end_label}
    ends = {"a": edit.start, "b": edit.end}
    if isinstance(edit, SetRelationship):
        row, end = _row({"fp_at": edit.origin}, edit.properties)
        return _SET_RELATIONSHIPS + end, {**ends, **row}, names
    assert isinstance(edit, RemoveRelationship)
    return _REMOVE_RELATIONSHIPS, ends, names


def _row(own: dict[str, Any], properties: Mapping[str, Cell]) -> tuple[dict[str, Any], str]:
    stored, built, key = stored_properties(own, properties)
    return ({"p": stored, "built": built} if key else {"p": stored}), building(key)


def _relationships(rows: Iterable[dict[str, Any]]) -> list[Relationship]:
    decode = _decoder().cell
    found = []
    for row in rows:
        held = decode(row["r"])
        found.append(Relationship(held.element_id, held.type, str(row["start"]), str(row["end"]), held.properties))
    return found


def _decoder() -> Decoder:
    return Decoder(lambda _: {})
