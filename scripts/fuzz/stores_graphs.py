"""Small random graphs for comparing stores: loops, parallel relationships, several labels a node, missing values."""

from __future__ import annotations

from random import Random

from fingerpost.core.cells import Node, Relationship
from fingerpost.stores.protocol import GraphWriter, NodeRow, RelationshipRow
from scripts.fuzz.reference import Graph

LABELS = ("A", "B", "C")
TYPES = {"R": (None, None), "S": ("A", "B"), "T": (None, "A"), "U": ("A", None)}
"""The types of relationships, and the labels that both ends have; None is any."""
WORDS = ("x", "y", "z")


def random_graph(random: Random) -> Graph:
    """A graph of a few nodes, or now and then of some dozens.

    Each node has a `k`, an `s` and a `b`, which may be missing, and a `u` that no other has; each relationship a `w`
    and a `u`.
    """
    size = random.choice((3, 4, 5, 6, 7, 8, 8, 25)) if random.random() < 0.92 else random.choice((1, 200))
    several = random.random() < 0.6
    nodes: list[Node] = []
    seen: set[str] = set()
    for number in range(size):
        labels = [random.choice(LABELS)]
        if several and random.random() < 0.3:
            labels += random.sample([label for label in LABELS if label not in labels], random.choice((1, 1, 2)))
        properties = {
            "k": random.choice((0, 1, 2, None)),
            "s": random.choice((*WORDS, None)),
            "b": random.choice((True, False, None)),
            "name": random.choice(WORDS),
        }
        if not set(labels) <= seen:  # each label has a node with all of them
            properties |= {"k": 1, "s": "x", "b": True}
        seen.update(labels)
        known = {key: value for key, value in properties.items() if value is not None}
        nodes.append(Node(f"n{number}", tuple(labels), {**known, "u": number}))
    relationships: list[Relationship] = []
    density = random.choice((1, 2, 2, 3) if size < 10 else (1, 2))
    for type_, (start, end) in TYPES.items():
        starts = [node for node in nodes if start is None or start in node.labels]
        ends = [node for node in nodes if end is None or end in node.labels]
        for _ in range(size * density // 2 if starts and ends else 0):
            number = len(relationships)
            weight = random.choice((0, 1, 2, None))
            own = {"u": number} if weight is None else {"u": number, "w": weight}
            one, other = random.choice(starts), random.choice(ends)
            relationships.append(Relationship(f"r{number}", type_, one.element_id, other.element_id, own))
    return Graph(tuple(nodes), tuple(relationships))


def write_graph(graph: Graph, writer: GraphWriter) -> None:
    """Write a graph with the element ids that it has."""
    by_labels: dict[tuple[str, ...], list[NodeRow]] = {}
    for node in graph.nodes:
        by_labels.setdefault(node.labels, []).append((node.element_id, 0, node.properties))
    for labels, rows in by_labels.items():
        writer.add_nodes(labels, rows)
    first = {node.element_id: node.labels[0] for node in graph.nodes}
    by_ends: dict[tuple[str, str, str], list[RelationshipRow]] = {}
    for one in graph.relationships:
        row = (one.start, one.end, 0, one.properties)
        by_ends.setdefault((first[one.start], one.type, first[one.end]), []).append(row)
    for (start, type_, end), ends in by_ends.items():
        writer.add_relationships(start, type_, end, ends)
