"""Two questions that one is, and what becomes of their answers."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from fingerpost.linking.mentions import Linked

_ENDS = ".?!;"


class Joint(StrEnum):
    """What becomes of the answers of two questions."""

    EITHER = "either"
    MORE = "more"
    LESS = "less"
    ARE_MORE = "are more"
    ARE_LESS = "are less"
    BESIDE = "beside"


class Halves(NamedTuple):
    """The two questions, how they belong together, and what either is about."""

    joint: Joint
    first: str
    second: str
    names: tuple[str, str] = ("", "")


def sentence_end(linked: Linked, start: int) -> int:
    """Where the sentence ends in which a word stands."""
    tokens = linked.tokens
    for place in range(start + 1, len(tokens)):
        if linked.is_behind(place, _ENDS):
            return place
    return len(tokens)


def same_before(norms: list[str], place: int, first: int, end: int) -> int | None:
    """Where a word that opens what is said stands before, between two places; the nearest."""
    if place >= len(norms) or norms[place] not in _OPENING:
        return None
    return next((n for n in range(end - 1, first, -1) if norms[n] == norms[place]), None)


_OPENING = frozenset(
    "in on at from to for with by of since before after above below over under between during within "
    "have has had having are is were was cost costs".split()
)
"""Words that open what is said of things, so that what stands behind them again says something else of the same."""
