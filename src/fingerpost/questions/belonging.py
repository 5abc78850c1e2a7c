"""Which part of a pattern each of several measures is of.

"For each team, the average number of goals per match and the number of players": players are those of the team, whether
they scored or not. What is said of the team itself ("that entered the cup") holds for both.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from fingerpost.questions.algebra import Head, Left, Measure, Term, term_of
from fingerpost.questions.roles import MEASURES, Role
from fingerpost.questions.state import Item, State, said_at
from fingerpost.questions.tree import ends, reached, way


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
    for end in (*roots[1:], *(end for term in terms for end in ends(state, term.owner, edge=term.edge))):
        nodes = way(state, roots[0], end)
        if nodes is None:
            return None
        needed.update(nodes)
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


def _left(state: State, roots: Sequence[int], part: _Part, parts: Sequence[_Part]) -> Left:
    """What others need and this measure does not, with all that hangs on it."""
    kept = set(part.needed)
    for node in _kept(state, roots, part, parts):
        kept.update(way(state, roots[0], node) or ())
    gone = {node for other in parts for node in other.needed} - kept
    counted = {term.owner for other in parts for term in other.terms if term.edge}
    counted -= {term.owner for term in part.terms if term.edge}
    edges = {n for n in counted if not _is_said(state, n, part, parts)}
    there = reached(state, roots, gone, edges)
    if not kept <= there:
        edges, there = set(), reached(state, roots, gone)
    return Left(frozenset(range(len(state.nodes))) - there, frozenset(edges))


def _kept(state: State, roots: Sequence[int], part: _Part, parts: Sequence[_Part]) -> Iterator[int]:
    """Nodes that a measure does not need, and that are spoken of where it is said, or where is said of what it is."""
    for item in state.items:
        if not item.edge and _is_in(item.start, part, parts):
            yield item.owner
    for told in state.filters:
        if _is_in(told.start, part, parts):
            yield from ends(state, told.owner, edge=told.edge)
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
