"""The period that a question about law names: "in 2023", "since 2020", "as of 1 March 2023"."""

from __future__ import annotations

import calendar
import datetime as dt
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from fingerpost.domains.regulations.questions.request import Period

_MONTHS: Final = (
    "january february march april may june july august september october november december".split(),
    "janvier février mars avril mai juin juillet août septembre octobre novembre décembre".split(),
)
_MOST: Final = 3
"""Periods that are looked for in a question."""
_NAMES: Final = {name: number for months in _MONTHS for number, name in enumerate(months, 1)}
_MONTH: Final = "|".join(_NAMES)
_ISO: Final = re.compile(r"\b(\d{4})-(\d{2})-(\d{2})\b")
_DAY_FIRST: Final = re.compile(rf"\b(\d{{1,2}})(?:er|st|nd|rd|th)?(?: of)? ({_MONTH}),? (\d{{4}})\b")
_MONTH_FIRST: Final = re.compile(rf"\b({_MONTH}) (\d{{1,2}})(?:st|nd|rd|th)?,? (\d{{4}})\b")
_MONTH_ONLY: Final = re.compile(rf"\b({_MONTH}),? (?:of )?((?:18|19|20)\d{{2}})\b")
_SINCE_WORDS: Final = re.compile(
    r"\b(?:since|from|depuis|on or after|as from|starting|à partir (?:de|du))\s*(?:the |le )?$"
)
_AFTER_WORDS: Final = re.compile(
    r"\b(?:after|later than|more recent(?:ly)? than|newer than|following|après)\s*(?:the |le )?$"
)
_BEFORE_WORDS: Final = re.compile(r"\b(?:before|prior to|earlier than|older than|avant)\s*(?:the |le )?$")
_UNTIL_WORDS: Final = re.compile(r"\b(?:until|till|up to|by|no later than|jusqu[’'](?:à|au|en))\s*(?:the |le )?$")
_AS_OF_WORDS: Final = re.compile(r"\b(?:as of|as at|as it (?:stood|was) (?:on|in)|au|en date du)\s*(?:the )?$")
_ONWARD: Final = re.compile(r"\s*(?:and|to|until|et|à|au|jusqu[’']au)\s*(?:the |le )?")
_OPENING: Final = re.compile(r"\b(?:between|from|entre|du|de|le)\s*(?:the |le )?$")
_YEAR: Final = r"((?:18|19|20)\d{2})"
_BETWEEN: Final = re.compile(rf"\b(?:between|from|entre|de) {_YEAR} (?:and|to|until|et|à) {_YEAR}\b")
_EITHER: Final = re.compile(
    rf"\b(?:in|during|of|for|en|au cours de)(?: (?:either|both))? {_YEAR} (?:or|and|ou|et) (?:in |en )?{_YEAR}\b"
)
_SINCE: Final = re.compile(rf"\b(?:since|from|depuis)(?: the year| l’an)? {_YEAR}\b")
_AFTER: Final = re.compile(
    rf"\b(?:after|later than|more recent(?:ly)? than|newer than|(?:after|since) the end of|après) {_YEAR}\b"
)
_BEFORE: Final = re.compile(rf"\b(?:before|until|prior to|earlier than|older than|avant) {_YEAR}\b")
_UNTIL_END: Final = re.compile(rf"\b(?:(?:until|up to|by|before) the end of|up to) {_YEAR}\b")
_IN: Final = re.compile(rf"\b(?:in|during|of|for|en|au cours de)(?: (?:the )?year| l[’']an(?:née)?)? {_YEAR}\b")
_DECADE: Final = r"(?:the )?((?:18|19|20)\d0)[’']?s"
_IN_DECADE: Final = re.compile(rf"\b(?:in|during|of|from) {_DECADE}\b")
_SINCE_DECADE: Final = re.compile(rf"\bsince {_DECADE}\b")
_BEFORE_DECADE: Final = re.compile(rf"\b(?:before|prior to) {_DECADE}\b")
_AS_OF: Final = re.compile(rf"\b(?:as of|as at|as it stood in) {_YEAR}\b")
"""What holds as of a year holds at its end."""

_YEARS: Final = (
    (_BETWEEN, 0, 0), (_EITHER, 0, 0), (_AFTER, 1, None), (_SINCE, 0, None), (_UNTIL_END, None, 0),
    (_BEFORE, None, -1), (_IN, 0, 0), (_IN_DECADE, 0, 9), (_SINCE_DECADE, 0, None), (_BEFORE_DECADE, None, -1),
)  # fmt: skip
"""What is added to the first and the last year that a pattern finds; None is open."""


_REGISTERED: Final = re.compile(
    r"\b(?:registered|made|issued|adopted|enacted|passed|enregistrée?s?|prise?s?|adoptée?s?|édictée?s?)\s*(?:on|in|le)?\s*$"
)
"""Before a period that is said of when instruments came about."""


@dataclass(frozen=True, slots=True)
class Dates:
    """The periods of a question: of its relation, with where it stood; of registration; and those of neither."""

    period: Period | None = None
    at: int = 0
    registered: Period | None = None
    others: tuple[Period, ...] = ()


def dates_in(text: str) -> tuple[Dates, str]:
    """The periods of a lower-case text, and the text without them; "after 2000 and before 2010" is one period."""
    found: list[tuple[int, Period]] = []
    while len(found) < _MOST:
        period, left = period_in(text)
        if period is None:
            break
        at = next((place for place, (one, two) in enumerate(zip(text, left, strict=False)) if one != two), len(left))
        found.append((at, period))
        text = left.ljust(len(text))
    registered: Period | None = None
    others: list[tuple[int, Period]] = []
    for at, period in _closed(sorted(found, key=lambda one: one[0])):
        if registered is None and _REGISTERED.search(text[:at]):
            registered = period
        else:
            others.append((at, period))
    at, first = others[0] if others else (0, None)
    return Dates(first, at, registered, tuple(period for _, period in others[1:])), text.rstrip()


def _closed(found: list[tuple[int, Period]]) -> list[tuple[int, Period]]:
    """Periods of which one begins and the next ends are one: "since 2020 and before 2024"."""
    kept: list[tuple[int, Period]] = []
    for at, period in found:
        open_ = kept[-1][1] if kept else None
        if open_ is not None and open_.end is None and open_.begin is not None and period.begin is None:
            kept[-1] = (kept[-1][0], bounds(open_.begin, period.end))
        else:
            kept.append((at, period))
    return kept


def period_in(text: str) -> tuple[Period | None, str]:
    """The period of a lower-case text, and the text without it. Day and month of a date make it a day."""
    exact = _days(text)
    if exact is not None:
        return exact
    as_of = _AS_OF.search(text)
    if as_of is not None:
        return Period(day=dt.date(int(as_of[1]), 12, 31), as_of=True), _without(text, as_of)
    for pattern, first, last in _YEARS:
        match = pattern.search(text)
        if match is not None and (pattern is not _EITHER or int(match[2]) == int(match[1]) + 1):
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


def _days(text: str) -> tuple[Period, str] | None:
    """The period that days or months say, and the text without them: "between 1 May 2020 and 30 June 2021"."""
    found = sorted(_each_day(text))
    if not found:
        return None
    start, end, first, last = found[0]
    if len(found) > 1 and _ONWARD.fullmatch(text, end, found[1][0]):
        opening = _OPENING.search(text[:start])
        if opening is not None:
            last, end = found[1][3], found[1][1]
            return bounds(first, last), _blanked(text, opening.start(), end)
    period, start = _about(text[:start], first, last)
    return period, _blanked(text, start, end)


def _each_day(text: str) -> Iterator[tuple[int, int, dt.date, dt.date]]:
    """The days and months of a text: where they stand, the first and the last day of each."""
    taken: list[tuple[int, int]] = []
    for pattern, order in ((_ISO, (0, 1, 2)), (_DAY_FIRST, (2, 1, 0)), (_MONTH_FIRST, (2, 0, 1))):
        for match in pattern.finditer(text):
            day = _day(match, order)
            if day is not None:
                taken.append(match.span())
                yield *match.span(), day, day
    for match in _MONTH_ONLY.finditer(text):
        if not any(start < match.end() and match.start() < end for start, end in taken):
            year, month = int(match[2]), _NAMES[match[1]]
            yield *match.span(), dt.date(year, month, 1), dt.date(year, month, calendar.monthrange(year, month)[1])


def _about(before: str, first: dt.date, last: dt.date) -> tuple[Period, int]:
    """What a day or month means by the words before it, and where these begin; otherwise it is that day or month."""
    one = dt.timedelta(days=1)
    means = (
        (_SINCE_WORDS, first, None), (_AFTER_WORDS, last + one, None), (_BEFORE_WORDS, None, first - one),
        (_UNTIL_WORDS, None, last),
    )  # fmt: skip
    for words, since, until in means:
        match = words.search(before)
        if match is not None:
            return bounds(since, until), match.start()
    if first != last:
        return bounds(first, last), len(before)
    as_of = _AS_OF_WORDS.search(before)
    return Period(day=first, as_of=as_of is not None), as_of.start() if as_of is not None else len(before)


def bounds(first: dt.date | None, last: dt.date | None) -> Period:
    """A period between two days; whole years are years."""
    since = first if first is not None and (first.month, first.day) != (1, 1) else None
    until = last if last is not None and (last.month, last.day) != (12, 31) else None
    return Period(first.year if first else None, last.year if last else None, since=since, until=until)


def _without(text: str, match: re.Match[str]) -> str:
    return _blanked(text, match.start(), match.end())


def _blanked(text: str, start: int, end: int) -> str:
    return (text[:start] + " " * (end - start) + text[end:]).rstrip()
