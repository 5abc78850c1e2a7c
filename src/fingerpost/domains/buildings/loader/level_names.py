"""What people call a level: the ground floor, the basement, the first floor, whatever its name is in the model."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from fingerpost.ingest import NodeRecord

NEAR_GROUND: Final = 0.6
"""How many metres over or under the building's zero its ground floor may lie."""

WORDS: Final[tuple[tuple[str, re.Pattern[str]], ...]] = tuple(
    (called, re.compile(rf"\b(?:{pattern})\b", re.IGNORECASE))
    for called, pattern in (
        ("ground floor", "erdgeschoss|eg|rez[- ]de[- ]chauss[ée]e|rdc|planta baja|piano terra|begane grond"),
        ("basement", "keller(?:geschoss)?|untergeschoss|kg|ug|sous[- ]sol|s[óo]tano|seminterrato|kelder"),
        ("attic", "dachgeschoss|dg|dachboden|combles|desv[áa]n|sottotetto|zolder"),
        ("upper floor", "obergeschoss|og"),
    )
)
"""What a level is called in English, by words of its name in other languages."""

_NUMBERED: Final = re.compile(
    r"(?:level|floor|storey|story|geschoss|niveau|[ée]tage|l)[ _-]*0*(\d{1,2})", re.IGNORECASE
)
_PREFIXED: Final = re.compile(r"0*(\d{1,2})\s*[-_.:]+\s*(\S.*)")
"""A level that is numbered before its name: "02 - Offices"."""
_SHORTEST: Final = 4
_ROOF: Final = re.compile(r"\b(?:roof|dach|toit|toiture|cubierta|tetto|parapet|attika)\b", re.IGNORECASE)
ORDINALS: Final = "first second third fourth fifth sixth seventh eighth ninth tenth".split()


def name_levels(nodes: Iterable[NodeRecord]) -> None:
    """Set `alias` on the levels that people call otherwise than the model does.

    By the words of the name; by its number ("Level 1" is the first floor there); else the level nearest to zero is the
    ground floor and those under it are basements.
    """
    levels = [node for node in nodes if node.labels[0] == "Level"]
    called = {node.id: _by_name(str(node.properties.get("name", ""))) for node in levels}
    names = " ".join(str(node.properties.get("name", "")).lower() for node in levels)
    if "ground" not in names and "basement" not in names and not any("ground floor" in one for one in called.values()):
        for node_id, position in _by_elevation(levels).items():
            called[node_id] = (*called[node_id], position)
    for node_id, positions in _over_ground(levels, called).items():
        called[node_id] = (*called[node_id], *(one for one in positions if one not in called[node_id]))
    for node in levels:
        if called[node.id]:
            node.properties["alias"] = called[node.id]


def _by_name(name: str) -> tuple[str, ...]:
    found = [called for called, words in WORDS if words.search(name)]
    numbered = _NUMBERED.fullmatch(name.strip())
    bare = name.strip().lower()
    if bare == "ground":
        found.append("ground floor")
    if bare in ORDINALS or (numbered and 0 < int(numbered[1]) <= len(ORDINALS)):
        ordinal = ORDINALS[int(numbered[1]) - 1] if numbered else bare
        found += [f"{ordinal} floor", f"{ordinal} level", f"{ordinal} storey"]
    prefixed = _PREFIXED.fullmatch(name.strip())
    if prefixed:
        number, rest = int(prefixed[1]), prefixed[2].lower()
        if 0 < number <= len(ORDINALS) and not _ROOF.search(rest):
            found += [f"{ORDINALS[number - 1]} {word}" for word in ("floor", "level", "storey")]
            found += [f"{word} {number}" for word in ("floor", "level")]
        if sum(map(str.isalpha, rest)) >= _SHORTEST and rest not in ("floor", "level"):
            found.append(rest)
    return tuple(dict.fromkeys(found))


def _over_ground(levels: list[NodeRecord], called: dict[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """The upper floors and the top floor, where the ground floor is known; a roof is not a floor."""
    heights = {node.id: height for node in levels if isinstance(height := node.properties.get("elevation"), float)}
    ground = next((heights[one] for one in heights if "ground floor" in called[one]), None)
    floors = {one for one in heights if not _ROOF.search(_name(levels, one))}
    if ground is None or len(floors) < 2:
        return {}
    above = {one for one in floors if heights[one] > ground + NEAR_GROUND}
    top = max(floors, key=lambda one: heights[one])
    upper = ("upper floor", "upper storey", "upper level")
    return {one: (*upper, "top floor", "top storey", "top level") if one == top else upper for one in above}


def _name(levels: list[NodeRecord], node_id: str) -> str:
    return next(str(node.properties.get("name", "")) for node in levels if node.id == node_id)


def _by_elevation(levels: list[NodeRecord]) -> dict[str, str]:
    """The ground floor and the basements, by the ids of their nodes."""
    heights: dict[str, float] = {}
    for node in levels:
        height = node.properties.get("elevation")
        if isinstance(height, float):
            heights[node.id] = height
    ground = min(heights, key=lambda one: abs(heights[one]), default=None)
    if ground is None or abs(heights[ground]) > NEAR_GROUND:
        return {}
    below = {one: "basement" for one, height in heights.items() if height < heights[ground] - NEAR_GROUND}
    return {ground: "ground floor", **below}
