"""The date that a sentence gives, in ISO 8601. Relative dates count from the document's own time, never from today."""

from __future__ import annotations

import datetime as dt
import re

_MONTHS = (
    "january february march april may june july august september october november december".split(),
    "jan feb mar apr may jun jul aug sep oct nov dec".split(),
)
_MONTH_OF = {name: number for names in _MONTHS for number, name in enumerate(names, 1)}
_DAYS = "monday tuesday wednesday thursday friday saturday sunday".split()
_RELATIVE = {"yesterday": -1, "last night": -1, "tomorrow": 1}
"""Days from that of the text; what is not listed is of the same day."""
_MONTH = "|".join(sorted(_MONTH_OF, key=len, reverse=True))
_DATE = re.compile(
    rf"""\b(?:
    (?P<iso>\d{{4}}-\d{{2}}-\d{{2}})(?!\d)
    | (?P<day>\d{{1,2}})(?:st|nd|rd|th)?\s(?P<month>{_MONTH})\b\.?(?:,?\s(?P<year>\d{{4}}))?
    | (?P<month2>{_MONTH})\b\.?\s(?P<day2>\d{{1,2}})(?:st|nd|rd|th)?\b(?!:)(?:,?\s(?P<year2>\d{{4}}))?
    | (?P<ago>\d{{1,3}})\s(?P<unit>days?|weeks?)\sago
    | (?P<relative>today|yesterday|tomorrow|tonight|this\s(?:morning|afternoon|evening)|last\snight)
    | last\s(?P<weekday>{"|".join(_DAYS)})
    )\b""",
    re.IGNORECASE | re.VERBOSE,
)
_STATED = re.compile(
    r"(?:^|[.;] )\W*(?:date|dated|as (?:of|at)|published|issued|revised|(?:last )?updated|valid|effective|in force)\b"
    r"(?: (?:from|since|on|as of))?\W*",
    re.IGNORECASE,
)
"""How a sentence begins that says of when a document is."""
_DATE_LINE = re.compile(r"\W*(?:[^\W\d][\w .]{0,30}, )?(\w[\w .]{5,20}\d{2,4})\W*")
"""A line that is a date, perhaps behind a place: "Hamburg, 12 February 2025"."""
_YEAR = re.compile(r"(?<!\d)(?<!\d[-/–])(?:19|20)\d\d(?=\s*(?:$|[,:(–—]))")
"""A year at the end of a title, or of a part of it."""
_OPENING = 5
"""Lines of a document that may say so."""


def stated_time(name: str, title: str, text: str) -> str | None:
    """The day that a document says it is of: in its title, a line of its opening or its file's name; or only the year
    ("House rules 2025"). None if it says none."""
    lines = text.lstrip().split("\n", _OPENING)[:_OPENING]
    leads = [(line, _STATED.search(line)) for line in lines]
    said = [_DATE.match(line, lead.end()) for line, lead in leads if lead is not None]
    said += [_DATE.search(match[1]) for line in lines if (match := _DATE_LINE.fullmatch(line)) is not None]
    found = [_DATE.search(title), *said, _DATE.search(name.replace("_", " "))]
    days = (_day_of(one, None) for one in found)
    years = (match[0] for text in (title, name) if (match := _YEAR.search(text)) is not None)
    return next(filter(None, (*days, *years)), None)


def date_in(text: str, time: str | None) -> str | None:
    """The first date of a text, as `YYYY-MM-DD`; None if there is none, or if it depends on a time that is unknown."""
    return _day_of(_DATE.search(text), time)


def _day_of(match: re.Match[str] | None, time: str | None) -> str | None:
    by_day = match is not None and bool(match["iso"] or match["day"] or match["day2"])
    if match is None or (_is_year(time) and not by_day):
        return None  # what is counted from a day needs one
    written = _written(time)
    try:
        found = _resolved(match, written)
    except (ValueError, OverflowError):
        return None
    return found.isoformat() if found else None


def _is_year(time: str | None) -> bool:
    return time is not None and len(time) == len("2026")


def _written(time: str | None) -> dt.date | None:
    try:
        return dt.datetime.fromisoformat(f"{time}-07-01" if _is_year(time) else time).date() if time else None
    except ValueError:
        return None


def _resolved(match: re.Match[str], written: dt.date | None) -> dt.date | None:
    if match["iso"]:
        return dt.date.fromisoformat(match["iso"])
    day, month = match["day"] or match["day2"], match["month"] or match["month2"]
    if day:
        year = match["year"] or match["year2"]
        if year is None and written is None:
            return None
        years = [int(year)] if year or written is None else [written.year - 1, written.year, written.year + 1]
        dates = [dt.date(one, _MONTH_OF[month.lower()], int(day)) for one in years if _is_day(one, month, int(day))]
        return min(dates, key=lambda date: abs(date - written) if written else dt.timedelta(), default=None)
    if written is None:
        return None
    if match["ago"]:
        return written - dt.timedelta(days=int(match["ago"]) * (7 if match["unit"].lower().startswith("week") else 1))
    if match["relative"]:
        return written + dt.timedelta(days=_RELATIVE.get(" ".join(match["relative"].lower().split()), 0))
    back = (written.weekday() - _DAYS.index(match["weekday"].lower())) % 7 or 7
    return written - dt.timedelta(days=back)


def _is_day(year: int, month: str, day: int) -> bool:
    """Whether there is such a day: 29 February is one in some years only."""
    try:
        dt.date(year, _MONTH_OF[month.lower()], day)
    except ValueError:
        return False
    return True
