"""Writes a loader's records to a graph: batches, missing endpoints, duplicate ids."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from fingerpost.ingest.records import LoadContext, NodeRecord, Record, RelationshipRecord
from fingerpost.stores import GraphWriter, NodeRow, Origin, RelationshipRow

BATCH = 5_000
"""Elements per statement."""

UNLABELLED = "Node"
"""The label of nodes without one, because stores need a first label."""

_packed = Origin.pack


@dataclass
class BuildReport:
    """The numbers of elements written."""

    nodes: int = 0
    relationships: int = 0


@dataclass
class GraphBuilder:
    """Writes records in batches. A relationship that comes before its nodes is kept until the end."""

    writer: GraphWriter
    context: LoadContext
    report: BuildReport = field(default_factory=BuildReport)
    _labels: dict[str, int] = field(default_factory=dict)
    _first_labels: list[str] = field(default_factory=list)
    _node_ids: dict[str, int] = field(default_factory=dict)
    _nodes: dict[tuple[str, ...], list[NodeRow]] = field(default_factory=dict)
    _relationships: dict[tuple[int, str, int], list[RelationshipRow]] = field(default_factory=dict)
    _waiting: list[RelationshipRecord] = field(default_factory=list)

    @property
    def labels(self) -> tuple[str, ...]:
        """The first labels of the nodes so far."""
        return tuple(self._first_labels)

    def add_all(self, records: Iterable[Record]) -> None:
        """Add records in any order."""
        add_node, add_relationship = self._add_node, self._add_relationship
        for record in records:
            if isinstance(record, NodeRecord):
                add_node(record)
            elif not add_relationship(record):
                self._waiting.append(record)

    def finish(self) -> BuildReport:
        """Write the rest. Relationships without both nodes are reported as `missing-endpoint`."""
        for record in self._waiting:
            if not self._add_relationship(record):
                missing = [end for end in (record.start, record.end) if end not in self._node_ids]
                where = f"{self._place(record.file, record.line)}: {record.type} to missing {', '.join(missing)}"
                self.context.problems.add("missing-endpoint", where)
        self._flush_nodes()
        for key in list(self._relationships):
            self._flush_relationships(key)
        return self.report

    def _add_node(self, record: NodeRecord) -> None:
        element_id = record.id
        if element_id in self._node_ids:
            where = f"{self._place(record.file, record.line)}: id {element_id} again"
            self.context.problems.add("duplicate-id", where)
            return
        labels = record.labels or (UNLABELLED,)
        first = self._labels.get(labels[0])
        if first is None:
            first = self._labels[labels[0]] = len(self._first_labels)
            self._first_labels.append(labels[0])
        self._node_ids[element_id] = first
        batch = self._nodes.get(labels)
        if batch is None:
            batch = self._nodes[labels] = []
        batch.append((element_id, _packed(record.file, record.line), record.properties))
        self.report.nodes += 1
        if len(batch) >= BATCH:
            self.writer.add_nodes(labels, batch)
            batch.clear()

    def _add_relationship(self, record: RelationshipRecord) -> bool:
        start = self._node_ids.get(record.start)
        end = self._node_ids.get(record.end)
        if start is None or end is None:
            return False
        key = (start, record.type, end)
        batch = self._relationships.get(key)
        if batch is None:
            batch = self._relationships[key] = []
        batch.append((record.start, record.end, _packed(record.file, record.line), record.properties))
        self.report.relationships += 1
        if len(batch) >= BATCH:
            self._flush_nodes()
            self._flush_relationships(key)
        return True

    def _flush_nodes(self) -> None:
        for labels, batch in self._nodes.items():
            if batch:
                self.writer.add_nodes(labels, batch)
                batch.clear()

    def _flush_relationships(self, key: tuple[int, str, int]) -> None:
        batch = self._relationships[key]
        if batch:
            start, type_, end = key
            self.writer.add_relationships(self._first_labels[start], type_, self._first_labels[end], batch)
            batch.clear()

    def _place(self, file: int, line: int) -> str:
        if file >= len(self.context.files):
            return f"record {line}"
        source = self.context.files[file]
        return f"{source.path.name}:{line}"
