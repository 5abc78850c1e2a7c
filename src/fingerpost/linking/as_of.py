"""Ages and years of service at a stated day: "who was 5 or older on 1 September 2024"."""

from __future__ import annotations

import datetime as dt
import re

from fingerpost.linking.literals import literals

_COUNT = r"(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|forty|fifty)"
_HOW_OLD = (
    rf"{_COUNT} (?:full |whole |complete )?(?:years? )?(?:or (?:older|younger|more|over)|old)"
    rf"|(?:older|younger) than {_COUNT}(?: years?)?"
    rf"|for (?:more than |over |at least |less than |under )?{_COUNT} (?:full |whole |complete )?years?(?: or more)?"
)
_BEHIND = re.compile(rf"(?P<age>{_HOW_OLD}),? (?:already )?(?:as of|as at|on|by) (?P<day>[^?!,]+)", re.IGNORECASE)
_BEFORE = re.compile(rf"^(?:as of|as at|on|by) (?P<day>[^?!,]+?),? (?P<rest>.*(?:{_HOW_OLD}).*)$", re.IGNORECASE)


def as_of(question: str) -> tuple[str, dt.date] | None:
    """The question without the day at which somebody was so old or had been there so long, and that day."""
    behind = _BEHIND.search(question)
    if behind is not None:
        day = _day(behind["day"].strip(" ."))
        return None if day is None else (f"{question[: behind.end('age')]}{question[behind.end() :]}", day)
    before = _BEFORE.match(question)
    day = _day(before["day"]) if before is not None else None
    return (before["rest"], day) if before is not None and day is not None else None


def _day(text: str) -> dt.date | None:
    """The day that a text is, and nothing else."""
    found = literals(text)
    if len(found) != 1 or found[0].kind != "date" or found[0].end - found[0].start < len(text):
        return None
    try:
        return dt.date.fromisoformat(str(found[0].value))
    except ValueError:
        return None  # of any year
