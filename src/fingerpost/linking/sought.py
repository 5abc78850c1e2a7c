"""Patterns that are compiled when a question has a word that they need: compiling all takes as long as answering.

Which words a pattern needs is found beforehand, by `scripts/tables/needed_words.py`, and kept beside this file, under a
digest of the pattern. A pattern that is not there was changed since: it is compiled at once, and matches all the same.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache, cached_property
from hashlib import blake2s
from pathlib import Path

TABLE = Path(__file__).with_name("needed_words.json")


class Sought:
    """A pattern over a question's words."""

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern
        self.needed = _needed().get(digest(pattern), ("",))
        """One of these is in every text that it matches."""

    @cached_property
    def _compiled(self) -> re.Pattern[str]:
        return re.compile(self.pattern)

    def finditer(self, words: str) -> Iterator[re.Match[str]]:
        """All matches, as `re.Pattern.finditer` has them."""
        for word in self.needed:
            if word in words:
                return self._compiled.finditer(words)
        return iter(())

    def search(self, words: str) -> re.Match[str] | None:
        """The first match, as `re.Pattern.search` has it."""
        return next(self.finditer(words), None)


def digest(pattern: str) -> str:
    """Under what the words of a pattern are kept: 6 letters and digits."""
    return blake2s(pattern.encode(), digest_size=3).hexdigest()


def by_words(pattern: str) -> Sought:
    """A pattern that begins and ends where words do."""
    return Sought(rf"(?<![^ ])(?:{pattern})(?![^ ])")


@cache
def _needed() -> Mapping[str, tuple[str, ...]]:
    table = json.loads(TABLE.read_text(encoding="utf-8"))
    return {name: tuple(words) for name, words in table.items()}
