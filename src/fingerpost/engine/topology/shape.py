"""The nodes and relationships of one state of a graph."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from fingerpost.core.cells import Cell, Node, Relationship
from fingerpost.core.errors import LimitExceeded
from fingerpost.linking import Display
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


@dataclass(frozen=True)
class Topology:
    """An immutable directed multigraph."""

    vertices: Mapping[str, Vertex]
    edges: tuple[Edge, ...]
    after: Mapping[str, tuple[str, ...]] = field(repr=False)
    """The distinct successors of a node."""

    @cached_property
    def before(self) -> Mapping[str, tuple[str, ...]]:
        """The distinct predecessors of a node."""
        found: dict[str, dict[str, None]] = {id_: {} for id_ in self.vertices}
        for source, targets in self.after.items():
            for target in targets:
                found[target][source] = None
        return {id_: tuple(sources) for id_, sources in found.items()}

    @cached_property
    def relations(self) -> Mapping[tuple[str, str], tuple[str, ...]]:
        """The relations that lead from one node to another, sorted, by their ids."""
        found: dict[tuple[str, str], set[str]] = {}
        for edge in self.edges:
            found.setdefault((edge.source, edge.target), set()).add(edge.relation)
        return {pair: tuple(sorted(relations)) for pair, relations in found.items()}

    @cached_property
    def components(self) -> list[list[str]]:
        """The ids of each weakly connected component, largest first, sorted by name."""
        seen: set[str] = set()
        found = []
        for first in self.vertices:
            if first in seen:
                continue
            seen.add(first)
            part, waiting = [], [first]
            while waiting:
                at = waiting.pop()
                part.append(at)
                for other in (*self.after[at], *self.before[at]):
                    if other not in seen:
                        seen.add(other)
                        waiting.append(other)
            found.append(sorted(part, key=self.name))
        return sorted(found, key=lambda part: (-len(part), self.name(part[0])))

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

    @property
    def pairs(self) -> int:
        """The number of ordered pairs of nodes with a relationship."""
        return sum(map(len, self.after.values()))

    def name(self, id_: str) -> str:
        """The name of a node."""
        return self.vertices[id_].name


def topology_of(store: Store, display: Display, count: int, most: int) -> Topology:
    """The topology of a store's graph, which has `count` nodes and relationships.

    Raises:
        LimitExceeded: `limit.memory`; it has too many elements.
    """
    if count > most:
        message = f"the graph has {count:,} nodes and relationships; the limit is {most:,}"
        raise LimitExceeded(message, code="limit.memory")
    return _assembled((element for element, _ in store.elements()), display)


def _assembled(elements: Iterable[Node | Relationship], display: Display) -> Topology:
    vertices: dict[str, Vertex] = {}
    edges: list[Edge] = []
    after: dict[str, dict[str, None]] = {}
    for element in elements:
        if isinstance(element, Node):
            id_ = element.element_id
            type_ = element.labels[0] if element.labels else ""
            vertices[id_] = Vertex(id_, display.name(element), type_, element.properties)
            after[id_] = {}
        elif element.start in vertices and element.end in vertices:
            edges.append(Edge(element.start, element.end, element.type, element.properties))
            after[element.start][element.end] = None
    return Topology(vertices, tuple(edges), {id_: tuple(targets) for id_, targets in after.items()})
