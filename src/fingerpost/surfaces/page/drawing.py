"""What a page draws of a graph: the nodes and relationships of a filter, or its most connected nodes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from fingerpost.core.cells import Cell, Node, Path, Relationship, encode
from fingerpost.engine import NODE_NAME, NODE_TYPE, RELATION_TYPE, Edge, FloorPlan, SolidModel, Topology

MOST_NODES = 500
MOST_EDGES = 3_000
NEIGHBOURS = 25
"""The most nodes that one expansion adds."""
_MOST_FOUND = 20
_LONGEST_VALUE = 300


class GraphSource(Protocol):
    """A graph that a page shows."""

    @property
    def name(self) -> str:
        """The name of the graph."""
        ...

    def stamp(self) -> str:
        """What changes whenever the graph does."""
        ...

    def topology(self) -> Topology:
        """The graph as it is now. Raises a `FingerpostError`, for instance if it was deleted."""
        ...

    def cells(self, query: str) -> Iterable[Cell]:
        """Every cell of a query's result. Raises a `FingerpostError` if the query is refused."""
        ...


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with its answer, and the ids of the elements that the answer lists or counted."""

    question: str
    text: str
    status: str
    ids: tuple[str, ...]


@runtime_checkable
class AskingSource(GraphSource, Protocol):
    """A graph that answers questions, whose elements are marked, and that may have floor plans."""

    @property
    def asked(self) -> Asked | None:
        """The last question with its answer."""
        ...

    def ask(self, question: str) -> Asked:
        """Answer a question. Raises a `FingerpostError`, for instance if it is too long."""
        ...

    def plans(self) -> Sequence[FloorPlan]:
        """The floor plans, with the elements of the last answer marked. Raises a `FingerpostError`."""
        ...

    @property
    def has_shapes(self) -> bool:
        """Whether the elements of the graph have shapes to draw."""
        ...

    def solid_model(self) -> SolidModel:
        """The shapes of the elements. Raises a `FingerpostError`, for instance if the files have gone."""
        ...


@dataclass(frozen=True)
class Drawing:
    """Ids of nodes, and relationships between them; `cut` means that the graph, or the filter's result, has more."""

    nodes: tuple[str, ...]
    edges: tuple[Edge, ...]
    cut: bool = False

    def to_json(self, topology: Topology) -> dict[str, Any]:
        """Nodes and edges as the page reads them."""
        return {
            "nodes": [node_json(topology, id_) for id_ in self.nodes],
            "edges": [edge_json(edge) for edge in self.edges],
            "cut": self.cut,
        }


def drawn(source: GraphSource, topology: Topology, query: str) -> Drawing:
    """What a filter shows of a graph; without one, its most connected nodes.

    A filter shows the nodes, relationships and paths of its rows; if there are no relationships among them, also those
    between its nodes. Raises as `GraphSource.cells` does.
    """
    asked = asked_of(source)
    if not query and asked is not None and asked.ids:
        return _marked(topology, asked.ids)
    if not query:
        return between(topology, most_connected(topology, topology.vertices), len(topology.vertices) > MOST_NODES)
    nodes: dict[str, None] = {}
    joined: dict[tuple[str, str, str], None] = {}
    for element in _elements(source.cells(query)):
        if isinstance(element, Node):
            nodes[element.element_id] = None
        else:
            joined[element.start, element.type, element.end] = None
            nodes |= dict.fromkeys((element.start, element.end))
    known = [id_ for id_ in nodes if id_ in topology.vertices]
    shown = most_connected(topology, known)
    cut = len(known) > len(shown)
    if not joined:
        return between(topology, shown, cut)
    edges = [e for e in topology.among(dict.fromkeys(shown)) if (e.source, e.relation, e.target) in joined]
    return Drawing(tuple(shown), tuple(edges[:MOST_EDGES]), cut or len(edges) > MOST_EDGES)


def _marked(topology: Topology, ids: Iterable[str]) -> Drawing:
    """Elements with their most connected neighbours, as far as there is room."""
    own = [id_ for id_ in ids if id_ in topology.vertices][:MOST_NODES]
    shown = dict.fromkeys(own)
    around = {other for id_ in own for other in (*topology.after[id_], *topology.before[id_])} - set(own)
    shown |= dict.fromkeys(most_connected(topology, around, min(MOST_NODES - len(own), NEIGHBOURS)))
    return between(topology, list(shown), len(around) > len(shown) - len(own))


def asked_of(source: GraphSource) -> Asked | None:
    """The last question of a source that answers questions."""
    return source.asked if isinstance(source, AskingSource) else None


def most_connected(topology: Topology, ids: Iterable[str], most: int = MOST_NODES) -> list[str]:
    """The nodes with the most neighbours, at most so many, by name among equals."""
    ranked = sorted(ids, key=lambda id_: (-degree(topology, id_), topology.name(id_)))
    return ranked[:most]


def between(topology: Topology, ids: Sequence[str], cut: bool = False) -> Drawing:
    """Nodes with the relationships between them."""
    edges = list(topology.among(dict.fromkeys(ids)))
    return Drawing(tuple(ids), tuple(edges[:MOST_EDGES]), cut or len(edges) > MOST_EDGES)


def neighbours(topology: Topology, id_: str, shown: frozenset[str]) -> tuple[Drawing, int]:
    """The most connected neighbours of a node that are not shown yet, and how many are left after these.

    The relationships are those of the added nodes with one another and with what is shown.
    """
    around = {*topology.after[id_], *topology.before[id_]} - shown - {id_}
    added = most_connected(topology, around, NEIGHBOURS)
    kept = shown | set(added) | {id_}
    new = set(added)
    edges = [edge for edge in topology.among(kept) if edge.source in new or edge.target in new]
    return Drawing(tuple(added), tuple(edges[:MOST_EDGES])), len(around) - len(added)


def found(topology: Topology, text: str) -> list[str]:
    """The ids of nodes whose name contains a text, whatever its case; those that begin with it first."""
    wanted = text.casefold().strip()
    if not wanted:
        return []
    names = [(id_, vertex.name.casefold()) for id_, vertex in topology.vertices.items()]
    hits = [(not name.startswith(wanted), len(name), name, id_) for id_, name in names if wanted in name]
    return [id_ for *_, id_ in sorted(hits)[:_MOST_FOUND]]


def degree(topology: Topology, id_: str) -> int:
    """The number of neighbours, in and out."""
    return len(topology.after[id_]) + len(topology.before[id_])


def node_json(topology: Topology, id_: str) -> dict[str, Any]:
    """A node as the page reads it."""
    vertex = topology.vertices[id_]
    held = {key: _shown(value) for key, value in vertex.properties.items() if key not in (NODE_NAME, NODE_TYPE)}
    known = {"id": id_, "name": vertex.name, "type": vertex.type, "degree": degree(topology, id_)}
    return {**known, "properties": held}


def edge_json(edge: Edge) -> dict[str, Any]:
    """A relationship as the page reads it."""
    held = {key: _shown(value) for key, value in edge.properties.items() if key != RELATION_TYPE}
    return {"source": edge.source, "target": edge.target, "relation": edge.relation, "properties": held}


def _shown(value: Cell) -> Any:
    encoded = encode(value)
    text = encoded if isinstance(encoded, str) else None
    return text[:_LONGEST_VALUE] + "…" if text is not None and len(text) > _LONGEST_VALUE else encoded


def _elements(cells: Iterable[Cell]) -> Iterator[Node | Relationship]:
    for cell in cells:
        if isinstance(cell, (Node, Relationship)):
            yield cell
        elif isinstance(cell, Path):
            yield from cell.nodes
            yield from cell.relationships
        elif isinstance(cell, (list, tuple)):
            yield from _elements(cell)
