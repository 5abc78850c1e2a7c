"""Tables whose values a library has typed: of databases, Parquet files and workbooks."""

from __future__ import annotations

import datetime as dt
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from pathlib import Path

from fingerpost.core.cells import Cell, Duration
from fingerpost.ingest.records import LoadContext, Record
from fingerpost.ingest.tables.joined import JoinedTables
from fingerpost.ingest.tables.json_columns import expanded
from fingerpost.ingest.tables.layout import below_table, noting, without_remarks, without_total
from fingerpost.ingest.tables.proposal import proposed_as_they_are
from fingerpost.ingest.tables.table import Columns, ForeignKey, Table

Fetch = Callable[[], Iterable[Sequence[object]]]
"""The rows of a table, as often as it is called."""

_STEPS = 200
"""Times that the reading of a table is told of."""
_INT_MIN, _INT_MAX = -(2**63), 2**63 - 1


class StoredTable:
    """A table by its name, columns and declared keys, with the function that gives its rows.

    Values that are not cells, such as binary ones, are left out and counted (`bad-value`). `flags` are the columns that
    the database declares as booleans, and may store as 0 and 1. `source` is its file and the
    number of that in the load; `first` is the number of the first row. What people made (`by_hand`) may have a last row
    that is the total of the others, or remarks below, which are left out and noted; blank rows are passed over. `count`
    is the number of rows, 0 where it is known only once they were read; `share` the bytes that they are of its file.
    """

    def __init__(
        self,
        name: str,
        columns: Columns,
        fetch: Fetch,
        source: tuple[Path, int],
        *,
        primary_key: Columns = (),
        flags: Columns = (),
        first: int = 1,
        by_hand: bool = False,
        count: int = 0,
    ) -> None:
        self.name = name
        self.columns = columns
        self.primary_key = primary_key
        self.flags = flags
        self.foreign_keys: list[ForeignKey] = []
        self.path, self.file = source
        self._fetch = fetch
        self._first = first
        self.by_hand = by_hand
        self.label: str | None = None
        self.share = 0
        self._count = count

    def with_constant(self, column: str, value: str, label: str) -> StoredTable:
        """The same table with a column more, which has one value, and rows of this label."""
        columns = (*self.columns, column)
        width, fetch = len(self.columns), self._fetch

        def rows() -> Iterator[Sequence[object]]:
            for row in fetch():
                blank = all(value is None for value in row)
                yield row if blank else (*row, *[None] * (width - len(row)), value)

        made = StoredTable(self.name, columns, rows, (self.path, self.file), first=self._first, by_hand=self.by_hand)
        made.label = label
        return made

    def refer(self, columns: Columns, target: StoredTable | None, referred: Columns) -> None:
        """Takes a declared reference, if it is to columns that there are: SQLite lets any be declared, in any case."""
        if target is None:
            return
        cased = {column.casefold(): column for column in target.columns}
        wanted = [column.casefold() for column in referred]
        if all(name in cased for name in wanted):
            key = ForeignKey(columns, target.name, tuple(cased[name] for name in wanted))
            if key not in self.foreign_keys:
                self.foreign_keys.append(key)
                # Some libraries tell them in no order; it decides where the relationships of a join table begin.
                self.foreign_keys.sort(key=lambda each: self.columns.index(each.columns[0]))

    def rows(self, context: LoadContext) -> Iterator[tuple[int, dict[str, Cell]]]:
        """Each row's number and its values."""
        if not self.by_hand:
            return self._all(context)
        where = f"{self.path.name}: {self.name}"

        def rows(each: LoadContext) -> Iterator[tuple[int, dict[str, Cell]]]:
            def note(first: int, last: int) -> None:
                each.notes.append(below_table(where, first, last, "row"))

            return without_remarks((row for row in self._all(each) if row[1]), len(self.columns), note)

        note = noting(where, "row", context.notes)
        return without_total(rows(context), lambda row: row[1], lambda: rows(context.trial()), note)

    def _all(self, context: LoadContext) -> Iterator[tuple[int, dict[str, Cell]]]:
        number = self._first - 1
        step = self._count // _STEPS + 1 if self._count else 0
        for number, row in enumerate(self._fetch(), self._first):
            if step and number % step == 0:
                context.advance(self.share * step // self._count)
            found: dict[str, Cell] = {}
            for name, value in zip(self.columns, row, strict=False):
                if value is None:
                    continue
                cell = cell_of(value)
                if cell is not None:
                    found[name] = cell
                else:
                    where = f"{self.path}: {self.name} row {number}"
                    context.problems.add("bad-value", f"{where}: {name} is binary or too large")
            yield number, found
        self._count = number + 1 - self._first


def read_joined(tables: Sequence[Table], context: LoadContext) -> Iterator[Record]:
    """The records of tables by the mapping of the context, or else by their keys."""
    beside = Counter(table.path for table in tables if isinstance(table, StoredTable))
    for table in tables:
        if isinstance(table, StoredTable) and table.path.is_file():
            table.share = table.path.stat().st_size // beside[table.path]
    tables = expanded(tables, context)
    mapping = context.options.mapping
    if mapping is None:
        found = proposed_as_they_are(tables, context, typed=False)
        context.notes.extend(found.notes)
        mapping = found.mapping
    yield from JoinedTables(tables, mapping, context).records()


def cell_of(value: object) -> Cell | None:
    """A value as a cell: a nested one as JSON, one of a type that cells do not have, such as a UUID, as its text; None
    for none, and where it is binary or too large."""
    if type(value) is str or type(value) is float:
        return value
    if isinstance(value, Decimal):
        return int(value) if value == value.to_integral_value() and value.as_tuple().exponent == 0 else float(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return value if _INT_MIN <= value <= _INT_MAX else None
    if isinstance(value, str | bool | float | dt.date | dt.time):
        return value
    if isinstance(value, dt.timedelta):
        return Duration(0, value.days, value.seconds, value.microseconds * 1_000)
    if value is None or isinstance(value, bytes | bytearray | memoryview):
        return None
    if isinstance(value, list | tuple) and not any(isinstance(item, list | tuple | Mapping) for item in value):
        cells = [cell_of(item) for item in value]
        return tuple(cells) if None not in cells else None
    if isinstance(value, list | tuple | Mapping):
        return json.dumps(value, ensure_ascii=False, default=str)
    return str(value)
