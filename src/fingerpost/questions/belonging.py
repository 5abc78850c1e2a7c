"""Which part of a pattern each of several measures is of.

"For each team, the average number of goals per match and the number of players": players are those of the team, whether
they scored or not. What is said of the team itself ("that entered the cup") holds for both.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from fingerpost.questions.algebra import Head, Left, Measure, Term, term_of
from fingerpost.questions.roles import MEASURES, Role
from fingerpost.questions.state import Item, State, said_at

_UNSAID = 1.25
"""How long an edge is that nobody said, beside one that was."""


class _Part(NamedTuple):
    """A measure, what it needs of the pattern, and the words that say it."""

    terms: tuple[Term, ...]
    needed: frozenset[int]
    start: float
    end: float


def left_out(state: State, head: Head) -> dict[Measure, Left] | None:
    """What of the pattern does not belong to each measure; None where it is not told what they are measured for."""
    roots = _roots(state, head)
    if not roots:
        return None
    parts = {}
    for measure in head.measures:
        part = _part(state, roots, measure, head)
        if part is None:
            return None
        parts[measure] = part
    return {measure: _left(state, roots, part, list(parts.values())) for measure, part in parts.items()}


def _roots(state: State, head: Head) -> tuple[int, ...]:
    """The nodes for each of which something is measured, else the one that is told of.

    None where all are grouped by what they have ("for each gender, of users"): these are the same ones for all.
    """
    terms = (*head.keys, *head.groups)
    if terms:
        whole = any(term.property is None for term in terms) and not any(term.edge for term in terms)
        return tuple(dict.fromkeys(term.owner for term in terms)) if whole else ()
    told = {f.owner for f in state.filters if not f.edge}
    return tuple(told) if len(told) == 1 else ()


def _part(state: State, roots: Sequence[int], measure: Measure, head: Head) -> _Part | None:
    """What one measure needs: the ways from what it is measured for to what is measured."""
    terms = (measure.term, head.per) if measure.each is not None and head.per is not None else (measure.term,)
    needed = set(roots)
    for end in (*roots[1:], *(end for term in terms for end in _ends(state, term))):
        way = _way(state, roots[0], end)
        if way is None:
            return None
        needed.update(way)
    own = next((i for i in state.items if term_of(i) == measure.term and _marked(i)), None)
    if own is None:
        return None
    start = _marked(own)[0]
    later = [place for item in state.items for place in _marked(item)]
    later += [m.start for m in state.markers if m.role is Role.ASK]
    return _Part(terms, frozenset(needed), start, min((place for place in later if place >= own.end), default=math.inf))


def _marked(item: Item) -> list[int]:
    """Where the markers stand that measure an item."""
    return sorted(m.start for m in item.roles if m.role in MEASURES)


def _ends(state: State, term: Term) -> tuple[int, ...]:
    return (state.edges[term.owner].start, state.edges[term.owner].end) if term.edge else (term.owner,)


def _left(state: State, roots: Sequence[int], part: _Part, parts: Sequence[_Part]) -> Left:
    """What others need and this measure does not, with all that hangs on it."""
    kept = set(part.needed)
    for node in _kept(state, roots, part, parts):
        kept.update(_way(state, roots[0], node) or ())
    gone = {node for other in parts for node in other.needed} - kept
    counted = {term.owner for other in parts for term in other.terms if term.edge}
    counted -= {term.owner for term in part.terms if term.edge}
    edges = {n for n in counted if not _is_said(state, n, part, parts)}
    there = _reached(state, roots, gone, edges)
    if not kept <= there:
        edges, there = set(), _reached(state, roots, gone, set())
    return Left(frozenset(range(len(state.nodes))) - there, frozenset(edges))


def _kept(state: State, roots: Sequence[int], part: _Part, parts: Sequence[_Part]) -> Iterator[int]:
    """Nodes that a measure does not need, and that are spoken of where it is said, or where is said of what it is."""
    measured = {term.owner for other in parts for term in other.terms if not term.edge}
    for item in state.items:
        if not item.edge and _is_in(item.start, part, parts):
            yield item.owner
    for told in state.filters:
        ends = _ends(state, Term(told.owner, None, told.edge))
        beside = any(_joins(state, root, told.owner) for root in roots) and told.owner not in measured
        if _is_in(told.start, part, parts) or (beside and not told.edge):
            yield from ends
    for number, edge in enumerate(state.edges):
        if _is_said(state, number, part, parts):
            yield from (edge.start, edge.end)


def _is_in(place: int, part: _Part, parts: Sequence[_Part]) -> bool:
    """Whether a word stands where a measure is said, or before all of them."""
    return part.start <= place < part.end or place < min(other.start for other in parts)


def _is_said(state: State, number: int, part: _Part, parts: Sequence[_Part]) -> bool:
    """Whether a relation is said there."""
    edge = state.edges[number]
    return edge.said and any(_is_in(place, part, parts) for place in said_at(state, edge.type))


def _joins(state: State, one: int, other: int) -> bool:
    return any({edge.start, edge.end} == {one, other} for edge in state.edges)


def _reached(state: State, roots: Sequence[int], gone: set[int], edges: set[int]) -> set[int]:
    """The nodes that hang together with the roots once some nodes and edges are gone."""
    found, waiting = set(roots), list(roots)
    while waiting:
        node = waiting.pop()
        for number, edge in enumerate(state.edges):
            if node in (edge.start, edge.end) and number not in edges:
                other = edge.start + edge.end - node
                if other not in gone and other not in found:
                    found.add(other)
                    waiting.append(other)
    return found


def _way(state: State, start: int, end: int) -> list[int] | None:
    """The nodes on the shortest way from one to another, over relations that were said where there are such."""
    ways: list[tuple[float, list[int]]] = [(0.0, [start])]
    seen: set[int] = set()
    while ways:
        length, way = heapq.heappop(ways)
        if way[-1] == end:
            return way
        if way[-1] in seen:
            continue
        seen.add(way[-1])
        for edge in state.edges:
            if way[-1] in (edge.start, edge.end) and not edge.absent:
                other = edge.start + edge.end - way[-1]
                if other not in seen and not state.nodes[other].absent:
                    heapq.heappush(ways, (length + (1.0 if edge.said else _UNSAID), [*way, other]))
    return None
