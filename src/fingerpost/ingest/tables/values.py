"""Values of mapped columns: converted to their types, and types that fit the values of a column."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import TypeVar

from fingerpost.core.cells import Cell
from fingerpost.ingest import typed_text
from fingerpost.ingest.mapping import ANY, COUNTED, LISTED, PropertyMapping
from fingerpost.ingest.tables.written_numbers import number_reader

Conversion = Callable[[Cell], Cell | None]
Result = TypeVar("Result")

_NULLISH = frozenset(["", "na", "n/a", "#n/a", "nan", "null", "none", "nil", "-", "--", "?", "unknown", "\\n"])
_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]*)")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)?\.?[0-9]+(?:[eE][+-]?[0-9]+)?")
_INT_MAX = 2**63 - 1
_DAYS = ("%d/%m/%Y", "%m/%d/%Y", "%d.%m.%Y", "%d-%m-%Y", "%m-%d-%Y", "%Y/%m/%d")
_FORMS: tuple[tuple[str, str | None], ...] = (
    ("int", None),
    ("float", None),
    ("boolean", None),
    ("date", None),
    ("localdatetime", None),
    ("localdatetime", "%Y-%m-%d %H:%M:%S"),
    ("datetime", None),
    *(("date", day) for day in _DAYS),
)
_KEPT = 10_000
"""Texts of a column for which is kept what is made of them."""
_MOST = 100_000
"""Distinct values by which the type of a column is judged; further ones are not looked at."""


def conversion(rule: PropertyMapping, null: Collection[str]) -> Conversion:
    """The function that converts a value; it gives None for no value, and raises ValueError for one that does not fit.

    `null` are the texts that mean no value in any column.
    """
    missing = {*null, *rule.null} if rule.type in (ANY, "string") else {"", *null, *rule.null}
    if rule.type == ANY:
        return lambda value: None if isinstance(value, str) and value in missing else value
    read = typed_text.converter(rule.type) if rule.format is None else _formatted(rule.type, rule.format)
    digits = rule.type == "date" and rule.format is not None

    def convert(value: Cell) -> Cell | None:
        if not isinstance(value, str):
            return read(str(value)) if digits and type(value) is int else _typed(value, rule.type)
        return None if value.strip() in missing else read(value)

    return convert


class Known(dict[str, Result]):
    """What is made of texts, each made once: most columns have few different ones."""

    def __init__(self, make: Callable[[str], Result]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, text: str) -> Result:
        made = self._make(text)
        if len(self) < _KEPT:
            self[text] = made
        return made


def _formatted(type_: str, form: str) -> typed_text.Converter:
    if type_ in COUNTED:
        number = number_reader(form)
        return (lambda text: _typed(number(text), type_)) if type_ == "float" else number
    if type_ == LISTED:
        return lambda text: tuple(item for part in text.split(form) if (item := part.strip()))

    def read(text: str) -> Cell:
        moment = dt.datetime.strptime(text.strip(), form)  # noqa: DTZ007 - the text has no zone
        return moment.date() if type_ == "date" else moment

    return read


def _typed(value: Cell, type_: str) -> Cell:
    """A value that the source has typed, in the wanted type where that loses nothing."""
    if type_ == "string":
        return str(value)
    if isinstance(value, bool):
        if type_ == "boolean":
            return value
    elif isinstance(value, int | float):
        if type_ in ("float", "double"):
            return float(value)
        if type_ == "boolean" and value in (0, 1):
            return bool(value)
        if type_ in ("int", "integer", "long", "short", "byte") and int(value) == value:
            return int(value)
    elif isinstance(value, dt.datetime):
        if type_ in ("localdatetime", "datetime"):
            return value
    elif isinstance(value, dt.date | dt.time) and type_ in ("date", "time", "localtime"):
        return value
    raise ValueError(f"{value!r} is not {type_}")


@dataclass(slots=True)
class TypeGuess:
    """Finds the type that fits all values of a column, from its values one by one.

    Words for no value (`n/a`) stand in the way of no type; `rule` names those that were found.
    """

    _left: list[tuple[str, str | None]] = field(default_factory=lambda: list(_FORMS))
    _null: set[str] = field(default_factory=set)
    _seen: set[str] = field(default_factory=set)
    _native: set[type] = field(default_factory=set)

    def add(self, value: Cell) -> None:
        """Take note of a value."""
        if not isinstance(value, str):
            self._native.add(type(value))
        elif value not in self._seen and len(self._seen) < _MOST:
            self._seen.add(value)
            if value.strip().casefold() in _NULLISH:
                self._null.add(value.strip())
            elif self._left:
                self._left = [form for form in self._left if _fits(value.strip(), *form)]

    @property
    def ambiguous(self) -> bool:
        """Whether the values are dates that can be read day first or month first."""
        return bool(self._seen) and not self._native and len({form for _, form in self._left if form in _DAYS}) > 1

    def rule(self) -> PropertyMapping:
        """How to read the column."""
        if self._native:
            return PropertyMapping(type=ANY)
        if not self._left or self.ambiguous or len(self._seen) == len(self._null):
            return PropertyMapping(type="string")
        type_, form = self._left[0]
        return PropertyMapping(type=type_, format=form, null=tuple(sorted(self._null - {""})))


def _fits(text: str, type_: str, form: str | None) -> bool:
    if type_ == "int":
        return bool(_INTEGER.fullmatch(text)) and abs(int(text)) <= _INT_MAX
    if type_ == "float":
        whole = _INTEGER.fullmatch(text)
        return abs(int(text)) <= _INT_MAX if whole else "." in text and bool(_NUMBER.fullmatch(text))
    if type_ == "boolean":
        return text.casefold() in ("true", "false")
    rule = PropertyMapping(type=type_, format=form)
    try:
        conversion(rule, ())(text)
    except ValueError:
        return False
    return True
