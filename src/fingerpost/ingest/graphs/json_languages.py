"""Values of JSON documents in several languages: `{"en": "Bread", "fr": "Pain"}` is one text, not an object."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from fingerpost.linking import split_name

_CODE = re.compile(r"[a-z]{2}(?:[-_](?:[A-Z]{2}|[A-Z][a-z]{3}))?")
_LANGUAGES = frozenset(
    "ar bg bn ca cs cy da de el en es et eu fa fi fr ga gl he hi hr hu hy id is it ja ka ko lt lv mk ms nb nl nn no pl "
    "pt ro ru sk sl sq sr sv sw ta th tl tr uk ur vi zh".split()
)
_ENGLISH = "en"
_NAMING = frozenset("language languages lang langs locale locales".split())
"""Words for keys whose objects name languages: the keys there are data."""


def in_english(value: Mapping[str, Any], left_out: set[str]) -> Mapping[str, Any]:
    """An object with what it holds by language in English; texts and lists in others become `fr_name` and the like.

    The keys of objects in others are added to what is `left_out`.
    """
    found: dict[str, Any] = {}
    for key, held in value.items():
        english = _english(key, held)
        if english is None:
            found[key] = held
            continue
        found[key] = held[english]
        for code, other in held.items():
            called = f"{code}_{key}"
            if code != english and _has_objects(other):
                left_out.add(key)
            elif code != english and called not in value:
                found[called] = other
    return found


def _english(key: str, held: Any) -> str | None:
    """The key of what is in English, where all keys are languages that say the same kind of thing."""
    if not isinstance(held, dict) or len(held.keys() - {"id"}) < 2 or not all(map(_is_language, held)):
        return None
    if not _NAMING.isdisjoint(word.lower() for word in split_name(key)):
        return None
    english = next((code for code in held if re.split("[-_]", code)[0] == _ENGLISH), None)
    kinds = {_kind(item) for item in held.values() if item not in (None, "", [], {})}
    return english if len(kinds) < 2 and kinds <= {"text", "texts", "object", "objects"} else None


def _is_language(key: str) -> bool:
    return _CODE.fullmatch(key) is not None and key[:2] in _LANGUAGES


def _kind(value: Any) -> str:
    if isinstance(value, str):
        return "text"
    if isinstance(value, dict):
        return "object"
    if isinstance(value, list):
        kinds = set(map(_kind, value))
        return f"{kinds.pop()}s" if len(kinds) == 1 else ""
    return ""


def _has_objects(value: Any) -> bool:
    return isinstance(value, dict) or (isinstance(value, list) and any(isinstance(item, dict) for item in value))
