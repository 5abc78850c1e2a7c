"""The number by which things are chosen, asked for behind them: "the shelf with the most books, and how many".

Whoever asks for those with the most of something is told how many they have anyway.
"""

from __future__ import annotations

import re

from fingerpost.questions.candidates import Candidate

_TAIL = re.compile(
    r"(?:[,.+&–—-]|\band\b|\bwith\b|\binclud(?:e|ing)\b|\s)+"
    r"(?:(?:what(?:'s| is|s)|give|show) )?(?:(?:the|its|their) )?"
    r"(?:count|number|total|(?:how many|how much)(?P<named>(?: [\w']+){0,5}?))(?: in (?:all|total))?$",
    re.IGNORECASE,
)
_MOST = re.compile(r"\b(?:most|fewest|least|biggest|largest|highest|longest|busiest|heaviest)\b", re.IGNORECASE)


def chosen_in(question: str) -> tuple[str, bool] | None:
    """The question without the number that is asked for behind it, and whether words say of what that is.

    None where it does not ask for those of the most.
    """
    text = question.rstrip(" ?.!")
    found = _TAIL.search(text)
    before = text[: found.start()] if found is not None else ""
    return (f"{before}?", bool(found and found["named"])) if _MOST.search(before) else None


def is_counted(candidate: Candidate) -> bool:
    """Whether a reading chooses by a number that is counted or added up, which it shows then."""
    best = candidate.head.best
    return best is not None and best.function is not None and not best.each
