"""The graph that a Cypher script writes down, drawn in memory: nothing is executed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from itertools import product
from typing import Any

from fingerpost.ingest.scripts.tokens import Words

MOST_MATCHES = 1_000_000
"""Rows of one statement: a script of data matches one node at a time."""


@dataclass(slots=True, eq=False)
class DrawnNode:
    """A node: its number, labels, properties and line."""

    number: int
    line: int
    labels: dict[str, None] = field(default_factory=dict)
    properties: dict[str, Any] = field(default_factory=dict)


@dataclass(slots=True, eq=False)
class DrawnEdge:
    """A relationship between two nodes."""

    start: DrawnNode
    end: DrawnNode
    type: str
    line: int
    properties: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Shape:
    """A node or relationship as a pattern writes it."""

    name: str | None
    labels: tuple[str, ...]
    properties: dict[str, Any]
    line: int
    forward: bool = True


Row = dict[str, Any]


class Drawing:
    """Takes statements one by one. `NotData` leaves those of a statement that were taken before."""

    def __init__(self) -> None:
        self.nodes: list[DrawnNode] = []
        self.edges: list[DrawnEdge] = []
        self._parameters: Row = {}
        self._labelled: dict[str, list[DrawnNode]] = {}
        self._holding: dict[tuple[str, str, str], list[DrawnNode]] = {}
        self._joined: dict[tuple[int, str, int], list[DrawnEdge]] = {}

    def take(self, words: Words) -> None:
        """Take one statement: CREATE, MERGE, MATCH, UNWIND and SET of data, or a parameter for those that follow."""
        if words.take("PARAMETER"):
            name = f"${words.name()}"
            self._parameters[name] = words.value({})
        else:
            self._clauses(words, dict(self._parameters))

    def _clauses(self, words: Words, row: Row) -> None:
        rows: list[Row] = [row]
        while not words.done:
            if words.take("UNWIND"):
                self._unwind(words, rows)
                return
            if words.take("CREATE") or words.sees("MERGE"):
                merge = words.take("MERGE")
                rows = self._each(words, rows, partial(self._patterns, merge=merge))
            elif words.take("MATCH"):
                rows = self._each(words, rows, self._matched)
            elif words.take("SET") or words.take("ON", "CREATE", "SET"):
                rows = self._each(words, rows, self._set)
            else:
                raise words.odd("a script is only read for what it creates, never executed: the rest is left out")

    def _each(self, words: Words, rows: list[Row], read: Callable[[Words, Row], list[Row]]) -> list[Row]:
        """Read one clause for each row: the words are the same, what they refer to is not."""
        begin, found = words.mark(), []
        end = begin
        for row in rows:
            words.back(begin)
            found += read(words, row)
            end = words.mark()
            if len(found) > MOST_MATCHES:
                raise words.odd(f"more than {MOST_MATCHES:,} matches")
        if not rows:
            raise words.odd("it matches nothing before")
        words.back(end)
        return found

    def _unwind(self, words: Words, rows: list[Row]) -> None:
        items = words.value(rows[0])
        words.need("AS")
        name = words.name()
        if not isinstance(items, tuple):
            raise words.odd("expected a list")
        begin = words.mark()
        for item in items:
            words.back(begin)
            self._clauses(words, {**rows[0], name: item})
        words.finish()

    def _patterns(self, words: Words, row: Row, *, merge: bool) -> list[Row]:
        while True:
            start = self._drawn(self._shape(words, row), row, merge=merge)
            while words.sees("-") or words.sees("<-"):
                edge = self._edge_shape(words, row)
                end = self._drawn(self._shape(words, row), row, merge=merge)
                self._join(edge, start, end, row, merge=merge)
                start = end
            if not words.take(","):
                return [row]

    def _shape(self, words: Words, row: Row) -> _Shape:
        words.need("(")
        line, name = words.line, words.maybe_name()
        labels = []
        while words.take(":") or words.take("&"):
            labels.append(words.name())
        properties = words.map(row) if words.sees("{") else {}
        words.need(")")
        return _Shape(name, tuple(labels), properties, line)

    def _edge_shape(self, words: Words, row: Row) -> _Shape:
        line, back = words.line, words.take("<-")
        if not back:
            words.need("-")
        words.need("[")
        name = words.maybe_name()
        words.need(":")
        type_ = words.name()
        properties = words.map(row) if words.sees("{") else {}
        words.need("]")
        words.need("-" if back else "->")
        return _Shape(name, (type_,), properties, line, forward=not back)

    def _drawn(self, shape: _Shape, row: Row, *, merge: bool) -> DrawnNode:
        known = row.get(shape.name) if shape.name else None
        if isinstance(known, DrawnNode):
            return known
        found = next(self._found(shape), None) if merge else None
        if found is None:
            found = DrawnNode(len(self.nodes) + 1, shape.line)
            self.nodes.append(found)
            self._label(found, shape.labels)
            self._hold(found, shape.properties)
        if shape.name:
            row[shape.name] = found
        return found

    def _join(self, shape: _Shape, left: DrawnNode, right: DrawnNode, row: Row, *, merge: bool) -> None:
        start, end = (left, right) if shape.forward else (right, left)
        alike = self._joined.setdefault((start.number, shape.labels[0], end.number), [])
        edge = next((each for each in alike if merge and shape.properties.items() <= each.properties.items()), None)
        if edge is None:
            kept = {key: value for key, value in shape.properties.items() if value is not None}
            edge = DrawnEdge(start, end, shape.labels[0], shape.line, kept)
            self.edges.append(edge)
            alike.append(edge)
        if shape.name:
            row[shape.name] = edge

    def _matched(self, words: Words, row: Row) -> list[Row]:
        shapes = [self._shape(words, row)]
        while words.take(","):
            shapes.append(self._shape(words, row))
        if words.sees("-") or words.sees("<-"):
            raise words.odd("only nodes are matched")
        wanted: dict[str, dict[str, Any]] = {}
        if words.take("WHERE"):
            while True:
                name = words.name()
                words.need(".")
                key = words.name()
                words.need("=")
                wanted.setdefault(name, {})[key] = words.value(row)
                if not words.take("AND"):
                    break
        found = [list(self._found(shape, wanted.get(shape.name or "", {}))) for shape in shapes]
        names = [shape.name or "" for shape in shapes]
        return [{**row, **dict(zip(names, nodes, strict=True))} for nodes in product(*found)]

    def _found(self, shape: _Shape, more: Mapping[str, Any] | None = None) -> Iterator[DrawnNode]:
        wanted = {**shape.properties, **(more or {})}
        nodes = self.nodes
        if shape.labels:
            nodes = self._labelled.get(shape.labels[0], [])
            for key, value in wanted.items():
                holding = self._holding.get((shape.labels[0], key, repr(value)), [])
                nodes = min(nodes, holding, key=len)
        for node in nodes:
            if all(label in node.labels for label in shape.labels) and all(
                key in node.properties and node.properties[key] == value for key, value in wanted.items()
            ):
                yield node

    def _set(self, words: Words, row: Row) -> list[Row]:
        while True:
            target = row.get(words.name())
            if not isinstance(target, DrawnNode | DrawnEdge):
                raise words.odd("expected something that was created or matched before")
            if words.take("."):
                key = words.name()
                words.need("=")
                self._hold(target, {key: words.value(row)})
            elif words.take("+=") or words.take("="):
                given = words.value(row)
                if not isinstance(given, Mapping):
                    raise words.odd("expected a map of properties")
                self._hold(target, given)
            elif isinstance(target, DrawnNode) and words.sees(":"):
                while words.take(":"):
                    self._label(target, (words.name(),))
            else:
                raise words.odd("expected a property or a label")
            if not words.take(","):
                return [row]

    def _label(self, node: DrawnNode, labels: tuple[str, ...]) -> None:
        for label in labels:
            if label not in node.labels:
                node.labels[label] = None
                self._labelled.setdefault(label, []).append(node)
                for key, value in node.properties.items():
                    self._holding.setdefault((label, key, repr(value)), []).append(node)

    def _hold(self, target: DrawnNode | DrawnEdge, properties: Mapping[str, Any]) -> None:
        for key, value in properties.items():
            if value is None:
                target.properties.pop(key, None)
                continue
            target.properties[key] = value
            if isinstance(target, DrawnNode):
                for label in target.labels:
                    self._holding.setdefault((label, key, repr(value)), []).append(target)
