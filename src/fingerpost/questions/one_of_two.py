""" "Which has more members, the Owls or the Larks": one of the two is asked for, and neither members nor others."""

from __future__ import annotations

from collections.abc import Sequence

from fingerpost.linking.mentions import Linked
from fingerpost.plans import Comparison
from fingerpost.questions.algebra import has_role
from fingerpost.questions.roles import VERSUS, Marker, Role
from fingerpost.questions.state import Filter, Item, State

_WHICH = frozenset(("which", "who", "what"))


def one_of_two(states: Sequence[State], linked: Linked) -> list[State]:
    """The readings that ask for one of two things by their names, where a question ends with these; else all."""
    chosen = [(state, _choice(state, linked)) for state in states]
    fitting = [(state, f) for state, f in chosen if f is not None and not _asks_another(state, f)]
    if not fitting:
        return [*states]
    first = {id(state) for state, f in chosen if f is not None}
    return [*(_asking(state, f) for state, f in fitting), *(state for state in states if id(state) not in first)]


def _choice(state: State, linked: Linked) -> Filter | None:
    """The condition that something is one of the two that a question with a superlative ends with."""
    if not linked.tokens or linked.tokens[0].norm not in _WHICH:
        return None
    most = any(m.role is Role.SUPERLATIVE for m in state.markers)
    last = max(state.filters, key=lambda f: f.end, default=None)
    if not most or last is None or last.edge or last.negated or last.comparison is not Comparison.IN:
        return None
    inside = (m for m in state.markers if m.role is Role.EITHER and m.value != VERSUS)
    return last if last.end == len(linked.tokens) and any(last.start < m.start < last.end for m in inside) else None


def _asks_another(state: State, choice: Filter) -> bool:
    """Whether another thing of the same label is asked for: "which course", and not one of these two courses."""
    label = state.nodes[choice.owner].label
    asked = (i.owner for i in state.items if has_role(i, Role.ASK) and not i.edge)
    return any(owner != choice.owner and state.nodes[owner].label == label for owner in asked)


def _asking(state: State, choice: Filter) -> State:
    """The reading that asks for the two where nothing else of theirs is asked for."""
    if any(has_role(i, Role.ASK) and not i.edge and i.owner == choice.owner for i in state.items):
        return state
    items = tuple(i._replace(roles=tuple(m for m in i.roles if m.role is not Role.ASK)) for i in state.items)
    asked = Item(choice.owner, None, 0, 1, (Marker(Role.ASK, 0, 1),))
    return state.but(items=(asked, *items))
