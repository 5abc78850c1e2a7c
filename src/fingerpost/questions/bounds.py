"""What a literal is as the bounds of a property: of a year or a day, from when until when."""

from __future__ import annotations

import datetime as dt
import re
from decimal import Decimal

from fingerpost.core.cells import Cell
from fingerpost.core.schema import PropertyInfo, TextKind, ValueType
from fingerpost.linking.mentions import Mention
from fingerpost.linking.occasions import is_year
from fingerpost.plans import Comparison
from fingerpost.questions.schema_graph import adds_up

_MOMENTS = (ValueType.DATETIME, ValueType.LOCAL_DATETIME)
WEEKDAY = "dayOfWeek"
"""The part of a date that tells which day of the week it is, Monday the first."""
_DAY = len("2026-04-27")
_MONTH = len("--04")
_DATED = (ValueType.DATE, ValueType.DATETIME, ValueType.LOCAL_DATETIME)


def of_any_year(info: PropertyInfo, sign: str, mention: Mention) -> list[tuple[str, Cell, str]]:
    """ "In August", "on March 3rd", "on a Saturday": the month and the day of a date, whatever its year."""
    text = str(mention.value)
    if mention.kind not in ("month", "date") or not text.startswith("--") or sign != "=":
        return []
    if text.startswith("--w"):
        days = tuple(map(int, text.removeprefix("--w").split(",")))
        told = info.type in _DATED or info.text_kind is TextKind.ISO_DATE
        return [(Comparison.IN.value, days, WEEKDAY) if days[1:] else (sign, days[0], WEEKDAY)] if told else []
    if info.text_kind is TextKind.ISO_DATE:
        return [(Comparison.CONTAINS.value, f"{text[1:]}-" if len(text) == _MONTH else text[1:], "")]
    if info.type not in _DATED:
        return []
    return [(sign, int(number), part) for number, part in zip(text[2:].split("-"), ("month", "day"), strict=False)]


def bounds(info: PropertyInfo, sign: str, mention: Mention) -> list[tuple[str, Cell]]:
    """The comparisons, with values as the property stores or means them; none where they cannot be compared."""
    value = mention.value
    if mention.kind == "number":
        if info.temporal and isinstance(value, int):
            return _period(info, sign, f"{value:04d}", f"{value + 1:04d}") if is_year(value) else []
        if mention.literal is not None and (measured := mention.literal.measured_in(info.unit)) is not None:
            value = measured
        elif mention.literal is not None and not isinstance(value, str):
            value = as_stored(info, value, percent=mention.literal.percent)
        if _holds_months(info) and isinstance(value, int) and is_year(value):
            return _between(sign, f"{value}-01", f"{value + 1}-01")
        if info.type is ValueType.STRING and sign in ("=", "<>"):
            return [(sign, str(mention.value))]
        return [(sign, value)] if adds_up(info) else []
    text = str(value)
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
        return [(sign, text)] if mention.kind == "time" else []
    if mention.kind == "date" and (info.type in _MOMENTS or _has_moments(info)):
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


def _has_moments(info: PropertyInfo) -> bool:
    """Whether texts of a property are days with the time: the text of a day is none of them, and lies before them."""
    return info.text_kind is TextKind.ISO_DATE and any(len(sample.strip()) > _DAY for sample in info.samples)


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
