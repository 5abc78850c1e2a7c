"""Shares of a level or of the building by area: "what share of the ground floor is living room"."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Final

from fingerpost.core.answer import Status
from fingerpost.domains.buildings.questions.other_words import HOUSE
from fingerpost.domains.buildings.questions.phrase import ONE, Phrase, at_large, moved
from fingerpost.domains.buildings.questions.readings import Read, read_of
from fingerpost.domains.buildings.questions.vocabulary import Vocabulary
from fingerpost.plans import Aggregate, AggregateFunction, AnyOf, Condition, Ref, Stage, Test
from fingerpost.stores import Result

_ROOM: Final = "Room"
_AREA: Final = r"(?:the )?(?:(?:total |net |gross )?(?:floor )?(?:area|space|surface) (?:of|on) )?"
_SHARE: Final = (
    rf"^what (?:share|percentage|percent|proportion|fraction|part) of {_AREA}(?P<of>.+?) (?:is|are|does|do) "
    r"(?:taken up by |occupied by |used (?:for|as) )?(?P<part>.+?)(?: (?:take up|occupy|make up|cover))?$"
)


class Shares:
    """The form, with what reads it, over a reader of noun phrases (`phrase`)."""

    def __init__(self, words: Vocabulary, phrase: Callable[[str], Phrase | None]) -> None:
        self._words = words
        self._phrase = phrase
        self.forms: Final = ((_SHARE, self._share),)

    def _share(self, found: re.Match[str]) -> Read | None:
        """The area of some rooms by that of all rooms there; None where the part is no room, or the whole no place."""
        part = self._phrase(found["part"])
        whole = self._rooms_of(found["of"])
        info = self._words.measured(_ROOM, "area")
        if part is None or whole is None or info is None or part.label != _ROOM or part.most is not None:
            return None
        only: list[Condition] = []
        for condition in part.where:
            if not isinstance(condition, (Test, AnyOf)):
                return None
            only.append(at_large(moved(condition, whole, part, {ONE: ONE})))
        if not only:
            return None
        area = Ref(name=ONE, property=info.name)
        sums = (
            Aggregate(name="part", function=AggregateFunction.SUM, operand=area, only=tuple(only)),
            Aggregate(name="whole", function=AggregateFunction.SUM, operand=area),
        )
        read = read_of(whole, (Stage(matches=(whole.match,), aggregates=sums),))
        return Read(read.plan, read.confidence, partial(_told, part=found["part"]), {"part": "m²", "whole": "m²"})

    def _rooms_of(self, said: str) -> Phrase | None:
        """All rooms of a level, or of the building."""
        if re.fullmatch(HOUSE, said, re.IGNORECASE):
            return Phrase(_ROOM)
        place = re.sub(r"^the ", "", said.lower())
        return self._phrase(f"rooms on the {place}") if place in self._words.levels else None


def _told(result: Result, symbol: str, *, part: str) -> tuple[str, Status]:
    """The share of two areas, with both."""
    some, whole = (cell if isinstance(cell, (int, float)) else 0.0 for cell in result.rows[0])
    if not whole:
        return "The model does not state the area of the rooms there.", Status.EMPTY
    return f"{part}: {some / whole:.1%}, {some:,.2f} of {whole:,.2f} {symbol} of all rooms there.", Status.ANSWERED
