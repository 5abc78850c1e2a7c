"""What is shown beside what is asked for first: "who chairs which committee", "committees with their chairs".

So are both of "who works where", and all three of "suppliers, their city and what they supply".
"""

from __future__ import annotations

from collections.abc import Iterator

from fingerpost.questions.algebra import Head, Kind, Term, has_role
from fingerpost.questions.full_names import shown_as
from fingerpost.questions.listing import WITH_THEIRS
from fingerpost.questions.roles import Role
from fingerpost.questions.schema_graph import SchemaGraph
from fingerpost.questions.state import State
from fingerpost.questions.wording import Wording

_WHICH = ("which", "what")
_WHERE = "where"


def shown_too(graph: SchemaGraph, state: State, head: Head, wording: Wording) -> Head:
    """A list with such things, where it shows only one of the two."""
    listed = head.kind is Kind.LIST and head.best is None and not head.measures and not head.having
    if not listed or head.focus.edge or not state.items:
        return head
    if set(head.keys) - {Term(head.focus.owner), Term(state.items[0].owner)}:
        return head
    shown = {column.owner for column in head.columns if not column.edge}
    more = [node for node in dict.fromkeys(_others(state, wording)) if node not in shown]
    if not more:
        return head
    columns = [*head.columns, *map(Term, more)]
    return head._replace(columns=shown_as(graph.display, state, columns), keys=())


def _others(state: State, wording: Wording) -> Iterator[int]:
    """The nodes that a further question word or a "their" asks for."""
    who = any(m.role is Role.WHO and not m.start for m in state.markers)
    asks = who or has_role(state.items[0], Role.ASK)
    told = {f.owner for f in state.filters if not f.edge}
    for item in state.items:
        which = wording.said(item.start - 1, item.start) in _WHICH and item.start > 1
        if asks and which and item.property is None and not (item.edge or item.by_value):
            yield item.owner
    if asks and wording.last == _WHERE:
        yield from (n for e in state.edges if e.said for n in (e.start, e.end) if not state.nodes[n].named)
    for edge in state.edges:
        if edge.said and wording.said(edge.at - 2, edge.at) in WITH_THEIRS:
            yield from (n for n in (edge.start, edge.end) if not state.nodes[n].absent and n not in told)
    again = wording.asks_again
    for condition in state.filters:
        theirs = wording.said(condition.start - 2, condition.start) in WITH_THEIRS
        asked = theirs or (again is not None and condition.start >= again)
        if not asked or condition.negated:
            continue
        if not condition.edge and theirs:
            yield condition.owner
        elif condition.edge:
            edge = state.edges[condition.owner]
            yield from (n for n in (edge.start, edge.end) if not state.nodes[n].absent and n not in told)
