"""Lengths of time as people write them: `1h 40m`, `2 hours, 5 min`, `1:40:00`; and as ISO 8601 does: `PT1H40M`."""

from __future__ import annotations

import re
from collections.abc import Collection

from fingerpost.core.cells import Duration
from fingerpost.core.isoformat import parse_duration
from fingerpost.linking import split_name

_NUMBER = r"(\d{1,9}(?:\.\d{1,9})?) ?"
_BETWEEN = r",? ?(?:and )?"
_UNITS = (
    ("W", r"(?:w|wks?|weeks?)"),
    ("D", r"(?:d|days?)"),
    ("H", r"(?:h|hrs?|hours?)"),
    ("M", r"(?:m|mins?|minutes?)"),
    ("S", r"(?:s|secs?|seconds?)"),
)
_SPOKEN = re.compile(_BETWEEN.join(rf"(?:{_NUMBER}{unit}(?![a-z])\.?)?" for _, unit in _UNITS), re.IGNORECASE)
_CLOCK = re.compile(r"(\d{1,9}):([0-5]\d):([0-5]\d(?:\.\d+)?)")
_ISO = re.compile(r"-?P(?=.)[\dYMWD.,]*(?:T(?=.)[\dHMS.,]+)?", re.IGNORECASE)
_DAY = 24
"""Hours: what runs on beyond them is no time of day."""
_CALLED = frozenset("duration length runtime elapsed took takes lasts lasted".split())
_RUNNING = frozenset("run running play playing lap travel".split())
_FEWEST = 2
"""Different values by which such a column is told."""


def read_duration(text: str) -> Duration:
    """The length of time that a text tells.

    Raises:
        ValueError: it tells none.
    """
    written = " ".join(text.split())
    if clock := _CLOCK.fullmatch(written):
        return parse_duration("PT{}H{}M{}S".format(*clock.groups()))
    spoken = _SPOKEN.fullmatch(written)
    if spoken is None or not any(spoken.groups()):
        return parse_duration(written)
    parts = {unit: count + unit for (unit, _), count in zip(_UNITS, spoken.groups(), strict=True) if count}
    days = "".join(parts.get(unit, "") for unit in "WD")
    time = "".join(parts.get(unit, "") for unit in "HMS")
    return parse_duration(f"P{days}" + (f"T{time}" if time else ""))


def are_durations(name: str, values: Collection[str]) -> bool:
    """Whether all values of a column are lengths of time.

    `5m` alone may be metres, so that several units are needed; `1:40:00` may be a time of day, unless some hours go
    beyond one or the column is named after a length of time.
    """
    if len(values) < _FEWEST:
        return False
    if all(map(_ISO.fullmatch, values)):
        return all(map(_is_read, values))
    clocks = [clock for value in values if (clock := _CLOCK.fullmatch(value.strip()))]
    if len(clocks) == len(values):
        return _is_called_so(name) or any(int(clock[1]) >= _DAY for clock in clocks)
    found = (_SPOKEN.fullmatch(" ".join(value.split())) for value in values)
    spoken = [match for match in found if match and any(match.groups())]
    units = {tuple(map(bool, match.groups())) for match in spoken}
    return (
        not clocks
        and len(spoken) == len(values)
        and any(sum(each) > 1 for each in units)
        and all(map(_is_read, values))
    )


def _is_called_so(name: str) -> bool:
    words = [word.lower() for word in split_name(name)]
    return not _CALLED.isdisjoint(words) or ("time" in words and not _RUNNING.isdisjoint(words))


def _is_read(text: str) -> bool:
    try:
        read_duration(text)
    except ValueError:
        return False
    return True
