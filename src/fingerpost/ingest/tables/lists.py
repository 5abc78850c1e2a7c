"""Columns of text that hold lists: "Trailers,Deleted Scenes", where "Deleted Scenes" stands alone elsewhere."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from fingerpost.ingest.mapping import LISTED, PropertyMapping
from fingerpost.ingest.tables.key_guesses import is_telling
from fingerpost.ingest.tables.profile import ColumnProfile, TableProfile
from fingerpost.ingest.tables.table import Columns, ForeignKey
from fingerpost.plans import joined

_SEPARATORS = {",": "commas", ";": "semicolons", "|": "bars"}
_MOST = 50
"""Different items of a list: more are no terms that repeat, unless each stands in several values."""
_REPEATED = 8
"""The values in which each of so many items stands, on average: codes of countries, unlike names of people."""
_ALL = 2_000
"""The most different items in any case."""
_LONGEST = 40
"""Characters of an item."""
_FEWEST = 3
"""Values with several items by which a list is told."""
_REFERRING = 0.9
"""The share of the items of lists that must be keys of a table."""
_ALONE, _MOSTLY = 0.3, 0.8
"""The share of parts that stand alone elsewhere, or of texts with several parts, by which a text may be a list."""
_MIXED = 2 / 3
"""The share of the items that stand alone, or in several places: the parts of "Oslo, Norway" have each their own."""


def list_rules(columns: Mapping[str, ColumnProfile], apart: Collection[str]) -> Iterator[tuple[str, PropertyMapping]]:
    """The columns that hold lists, with how to read them; none of those that are `apart`, as keys are."""
    for name, column in columns.items():
        if name not in apart and column.texts:
            for separator in _SEPARATORS:
                if _are_lists(column.texts, separator):
                    yield name, PropertyMapping(type=LISTED, format=separator)
                    break


def referring_lists(
    name: str, rules: Mapping[str, PropertyMapping], tables: Mapping[str, TableProfile], primary: Mapping[str, Columns]
) -> Iterator[tuple[ForeignKey, float]]:
    """What the items of a table's lists refer to, as guesses: the one key of words that has nearly all of them, each
    with the share that it has."""
    for column, rule in rules.items():
        parts = (value.split(rule.format or "") for value in tables[name].columns[column].texts)
        items = {item.strip() for split in parts for item in split}
        shares = {
            target: len(items & other.columns[primary[target][0]].values) / len(items)
            for target, other in tables.items()
            if target != name and len(primary[target]) == 1
        }
        having = [target for target, share in shares.items() if share >= _REFERRING]
        if len(having) == 1 and all(map(is_telling, items)):
            yield ForeignKey((column,), having[0], primary[having[0]]), shares[having[0]]


def unsplit(
    columns: Mapping[str, ColumnProfile], rules: Mapping[str, PropertyMapping], apart: Collection[str]
) -> dict[str, list[str]]:
    """The columns that stay texts though they seem to hold lists as others of their table do, by their separator: their
    items are too many to be terms, as those of people are."""
    separators = dict.fromkeys(rule.format or "" for rule in rules.values())
    return {
        separator: [
            name
            for name, column in columns.items()
            if name not in rules and name not in apart
            if _may_list(column.texts, separator)
        ]
        for separator in separators
    }


def _may_list(values: Collection[str], separator: str) -> bool:
    """Whether the parts of texts stand alone in others, or nearly all texts have parts, most of them in several places:
    the towns and countries of addresses have each their own."""
    split = [[part.strip() for part in value.split(separator)] for value in values]
    several = [parts for parts in split if len(parts) > 1]
    if len(several) < _FEWEST or not any(any(map(str.isalpha, part)) for part in several[0]):
        return False
    alone = {parts[0] for parts in split if len(parts) == 1}
    places: dict[str, set[int]] = {}
    for parts in several:
        for place, part in enumerate(parts):
            places.setdefault(part, set()).add(place)
    count = sum(map(len, several))
    moving = sum(len(places[part]) > 1 for parts in several for part in parts)
    many = len(several) > _MOSTLY * len(split) and moving > count / 2
    return many or sum(part in alone for parts in several for part in parts) > _ALONE * count


def told_unsplit(table: str, names: Sequence[str], separator: str) -> str:
    """What a note says of columns that stay texts."""
    which = f"{table}.{joined(names)}"
    return (
        f"{which} may hold lists, too, and stay{'s' if len(names) == 1 else ''} text: a mapping (--propose) can split "
        f'them by {{ type = "string[]", format = "{separator}" }}'
    )


def told_list(rule: PropertyMapping) -> str:
    """What a note says of a column that holds lists."""
    return f"read as lists, separated by {_SEPARATORS[rule.format or '']}"


def _are_lists(values: Collection[str], separator: str) -> bool:
    if sum(separator in value for value in values) < _FEWEST:
        return False
    places: dict[str, set[int]] = {}
    count = 0
    for value in values:
        items = [part.strip() for part in value.split(separator)]
        count += len(items)
        if len(set(items)) < len(items):
            return False
        for place, item in enumerate(items):
            if not item or len(item) > _LONGEST or not any(map(str.isalpha, item)):
                return False
            places.setdefault(item, set()).add(place if len(items) > 1 else -1)
        if len(places) > _ALL:
            return False
    mixed = sum(len(where) > 1 or -1 in where for where in places.values())
    few = len(places) <= max(_MOST, count / _REPEATED) and len(places) < len(values)
    return few and (mixed >= _MIXED * len(places) or _stand_alone(values, separator, places))


def _stand_alone(values: Collection[str], separator: str, places: Mapping[str, set[int]]) -> bool:
    """Whether nearly all parts of texts stand alone in others, but for rare ones: languages of films, unlike "Oslo"."""
    parts = [part.strip() for value in values if separator in value for part in value.split(separator)]
    return sum(-1 in places[part] for part in parts) >= _MOSTLY * len(parts)
