""" "List the zones with their postcode and whether they are rural": a flag that is shown, and leaves nothing out."""

from __future__ import annotations

from fingerpost.linking.mentions import Linked
from fingerpost.plans import Comparison
from fingerpost.questions.state import Filter, Item, State

_WHETHER = ("whether", "if")
_APART = 5
"""Words from "whether" to the flag at most: "whether or not it is insured"."""


def shown_flags(state: State, linked: Linked) -> State:
    """The reading with the flags behind "and whether" as something asked for, and no condition."""
    shown = {f: place for f in state.filters if (place := _whether(f, linked))}
    if not shown:
        return state
    kept = tuple(f for f in state.filters if f not in shown)
    items = (*state.items, *(Item(f.owner, f.property, place, f.end) for f, place in shown.items()))
    return state.but(filters=kept, items=tuple(sorted(items, key=lambda item: item.start)))


def _whether(flag: Filter, linked: Linked) -> int:
    """Where "and whether" or ", whether" stands before a flag that is set or not; 0 where it does not."""
    if flag.edge or flag.negated or flag.comparison is not Comparison.EQ or flag.so is None:
        return 0
    return next((place for place in range(max(flag.start - _APART, 1), flag.start) if _opens(linked, place)), 0)


def _opens(linked: Linked, place: int) -> bool:
    tokens = linked.tokens
    joined = tokens[place - 1].norm in ("and", "with") or linked.is_behind(place, ",")
    return tokens[place].norm in _WHETHER and joined
