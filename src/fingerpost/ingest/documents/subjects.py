"""What sentences without a name of their own are about: "It was resolved by CHG-2.", "Approved by Dana Cruz."

Such a sentence goes on about what the one before it begins with, if that is an identifier or what the heading names. A
paragraph may begin with an identifier as its label ("CHG-2: ...").
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from fingerpost.ingest.documents.names import IDENTIFIER, Name, key_of, named

_GOES_ON = re.compile(r"[Ii]t\s|[A-Z][a-z]+(?:ed|en|wn|de|ne)\s+(?:by|to|on|in|at|for|from|with)\s")
"""How a sentence begins that has no subject of its own: "It ...", "Made by ...", "Assigned to ..." """
_ARTICLE = re.compile(r"(?:(?:the|our|an?)\s+)?", re.IGNORECASE)
_MOST = 300
"""Characters of a quote that begins with the sentence that has the name."""


@dataclass(frozen=True, slots=True)
class Subject:
    """A thing that a sentence is about without naming it, and where a quote begins that names it.

    `said`: the sentence before begins with it, so that "it" is this thing.
    """

    name: Name
    start: int
    said: bool


class Subjects:
    """Follows the sentences of one block of a text, in their order."""

    def __init__(self, text: str, about: Name | None) -> None:
        """`about` is what the headings above the block name."""
        self._text = text
        self._about = about
        self._now: Subject | None = None
        self._begun = False

    def of(self, start: int, end: int) -> Subject | None:
        """What the sentence at these characters is about, if it has no subject itself; to be asked of each in turn."""
        if not self._begun and self._about is not None:
            self._now = Subject(self._about, start, IDENTIFIER.fullmatch(self._about.text) is not None)
        self._begun = True
        now = self._now
        if now is None or end - now.start > _MOST:
            now = Subject(now.name, start, now.said) if now is not None else None
        if not _GOES_ON.match(self._text, start, end):
            self._now = self._led(start, end) or self._heading(start)
        return now or self._heading(start)

    def _heading(self, start: int) -> Subject | None:
        return Subject(self._about, start, said=False) if self._about is not None else None

    def _led(self, start: int, end: int) -> Subject | None:
        """What a sentence begins with: an identifier, or the thing of the heading."""
        at = _ARTICLE.match(self._text, start, end)
        first = at.end() if at is not None else start
        identifier = IDENTIFIER.match(self._text, first, end)
        if identifier is not None:
            return Subject(named(identifier.group()), start, said=True)
        if self._about is None:
            return None
        size = len(self._about.text)
        begins = self._text[first : first + size]
        whole = first + size >= end or not self._text[first + size].isalnum()
        return Subject(self._about, start, said=True) if whole and key_of(begins) == self._about.key else None
