"""The shorter pattern: "for each cup, how many players scored goals" is of goals in matches of that cup.

Read from left to right, players hang on the cup by what nobody said: their teams. What they are said to have done leads
to the cup by itself.
"""

from __future__ import annotations

from collections.abc import Iterator

from fingerpost.questions.attach import Attacher, scored
from fingerpost.questions.schema_graph import Link
from fingerpost.questions.state import Reason, State, TreeEdge

_OF_WAYS = ("edge unsaid", "hop", "way round", "far")
"""Features of the steps that a longer way costs."""


def straightened(attacher: Attacher, state: State) -> Iterator[State]:
    """Readings in which what was said of a node leads to what it hung on over a node that nobody mentioned.

    The middle node and both its edges give way to one edge from what was said.
    """
    for middle in range(1, len(state.nodes) - 2):
        ends = _around(state, middle)
        if ends is None:
            continue
        first, last = ends
        near = state.edges[first].start + state.edges[first].end - middle
        far = state.edges[last].start + state.edges[last].end - middle
        for number, edge in enumerate(state.edges):
            if not edge.said or edge.absent or far not in (edge.start, edge.end) or number in ends:
                continue
            other = edge.start + edge.end - far
            alike = sum(node.label == state.nodes[other].label for node in state.nodes) > 1
            if other <= far or alike or state.nodes[other].absent or _hangs(state, other) != number:
                continue
            for link in attacher.graph.links(state.nodes[near].label, state.nodes[other].label)[:1]:
                yield _instead(state, (first, last, number), (near, middle, other), link)


def _around(state: State, middle: int) -> tuple[int, int] | None:
    """Both edges of a node that nobody named and nothing is said of, neither of them said; None where it has others."""
    node = state.nodes[middle]
    if node.named or node.absent:
        return None
    edges = [number for number, edge in enumerate(state.edges) if middle in (edge.start, edge.end)]
    if len(edges) != 2 or any(state.edges[number].said for number in edges):
        return None
    told = {i.owner for i in state.items if not i.edge} | {f.owner for f in state.filters if not f.edge}
    asked = {i.owner for i in state.items if i.edge} | {f.owner for f in state.filters if f.edge}
    if middle in told or not asked.isdisjoint(edges):
        return None
    first, last = edges
    leads = max(state.edges[first].start, state.edges[first].end) == middle
    return (first, last) if leads and state.edges[first].at == state.edges[last].at else None


def _hangs(state: State, node: int) -> int:
    """The edge by which a node hangs on an earlier one."""
    hung = (n for n, edge in enumerate(state.edges) if max(edge.start, edge.end) == node)
    return next(hung, -1)


def _instead(state: State, edges: tuple[int, int, int], nodes: tuple[int, int, int], link: Link) -> State:
    """The state with a later node in the place of the middle one."""
    first, last, said = edges
    near, middle, other = nodes
    at = state.edges[first].at
    kept = [r for r in state.reasons if r.start != at or r.feature not in _OF_WAYS]
    lost = [r for r in state.reasons if r.start == at and r.feature in _OF_WAYS]
    score = state.score - sum(state.weights[r.feature] * r.amount for r in lost)

    def node(old: int) -> int:
        return middle if old == other else old - (old > other)

    def edge(old: int) -> int:
        return last if old == said else old - (old > said)

    start, end = (near, middle) if link.forward else (middle, near)
    straight = TreeEdge(start, end, link.type, link.either, at)
    moved = [e._replace(start=node(e.start), end=node(e.end)) for e in state.edges]
    moved[first], moved[last] = straight, moved[said]
    before = state.but(
        nodes=tuple(state.nodes[other] if n == middle else held for n, held in enumerate(state.nodes) if n != other),
        edges=tuple(e for n, e in enumerate(moved) if n != said),
        items=tuple(i._replace(owner=(edge if i.edge else node)(i.owner)) for i in state.items),
        filters=tuple(f._replace(owner=(edge if f.edge else node)(f.owner)) for f in state.filters),
        recent=node(state.recent),
        resumed=node(state.resumed),
        reasons=tuple(kept),
        score=score,
    )
    return scored(before, Reason("edge unsaid", link.rarity, at), Reason("way through", 1.0, at))
