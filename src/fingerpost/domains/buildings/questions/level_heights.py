"""Levels by their heights: how far apart they are, which is next, what lies between, how high storeys are."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import Final

from fingerpost.core.answer import Status
from fingerpost.core.cells import Node
from fingerpost.domains.buildings.questions.conditions import NEAR
from fingerpost.domains.buildings.questions.other_words import ASK
from fingerpost.domains.buildings.questions.phrase import ONE, Phrase
from fingerpost.domains.buildings.questions.readings import Read, listed, read_of
from fingerpost.domains.buildings.questions.vocabulary import Vocabulary
from fingerpost.plans import Call, Column, Comparison, Ref, Stage, Test
from fingerpost.stores import Result

_WHAT: Final = "(?:what(?: is|'s)|calculate|compute|give(?: me)?)"
_UP: Final = ("above", "over")
_ALL: Final = r"(?:(?:the|each|every|all(?: the)?) )?(?:levels?|storeys?|stor(?:y|ies)|floors?)"


class LevelHeights:
    """The forms, each with what reads it."""

    def __init__(self, words: Vocabulary) -> None:
        self._words = words
        self.forms: tuple[tuple[str, Callable[[re.Match[str]], Read | None]], ...] = (
            (
                rf"^{ASK} (?:the )?(?:(?:floor[- ]to[- ]floor|storey|story) )?heights? (?:of|for) {_ALL}$",
                self._each,
            ),
            (rf"^{ASK} (?:the )?(?:floor[- ]to[- ]floor|storey|story) heights?$", self._each),
            (rf"^how (?:high|tall) (?:is|are) {_ALL}$", self._each),
            (
                (
                    r"^(?:what|which) (?:level|storey|story|floor) (?:is|lies|comes) (?:directly |immediately |just )?"
                    r"(?P<where>above|over|below|under|beneath) (?:the )?(?P<level>.+)$"
                ),
                self._next_level,
            ),
            (
                (
                    r"^how (?:high|far) (?:is|are) (?:the )?(?P<one>.+?) (?:above|over|below|under|from) "
                    r"(?:the )?(?P<other>.+)$"
                ),
                self._levels_apart,
            ),
            (
                rf"^{_WHAT} the (?:floor[- ]to[- ]floor|storey|story) height of (?:the )?(?P<one>.+)$",
                self._levels_apart,
            ),
            (
                (
                    rf"^{_WHAT} the (?:(?:floor[- ]to[- ]floor|storey|story|vertical|height|level) )?"
                    r"(?:height|distance|difference)(?: in (?:height|elevation|level))? (?:between|from) "
                    r"(?:the )?(?P<one>.+?) (?:and|to) (?:the )?(?P<other>.+)$"
                ),
                self._levels_apart,
            ),
            (
                r"^how (?:high|tall) is (?:the )?(?P<one>.+?),? (?:from )?floor[- ]to[- ]floor$",
                self._levels_apart,
            ),
            (
                (
                    r"^(?:what|which) (?:level|storey|story|floor)s? (?:is|are|lies?) between "
                    r"(?:the )?(?P<one>.+?) and (?:the )?(?P<other>.+)$"
                ),
                self._levels_between,
            ),
        )

    def _each(self, found: re.Match[str]) -> Read | None:
        """How high each storey is: as it states, else up to the next level."""
        phrase = Phrase("Level")
        level = Column(name="Level", operand=Ref(name=ONE))
        for name in ("storeyHeight", "elevation"):
            if len(self._words.values(phrase, name)) > (name == "elevation"):
                column = Column(name=name, operand=Ref(name=ONE, property=name))
                read = read_of(phrase, listed(phrase, (level, column), needs=name))
                return read if name == "storeyHeight" else replace(read, told=_told_storeys, units={name: "m"})
        return None

    def _heights(self, found: re.Match[str]) -> list[float] | None:
        """The elevations of two levels, the lower one first; of one level and of the next above it."""
        heights: list[float] = []
        said_of = [said for said in (found["one"], found.groupdict().get("other")) if said]
        for said in said_of:
            names = self._words.levels.get(re.sub(r" (?:level|storey|story|floor)$", "", said.lower()))
            names = self._words.levels.get(said.lower()) or names
            level = Phrase("Level")
            test = Test(left=Ref(name=ONE, property="name"), comparison=Comparison.IN, right=level.value(names or ()))
            level.where.append(test)
            at = self._words.values(level, "elevation") if names else []
            if len(at) != 1:
                return None
            heights += at
        if len(said_of) == 1:
            heights += [one for one in self._words.values(Phrase("Level"), "elevation") if one > heights[0] + NEAR][:1]
        return sorted(heights) if len(heights) == 2 else None

    def _levels_apart(self, found: re.Match[str]) -> Read | None:
        """The height between two levels, or that of a storey: up to the next level."""
        heights = self._heights(found)
        if heights is None:
            return None
        upper, lower = Phrase("Level"), heights[0]
        upper.where.append(_compared(upper, "elevation", Comparison.EQ, heights[1]))
        arguments = (Ref(name="elevation"), upper.value(lower))
        stages = (
            Stage(matches=(upper.match,), columns=(_column("elevation", ONE, "elevation"),), distinct=True),
            Stage(
                lets=(Call(name="height", function="subtract", arguments=arguments),),
                columns=(Column(name="height", operand=Ref(name="height")),),
            ),
        )
        read = read_of(upper, stages)

        def told(result: Result, symbol: str) -> tuple[str, Status]:
            value = result.rows[0][0] if result.rows else None
            if not isinstance(value, (int, float)):
                return "The model does not state both elevations.", Status.EMPTY
            return f"The height between them is {value:,.4g} {symbol}.", Status.ANSWERED

        return Read(read.plan, read.confidence, told, {"height": "m"}, read.notes)

    def _levels_between(self, found: re.Match[str]) -> Read | None:
        """The levels that lie between two others."""
        heights = self._heights(found)
        if heights is None:
            return None
        phrase = Phrase("Level")
        for sign, bound in ((Comparison.GT, heights[0] + NEAR), (Comparison.LT, heights[1] - NEAR)):
            phrase.where.append(_compared(phrase, "elevation", sign, bound))
        columns = (Column(name="Level", operand=Ref(name=ONE)),)
        return read_of(phrase, (Stage(matches=(phrase.match,), columns=columns),))

    def _next_level(self, found: re.Match[str]) -> Read | None:
        """The nearest level above or below another, by elevation."""
        names = self._words.levels.get(found["level"].lower())
        elevations = sorted(self._words.values(Phrase("Level"), "elevation"))
        if names is None or len(elevations) < 2:
            return None
        start = Phrase("Level")
        test = Test(left=Ref(name=ONE, property="name"), comparison=Comparison.IN, right=start.value(names))
        start.where.append(test)
        at = self._words.values(start, "elevation")
        if len(at) != 1:
            return None
        up = found["where"].lower() in _UP
        further = [one for one in elevations if (one > at[0] if up else one < at[0])]
        phrase = Phrase("Level")
        nearest = (min(further) if up else max(further)) if further else None
        if nearest is None:
            sign, bound = (Comparison.GT, at[0]) if up else (Comparison.LT, at[0])
        else:
            sign, bound = Comparison.EQ, nearest
        phrase.where.append(_compared(phrase, "elevation", sign, bound))
        return read_of(
            phrase, (Stage(matches=(phrase.match,), columns=(Column(name="Level", operand=Ref(name=ONE)),)),)
        )


def _told_storeys(result: Result, symbol: str) -> tuple[str, Status]:
    """The heights from each level to the next, from their elevations."""
    known = [(float(at), cell) for cell, at in result.rows if isinstance(at, (int, float)) and isinstance(cell, Node)]
    known.sort(key=lambda one: one[0])
    storeys = []
    for (low, cell), (high, _) in pairwise(known):
        storeys.append(f"{cell.properties.get('name', cell.element_id)}: {high - low:,.4g} {symbol}")
    return f"{', '.join(storeys)}, each up to the next level.", Status.ANSWERED


def _column(name: str, node: str, property_: str) -> Column:
    return Column(name=name, operand=Ref(name=node, property=property_))


def _compared(phrase: Phrase, name: str, sign: Comparison, number: float) -> Test:
    return Test(left=Ref(name=ONE, property=name), comparison=sign, right=phrase.value(number))
