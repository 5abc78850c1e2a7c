"""Heads for "the top 3 topics of posts": what the top is measured by where nobody says it."""

from __future__ import annotations

from fingerpost.plans.model import ORDERINGS, AggregateFunction, Comparison
from fingerpost.questions.algebra import Best, Head, Kind, Term
from fingerpost.questions.markers import Role
from fingerpost.questions.roles import SOME
from fingerpost.questions.schema_graph import SchemaGraph
from fingerpost.questions.state import State

_MORE = (Comparison.GT, Comparison.GE)
_SEVERAL = 1.1
"""From how many of a kind on for each thing, on the whole, things can be told apart by how many they have."""


def topped(graph: SchemaGraph, state: State, head: Head) -> Head:
    """The head with what "top" measures: a number that a condition names, else how many things were told by.

    "The top 5 books with a price above 20" are the dearest, "the top 3 topics of posts" those of most posts. Any of
    them will do where nothing tells it.
    """
    plain = head.kind is Kind.LIST and not head.focus.edge and head.focus.property is None
    if not plain or not any(m.role is Role.TOP and m.value != SOME for m in state.markers):
        return head
    if head.having:
        more = all(c.comparison in _MORE and c.function is AggregateFunction.COUNT for c in head.having)
        return head._replace(topped=more)
    bound = _bounded(graph, state, head.focus.owner)
    if bound is not None:
        return head._replace(best=Best(bound, True, None, head.limit or 1), limit=None)
    other = _told_by(graph, state, head.focus.owner)
    if other is None:
        return head
    return head._replace(best=Best(Term(other), True, AggregateFunction.COUNT, head.limit or 1), limit=None)


def _bounded(graph: SchemaGraph, state: State, owner: int) -> Term | None:
    """The number that is to be more or less than something."""
    for told in state.filters:
        if told.owner == owner and not told.edge and not told.negated and told.comparison in ORDERINGS:
            info = graph.held(state, owner, told.property, edge=False)
            if info is not None and info.numeric and "year" not in told.property.lower():
                return Term(owner, told.property)
    return None


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
