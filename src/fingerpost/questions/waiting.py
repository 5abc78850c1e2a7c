"""What relation words that wait for an edge are worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fingerpost.linking.mentions import Mention
from fingerpost.questions.roles import is_number
from fingerpost.questions.state import State

_EACH_WORD = 1.2
_HOPE = 0.5
_SURE_HOPE = 0.9
"""How much of what a waiting word may bring is counted beforehand, and of what several words may."""


def phrase(mention: Mention) -> float:
    """How much a name of several words counts: as much as if each were read by itself."""
    return 1.0 + _EACH_WORD * (mention.words - 1)


def hoped(state: State) -> float:
    """What will be gained if an edge takes the relation words that wait, and a noun the numbers: readings that wait are
    not given up early."""
    numbers = sum(map(is_number, state.pending))
    return hoped_of(state.relations, state.weights) + _HOPE * state.weights["number counted"] * numbers


def hoped_of(relations: Sequence[Mention], weights: Mapping[str, float]) -> float:
    """The same of words by themselves."""
    if not relations:
        return 0.0
    best: dict[int, float] = {}
    for mention in relations:
        worth = mention.score * phrase(mention) * (_HOPE if mention.words == 1 else _SURE_HOPE)
        if worth > best.get(mention.start, 0.0):
            best[mention.start] = worth
    return weights["relation used"] * sum(best.values())
