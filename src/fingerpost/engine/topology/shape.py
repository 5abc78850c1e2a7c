"""The nodes and relationships of one state of a graph."""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias, TypeVar

from fingerpost.core.cells import Cell, Node
from fingerpost.core.errors import LimitExceeded
from fingerpost.engine.topology.deadline import Deadline
from fingerpost.stores import Store


@dataclass(frozen=True, slots=True)
class Vertex:
    """A node: its id, display name, type and properties."""

    id: str
    name: str
    type: str
    properties: Mapping[str, Cell]


@dataclass(frozen=True, slots=True)
class Edge:
    """A relationship between the ids of two nodes."""

    source: str
    target: str
    relation: str
    properties: Mapping[str, Cell]


Key: TypeAlias = tuple[str, str, str]
"""A relationship: source, relation, target."""


@dataclass(frozen=True)
class Topology:
    """An immutable directed multigraph."""

    vertices: Mapping[str, Vertex]
    after: Mapping[str, Mapping[str, Sequence[Edge]]] = field(repr=False)
    """The distinct successors of a node, each with the edges that lead to it."""

    @property
    def edges(self) -> Iterator[Edge]:
        """All edges."""
        return (edge for targets in self.after.values() for edges in targets.values() for edge in edges)

    @cached_property
    def edge_count(self) -> int:
        """The number of edges."""
        return sum(len(edges) for targets in self.after.values() for edges in targets.values())

    @cached_property
    def pairs(self) -> int:
        """The number of ordered pairs of nodes with a relationship."""
        return sum(map(len, self.after.values()))

    @cached_property
    def before(self) -> Mapping[str, Mapping[str, None]]:
        """The distinct predecessors of a node."""
        found: dict[str, dict[str, None]] = {id_: {} for id_ in self.vertices}
        for source, targets in self.after.items():
            for target in targets:
                found[target][source] = None
        return found

    @cached_property
    def acyclic(self) -> bool:
        """Whether there is no cycle."""
        incoming = Counter(target for targets in self.after.values() for target in targets)
        waiting = [id_ for id_ in self.vertices if not incoming[id_]]
        left = len(self.vertices)
        while waiting:
            left -= 1
            for target in self.after[waiting.pop()]:
                incoming[target] -= 1
                if not incoming[target]:
                    waiting.append(target)
        return left == 0

    def components(self, deadline: Deadline) -> list[list[str]]:
        """The ids of each weakly connected component, largest first, sorted by name. Raises as the deadline does."""
        deadline.begin("looking for components", len(self.vertices))
        seen: set[str] = set()
        found = []
        for first in self.vertices:
            if first not in seen:
                part = self.around(first, deadline)
                seen |= part
                found.append(sorted(part, key=self.name))
        return sorted(found, key=lambda part: (-len(part), self.name(part[0])))

    def connected(self, deadline: Deadline) -> bool:
        """Whether there is exactly one component. Raises as the deadline does."""
        first = next(iter(self.vertices), None)
        return first is not None and len(self.around(first, deadline)) == len(self.vertices)

    def around(self, id_: str, deadline: Deadline) -> set[str]:
        """The weakly connected component of a node. Raises as the deadline does."""
        found, waiting = {id_}, [id_]
        while waiting:
            deadline.check()
            at = waiting.pop()
            for other in (*self.after[at], *self.before[at]):
                if other not in found:
                    found.add(other)
                    waiting.append(other)
        return found

    def name(self, id_: str) -> str:
        """The name of a node."""
        return self.vertices[id_].name

    def relations(self, source: str, target: str) -> list[str]:
        """The relations that lead from one node to another, sorted."""
        return sorted({edge.relation for edge in self.after[source].get(target, ())})

    def among(self, ids: Collection[str]) -> Iterator[Edge]:
        """The edges between those nodes of a collection that exist."""
        for id_ in ids:
            for target, edges in self.after.get(id_, {}).items():
                if target in ids:
                    yield from edges

    def changed(self, vertices: Mapping[str, Vertex | None], edges: Mapping[Key, Edge | None]) -> Topology:
        """The topology with these nodes and relationships set, or removed (None). What is not touched is shared.

        A node may have one relationship of a relation to another; those of removed nodes are among `edges`.
        """
        kept, after, before = dict(self.vertices), dict(self.after), dict(self.before)
        for id_, vertex in vertices.items():
            if vertex is not None:
                kept[id_] = vertex
                after.setdefault(id_, {})
                before.setdefault(id_, {})
        own_after: set[str] = set()
        own_before: set[str] = set()
        for (source, relation, target), edge in edges.items():
            if source not in after or target not in before:  # they came and went
                continue
            targets, sources = _owned(after, source, own_after), _owned(before, target, own_before)
            parallel = [one for one in targets.get(target, ()) if one.relation != relation]
            if edge is not None:
                parallel.append(edge)
            if parallel:
                targets[target], sources[source] = parallel, None
            else:
                targets.pop(target, None)
                sources.pop(source, None)
        for id_, vertex in vertices.items():
            if vertex is None and id_ in kept:
                del kept[id_], after[id_], before[id_]
        found = Topology(kept, after)
        found.__dict__["before"] = before
        return found


T = TypeVar("T")


def _owned(of: dict[str, Mapping[str, T]], id_: str, own: set[str]) -> dict[str, T]:
    """The mapping of a node, which is copied before its first change."""
    if id_ not in own:
        own.add(id_)
        of[id_] = dict(of[id_])
    found = of[id_]
    assert isinstance(found, dict)
    return found


def topology_of(store: Store, name: Callable[[Node], str], count: int, most: int, deadline: Deadline) -> Topology:
    """The topology of a store's graph, which has `count` nodes and relationships; `name` gives a node's name.

    Raises:
        LimitExceeded: `limit.memory`: it has too many elements; or as the deadline raises.
    """
    if count > most:
        message = f"the graph has {count:,} nodes and relationships; the limit is {most:,}"
        raise LimitExceeded(message, code="limit.memory")
    deadline.begin("reading the graph", count)
    with _uncollected():
        return _read(store, name, deadline)


@contextmanager
def _uncollected() -> Iterator[None]:
    """Without garbage collection, which would go through all that was read again and again: half of the time."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


def _read(store: Store, name: Callable[[Node], str], deadline: Deadline) -> Topology:
    vertices: dict[str, Vertex] = {}
    after: dict[str, dict[str, list[Edge]]] = {}
    for element, _ in store.elements():
        deadline.check()
        if isinstance(element, Node):
            id_ = element.element_id
            type_ = element.labels[0] if element.labels else ""
            vertices[id_] = Vertex(id_, name(element), type_, element.properties)
            after[id_] = {}
        elif element.start in vertices and element.end in vertices:
            edge = Edge(element.start, element.end, element.type, element.properties)
            after[element.start].setdefault(element.end, []).append(edge)
    return Topology(vertices, after)
