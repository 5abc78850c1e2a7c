"""Columns that say of each row whether something is the case: they are read as booleans."""

from __future__ import annotations

from collections.abc import Iterator

from fingerpost.ingest.tables.profile import ColumnProfile, TableProfile
from fingerpost.ingest.tables.written_numbers import is_no_value
from fingerpost.linking import is_flag

_BITS = frozenset("01")
_ANSWERS = tuple(
    frozenset(pair.split("/"))
    for pair in "yes/no true/false y/n t/f ja/nein j/n ja/nee ja/nej oui/non sí/no si/no sim/não tak/nie ano/ne".split()
)
"""In English and in languages of its neighbours."""
_THIRD = frozenset(("unknown", "none"))
"""Words that may be an answer beside yes and no."""
_DAYS = frozenset("monday tuesday wednesday thursday friday saturday sunday".split())


def bits(each: TableProfile) -> Iterator[str]:
    """Columns of 0 and 1 that are flags by their names: of a state (`discontinued`), or one for each weekday.

    A timetable may have a day on which all of it runs, so these may hold 1 alone.
    """
    days = [name for name in each.columns if name.strip().casefold() in _DAYS]
    week = len(days) == len(_DAYS) and all(_is_bits(each.columns[name]) for name in days)
    for name, column in each.columns.items():
        if (column.values == _BITS and is_flag(name)) or (week and name in days):
            yield name


def said(each: TableProfile) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Columns that say yes or no in words, or true or false, whole or by their first letters; each with the texts in it
    that say neither: `NA`."""
    for name, column in each.columns.items():
        answers = {value for value in column.values if not is_no_value(value) or value.casefold() in _THIRD}
        if {value.casefold() for value in answers} in _ANSWERS:
            yield name, tuple(sorted(column.values - answers))


def declared(each: TableProfile) -> Iterator[str]:
    """Columns of 0 and 1 that the database declares as booleans and cannot store as such, like SQLite."""
    for name in getattr(each.table, "flags", ()):
        if _is_bits(each.columns[name]):
            yield name


def _is_bits(column: ColumnProfile) -> bool:
    return bool(column.values) and column.values <= _BITS
