"""How many there are, and how much: numbers, areas, volumes, lengths and weights, taken together or by group."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from fingerpost.core.schema import PropertyInfo
from fingerpost.domains.buildings.loader.material_kinds import material_words
from fingerpost.domains.buildings.questions.amounts import AMOUNTS
from fingerpost.domains.buildings.questions.holding import counted_once
from fingerpost.domains.buildings.questions.layers import is_layered, of_layers
from fingerpost.domains.buildings.questions.other_words import AGGREGATES, HOW_MUCH, TAIL
from fingerpost.domains.buildings.questions.phrase import BY, ONE, Phrase
from fingerpost.domains.buildings.questions.readings import NotHeld, Read, read_of
from fingerpost.domains.buildings.questions.vocabulary import ELEMENT, Vocabulary, phrase_words
from fingerpost.plans import (
    Aggregate,
    AggregateFunction,
    Column,
    Comparison,
    Match,
    Plan,
    Ref,
    Stage,
    Test,
    is_plural,
    plural,
)

_PER: Final = re.compile(
    r"\s+(?:(?:are|is) (?:there )?)?(?:per|by|(?:on|in|of|for) (?:each|every)) (?P<group>[a-z ]+)$",
    re.IGNORECASE,
)
_EACH_HAS: Final = re.compile(
    r"^(?P<what>.+?) (?:does|do) (?:each|every) (?P<group>[a-z ]+?) (?:have|contain|consist of)$", re.IGNORECASE
)
_OF_MATERIAL: Final = re.compile(r"^(?:the )?(?P<material>[a-z ]+?) (?:are |is )?in (?P<what>.+)$", re.IGNORECASE)

_OF_ROOMS: Final = re.compile(r"(?:(?:net|gross) )?(?:floor|room) (?:area|volume)$", re.IGNORECASE)
_NOT_SUMMED: Final = frozenset({"Level", "Building", "Site", ELEMENT})
"""Labels whose nodes hold others, or are of many kinds."""


class Totals:
    """Reads numbers and amounts over a reader of noun phrases (`phrase`), grouped by `grouped`."""

    def __init__(
        self,
        words: Vocabulary,
        types: frozenset[str],
        phrase: Callable[[str], Phrase | None],
        grouped: Callable[[Phrase, str], Match | None],
    ) -> None:
        self._words = words
        self._types = types
        self._phrase = phrase
        self._grouped = grouped

    def count(self, found: re.Match[str]) -> Read | None:
        what, group = _grouped(found["what"])
        phrase = self._phrase(what)
        if phrase is None or phrase.most is not None:
            return None
        if phrase.label == ELEMENT:
            counted_once(phrase, self._words, self._types)
        count = Aggregate(name="count", function=AggregateFunction.COUNT, operand=Ref(name=ONE), distinct=True)
        return self._aggregated(phrase, count, group)

    def broken_down(self, found: re.Match[str]) -> Read | None:
        """How many there are of each type, on each level."""
        phrase = self._phrase(found["what"])
        if phrase is None or phrase.most is not None:
            return None
        count = Aggregate(name="count", function=AggregateFunction.COUNT, operand=Ref(name=ONE), distinct=True)
        return self._aggregated(phrase, count, found.groupdict().get("group", "type"))

    def total(self, found: re.Match[str]) -> Read | None:
        """The total, the average, the most or the least of a quantity; of an amount, by what things are measured by."""
        what, group = _grouped(found["what"])
        phrase, material = self._things(what)
        of_rooms = _OF_ROOMS.match(found["quantity"]) if phrase is None or phrase.label == "Zone" else None
        if of_rooms is not None:  # "the floor area of the night zone"
            phrase = self._phrase(f"rooms in {what}")
        if phrase is None or phrase.most is not None:
            return None
        said, how = found["quantity"].lower(), found["how"].lower()
        if said == HOW_MUCH:
            said = _amount_of(phrase, material)
            if said == "volume" and not self._words.values(phrase, said) and self._words.values(phrase, "area"):
                said = "area"
        if self._words.measured(phrase.label, f"overall {said}") and how == "overall":
            return None  # an overall width is a width
        function = AGGREGATES[how]
        info = self._words.measured(phrase.label, said)
        if info is None and function is AggregateFunction.SUM:  # each may state a total of its own
            info = self._words.measured(phrase.label, f"total {said}")
        return None if info is None else self._summed(phrase, info, function, material, said, group)

    def of_noun(self, found: re.Match[str]) -> Read | None:
        """The area, volume or weight of all that a noun means: "the glazing area on level 2"."""
        what, group = _grouped(f"{found['what']}{found['where'] or ''}")
        phrase, material = self._phrase(what), ""
        if phrase is None and found["what"].lower() in material_words():  # "the glass area per level"
            material = found["what"].lower()
            phrase = self._phrase(f"elements made of {material}{found['where'] or '' if group is None else ''}")
        if phrase is None or phrase.most is not None or (phrase.label in _NOT_SUMMED and not material):
            return None
        info = self._words.measured(phrase.label, found["quantity"])
        if info is None or not self._words.values(phrase, info.name):
            return None
        return self._summed(phrase, info, AggregateFunction.SUM, material, found["quantity"], group)

    def _things(self, what: str) -> tuple[Phrase | None, str]:
        """What a total is of, and the material that it names: concrete in the slabs, footing concrete."""
        bare = _bare(what)
        if bare in material_words():  # and no things that are called so
            return self._phrase(f"elements made of {bare}"), bare
        inside = _OF_MATERIAL.match(what)
        if inside is not None:
            material = inside["material"].lower()
            phrase = self._phrase(f"{inside['what']} made of {material}")
            if phrase is None and material in material_words():  # "the plasterboard in level 1"
                phrase = self._phrase(f"elements made of {material} in {inside['what']}")
            # "diffusers in the hall" are no material
            return (phrase, material) if phrase is not None else (self._phrase(what), "")
        phrase = self._phrase(what)
        if phrase is not None:
            return phrase, ""
        material = bare
        *before, last = material.split()
        if before and last in material_words():
            phrase = self._phrase(f"{plural(' '.join(before))} made of {last}") or self._phrase(
                plural(" ".join(before))
            )
            if phrase is not None:
                return phrase, last
        return self._phrase(f"elements made of {material}"), material

    def _summed(
        self,
        phrase: Phrase,
        info: PropertyInfo,
        function: AggregateFunction,
        material: str,
        said: str,
        group: str | None,
    ) -> Read | None:
        if phrase.label == ELEMENT:
            counted_once(phrase, self._words, self._types, "area" if material else info.name)
        self._needs(phrase, info.name, said)
        if material and info.unit == "m³" and function is AggregateFunction.SUM and is_layered(phrase, self._words):
            return None if group else of_layers(phrase, material, self._words)
        name = info.name[5:6].lower() + info.name[6:] if info.name.startswith("total") else info.name
        total = Aggregate(name=name, function=function, operand=Ref(name=ONE, property=info.name))
        return self._aggregated(phrase, total, group)

    def _aggregated(self, phrase: Phrase, aggregate: Aggregate, group: str | None) -> Read | None:
        if group is None:
            return read_of(phrase, (Stage(matches=(phrase.match,), aggregates=(aggregate,)),))
        match = self._grouped(phrase, group.strip().lower())
        if match is None:
            return None
        if match == phrase.match:
            by = Column(name="typeName", operand=Ref(name=ONE, property="typeName"))
            return read_of(phrase, (Stage(matches=(match,), columns=(by,), aggregates=(aggregate,)),))
        # Two levels of one name are two: grouped by the level, told by its name.
        each = Stage(matches=(match,), columns=(Column(name=BY, operand=Ref(name=BY)),), aggregates=(aggregate,))
        names = [name for name in ("name", "longName") if self._words.has(match.pattern.nodes[-1].label or "", name)]
        names = names if match.pattern.nodes[-1].label == "Room" else names[:1]
        told = (
            *(Column(name=name, operand=Ref(name=BY, property=name)) for name in names),
            Column(name=aggregate.name, operand=Ref(name=aggregate.name)),
        )
        return read_of(phrase, (each, Stage(columns=told)))

    def _needs(self, phrase: Phrase, name: str, said: str) -> None:
        """Raises `NotHeld` where things are meant and none of them has the quantity: their total is not 0."""
        if self._words.exists(phrase.match, phrase.parameters) and not self._words.values(phrase, name):
            raise NotHeld(f"the {said.lower()} of any of the {self._words.number(phrase)} that are meant")

    def amount(self, found: re.Match[str]) -> Read | None:
        """The area, volume or weight of several things is that of all of them; each is told beside it."""
        what, group = _grouped(found["what"])
        phrase = self._phrase(what)
        if phrase is None or not phrase.plural or phrase.most is not None or is_plural(found["quantity"]):
            return None
        info = self._words.measured(phrase.label, found["quantity"])
        if info is None or info.unit not in AMOUNTS or "Per" in info.name:
            return None
        if phrase.label == ELEMENT:
            counted_once(phrase, self._words, self._types, info.name)
        value = Ref(name=ONE, property=info.name)
        known = Test(left=value, comparison=Comparison.IS_NULL, negated=True)
        match = phrase.match
        if not self._words.exists(Match(pattern=match.pattern, where=(*match.where, known)), phrase.parameters):
            return None
        read = self._aggregated(phrase, Aggregate(name=info.name, function=AggregateFunction.SUM, operand=value), group)
        if read is None or group is not None:
            return read
        columns = (Column(name=phrase.label, operand=Ref(name=ONE)), Column(name=info.name, operand=value))
        stage = Stage(matches=(match,), columns=columns)
        return replace(read, parts=Plan(branches=((stage,),), parameters=dict(phrase.parameters)))


def _amount_of(phrase: Phrase, material: str) -> str:
    """The quantity that "how much" means: a material by its volume, walls by their area, pipes by their length."""
    return "volume" if material else str(phrase_words()["amounts"].get(phrase.label, "volume"))


def _bare(what: str) -> str:
    """A material without what says that all of it is meant."""
    return re.sub(r"^(?:the|all(?: the)?) ", "", TAIL.sub("", what), flags=re.IGNORECASE).lower()


def _grouped(what: str) -> tuple[str, str | None]:
    """The counted things and their grouping."""
    each = _EACH_HAS.match(what)
    if each is not None:
        return each["what"], each["group"]
    found = _PER.search(what)
    return (what[: found.start()], found["group"]) if found is not None else (what, None)
