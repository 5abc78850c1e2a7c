"""Splits the edges of a pattern into chains, in which it is printed and its nodes are listed."""

from __future__ import annotations

from fingerpost.plans.model import EdgePattern, Pattern

Chain = tuple[tuple[str, ...], tuple[EdgePattern, ...]]
"""n + 1 node names and the n edges between them."""


def chains_of(edges: tuple[EdgePattern, ...]) -> tuple[Chain, ...]:
    """Edges in their order, joined if the next one begins where the last one ended.

    A chain's first edge is reversed if the second can then continue it.
    """
    found: list[tuple[list[str], list[EdgePattern]]] = []
    for index, edge in enumerate(edges):
        if found:
            names, joined = found[-1]
            if names[-1] in (edge.start, edge.end):
                names.append(edge.end if names[-1] == edge.start else edge.start)
                joined.append(edge)
                continue
        following = edges[index + 1] if index + 1 < len(edges) else None
        ends = () if following is None else (following.start, following.end)
        turned = edge.start in ends and edge.end not in ends
        found.append(([edge.end, edge.start] if turned else [edge.start, edge.end], [edge]))
    return tuple((tuple(names), tuple(joined)) for names, joined in found)


def in_order(pattern: Pattern) -> Pattern:
    """The same pattern with its nodes in the order of its chains, nodes without edges last."""
    met = dict.fromkeys(name for names, _ in chains_of(pattern.edges) for name in names)
    by_name = {node.name: node for node in pattern.nodes}
    nodes = (*(by_name[name] for name in met), *(node for node in pattern.nodes if node.name not in met))
    return pattern if nodes == pattern.nodes else pattern.model_copy(update={"nodes": nodes})
