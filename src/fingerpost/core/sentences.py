"""Sentences of a text, as spans."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import accumulate

_STAMPED = r"\n(?=[\u200e\u200f]?\[?\d{1,4}[./-]\d{1,2}[./-]\d{1,4},? \d{1,2}:\d{2})"
"""Before a line that begins with a date and a time: a message of a chat, an entry of a log."""
_END = re.compile(rf"(?<=[.!?])[\"')\]]*\s+(?=[A-Z\"'(\[\d])|\n\s*\n|\n(?=\s*[-*•|])|{_STAMPED}")
_ABBREVIATION = re.compile(r"(?:\b(?:Mr|Mrs|Ms|Dr|St|No|vs|Jr|Sr|Prof|Inc|Ltd|Co|e\.g|i\.e|etc|[A-Z])\.)$")
_BLANK = re.compile(r"\n[ \t]*\n")
_REACH = 20
_LEAST, _SEVERAL = 2, 3
_ROOM = 0.8
"""The share of the longest line of a paragraph, up to which a line has room for the next word, had it been wrapped."""


def sentence_spans(text: str) -> list[tuple[int, int]]:
    """The sentences of a text as (start, end) without surrounding white space; items of lists, and lines that end where
    there is room for more, count as sentences."""
    found: list[tuple[int, int]] = []
    start = 0
    ends = [
        match.end()
        for match in _END.finditer(text)
        if "\n" in match.group()
        or not _ABBREVIATION.search(text[max(match.start() - _REACH, 0) : match.start()].rstrip("\"')]"))
    ]
    for end in sorted({*ends, *_meant_breaks(text)}):
        _add(found, text, start, end)
        start = end
    _add(found, text, start, len(text))
    return found


def _meant_breaks(text: str) -> Iterator[int]:
    """Where lines begin in paragraphs that are no wrapped prose: half of their lines have room for the next word."""
    start = 0
    for end in [*(match.end() for match in _BLANK.finditer(text)), len(text)]:
        lines = text[start:end].rstrip().splitlines(keepends=True)
        first, start = start, end
        words = [line.strip()[:1] and line.split()[0] for line in lines]
        if len(lines) < _SEVERAL - 1 or not all(words):
            continue
        small = [word[0].islower() for word in words]
        listed = len(lines) >= _SEVERAL and (all(small) or not any(small[1:]))  # prose has both there
        room = max(map(len, lines)) * (1 if listed else _ROOM)
        meant = sum(
            len(line) + len(word) <= room and (listed or not word[0].islower())
            for line, word in zip(lines, words[1:], strict=False)
        )
        if 2 * meant >= len(lines) - 1:
            yield from accumulate(map(len, lines[:-1]), initial=first)


def _add(found: list[tuple[int, int]], text: str, start: int, end: int) -> None:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    if end - start >= _LEAST:
        found.append((start, end))
