""" "How many hours has Ann put in", "how many kilos did we pick": the numbers that are told in that unit."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from fingerpost.core.schema import GraphSchema, PropertyInfo, RelationshipInfo
from fingerpost.linking.mentions import Mention
from fingerpost.linking.quantities import UNITS
from fingerpost.linking.scores import PART, RING
from fingerpost.linking.text import Token, split_name

_HOW_MANY = ["how", "many"]
_PER = "per"
_USING = frozenset(
    "spend spends spent need needs needed put log logged clock clocked allow allowed use used require required".split()
)
"""Verbs that say no more of an amount than that there is one."""
_PARTICLES = (["in"], ["up"])
_BEHIND = frozenset(("per", "a", "an", "later", "earlier", "before", "after", "ago", "between", "apart"))
"""Words behind a unit that ask for no amount of what is stored: a rate, or time between two things."""


def counted_units(tokens: tuple[Token, ...], found: Collection[Mention], schema: GraphSchema) -> Iterator[Mention]:
    """Mentions of the properties told in a unit that "how many" stands before, where nothing is called so."""
    norms = [token.norm for token in tokens]
    for place in range(len(_HOW_MANY), len(norms) - 1):
        asked = norms[place - len(_HOW_MANY) : place] == _HOW_MANY and norms[place + 1] not in _BEHIND
        unit = UNITS.get(norms[place]) if asked else None
        named = any(m.kind in ("property", "label") and m.start == place and m.score >= PART for m in found)
        if unit is None or named:
            continue
        told = list(_told_in(unit, schema, place, norms[place]))
        yield from told
        if told:
            yield from _said_of_amounts(norms, place + 1, found)


def _told_in(unit: tuple[str, float], schema: GraphSchema, place: int, word: str) -> Iterator[Mention]:
    """The properties that hold numbers of a unit, as what a word means."""
    for owner in schema.owners:
        of_relationship = isinstance(owner, RelationshipInfo)
        for info in owner.properties:
            if _counts(info, unit):
                at = (place, place + 1, info.name, RING, f"{info.name} counts {word}")
                yield Mention("property", *at, frozenset((owner.name,)), of_relationship)


def _said_of_amounts(norms: list[str], start: int, found: Collection[Mention]) -> Iterator[Mention]:
    """Verbs behind the unit that mean nothing else here: "put in", "spend"."""
    taken = {i for m in found if m.kind != "relation" or m.score >= PART for i in range(m.start, m.end)}
    for place in range(start, len(norms)):
        if norms[place] in _USING and place not in taken:
            end = place + 1 + (norms[place + 1 : place + 2] in _PARTICLES)
            yield Mention("filler", place, end, "", 1.0, "has what is measured")


def _counts(info: PropertyInfo, unit: tuple[str, float]) -> bool:
    """Whether a property holds numbers of a unit, as its name says: `duration_min`, `hoursBooked`; no rates."""
    words = split_name(info.name)
    said = (info.unit or "", words[-1], words[0])
    return info.numeric and _PER not in words and any(UNITS.get(word) == unit for word in said)
