"""Choices that people made between readings as likely, applied to readings that differ in the same way.

"How many orders were in 1997" may mean their order date or their required date. Once somebody has chosen, "the largest
order of May 1998" means the same date, unless its words say which.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from fingerpost.engine.approved.elements import elements
from fingerpost.engine.approved.preferring import Preference
from fingerpost.engine.ranking import Ranked

_SETTLED = 0.95
"""Most confidence of a reading that was chosen over another."""
_LEFT = 0.5
"""The share of its confidence that is left to the other."""
_DENIED = 0.1
"""Most confidence of a reading of which somebody said that the question does not mean it."""


def settled(ranked: Sequence[Ranked], known: Sequence[Preference]) -> tuple[tuple[Ranked, ...], tuple[str, ...]]:
    """The readings with those first that people prefer, and the ids of the approvals that decided.

    A reading yields to another that differs from it only in what was chosen, and explains as many words.
    """
    if not known:
        return tuple(ranked), ()
    choices = {(choice.chosen, choice.other): choice.approval for choice in known}
    said = [frozenset(elements(one.candidate.plan)) for one in ranked]
    confidence = [one.confidence for one in ranked]
    yields: dict[int, int] = {}
    decided: list[str] = []
    for place, one in enumerate(ranked):
        for other, better in enumerate(ranked):
            if other in yields or set(better.ignored) - set(one.ignored) or not better.answers:
                continue
            choice = choices.get((said[other] - said[place], said[place] - said[other]))
            if choice is not None:
                yields[place] = other
                confidence[other] = min(_SETTLED, confidence[other] + confidence[place])
                confidence[place] *= _LEFT
                decided.append(choice)
                break
    if not yields:
        return tuple(ranked), ()
    changed = [replace(one, confidence=c) for one, c in zip(ranked, confidence, strict=True)]
    order = sorted(range(len(ranked)), key=lambda place: (place in yields, -confidence[place], place))
    return tuple(changed[place] for place in order), tuple(dict.fromkeys(decided))


def without_denied(ranked: Sequence[Ranked], denied: Collection[str]) -> tuple[Ranked, ...]:
    """The readings with those last whose plans, by their fingerprints, the question does not mean."""
    if not denied:
        return tuple(ranked)
    least = [
        replace(one, confidence=min(one.confidence, _DENIED), answers=False)
        if one.candidate.plan.fingerprint in denied
        else one
        for one in ranked
    ]
    return tuple(sorted(least, key=lambda one: not one.answers))
