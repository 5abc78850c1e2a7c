"""Keeps a topology up with a workspace: what batches changed is applied, what they did not is shared."""

from __future__ import annotations

from collections.abc import Sequence

from fingerpost.engine.topology import Edge, Topology, Vertex
from fingerpost.engine.workspaces.effects import Effects, Held, Joined, Key
from fingerpost.engine.workspaces.vocabulary import NODE_NAME, NODE_TYPE, RELATION_TYPE


def followed(topology: Topology, batches: Sequence[Effects]) -> tuple[Topology, set[str]]:
    """The topology after more batches, and the ids of changed nodes."""
    nodes: dict[str, Vertex | None] = {}
    edges: dict[Key, Edge | None] = {}
    for effects in batches:
        nodes |= {name: _vertex(name, now) for name, (_, now) in effects.nodes.items()}
        edges |= {key: _edge(key, now) for key, (_, now) in effects.relationships.items()}
    return topology.changed(nodes, edges), set(nodes)


def _vertex(name: str, held: Held | None) -> Vertex | None:
    if held is None:
        return None
    return Vertex(name, name, held.type, {NODE_NAME: name, NODE_TYPE: held.type, **held.properties})


def _edge(key: Key, joined: Joined | None) -> Edge | None:
    if joined is None:
        return None
    source, relation, target = key
    return Edge(source, target, relation, {RELATION_TYPE: relation, **joined.properties})
