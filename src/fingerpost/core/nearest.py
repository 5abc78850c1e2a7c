"""Finds the known name that a misspelt one stands for: as a suggestion, or as the only possible one."""

from __future__ import annotations

import re
from collections.abc import Iterable

_SEPARATORS = re.compile(r"[\s_-]+")
_DIGITS = re.compile(r"\d+")
_SUGGESTED = 75
"""Minimum similarity (0 to 100) of a suggestion."""
_ONE_SLIP, _TWO_SLIPS = 5, 9
"""Minimum length of a name, in characters, for one typo or two to be unambiguous."""
_FAR = 2
"""How many more typos away every other name must be."""


def closest(name: str, known: Iterable[str]) -> str | None:
    """The most similar known name, if one is similar enough to suggest."""
    from rapidfuzz import fuzz, process  # takes longer to import than most commands need

    names = list(known)
    for candidate in names:
        if candidate.lower() == name.lower():
            return candidate
    found = process.extractOne(name, names, scorer=fuzz.ratio, processor=str.lower, score_cutoff=_SUGGESTED)
    return None if found is None else str(found[0])


def the_one(name: str, known: Iterable[str]) -> str | None:
    """The only possible known name: equal except for case and separators, or the only one within a typo or two."""
    from rapidfuzz.distance import OSA

    names = list(known)
    same = [candidate for candidate in names if folded(candidate) == folded(name)]
    if same:
        return same[0] if len(same) == 1 else None
    allowed = (len(name) >= _ONE_SLIP) + (len(name) >= _TWO_SLIPS)
    distances = sorted((OSA.distance(name.lower(), candidate.lower()), candidate) for candidate in names)
    if not allowed or not distances or distances[0][0] > allowed:
        return None
    if len(distances) > 1 and distances[1][0] < distances[0][0] + _FAR:
        return None
    nearest = distances[0][1]
    return nearest if _DIGITS.findall(nearest) == _DIGITS.findall(name) else None


def folded(name: str) -> str:
    """A name without case and separators."""
    return _SEPARATORS.sub("", name).casefold()
