"""Heads that ask whether some things have the same: "are A and B of the same genre", "were they hired in one year"."""

from __future__ import annotations

from fingerpost.plans import AggregateFunction, Comparison
from fingerpost.questions.algebra import GroupCondition, Head, Kind, Measure, Term, has_role, scored_head, term_of
from fingerpost.questions.roles import Role
from fingerpost.questions.state import Reason, State


def ratio(state: State, head: Head) -> Head | None:
    """ "The ratio of female to male students": how many of the one kind there are for each of the other."""
    marker = next((m for m in state.markers if m.role is Role.RATIO), None)
    if marker is None:
        return None
    for told in state.filters:
        two = told.comparison is Comparison.IN and isinstance(told.value, tuple) and len(told.value) == 2
        if two and not told.edge and not told.negated and told.start >= marker.end:
            term = Term(told.owner, told.property)
            return head._replace(kind=Kind.RATIO, focus=Term(told.owner), columns=(term,), keys=(), having=())
    reason = Reason("unmeasured", 1.0, marker.start, marker.start + 1 + (marker.end - marker.start > _BARE), "ratio")
    return scored_head(head, reason)


_BARE = 2
"""The words of "ratio of", without an article."""


def in_groups(state: State, head: Head) -> Head | None:
    """ "Which students were born in the same year": all of each year in which more than one was."""
    item = next((i for i in state.items if has_role(i, Role.ALIKE)), None)
    if item is None or item.edge or item.property is None or any(m.role is Role.CHECK for m in state.markers):
        return None
    things = Term(item.owner)
    if head.focus.owner != item.owner or head.focus.edge or any(f.property == item.property for f in state.filters):
        return None
    several = GroupCondition(things, Comparison.GT, 1)
    measures = (Measure(AggregateFunction.COLLECT, things),)
    return head._replace(
        kind=Kind.AGGREGATE, focus=things, columns=(), keys=(term_of(item),), measures=measures, having=(several,)
    )


def alike(state: State, head: Head) -> Head | None:
    """The head that asks whether those who are named have the same of something; None where nothing asks for it."""
    item = next((i for i in state.items if has_role(i, Role.ALIKE)), None)
    if item is None or item.edge:
        return None
    for told in state.filters:
        several = told.comparison is Comparison.IN and isinstance(told.value, tuple) and not told.negated
        if not several or told.edge or told.start >= item.start or not isinstance(told.value, tuple):
            continue
        among = Term(told.owner)
        count = float(len(told.value))
        if item.property is None and item.owner != told.owner:
            # Something that all of them hang on.
            all_of_them = GroupCondition(among, Comparison.EQ, count)
            return head._replace(kind=Kind.CHECK, focus=Term(item.owner), keys=(), having=(all_of_them,))
        if item.property is not None and item.owner == told.owner:
            return head._replace(
                kind=Kind.CHECK, focus=among, keys=(), having=(), present=(), alike=(term_of(item), count)
            )
    return None
