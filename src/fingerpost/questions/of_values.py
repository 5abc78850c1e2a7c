"""Values asked for as things: "directors who have a film of 1999 and one of 2000", of whom no film is of both years."""

from __future__ import annotations

from fingerpost.plans import Comparison
from fingerpost.questions.algebra import Head, Kind, Others, Term, has_role, term_of
from fingerpost.questions.contraries import excludes
from fingerpost.questions.markers import Role
from fingerpost.questions.schema_graph import SchemaGraph
from fingerpost.questions.state import Filter, State
from fingerpost.questions.wording import Wording

_SEVERAL = 1.01
"""How many of something each has, on the whole, from which on they are counted for each."""
_MORE = (Comparison.GT, Comparison.GE)


def of_values(graph: SchemaGraph, state: State, head: Head, wording: Wording) -> Head:
    """The head with what is said of another thing of the same value, where no single thing can be both."""
    if head.kind is not Kind.LIST or len(head.columns) != 1 or head.best is not None or head.having or head.either:
        return head
    column = head.columns[0]
    if column.property is None or column.edge or column.part:
        return head
    if column.property in graph.display.parts(state.nodes[column.owner].label):
        return head
    told = [(number, f) for number, f in enumerate(state.filters) if _is_told(f, column)]
    said = [(number, f) for number, f in told if not f.negated]
    for place, (_, one) in enumerate(said):
        for number, other in said[place + 1 :]:
            if one.property == other.property and excludes(one, other) and not _either(state, one, other):
                return head._replace(others=Others(column, number), once=True)
    denied = [number for number, f in told if f.negated or f.comparison is Comparison.NE]
    if len(denied) == 1 and _are_asked(state, column, wording):
        return head._replace(others=Others(column, denied[0], absent=True), once=True)
    return head


def counted_by_value(graph: SchemaGraph, state: State, head: Head) -> Head | None:
    """ "The towns that two members come from", where each member has an address of their own: counted by town."""
    if head.kind is not Kind.LIST or len(head.columns) != 1 or len(head.having) != 1 or head.best is not None:
        return None
    column, having = head.columns[0], head.having[0]
    counted = having.term
    if column.property is None or column.edge or column.part or counted.edge:
        return None
    if counted.property is not None:
        # "Colleges that have two players", where a player is a name beside that of the college.
        beside = column.owner == counted.owner and column.property != counted.property
        return head._replace(valued=True) if beside and having.comparison in _MORE else None
    if column.owner == counted.owner or having.comparison not in _MORE or head.order:
        return None
    if column.property in graph.display.parts(state.nodes[column.owner].label):
        return None
    several = has_several(graph, state, column.owner, counted.owner, _SEVERAL)
    return head._replace(valued=True) if several is False else None


def has_several(graph: SchemaGraph, state: State, one: int, other: int, least: float) -> bool | None:
    """Whether things at one node have so many at another, on the whole; None where nothing joins the two."""
    for edge in state.edges:
        if {edge.start, edge.end} == {one, other} and one != other:
            pair = (state.nodes[edge.start].label, state.nodes[edge.end].label)
            if pair in graph.ways.endpoints(edge.type):
                return graph.ways.several(edge.type, pair, forward=edge.start == one, least=least)
    return None


def _is_told(condition: Filter, column: Term) -> bool:
    """Whether a condition is on what has the value, and not on the value."""
    own = condition.owner == column.owner and not (condition.edge or condition.part or condition.every)
    return own and condition.property != column.property


def _are_asked(state: State, column: Term, wording: Wording) -> bool:
    """Whether the values themselves are asked for, and not those of things: "cities without", not "cities of shops"."""
    first = state.items[0]
    if term_of(first) != column or wording.said(first.end, first.end + 1) == "of":
        return False
    return has_role(first, Role.ASK)


def _either(state: State, one: Filter, other: Filter) -> bool:
    """Whether one or the other is said: "before 1990 or after 2000"."""
    return any(m.role is Role.EITHER and one.start < m.start < other.end for m in state.markers)
