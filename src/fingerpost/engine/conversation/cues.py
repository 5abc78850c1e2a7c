"""Which words make a question a follow-up, and what kind of edit they ask for."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

LINKS = frozenset("in on at by from of to for with than before after since until under over above below".split())
"""Words that begin what may be replaced: a replacement that begins with one takes the place of the one before it."""
ARTICLES = frozenset("the a an".split())


class Edit(StrEnum):
    """A kind of follow-up."""

    WHY = "why"
    COUNT = "count"
    SORT = "sort"
    SELECT = "select"
    NARROW = "narrow"
    CHANGE = "change"


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
            return FollowUp(edit, (found.groupdict().get("words") or "").strip())
    return None
