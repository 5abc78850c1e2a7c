"""Numbers in words: "three", "twenty-five", "two hundred and fifty", "a dozen", "half a million", "two and a half"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

SMALL = {
    word: value
    for value, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
        "seventeen eighteen nineteen twenty".split()
    )
} | {"thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90}
THOUSANDS = {"thousand": 10**3, "million": 10**6, "billion": 10**9}
SCALES = {"hundred": 10**2, **THOUSANDS, "bn": 10**9, "dozen": 12}
_WORD = re.compile(r"[a-z]+")
_BEFORE_ONE = "|".join(rf"(?<=\b{word} )" for word in "than over under least most within exactly".split())
_ONE_UNIT = re.compile(
    rf"(?:{_BEFORE_ONE})an?(?= (?:second|minute|hour|day|week|month|year|met(?:re|er)|kilomet(?:re|er)|mile|kilo|"
    r"kilogram|gram|tonne|ton|lit(?:re|er)|gallon|pound|ounce|inch|foot|yard|hectare|acre)\b)"
    r"|(?<=\bthan )(?:just |only )?(?:a|one) single(?= [a-z])"
)
"""One of something that is measured, or of what is counted: "longer than an hour", "more than a single loan"."""
_HALF = re.compile(r"\bhalf an? (?=(?P<scale>million|billion|thousand|dozen|hour|minute|mile|kilo|litre|day|year)\b)")


@dataclass
class _Spelled:
    """A number in words as far as it was read: `current` is below a thousand, `total` what stands above."""

    start: int
    end: int
    total: int = 0
    current: int = 0
    half: bool = False

    @property
    def value(self) -> float:
        return self.total + self.current + (0.5 if self.half else 0)

    def begin(self, word: str) -> bool:
        """Take a first word; whether it is one of a number."""
        self.total = THOUSANDS.get(word, 0)
        self.current = {"hundred": 100, "dozen": 12}.get(word, SMALL.get(word, 0))
        return word in SMALL or self.value > 0

    def takes(self, gap: str, word: str) -> bool:
        """Take a word that follows after a gap; whether it belongs to the same number."""
        if word == "half" and gap == " and a " and self.current and not self.half:
            self.half = True
            return True
        if self.half:
            if gap != " " or word not in THOUSANDS or self.total:
                return False
            self.total, self.current, self.half = int(self.value * THOUSANDS[word]), 0, False
            return True
        small = SMALL.get(word, 0)
        after_whole = self.value > 0 and self.current % 100 == 0
        if gap not in (" ", "-") and not (gap == " and " and after_whole and small):
            return False
        if small and (after_whole or (self.current % 100 in range(20, 100, 10) and small < 10)):
            self.current += small
        elif word in ("hundred", "dozen") and 0 < self.current < 100 and not self.total:
            self.current *= SCALES[word]
        elif word == "hundred" and 0 < self.current < 100:
            self.current *= 100
        elif word in THOUSANDS and self.current and self.total % (1000 * THOUSANDS[word]) == 0:
            self.total, self.current = self.total + self.current * THOUSANDS[word], 0
        else:
            return False
        return True


def spelled(folded: str, taken: bytearray) -> Iterator[tuple[float, int, int]]:
    """The numbers in words in what is not taken: value, start, end."""
    for one in _ONE_UNIT.finditer(folded):
        if not any(taken[one.start() : one.end()]):
            taken[one.start() : one.end()] = b"\x01" * (one.end() - one.start())
            yield 1, one.start(), one.end()
    for half in _HALF.finditer(folded):
        if not any(taken[half.start() : half.end()]):
            scale = SCALES.get(half["scale"])
            end = half.end("scale") if scale else half.end()
            taken[half.start() : end] = b"\x01" * (end - half.start())
            yield (scale // 2 if scale else 0.5), half.start(), end
    found: list[_Spelled] = []
    for word in _WORD.finditer(folded):
        start, end = word.span()
        if any(taken[start:end]):
            continue
        if found and found[-1].takes(folded[found[-1].end : start], word.group()):
            found[-1].end = end
            continue
        number = _Spelled(start, end)
        if number.begin(word.group()):
            found.append(number)
    yield from ((number.value, number.start, number.end) for number in found)
