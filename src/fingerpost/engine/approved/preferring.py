"""Choices that people made between readings as likely: what the chosen one speaks of, and the others do not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from fingerpost.engine.approved.approval import Approval, Verdict
from fingerpost.engine.approved.elements import Element, elements

_MOST = 3
"""Elements in which readings may differ: others differ in more than one choice."""


class Preference(NamedTuple):
    """What a chosen reading speaks of and the other does not, and the other way round; with its approval's id."""

    chosen: frozenset[Element]
    other: frozenset[Element]
    approval: str


def preferences(approvals: Sequence[Approval]) -> tuple[Preference, ...]:
    """The choices in approvals, the latest first."""
    found: list[Preference] = []
    for one in reversed(approvals):
        chosen = frozenset(elements(one.plan))
        for turned_down in one.instead if one.verdict is Verdict.RIGHT else ():
            other = frozenset(elements(turned_down))
            more, less = chosen - other, other - chosen
            known = any({each.chosen, each.other} == {more, less} for each in found)
            if 0 < len(more) <= _MOST and 0 < len(less) <= _MOST and not known:
                found.append(Preference(more, less, one.id))
    return tuple(found)
