"""How questions name levels and rooms: "the 2nd storey", "level 3", "on the floor above the ground floor", "room 9"."""

from __future__ import annotations

import re
from typing import Final

from fingerpost.domains.buildings.loader.level_names import ORDINALS

_LEVEL_WORDS: Final = ("level", "floor", "storey", "story")
NUMBERED_LEVEL: Final = re.compile(
    rf"\b(?:on|in|at|of|from) (?:the )?(?P<level>(?:{'|'.join(ORDINALS)}|\d{{1,2}}(?:st|nd|rd|th))"
    rf" (?:{'|'.join(_LEVEL_WORDS)})|(?:{'|'.join(_LEVEL_WORDS)}) -?\d{{1,2}})(?![\w.,:-]*\w)",
    re.IGNORECASE,
)
NUMBERED_ROOM: Final = re.compile(
    r"\broom (?:(?:number|no\.?|nr\.?) )?(?P<number>(?=[\w.\-]*\d)\w[\w.\-]*\w|\d)"
    r"(?!\w|[.\-]\w| ?(?:[mc]?m[23²³]?|ft|sq|x|degrees)\b| ?[%°])",
    re.IGNORECASE,
)
BESIDE: Final = re.compile(
    rf"\b(?P<at>on|in|at|of) the (?:{'|'.join(_LEVEL_WORDS)}) (?:directly |right |immediately )?"
    r"(?P<side>above|over|below|under|beneath) (?:the )?(?P<rest>.+)",
    re.IGNORECASE,
)
_ORDINAL_LEVEL: Final = re.compile(
    rf"(?P<number>{'|'.join(ORDINALS)}|\d{{1,2}}(?:st|nd|rd|th)) (?:{'|'.join(_LEVEL_WORDS)})"
)


def variants(level: str) -> tuple[str, ...]:
    """A level's name in lower case, and the same with other words: "2nd storey" is the second floor."""
    found = _ORDINAL_LEVEL.fullmatch(level)
    if found is None:
        return (level,)
    number = found["number"]
    place = ORDINALS.index(number) if number in ORDINALS else int(re.sub(r"\D", "", number)) - 1
    digits = f"{place + 1}{_ENDINGS.get(place + 1, 'th')}"
    numbers = (ORDINALS[place], digits) if 0 <= place < len(ORDINALS) else (digits,)
    return (level, *(f"{one} {word}" for one in numbers for word in _LEVEL_WORDS))


_ENDINGS: Final = {1: "st", 2: "nd", 3: "rd"}
