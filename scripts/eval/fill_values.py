"""Values drawn at random for properties of which only a schema is known.

What the schema's text tells of a property (the least and most, the values it has, an example) and the literals that
golds hold it to give the values their range and form. Words are syllables put together: no word of anybody's.
"""

from __future__ import annotations

import ast
import datetime as dt
import random
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

_SYLLABLES = "ka lo mi ren dor vel san tis bra gu ne pho qui ra zel mor tan vi ux pel".split()
_OWNER = re.compile(r"- \*\*(.+?)\*\*")
_PROPERTY = re.compile(r"\s+- `([^`]+?)`?: \w+`?(.*)")
_BOUNDS = re.compile(r"Min: *(-?[\d.]+(?:E\d+)?), Max: *(-?[\d.]+(?:E\d+)?)$")
_DAYS = re.compile(r"Min: (\d{4}-\d\d-\d\d)\S*, Max: (\d{4}-\d\d-\d\d)")
_EXAMPLE = re.compile(r'Example: "(.*)"')
_OPTIONS = re.compile(r"Available options: (\[.*\])")
_NUMBERS = ("int", "float")
DAY = r"\d{4}-\d\d-\d\d"
_FORMS = {
    "int": r"-?\d+",
    "float": r"-?\d+(\.\d+)?",
    "boolean": "true|false",
    "date": DAY,
    "datetime": rf"{DAY}(T\d\d:\d\d(:\d\d(\.\d+)?)?Z?)?",
}
WRITTEN_DAYS = {"%b %d, %Y": r"[A-Z][a-z]{2} \d{1,2}, \d{4}", "%d-%b-%Y": r"\d\d-[A-Z]{3}-\d{4}"}
"""Days written in other ways: how, and what they look like."""
_LONG = 40
"""Characters from which an example is a text of several sentences."""
_SAID, _LISTED, _AGAIN = 0.3, 0.6, 0.1
"""How often a text is one that golds name, one of those that the schema lists, or its example."""


@dataclass(frozen=True)
class Hint:
    """What a schema's text tells of a property."""

    bounds: tuple[float, float] | None = None
    example: str = ""
    options: tuple[str, ...] = ()
    days: tuple[dt.date, dt.date] = (dt.date(1960, 1, 1), dt.date(2022, 12, 28))

    @property
    def range(self) -> tuple[float, float]:
        """From where to where numbers go."""
        if self.bounds is not None:
            return self.bounds
        if re.fullmatch(r"\d+(\.\d+)?(E\d+)?", self.example):
            return float(self.example) / 4, float(self.example) * 4
        return 1.0, 100.0


NOTHING = Hint()


def hints(text: str) -> dict[tuple[str, str], Hint]:
    """What a schema's text tells, by label or type and property."""
    found: dict[tuple[str, str], Hint] = {}
    owner = ""
    for line in text.splitlines():
        if named := _OWNER.match(line):
            owner = named[1]
        elif (told := _PROPERTY.match(line)) and owner:
            found[owner, told[1]] = _hint(told[2].strip())
    return found


def _hint(told: str) -> Hint:
    bounds, example, options = _BOUNDS.search(told), _EXAMPLE.search(told), _OPTIONS.search(told)
    days = _DAYS.search(told)
    return Hint(
        (float(bounds[1]), float(bounds[2])) if bounds else None,
        example[1] if example else "",
        tuple(map(str, ast.literal_eval(options[1]))) if options else (),
        (dt.date.fromisoformat(days[1]), dt.date.fromisoformat(days[2])) if days else NOTHING.days,
    )


def shaped(kind: str, text: str) -> str | None:
    """A text as a value of a kind, so that a column stays of one; None if it is none."""
    if re.fullmatch(_FORMS.get(kind, r"(?s).*"), text) is None:
        return None
    if kind in ("date", "datetime"):
        try:
            dt.datetime.fromisoformat(text)
        except ValueError:
            return None
    if kind != "datetime":
        return text
    return f"{text}T00:00:00Z" if "T" not in text else f"{text.removesuffix('Z')}Z"


def written(day: dt.date, form: str) -> str:
    """A day in one of the other ways."""
    text = day.strftime(form)
    return text.upper() if form.startswith("%d") else text


class Chance:
    """Draws values; the same for the same seed."""

    def __init__(self, seed: str) -> None:
        self.draw = random.Random(seed)

    def words(self, most: int = 2) -> str:
        """One word or several."""
        return " ".join(self._word() for _ in range(self.draw.randint(1, most)))

    def _word(self) -> str:
        return "".join(self.draw.choice(_SYLLABLES) for _ in range(self.draw.randint(2, 3))).capitalize()

    def value(self, kind: str, hint: Hint, literals: Sequence[Any]) -> str:
        """A value of a kind, as a CSV file holds it. `literals` are those that golds hold the property to."""
        texts = [literal for literal in literals if isinstance(literal, str)]
        if kind in _NUMBERS:
            return self._number(kind, hint, literals)
        if kind == "boolean":
            return self.draw.choice(("true", "false"))
        if kind == "date":
            return self._date(hint)
        if kind == "datetime":
            return f"{self._date(hint)}T{self._clock()}Z"
        if kind == "string[]":
            return ";".join(dict.fromkeys(self._text(hint, texts) for _ in range(self.draw.randint(1, 3))))
        return self._text(hint, texts)

    def near(self, kind: str, bound: float, *, above: bool) -> str:
        """A number on one side of a bound."""
        distance = abs(bound) * self.draw.uniform(0.02, 0.4) + 1
        number = bound + distance if above else bound - distance
        return str(int(number)) if kind == "int" else f"{number:.2f}"

    def _number(self, kind: str, hint: Hint, literals: Sequence[Any]) -> str:
        low, high = hint.range
        said = [x for x in literals if isinstance(x, (int, float)) and not isinstance(x, bool)]
        if said and hint.bounds:
            low, high = min(low, *said), max(high, *said)
        elif said:
            low, high = min(said) / 2, max(low, *said) * 1.7
        number = self.draw.uniform(low, high if high > low else low + 10)
        return str(round(number)) if kind == "int" else f"{number:.2f}"

    def _text(self, hint: Hint, said: Sequence[str]) -> str:
        if said and self.draw.random() < _SAID:
            return self.draw.choice(said)
        if hint.options and self.draw.random() < _LISTED:
            return self.draw.choice(hint.options)
        if hint.example and self.draw.random() < _AGAIN:
            return hint.example
        return self.like(hint.example or (hint.options[0] if hint.options else ""))

    def like(self, example: str) -> str:
        """A text of the form of an example."""
        if re.fullmatch(DAY, example):
            return self._date()
        if moment := re.match(rf"{DAY}([T ])", example):
            return f"{self._date()}{moment[1]}{self._clock()}{'Z' if example.endswith('Z') else ''}"
        for form, shown in WRITTEN_DAYS.items():
            if re.fullmatch(shown, example):
                return written(dt.date.fromisoformat(self._date()), form)
        if re.fullmatch(r"-?\d+", example):
            return str(self.draw.randint(1, 10 ** min(len(example), 6)))
        if re.fullmatch(r"-?\d+\.\d+", example):
            return f"{self.draw.uniform(0, 200):.2f}"
        if example.startswith("http"):
            return f"https://example.org/{self._word().lower()}"
        if "@" in example and " " not in example:
            return f"{self._word().lower()}@example.org"
        return " ".join(self._word() for _ in range(8)) if len(example) > _LONG else self.words()

    def _date(self, hint: Hint = NOTHING) -> str:
        first, last = (day.toordinal() for day in hint.days)
        return dt.date.fromordinal(self.draw.randint(first, last)).isoformat()

    def _clock(self) -> str:
        return f"{self.draw.randint(0, 23):02}:{self.draw.randint(0, 59):02}:00"
