"""Instruments that are named by what they are about: "the social security agreement with Australia"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from fingerpost.domains.regulations.questions.catalog import Mention, Title
from fingerpost.domains.regulations.questions.cues import cues
from fingerpost.retrieval import stems

_NAMED: Final = re.compile(
    r"\b(?:the|that)\s+(?P<what>(?:[\w’'-]+\s+){0,8}?(?:agreement|convention|proclamation|order|rules)\b"
    r"(?:\s+(?:on|with|between|of|for|about|respecting|concerning|and|the|[\w’'-]+))*?)"
    r"\s*(?=[?.,;]|$|\b(?:is|was|are|were|has|been|in|by)\b)",
    re.I,
)
_LEAST: Final = 2
"""Words that say which instrument is meant, beside the small ones."""
_BEGINNING: Final = 4
"""Letters that a word and its stem have in common."""
_MOST: Final = 5
"""Instruments that a description may be of; more are not told apart by it."""


def described(question: str, titles: Sequence[Title]) -> list[Mention]:
    """The instruments whose titles have every word of a description; none where these are many."""
    lower = question.lower()
    end = next((cue.start for cue in cues(lower, "en") if cue.start > lower.find("the ") > -1), len(question))
    match = _NAMED.search(question, 0, end) or _NAMED.search(question)
    if match is None:
        return []
    wanted = frozenset(stems(match["what"]))
    if len(wanted) < _LEAST:
        return []
    begin = [f" {word[:_BEGINNING]}" for word in sorted(wanted, key=len, reverse=True)]
    likely = (one for one in titles if one.label == "Regulation" and _has_words(one.title, begin))
    found = tuple(one for one in likely if one.language == "en" and wanted <= set(stems(one.title)))
    if not 0 < len(found) <= _MOST:
        return []
    return [Mention(match.start("what"), match.end("what"), found)]


def _has_words(title: str, beginnings: Sequence[str]) -> bool:
    """Whether a title has words that begin so: quick, before their stems are compared."""
    folded = f" {title.casefold()}".replace("(", "")
    return all(beginning in folded for beginning in beginnings)
