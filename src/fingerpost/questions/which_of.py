"""Questions which of some values something has: "is Ann a doctor or a nurse" is no question to be answered with yes."""

from __future__ import annotations

from fingerpost.linking.mentions import Linked
from fingerpost.plans import Comparison
from fingerpost.questions.roles import VERSUS, Marker, Role
from fingerpost.questions.state import Filter, Item, State

_BEING = frozenset(("is", "are", "was", "were"))
_DEFINITE = frozenset(("the", "this", "that", "these", "those"))


def which_of(state: State, linked: Linked) -> State:
    """The reading that asks for the property in place of whether it is one of the values, where these are its end."""
    check = next((m for m in state.markers if m.role is Role.CHECK and not m.value and not m.start), None)
    last = max(state.filters, key=lambda f: f.end, default=None)
    if check is None or last is None or not _is_choice(state, last, linked):
        return state
    ask = Marker(Role.ASK, check.start, check.end)
    inside = tuple(m for m in state.markers if last.start < m.start < last.end)
    markers = tuple(ask if m is check else m for m in state.markers if m not in inside)
    asked = Item(last.owner, last.property, last.start, last.end, (ask,))
    filters = tuple(f for f in state.filters if f is not last)
    items = tuple(item for item in state.items if item.property is None or not last.start <= item.start < last.end)
    return state.but(markers=markers, filters=filters, items=(*items, asked))


def _is_choice(state: State, last: Filter, linked: Linked) -> bool:
    """Whether a condition is that something known has one of two values, said at the end of "is it this or that"."""
    tokens = linked.tokens
    known = tokens[1].norm in _DEFINITE if len(tokens) > 1 else False
    known = known or any(f is not last for f in state.filters)
    whole = last.comparison is Comparison.IN and not (last.negated or last.edge or last.every)
    joined = any(m.role is Role.EITHER and m.value != VERSUS and last.start < m.start < last.end for m in state.markers)
    return known and whole and joined and last.end == len(tokens) and tokens[0].norm in _BEING
