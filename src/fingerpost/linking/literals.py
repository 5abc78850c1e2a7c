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
} | {"thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90}
_THOUSANDS = {"thousand": 10**3, "million": 10**6, "billion": 10**9}
_SCALES = {"hundred": 10**2, **_THOUSANDS, "bn": 10**9}

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
                taken[start : literal.end] = b"\x01" * (literal.end - start)
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
    after = _UNIT.match(match.string, end)
    if after is not None and after[1] in _SCALES:
        value, end = value * _SCALES[after[1]], after.end()
        return Literal("number", int(value) if float(value).is_integer() else value, start, end)
    return _measured(value, start, end, match.string)


def _measured(value: float, start: int, end: int, text: str) -> Literal:
    """A number with the unit that follows it, if one does."""
    after = _UNIT.match(text, end)
    word = after[1] if after is not None else ""
    shape = {"square": "m²", "cubic": "m³"}.get(word.partition(" ")[0])
    unit, scale = (shape, 1.0) if shape is not None else _UNITS.get(word, (None, 1.0))
    return Literal("number", value, start, end if unit is None or after is None else after.end(), unit, scale)


@dataclass
class _Spelled:
    """A number in words as far as it was read: `current` is below a thousand, `total` what stands above."""

    start: int
    end: int
    total: int = 0
    current: int = 0

    @property
    def value(self) -> int:
        return self.total + self.current

    def begin(self, word: str) -> bool:
        """Take a first word; whether it is one of a number."""
        self.total = _THOUSANDS.get(word, 0)
        self.current = 100 if word == "hundred" else _WORD_NUMBERS.get(word, 0)
        return word in _WORD_NUMBERS or self.value > 0

    def takes(self, gap: str, word: str) -> bool:
        """Take a word that follows after a gap; whether it belongs to the same number."""
        small = _WORD_NUMBERS.get(word, 0)
        after_whole = self.value > 0 and self.current % 100 == 0
        if gap not in (" ", "-") and not (gap == " and " and after_whole and small):
            return False
        if small and (after_whole or (self.current % 100 in range(20, 100, 10) and small < 10)):
            self.current += small
        elif word == "hundred" and 0 < self.current < 100:
            self.current *= 100
        elif word in _THOUSANDS and self.current and self.total % (1000 * _THOUSANDS[word]) == 0:
            self.total, self.current = self.total + self.current * _THOUSANDS[word], 0
        else:
            return False
        return True


def _words(folded: str, taken: bytearray) -> list[Literal]:
    """Numbers in words: "three", "twenty-five", "two hundred and fifty"."""
    spelled: list[_Spelled] = []
    for word in re.finditer(r"[a-z]+", folded):
        start, end = word.span()
        if any(taken[start:end]):
            continue
        if spelled and spelled[-1].takes(folded[spelled[-1].end : start], word.group()):
            spelled[-1].end = end
            continue
        number = _Spelled(start, end)
        if number.begin(word.group()):
            spelled.append(number)
    return [_measured(number.value, number.start, number.end, folded) for number in spelled]
