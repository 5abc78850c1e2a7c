"""The parts of dates, times, durations and points: `d.year`, `t.hour`, `p.x`. Any other is null, or an error."""

from __future__ import annotations

from fingerpost.query_languages.cypher.semantics.kinds import (
    ANY,
    DATE,
    DATETIME,
    DURATION,
    INTEGER,
    LOCAL_DATETIME,
    LOCAL_TIME,
    MAP,
    NODE,
    POINT,
    RELATIONSHIP,
    STRING,
    TEMPORAL,
    TIME,
    Kind,
)
from fingerpost.query_languages.cypher.semantics.operators import Wanted


def _names(text: str) -> frozenset[str]:
    return frozenset(text.lower().split())


_DAY = _names("year quarter month week weekYear day dayOfWeek weekDay dayOfQuarter dayOfYear ordinalDay")
_CLOCK = _names("hour minute second millisecond microsecond nanosecond")
_ZONE = _names("timezone offset offsetMinutes offsetSeconds")
_EPOCH = _names("epochSeconds epochMillis")
_TEXTS = _names("timezone offset")
_PARTS: dict[Kind, frozenset[str]] = {
    DATE: _DAY,
    DATETIME: _DAY | _CLOCK | _ZONE | _EPOCH,
    LOCAL_DATETIME: _DAY | _CLOCK,
    TIME: _CLOCK | _ZONE,
    LOCAL_TIME: _CLOCK,
    TEMPORAL: _DAY | _CLOCK | _ZONE | _EPOCH,
    DURATION: _names(
        "years quarters months weeks days hours minutes seconds milliseconds microseconds nanoseconds quartersOfYear "
        "monthsOfQuarter monthsOfYear daysOfWeek minutesOfHour secondsOfMinute millisecondsOfSecond "
        "microsecondsOfSecond nanosecondsOfSecond"
    ),
    POINT: _names("x y z longitude latitude height crs srid"),
}
"""By kind, in lower case."""
_WHOLE = frozenset(_PARTS) - {POINT}


def wanted_with_part(kind: Kind, name: str) -> Wanted:
    """What would have a part of this name; None if a value of this kind has it."""
    parts = _PARTS.get(kind)
    if parts is None or name.lower() in parts:
        return None
    found = tuple(str(each) for each, names in _PARTS.items() if name.lower() in names and each != TEMPORAL)
    return found or (NODE, RELATIONSHIP, MAP)


def kind_of_part(kind: Kind, name: str) -> Kind:
    """The kind of a part: a whole number for all but zones and points."""
    if kind not in _WHOLE or wanted_with_part(kind, name) is not None:
        return ANY
    return STRING if name.lower() in _TEXTS else INTEGER
