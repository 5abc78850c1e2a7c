""" "How many Victorian paintings", where both words are values: paintings are counted, and not periods."""

from __future__ import annotations

from fingerpost.linking.mentions import Linked
from fingerpost.linking.text import singulars
from fingerpost.questions.state import Filter, Item, State


def with_head_nouns(state: State, linked: Linked) -> State:
    """The reading that asks for what the last of several values in a row is of, where that is a plural."""
    moved = {item: noun for item in state.items if (noun := _noun_of(item, state, linked)) is not None}
    if not moved:
        return state
    items = (
        i._replace(owner=moved[i].owner, start=moved[i].start, end=moved[i].end) if i in moved else i
        for i in state.items
    )
    return state.but(items=tuple(items))


def _noun_of(item: Item, state: State, linked: Linked) -> Filter | None:
    """The value right behind one that only says which: of another thing, and a plural."""
    if not item.by_value or item.edge or not item.roles:
        return None
    behind = next((f for f in state.filters if f.start == item.end and not (f.edge or f.negated)), None)
    if behind is None or behind.owner == item.owner or state.nodes[behind.owner].named:
        return None
    plural = singulars(linked.tokens[behind.end - 1].norm) and not linked.tokens[behind.end - 1].capitalised
    return behind if plural else None
