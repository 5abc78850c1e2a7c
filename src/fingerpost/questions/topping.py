"""Heads for "the top 5 books with a price above 20": what the top is measured by where nobody says it."""

from __future__ import annotations

from fingerpost.plans import ORDERINGS, AggregateFunction, Comparison
from fingerpost.questions.algebra import Best, Head, Kind, Term
from fingerpost.questions.markers import Role
from fingerpost.questions.roles import SOME
from fingerpost.questions.schema_graph import SchemaGraph
from fingerpost.questions.state import Filter, State

_MORE = (Comparison.GT, Comparison.GE)


def topped(graph: SchemaGraph, state: State, head: Head) -> Head:
    """The head with what "top" measures: a number that a condition names, or how many a group has.

    "The top 5 books with a price above 20" are the dearest. Any of them will do where nothing tells it, and of "which 5
    books have a price above 20": these stand in that order.
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
    if told is None:
        return head
    bound = Term(asked.owner, told.property)
    if all(m.value == SOME for m in tops):
        return head._replace(order=((bound, told.comparison in _MORE),))
    return head._replace(best=Best(bound, True, None, head.limit or 1), limit=None)


def _bounded(graph: SchemaGraph, state: State, owner: int) -> Filter | None:
    """The condition on a number that is to be more than something, else on one that is to be less."""
    found = []
    for told in state.filters:
        if told.owner == owner and not told.edge and not told.negated and told.comparison in ORDERINGS:
            info = graph.held(state, owner, told.property, edge=False)
            if info is not None and info.numeric and "year" not in told.property.lower():
                found.append(told)
    return next((told for told in found if told.comparison in _MORE), found[0] if found else None)
