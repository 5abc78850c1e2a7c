"""What a literal is as the bounds of a property: of a year or a day, from when until when."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator
from decimal import Decimal

from fingerpost.core.cells import Cell
from fingerpost.core.schema import PropertyInfo, TextKind, ValueType
from fingerpost.linking.literals import OF_A_DAY
from fingerpost.linking.mentions import Mention
from fingerpost.linking.occasions import is_year
from fingerpost.linking.text import split_name
from fingerpost.plans import Comparison
from fingerpost.questions.schema_graph import adds_up

_MOMENTS = (ValueType.DATETIME, ValueType.LOCAL_DATETIME)
WEEKDAY = "dayOfWeek"
"""The part of a date that tells which day of the week it is, Monday the first."""
CLOCK = "clock"
"""The part of a moment that tells the time of day."""
_ISO_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_CLOCK = len("07:30")
_DAY = len("2026-04-27")
_MONTH = len("--04")
_MONTHS = 12
_DATED = (ValueType.DATE, ValueType.DATETIME, ValueType.LOCAL_DATETIME)


def of_any_year(info: PropertyInfo, sign: str, mention: Mention) -> list[tuple[str, Cell, str]]:
    """ "In August", "on March 3rd", "on a Saturday", "before 7 am": a part of a date or moment, whatever the others."""
    text = str(mention.value)
    if mention.kind == "time" and has_moments(info):
        return [(bound, said[:_CLOCK], CLOCK) for bound, said in _times(sign, text)]
    if mention.kind not in ("month", "date") or not text.startswith("--") or sign != "=":
        return []
    if text.startswith("--w"):
        days = tuple(map(int, text.removeprefix("--w").split(",")))
        told = info.type in _DATED or info.text_kind is TextKind.ISO_DATE
        return [(Comparison.IN.value, days, WEEKDAY) if days[1:] else (sign, days[0], WEEKDAY)] if told else []
    if of_months(info, mention):
        return [(sign, int(text[2:]), "")]
    if info.text_kind is TextKind.ISO_DATE:
        return [(Comparison.CONTAINS.value, f"{text[1:]}-" if len(text) == _MONTH else text[1:], "")]
    if info.type not in _DATED:
        return []
    return [(sign, int(number), part) for number, part in zip(text[2:].split("-"), ("month", "day"), strict=False)]


def of_months(info: PropertyInfo, mention: Mention) -> bool:
    """Whether a month of any year is meant, and a property has the numbers of months: 1 to 12."""
    if mention.kind != "month" or not str(mention.value).startswith("--") or not info.numeric:
        return False
    told = split_name(info.name)[-1:] == ("month",) and bool(info.samples)
    return told and all(sample.isdigit() and 1 <= int(sample) <= _MONTHS for sample in info.samples)


def bounds(info: PropertyInfo, sign: str, mention: Mention) -> list[tuple[str, Cell]]:
    """The comparisons, with values as the property stores or means them; none where they cannot be compared."""
    value = mention.value
    if mention.kind == "number":
        if info.temporal and isinstance(value, int):
            return _period(info, sign, f"{value:04d}", f"{value + 1:04d}") if is_year(value) else []
        if mention.literal is not None and (measured := mention.literal.measured_in(info.counted_in)) is not None:
            value = measured
        elif mention.literal is not None and not isinstance(value, str):
            value = as_stored(info, value, percent=mention.literal.percent)
        if _holds_months(info) and isinstance(value, int) and is_year(value):
            return _between(sign, f"{value}-01", f"{value + 1}-01")
        if info.type is ValueType.STRING and sign in ("=", "<>"):
            return [(sign, str(mention.value))]
        return [(sign, value)] if adds_up(info) else []
    text = str(value)
    if mention.kind in ("month", "period") and not (info.temporal or info.numeric or _holds_months(info)):
        return []  # a country of origin lies in no month
    if mention.kind == "month" and not text.startswith("--"):
        year, month = int(text[:4]), int(text[5:7])
        after = f"{year + month // 12:04d}-{month % 12 + 1:02d}"
        if _holds_months(info):
            return _between(sign, text, after)
        return _period(info, sign, text, after)
    if mention.kind == "period":
        begin, after = text.split("/")
        if not info.numeric:
            return _period(info, sign, begin, after)
        whole = begin.endswith("-01-01") and after.endswith("-01-01")
        return _between(sign, int(begin[:4]), int(after[:4])) if whole else []
    if mention.kind == "time" or text.startswith("--"):
        return list(_times(sign, text)) if mention.kind == "time" else []
    text, at, _ = text.partition(OF_A_DAY) if mention.kind == "date" else (text, "", "")
    if at and has_moments(info):
        return [(sign, _stamp(info, str(mention.value)))]
    if mention.kind == "date" and has_moments(info):
        # "On October 16th": at any time of that day.
        next_day = dt.date.fromisoformat(text[:10]) + dt.timedelta(days=1)
        return _period(info, sign, text[:10], next_day.isoformat())
    return [(sign, moment(info, text))]


def as_stored(info: PropertyInfo, number: float, *, percent: bool) -> float:
    """A number that was said as a property stores it: 15% is 0.15 where it holds parts of one."""
    return float(Decimal(str(number)) / 100) if percent and _holds_fractions(info) else number


def _holds_fractions(info: PropertyInfo) -> bool:
    """Whether a property's numbers are parts of one, as 0.15 for 15%: those seen say so."""
    if info.type is not ValueType.FLOAT or not info.samples:
        return False
    try:
        seen = [float(sample) for sample in info.samples]
    except ValueError:
        return False  # written in another way
    return all(0 <= number <= 1 for number in seen) and any(0 < number < 1 for number in seen)


_YEAR_AND_MONTH = re.compile(r"\d{4}-(?:0[1-9]|1[0-2])")


def _holds_months(info: PropertyInfo) -> bool:
    """Whether texts of a property are months of years, as "2026-04"."""
    return info.type is ValueType.STRING and bool(info.samples) and all(map(_YEAR_AND_MONTH.fullmatch, info.samples))


def is_day(value: Cell) -> bool:
    """Whether a text is a whole date, without a time."""
    return isinstance(value, str) and _ISO_DAY.fullmatch(value.strip()) is not None


def has_moments(info: PropertyInfo) -> bool:
    """Whether a property tells days with the time: as text, that of a day is none of them, and lies before them."""
    as_text = info.text_kind is TextKind.ISO_DATE and any(len(sample.strip()) > _DAY for sample in info.samples)
    return as_text or info.type in _MOMENTS


def _stamp(info: PropertyInfo, iso: str) -> Cell:
    """A day with its time as the property's values compare: text as it is stored, with as many figures."""
    if info.type is ValueType.STRING:
        sample = next((s.strip() for s in info.samples if len(s.strip()) > _DAY), iso)
        return f"{iso[:_DAY]}{sample[_DAY]}{iso[_DAY + 1 :]}"
    when = dt.datetime.fromisoformat(iso)
    return when.replace(tzinfo=dt.UTC) if info.type is ValueType.DATETIME else when


def _times(sign: str, text: str) -> Iterator[tuple[str, str]]:
    """A time of day, or the bounds of a part of the day."""
    begin, _, end = text.partition("/")
    if not end:
        yield sign, begin
    elif sign == "=":
        yield from ((">=", begin), ("<", end))


def _period(info: PropertyInfo, sign: str, begin: str, after: str) -> list[tuple[str, Cell]]:
    """A year or month against moments: "after 2000" is from 2001 on, "in 2000" from 2000 until 2001."""
    return _between(sign, moment(info, begin), moment(info, after))


def _between(sign: str, start: Cell, end: Cell) -> list[tuple[str, Cell]]:
    return {
        ">": [(">=", end)],
        ">=": [(">=", start)],
        "<": [("<", start)],
        "<=": [("<", end)],
        "=": [(">=", start), ("<", end)],
    }.get(sign, [])


def moment(info: PropertyInfo, iso: str) -> Cell:
    """ISO text as the property's values compare: text for text, else a date at the period's beginning."""
    if info.type is ValueType.STRING:
        return iso
    whole = dt.date.fromisoformat(iso + "-01-01"[: 10 - len(iso)] if len(iso) == 4 else iso + "-01" * (len(iso) == 7))
    if info.type is ValueType.LOCAL_DATETIME:
        return dt.datetime.combine(whole, dt.time())
    if info.type is ValueType.DATETIME:
        return dt.datetime.combine(whole, dt.time(), dt.UTC)
    return whole
