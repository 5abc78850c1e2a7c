"""References by several columns that no source declares: a room by building and number, a route by wall and number."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import replace

from fingerpost.core.cells import Cell
from fingerpost.ingest.records import LoadContext
from fingerpost.ingest.tables.keys import Keys
from fingerpost.ingest.tables.names import OWN_KEY, key_words, role_beside, subject, words
from fingerpost.ingest.tables.profile import MOST_VALUES, ColumnProfile, TableProfile, key_text
from fingerpost.ingest.tables.table import Columns, ForeignKey

_MOST = 4
"""Columns of a key."""
_HELD = 0.9
"""The share of what several columns hold together that must be there, where their names say to what they refer."""
_LEAST = 3
"""Different rows that must be referred to by then."""


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
    for target in tables.values():
        if len(found[target.table.name].primary) != 1 and 0 < target.rows <= MOST_VALUES:
            _named_alike(target, tables, found, context)
    return found


def _named_alike(
    target: TableProfile, tables: Mapping[str, TableProfile], found: dict[str, Keys], context: LoadContext
) -> None:
    """Add what refers to a table by columns that are named as those of its key are, if with other punctuation or with a
    role (`teamIDwinner`), or though some rows are missing there: then it is guessed."""
    name = target.table.name
    for each in tables.values():
        own = found[each.table.name]
        referring = any(known.target == name for known in own.foreign)
        if each is target or referring or each.table.foreign_keys or each.columns.keys() == target.columns.keys():
            continue
        for key, columns in _by_roles(each, target, found[name].primary):
            if own.primary == key:
                continue
            held = list(_values(target, key, context))
            if len(held) < target.rows or len(set(held)) < len(held):
                continue
            values = list(_values(each, columns, context))
            there = set(values).intersection(held)
            share = len(there) / len(set(values)) if values else 0.0
            tells = found[name].primary or _has_role(columns, key) or len(set(values)) < len(values)
            if share >= _HELD and len(there) >= _LEAST and tells:
                now, reference = found[each.table.name], ForeignKey(columns, name, key)
                guessed = replace(now, guessed=(*now.guessed, (reference, share)))
                found[each.table.name] = _referring(now, reference) if share == 1 else guessed
                found[name] = replace(found[name], primary=key)


def _has_role(columns: Columns, key: Columns) -> bool:
    return any(role_beside(*pair) for pair in zip(columns, key, strict=True))


def _by_roles(each: TableProfile, target: TableProfile, own: Columns) -> Iterator[tuple[Columns, Columns]]:
    """The columns that are named after those of a key, once for each role, each time with the key: the table's `own`,
    else what may be one. What has no role is the same for all."""
    roles: dict[tuple[str, ...], dict[str, str]] = {}
    for name, column in each.columns.items():
        for part in own or target.columns:
            role = role_beside(name, part)
            if role is not None and _are_held(column, target.columns[part]):
                roles.setdefault(role, {}).setdefault(part, name)
    plain = roles.get((), {})
    for named in roles.values():
        columns = {part: named.get(part) or plain[part] for part in target.columns if part in named or part in plain}
        for key in (own,) if own else _keys_of(target, tuple(columns)):
            if all(part in columns for part in key):
                yield key, tuple(columns[part] for part in key)


def _keys_of(target: TableProfile, columns: Columns) -> Iterator[Columns]:
    """What may be the key of a table: one of the columns is named as its key would be."""
    named = {part for part in columns if key_words(part, target.table.name) == OWN_KEY}
    filled = [part for part in columns if target.columns[part].filled == target.rows] if named else []
    for count in range(2, min(len(filled), _MOST) + 1):
        yield from (key for key in itertools.combinations(filled, count) if named.intersection(key))


def _are_held(column: ColumnProfile, key: ColumnProfile) -> bool:
    return bool(column.values) and len(column.values & key.values) >= _HELD * len(column.values)


def _referring(keys: Keys, key: ForeignKey) -> Keys:
    """The keys of a table with one more reference; what its columns alone might refer to is none of theirs."""
    return replace(
        keys,
        foreign=(*keys.foreign, key),
        undecided=tuple(each for each in keys.undecided if each[0] not in key.columns),
        unnamed=tuple(column for column in keys.unnamed if column not in key.columns),
        guessed=tuple(each for each in keys.guessed if not set(each[0].columns) <= set(key.columns)),
        hardly=tuple(each for each in keys.hardly if not set(each[0].columns) <= set(key.columns)),
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
