"""Reads the statements of a dump: what declares tables, and the rows of INSERT and COPY."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

from fingerpost.ingest.dumps.declared import QUALIFIED, Undeclared, declared, domain, partition, parts_of
from fingerpost.ingest.dumps.dialects import Dialect
from fingerpost.ingest.dumps.literals import copied, values_of
from fingerpost.ingest.dumps.script import SqlText
from fingerpost.ingest.dumps.tables import DumpedTables
from fingerpost.ingest.records import LoadContext

_INSERT = re.compile(
    r"(?:INSERT|REPLACE)\s+(?:(?:LOW_PRIORITY|DELAYED|HIGH_PRIORITY|IGNORE|OR\s+\w+)\s+)*(?:INTO\s+)?"
    rf"(?P<table>{QUALIFIED})\s*(?:\((?P<columns>[^()]*)\)\s*)?(?:OVERRIDING\s+\w+\s+VALUE\s+)?VALUES?(?=[\s(])",
    re.IGNORECASE,
)
_COPY = re.compile(
    rf"COPY\s+(?P<table>{QUALIFIED})\s*(?:\((?P<columns>[^()]*)\)\s*)?FROM\s+stdin\b(?P<how>[^;]*);[^\n]*\n",
    re.IGNORECASE,
)
_COMMA = re.compile(",")
_END = re.compile(";")
_META = re.compile(r"\\(?!\.)")
"""A command of psql, such as `\\connect`."""
_DELIMITER = re.compile(r"DELIMITER[ \t]+(?P<sign>\S+)[ \t]*\r?\n?", re.IGNORECASE)
_GO = re.compile(r"(?:GO|/)[ \t]*(?=\r?\n|\Z)", re.IGNORECASE)
_BODY = re.compile(
    r"CREATE\s+(?!TABLE\b|VIEW\b)(?:[^\s(]+\s+){0,6}?(?:TRIGGER|PROCEDURE|FUNCTION|EVENT|PACKAGE)\b", re.IGNORECASE
)
_BEGIN = re.compile(r"\bBEGIN\b", re.IGNORECASE)
_BODY_END = re.compile(r"END(?:\s+\w+)?", re.IGNORECASE)
_TABLE = re.compile(r"(?:CREATE\s+(?:(?:GLOBAL|LOCAL|TEMP|TEMPORARY|UNLOGGED)\s+)*|ALTER\s+)TABLE\b", re.IGNORECASE)
_CREATE_DOMAIN = re.compile(r"CREATE\s+DOMAIN\b", re.IGNORECASE)
_EMPTIES = re.compile(rf"(?:DELETE\s+FROM|TRUNCATE(?:\s+TABLE)?)\s+(?P<table>{QUALIFIED})", re.IGNORECASE)
_CHANGES = re.compile(r"(?:INSERT|REPLACE|UPDATE|DELETE|MERGE|COPY|LOAD\s+DATA|TRUNCATE)\b", re.IGNORECASE)


def read_script(text: SqlText, path: Path, number: int, tables: DumpedTables, context: LoadContext) -> None:
    """Read a dump to its end; rows and declarations go to `tables`, which know them by the file's `number`.

    Raises:
        SourceError: a quote or comment does not end.
        MissingExtra: sqlglot is not installed.
    """
    reading = _Reading(text, path, number, tables, context)
    text.skip_blank()
    while not text.done:
        reading.next()
        text.skip_blank()


class _Reading:
    """The reading of one file."""

    def __init__(self, text: SqlText, path: Path, number: int, tables: DumpedTables, context: LoadContext) -> None:
        self._text = text
        self._path = path
        self._number = number
        self._tables = tables
        self._context = context
        self._dialect: Dialect = tables.dialect

    def next(self) -> None:
        """Read the next statement."""
        text = self._text
        line = text.line
        if (insert := text.take(_INSERT)) is not None:
            self._rows(insert)
        elif (copy := text.take(_COPY)) is not None:
            self._copied(copy)
        elif text.sees(_META):
            text.skip_line()
        elif text.take(_GO) is not None:
            return
        elif (delimiter := text.take(_DELIMITER)) is not None:
            if delimiter["sign"] != ";":
                text.skip_to("\nDELIMITER")
                text.skip_line()
        else:
            self._statement(text.statement(), line)

    def _statement(self, statement: str, line: int) -> None:
        if _BODY.match(statement) and _BEGIN.search(statement):
            while not self._text.done and not _BODY_END.fullmatch(self._text.statement()):
                pass
        elif (parted := partition(statement)) is not None:
            self._tables.part(*parted)
        elif _TABLE.match(statement):
            self._declare(statement, line)
        elif _CREATE_DOMAIN.match(statement) and (named := domain(statement)) is not None:
            self._tables.domains[named[0]] = named[1]
        elif (empties := _EMPTIES.fullmatch(statement)) is not None and self._tables.is_empty(
            parts_of(empties["table"])
        ):
            return
        elif _CHANGES.match(statement):
            self._bad(line, f"{' '.join(statement.split()[:3])} .. has no rows, and was left out")

    def _declare(self, statement: str, line: int) -> None:
        try:
            found = declared(statement, self._dialect.name)
        except Undeclared as error:
            self._bad(line, f"{' '.join(statement.split()[:3])} .. cannot be read: {error}")
        else:
            if found is not None:
                self._tables.declare(found)

    def _rows(self, insert: re.Match[str]) -> None:
        """The rows of an INSERT, and the rest of the statement."""
        add = self._adding(insert)
        text = self._text
        text.skip_blank()
        while text.sees(_OPEN):
            line = text.line
            row = text.take(self._dialect.row, whole=True)
            if row is None:
                return
            add(line, tuple(values_of(row["values"], self._dialect, partial(self._unread, line))))
            text.skip_blank()
            if text.take(_COMMA) is None:
                break
            text.skip_blank()
        if text.take(_END) is None and text.sees(_ON):
            text.statement()

    def _copied(self, copy: re.Match[str]) -> None:
        """The lines of a COPY, up to the one with `\\.`."""
        add = self._adding(copy)
        text, odd = self._text, copy["how"].strip()
        if odd:
            self._bad(text.line, f"COPY {copy['table']} with{odd[:40]!r} is not read")
        while not text.done:
            place = text.line
            line = text.skip_line().rstrip("\r\n")
            if line == "\\.":
                return
            if not odd:
                add(place, tuple(copied(line)))

    def _adding(self, found: re.Match[str]) -> Callable[[int, tuple[object, ...]], None]:
        columns = None if found["columns"] is None else tuple(part[0] for part in _listed(found["columns"]))
        return self._tables.adding(parts_of(found["table"]), columns, self._number)

    def _unread(self, line: int, what: str) -> None:
        self._context.problems.add("bad-value", f"{self._path}:{line}: {what}; left out")

    def _bad(self, line: int, what: str) -> None:
        self._context.problems.add("bad-record", f"{self._path}:{line}: {what}")


_OPEN = re.compile(r"\(")
_ON = re.compile(r"(?:ON|RETURNING|AS)\b", re.IGNORECASE)


def _listed(columns: str) -> list[tuple[str, ...]]:
    return [parts for each in columns.split(",") if (parts := parts_of(each.strip()))]
