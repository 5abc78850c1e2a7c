""" "List the pieces with composer and number of voices", where each piece holds that number: it is shown."""

from __future__ import annotations

from fingerpost.questions.algebra import has_role
from fingerpost.questions.listing import WITH_THEIRS
from fingerpost.questions.markers import Role
from fingerpost.questions.schema_graph import SchemaGraph
from fingerpost.questions.state import Item, State
from fingerpost.questions.wording import Wording

_BESIDE = ("with", "and", "with the", "and the", *WITH_THEIRS)


def without_held_numbers(graph: SchemaGraph, state: State, wording: Wording) -> State:
    """The reading without the "number of" before a number that what is listed holds itself."""
    first = state.items[0] if state.items else None
    counts = [m for m in state.markers if m.role is Role.COUNT]
    if first is None or first.property is not None or first.edge or len(counts) != 1:
        return state
    item = next((i for i in state.items[1:] if counts[0] in i.roles), None)
    if item is None or item.edge or item.property is None or item.owner != first.owner or has_role(first, Role.COUNT):
        return state
    if not (_is_beside(item, wording) and _is_number(graph, state, item)):
        return state
    plain = item._replace(roles=tuple(m for m in item.roles if m is not counts[0]), start=counts[0].start)
    items = tuple(plain if i is item else i for i in state.items)
    return state.but(items=items, markers=tuple(m for m in state.markers if m is not counts[0]))


def _is_beside(item: Item, wording: Wording) -> bool:
    """Whether the number is told beside the thing: "with number of", ", number of"."""
    start = min(m.start for m in item.roles if m.role is Role.COUNT)
    before = (wording.said(start - 1, start), wording.said(start - 2, start))
    comma = wording.listed(start) and before[0] not in ("by", "of")
    return comma or any(words in _BESIDE for words in before)


def _is_number(graph: SchemaGraph, state: State, item: Item) -> bool:
    info = graph.held(state, item.owner, item.property or "", edge=False)
    return info is not None and info.number
