"""Sentences of a text, as spans."""

from __future__ import annotations

import re

_STAMPED = r"\n(?=[\u200e\u200f]?\[?\d{1,4}[./-]\d{1,2}[./-]\d{1,4},? \d{1,2}:\d{2})"
"""Before a line that begins with a date and a time: a message of a chat, an entry of a log."""
_END = re.compile(rf"(?<=[.!?])[\"')\]]*\s+(?=[A-Z\"'(\[\d])|\n\s*\n|\n(?=\s*[-*•|])|{_STAMPED}")
_ABBREVIATION = re.compile(r"(?:\b(?:Mr|Mrs|Ms|Dr|St|No|vs|Jr|Sr|Prof|Inc|Ltd|Co|e\.g|i\.e|etc|[A-Z])\.)$")
_LEAST = 2


def sentence_spans(text: str) -> list[tuple[int, int]]:
    """The sentences of a text as (start, end) without surrounding white space; list items count as sentences."""
    found: list[tuple[int, int]] = []
    start = 0
    for match in _END.finditer(text):
        if "\n" not in match.group() and _ABBREVIATION.search(text[start : match.start()].rstrip("\"')]")):
            continue
        _add(found, text, start, match.end())
        start = match.end()
    _add(found, text, start, len(text))
    return found


def _add(found: list[tuple[int, int]], text: str, start: int, end: int) -> None:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    if end - start >= _LEAST:
        found.append((start, end))
