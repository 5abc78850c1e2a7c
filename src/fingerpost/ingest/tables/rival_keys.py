"""Which of several columns is the key of a table, where more than one tells its rows apart and is called as keys are.

A sheet may number its rows (`uid` 0, 1, 2) beside the key by which others refer to them (`idx` 1, 2, 3). Both hold most
small numbers, so that no column alone tells which is meant: all that refer to the table must agree.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from fingerpost.ingest.tables.names import KEY_WORDS, key_words, says, words
from fingerpost.ingest.tables.profile import ColumnProfile, TableProfile
from fingerpost.ingest.tables.table import Columns, ForeignKey

HELD = 0.98
"""The share of values that must be those of the key, where the name says clearly that they are."""
_BARE = 2.0
"""What `key_words` gives a column that is called as any key is."""


def agreed_keys(tables: Mapping[str, TableProfile], primary: Mapping[str, Columns]) -> dict[str, Columns]:
    """The keys of tables by their names: of rival columns the one that has all values of most columns that refer to the
    table; of equal ones, one that does not only count the rows from 0."""
    found = dict(primary)
    for name, each in tables.items():
        keys = _rivals(each, primary[name])
        held = list(_referring(each, keys, tables)) if keys else []
        if any(_held(each, key, keys, held) for key in keys):
            found[name] = (max(keys, key=lambda key: (_held(each, key, keys, held), not _counts_rows(each, key))),)
    return found


def rival_of(
    column: str, each: TableProfile, key: ForeignKey, tables: Mapping[str, TableProfile], primary: Columns
) -> str | None:
    """The column of the target to which a column may refer as well, for all that names and values tell; None if its
    key alone fits, or more of what refers to it."""
    target = tables[key.target]
    if target.table.primary_key or key.referred != primary:
        return None
    keys = _rivals(target, primary)
    held = list(_referring(target, keys, tables)) if keys else []
    most = _held(target, primary[0], keys, held) if keys else 0
    others = (other for other in keys if other != primary[0] and _fits(each.columns[column], target, other, keys))
    return next((other for other in others if _held(target, other, keys, held) == most), None)


def _rivals(each: TableProfile, primary: Columns) -> Sequence[str]:
    """The columns that may be the key of a table, its likeliest first; none where no other may be."""
    if each.table.primary_key or len(primary) != 1:
        return ()
    others = [
        name
        for name in each.columns
        if name != primary[0] and key_words(name, each.table.name) >= _BARE and each.is_unique(name)
    ]
    return (*primary, *others) if others else ()


def _referring(
    target: TableProfile, keys: Sequence[str], tables: Mapping[str, TableProfile]
) -> Iterator[ColumnProfile]:
    """The columns of other tables whose names say that they refer to this one, by whichever of its keys."""
    for other in tables.values():
        if other is target or other.table.foreign_keys:
            continue
        for name, column in other.columns.items():
            refers = key_words(name, other.table.name) < _BARE and any(
                says(name, key, target.table.name, own=False) for key in keys
            )
            if refers and column.values:
                yield column


def _held(target: TableProfile, key: str, keys: Sequence[str], columns: Sequence[ColumnProfile]) -> int:
    return sum(_fits(column, target, key, keys) for column in columns)


def _fits(column: ColumnProfile, target: TableProfile, key: str, keys: Sequence[str]) -> bool:
    """Whether a key has all values of a column, or, where it is the one that this is called after (`buyer_code` after
    `code`), nearly all."""
    last = words(column.name)[-1:]
    called = [other for other in keys if last and last[0] in KEY_WORDS and words(other)[-1:] == last]
    lacking = len(column.values - target.columns[key].values)
    return lacking <= (1 - HELD) * len(column.values) if key in called else not (called or lacking)


def _counts_rows(each: TableProfile, key: str) -> bool:
    """Whether a column holds 0, 1, 2 and so on, as programs number rows."""
    return each.columns[key].values == set(map(str, range(each.rows)))
