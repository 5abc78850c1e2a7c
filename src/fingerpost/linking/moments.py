"""Dates, clock times and periods in a question, in every usual form.

A period is written as its first day and the day after it, "1990-01-01/2000-01-01". "Last", "this" and "ago" are counted
from `clock.now`.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from fingerpost.linking import clock
from fingerpost.linking.number_words import SMALL
from fingerpost.linking.sought import Sought

MONTH_NAMES = "january february march april may june july august september october november december".split()
MONTHS = {name: number for number, name in enumerate(MONTH_NAMES, 1)}
MONTHS |= {name[:3]: number for name, number in MONTHS.items()} | {"sept": 9}
LONG_MONTHS = tuple(name for name in MONTH_NAMES if name not in ("may", "march"))
"""Names of months that are nothing else."""
_LONG_MONTH = f"(?P<month>{'|'.join(LONG_MONTHS)})"
_MONTH = "(?P<month>" + "|".join(sorted(MONTHS, key=len, reverse=True)) + r")\.?"
_DAY = r"(?P<d>\d{1,2})(?:st|nd|rd|th)?"
_YEAR = r"(?P<y>\d{4})"
_UNIT = r"(?P<unit>day|week|month|quarter|year|decade|century)s?"
_COUNT = r"(?P<n>\d{1,3}|a|an|" + "|".join(SMALL) + ")"
_HALF = r"(?P<half>[ap]\.?m\b\.?)"
_QUARTERS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "last": 4, "1st": 1, "2nd": 2, "3rd": 3, "4th": 4}
_TENS = {f"{word[:-1]}ies": value for word, value in SMALL.items() if value in range(20, 100, 10)}
_WEEK = "monday tuesday wednesday thursday friday saturday sunday".split()
_WEEKDAYS = {name: str(number) for number, name in enumerate(_WEEK, 1)} | {"weekday": "1,2,3,4,5", "weekend": "6,7"}
_WEEKDAY = f"(?P<weekday>{'|'.join(_WEEKDAYS)})"
_PARTS_OF_DAY = {"morning": "05:00/12:00", "afternoon": "12:00/18:00", "evening": "18:00/24:00"}
PARTS_OF_DAY = {span: name for name, span in _PARTS_OF_DAY.items()}
_NIGHT = 6
"""From which hour on one "at night" is before midnight."""
_DAYS = {"yesterday": -1, "today": 0, "tomorrow": 1}


class Moment(NamedTuple):
    """`kind` is date, month, time or period; `value` as `Literal` has it; character offsets."""

    kind: str
    value: str
    start: int
    end: int


Reader = Callable[[re.Match[str], bool], "tuple[str, str] | None"]


def moments(folded: str, month_first: bool) -> Iterator[Moment]:
    """The moments of a folded text; of those that overlap the first is the likeliest."""
    for pattern, read in FORMS:
        for match in pattern.finditer(folded):
            found = read(match, month_first)
            if found is not None:
                yield Moment(*found, match.start(), match.end())


def first_moment(text: str) -> Moment | None:
    """The first moment of a text; of those that begin at one place the longest."""
    found = sorted(moments(text.lower(), False), key=lambda one: (one.start, -one.end))
    return found[0] if found else None


def period(begin: dt.date, after: dt.date) -> tuple[str, str]:
    """A period from a day up to another."""
    return "period", f"{begin.isoformat()}/{after.isoformat()}"


def _day(year: int, month: int, day: int) -> tuple[str, str] | None:
    try:
        return "date", dt.date(year, month, day).isoformat()
    except ValueError:
        return None


def _full(match: re.Match[str], month_first: bool) -> tuple[str, str] | None:
    part = match.groupdict()
    month = MONTHS[part["month"]] if part.get("month") else int(part["m"])
    day = int(part["d"])
    if part.get("y") is None:
        return ("date", f"--{month:02d}-{day:02d}") if _day(2000, month, day) else None
    return _day(int(part["y"]), month, day)


def _slashed(match: re.Match[str], month_first: bool) -> tuple[str, str] | None:
    """`11/08/2017` in the graph's own order, unless only the other one is a date."""
    first, second, year = int(match["a"]), int(match["b"]), int(match["y"])
    if year < 100:
        year += 2000 if year < 50 else 1900
    orders = [(second, first), (first, second)]
    month, day = orders[month_first]
    return _day(year, month, day) or _day(year, day, month)


def _month(match: re.Match[str], month_first: bool) -> tuple[str, str]:
    return "month", f"{int(match['y']):04d}-{MONTHS[match['month']]:02d}"


def _named_month(match: re.Match[str], month_first: bool) -> tuple[str, str]:
    """ "Last March", "this May", "next June"; a month of no year is of any."""
    number, said = MONTHS[match["month"]], match["which"]
    today = clock.now().date()
    if said == "last":
        return "month", f"{today.year - (number >= today.month):04d}-{number:02d}"
    if said == "next":
        return "month", f"{today.year + (number <= today.month):04d}-{number:02d}"
    return "month", f"{today.year:04d}-{number:02d}"


def _any_month(match: re.Match[str], month_first: bool) -> tuple[str, str]:
    """ "In August": of whatever year."""
    return "month", f"--{MONTHS[match['month']]:02d}"


def _weekday(match: re.Match[str], month_first: bool) -> tuple[str, str]:
    """ "On a Saturday", "at weekends": days of any week, Monday the first."""
    return "date", f"--w{_WEEKDAYS[match['weekday']]}"


def _latest_month(match: re.Match[str], month_first: bool) -> tuple[str, str]:
    """ "Since August": the last that there was."""
    number, today = MONTHS[match["month"]], clock.now().date()
    return "month", f"{today.year - (number > today.month):04d}-{number:02d}"


def _relative_day(match: re.Match[str], month_first: bool) -> tuple[str, str]:
    return "date", (clock.now().date() + dt.timedelta(_DAYS[match.group()])).isoformat()


def _relative(match: re.Match[str], month_first: bool) -> tuple[str, str] | None:
    """ "Last week", "this year", "next month"."""
    step = {"this": 0, "current": 0, "next": 1}.get(match["which"], -1)
    begin = _begin(clock.now().date(), match["unit"])
    return _between(shifted(begin, match["unit"], step), shifted(begin, match["unit"], step + 1))


def _recent(match: re.Match[str], month_first: bool) -> tuple[str, str] | None:
    """ "The last 7 days", "the past three months": up to today."""
    today = clock.now().date()
    return _between(shifted(today, match["unit"], -count_of(match["n"])), today + dt.timedelta(1))


def _ago(match: re.Match[str], month_first: bool) -> tuple[str, str] | None:
    begin = shifted(clock.now().date(), match["unit"], -count_of(match["n"]))
    if begin is not None and match["unit"] in ("day", "week"):
        return "date", begin.isoformat()
    return _between(begin, shifted(begin, match["unit"], 1)) if begin is not None else None


def _between(begin: dt.date | None, after: dt.date | None) -> tuple[str, str] | None:
    return period(begin, after) if begin is not None and after is not None else None


def count_of(said: str) -> int:
    return int(said) if said.isdigit() else SMALL.get(said, 1)


_IN_MONTHS = {"month": 1, "quarter": 3, "year": 12, "decade": 120, "century": 1200}


def _begin(day: dt.date, unit: str) -> dt.date:
    """The first day of the week, month, quarter, year, decade or century that a day is in."""
    if unit in ("day", "week"):
        return day - dt.timedelta(day.weekday() if unit == "week" else 0)
    if unit in ("month", "quarter"):
        step = _IN_MONTHS[unit]
        return day.replace(month=(day.month - 1) // step * step + 1, day=1)
    years = _IN_MONTHS[unit] // 12
    first = (day.year - (years == 100)) // years * years + (years == 100)
    return dt.date(first, 1, 1)


def shifted(day: dt.date | None, unit: str, count: int) -> dt.date | None:
    """A day so many units later; None where the calendar ends before."""
    if day is None:
        return None
    try:
        if unit in ("day", "week"):
            return day + dt.timedelta(count * (7 if unit == "week" else 1))
        months = day.year * 12 + day.month - 1 + count * _IN_MONTHS[unit]
        first = dt.date(months // 12, months % 12 + 1, 1)
        last = (dt.date((months + 1) // 12, (months + 1) % 12 + 1, 1) - dt.timedelta(1)).day
        return first.replace(day=min(day.day, last))
    except (ValueError, OverflowError):
        return None


def _years(first: int, count: int) -> tuple[str, str] | None:
    if not 1 <= first <= 9999 - count:
        return None
    return period(dt.date(first, 1, 1), dt.date(first + count, 1, 1))


def _decade(match: re.Match[str], month_first: bool) -> tuple[str, str] | None:
    """ "The 1990s", "the nineties", "the 90s"."""
    said = match["decade"]
    tens = _TENS[said] if said in _TENS else int(said.rstrip("s"))
    return _years(tens if tens >= 100 else 1900 + tens if tens >= 20 else 2000 + tens, 10)


def _century(match: re.Match[str], month_first: bool) -> tuple[str, str] | None:
    return _years((int(match["n"]) - 1) * 100 + 1, 100)


def _part_of_year(match: re.Match[str], month_first: bool) -> tuple[str, str] | None:
    """ "Q3 2019", "the second quarter of 2019", "the first half of 2019"."""
    part = match.groupdict()
    number = int(part["q"]) if part.get("q") else _QUARTERS[part["which"]]
    months = 6 if (part.get("part") or part.get("letter") or "q").startswith("h") else 3
    year = int(part["y"])
    if number * months > 12 and part.get("which") == "last":
        number = 12 // months
    if not 1 <= number * months <= 12 or not 1 <= year < 9999:
        return None
    begin = dt.date(year, (number - 1) * months + 1, 1)
    return _between(begin, shifted(begin, "month", months))


def _months_of_year(match: re.Match[str], month_first: bool) -> tuple[str, str] | None:
    """ "The last three months of 2021"."""
    count, year = count_of(match["n"]), int(match["y"])
    if not 1 <= count <= 12 or not 1 <= year < 9999:
        return None
    begin = dt.date(year, 1 if match["which"] == "first" else 13 - count, 1)
    return _between(begin, shifted(begin, "month", count))


def clock_time(hour: int, minute: int, half: str | None, seconds: str | None = None) -> str | None:
    """A time of day as `HH:MM[:SS]`."""
    half = (half or "").replace(".", "")
    if half and not 1 <= hour <= 23:
        return None
    hour = hour + 12 if half == "pm" and hour < 12 else 0 if half == "am" and hour == 12 else hour
    if hour > 23 or minute > 59 or int(seconds or 0) > 59:
        return None
    return f"{hour:02d}:{minute:02d}{f':{seconds}' if seconds else ''}"


def _time(match: re.Match[str], month_first: bool) -> tuple[str, str] | None:
    part = match.groupdict()
    said = clock_time(int(part["h"]), int(part.get("min") or 0), part.get("half"), part.get("s"))
    return ("time", said) if said else None


def _past(match: re.Match[str], month_first: bool) -> tuple[str, str] | None:
    """ "Half past nine", "quarter to 5 pm"."""
    minutes = {"half": 30, "quarter": 15}[match["part"]]
    hour = count_of(match["h"])
    if match["side"] == "to":
        hour, minutes = hour - 1, 60 - minutes
    said = clock_time(hour, minutes, match["half"])
    return ("time", said) if said else None


def _hour_of_part(match: re.Match[str], month_first: bool) -> tuple[str, str] | None:
    """ "4 in the afternoon", "seven in the morning", "11 at night"."""
    hour, part = count_of(match["h"]), match["part"]
    early = part == "morning" or (part == "night" and hour < _NIGHT)
    said = clock_time(hour, int(match["min"] or 0), "am" if early else "pm")
    return ("time", said) if said else None


def _part_of_day(match: re.Match[str], month_first: bool) -> tuple[str, str]:
    """ "In the afternoon": from noon until six."""
    return "time", _PARTS_OF_DAY[match["part"]]


def _word_time(match: re.Match[str], month_first: bool) -> tuple[str, str]:
    return "time", {"noon": "12:00", "midday": "12:00", "midnight": "00:00"}[match["word"]]


_NO_HOURS = "".join(f"(?<!{verb} on )" for verb in ("open", "opens", "close", "closes", "closed"))
"""Opening hours, which are of no date: "when does it close on Sundays"."""
_ON_DAYS = "|".join(
    rf"(?<=\b{words} )" for words in ("on", "a", "on the", "every", "any", "at the", "over the", "or", "and")
)
_HOUR = r"\b(?P<h>\d{1,2})(?:\.(?P<min>\d{2}))?"
_IN_PART = r"(?:o['’]?clock )?(?:in the (?=\w)|at (?=night))(?P<part>morning|afternoon|evening|night)"
_BEFORE_NOON = "|".join(
    rf"(?<=\b{word} )" for word in "at before after until till by from since between and to than".split()
)
_NO_PRICE = "".join(f"(?<!{verb} at )" for verb in ("priced", "sold", "valued", "rated", "offered"))
FORMS: tuple[tuple[Sought, Reader], ...] = tuple(
    (Sought(pattern), read)
    for pattern, read in (
        (rf"\b{_YEAR}-(?P<m>\d{{1,2}})-(?P<d>\d{{1,2}})(?!\d)", _full),
        (rf"\b{_YEAR}/(?P<m>\d{{1,2}})/(?P<d>\d{{1,2}})(?![\d/])", _full),
        (rf"\b(?P<a>\d{{1,2}})(?P<sep>[/.-])(?P<b>\d{{1,2}})(?P=sep){_YEAR}\b", _slashed),
        (r"(?<![\w/.-])(?P<a>\d{1,2})/(?P<b>\d{1,2})/(?P<y>\d{2})(?![\w/])", _slashed),
        (rf"\b(?:the )?{_DAY}(?: of| -|-)?[ -]?{_MONTH},?[ -]{_YEAR}\b", _full),
        (rf"\b{_MONTH} (?:the )?{_DAY},? {_YEAR}\b", _full),
        (rf"\b{_MONTH} (?:the )?{_DAY}\b(?! \d{{4}}|:)", _full),
        (rf"\b(?:the )?{_DAY}(?: of)? {_MONTH}(?!\w)(?! \d{{4}})", _full),
        (rf"\b{_MONTH}(?:,| of)? {_YEAR}\b", _month),
        (rf"\b{_MONTH}(?= ?(?:and|to|until|till|through|-|–) ?(?:{'|'.join(MONTHS)})\.?(?:,| of)? {_YEAR}\b)", _month),
        (rf"\b(?P<which>last|this|next) {_MONTH}(?!\w)", _named_month),
        (rf"\b(?:the )?(?P<which>{'|'.join(_QUARTERS)}) (?P<part>quarter|half)(?: of)? {_YEAR}\b", _part_of_year),
        (rf"(?:(?<=\bin )|(?<=\bduring )|(?<=\bevery )|(?<=\beach )){_MONTH}(?!\w)(?! ?\d)", _any_month),
        (rf"\b{_LONG_MONTH}(?= [a-z]{{3,}}s\b)", _any_month),  # "the November orders"
        (rf"(?<=\bsince ){_MONTH}(?!\w)(?! ?\d)", _latest_month),
        (r"\b(?:yesterday|today|tomorrow)\b", _relative_day),
        (rf"{_NO_HOURS}(?:{_ON_DAYS}){_WEEKDAY}s?\b", _weekday),
        (rf"{_NO_HOURS}\b{_WEEKDAY}s\b", _weekday),
        (rf"\b(?:the )?(?P<which>first|last) {_COUNT} months(?: of)? {_YEAR}\b", _months_of_year),
        (rf"\b(?:the )?(?:last|past|previous) {_COUNT} {_UNIT}\b", _recent),
        (rf"\b{_COUNT} {_UNIT} ago\b", _ago),
        (rf"\b(?:the )?(?P<which>last|past|previous|this|current|next) {_UNIT}(?<!s)\b", _relative),
        (r"\b(?:the )?(?P<decade>\d{3}0)'?s\b", _decade),
        (rf"\b(?:the )(?:'|’)?(?P<decade>[2-9]0s?|{'|'.join(_TENS)})(?<=s)\b", _decade),
        (r"\b(?:the )?(?P<n>\d{1,2})(?:st|nd|rd|th) century\b", _century),
        (rf"\b(?P<letter>[qh])(?P<q>[1-4])(?: of)?[ /-]?{_YEAR}\b", _part_of_year),
        (rf"\b{_YEAR}[ /-]?(?P<letter>[qh])(?P<q>[1-4])\b", _part_of_year),
        (rf"\b(?P<part>half|quarter) (?P<side>past|to) (?P<h>\d{{1,2}}|{'|'.join(SMALL)})(?: ?{_HALF})?(?!\w)", _past),
        (rf"\b(?P<h>\d{{1,2}}):(?P<min>\d{{2}})(?::(?P<s>\d{{2}}))? ?(?:{_HALF})?(?!\d|:)", _time),
        # With a point it may as well be a price: "at 9.27", "9.27 pm", "2.15 to 4.30 pm".
        (rf"{_HOUR} ?{_HALF}", _time),
        (rf"{_HOUR}(?= ?(?:and|to|-|–|until|till) ?\d{{1,2}}(?:[:.]\d\d)? ?{_HALF})", _time),
        (rf"(?<=\bat ){_NO_PRICE}(?P<h>\d{{1,2}})\.(?P<min>\d{{2}})(?![\d.:])", _time),
        (rf"\b(?P<h>\d{{1,2}}) o['’]?clock(?: ?{_HALF})?", _time),
        (rf"\b(?P<h>\d{{1,2}}|{'|'.join(SMALL)})(?::(?P<min>\d{{2}}))? {_IN_PART}\b", _hour_of_part),
        (rf"(?:{_BEFORE_NOON})(?P<word>noon|midday|midnight)\b", _word_time),
        (r"\b(?:in|during) the (?P<part>morning|afternoon|evening)\b", _part_of_day),
    )
)
