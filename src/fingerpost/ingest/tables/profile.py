"""What the values of a table say about its columns: which may be a key, and which values they hold."""

from __future__ import annotations

from dataclasses import dataclass, field

from fingerpost.core.cells import Cell
from fingerpost.ingest.records import LoadContext
from fingerpost.ingest.tables.table import Table

MOST_VALUES = 1_000_000
"""Distinct values that are kept of a column; one with more is never taken for a reference."""
_LONGEST = 64
"""Characters of the longest text that may be a key, or of a part of one that may be a list."""
_MOST_LONG = 20_000
"""Distinct values that are kept of a column of texts in parts that are too long for a key."""
_PARTING = ",;|"


@dataclass(slots=True)
class ColumnProfile:
    """The values of a column. `values` are comparable between columns: 7, 7.0 and "7" are the same."""

    name: str
    filled: int = 0
    values: set[str] = field(default_factory=set)
    keyable: bool = True
    fractions: bool = False
    """Whether it is not a key because all values are numbers, not all of them whole."""
    pointed: bool = False
    """Whether whole numbers are written as texts with a fraction: "7.0"."""
    long: set[str] | None = None
    """All values, as long as they are texts in parts, some too long for a key; None otherwise."""

    @property
    def whole(self) -> bool:
        """Whether all values so far are whole numbers."""
        return all(value.lstrip("-").isdigit() for value in self.values)

    @property
    def texts(self) -> set[str]:
        """The values, also where they are too long for a key but may be lists."""
        return self.long or self.values

    def add(self, value: Cell) -> None:
        """Take note of a value; an empty text is none."""
        if isinstance(value, str) and (not value or value.isspace()):
            return
        self.filled += 1
        if not self.keyable:
            if self.long is not None:
                self._lengthen(value)
            self.fractions = self.fractions and type(value) in (int, float)
            return
        if isinstance(value, str) and value in self.values:
            return
        text = key_text(value)
        self.pointed = self.pointed or (type(value) is str and text != value.strip())
        if text is None or len(self.values) >= MOST_VALUES:
            self.keyable = False
            self.fractions = type(value) is float and self.whole
            self.long = set(self.values) if len(self.values) < _MOST_LONG else None
            self._lengthen(value)
            self.values.clear()
        else:
            self.values.add(text)

    def _lengthen(self, value: Cell) -> None:
        if self.long is None or not isinstance(value, str) or len(self.long) >= _MOST_LONG:
            self.long = None
        elif len(value) <= _LONGEST or len(value) < _LONGEST * (1 + sum(map(value.count, _PARTING))):
            self.long.add(value.strip())
        else:
            self.long = None


@dataclass(slots=True)
class TableProfile:
    """The number of rows of a table, and its columns by name."""

    table: Table
    rows: int
    columns: dict[str, ColumnProfile]

    @property
    def empty(self) -> list[str]:
        """The columns in which no row has a value."""
        return [name for name, column in self.columns.items() if self.rows and not column.filled]

    def is_unique(self, name: str) -> bool:
        """Whether every row has a value of its own in this column."""
        column = self.columns[name]
        return column.keyable and 0 < self.rows == column.filled == len(column.values)


def profile(table: Table, context: LoadContext) -> TableProfile:
    """Read a table once; `context` is a trial: its problems are reported when its records are read.

    Raises:
        SourceError: it cannot be read.
    """
    columns = {name: ColumnProfile(name) for name in table.columns}
    count = 0
    for _, row in table.rows(context):
        count += 1
        for name, value in row.items():
            column = columns[name]
            if type(value) is str and value in column.values:  # nearly always
                column.filled += 1
            else:
                column.add(value)
    return TableProfile(table, count, columns)


def key_text(value: Cell) -> str | None:
    """The text under which a value of a key is looked up; None if the value cannot be one."""
    if isinstance(value, str):
        text = value.strip()
        if not text or len(text) > _LONGEST:
            return None
        return text[:-2] if text.endswith(".0") and text[:-2].isdigit() else text
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() else None
    return None
