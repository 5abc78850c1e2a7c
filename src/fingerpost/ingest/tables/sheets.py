"""Sheets of workbooks as tables: a row of names, perhaps below titles, and rows of values."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path

from fingerpost.core.errors import SourceError
from fingerpost.ingest.records import LoadContext
from fingerpost.ingest.source_names import says_nothing
from fingerpost.ingest.tables.layout import (
    LOOKED_AT,
    above_header,
    are_nameless,
    column_of_names,
    header_place,
    no_names,
)
from fingerpost.ingest.tables.stored import StoredTable
from fingerpost.plans import joined

SHEET = "sheet"
"""The property that names the sheet of a row, where several sheets hold the same."""
Rows = Callable[[], Iterable[Sequence[object]]]
"""The rows of a sheet from its first on, as often as it is called."""


def sheet_tables(
    sheets: Iterable[tuple[str, Rows]], source: tuple[Path, int], context: LoadContext
) -> list[StoredTable]:
    """The tables of a workbook, by the names of its sheets; `source` is its file and the number of that in the load.

    Raises:
        SourceError: no sheet has a row of names.
    """
    tables = [table for name, rows in sheets if (table := _table(name, rows, source, context)) is not None]
    if not tables:
        raise SourceError(f"{source[0]} has no sheet with a row of names", details={"file": str(source[0])})
    _name_after_file(tables, source[0].stem, context)
    return list(_as_one(tables, source[0].stem, context))


def _name_after_file(tables: Sequence[StoredTable], name: str, context: LoadContext) -> None:
    """The only sheet that nobody has named (`Sheet1`) is called as its file is, unless a mapping knows it as it is."""
    unnamed = [table for table in tables if says_nothing(table.name)]
    others = [table.name.casefold() for table in tables]
    mapping = context.options.mapping
    known = mapping is not None and any(table.name in mapping.tables for table in unnamed)
    if len(unnamed) == 1 and not known and not says_nothing(name) and name.casefold() not in others:
        unnamed[0].name = name


def _as_one(tables: Sequence[StoredTable], label: str, context: LoadContext) -> Iterator[StoredTable]:
    """The sheets; those with the same columns, such as one for each month, share a label and say which they are."""
    for table in tables:
        alike = [each.name for each in tables if each.columns == table.columns]
        if len(alike) < 2 or len(table.columns) < 2 or SHEET in map(str.casefold, table.columns):
            yield table
            continue
        if table.name == alike[0]:
            context.notes.append(f"sheets {joined(alike)} have the same columns: their rows are all {label!r}")
        yield table.with_constant(SHEET, table.name, label)


def _table(title: str, rows: Rows, source: tuple[Path, int], context: LoadContext) -> StoredTable | None:
    """A sheet as a table; None if it is empty. A column without a name is only read if it has the names of the rows."""
    first = list(islice(rows(), LOOKED_AT))
    above = header_place(first)
    head: Sequence[object] = first[above] if above < len(first) else ()
    nameless = not above and are_nameless(
        [["" if cell is None else str(cell) for cell in row] for row in first if any(row)]
    )
    if nameless:
        context.notes.append(no_names(f"{source[0].name}: {title}"))
        head = [f"column_{number}" for number in range(1, max(map(len, first)) + 1)]
    named = column_of_names(head, first[above + 1 :])
    if named is not None:
        head = [*head[:named], "name", *head[named + 1 :]]
    places = [place for place, name in enumerate(head) if name is not None and str(name).strip()]
    names = [str(head[place]).strip() for place in places]
    if not names:
        return None
    names = _apart(names, f"{source[0]}: {title}", context)
    if above:
        context.notes.append(above_header(f"{source[0].name}: {title}", above, "row"))

    begin = above + (not nameless)

    def fetch() -> Iterator[Sequence[object]]:
        for row in islice(rows(), begin, None):
            yield [_value(row[place]) if place < len(row) else None for place in places]

    return StoredTable(title, tuple(names), fetch, source, first=begin + 1, by_hand=True)


def _apart(names: Sequence[str], where: str, context: LoadContext) -> list[str]:
    """Names of columns, each different: the second of two that are the same has a number."""
    found: list[str] = []
    for name in names:
        chosen, count = name, 1
        while chosen in found:
            count += 1
            chosen = f"{name}_{count}"
        if chosen != name:
            context.problems.add("bad-record", f"{where}: the column {name!r} stands twice; read as {chosen!r}")
        found.append(chosen)
    return found


def _value(value: object) -> object:
    """Numbers of a sheet are floats in part; a date without a time is a moment at midnight."""
    if isinstance(value, dt.datetime) and value.time() == dt.time():
        return value.date()
    if isinstance(value, str):
        return value.strip() or None
    return value
