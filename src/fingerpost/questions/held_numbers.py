""" "List the pieces with composer and number of voices", where each piece holds that number: it is shown."""

from __future__ import annotations

from fingerpost.questions.algebra import has_role
from fingerpost.questions.listing import WITH_THEIRS
from fingerpost.questions.markers import Marker, Role
from fingerpost.questions.schema_graph import SchemaGraph
from fingerpost.questions.state import Item, State
from fingerpost.questions.wording import Wording

_MANY = "how many"
_EACH = ("by", "per")
_BESIDE = ("with", "and", "with the", "and the", *WITH_THEIRS)


def without_held_numbers(graph: SchemaGraph, state: State, wording: Wording) -> State:
    """The reading without the "number of" before a number that what is listed holds itself, or is grouped by."""
    first = state.items[0] if state.items else None
    if first is None or first.edge:
        return state
    held = (
        (i, m)
        for i in state.items[1:]
        for m in i.roles
        if m.role is Role.COUNT and wording.said(m.start, m.end) != _MANY
    )
    item, count = next(held, (None, None))
    if item is None or count is None or item.edge or item.property is None or item.owner != first.owner:
        return state
    if not _is_number(graph, state, item):
        return state
    others = [m for m in state.markers if m is not count]
    measured = any(m.role in (Role.AGGREGATE, Role.COUNT) and m.start < count.start for m in others)
    measured = measured or not any(m.role in (Role.ASK, Role.SORT, Role.TOP, Role.SUPERLATIVE) for m in others)
    if measured and wording.said(count.start - 1, count.start) in _EACH:
        # "The average price by number of bedrooms", "houses by number of bedrooms": for each number of these.
        own = tuple(m for m in item.roles if m.role is Role.GROUP)
        by = () if own else (Marker(Role.GROUP, count.start - 1, count.start, "by"),)
        return _replaced(state, item, count, by)
    plain = first.property is None and not has_role(first, Role.COUNT)
    return _replaced(state, item, count, ()) if plain and _is_beside(item, wording) else state


def _replaced(state: State, item: Item, count: Marker, others: tuple[Marker, ...]) -> State:
    """The reading with other markers, or none, in place of one that counts."""
    plain = item._replace(roles=(*others, *(m for m in item.roles if m is not count)), start=count.start)
    items = tuple(plain if i is item else i for i in state.items)
    return state.but(items=items, markers=(*others, *(m for m in state.markers if m is not count)))


def _is_beside(item: Item, wording: Wording) -> bool:
    """Whether the number is told beside the thing: "with number of", ", number of"."""
    start = min(m.start for m in item.roles if m.role is Role.COUNT)
    before = (wording.said(start - 1, start), wording.said(start - 2, start))
    comma = wording.listed(start) and before[0] not in ("by", "of")
    return comma or any(words in _BESIDE for words in before)


def _is_number(graph: SchemaGraph, state: State, item: Item) -> bool:
    info = graph.held(state, item.owner, item.property or "", edge=False)
    return info is not None and info.number
