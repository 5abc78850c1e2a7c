"""Which words make a question a follow-up, and what kind of edit they ask for."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

LINKS = frozenset("in on at by from of to for with than before after since until under over above below".split())
"""Words that begin what may be replaced: a replacement that begins with one takes the place of the one before it."""
PRONOUN = re.compile(r"\b(?P<of>its|his|her|their)\b|\b(?:it|him|her|he|she|them|they)\b", re.IGNORECASE)
"""A word for what was named before."""
ARTICLES = frozenset("the a an".split())


class Edit(StrEnum):
    """A kind of follow-up."""

    WHY = "why"
    COUNT = "count"
    SORT = "sort"
    SELECT = "select"
    NARROW = "narrow"
    CHANGE = "change"
    REFER = "refer"


@dataclass(frozen=True)
class FollowUp:
    """A kind of edit, and the words that say what to edit."""

    edit: Edit
    words: str = ""


_THEM = r"(?:them|those|these|they|it|that|the results?)"
_CUES: tuple[tuple[Edit, re.Pattern[str]], ...] = tuple(
    (edit, re.compile(pattern, re.IGNORECASE))
    for edit, pattern in (
        (Edit.WHY, r"(?:but )?why(?: is that| that)?|how do you know(?: that)?|how did you (?:get|find) (?:that|this)"),
        (Edit.COUNT, rf"(?:and )?how many (?:is|are|was|were) (?:that|{_THEM}|there)(?: in total)?"),
        (Edit.COUNT, rf"(?:and )?(?:how many|count {_THEM}|how many of {_THEM})"),
        (Edit.SORT, rf"(?:now |and |please )*(?:sort|order|rank) (?:{_THEM} )?by (?P<words>.+)"),
        (Edit.SELECT, rf"(?:and )?(?:which|who|what) of {_THEM} (?P<words>.+)"),
        (Edit.NARROW, r"(?:only|just)(?: the)? (?P<words>.+?) ones"),
        (Edit.NARROW, r"(?:only|just) (?:the ones|those|these|them) (?P<words>.+)"),
        (Edit.NARROW, r"(?:only|just) (?P<words>.+)"),
        (Edit.CHANGE, r"(?:and |but )?(?:what|how) about (?P<words>.+)"),
        (Edit.CHANGE, r"and (?P<words>.+)"),
    )
)


def follow_up(question: str) -> FollowUp | None:
    """What a question edits; None if it does not begin or end like a follow-up."""
    text = " ".join(question.split()).rstrip("?.! ")
    for edit, pattern in _CUES:
        found = pattern.fullmatch(text)
        if found is not None:
            words = (found.groupdict().get("words") or "").strip()
            return FollowUp(Edit.REFER if edit is Edit.CHANGE and _refers(words) else edit, words)
    return FollowUp(Edit.REFER, text) if _refers(text) else None


def _refers(text: str) -> bool:
    """Whether a whole question has a pronoun for a thing that was named before."""
    return PRONOUN.search(text) is not None and len(text.split()) > 1
