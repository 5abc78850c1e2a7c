"""What a second clause asks for: "which is the longest film, and who directed it?", "who leads it and since when?"."""

from __future__ import annotations

from collections.abc import Iterator

from fingerpost.questions.algebra import Head, Kind, Term, has_role
from fingerpost.questions.full_names import shown_as
from fingerpost.questions.roles import Role
from fingerpost.questions.schema_graph import SchemaGraph
from fingerpost.questions.state import State
from fingerpost.questions.wording import Wording

_WHOM, _WHEN = "whom", "when"


def asked_beside(graph: SchemaGraph, state: State, head: Head, wording: Wording) -> Head:
    """A list with what the first clause asks for, and with whom or what the second one asks for."""
    place = wording.asks_again
    plain = head.kind is Kind.LIST and not head.keys and not head.measures and not head.focus.edge
    if place is None or not plain:
        return head
    columns = list(head.columns)
    shown = {column.owner for column in columns if not column.edge}
    said = {Term(i.owner, i.property, i.edge): i.start < place for i in state.items if i.property is not None}
    before = any(said.get(c._replace(part="")) for c in columns)
    if not before and _is_asked(state, head.focus.owner, place):
        # Without what only the second question word may ask for of them.
        kept = [c for c in columns if c.owner != head.focus.owner or c.edge or c._replace(part="") in said]
        columns = [Term(head.focus.owner), *kept]
    when = _WHEN in wording.said(place, place + 2).split()
    asked = [*_asked_behind(state, place, when=when), *(_whom(graph, state) if wording.last == _WHOM else ())]
    more = [Term(node) for node in dict.fromkeys(asked) if node not in {*shown, head.focus.owner}]
    if columns == list(head.columns) and not more:
        return head
    return head._replace(columns=shown_as(graph.display, state, (*columns, *more)))


def _is_asked(state: State, owner: int, place: int) -> bool:
    """Whether the first clause asks who or which things are meant."""
    who = any(m.role is Role.WHO and m.start < place for m in state.markers)
    return who or any(
        i.owner == owner and i.property is None and not (i.edge or i.by_value) and has_role(i, Role.ASK)
        for i in state.items
        if i.end <= place
    )


def _whom(graph: SchemaGraph, state: State) -> Iterator[int]:
    """ "Which were lent to a member, and to whom": whoever is joined by what was said, and not told; where none of them
    are people, the other end of what was said."""
    told = {f.owner for f in state.filters if not f.edge}
    ends = [end for edge in state.edges if edge.said and not edge.absent for end in (edge.start, edge.end)]
    found = [end for end in ends if end not in told and state.nodes[end].label in graph.living]
    yield from found or (end for end in ends if end not in told and not state.nodes[end].named)


def _asked_behind(state: State, place: int, *, when: bool) -> Iterator[int]:
    """The nodes that a clause names, or that did what it says, where nothing else tells who they are; not those that
    did it where it asks `when` that was."""
    told = {f.owner for f in state.filters if not f.edge}
    for edge in state.edges:
        if edge.said and edge.at >= place and not when:
            for end in (edge.start, edge.end):
                node = state.nodes[end]
                if not (node.named or node.absent or end in told):
                    yield end
    for item in state.items:
        if item.property is None and not item.edge and not item.by_value and item.start >= place:
            yield item.owner
