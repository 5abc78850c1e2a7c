"""What only "per" asks for: "members per branch"."""

from __future__ import annotations

from fingerpost.questions.algebra import Term, term_of
from fingerpost.questions.markers import Role
from fingerpost.questions.state import State
from fingerpost.questions.wording import Wording

_OTHERWISE = (Role.SUPERLATIVE, Role.SHARE, Role.BEYOND, Role.COMPARE, Role.BETWEEN, Role.WHO, Role.CHECK)


def counted_per(state: State, wording: Wording) -> Term | None:
    """ "Members per branch", with nothing else that measures: how many there are."""
    per = next((m for m in state.markers if m.role is Role.GROUP and wording.said(m.start, m.end) == "per"), None)
    if per is None or any(m.role in _OTHERWISE for m in state.markers):
        return None
    before = [item for item in state.items if item.end <= per.start]
    last = before[-1] if before else None
    return term_of(last) if last is not None and last.property is None and not last.edge else None
