"""Walking over the tree of a reading, and leaving out or reordering parts of it."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Sequence, Set
from itertools import pairwise

from fingerpost.questions.state import State, TreeEdge

_UNSAID = 1.25
"""How long an edge is that nobody said, beside one that was."""


def way(state: State, start: int, end: int, passes: Callable[[int], bool] = lambda _: True) -> tuple[int, ...] | None:
    """The nodes on the shortest way from one to another, both among them; None where they do not hang together.

    It leads over relations that were said where there are such, over nothing absent, and between its ends only over
    nodes that it `passes`.
    """
    ways: list[tuple[float, tuple[int, ...]]] = [(0.0, (start,))]
    seen: set[int] = set()
    while ways:
        length, nodes = heapq.heappop(ways)
        if nodes[-1] == end:
            return nodes
        if nodes[-1] in seen:
            continue
        seen.add(nodes[-1])
        for edge in edges_at(state, nodes[-1]):
            other = edge.start + edge.end - nodes[-1]
            if other not in seen and not state.nodes[other].absent and (other == end or passes(other)):
                heapq.heappush(ways, (length + (1.0 if edge.said else _UNSAID), (*nodes, other)))
    return None


def edges_at(state: State, node: int) -> list[TreeEdge]:
    """The edges of a node, without those that must not be there."""
    return [edge for edge in state.edges if node in (edge.start, edge.end) and not edge.absent]


def steps(state: State, nodes: Sequence[int]) -> list[TreeEdge]:
    """The edges of a way."""
    return [next(e for e in edges_at(state, one) if other in (e.start, e.end)) for one, other in pairwise(nodes)]


def ends(state: State, owner: int, *, edge: bool) -> tuple[int, ...]:
    """A node, or the two nodes that an edge joins."""
    return (state.edges[owner].start, state.edges[owner].end) if edge else (owner,)


def reached(state: State, starts: Iterable[int], gone: Set[int] = frozenset(), cut: Set[int] = frozenset()) -> set[int]:
    """The nodes that hang together with some once others are `gone` and edges are `cut`; over absent ones too."""
    found = set(starts)
    waiting = list(found)
    while waiting:
        node = waiting.pop()
        for number, edge in enumerate(state.edges):
            if node in (edge.start, edge.end) and number not in cut:
                other = edge.start + edge.end - node
                if other not in gone and other not in found:
                    found.add(other)
                    waiting.append(other)
    return found


def absent_edges(state: State) -> frozenset[int]:
    """The edges that must not join what they lie between."""
    return frozenset(number for number, edge in enumerate(state.edges) if edge.absent)


def arranged(state: State, nodes: Sequence[int], edges: Sequence[int]) -> State:
    """The state with only some nodes and edges, in this order, and what is said of them; all else is renumbered.

    `edges` join nodes that stay. Conditions and items of what is gone go with it; of an item nothing else may hang on.
    """
    node = {old: new for new, old in enumerate(nodes)}
    edge = {old: new for new, old in enumerate(edges)}
    items = [n for n, item in enumerate(state.items) if item.owner in (edge if item.edge else node)]
    item = {old: new for new, old in enumerate(items)}
    filters = (f for f in state.filters if f.owner in (edge if f.edge else node))
    joined = (state.edges[old] for old in edges)
    listed = (state.items[old] for old in items)
    return state.but(
        nodes=tuple(state.nodes[old] for old in nodes),
        edges=tuple(e._replace(start=node[e.start], end=node[e.end]) for e in joined),
        items=tuple(i._replace(owner=(edge if i.edge else node)[i.owner]) for i in listed),
        filters=tuple(f._replace(owner=(edge if f.edge else node)[f.owner]) for f in filters),
        havings=tuple(h._replace(item=item[h.item]) for h in state.havings if h.item in item),
        descriptor=item.get(state.descriptor, -1),
        recent=node.get(state.recent, 0),
        resumed=node.get(state.resumed, -1),
    )
