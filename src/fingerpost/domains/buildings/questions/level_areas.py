"""How large levels and buildings are: "which storey is the largest", "the area of the first floor", "how big is the
house". Their area is what the model states for them, else that of their rooms together.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from fingerpost.core.answer import Status
from fingerpost.core.cells import Node
from fingerpost.domains.buildings.questions.conditions import NEAR
from fingerpost.domains.buildings.questions.other_words import ASK
from fingerpost.domains.buildings.questions.phrase import BY, ONE, Phrase
from fingerpost.domains.buildings.questions.readings import NotHeld, Read, listed, read_of
from fingerpost.domains.buildings.questions.vocabulary import Vocabulary
from fingerpost.plans import (
    Aggregate,
    AggregateFunction,
    Call,
    Column,
    Comparison,
    EdgePattern,
    Exists,
    Match,
    NodePattern,
    Pattern,
    Ref,
    Stage,
    Test,
)
from fingerpost.stores import Result

_LEVEL: Final = "Level"
_NOUN: Final = r"(?P<noun>levels?|storeys?|stor(?:y|ies)|floors?|floor levels?)"
_MOST: Final = r"(?P<most>largest|biggest|smallest|larger|bigger|smaller)"
_AREA: Final = r"(?:(?:total|overall|combined) )?(?P<kind>gross |net )?(?:floor |room )?(?:area|size|surface)"
_BUILDING: Final = r"(?:the|this|our) (?:(?:whole|entire) )?(?:building|house|model|project)"
_HOUSE: Final = r"(?: (?:in|of|does) (?:the|this|our) (?:building|house|model|project)(?: have)?)?"
_ROOF: Final = re.compile(r"\b(?:roof|dach|toit|parapet)\b", re.IGNORECASE)
_THAN: Final = "(?P<than>larger|bigger|smaller)"
_LEAST: Final = frozenset({"smallest", "smaller"})
_STATED: Final = ("area", "gross floor area", "net floor area")
_MAYBE: Final = 0.75
"""The confidence where a floor may also be a slab, and where not all levels have an area."""


_ROOMS: Final = Pattern(
    nodes=(NodePattern(name="room", label="Room"), NodePattern(name=ONE, label=_LEVEL)),
    edges=(EdgePattern(start="room", end=ONE, types=("ON_LEVEL",)),),
)
_NO_ROOMS: Final = Exists(pattern=_ROOMS, negated=True)


@dataclass(frozen=True)
class _Size:
    """The property that tells an area: of the level itself, or of its rooms."""

    property: str
    of_rooms: bool


class LevelAreas:
    """The forms, each with what reads it."""

    def __init__(self, words: Vocabulary, types: frozenset[str]) -> None:
        self._words = words
        self._types = types
        self.forms: tuple[tuple[str, Callable[[re.Match[str]], Read | None]], ...] = (
            (rf"^(?:which|what) {_NOUN} (?:is|are|has|have) (?:the )?{_MOST}(?: {_AREA})?{_HOUSE}$", self._most),
            (
                rf"^(?:(?:{ASK}|list|which(?: is| are)?|find|name) )?(?:the )?{_MOST} {_NOUN}(?: by {_AREA})?{_HOUSE}$",
                self._most,
            ),
            (rf"^(?:by )?how much {_THAN} (?:is|are) (?:the )?(?P<one>.+?) than (?:the )?(?P<other>.+)$", self._beside),
            (rf"^is (?:the )?(?P<one>.+?) {_THAN} than (?:the )?(?P<other>.+)$", self._beside),
            (rf"^{ASK} (?:the )?{_AREA}s? of {_BUILDING}$", self._of_building),
            (
                rf"^{ASK} (?:the )?(?:(?:total|overall|combined) )?(?P<kind>gross |net )?floor (?:area|space)$",
                self._of_building,
            ),
            (rf"^how (?:big|large) is {_BUILDING}$", self._of_building),
            (rf"^{ASK} (?:the )?{_AREA}s? (?:of|on|for) (?P<level>.+?)$", self._area),
            (rf"^{ASK} (?:the )?{_AREA}s? (?:per|by) {_NOUN}$", self._each),
            (r"^how (?:big|large) is (?P<level>.+)$", self._area),
        )

    def _most(self, found: re.Match[str]) -> Read | None:
        is_floor = found["noun"].lower() in ("floor", "floors")
        slabs = is_floor and self._words.values(Phrase("Floor"), "area")
        size = self._size(found["kind"])
        if size is None and (is_floor or not self._words.is_here(_LEVEL)):
            return None
        if size is None:
            raise NotHeld("the area of the levels, or of rooms on them")
        read = self._greatest(size, greatest=found["most"].lower() not in _LEAST)
        if not slabs:
            return read
        note = "a floor is taken for a level here; for slabs, ask for the floor slabs"
        return replace(read, confidence=_MAYBE, notes=(*read.notes, note))

    def _size(self, kind: str | None, label: str = _LEVEL) -> _Size | None:
        """What tells areas; of a gross or net area, only what is called so.

        Raises:
            NotHeld: a gross or net area is asked for, and there are only others.
        """
        said = [f"{kind.strip().lower()} floor area"] if kind else list(_STATED)
        for one in said:
            info = self._words.measured(label, one)
            if info is not None and info.unit == "m²":
                return _Size(info.name, of_rooms=False)
        info = self._words.measured("Room", said[0])
        if kind and info is None and self._size(None, label) is not None:
            raise NotHeld(f"the {said[0]} of the {label.lower()} or of its rooms")
        if info is None or info.unit != "m²" or "ON_LEVEL" not in self._types:
            return None
        return _Size(info.name, of_rooms=True)

    def _greatest(self, size: _Size, *, greatest: bool) -> Read:
        phrase = Phrase(_LEVEL)
        if not size.of_rooms:
            phrase.most = (size.property, greatest)
            return read_of(phrase, listed(phrase, _stated(size), needs=size.property))
        roofs = tuple(one for one in self._words.level_names if _ROOF.search(one))
        if roofs:
            name = Ref(name=ONE, property="name")
            phrase.where.append(Test(left=name, comparison=Comparison.IN, right=phrase.value(roofs), negated=True))
        is_partial = not greatest and self._words.exists(
            Match(pattern=phrase.match.pattern, where=(*phrase.where, _NO_ROOMS)), phrase.parameters
        )
        if is_partial:
            phrase.notes.append("levels without rooms are left out")
        by_level = _by_level(phrase, size)
        function = AggregateFunction.MAX if greatest else AggregateFunction.MIN
        best = Stage(aggregates=(Aggregate(name="best", function=function, operand=Ref(name="area")),))
        arguments = (Ref(name="best"), phrase.value(NEAR))
        limit = Call(name="limit", function="subtract" if greatest else "add", arguments=arguments)
        near = Stage(lets=(limit,), columns=(Column(name="limit", operand=Ref(name="limit")),))
        sign = Comparison.GE if greatest else Comparison.LE
        as_great = Test(left=Ref(name="area"), comparison=sign, right=Ref(name="limit"))
        again = by_level.model_copy(
            update={
                "columns": (*by_level.columns, Column(name="limit", operand=Ref(name="limit"))),
                "having": (as_great,),
            }
        )
        read = self._of_rooms(phrase, (by_level, best, near, again, _told()))
        return replace(read, confidence=_MAYBE) if is_partial else read

    def _each(self, found: re.Match[str]) -> Read | None:
        size = self._size(found["kind"])
        return None if size is None else self._areas(Phrase(_LEVEL), size)

    def _area(self, found: re.Match[str]) -> Read | None:
        """The area of one level, or of each."""
        said = re.sub(r"^(?:the|each|every|all(?: the)?) ", "", found["level"].lower())
        size = self._size(found.groupdict().get("kind"))
        if size is None:
            return None
        phrase = Phrase(_LEVEL)
        if re.fullmatch(_NOUN, said):
            return self._areas(phrase, size)
        names = self._words.levels.get(said)
        if not names:
            return None
        left = Ref(name=ONE, property="name")
        phrase.where.append(Test(left=left, comparison=Comparison.IN, right=phrase.value(names)))
        of_rooms = Match(pattern=_ROOMS, where=tuple(phrase.where))
        if size.of_rooms and said in self._words.nouns and not self._words.exists(of_rooms, phrase.parameters):
            return None  # a level called "Roof" that has no rooms: the roof is meant
        return self._areas(phrase, size, is_one=len(names) == 1)

    def _beside(self, found: re.Match[str]) -> Read | None:
        """Whether, and by how much, one level is larger than another."""
        names = [self._words.levels.get(found[name].lower(), ()) for name in ("one", "other")]
        if any(len(one) != 1 for one in names):
            return None
        size = self._size(None)
        phrase = Phrase(_LEVEL)
        left = Ref(name=ONE, property="name")
        both = (*names[0], *names[1])
        phrase.where.append(Test(left=left, comparison=Comparison.IN, right=phrase.value(both)))
        if size is None:
            raise NotHeld("the area of the levels, or of rooms on them")
        if size.of_rooms and self._words.exists(
            Match(pattern=phrase.match.pattern, where=(*phrase.where, _NO_ROOMS)), phrase.parameters
        ):
            raise NotHeld("the area of both levels: one has no rooms")
        is_asked = found[0].lower().startswith("is ")
        told = partial(_told_beside, one=both[0], other=both[1], than=found["than"].lower(), is_asked=is_asked)
        return replace(self._areas(phrase, size), told=told, units={"area": "m²"})

    def _of_building(self, found: re.Match[str]) -> Read | None:
        """The area of the building, which it states, or of all its rooms."""
        size = self._size(found.groupdict().get("kind"), "Building")
        if size is None:
            return None
        phrase = Phrase("Room" if size.of_rooms else "Building")
        value = Ref(name=ONE, property=size.property)
        if not size.of_rooms:
            column = Column(name=size.property, operand=value)
            return read_of(phrase, listed(phrase, (column,), needs=size.property))
        total = Aggregate(name=size.property, function=AggregateFunction.SUM, operand=value)
        phrase.notes.append("the building states no area: this is the sum of all rooms")
        return read_of(phrase, (Stage(matches=(phrase.match,), aggregates=(total,)),))

    def _areas(self, phrase: Phrase, size: _Size, *, is_one: bool = False) -> Read:
        if size.of_rooms:
            told = _told()
            told = told.model_copy(update={"columns": told.columns[1:]}) if is_one else told
            return self._of_rooms(phrase, (_by_level(phrase, size), told))
        return read_of(phrase, listed(phrase, _stated(size)[is_one:], needs=size.property))

    def _of_rooms(self, phrase: Phrase, stages: tuple[Stage, ...]) -> Read:
        phrase.notes.append("the levels state no area: this is the sum of their rooms")
        return read_of(phrase, stages)


def _stated(size: _Size) -> tuple[Column, ...]:
    """Each level with the area that it states."""
    return (
        Column(name=_LEVEL, operand=Ref(name=ONE)),
        Column(name=size.property, operand=Ref(name=ONE, property=size.property)),
    )


def _by_level(phrase: Phrase, size: _Size) -> Stage:
    """The area of the rooms on each level of a phrase, as `area` beside the level `by`."""
    area = Ref(name="room", property=size.property)
    known = Test(left=area, comparison=Comparison.IS_NULL, negated=True)
    return Stage(
        matches=(Match(pattern=_ROOMS, where=(*phrase.where, known)),),
        columns=(Column(name=BY, operand=Ref(name=ONE)),),
        aggregates=(Aggregate(name="area", function=AggregateFunction.SUM, operand=area),),
    )


def _told() -> Stage:
    return Stage(columns=(Column(name=_LEVEL, operand=Ref(name=BY)), Column(name="area", operand=Ref(name="area"))))


def _told_beside(result: Result, symbol: str, *, one: str, other: str, than: str, is_asked: bool) -> tuple[str, Status]:
    """The areas of two levels, and what is asked of them."""
    areas = {
        str(cell.properties.get("name")): float(area)
        for cell, area in result.rows
        if isinstance(cell, Node) and isinstance(area, (int, float))
    }
    if one not in areas or other not in areas:
        return "The model does not say the area of both levels.", Status.EMPTY
    apart = areas[one] - areas[other]
    is_so = apart < 0 if than in _LEAST else apart > 0
    each = f"{one}: {areas[one]:,.2f} {symbol}, {other}: {areas[other]:,.2f} {symbol}"
    lead = (
        ("Yes" if is_so else "No") if is_asked else f"{'By' if is_so else 'It is not: by'} {abs(apart):,.2f} {symbol}"
    )
    return f"{lead}. {each}.", Status.ANSWERED
