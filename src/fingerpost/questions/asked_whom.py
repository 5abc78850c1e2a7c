"""Whether a list answers "who" with somebody, and "where" with a place."""

from __future__ import annotations

from fingerpost.linking.english import is_people
from fingerpost.linking.text import split_name
from fingerpost.questions.algebra import Head, Kind, Term
from fingerpost.questions.listing import WHEREABOUTS
from fingerpost.questions.schema_graph import SchemaGraph
from fingerpost.questions.state import State
from fingerpost.questions.wording import Wording


def misses_asked(graph: SchemaGraph, state: State, head: Head, wording: Wording) -> bool:
    """ "Who has a rating above 1500": ratings; "where did the play rehearse": rehearsals."""
    answers = _ANSWERS.get(wording.said(0, 1))
    if answers is None or head.kind is not Kind.LIST:
        return False
    fit = (c for c in head.columns if _stands_for_it(state, c) or answers(graph, state, c))
    return all(_is_told(graph, state, column) for column in fit)


def _is_told(graph: SchemaGraph, state: State, column: Term) -> bool:
    """Whether the question itself says who that is, and something else besides: "whose dog does Ann walk": Ann."""
    return not column.edge and len(state.nodes) > 1 and bool(graph.named_by(state, column.owner))


def _stands_for_it(state: State, column: Term) -> bool:
    """Whether the question word itself brought in what a column is of."""
    return not column.edge and not state.nodes[column.owner].at and not state.nodes[column.owner].named


def _is_somebody(graph: SchemaGraph, state: State, column: Term) -> bool:
    if column.property is not None and is_people(split_name(column.property)):
        return True
    label = "" if column.edge else state.nodes[column.owner].label
    return label in graph.living or label in graph.agents


def _is_somewhere(graph: SchemaGraph, state: State, column: Term) -> bool:
    """Also what only a relation leads to: where she works is her company."""
    if column.property is not None and not {*split_name(column.property)}.isdisjoint(WHEREABOUTS):
        return True
    return column.edge or not state.nodes[column.owner].named or state.nodes[column.owner].label in graph.places


_ANSWERS = {"who": _is_somebody, "whose": _is_somebody, "where": _is_somewhere}
