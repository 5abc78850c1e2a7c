"""The rows of a CSV file with their lines, padded or cut to the width of its header."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from itertools import chain

from fingerpost.core.cells import Cell
from fingerpost.ingest.records import LoadContext
from fingerpost.ingest.tables.csv_header import Header, compile_header
from fingerpost.ingest.tables.layout import (
    begins_with_data,
    column_of_names,
    delimiter_of,
    first_rows,
    has_row_names,
    rows_above,
)
from fingerpost.ingest.text_source import TextSource


class CsvRows:
    """The rows of an open CSV file, padded or cut to the width of the header, each with its first line.

    Python's reader does not distinguish `""`, which is an empty text for neo4j-admin, from an empty field. Therefore
    `""` is marked with NUL, which no source contains, before the reader sees it.
    """

    def __init__(self, source: TextSource, context: LoadContext) -> None:
        self._source = source
        self._problems = context.problems
        delimiter = delimiter_of(source.head)
        stop = re.escape(delimiter) + r"\r\n"
        self._field = re.compile(rf'(?:"([^"]*(?:""[^"]*)*)("|\Z))?([^{stop}]*)(?:[{stop}]|\Z)')
        self._rest_of_field = re.compile(rf'[^"]*(?:""[^"]*)*(?:"|\Z)[^{stop}]*(?:[{stop}]|\Z)')
        self._in_row = self._marked = self._unclosed = False
        self._row: list[str] = []
        self._delimiter = delimiter
        self._first: list[list[str]] = []
        self._reader = csv.reader(self._lines(), delimiter=delimiter)
        self.header = self._read_header(rows_above(source.head, delimiter))
        self._plan = [(column.index, column.name, column.convert) for column in self.header.properties]
        self._is_typed = any(column.convert is not None for column in self.header.properties)
        self._columns = {column.index: column for column in self.header.properties}

    def __iter__(self) -> Iterator[tuple[int, list[str], dict[str, Cell]]]:
        """Line, fields and properties of each row that is not blank."""
        reader, width = self._reader, self.header.width
        end = 0 if self._first else reader.line_num
        try:
            for row in chain(self._first, reader):
                self._in_row = False
                line, end = end + 1, reader.line_num
                if not row:
                    continue
                if self._unclosed:
                    self.report("bad-record", line, f"a quote is never closed: lines {line} to {end} are not read")
                    return
                quoted = self._unmark(row) if self._marked else ()
                if end > line and self._torn():
                    what = f"a quote is closed on line {end} only, in the middle of a field: one may be missing"
                    self.report("bad-record", line, what)
                if len(row) != width:
                    self._square(row, line, end)
                properties = self._properties(row, line) if self._plan else {}
                for index in quoted:
                    column = self._columns.get(index)
                    if column is not None and column.empty is not None:
                        properties[column.name] = column.empty
                yield line, row, properties
        except csv.Error as error:
            raise self._source.error(str(error), end + 1) from error

    def texts(self, missing: frozenset[str]) -> Iterator[tuple[int, dict[str, Cell]]]:
        """Line and texts of each row that is not blank, without space around them, which nobody means, and without the
        `missing` ones, of which the empty one is always one."""
        names = [column.name for column in self.header.properties]
        self._plan = []
        for line, row, _ in self:
            yield (
                line,
                {name: text for name, text in zip(names, map(str.strip, row), strict=True) if text not in missing},
            )

    def report(self, kind: str, line: int, what: str) -> None:
        self._problems.add(kind, f"{self._source.path}:{line}: {what}")

    def report_odd(self) -> None:
        """Report the oddities of the header."""
        for odd in self.header.odd:
            self.report("bad-record", self.header.above + 1, odd)

    def _read_header(self, above: int) -> Header:
        try:
            titles = [next(self._reader) for _ in range(above)]
            above = self._reader.line_num if any(map(any, titles)) else 0
            row = next((row for row in self._reader if row), None)
        except csv.Error as error:
            raise self._source.error(str(error), 1) from error
        if row is None:
            raise self._source.error("is empty")
        if self._unclosed:
            raise self._source.error("a quote in the header is never closed", 1)
        self._unmark(row)
        self._in_row = False
        if not above and begins_with_data(self._source.head, self._delimiter):
            self._first = [row]
            row = [f"column_{number}" for number in range(1, len(row) + 1)]
        elif not above:
            row = self._with_row_names(row)
        header = compile_header(row, self._source)
        header.above, header.nameless = above, bool(self._first)
        return header

    def _with_row_names(self, row: list[str]) -> list[str]:
        """A header with a name for the column of the names of rows, which has none, or for which there is no field."""
        head, delimiter = self._source.head, self._delimiter
        if has_row_names(head, delimiter, len(row)):
            row = ["", *row]
        if column_of_names(row, first_rows(head, delimiter)[1:-1]) == 0:
            row[0] = "name"
        return row

    def _properties(self, row: list[str], line: int) -> dict[str, Cell]:
        if not self._is_typed:
            return {name: text for index, name, _ in self._plan if (text := row[index])}
        properties: dict[str, Cell] = {}
        for index, name, convert in self._plan:
            text = row[index]
            if not text:
                continue
            if convert is None:
                properties[name] = text
                continue
            try:
                properties[name] = convert(text)
            except ValueError as error:
                properties[name] = text
                self.report("bad-value", line, f"{name}: {error}; kept as text")
        return properties

    def _torn(self) -> bool:
        """Whether text follows a quoted field of several lines, so that its closing quote opens another field."""
        fields = self._field.finditer("".join(self._row))
        return any(field[1] is not None and "\n" in field[1] and field[3].strip() for field in fields)

    def _square(self, row: list[str], line: int, end: int) -> None:
        width = self.header.width
        quote = f"; a quote in it is closed on line {end} only" if end > line else ""
        self.report("ragged-line", line, f"{len(row)} fields where the header has {width}{quote}")
        del row[width:]
        row.extend([""] * (width - len(row)))

    def _lines(self) -> Iterator[str]:
        for line in self._source:
            if not self._in_row and '"' not in line:  # a row of its own
                yield line
                continue
            if self._in_row:
                self._row.append(line)
            else:
                self._row = [line]
            marked = self._mark(line) if '""' in line else line
            self._in_row = True
            yield marked
        # The reader asks for another line only inside quotes.
        self._unclosed = self._in_row

    def _mark(self, line: str) -> str:
        begin = 0
        if self._in_row and (rest := self._rest_of_field.match(line)):
            begin = rest.end()
        return line[:begin] + self._field.sub(self._mark_field, line[begin:])

    def _mark_field(self, field: re.Match[str]) -> str:
        found = field[0]
        if field[1] == "" and field[2] and not field[3]:
            self._marked = True
            return '"\0' + found[1:]
        return found

    def _unmark(self, row: list[str]) -> list[int]:
        self._marked = False
        places = [index for index, text in enumerate(row) if text == "\0"]
        for index in places:
            row[index] = ""
        return places
