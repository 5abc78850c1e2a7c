"""The pieces of a provision that are searched, and provisions that are not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

_LONGEST: Final = 2_500
"""Characters of a passage; longer provisions are split where a line ends."""
_OWN_NAME: Final = re.compile(r"\bmay be cited as\b|\bpeut être citée? sous\b|^\s*(?:short title|titre abrégé)\b", re.I)
_TELLING: Final = ("cited", "citée sous", "cité sous", "short title", "titre abrégé")
"""One of these stands where a provision says so."""
_NAMING: Final = 400
"""Characters of a provision that says how its document is cited, at most."""


def says_its_name(text: str) -> bool:
    """Whether a provision only says what its document is called: it has all words of the title, and answers nothing."""
    if len(text) >= _NAMING:
        return False
    small = text.lower()
    return any(words in small for words in _TELLING) and _OWN_NAME.search(text) is not None


def pieces(text: str) -> Iterator[tuple[int, int]]:
    """The pieces of a text of at most `_LONGEST` characters, each ending where a line does, if one does."""
    start = 0
    while len(text) - start > _LONGEST:
        stop = text.rfind("\n", start + 1, start + _LONGEST) + 1 or start + _LONGEST
        yield start, stop
        start = stop
    if start < len(text):
        yield start, len(text)
