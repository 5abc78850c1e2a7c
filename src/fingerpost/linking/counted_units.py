""" "How many hours has Ann put in", "how many kilos did we pick": the numbers that are told in that unit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from fingerpost.core.schema import GraphSchema, PropertyInfo
from fingerpost.linking.mentions import Mention
from fingerpost.linking.quantities import UNITS
from fingerpost.linking.scores import PART, RING
from fingerpost.linking.text import Token, split_name

_HOW_MANY = ("how", "many")
_PER = "per"
_USING = frozenset(
    "spend spends spent need needs needed put log logged clock clocked allow allowed use used require required".split()
)
"""Verbs that say no more of an amount than that there is one."""
_PARTICLES = frozenset(("in", "up"))
_BEHIND = frozenset(("per", "a", "an", "later", "earlier", "before", "after", "ago", "between", "apart"))
"""Words behind a unit that ask for no amount of what is stored: a rate, or time between two things."""


def counted_units(tokens: tuple[Token, ...], found: Iterable[Mention], schema: GraphSchema) -> Iterator[Mention]:
    """Mentions of the properties told in a unit that "how many" stands before, where nothing is called so."""
    norms = [token.norm for token in tokens]
    for place in range(2, len(norms)):
        unit = UNITS.get(norms[place])
        if unit is None or tuple(norms[place - 2 : place]) != _HOW_MANY or norms[place + 1 : place + 2][:1] == []:
            continue
        known = any(m.kind in ("property", "label") and m.start == place and m.score >= PART for m in found)
        if known or norms[place + 1] in _BEHIND:
            continue
        for of_relationship, owners in ((False, schema.labels), (True, schema.relationships)):
            for owner in owners:
                name = owner.type if hasattr(owner, "type") else owner.name
                for info in owner.properties:
                    if _is_told_in(info, unit):
                        reason = f"{info.name} counts {norms[place]}"
                        at = (place, place + 1, info.name, RING, reason, frozenset((name,)), of_relationship)
                        yield Mention("property", *at)
        taken = {i for m in found if m.kind != "relation" or m.score >= PART for i in range(m.start, m.end)}
        for verb in range(place + 1, len(norms)):
            if norms[verb] in _USING and verb not in taken:
                end = verb + 1 + (norms[verb + 1 : verb + 2] != [] and norms[verb + 1] in _PARTICLES)
                yield Mention("filler", verb, end, "", 1.0, "has what is measured")


def _is_told_in(info: PropertyInfo, unit: tuple[str, float]) -> bool:
    """Whether a property holds numbers of a unit, as its name says: `duration_min`, `hoursBooked`; no rates."""
    words = split_name(info.name)
    said = [info.unit or "", words[-1], words[0]]
    return info.numeric and _PER not in words and any(UNITS.get(word) == unit for word in said)
