"""Reading temporal text in the ISO 8601 forms that openCypher takes."""

from __future__ import annotations

import datetime as dt
import re

from fingerpost.core.cells import Duration

_DURATION = re.compile(
    r"(?P<sign>-)?P(?:(?P<years>-?[\d.]+)Y)?(?:(?P<months>-?[\d.]+)M)?(?:(?P<weeks>-?[\d.]+)W)?(?:(?P<days>-?[\d.]+)D)?"
    r"(?:T(?:(?P<hours>-?[\d.]+)H)?(?:(?P<minutes>-?[\d.]+)M)?(?:(?P<seconds>-?[\d.]+)S)?)?"
)
_ZONE_NAME = re.compile(r"\[[^\]]*\]$")
_SHORT_OFFSET = re.compile(r"([+-]\d{2})(\d{2})?$")


def parse_date(text: str) -> dt.date:
    """`2017-08-11`, `20170811`, `2017-08`, `2017`.

    Raises:
        ValueError: the text is no date.
    """
    text = text.strip()
    if re.fullmatch(r"\d{4}", text):
        return dt.date(int(text), 1, 1)
    if re.fullmatch(r"\d{4}-\d{2}", text):
        return dt.date(int(text[:4]), int(text[5:]), 1)
    return dt.date.fromisoformat(text)


def parse_time(text: str) -> dt.time:
    """`21:40`, `T21:40:32.142`, `21:40:32+01:00`. Fractions beyond microseconds are cut.

    Raises:
        ValueError: the text is no time.
    """
    return dt.time.fromisoformat(_offset(_fraction(text.strip().removeprefix("T"))))


def parse_datetime(text: str) -> dt.datetime:
    """`2015-07-21T21:40:32.142+0100`, with a space for the T, with a zone name in brackets (its offset counts).

    Raises:
        ValueError: the text is no date with time.
    """
    text = _ZONE_NAME.sub("", text.strip())
    if re.fullmatch(r"\d{4}(-\d{2})?(-\d{2})?", text):
        return dt.datetime.combine(parse_date(text), dt.time())  # a date alone is its midnight, as openCypher has it
    date, separator, time = text.replace(" ", "T", 1).partition("T")
    if not separator:
        raise ValueError(f"{text!r} is no date with time")
    return dt.datetime.combine(parse_date(date), parse_time(time))


def parse_duration(text: str) -> Duration:
    """`P1Y2M3DT4H5M6.7S`, `P2W`.

    Raises:
        ValueError: the text is no duration.
    """
    found = _DURATION.fullmatch(text.strip())
    if found is None or text.strip() in ("P", "-P", "PT", "-PT"):
        raise ValueError(f"{text!r} is no duration")
    part = {name: float(value) for name, value in found.groupdict().items() if value and name != "sign"}
    months = part.get("years", 0) * 12 + part.get("months", 0)
    days = part.get("weeks", 0) * 7 + part.get("days", 0)
    seconds = part.get("hours", 0) * 3600 + part.get("minutes", 0) * 60 + part.get("seconds", 0)
    days += (months - int(months)) * 30.436875  # the average month of the proleptic Gregorian calendar
    seconds += (days - int(days)) * 86_400
    sign = -1 if found["sign"] else 1
    whole = int(seconds // 1)
    nanoseconds = round((seconds - whole) * 1e9)
    return Duration(sign * int(months), sign * int(days), sign * whole, sign * nanoseconds)


def _fraction(text: str) -> str:
    """Cut a fraction of seconds to the six digits that Python keeps."""
    return re.sub(r"(\.\d{6})\d+", r"\1", text)


def _offset(text: str) -> str:
    """`+01` and `+0100` as `+01:00`."""
    return _SHORT_OFFSET.sub(lambda m: f"{m[1]}:{m[2] or '00'}", text) if re.search(r":\d|^\d{2}[+-]", text) else text
