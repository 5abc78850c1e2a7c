"""Numbers that say how many are asked for: the "3" of "which 3 users" and "the top 3 users" is no value."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from fingerpost.linking.mentions import Mention
from fingerpost.linking.number_words import SMALL
from fingerpost.linking.stopwords import FUNCTION_WORDS
from fingerpost.linking.text import Token, singulars

_BEFORE = frozenset(
    "top first last next any some other random the which what me us list show find give name return get display "
    "retrieve identify fetch select pick".split()
)
_DEGREES = frozenset(("most", "least", "more"))
_NUMBERS = ("value", "number")
_DESCRIBING = 2
"""Most words between a number and the noun that it counts: "the 3 most popular books"."""


def counts(tokens: Sequence[Token], place: int, named: Collection[int]) -> int | None:
    """How many a number says that are asked for; None where it says something else. Labels start at `named`."""
    token = tokens[place]
    number = int(token.norm) if token.norm.isdecimal() and len(token.norm) <= 3 else SMALL.get(token.norm)
    if number is None or token.quoted or not number > 1:
        return None
    before = tokens[place - 1].norm if place else ""
    if before and before not in _BEFORE and not before.endswith("est"):
        return None
    for noun in range(place + 1, min(len(tokens), place + 2 + _DESCRIBING)):
        if noun in named and singulars(tokens[noun].norm):
            return number
        if tokens[noun].numeric or (tokens[noun].norm in FUNCTION_WORDS and tokens[noun].norm not in _DEGREES):
            return None
    return None


def without_counts(mentions: Iterable[Mention], tokens: Sequence[Token]) -> list[Mention]:
    """The mentions without those of numbers that say how many are asked for."""
    found = list(mentions)
    named = {m.start for m in found if m.kind == "label"}
    counting = {place for place in range(len(tokens)) if counts(tokens, place, named) is not None}
    return [m for m in found if not (m.kind in _NUMBERS and m.length == 1 and m.start in counting)]
