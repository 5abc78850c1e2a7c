"""Numbers, dates, times and quantities in a question."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass

from fingerpost.linking.text import fold

_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            ("january", "jan"),
            ("february", "feb"),
            ("march", "mar"),
            ("april", "apr"),
            ("may",),
            ("june", "jun"),
            ("july", "jul"),
            ("august", "aug"),
            ("september", "sep", "sept"),
            ("october", "oct"),
            ("november", "nov"),
            ("december", "dec"),
        ),
        1,
    )
    for name in names
}
_MONTH = "(?P<month>" + "|".join(sorted(_MONTHS, key=len, reverse=True)) + r")\.?"
_WORD_NUMBERS = {
    word: value
    for value, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
        "seventeen eighteen nineteen twenty".split()
    )
} | {"thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90, "hundred": 100}
_SCALES = {"k": 1e3, "thousand": 1e3, "m": 1e6, "million": 1e6, "bn": 1e9, "billion": 1e9}

_PATTERNS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("date", re.compile(r"\b(?P<y>\d{4})-(?P<m>\d{1,2})-(?P<d>\d{1,2})(?!\d)")),
    ("date", re.compile(r"\b(?P<a>\d{1,2})(?P<sep>[/.-])(?P<b>\d{1,2})(?P=sep)(?P<y>\d{4})\b")),
    ("date", re.compile(rf"\b(?:the )?(?P<d>\d{{1,2}})(?:st|nd|rd|th)?(?: of)? {_MONTH},? (?P<y>\d{{4}})\b")),
    ("date", re.compile(rf"\b{_MONTH} (?:the )?(?P<d>\d{{1,2}})(?:st|nd|rd|th)?,? (?P<y>\d{{4}})\b")),
    ("date", re.compile(rf"\b{_MONTH} (?:the )?(?P<d>\d{{1,2}})(?:st|nd|rd|th)?\b(?! \d{{4}})")),
    ("date", re.compile(rf"\b(?:the )?(?P<d>\d{{1,2}})(?:st|nd|rd|th)(?: of)? {_MONTH}\b(?! \d{{4}})")),
    ("month", re.compile(rf"\b{_MONTH},? (?P<y>\d{{4}})\b")),
    ("time", re.compile(r"\b(?P<h>\d{1,2})[:.](?P<min>\d{2})(?::(?P<s>\d{2}))? ?(?P<half>[ap]\.?m\.?)?(?!\d|:)")),
    ("time", re.compile(r"\b(?P<h>\d{1,2}) ?(?P<half>[ap]\.?m\b\.?)")),
    ("number", re.compile(r"(?<![\w.,/-])-?\d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\w/-]|[.,]\d)")),
    ("number", re.compile(r"(?<![\w.,/])-?\d+\.\d+(?![\w/]|[.,]\d)")),
    ("number", re.compile(r"(?<![\w.,/])\d+(?![\w/]|[.,]\d|:\d)")),
)
_UNITS: dict[str, tuple[str, float]] = {
    **dict.fromkeys(("mm", "millimetre", "millimetres", "millimeter", "millimeters"), ("m", 0.001)),
    **dict.fromkeys(("cm", "centimetre", "centimetres", "centimeter", "centimeters"), ("m", 0.01)),
    **dict.fromkeys(("m", "metre", "metres", "meter", "meters"), ("m", 1.0)),
    **dict.fromkeys(("km", "kilometre", "kilometres", "kilometer", "kilometers"), ("m", 1000.0)),
    **dict.fromkeys(("ft", "foot", "feet"), ("m", 0.3048)),
    **dict.fromkeys(("inch", "inches"), ("m", 0.0254)),
    **dict.fromkeys(("m2", "m²", "sqm"), ("m²", 1.0)),
    **dict.fromkeys(("m3", "m³"), ("m³", 1.0)),
    **dict.fromkeys(("kg", "kilogram", "kilograms", "kilo", "kilos"), ("kg", 1.0)),
    **dict.fromkeys(("g", "gram", "grams"), ("kg", 0.001)),
    **dict.fromkeys(("s", "sec", "secs", "second", "seconds"), ("s", 1.0)),
    **dict.fromkeys(("min", "mins", "minute", "minutes"), ("s", 60.0)),
    **dict.fromkeys(("h", "hour", "hours"), ("s", 3600.0)),
    **dict.fromkeys(("year", "years", "yrs"), ("year", 1.0)),
}
_UNIT = re.compile(r"[ -]?(square metres?|square meters?|cubic metres?|cubic meters?|[a-zA-Z²³]+[23]?)\b")


@dataclass(frozen=True, slots=True)
class Literal:
    """A literal in a question: `kind` is number, date, month or time; character offsets; `unit` is a base unit.

    A date's value is ISO text, a time's `HH:MM[:SS]`, a month's `YYYY-MM`; `scale` converts a number into `unit`.
    `explicit_year` is false for a date without one ("on August 11th"), whose value is then `--MM-DD`.
    """

    kind: str
    value: str | int | float
    start: int
    end: int
    unit: str | None = None
    scale: float = 1.0


def literals(text: str) -> list[Literal]:
    """The literals of a question, longest first where they would overlap."""
    folded = fold(text) if len(fold(text)) == len(text) else text.lower()
    found: list[Literal] = []
    taken = bytearray(len(text) + 1)
    for kind, pattern in _PATTERNS:
        for match in pattern.finditer(folded):
            start, end = match.span()
            if any(taken[start:end]):
                continue
            literal = _read(kind, match)
            if literal is not None:
                taken[start:end] = b"\x01" * (end - start)
                found.append(literal)
    found.extend(_words(folded, taken))
    return sorted(found, key=lambda literal: literal.start)


def _read(kind: str, match: re.Match[str]) -> Literal | None:
    start, end = match.span()
    part = match.groupdict()
    if kind == "number":
        return _number(match)
    if kind == "time":
        return _time(part, start, end)
    if kind == "month":
        return Literal("month", f"{int(part['y']):04d}-{_MONTHS[part['month']]:02d}", start, end)
    if part.get("a") is not None:
        return _slashed(part, start, end)
    month = _MONTHS[part["month"]] if part.get("month") else int(part["m"])
    day = int(part["d"])
    if part.get("y") is None:
        return Literal("date", f"--{month:02d}-{day:02d}", start, end) if day <= 31 else None
    return _date(int(part["y"]), month, day, start, end)


def _date(year: int, month: int, day: int, start: int, end: int) -> Literal | None:
    try:
        return Literal("date", dt.date(year, month, day).isoformat(), start, end)
    except ValueError:
        return None


def _slashed(part: dict[str, str], start: int, end: int) -> Literal | None:
    """`11/08/2017`, day first, unless only the other order is a date; the linker tries both against the graph."""
    first, second, year = int(part["a"]), int(part["b"]), int(part["y"])
    return _date(year, second, first, start, end) or _date(year, first, second, start, end)


def _time(part: dict[str, str], start: int, end: int) -> Literal | None:
    hour, minute = int(part["h"]), int(part.get("min") or 0)
    half = (part.get("half") or "").replace(".", "")
    if half == "pm" and hour < 12:
        hour += 12
    elif half == "am" and hour == 12:
        hour = 0
    if hour > 23 or minute > 59:
        return None
    seconds = f":{part['s']}" if part.get("s") else ""
    return Literal("time", f"{hour:02d}:{minute:02d}{seconds}", start, end)


def _number(match: re.Match[str]) -> Literal:
    start, end = match.span()
    text = match.group().replace(",", "")
    value: int | float = float(text) if "." in text else int(text)
    unit, scale = None, 1.0
    after = _UNIT.match(match.string, end)
    if after is not None:
        word = after[1].lower()
        if word in _SCALES and word not in ("m", "k"):
            value, end = value * _SCALES[word], after.end()
            value = int(value) if float(value).is_integer() else value
        elif word.startswith("square "):
            unit, end = "m²", after.end()
        elif word.startswith("cubic "):
            unit, end = "m³", after.end()
        elif word in _UNITS:
            (unit, scale), end = _UNITS[word], after.end()
    return Literal("number", value, start, end, unit, scale)


def _words(folded: str, taken: bytearray) -> list[Literal]:
    """Numbers in words: "three", "twenty five"."""
    found: list[Literal] = []
    for word in re.finditer(r"[a-z]+", folded):
        value, (start, end) = _WORD_NUMBERS.get(word.group()), word.span()
        if value is None or any(taken[start:end]):
            continue
        if found and found[-1].end + 1 == start and isinstance(found[-1].value, int):
            last = found[-1]
            if last.value in (20, 30, 40, 50, 60, 70, 80, 90) and 0 < value < 10:
                found[-1] = Literal("number", int(last.value) + value, last.start, end)
                continue
        found.append(Literal("number", value, start, end))
    return found
