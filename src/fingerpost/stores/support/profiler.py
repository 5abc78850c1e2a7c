"""Profiles a property from its distinct values, batch by batch, keeping only a few samples."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Mapping, Sequence

from fingerpost.core.cells import Cell, Duration, Point
from fingerpost.core.schema import PropertyInfo, TextKind, ValueType

_TYPES: tuple[tuple[type, ValueType], ...] = (
    (bool, ValueType.BOOLEAN),
    (str, ValueType.STRING),
    (int, ValueType.INTEGER),
    (float, ValueType.FLOAT),
    (dt.datetime, ValueType.DATETIME),
    (dt.date, ValueType.DATE),
    (dt.time, ValueType.TIME),
    (Duration, ValueType.DURATION),
    (Point, ValueType.POINT),
    (tuple, ValueType.LIST),
    (Mapping, ValueType.MAP),
)
_LOCAL = {ValueType.DATETIME: ValueType.LOCAL_DATETIME, ValueType.TIME: ValueType.LOCAL_TIME}
_SAMPLED = 2_000
"""How many of the first values samples are chosen from."""


def _type(value: Cell) -> ValueType:
    for kind, named in _TYPES:
        if isinstance(value, kind):
            local = isinstance(value, (dt.datetime, dt.time)) and value.tzinfo is None
            return _LOCAL.get(named, named) if local else named
    return ValueType.MIXED


class Profiler:
    """Looks at the distinct values of one property as they stream by."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._types: set[ValueType] = set()
        self._count = 0
        self._first: list[Cell] = []
        self._texts = TextProfiler()

    def add(self, values: Sequence[Cell]) -> None:
        """Look at more values."""
        self._count += len(values)
        if len(self._first) < _SAMPLED:
            self._first.extend(values[: _SAMPLED - len(self._first)])
        if all(type(value) is str for value in values):
            if values:
                self._types.add(ValueType.STRING)
        else:
            self._types.update(map(_type, values))
        if self._types <= {ValueType.STRING}:
            self._texts.add(values)

    def kind(self) -> TextKind | None:
        """What its text means, where it is nothing but text that means the same everywhere."""
        return self._texts.kind() if self._types == {ValueType.STRING} else None

    @property
    def is_undecided(self) -> bool:
        """Whether all values so far are dates whose day or whose month may come first."""
        return self._types == {ValueType.STRING} and self._texts.is_undecided

    def info(self, present: int, kind: TextKind | None = None) -> PropertyInfo:
        """What was found, of a property that so many elements have; of dates that are undecided, their `kind`."""
        types = {ValueType.FLOAT} if self._types == {ValueType.INTEGER, ValueType.FLOAT} else self._types
        return PropertyInfo(
            name=self._name,
            type=next(iter(types)) if len(types) == 1 else ValueType.MIXED,
            present=present,
            distinct=self._count,
            text_kind=kind or self.kind(),
            samples=tuple(str(value)[:80] for value in self._samples(types)),
        )

    def _samples(self, types: set[ValueType]) -> Sequence[Cell]:
        """The first few in order; of numbers that are not whole ones the smallest, the next and the largest."""
        if types != {ValueType.FLOAT}:
            return sorted(self._first, key=str)[:3]
        numbers = sorted(value for value in self._first if isinstance(value, (int, float)) and value == value)
        return numbers if len(numbers) <= 3 else (*numbers[:2], numbers[-1])


_NUMBER = re.compile(r"[+-]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:[eE][+-]?\d+)?")
_ISO = re.compile(r"\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}.*)?")
_SLASHED = re.compile(r"(\d{1,2})([/.-])(\d{1,2})\2\d{4}")
_CLOCK = re.compile(r"\d{2}:\d{2}(?::\d{2})?")
_UNKNOWN = frozenset(("", "unknown", "n/a", "na", "none", "null", "-", "indefinite", "?"))
_MONTHS = 12
_LEADING_ZERO = re.compile(r"[+-]?0\d")
_MEANINGFUL = 0.8
"""The share of values that must have a meaning; the others must say that they are unknown."""


class TextProfiler:
    """Finds out whether all texts are numbers, dates in one order, or clock times.

    Words for "not known" are skipped. Identifiers are not numbers: digits with leading zeros stay text. Once no kind is
    left, further texts are ignored.
    """

    def __init__(self) -> None:
        self._left = {_NUMBER, _ISO, _SLASHED, _CLOCK}
        self._all = 0
        self._known = 0
        self._padded = False
        self._highest = [0, 0]

    def add(self, texts: Iterable[str]) -> None:
        """Look at more texts."""
        for text in texts:
            if not self._left:
                return
            text = text.strip()
            self._all += 1
            if text.lower() in _UNKNOWN:
                continue
            self._known += 1
            self._left = {pattern for pattern in self._left if pattern.fullmatch(text)}
            if _NUMBER in self._left:
                self._padded = self._padded or _LEADING_ZERO.match(text) is not None
            elif _SLASHED in self._left:
                found = _SLASHED.fullmatch(text)
                assert found is not None
                self._highest = [max(self._highest[0], int(found[1])), max(self._highest[1], int(found[3]))]

    @property
    def is_undecided(self) -> bool:
        """Whether the texts are dates in none of which a number above 12 tells the day from the month."""
        return self._left == {_SLASHED} and self._known > 0 and max(self._highest) <= _MONTHS

    def kind(self) -> TextKind | None:
        """What the texts mean."""
        if not self._known or self._known < _MEANINGFUL * self._all:
            return None
        if _NUMBER in self._left:
            return None if self._padded else TextKind.NUMERIC
        if _ISO in self._left:
            return TextKind.ISO_DATE
        if _CLOCK in self._left:
            return TextKind.CLOCK_TIME
        return self._date_order() if _SLASHED in self._left else None

    def _date_order(self) -> TextKind | None:
        """Which number is the day: the one that goes above 12. Day first where nothing tells, as most write it."""
        first, second = self._highest
        if first <= 31 and second <= _MONTHS:
            return TextKind.DAY_FIRST_DATE
        if first <= _MONTHS and second <= 31:
            return TextKind.MONTH_FIRST_DATE
        return None
