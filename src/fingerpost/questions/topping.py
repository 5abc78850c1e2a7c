"""Heads for "the top 3 topics of posts": what the top is measured by where nobody says it."""

from __future__ import annotations

from fingerpost.plans import ORDERINGS, AggregateFunction, Comparison
from fingerpost.questions.algebra import Best, Head, Kind, Term
from fingerpost.questions.markers import Role
from fingerpost.questions.playing import deed_of
from fingerpost.questions.roles import SOME
from fingerpost.questions.schema_graph import SchemaGraph
from fingerpost.questions.state import Filter, State

_MORE = (Comparison.GT, Comparison.GE)
_SEVERAL = 1.1
"""From how many of a kind on for each thing, on the whole, things can be told apart by how many they have."""


def topped(graph: SchemaGraph, state: State, head: Head) -> Head:
    """The head with what "top" measures: a number that a condition names, else how many things were told by.

    "The top 5 books with a price above 20" are the dearest, "the top 3 topics of posts" those of most posts. Any of
    them will do where nothing tells it, and of "which 5 books have a price above 20": these stand in that order.
    """
    asked = head.focus
    named = asked.property is None or asked.property in graph.display.parts(state.nodes[asked.owner].label)
    tops = [m for m in state.markers if m.role is Role.TOP]
    if not tops or head.kind is not Kind.LIST or asked.edge or not named:
        return head
    if head.having:
        more = all(c.comparison in _MORE and c.function is AggregateFunction.COUNT for c in head.having)
        return head._replace(topped=more)
    told = _bounded(graph, state, asked.owner)
    some = all(m.value == SOME for m in tops)
    if told is not None:
        bound = Term(asked.owner, told.property)
        if some:
            return head._replace(order=((bound, told.comparison in _MORE),))
        return head._replace(best=Best(bound, True, None, head.limit or 1), limit=None)
    done = _called_by(state, asked.owner) if asked.property is None else None
    if done is not None:
        return head._replace(best=Best(done, True, AggregateFunction.COUNT, head.limit or 1), limit=None)
    other = _told_by(graph, state, asked.owner) if not some and asked.property is None else None
    if other is None:
        return head
    return head._replace(best=Best(Term(other), True, AggregateFunction.COUNT, head.limit or 1), limit=None)


def _bounded(graph: SchemaGraph, state: State, owner: int) -> Filter | None:
    """The condition on a number that is to be more than something, else on one that is to be less."""
    found = []
    for told in state.filters:
        if told.owner == owner and not told.edge and not told.negated and told.comparison in ORDERINGS:
            info = graph.held(state, owner, told.property, edge=False)
            if info is not None and info.numeric and "year" not in told.property.lower():
                found.append(told)
    return next((told for told in found if told.comparison in _MORE), found[0] if found else None)


def _called_by(state: State, owner: int) -> Term | None:
    """ "The top three scorers": how often they did what they are called by."""
    said = {state.nodes[owner].at, *(i.start for i in state.items if i.owner == owner and not i.edge)}
    types = {deed_of(reason) for reason in state.reasons if reason.start in said}
    done = (n for n, e in enumerate(state.edges) if e.type in types and owner in (e.start, e.end) and not e.absent)
    return next((Term(number, None, True) for number in done), None)


def _told_by(graph: SchemaGraph, state: State, owner: int) -> int | None:
    """What the things hang on by a relation that was said, of which each can have several, none of it by its name."""
    for edge in state.edges:
        if owner not in (edge.start, edge.end) or edge.start == edge.end or edge.absent:
            continue
        other = edge.end if edge.start == owner else edge.start
        node = state.nodes[other]
        if (edge.said or node.named) and not node.absent and not graph.named_by(state, other):
            pair = (state.nodes[edge.start].label, state.nodes[edge.end].label)
            if graph.several(edge.type, pair, forward=owner == edge.start, least=_SEVERAL):
                return other
    return None
