"""Averages of what is an average itself: "the average height of species that fly", of which each has one."""

from __future__ import annotations

from fingerpost.linking.text import split_name
from fingerpost.plans import AggregateFunction
from fingerpost.questions.algebra import Head, Kind, Measure, Term, term_of
from fingerpost.questions.markers import Role
from fingerpost.questions.schema_graph import SchemaGraph, adds_up
from fingerpost.questions.state import State

_MEANS = frozenset(("average", "avg", "mean"))
_OTHERWISE = (Role.GROUP, Role.SUPERLATIVE, Role.SORT, Role.CHECK)


def of_means(graph: SchemaGraph, state: State, head: Head) -> Head | None:
    """One number over all of them, where neither one of them is named nor each is asked for; None elsewhere."""
    told = {(f.owner, f.property, f.edge) for f in state.filters}
    asked = [i for i in state.items if i.property is not None and (i.owner, i.property, i.edge) not in told]
    if len(asked) != 1 or asked[0].edge or any(marker.role in _OTHERWISE for marker in state.markers):
        return None
    term = term_of(asked[0])
    label, named = state.nodes[term.owner].label, graph.named_by(state, term.owner)
    info = graph.property(label, term.property or "")
    if (
        info is None
        or not adds_up(info)
        or named
        or split_name(info.name)[0] not in _MEANS
        or not _is_first(state, term)
    ):
        return None
    return head._replace(kind=Kind.AGGREGATE, measures=(Measure(AggregateFunction.AVG, term),))


def _is_first(state: State, term: Term) -> bool:
    """Whether nothing is asked for before it."""
    asked = next((item for item in state.items if not item.by_value), None)
    return asked is not None and term_of(asked) == term
