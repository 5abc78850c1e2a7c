"""Whether a question is about one thing, of which each model may have its own: "how high is the building?"."""

from __future__ import annotations

import re
from typing import Final

from fingerpost.plans import is_plural

_OF_ONE: Final = re.compile(
    r"^(?:what(?:'s|’s| is| was) the|how (?!many\b|much\b)[a-z]+ (?:is|was)|where(?:'s|’s| is| was)|"
    r"(?:(?:on|in|of) )?(?:which|what) [a-z]+ (?:is|was) the|(?:give|tell)(?: me)? the)\b",
    re.IGNORECASE,
)
_OF_ALL: Final = re.compile(
    r"\b(?:each|every|per|by|all|both|any|total|combined|overall|average|mean|sum|number|count|"
    r"(?:al)?together|difference|most|least|maximum|minimum|(?!west\b)[a-z]{2,}est)\b",
    re.IGNORECASE,
)


def is_about_one(question: str) -> bool:
    """Whether a question asks for something of one thing: no plural, no total, no superlative."""
    said = question.strip(" ?.!")
    if _OF_ONE.match(said) is None or _OF_ALL.search(said) is not None:
        return False
    words = re.findall(r"[a-z]+(?:['’]s)?", said.lower())
    return not any(is_plural(re.sub(r"['’]s$", "", word)) for word in words)
