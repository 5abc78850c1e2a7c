"""Columns of text that hold lists: "Trailers,Deleted Scenes", where "Deleted Scenes" stands alone elsewhere."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from fingerpost.ingest.mapping import LISTED, PropertyMapping
from fingerpost.ingest.tables.profile import ColumnProfile

_SEPARATORS = {",": "commas", ";": "semicolons", "|": "bars"}
_MOST = 50
"""Different items of a list: more are no terms that repeat, unless each stands in several values."""
_REPEATED = 8
"""The values in which each of so many items stands, on average: codes of countries, unlike names of people."""
_LONGEST = 40
"""Characters of an item."""
_FEWEST = 3
"""Values with several items by which a list is told."""
_MIXED = 2 / 3
"""The share of the items that stand alone, or in several places: the parts of "Oslo, Norway" have each their own."""


def list_rules(columns: Mapping[str, ColumnProfile], apart: Collection[str]) -> Iterator[tuple[str, PropertyMapping]]:
    """The columns that hold lists, with how to read them; none of those that are `apart`, as keys are."""
    for name, column in columns.items():
        if name not in apart and column.texts:
            for separator in _SEPARATORS:
                if _are_lists([value.split(separator) for value in column.texts]):
                    yield name, PropertyMapping(type=LISTED, format=separator)
                    break


def told_list(rule: PropertyMapping) -> str:
    """What a note says of a column that holds lists."""
    return f"read as lists, separated by {_SEPARATORS[rule.format or '']}"


def _are_lists(split: list[list[str]]) -> bool:
    if sum(len(parts) > 1 for parts in split) < _FEWEST:
        return False
    places: dict[str, set[int]] = {}
    for parts in split:
        items = [part.strip() for part in parts]
        if len(set(items)) < len(items):
            return False
        for place, item in enumerate(items):
            if not item or len(item) > _LONGEST or not any(map(str.isalpha, item)):
                return False
            places.setdefault(item, set()).add(place if len(items) > 1 else -1)
    if len(places) > max(_MOST, sum(map(len, split)) / _REPEATED):
        return False
    mixed = sum(len(where) > 1 or -1 in where for where in places.values())
    return len(places) < len(split) and mixed >= _MIXED * len(places)
