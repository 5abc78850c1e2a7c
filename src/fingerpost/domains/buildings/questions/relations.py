"""Where things are and what they have: in a room, in a wall, above another, with a window, without a door."""

from __future__ import annotations

import re

from fingerpost.domains.buildings.questions.condition_patterns import THAN
from fingerpost.domains.buildings.questions.conditions import Conditions
from fingerpost.domains.buildings.questions.dwellings import SAID, Dwellings
from fingerpost.domains.buildings.questions.holding import (
    BESIDE,
    FIXED,
    NEIGHBOURS,
    held_by,
    require_bounds,
    with_number,
)
from fingerpost.domains.buildings.questions.phrase import ONE, Phrase, joined
from fingerpost.domains.buildings.questions.readings import NotHeld
from fingerpost.domains.buildings.questions.taken_together import Reader
from fingerpost.domains.buildings.questions.values_said import lacking, stating
from fingerpost.domains.buildings.questions.vocabulary import Vocabulary
from fingerpost.plans import EdgePattern, Exists


class Relations:
    """Adds such conditions to noun phrases; `reader` reads the phrases for what they are related to."""

    def __init__(
        self, vocabulary: Vocabulary, types: frozenset[str], add: Conditions, dwellings: Dwellings, reader: Reader
    ) -> None:
        self._words = vocabulary
        self._types = types
        self._add = add
        self._dwellings = dwellings
        self._reader = reader

    def opening_to(self, phrase: Phrase, found: re.Match[str]) -> bool:
        """The doors of a room."""
        return phrase.label in ("Door", "Window") and self.in_room(phrase, found["where"].strip())

    def place(self, phrase: Phrase, found: re.Match[str]) -> bool:
        """On a level, in a room, in a wall: what stands behind is all of it, or a further condition."""
        where = found["where"].strip()
        unit = SAID.match(where) if phrase.label == "Room" else None
        if unit is not None and self._dwellings.add(phrase, unit, is_room=True):
            return self._reader.conditions(phrase, where[unit.end() :])
        if phrase.label == "Room" and self._dwellings.in_zone(phrase, where):
            return True
        further = re.finditer(rf" (?:and|of|that|which|with|without|are|is|have|has|{THAN})\b", where)
        cuts = [len(where), *(one.start() for one in further)]
        for cut in cuts:
            before, state = where[:cut], (len(phrase.where), dict(phrase.parameters), phrase.by_words)
            held = any(add(phrase, before) for add in (self._add.on_level, self.in_room, self.in_wall, self.in_whole))
            if held and self._reader.conditions(phrase, where[cut:]):
                return True
            del phrase.where[state[0] :]
            phrase.parameters, phrase.by_words = state[1], state[2]
        return False

    def beside(self, phrase: Phrase, found: re.Match[str]) -> bool:
        """Above or next to a room, where shapes were measured; left of a wall: no model says so."""
        other, side = self._reader.read(found["other"]), found["side"].lower()
        if other is None or phrase.label == "Level" or other.label in ("Level", "Building", "Site"):
            return False
        kind, are_rooms = BESIDE.get(side), phrase.label == other.label == "Room"
        if kind is not None and are_rooms and kind[0] in self._types:
            if not self._add.settled(other):
                return False
            start, end = (ONE, "other") if kind[1] else ("other", ONE)
            joined(phrase, other, "other", EdgePattern(start=start, end=end, types=(kind[0],)))
            return True
        if kind == NEIGHBOURS and not are_rooms:
            return False
        if kind is None or not are_rooms:
            raise NotHeld(f"what is {side} what")
        if self._words.has("Room", "plan"):
            raise NotHeld(f"that any room is {side} another")
        raise NotHeld(f"what is {side} what; shapes tell it of rooms, if the model is loaded with --geometry")

    def without(self, phrase: Phrase, found: re.Match[str]) -> bool:
        """A room or a wall that has none of something."""
        before = len(phrase.where)
        if not self.part(phrase, found):
            return lacking(self._words, phrase, found["part"])
        (exists,) = phrase.where[before:]
        if not isinstance(exists, Exists):
            del phrase.where[before:]
            return lacking(self._words, phrase, found["part"])
        phrase.where[before] = exists.model_copy(update={"negated": True})
        return True

    def in_room(self, phrase: Phrase, said: str) -> bool:
        inner = self._reader.read(said)
        if inner is None or inner.label != "Room" or phrase.label == "Room":
            return False
        require_bounds(self._words, phrase.label)
        fixed = phrase.label in FIXED
        kind = "BOUNDED_BY" if fixed else "IN_SPACE"
        if kind not in self._types or not self._add.settled(inner):
            return False
        ends = {"start": "room", "end": ONE} if fixed else {"start": ONE, "end": "room"}
        joined(phrase, inner, "room", EdgePattern(types=(kind,), **ends))
        return True

    def in_wall(self, phrase: Phrase, said: str) -> bool:
        inner = self._reader.read(said)
        if inner is None or inner.label not in ("Wall", "Roof", "Slab") or not self._add.settled(inner):
            return False
        if phrase.label == "Opening" and "HAS_OPENING" in self._types:
            joined(phrase, inner, "host", EdgePattern(start="host", end=ONE, types=("HAS_OPENING",)))
            return True
        if phrase.label not in ("Door", "Window") or "FILLS" not in self._types:
            return False
        joined(phrase, inner, "host", EdgePattern(start=ONE, end="host", types=("FILLS",)))
        return True

    def in_whole(self, phrase: Phrase, said: str) -> bool:
        """A part of a stair or a roof: the railings of the main stair."""
        inner = self._reader.read(said)
        if inner is None or inner.label not in ("Stair", "Ramp", "Roof", "CurtainWall") or "PART_OF" not in self._types:
            return False
        if phrase.label in ("Room", "Level", inner.label) or not self._add.settled(inner):
            return False
        joined(phrase, inner, "whole", EdgePattern(start=ONE, end="whole", types=("PART_OF",)))
        return True

    def part(self, phrase: Phrase, found: re.Match[str]) -> bool:
        """What a room or a wall has: windows, a ceiling of gypsum board."""
        inner = self._reader.read(found["part"])
        if inner is not None and phrase.label == "Room":
            require_bounds(self._words, inner.label)
        edge = held_by(phrase, inner, "part", self._types) if inner is not None else None
        if inner is None or edge is None or not self._add.settled(inner):
            return inner is None and stating(self._words, phrase, found["part"])
        joined(phrase, inner, "part", edge)
        return True

    def number_of(self, phrase: Phrase, found: re.Match[str]) -> bool:
        """With more than two desks, at least one window."""
        inner = self._reader.read(found["part"])
        if inner is not None and phrase.label == "Room":
            require_bounds(self._words, inner.label)
        return inner is not None and with_number(phrase, inner, found, self._words, self._types)
