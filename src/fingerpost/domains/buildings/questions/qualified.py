"""Names of properties as files write them, in words: `Pset_WallCommon.IsExternal = false` as "are not external"."""

from __future__ import annotations

import re
from typing import Final

from fingerpost.core.schema import GraphSchema, ValueType
from fingerpost.domains.buildings.loader.properties import camel_name
from fingerpost.plans import words

_SET: Final = r"(?P<set>(?:[A-Za-z]+_)*(?:pset|qto)_\w+|basequantities)\."
_NAME: Final = r"(?P<name>[a-z]\w*)"
_TRUTH: Final = r"(?:(?:is |are )?(?:=|==|:|equal to|set to|of)? ?(?P<truth>true|false|yes|no)\b)"
_HAVING: Final = re.compile(
    rf"\b(?:have|has|having|with|whose|where|that have|which have) (?:the |an? )?(?:{_SET})?{_NAME} ?{_TRUTH}",
    re.IGNORECASE,
)
_QUALIFIED: Final = re.compile(rf"\b{_SET}{_NAME}", re.IGNORECASE)
_COMMON: Final = re.compile(r"pset_\w*common", re.IGNORECASE)
_TRUE: Final = ("true", "yes")


def set_note(question: str) -> tuple[str, ...]:
    """What an answer must say where a set is named whose values are not kept apart from those of others."""
    sets = dict.fromkeys(found["set"] for found in _QUALIFIED.finditer(question))
    loose = [name for name in sets if not _COMMON.fullmatch(name)]
    return (f"values are not kept by property set: {', '.join(loose)} was not looked at",) if loose else ()


def unqualified(question: str, schema: GraphSchema) -> str:
    """The question with the names of properties that the model has in words, and booleans that are held as adjectives.

    A name that it does not have stays as it is, so that the question is refused for it.
    """
    if not (_QUALIFIED.search(question) or _HAVING.search(question)):
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

    return _QUALIFIED.sub(in_words, _HAVING.sub(as_adjective, question))
