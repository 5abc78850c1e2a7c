"""Fire ratings in minutes, however a model writes them: "1 HR", "45 MIN", "F90", "REI 120", "EI2 30-C"."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

_HOURS: Final = re.compile(r"(?<![\w.])(\d+(?:[.,]\d+)?|\d+/\d+)[ -]*(?:h|hr|hrs|hours?)\b", re.IGNORECASE)
_MINUTES: Final = re.compile(r"(?<![\w.])(\d{1,3})[ -]*(?:m|min|mins|minutes?)\b", re.IGNORECASE)
_CLASS: Final = re.compile(
    r"\b(?:R?EI?[12]?|EW|R|F|T|W|G|FRL?|FD|RF|PF|CF)[ -]?(15|20|30|45|60|90|120|180|240)\b(?!\d)"
)
_PLAIN: Final = re.compile(r"(15|20|30|45|60|90|120|180|240)")


@lru_cache(maxsize=1024)
def fire_minutes(said: str) -> int | None:
    """How many minutes a rating stands for; None if it says none."""
    hours = _HOURS.search(said)
    if hours is not None:
        top, _, bottom = hours[1].replace(",", ".").partition("/")
        return round(60 * float(top) / float(bottom or 1)) if float(bottom or 1) else None
    found = _MINUTES.search(said) or _CLASS.search(said) or _PLAIN.fullmatch(said.strip())
    return int(found[1]) if found is not None else None
