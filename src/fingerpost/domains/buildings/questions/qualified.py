"""Names of properties as files write them, in words: `Pset_WallCommon.IsExternal = false` as "are not external"."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from fingerpost.core.schema import GraphSchema, ValueType
from fingerpost.domains.buildings.loader.properties import camel_name
from fingerpost.domains.buildings.questions.property_sets import PropertySetNames
from fingerpost.plans import words

_NAME: Final = r"(?P<name>[a-z]\w*)"
_TRUTH: Final = r"(?:(?:is |are )?(?:=|==|:|equal to|set to|of)? ?(?P<truth>true|false|yes|no)\b)"
_COMMON: Final = re.compile(r"pset_\w*common", re.IGNORECASE)
_TRUE: Final = ("true", "yes")
_SHARED: Final = frozenset("area depth height length perimeter thickness volume weight width".split())
"""Quantities that every element has under one name, wherever they are stated."""


def set_note(question: str, known: PropertySetNames) -> tuple[str, ...]:
    """What an answer must say where a set is named whose values are not kept apart from those of others."""
    alone = {one.said.lower() for one in known.mentions(question) if known.is_alone(one, _SHARED)}
    sets = dict.fromkeys(found["set"] for found in _patterns(known.pattern)[1].finditer(question))
    loose = [name for name in sets if not _COMMON.fullmatch(name) and name.lower() not in alone]
    return (f"values are kept by property, not by set: {', '.join(loose)} was not looked at",) if loose else ()


@lru_cache(maxsize=8)
def _patterns(sets: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """What a property must be, with its set or without; a property with its set. `sets` is the pattern of a set."""
    having = r"\b(?:have|has|having|with|whose|where|that have|which have) (?:the |an? )?"
    return (
        re.compile(rf"{having}(?:{sets}\.)?{_NAME} ?{_TRUTH}", re.IGNORECASE),
        re.compile(rf"\b{sets}\.{_NAME}", re.IGNORECASE),
    )


def unqualified(question: str, schema: GraphSchema, sets: PropertySetNames) -> str:
    """The question with the names of properties that the model has in words, and booleans that are held as adjectives.

    A name that it does not have stays as it is, so that the question is refused for it.
    """
    having, qualified = _patterns(sets.pattern)
    if not (qualified.search(question) or having.search(question)):
        return question
    names = {info.name.lower(): info for label in schema.labels for info in label.properties}

    def known(found: re.Match[str]) -> str | None:
        """The name in the graph: with its set where sets of one element differ, else without."""
        name, group = camel_name(found["name"]), found["set"]
        full = f"{camel_name(group)}.{name}".lower() if group else ""
        if full in names and not _COMMON.fullmatch(group):
            return names[full].name
        return names[name.lower()].name if name.lower() in names else None

    def as_adjective(found: re.Match[str]) -> str:
        name = known(found)
        if name is None or names[name.lower()].type is not ValueType.BOOLEAN:
            return found[0]
        denied = "" if found["truth"].lower() in _TRUE else "not "
        return f"are {denied}{words(name).removeprefix('is ')}"

    def in_words(found: re.Match[str]) -> str:
        name = known(found)
        return found[0] if name is None else words(name)

    return qualified.sub(in_words, having.sub(as_adjective, question))
