"""Filters of questions about law: type, date, jurisdiction and program, as existing clients send them."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from fingerpost.core.errors import QuestionError
from fingerpost.domains.regulations.questions.dates import bounds
from fingerpost.domains.regulations.questions.request import Asked, Period, Request
from fingerpost.plans import Plan

NAMES: Final = ("type", "date", "jurisdiction", "program")
_TYPES: Final = {
    "act": "Act", "acts": "Act", "statute": "Act", "legislation": "Act", "regulation": "Regulation",
    "regulations": "Regulation", "rule": "Regulation", "order": "Regulation",
}  # fmt: skip
_BY_ITS_DATES: Final = frozenset((Asked.TEXT, Asked.REPEALED))
"""What is answered by the dates of what is found: the plan has none where a corpus has one edition."""
_FEDERAL: Final = frozenset(("federal", "canada", "canadian", "ca"))
_YEARS: Final = re.compile(r"^(\d{4})?\s*(?:-|to|/|\.\.)\s*(\d{4})?$")


@dataclass(frozen=True, slots=True)
class Filters:
    """What an answer is restricted to: labels of instruments, a period, programs ("EI")."""

    kinds: tuple[str, ...] = ()
    period: Period | None = None
    programs: tuple[str, ...] = ()


def read_filters(given: Mapping[str, object]) -> Filters:
    """The filters of a question.

    Raises:
        QuestionError: `question.filter`; a value is not one that the filter takes.
    """
    kinds = tuple(_kind(value) for value in _values(given.get("type")))
    for value in _values(given.get("jurisdiction")):
        if value.casefold() not in _FEDERAL:
            raise refused("jurisdiction", value, "this corpus is federal law")
    date = given.get("date")
    return Filters(
        kinds if len(set(kinds)) == 1 else (), _period(date) if date else None, _values(given.get("program"))
    )


def unused(question: Request, filtered: Request, filters: Filters, plan: Callable[[Request], Plan]) -> str:
    """Why filters cannot be applied to a question; empty where all of them are.

    `question` is what was asked, `filtered` with the filters, `plan` makes the plan of either. A filter that leaves the
    plan as it is would be passed over; a type that the named instruments are of changes nothing.
    """
    if filters.kinds and question.kinds and question.kinds != filters.kinds:
        return f"The question asks for {question.kinds[0].lower()}s, and the filter keeps {filters.kinds[0].lower()}s."
    if filters.period is not None and question.period is not None and question.period != filters.period:
        return "The question and the filter name two dates."
    named = {chain.target.title.label for chain in question.chains} - {"Stub"}
    typed = bool(filters.kinds) and not question.kinds and not (named and named.issubset(filters.kinds))
    dated = filters.period is not None and question.period is None and question.asked not in _BY_ITS_DATES
    without = (
        ("type", typed, replace(filtered, kinds=(), within=question.within)),
        ("date", dated, replace(filtered, period=None)),
        ("program", bool(filters.programs), replace(filtered, within=question.within)),
    )
    made = plan(filtered)
    names = [name for name, given, one in without if given and plan(one) == made]
    return f"The filter {' and '.join(names)} cannot be applied to this question." if names else ""


def refused(name: str, value: object, why: str) -> QuestionError:
    """The error for a value that a filter does not take."""
    return QuestionError(f"the filter {name} does not take {value!r}: {why}", code="question.filter")


def _values(given: object) -> tuple[str, ...]:
    """A text, or several; "all" and "any" restrict nothing."""
    values = given if isinstance(given, (list, tuple)) else [given] if given is not None else []
    return tuple(str(value).strip() for value in values if str(value).strip().casefold() not in ("", "all", "any"))


def _kind(value: str) -> str:
    kind = _TYPES.get(value.casefold())
    if kind is None:
        raise refused("type", value, "it is act or regulation")
    return kind


def _period(given: object) -> Period:
    """A year, a day, years with a dash between them, or a mapping with `from` and `to`."""
    if isinstance(given, Mapping):
        first, last = (_year(given[name]) if given.get(name) else None for name in ("from", "to"))
        exact = bounds(*(_day(given.get(name)) for name in ("from", "to")))
        return Period(first, last, since=exact.since, until=exact.until)
    if isinstance(given, (list, tuple)):
        if len(given) == 1:
            return _period(given[0])
        if len(given) == 2:
            return Period(_year(given[0]), _year(given[1]))
        raise refused("date", given, "it is a year, a day, or two of them")
    if isinstance(given, dt.date):
        return Period(day=given, as_of=True)
    text = str(given).strip()
    years = _YEARS.match(text)
    if years is not None and any(years.groups()):
        first, last = (int(year) if year else None for year in years.groups())
        return Period(first, last)
    if text.isdigit() and len(text) == 4:
        return Period(int(text), int(text))
    try:
        return Period(day=dt.date.fromisoformat(text), as_of=True)
    except ValueError:
        raise refused("date", given, "it is 2023, 2020-2023 or 2023-03-01") from None


def _day(value: object) -> dt.date | None:
    """The day of a bound, if it is one and not a year."""
    try:
        return dt.date.fromisoformat(str(value)[:10])
    except ValueError:
        return None


def _year(value: object) -> int:
    text = str(value)[:4]
    if not text.isdigit():
        raise refused("date", value, "it is a year or a day")
    return int(text)
