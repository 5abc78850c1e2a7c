"""The shorter pattern: "for each cup, how many players scored goals" is of goals in matches of that cup.

Read from left to right, players hang on the cup by what nobody said: their teams. What they are said to have done leads
to the cup by itself.
"""

from __future__ import annotations

from collections.abc import Iterator

from fingerpost.questions.algebra import has_role
from fingerpost.questions.attach import Attacher, scored
from fingerpost.questions.markers import Role
from fingerpost.questions.state import Reason, State, TreeEdge
from fingerpost.questions.tree import arranged
from fingerpost.questions.ways import Link

_OF_WAYS = ("edge unsaid", "hop", "way round", "far")
"""Features of the steps that a longer way costs."""
_BOTH = 2
"""Edges of a node on the way to another: to it, and on from it."""


def straightened(attacher: Attacher, state: State) -> Iterator[State]:
    """Readings in which what was said of a node leads to what it hung on over a node that nobody mentioned.

    The middle node and both its edges give way to one edge from what was said. Where it was mentioned later ("... and
    the number of clubs") it stays where it hangs, and only what led on from it gives way.
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
            joined = any({e.start, e.end} == {near, other} for e in state.edges)
            if other <= far or alike or joined or state.nodes[other].absent or _hangs(state, other) != number:
                continue
            for link in attacher.graph.ways.links(state.nodes[near].label, state.nodes[other].label)[:1]:
                yield _instead(state, (first, last, number), (near, middle, far, other), link)


def _around(state: State, middle: int) -> tuple[int, int] | None:
    """The edge to a node that was brought in on the way to another, and the one that leads on, which nobody said.

    None where something is said of the node, or hangs on it, that is not to go with it.
    """
    node = state.nodes[middle]
    edges = [number for number, edge in enumerate(state.edges) if middle in (edge.start, edge.end)]
    if node.absent or len(edges) < _BOTH or state.edges[edges[1]].said:
        return None
    first, last = edges[:_BOTH]
    leads = _hangs(state, middle) == first and state.edges[first].at == state.edges[last].at == node.at
    asked = {i.owner for i in state.items if i.edge} | {f.owner for f in state.filters if f.edge}
    if not leads or _hangs(state, middle + 1) != last or last in asked:
        return None
    if node.named:
        # "The number of rowers per club": the two belong together.
        each = any(i.owner == middle and not i.edge and has_role(i, Role.GROUP) for i in state.items)
        return None if each else (first, last)
    told = {i.owner for i in state.items if not i.edge} | {f.owner for f in state.filters if not f.edge}
    bare = len(edges) == _BOTH and middle not in told and first not in asked and not state.edges[first].said
    return (first, last) if bare else None


def _hangs(state: State, node: int) -> int:
    """The edge by which a node hangs on an earlier one."""
    hung = (n for n, edge in enumerate(state.edges) if max(edge.start, edge.end) == node)
    return next(hung, -1)


def _instead(state: State, edges: tuple[int, int, int], nodes: tuple[int, int, int, int], link: Link) -> State:
    """The state with a later node in the place of the middle one, or behind it where that one stays."""
    first, last, said = edges
    near, middle, far, other = nodes
    stays = state.nodes[middle].named
    at = state.edges[first].at
    kept = [r for r in state.reasons if r.start != at or r.feature not in _OF_WAYS]
    lost = [r for r in state.reasons if r.start == at and r.feature in _OF_WAYS]
    score = state.score - sum(state.weights[r.feature] * r.amount for r in lost)
    order = [n for n in range(len(state.nodes)) if n != other and (stays or n != middle)]
    order.insert(far if stays else middle, other)
    ends = (near, other) if link.forward else (other, near)
    sources = list(range(len(state.edges)))
    joined = list(state.edges)
    joined[last if stays else first] = TreeEdge(*ends, link.type, link.either, at)
    if not stays:
        sources[last] = sources.pop(said)
    whole = state.but(edges=tuple(joined), reasons=tuple(kept), score=score)
    before = arranged(whole, order, sources)
    return scored(before, Reason("edge unsaid", link.rarity, at), Reason("way through", 1.0, at))
