"""What is to be shown, listed behind a colon: "loans: number and title" is "loans with their number and title"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from fingerpost.linking.stopwords import ASKING
from fingerpost.linking.text import Token, stem

_BREAK = re.compile(r":\s|\s[-–—]\s")
_ENDING = re.compile(r"[.?!;:]|\s[-–—]\s")
_PARTS = 2
"""Fewest things behind a colon that are a list."""
_LONGEST = 5
"""Words of one of them at most: "year they became customers"."""
_FOR, _EACH = frozenset(("for", "of", "on")), frozenset(("each", "every", "all", "the"))
_OF_EACH = ("of", "each")
_ASKING = ASKING | frozenset(
    "how is are was were do does did has have had can if top first last only just no not".split()
)
_VERBS = frozenset("is are was were has have had did does do".split())


def with_columns(tokens: tuple[Token, ...], question: str) -> tuple[Token, ...]:
    """The tokens of a question with "with their" in place of the colon."""
    breaks = [p for p in range(1, len(tokens)) if _BREAK.search(question, tokens[p - 1].end, tokens[p].start)]
    if len(breaks) != 1 or _ENDING.search(question, tokens[breaks[0]].start, tokens[-1].end):
        return tokens
    place, end = breaks[0], len(tokens)
    norms = [token.norm for token in tokens]
    while tuple(norms[end - 2 : end]) == _OF_EACH or tuple(norms[end - 3 : end - 1]) == _OF_EACH:
        end -= 2 if norms[end - 1] == "each" else 3
    parts = _parts(tokens[place:end], question)
    if len(parts) < _PARTS or not all(_is_column(part) for part in parts) or not _is_thing(norms[:place]):
        return tokens
    first = (1 + (norms[1] in _EACH)) if norms[0] in _FOR else 0
    at = tokens[place].start
    theirs = (Token(word, word, stem(word), at, at) for word in ("with", "their"))
    return (*tokens[first:place], *theirs, *tokens[place:end])


def _is_thing(norms: Sequence[str]) -> bool:
    """Whether words name what is shown, and ask nothing by themselves."""
    return bool(norms) and norms[0] not in _ASKING - {"list", "show", "give"} and "which" not in norms


def _is_column(part: Sequence[Token]) -> bool:
    """Whether words name something to be shown: no name, no number, nothing that is asked."""
    norms = [token.norm for token in part]
    plain = not any(t.quoted or t.capitalised or any(c.isdigit() for c in t.text) for t in part)
    return plain and 0 < len(part) <= _LONGEST and norms[0] not in _ASKING and _VERBS.isdisjoint(norms)


def _parts(tokens: Sequence[Token], question: str) -> list[list[Token]]:
    """The parts of a list, between commas and "and"."""
    parts: list[list[Token]] = [[]]
    for before, token in pairwise((tokens[0], *tokens)):
        if "," in question[before.end : token.start]:
            parts.append([])
        if token.norm == "and":
            parts.append([])
        else:
            parts[-1].append(token)
    return [part for part in parts if part]
