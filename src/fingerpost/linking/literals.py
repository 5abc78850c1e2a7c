"""Numbers, quantities, dates and times in a question."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from fingerpost.linking import quantities
from fingerpost.linking.moments import PARTS_OF_DAY, moments
from fingerpost.linking.number_words import SCALES, spelled
from fingerpost.linking.text import fold

_SIGN = r"(?:(?<!-)[-−](?=\d))?"
_BEFORE = r"(?<![\w.,/])"
_NUMBERS: tuple[re.Pattern[str], ...] = (
    re.compile(rf"{_BEFORE}{_SIGN}\d{{1,3}}(?:,\d{{3}})+(?:\.\d+)?(?![\d/-]|[.,]\d)"),
    re.compile(rf"{_BEFORE}{_SIGN}\d{{1,3}}(?:\.\d{{3}})+,\d+(?![\d/-]|[.,]\d)"),
    re.compile(rf"{_BEFORE}{_SIGN}\d+\.\d+(?![\d/]|[.,]\d)"),
    re.compile(rf"{_BEFORE}{_SIGN}\d+,\d{{1,2}}(?= ?[a-z²³%€])(?![\d/]|[.,]\d)"),
    re.compile(rf"{_BEFORE}{_SIGN}\d+(?![\d/]|[.,]\d|:\d)"),
)
"""Decimal points and commas: a comma before one or two digits is a decimal one where a unit follows."""
_AFTER = re.compile(
    r"(?P<percent> ?%| percent\b| per cent\b)|(?P<k>k)\b|"
    r"[ -]?(?P<unit>(?:square|cubic|nautical|sea|(?:sq|cu)\.?) [a-z]+|kilowatt hours?|m/s|km/h|[a-z]+[23²³]?)(?!\w)|"
    r"(?P<money> ?[€£$¥])"
)
_INCHES = re.compile(r"(?: and)? (\d{1,2})(?: |-)?(?:inch(?:es)?|in|\")(?![\w])")
"""What may follow feet: "10 ft 6 in"."""
_FOOT = 0.3048
_TIME = "s"
"""The base unit of time."""
_PARTS = {"half": 0.5, "quarter": 0.25}
_AND_A_PART = re.compile(r" and an? (half|quarter)\b(?! an? )")
"""What may follow a unit: "an hour and a half"."""
_MONEY = "$€£¥"
_NEGATIVE = re.compile(r"(?:minus|negative) $")


@dataclass(frozen=True, slots=True)
class Literal:
    """A literal in a question: `kind` is number, date, month, period or time; character offsets.

    A date's value is ISO text, with `THH:MM[:SS]` where its time is told, a time's `HH:MM[:SS]`, that of a part of the
    day from `HH:MM` until `HH:MM` as `HH:MM/HH:MM`, a month's `YYYY-MM`, a period's first day and the day after it as
    `YYYY-MM-DD/YYYY-MM-DD`; a date said without a year is `--MM-DD`, days of any week are
    `--w6,7`, Monday the first. A number may have a `unit`, a base unit, of which
    one that was said is `scale`. `percent` marks one of a hundred.
    """

    kind: str
    value: str | int | float
    start: int
    end: int
    unit: str | None = None
    scale: float = 1.0
    percent: bool = False

    @property
    def part_of_day(self) -> str:
        """The name of the part of the day that it is: "in the morning"."""
        return PARTS_OF_DAY.get(str(self.value), "") if self.kind == "time" else ""

    @property
    def in_pounds(self) -> bool:
        """Whether it is so many pounds, of money or of weight."""
        return self.unit is not None and (self.unit, self.scale) == quantities.UNITS["pounds"]

    def measured_in(self, unit: str | None) -> float | None:
        """The number in a unit of a property; None where that measures something else, or either has none."""
        if isinstance(self.value, str):
            return None
        return quantities.converted(self.value, self.unit, self.scale, unit)


OF_A_DAY = "T"
"""Stands between a day and its time in the value of a date."""
_AT = ("", "t", "at")
_UNTIL = frozenset(("and", "to", "until", "till", "through", "thru", "up to", "-", "–", "—"))
"""What stands between the two days of a range."""
_BESIDE = _UNTIL | {"or", "and in", "or in"}
"""What stands between two months of one year."""
_LARGEST = 2**63 - 1
"""The largest number that a graph holds."""
_MOST_DIGITS = 30
"""Before the point: whatever has more is larger."""


def literals(text: str, *, month_first: bool = False) -> list[Literal]:
    """The literals of a question. `month_first` is how its graph writes 11/08/2017."""
    folded = _folded(text)
    found: list[Literal] = []
    taken = bytearray(len(text) + 1)

    def take(literal: Literal) -> None:
        if not any(taken[literal.start : literal.end]):
            taken[literal.start : literal.end] = b"\x01" * (literal.end - literal.start)
            found.append(literal)

    for moment in moments(folded, month_first):
        take(Literal(*moment))
    for literal in _figures(folded):
        take(literal)
    for value, start, end in spelled(folded, taken):
        found.append(_measured(value, start, end, folded))
    found = _with_times(sorted(found, key=lambda literal: literal.start), folded)
    return _ranges(_in_parts(found, folded), folded)


def _with_times(found: list[Literal], text: str) -> list[Literal]:
    """The literals; a day with the time behind it is one moment: "2018-03-17 07:13"."""
    kept: list[Literal] = []
    for literal in found:
        day = kept[-1] if kept else None
        dated = day is not None and day.kind == "date" and not str(day.value).startswith("--")
        if dated and day is not None and literal.kind == "time" and text[day.end : literal.start].strip(" ,") in _AT:
            kept[-1] = replace(day, value=f"{day.value}{OF_A_DAY}{literal.value}", end=literal.end)
        else:
            kept.append(literal)
    return kept


def _in_parts(found: list[Literal], text: str) -> list[Literal]:
    """The literals; a time told in units, each smaller than the one before, is one: "1 hour and 20 minutes"."""
    kept: list[Literal] = []
    for literal in found:
        whole = kept[-1] if kept else None
        seconds = _seconds(whole) + _seconds(literal) if whole is not None and _is_rest(whole, literal, text) else 0.0
        if whole is not None and seconds:
            value = round(seconds / literal.scale, 6)
            kept[-1] = replace(literal, value=int(value) if value.is_integer() else value, start=whole.start)
        else:
            kept.append(literal)
    return kept


def _is_rest(whole: Literal, part: Literal, text: str) -> bool:
    """Whether a time is what is left of one told in a larger unit; not of "between 1 hour and 30 minutes"."""
    alike = whole.unit == part.unit == _TIME and 0 < _seconds(part) < whole.scale
    beside = text[whole.end : part.start].strip(" ,") in ("", "and")
    return alike and beside and not text[: whole.start].rstrip().endswith(("between", "from"))


def _seconds(time: Literal) -> float:
    """A time in seconds; of anything else, what does not matter."""
    return 0.0 if isinstance(time.value, str) else time.value * time.scale


def _ranges(found: list[Literal], text: str) -> list[Literal]:
    """The literals; the first day of a range is of the year, and the month, that only the last day of it has.

    "Between 1 September and 31 December 2022", "from 3 to 20 January 2022"; "between 10 and 20 percent"; "in May or
    June 2022".
    """
    for place, (first, last) in enumerate(pairwise(found)):
        if last.percent and first.kind == "number" and text[first.end : last.start].strip() in _UNTIL:
            found[place] = replace(first, percent=True)
        led = text[: first.start].rstrip().endswith(("from", "between"))
        counted = first.kind == last.kind == "number" and first.unit is None and not first.percent
        if led and counted and last.unit is not None and text[first.end : last.start].strip() in _UNTIL:
            found[place] = replace(first, unit=last.unit, scale=last.scale)
        if first.kind == last.kind == "month" and text[first.end : last.start].strip(" ,") in _BESIDE:
            found[place] = _of_its_year(first, last)
        if last.kind != "date" or not isinstance(last.value, str) or last.value.startswith("--"):
            continue
        if text[first.end : last.start].strip(" ,") not in _UNTIL:
            continue
        end = dt.date.fromisoformat(last.value.partition(OF_A_DAY)[0])
        if led and isinstance(first.value, int) and 0 < first.value < end.day and first.unit is None:
            begin = end.replace(day=first.value)
        elif first.kind == "date" and isinstance(first.value, str) and first.value[:3].rstrip("0123456789") == "--":
            month, day = map(int, first.value[2:].split("-"))
            begin = _before(end, month, day)
        else:
            continue
        found[place] = replace(first, kind="date", value=begin.isoformat())
    return found


def _of_its_year(first: Literal, last: Literal) -> Literal:
    """A month of the year that is said with the next one: "in July or August 1996"."""
    one, other = str(first.value), str(last.value)
    told = one.startswith("--") and not other.startswith("--") and one[2:] < other[5:]
    return replace(first, value=f"{other[:4]}-{one[2:]}") if told else first


def _before(end: dt.date, month: int, day: int) -> dt.date:
    """The last such day until another; the 29th of February is the 28th in other years."""
    year = end.year - ((month, day) > (end.month, end.day))
    try:
        return dt.date(year, month, day)
    except ValueError:
        return dt.date(year, month, day - 1)


def _folded(text: str) -> str:
    """The text folded, every character in its place."""
    if text.isascii():
        return text.lower()
    return "".join(short if len(short := fold(c)) == 1 else c for c in text)


def _figures(text: str) -> Iterator[Literal]:
    for pattern in _NUMBERS:
        for match in pattern.finditer(text):
            literal = _number(match)
            if literal is not None:
                yield literal


def _number(match: re.Match[str]) -> Literal | None:
    start, end = match.span()
    text, digits = match.string, match.group().replace("−", "-")
    comma = digits.rfind(",") > digits.rfind(".") and re.search(r",\d{3}$", digits) is None
    digits = digits.replace(".", "").replace(",", ".") if comma else digits.replace(",", "")
    if len(digits.partition(".")[0]) > _MOST_DIGITS:
        return None
    value: int | float = float(digits) if "." in digits else int(digits)
    after = _AFTER.match(text, end)
    if text[end : end + 1].isalnum() and not _is_glued(after):
        return None
    if start and text[start - 1] in _MONEY:
        start -= 1
    negative = _NEGATIVE.search(text, 0, start)
    if negative is not None:
        start, value = negative.start(), -value
    if after is not None and (after["k"] or after["unit"] in SCALES):
        value, end = value * (1000 if after["k"] else SCALES[after["unit"]]), after.end()
        value = int(value) if float(value).is_integer() else value
    if abs(value) > _LARGEST:
        return None
    return _measured(value, start, end, text)


def _is_glued(after: re.Match[str] | None) -> bool:
    """Whether what follows a number without a blank is its unit."""
    if after is None:
        return False
    name = (after["unit"] or "").strip()
    return (
        bool(after["k"] or after["percent"] or after["money"]) or name in quantities.GLUED or name in ("bn", "m2", "m²")
    )


def _measured(value: float, start: int, end: int, text: str) -> Literal:
    """A number with what it counts, where that follows."""
    after = _AFTER.match(text, end)
    if after is None:
        return Literal("number", value, start, end)
    if after["percent"]:
        return Literal("number", value, start, after.end(), percent=True)
    if after["money"] or after["unit"] in quantities.IGNORED:
        return Literal("number", value, start, after.end())
    unit = quantities.unit_named(after["unit"]) if after["unit"] else None
    if unit is None:
        return Literal("number", value, start, end)
    rest = _AND_A_PART.match(text, after.end())
    if rest is not None:
        return Literal("number", value + _PARTS[rest[1]], start, rest.end(), *unit)
    inches = _INCHES.match(text, after.end()) if unit == (quantities.METRE, _FOOT) else None
    if inches is not None:
        return Literal("number", value + int(inches[1]) / 12, start, inches.end(), *unit)
    return Literal("number", value, start, after.end(), *unit)
