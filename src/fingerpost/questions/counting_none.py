"""Counts of what need not be there: those without any are listed with 0 where that is asked for, else told of."""

from __future__ import annotations

from collections.abc import Iterable

from fingerpost.core.schema import PropertyInfo, ValueType
from fingerpost.linking.text import singulars, split_name
from fingerpost.plans import AggregateFunction
from fingerpost.questions.algebra import Head, Term
from fingerpost.questions.markers import Role
from fingerpost.questions.roles import MEASURES
from fingerpost.questions.state import State, said_at
from fingerpost.questions.tree import absent_edges, ends, reached

_CHOOSING = (Role.SUPERLATIVE, Role.TOP)


def is_counted(state: State, info: PropertyInfo | None) -> bool:
    """Whether "no" before a property says that there are 0, and not that nobody knows: "posts with no likes"."""
    if info is None or info.type is not ValueType.INTEGER or any(m.role is Role.MISSING for m in state.markers):
        return False
    return any(singulars(word) for word in (split_name(info.name)[:1] + split_name(info.name)[-1:]))


def may_be_0(state: State, info: PropertyInfo | None) -> bool:
    """Whether "no" before a property may say that it is 0, as it must where all have one: "parcels with no postage"."""
    unknown = any(m.role is Role.MISSING for m in state.markers)
    return info is not None and info.type in (ValueType.INTEGER, ValueType.FLOAT) and not unknown


def with_none(state: State, head: Head, asked: Iterable[Term], *, listed: bool) -> Head:
    """The head, so that what is asked for besides is listed with a count of 0, where nothing but the count is new.

    Unless they are to be `listed`, it tells only that they are not: that is how people count by hand.
    """
    owners = {key.owner for key in (*head.keys, *head.groups) if not key.edge}
    besides = listed or bool({term.owner for term in asked} & owners)
    if len(head.measures) > 1 or head.having or head.per is not None or not besides:
        return head
    term = head.measures[0].term
    if term.property is not None or term.edge or state.nodes[term.owner].absent:
        return head
    joined = [{edge.start, edge.end} for edge in state.edges if term.owner in (edge.start, edge.end)]
    counts = [m for m in state.markers if m.role is Role.COUNT]
    told = any(f.edge or f.owner == term.owner for f in state.filters)
    if told or len(joined) != 1 or not joined[0] & owners or any(m.role in _CHOOSING for m in state.markers):
        return head
    new = len(counts) == 1 and state.nodes[term.owner].at >= counts[0].end
    return head._replace(optional=term, unlisted=not listed) if new else head


def each_with_none(state: State, head: Head) -> Head:
    """The head, so that where nothing happened counts as 0, if all of them are counted beside the average.

    "The average number of goals per match, and the number of matches"; but "of books that members borrowed, and the
    number of members" is of those who did. So too where it is said otherwise which they are: "the average number of
    goals they scored per match they played".
    """
    counts = [measure for measure in head.measures if measure.each is not None]
    if len(counts) != 1 or not counts[0].term.edge or head.having or head.per is None:
        return head
    whole = any(m.each is None and m.function is AggregateFunction.COUNT and m.term == head.per for m in head.measures)
    leaf = _only_counted(state, head)
    joined = {place for e in state.edges if leaf in (e.start, e.end) for place in (e.start, e.end)}
    if whole and leaf is not None and head.per.owner in joined:
        return head._replace(optional=Term(leaf))
    beside = _beside_another(state, counts[0].term, head.per)
    return head._replace(optional=counts[0].term) if beside and not _is_told(state, counts[0].term) else head


def _beside_another(state: State, counted: Term, per: Term) -> bool:
    """Whether another relation joins the same two as what is counted, of which one is what it is counted for."""
    both = {*ends(state, counted.owner, edge=True)}
    others = (e for n, e in enumerate(state.edges) if n != counted.owner and e.said and not e.absent and not e.most)
    return per.owner in both and not per.edge and any({e.start, e.end} == both for e in others)


def _is_told(state: State, counted: Term) -> bool:
    """Whether something is said of what is counted, or of all who have it: "for each player who scored a goal"."""
    first = min((m.start for item in state.items for m in item.roles if m.role in MEASURES), default=-1)
    before = any(place < first for place in said_at(state, state.edges[counted.owner].type))
    return before or any(f.edge and f.owner == counted.owner for f in state.filters)


def _only_counted(state: State, head: Head) -> int | None:
    """The node at an end of the pattern of which nothing is told but how many there are for each.

    It may hang on the group as well, where what it is counted for does so without it: "the heats of each club, and the
    capsizes of its rowers per heat".
    """
    term = next(measure.term for measure in head.measures if measure.each is not None)
    asked = [*head.keys, *head.groups, *(m.term for m in head.measures if m.each is None)]
    asked += [head.per] if head.per is not None else []
    told = {f.owner for f in state.filters if not f.edge}
    held = {t.owner for t in asked if not t.edge}
    for leaf in ends(state, term.owner, edge=term.edge):
        edges = [number for number, edge in enumerate(state.edges) if leaf in (edge.start, edge.end)]
        used = leaf in held or any(t.edge and t.owner in edges for t in asked)
        around = {state.edges[n].start + state.edges[n].end - leaf for n in edges}
        apart = len(edges) == 1 or (
            around <= held and around <= reached(state, sorted(around)[:1], {leaf}, absent_edges(state))
        )
        beside = {f.owner for f in state.filters if f.edge}
        if apart and not used and leaf not in told and beside.isdisjoint(edges):
            return None if state.nodes[leaf].absent else leaf
    return None
