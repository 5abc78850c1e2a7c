"""References by several columns that no source declares: a room by building and number, a route by wall and number."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import replace

from fingerpost.core.cells import Cell
from fingerpost.ingest.records import LoadContext
from fingerpost.ingest.tables.keys import Keys
from fingerpost.ingest.tables.names import subject, words
from fingerpost.ingest.tables.profile import MOST_VALUES, TableProfile, key_text
from fingerpost.ingest.tables.table import Columns, ForeignKey

_MOST = 4
"""Columns of a key."""


def with_composite(
    tables: Mapping[str, TableProfile], keys: Mapping[str, Keys], context: LoadContext
) -> dict[str, Keys]:
    """The keys with those of several columns, and what refers by them.

    A table without a key of its own has one if another table has columns of the same names, one of them named as a key
    is, all of whose values stand together in just one row of it each. Tables that declare references are believed.

    Raises:
        SourceError: a table cannot be read.
    """
    found = dict(keys)
    for target in tables.values():
        if found[target.table.name].primary or not 0 < target.rows <= MOST_VALUES:
            continue
        for each in tables.values():
            if each is target or each.table.foreign_keys or each.columns.keys() == target.columns.keys():
                continue
            own = found[target.table.name].primary
            chosen = next((c for c in _shared(each, target, own) if _refers(each, target, c, context)), None)
            if chosen is not None:
                referring = found[each.table.name]
                key = ForeignKey(chosen, target.table.name, chosen)
                found[each.table.name] = _referring(referring, key)
                found[target.table.name] = replace(found[target.table.name], primary=chosen)
    return found


def _referring(keys: Keys, key: ForeignKey) -> Keys:
    """The keys of a table with one more reference; what its columns alone might refer to is none of theirs."""
    return replace(
        keys,
        foreign=(*keys.foreign, key),
        undecided=tuple(each for each in keys.undecided if each[0] not in key.columns),
        unnamed=tuple(column for column in keys.unnamed if column not in key.columns),
        guessed=tuple(each for each in keys.guessed if not set(each[0].columns) <= set(key.columns)),
    )


def _shared(each: TableProfile, target: TableProfile, own: Columns) -> Iterator[Columns]:
    """The columns that may refer to a table together, the fewest first; once it has a key, only those of it."""
    alike = [
        name
        for name, column in each.columns.items()
        if name in target.columns and column.values and column.values <= target.columns[name].values
    ]
    for count in range(2, min(len(alike), _MOST) + 1):
        for columns in itertools.combinations(alike, count):
            if own in ((), columns) and any(words(name) != subject(name) for name in columns):
                yield columns


def _refers(each: TableProfile, target: TableProfile, columns: Columns, context: LoadContext) -> bool:
    """Whether each row of the target has values of its own in the columns, and the other table has these, some of them
    several times: of two tables that have each of them once, neither tells which refers."""
    held = list(_values(target, columns, context))
    if len(held) < target.rows or len(set(held)) < len(held):
        return False
    referring = list(_values(each, columns, context))
    return set(referring) <= set(held) and len(set(referring)) < len(referring)


def _values(each: TableProfile, columns: Columns, context: LoadContext) -> Iterator[tuple[str, ...]]:
    """The values of the rows that have all of the columns."""
    for _, row in each.table.rows(context.trial()):
        texts = [_text(row.get(column)) for column in columns]
        if None not in texts:
            yield tuple(text for text in texts if text is not None)


def _text(value: Cell) -> str | None:
    return None if value is None else key_text(value)
