"""Whether a list answers "who" with somebody, and "where" with a place."""

from __future__ import annotations

from fingerpost.linking.english import is_firm, is_people, is_role
from fingerpost.linking.scores import PREPOSITION
from fingerpost.linking.text import split_name
from fingerpost.questions.algebra import Head, Kind, Term
from fingerpost.questions.listing import WHEREABOUTS
from fingerpost.questions.schema_graph import SchemaGraph
from fingerpost.questions.state import State
from fingerpost.questions.wording import Wording

_HALF = 0.5
"""For what a relation leads to: where she works is her company, and hardly the shift that she worked in."""
_NAMES = frozenset(("name", "id"))


def misses_asked(graph: SchemaGraph, state: State, head: Head, wording: Wording) -> float:
    """How odd an answer is: ratings to "who has a rating above 1500", rehearsals to "where did they rehearse"."""
    misses = _MISSES.get(wording.said(0, 1))
    if misses is None or head.kind is not Kind.LIST:
        return 0.0
    told = {column for column in head.columns if _is_told(graph, state, column)}
    return min((1.0 if c in told else misses(graph, state, c) for c in head.columns), default=0.0)


def echoes(graph: SchemaGraph, state: State, head: Head) -> bool:
    """ "What does Ann grow": Ann, whatever she grows."""
    if head.kind is not Kind.LIST or len(state.nodes) > 1 or head.columns != (Term(0),):
        return False
    named = [f.end for f in graph.named_by(state, 0)]
    return bool(named) and any(m.score > PREPOSITION and m.start >= max(named) for m in state.relations)


def _is_told(graph: SchemaGraph, state: State, column: Term) -> bool:
    """Whether the question itself says who that is, and something else besides: "whose dog does Ann walk": Ann."""
    return not column.edge and len(state.nodes) > 1 and bool(graph.named_by(state, column.owner))


def _stands_for_it(state: State, column: Term) -> bool:
    """Whether the question word itself brought in what a column is of."""
    return not column.edge and not state.nodes[column.owner].at and not state.nodes[column.owner].named


def _is_nobody(graph: SchemaGraph, state: State, column: Term) -> float:
    """Not so what only a verb leads to, whatever it is called: who it is that she reports to."""
    if column.property is not None and _say_somebody(column.property):
        return 0.0
    if column.edge:
        return 1.0
    node = state.nodes[column.owner]
    if node.label in graph.living or node.label in graph.agents or _say_somebody(node.label):
        return 0.0
    return float(node.named or bool(graph.named_by(state, column.owner)))


def _say_somebody(name: str | None) -> bool:
    """Whether a name is for people, firms or who did something: `captain`, `written_by`, `supplier_name`."""
    words = split_name(name or "")
    words = words[:-1] if len(words) > 1 and words[-1] in _NAMES else words
    return bool(words) and (words[-1] == "by" or is_people(words) or is_role(words[-1]) or is_firm(words[-1]))


def _is_nowhere(graph: SchemaGraph, state: State, column: Term) -> float:
    if column.edge or _stands_for_it(state, column) or state.nodes[column.owner].label in graph.places:
        return 0.0
    if column.property is not None and not {*split_name(column.property)}.isdisjoint(WHEREABOUTS):
        return 0.0
    return 1.0 if state.nodes[column.owner].named else _HALF


_MISSES = {"who": _is_nobody, "whose": _is_nobody, "where": _is_nowhere}
