"""Rows for Ladybug's tables, in files as the engine copies them, and the types of columns that are found on the way."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from fingerpost.core.cells import Cell, Duration
from fingerpost.core.errors import StoreError, UnsupportedConstruct
from fingerpost.core.names import ELEMENT_ID, ELEMENT_ORIGIN, OWN, quoted, stored_name
from fingerpost.stores.ladybug.binding import engine_type, interval, zoned_text

SEPARATOR = "\x1f~fp~\x1f"
"""Between the texts of a list, none of which may have it."""

# The engine's split drops empty parts: a first part that is none of the list, and a sign before each, keep them.
_TEXTS = (
    "list_transform(list_slice(string_split({0}, '" + SEPARATOR + "'), 2, "
    "size(string_split({0}, '" + SEPARATOR + "'))), x -> substring(x, 2, size(x)))"
)
_EMPTY = "NULL[]"
"""The type of a column that has only had empty lists so far."""
_RESERVED = frozenset(("_id", "_label", "_src", "_dst", "_nodes", "_rels"))
_LISTED = frozenset(("STRING", "INT64", "DOUBLE", "BOOL", "DATE", "TIMESTAMP"))


def read_as(type_: str) -> tuple[str, str, str]:
    """The type that a column has in a file, the expression that makes the table's own of it, and the table's type."""
    if type_ in ("STRING[]", _EMPTY):
        return "STRING", _TEXTS, "STRING[]"
    return ("INT64", "to_microseconds({0})", type_) if type_ == "INTERVAL" else (type_, "{0}", type_)


class Table:
    """One label or relationship type: its columns by their stored names, in the order in which they were found."""

    def __init__(self, name: str, kind: str, folder: Path) -> None:
        _require_name(name)
        self.name = name
        self.kind = kind
        self.columns: dict[str, str] = {ELEMENT_ID: "STRING"} if kind == "label" else {}
        self.columns[ELEMENT_ORIGIN] = "INT64"
        self._folder = folder
        self._lowered = {column.casefold(): column for column in self.columns}
        self._spools: dict[tuple[str, ...], Spool] = {}

    @property
    def spools(self) -> tuple[Spool, ...]:
        """What was spooled, by the labels at the ends of relationships."""
        return tuple(self._spools.values())

    def spool(self, *ends: str) -> Spool:
        """Where rows go, of nodes or of relationships between two labels."""
        self._folder.mkdir(exist_ok=True)
        if ends not in self._spools:
            self._spools[ends] = Spool(self, ends, self._folder / str(len(self._spools)))
        return self._spools[ends]

    def statement(self, tables: Mapping[str, Table]) -> str:
        """What creates it.

        Raises:
            StoreError: `store.write`; a label at an end has no nodes.
        """
        columns = ", ".join(f"{quoted(name)} {read_as(type_)[2]}" for name, type_ in self.columns.items())
        if self.kind == "label":
            return f"CREATE NODE TABLE {quoted(self.name)}({columns}, PRIMARY KEY({ELEMENT_ID}))"
        for label in {label for ends in self._spools for label in ends}:
            if label.casefold() not in tables or tables[label.casefold()].name != label:
                raise StoreError(f"{self.name} joins nodes of {label}, and there are none", code="store.write")
        pairs = ", ".join(f"FROM {quoted(start)} TO {quoted(end)}" for start, end in self._spools)
        return f"CREATE REL TABLE {quoted(self.name)}({pairs}, {columns})"

    def column(self, name: str, value: Cell) -> str:
        """The column of a property, made or found to be of the type of a value."""
        stored = stored_name(name, OWN)
        type_ = self._type(name, value)
        known = self.columns.get(stored)
        if known == type_:
            return stored
        if known is not None and _EMPTY in (known, type_) and known[-2:] == type_[-2:] == "[]":
            self.columns[stored] = known if type_ == _EMPTY else type_
            return stored
        if known is not None:
            raise self.refusal(name, f"has values of type {known} and of type {type_}")
        _require_name(stored)
        other = self._lowered.setdefault(stored.casefold(), stored)
        if other != stored:
            raise self.refusal(name, f"differs from {other} only in case")
        self.columns[stored] = type_
        return stored

    def _type(self, name: str, value: Cell) -> str:
        try:
            if isinstance(value, (list, tuple)):
                types = {engine_type(item) for item in value}
                if len(types) > 1 or not types <= _LISTED:
                    raise self.refusal(name, "has lists of several types, or of what lists do not hold")
                return f"{types.pop()}[]" if types else _EMPTY
            if isinstance(value, Duration):
                interval(value)
                return "INTERVAL"
            if isinstance(value, dt.datetime) and value.tzinfo is not None:
                zoned_text(value)
                return "TIMESTAMP_TZ"
            return engine_type(value)
        except UnsupportedConstruct as error:
            raise self.refusal(name, f"has a value that it cannot store: {error.message}") from error

    def refusal(self, name: str, reason: str) -> StoreError:
        """Why a property cannot be written."""
        said = f"{name} of the {self.kind} {self.name} {reason}"
        return StoreError(said, code="store.write", details={self.kind: self.name, "property": name})


class Spool:
    """Rows of one table. A file ends where the table gets another column; its rows have those known before."""

    def __init__(self, table: Table, ends: tuple[str, ...], place: Path) -> None:
        self.ends = ends
        self.chunks: list[tuple[Path, int]] = []
        self._table = table
        self._place = place

    def add(self, rows: Iterable[tuple[tuple[Any, ...], Mapping[str, Cell]]]) -> None:
        """Add rows: what every row has in front, and its properties.

        Raises:
            StoreError: `store.write`; a value is of a type that its column or the engine does not have.
        """
        table = self._table
        written: list[str] = []
        for own, properties in rows:
            held = {table.column(name, value): (name, value) for name, value in properties.items() if value is not None}
            if self.chunks and self.chunks[-1][1] != len(table.columns):
                self._flush(written)
                written = []
            if not self.chunks or self.chunks[-1][1] != len(table.columns):
                self.chunks.append((Path(f"{self._place}-{len(self.chunks)}.csv"), len(table.columns)))
            first = len(table.columns) - len([c for c in table.columns if c not in (ELEMENT_ID, ELEMENT_ORIGIN)])
            texts = [_field(value) for value in own]
            texts += [self._text(*held[c]) if c in held else "" for c in list(table.columns)[first:]]
            written.append(",".join(texts) + "\n")
        self._flush(written)

    def _text(self, name: str, value: Cell) -> str:
        try:
            return _field(value)
        except ValueError as error:
            raise self._table.refusal(name, str(error)) from error

    def _flush(self, written: list[str]) -> None:
        if not written:
            return
        try:
            with self.chunks[-1][0].open("a", encoding="utf-8", newline="") as file:
                file.writelines(written)
        except (OSError, UnicodeEncodeError) as error:
            raise StoreError(f"the temporary files could not be written: {error}", code="store.write") from error


def _field(value: Cell) -> str:
    """A value as the engine reads it from a file.

    Raises:
        ValueError: it cannot be written so.
    """
    if isinstance(value, str):
        return '"' + value.replace('"', '""') + '"'
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        if not -(2**63) <= value < 2**63:
            raise ValueError("has whole numbers beyond 64 bits")
        return str(value)
    if isinstance(value, Duration):
        return str(interval(value) // dt.timedelta(microseconds=1))
    if isinstance(value, (list, tuple)):
        return _list(value)
    return value.isoformat(sep=" ") if isinstance(value, dt.datetime) else str(value)


def _list(value: Iterable[Cell]) -> str:
    items = list(value)
    if not items or isinstance(items[0], str):
        if any(SEPARATOR in item for item in items):
            raise ValueError("has a text with our own separator of lists")
        return _field("".join(["[]", *(f"{SEPARATOR}+{item}" for item in items)]))
    return '"[' + ",".join(map(_field, items)) + ']"'


def _require_name(name: str) -> None:
    try:
        quoted(name)
    except UnsupportedConstruct as error:
        raise StoreError(f"{name!r} cannot be a name: {error.message}", code="store.write") from error
    if name.casefold() in _RESERVED:
        raise StoreError(f"{name} is a name that the engine reserves", code="store.write")
