"""The units, apartments and zones that rooms are of: "the rooms of unit A", "doors in apartment 12".

A model tells them by zones, by a property of the rooms, or by the numbers of the rooms alone (A101, A102, B101).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from fingerpost.core.answer import Status
from fingerpost.domains.buildings.questions.other_words import HOUSE
from fingerpost.domains.buildings.questions.phrase import ONE, Phrase
from fingerpost.domains.buildings.questions.readings import BY_WORDS, NotHeld, Read, read_of
from fingerpost.domains.buildings.questions.vocabulary import Vocabulary
from fingerpost.plans import (
    Column,
    Comparison,
    EdgePattern,
    Exists,
    NodePattern,
    Pattern,
    Ref,
    Stage,
    Test,
    counted,
    joined,
    singular,
    words,
)

_ROOM: Final = "Room"
_KINDS: Final = "unit|apartment|flat|suite|dwelling|wing|zone|maisonette|condo"
SAID: Final = re.compile(
    rf"(?:the )?(?P<kind>{_KINDS}) (?:no\.? |number )?"
    r"(?P<name>[a-z]\d*|\d+[a-z]?|[a-z]\d*[-.]\d+|(?-i:[A-Z])[\w-]+)(?=['’]s\b|\W*$| )",
    re.IGNORECASE,
)
"""A unit by its name, at the start of a text."""
_OF_UNITS: Final = frozenset(f"{_KINDS}|wohnung|nutzungseinheit|tenant|department".split("|"))
"""Words in the names of properties that tell the unit of a room."""
_VALUE: Final = re.compile(rf"(?:(?P<kind>{_KINDS}|wohnung) ?)?(?P<name>[\w.-]+)(?: .*)?", re.IGNORECASE)
_NUMBER: Final = re.compile(r"([A-Z]{1,2})[-. ]?\d{2,}[a-z]?")


_COUNTED: Final = (
    r"^(?:how many|which|what|list(?: all)?(?: the)?) (?:different )?"
    r"(?P<kinds>units|apartments|flats|suites|dwellings|condos|maisonettes)(?: (?:are|is) there| do we have| exist)?"
    rf"(?: (?:(?:are|is) )?(?:there )?(?:in|of) {HOUSE}| does {HOUSE} have)?$"
)
_AS_TOLD: Final = "told by the zones, the properties or the numbers of the rooms"


class Dwellings:
    """The units of one state of a graph."""

    def __init__(self, vocabulary: Vocabulary, types: frozenset[str]) -> None:
        self._words = vocabulary
        self._types = types
        self.forms: Final = ((_COUNTED, self.count),)

    def add(self, phrase: Phrase, found: re.Match[str], *, is_room: bool = False) -> bool:
        """Add to a phrase for rooms that they are of a unit; False where the model tells of no units.

        Raises:
            NotHeld: it tells of units, and of none that is called so; or of none, where rooms are meant (`is_room`).
        """
        name = found["name"].lower()
        known: list[str] = []
        for units, add in self._ways():
            if name in units:
                add(phrase, name, units[name])
                phrase.by_words = True
                return True
            known += units
        if not known and not is_room:
            return False
        if not known:
            raise NotHeld(f"which rooms are of {found['kind'].lower()} {found['name']}")
        there = joined(sorted({one.upper() for one in known}))
        raise NotHeld(f"which rooms are of {found['kind'].lower()} {found['name']}: rooms are of {there}")

    def count(self, found: re.Match[str]) -> Read | None:
        """How many units there are, or which; None where the word is one of the model's own.

        Raises:
            NotHeld: the model tells of none.
        """
        kind = found["kinds"].lower()
        if singular(kind) in self._words.nouns:
            return None
        names = next((sorted(units) for units, _ in self._ways() if units), None)
        if names is None:
            raise NotHeld(f"which rooms are of which {singular(kind)}")
        rooms = Phrase(_ROOM)
        column = Column(name="name", operand=Ref(name=ONE, property="name"))
        read = read_of(rooms, (Stage(matches=(rooms.match,), columns=(column,), distinct=True),))
        text = f"{counted(len(names), singular(kind))}: {joined([one.upper() for one in names])}."
        return replace(read, confidence=BY_WORDS, told=lambda _, symbol: (text, Status.ANSWERED), notes=(_AS_TOLD,))

    def in_zone(self, phrase: Phrase, said: str) -> bool:
        """Add to a phrase for rooms that they are in the zone of that name; False where none is called so."""
        names = self._words.distinct("Zone", "name") if "IN_ZONE" in self._types else ()
        called = tuple(str(name) for (name,) in names if said.lower() in (str(name).lower(), f"{name} zone".lower()))
        if called:
            self._in_zone(phrase, said, called)
        return bool(called)

    def _ways(self) -> Iterator[tuple[dict[str, tuple[str, ...]], Callable[[Phrase, str, tuple[str, ...]], None]]]:
        """Each way in which a model tells units: what stands for each, by its name in lower case, and what adds it."""
        if "IN_ZONE" in self._types:
            names = [one for row in self._words.distinct("Zone", "name", "longName") for one in row]
            yield _by_name(names, is_named=True), self._in_zone
        for name in self._words.texts_of(_ROOM):
            if not _OF_UNITS.isdisjoint(words(name).lower().split()):
                values = [one for (one,) in self._words.distinct(_ROOM, name)]
                of_room = [one for one in values if str(one) != words(name)]
                yield _by_name(of_room, is_named=False), _with_value(name)
        numbers = [_NUMBER.fullmatch(str(one)) for (one,) in self._words.distinct(_ROOM, "name")]
        letters = {one[1] for one in numbers if one is not None}
        of_levels = {one[:1].upper() for one in self._words.levels}
        if len(letters) > 1 and not letters <= of_levels and 2 * sum(one is not None for one in numbers) > len(numbers):
            yield {one.lower(): (one,) for one in letters}, _numbered

    def _in_zone(self, phrase: Phrase, name: str, zones: tuple[str, ...]) -> None:
        tests = Test(left=Ref(name="zone", property="name"), comparison=Comparison.IN, right=phrase.value(zones))
        nodes = (NodePattern(name=ONE), NodePattern(name="zone", label="Zone"))
        edges = (EdgePattern(start=ONE, end="zone", types=("IN_ZONE",)),)
        phrase.where.append(Exists(pattern=Pattern(nodes=nodes, edges=edges), where=(tests,)))


def _by_name(values: list[object], *, is_named: bool) -> dict[str, tuple[str, ...]]:
    """Values such as "Unit A" and "apartment 12 (north)" by the name in them.

    `is_named`: only those that say what kind of thing is named.
    """
    found: dict[str, tuple[str, ...]] = {}
    for value in values:
        said = _VALUE.fullmatch(value.strip()) if isinstance(value, str) else None
        if said is not None and (said["kind"] or not (is_named or " " in said[0])):
            name = said["name"].lower()
            found[name] = (*found.get(name, ()), str(value))
    return found


def _with_value(property_: str) -> Callable[[Phrase, str, tuple[str, ...]], None]:
    def add(phrase: Phrase, name: str, values: tuple[str, ...]) -> None:
        left = Ref(name=ONE, property=property_)
        phrase.where.append(Test(left=left, comparison=Comparison.IN, right=phrase.value(values)))

    return add


def _numbered(phrase: Phrase, name: str, letters: tuple[str, ...]) -> None:
    pattern = phrase.value(rf"{letters[0]}[-. ]?\d.*")
    phrase.where.append(Test(left=Ref(name=ONE, property="name"), comparison=Comparison.MATCHES, right=pattern))
    phrase.notes.append(f"rooms whose numbers begin with {letters[0]} are taken for those of {letters[0]}")
