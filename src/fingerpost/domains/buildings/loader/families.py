"""What elements and rooms are called in daily life, where the class says little: desks, sofas, skylights, bedrooms.

Authoring tools name an element "Family:Type:Tag", and the family says what it is: "M_Sofa:1830mm:1830mm:162486". A room
is what its long name says, "Bedroom 2", in English too where the name is in another language that the table knows.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection
from functools import lru_cache
from typing import Final

from fingerpost.domains.buildings.loader.foreign_names import element_in_english, room_in_english
from fingerpost.domains.buildings.loader.vocabulary import ELEMENT
from fingerpost.ingest import NodeRecord

_PLAIN: Final = frozenset(
    {"Wall", "Slab", "Roof", "Covering", "Stair", "StairFlight", "Ramp", "Railing", "Footing", "Beam", "Column"}
    | {"Member", "Plate", "CurtainWall", "Pile"}
)
"""Labels whose families ("Basic Wall", "W-Wide Flange") say no more than the label."""
_PREFIX: Final = re.compile(r"^(?:[A-Z]{1,3}_)+")
_BREAK: Final = re.compile(r"\s*[-–_(),&/]\s*")
_SIZE: Final = re.compile(r"\b\d[\d.,]*\s*(?:mm|cm|m|in|ft|\"|')?(?![\w])", re.IGNORECASE)
_MOST_WORDS: Final = 3
_SAID_ELSEWHERE: Final = frozenset(
    {"exterior", "interior", "external", "internal", "outside", "inside", "generic", "standard", "default", "basic"}
)
"""Words of a name that a property says better, or that say nothing."""
_NOUNS: Final = {
    **{
        one: one.lower() for one in "JOIST LINTEL PURLIN RAFTER BRACE CHORD STRUT STRINGER MULLION TRUSS GIRDER".split()
    },
    **{one: one.lower() for one in "PARAPET PILECAP LANDING PILASTER HANDRAIL GUARDRAIL BALUSTRADE SKYLIGHT".split()},
    "PILE_CAP": "pile cap",
    "BEAM_GRID": "beam grid",
    "STRIP_FOOTING": "strip footing",
    "PAD_FOOTING": "pad footing",
    "WASHHANDBASIN": "washbasin",
    "TOILETPAN": "toilet",
    "WCSEAT": "toilet seat",
    "CISTERN": "cistern",
    "SMOKESENSOR": "smoke detector",
    "HEATSENSOR": "heat detector",
    "CO2SENSOR": "CO2 sensor",
    "TEMPERATURESENSOR": "temperature sensor",
    "HOSEREEL": "hose reel",
    "AIRHANDLER": "air handling unit",
    "AIRCONDITIONINGUNIT": "air conditioning unit",
    "FIREHYDRANT": "fire hydrant",
    **{
        one: one.lower() for one in "SINK BATH SHOWER URINAL BIDET SPRINKLER RADIATOR CONVECTOR DIFFUSER GRILLE".split()
    },
}
"""Predefined types that people use as nouns."""
_BLANKS: Final = re.compile(r"\s+")
_NUMBER: Final = re.compile(r"[\s_.-]*\d+[a-z]?$")


def read_families(nodes: Collection[NodeRecord]) -> None:
    """Set `kinds`, the words by which people call it, on the elements and rooms whose names hold one."""
    names = Counter(node.properties.get("name") for node in nodes if node.labels[-1] == ELEMENT)
    for node in nodes:
        name = node.properties.get("name")
        if node.labels[0] == "Space":
            _read_room(node)
        if node.labels[-1] == ELEMENT and isinstance(name, str):
            words = type_of(name) if node.labels[0] in _PLAIN else family_of(name)
            words = tuple(dict.fromkeys((*words, *element_in_english(name))))
            words = (*words, *_predefined(node), *(_shared(name) if names[name] > 1 else ()))
            called = tuple(dict.fromkeys(word for word in words if word.title() not in node.labels))
            if called:
                node.properties["kinds"] = called


def _shared(name: str) -> tuple[str, ...]:
    """What a name without a family that several elements share calls them: "PAD_FOOTING", "BOLT M20x60"."""
    words = name.replace("_", " ").split()
    said = [word for word in words if not any(map(str.isdigit, word))]
    plain = ":" not in name and bool(said) and words[: len(said)] == said and all(map(str.isalpha, said))
    called = " ".join(said).lower()
    return (called,) if plain and len(said) <= _MOST_WORDS and _says_something(called) else ()


def _predefined(node: NodeRecord) -> tuple[str, ...]:
    """What the predefined type calls an element, where it is a noun and says more than the class: a JOIST, a BRACE."""
    said = node.properties.get("predefinedType")
    return (_NOUNS[said],) if isinstance(said, str) and said in _NOUNS else ()


def _read_room(node: NodeRecord) -> None:
    called = node.properties.get("longName") or node.properties.get("name")
    said = _NUMBER.sub("", called.strip()) if isinstance(called, str) else ""
    if any(letter.isalpha() for letter in said) and said.lower() not in ("room", "space", "raum"):
        node.properties["kinds"] = tuple(dict.fromkeys((said, room_in_english(said))))


@lru_cache(maxsize=4096)
def family_of(name: str) -> tuple[str, ...]:
    """The family in a name, its last word and what else the family's name says.

    "M_Base Cabinet-Double Door:1000mm:16" is a Base Cabinet, a Cabinet and a Double Door.
    """
    head, colon, _ = name.partition(":")
    if not colon:
        return ()
    said, *others = (_BLANKS.sub(" ", part).strip() for part in _BREAK.split(_PREFIX.sub("", head.strip())))
    if not _says_something(said):
        return ()
    return tuple(dict.fromkeys((said, said.rpartition(" ")[2], *filter(_says_something, others))))


@lru_cache(maxsize=4096)
def type_of(name: str) -> tuple[str, ...]:
    """What the type in a name calls an element whose family says no more than its class: "Railing:Guard Rail:1"."""
    parts = name.split(":")
    if len(parts) < 3:
        return ()
    words = (_BLANKS.sub(" ", _SIZE.sub("", part)).strip() for part in _BREAK.split(_PREFIX.sub("", parts[1].strip())))
    return tuple(dict.fromkeys(word for word in words if _says_something(word) and len(word.split()) <= _MOST_WORDS))


def _says_something(words: str) -> bool:
    return sum(map(str.isalpha, words)) > 1 and words.lower() not in _SAID_ELSEWHERE
