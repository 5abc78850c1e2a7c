"""The period that a question about law names: "in 2023", "since 2020", "as of 1 March 2023"."""

from __future__ import annotations

import datetime as dt
import re
from typing import Final

from fingerpost.domains.regulations.questions.request import Period

_MONTHS: Final = (
    "january february march april may june july august september october november december".split(),
    "janvier février mars avril mai juin juillet août septembre octobre novembre décembre".split(),
)
_NAMES: Final = {name: number for months in _MONTHS for number, name in enumerate(months, 1)}
_MONTH: Final = "|".join(_NAMES)
_ISO: Final = re.compile(r"\b(\d{4})-(\d{2})-(\d{2})\b")
_DAY_FIRST: Final = re.compile(rf"\b(\d{{1,2}})(?:er|st|nd|rd|th)?(?: of)? ({_MONTH}),? (\d{{4}})\b")
_MONTH_FIRST: Final = re.compile(rf"\b({_MONTH}) (\d{{1,2}})(?:st|nd|rd|th)?,? (\d{{4}})\b")
_YEAR: Final = r"((?:18|19|20)\d{2})"
_BETWEEN: Final = re.compile(rf"\b(?:between|from|entre|de) {_YEAR} (?:and|to|until|et|à) {_YEAR}\b")
_SINCE: Final = re.compile(rf"\b(?:since|from|depuis)(?: the year| l’an)? {_YEAR}\b")
_AFTER: Final = re.compile(rf"\b(?:after|later than|après) {_YEAR}\b")
_BEFORE: Final = re.compile(rf"\b(?:before|until|prior to|earlier than|avant) {_YEAR}\b")
_IN: Final = re.compile(rf"\b(?:in|during|of|for|as of|as at|as it stood in|en|au cours de) {_YEAR}\b")

_YEARS: Final = ((_BETWEEN, 0, 0), (_AFTER, 1, None), (_SINCE, 0, None), (_BEFORE, None, -1), (_IN, 0, 0))
"""What is added to the first and the last year that a pattern finds; None is open."""


def period_in(text: str) -> tuple[Period | None, str]:
    """The period of a lower-case text, and the text without it. Day and month of a date make it a day."""
    for pattern, order in ((_ISO, (0, 1, 2)), (_DAY_FIRST, (2, 1, 0)), (_MONTH_FIRST, (2, 0, 1))):
        match = pattern.search(text)
        if match is not None:
            day = _day(match, order)
            if day is not None:
                return _about(text[: match.start()], day), _without(text, match)
    for pattern, first, last in _YEARS:
        match = pattern.search(text)
        if match is not None:
            years = [int(year) for year in match.groups()]
            low = years[0] + first if first is not None else None
            high = years[-1] + last if last is not None else None
            return Period(low, high), _without(text, match)
    return None, text


def _day(match: re.Match[str], order: tuple[int, int, int]) -> dt.date | None:
    parts = match.groups()
    year, month, day = (parts[place] for place in order)
    try:
        return dt.date(int(year), _NAMES.get(month) or int(month), int(day))
    except ValueError:
        return None


def _about(before: str, day: dt.date) -> Period:
    """Since or before a day may be given by its year; otherwise it is the day itself."""
    if re.search(r"\b(?:since|after|from|depuis|après)\s*(?:the )?$", before):
        return Period(first=day.year)
    if re.search(r"\b(?:before|until|prior to|avant)\s*(?:the )?$", before):
        return Period(last=day.year)
    return Period(day=day)


def _without(text: str, match: re.Match[str]) -> str:
    return (text[: match.start()] + " " * (match.end() - match.start()) + text[match.end() :]).rstrip()
