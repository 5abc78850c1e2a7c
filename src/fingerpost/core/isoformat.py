"""Reading temporal text in the ISO 8601 forms that openCypher takes, exactly: nothing goes through floats.

Python keeps microseconds, so finer fractions of a date's or a time's seconds are cut; a `Duration` keeps nanoseconds.
"""

from __future__ import annotations

import datetime as dt
import re
import zoneinfo
from fractions import Fraction

from fingerpost.core.cells import Duration

_INT_MIN, _INT_MAX = -(2**63), 2**63 - 1
_NANOSECONDS = 10**9
_DAY = 86_400

_PARTIAL_DATE = re.compile(r"(\d{4})(?:-?(\d{3})|-?(\d\d))?", re.ASCII)
_ZONE_NAME = re.compile(r"(.*)\[([^\[\]]+)\]", re.DOTALL)
_NUMBER = r"([-+]?\d+(?:[.,]\d+)?)"
_DURATION = re.compile(
    rf"([-+]?)P(?=.)(?:{_NUMBER}Y)?(?:{_NUMBER}M)?(?:{_NUMBER}W)?(?:{_NUMBER}D)?"
    rf"(?:T(?=.)(?:{_NUMBER}H)?(?:{_NUMBER}M)?(?:{_NUMBER}S)?)?",
    re.ASCII,
)


def parse_date(text: str) -> dt.date:
    """`2017-08-11`, `20170811`, `2017-W32-5`, the ordinal `2017-223`, `2017-08` and `2017` for their first days.

    Raises:
        ValueError: the text is no date.
    """
    text = text.strip()
    try:
        return dt.date.fromisoformat(text)
    except ValueError:
        pass
    # What Python does not read: 2015, 2015-07 and the ordinal 2015-202.
    if match := _PARTIAL_DATE.fullmatch(text):
        year, ordinal, month = match.groups()
        try:
            if ordinal is None:
                return dt.date(int(year), int(month or 1), 1)
            day = dt.date(int(year), 1, 1) + dt.timedelta(days=int(ordinal) - 1)
        except (ValueError, OverflowError):
            raise _refuse(text, "a date") from None
        if day.year == int(year):
            return day
    raise _refuse(text, "a date")


def parse_time(text: str) -> dt.time:
    """`21:40`, `2140`, `T21:40:32.142`, `21:40:32+01:00`; aware if there is an offset.

    Raises:
        ValueError: the text is no time.
    """
    try:
        return dt.time.fromisoformat(text.strip())
    except ValueError:
        raise _refuse(text, "a time") from None


def parse_datetime(text: str) -> dt.datetime:
    """`2015-07-21T21:40:32.142+0100`, with a space instead of the T; a date alone means its midnight.

    `2015-07-21T21:40[Europe/Berlin]` gets the zone's offset at that moment; an offset before the brackets
    takes precedence. The result is naive if the text has neither.

    Raises:
        ValueError: the text is no date with time, or names a zone that is not known.
    """
    bare, zone = text.strip(), None
    if match := _ZONE_NAME.fullmatch(bare):
        bare, zone = match.groups()
    if zone is None and bare[10:11] in ("T", " "):
        try:
            return with_offset(dt.datetime.fromisoformat(bare))
        except ValueError:
            pass
    date, separator, time = bare.replace(" ", "T", 1).upper().partition("T")
    try:
        moment = dt.datetime.combine(parse_date(date), parse_time(time) if separator else dt.time())
    except ValueError:
        raise _refuse(text, "a date and time") from None
    if moment.tzinfo is None and zone is not None:
        try:
            moment = moment.replace(tzinfo=parse_zone(zone))
        except ValueError:
            raise _refuse(text, "a date and time in a known zone") from None
    return with_offset(moment)


def with_offset(moment: dt.datetime) -> dt.datetime:
    """Replace the zone of an aware datetime by its offset, so that the ISO form is complete."""
    if moment.tzinfo is None:
        return moment
    return moment.replace(tzinfo=dt.timezone(moment.utcoffset() or dt.timedelta()))


def parse_zone(name: str) -> dt.tzinfo:
    """`Europe/Berlin`, `+01:00`, `-0330`, `Z`.

    Raises:
        ValueError: there is no such zone.
    """
    try:
        return zoneinfo.ZoneInfo(name.strip())
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
        pass
    try:
        offset = dt.time.fromisoformat("00:00" + name.strip()).tzinfo
    except ValueError:
        offset = None
    if offset is None:
        raise _refuse(name, "a time zone")
    return offset


def parse_duration(text: str) -> Duration:
    """`P1Y2M3DT4H5M6.7S`, `P2W`, `-PT0.5S`. Parts of a day go into the seconds.

    Raises:
        ValueError: the text is no duration, a part does not fit 64 bits, or it has a part of a month, which has no
            fixed length.
    """
    match = _DURATION.fullmatch(text.strip().upper())
    if match is None:
        raise _refuse(text, "a duration such as P1Y2M3DT4H5M6.7S")
    sign = -1 if match[1] == "-" else 1
    years, months, weeks, days, hours, minutes, seconds = (
        sign * Fraction(part.replace(",", ".")) if part else Fraction(0) for part in match.groups()[1:]
    )
    whole_months = years * 12 + months
    if whole_months.denominator != 1:
        raise _refuse(text, "a duration of whole months")
    all_days = weeks * 7 + days
    whole_days = int(all_days)
    nanoseconds = int(((all_days - whole_days) * _DAY + hours * 3600 + minutes * 60 + seconds) * _NANOSECONDS)
    parts = (int(whole_months), whole_days, *divmod(nanoseconds, _NANOSECONDS))
    if not all(_INT_MIN <= part <= _INT_MAX for part in parts):
        raise _refuse(text, "a duration that fits 64 bits")
    return Duration(*parts)


def _refuse(text: str, wanted: str) -> ValueError:
    shown = text if len(text) <= 40 else text[:40] + "..."
    return ValueError(f"{shown!r} is not {wanted}")
