"""Counts of what need not be there: "list the branches, and how many books each has" lists those without any too."""

from __future__ import annotations

from collections.abc import Iterable

from fingerpost.questions.algebra import Head, Term
from fingerpost.questions.markers import Role
from fingerpost.questions.state import State

_CHOOSING = (Role.SUPERLATIVE, Role.TOP)


def with_none(state: State, head: Head, asked: Iterable[Term]) -> Head:
    """The head, so that what is asked for besides is listed with a count of 0, where nothing but the count is new."""
    owners = {key.owner for key in (*head.keys, *head.groups) if not key.edge}
    if len(head.measures) > 1 or head.having or head.per is not None or not {term.owner for term in asked} & owners:
        return head
    term = head.measures[0].term
    if term.property is not None or term.edge or state.nodes[term.owner].absent:
        return head
    ends = [{edge.start, edge.end} for edge in state.edges if term.owner in (edge.start, edge.end)]
    counts = [m for m in state.markers if m.role is Role.COUNT]
    told = any(f.edge or f.owner == term.owner for f in state.filters)
    if told or len(ends) != 1 or not ends[0] & owners or any(m.role in _CHOOSING for m in state.markers):
        return head
    new = len(counts) == 1 and state.nodes[term.owner].at >= counts[0].end
    return head._replace(optional=term.owner) if new else head
