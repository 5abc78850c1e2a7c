"""The time that a question asks about: "last month", "in September", "before 3 May", "now", "before that"."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass

from fingerpost.linking import Moment, first_moment, now as now_

_EVER = "0001-01-01", "9999-12-31"
_BEFORE = re.compile(r"\b(before|until|till|up to|since|after|from|in|on|during|of|at|as of|back in)( the)? $")
_SAYING = re.compile(
    r"\b(?:say|said|tell|told|mention|mentioned|write|wrote|written|ask|asked|talk|talked|discuss|discussed|promise|"
    r"promised|remind|suggest|suggested|recommend|recommended)\b",
    re.IGNORECASE,
)
_EARLIER = re.compile(
    r"\b(?:before(?: that)?(?=\W*$)|before (?:it|they|we|he|she|i) \w+|"
    r"predecessors?|"
    r"previous(?:ly)?|former(?:ly)?|original(?:ly)?|at first|initial(?:ly)?|used to|in the past|back then|"
    r"old (?:address|job|name|number|owner|phone|place|price|title|version))\b",
    re.IGNORECASE,
)
_BEFORE_WHOM = re.compile(r"\bbefore((?: [A-Z][\w'’-]+){1,3}|(?: version| release)? v?\d+(?:\.\d+)+)(?=\W*$)")
"""Whose time in a role, or with a thing, came next: "Who was the treasurer before Ada Low?", "which before 3.1?"."""
_YEAR = re.compile(
    r"\b(before|until|till|since|after|in|during|as of)( the year)? ((?:19|20)\d\d)\b(?![-/])", re.IGNORECASE
)
_ANY_YEAR = re.compile(r"\b(1\d{3}|20\d\d)\b(?![-/])")
_PAST = re.compile(r"\b(?:was|were|did|had)\b", re.IGNORECASE)
_NOW = re.compile(
    r"[,\s]*\b(?:right now|now|currently|at the moment|at present|these days|nowadays|today|as of today|so far|"
    r"(?:the )?(?:current|latest|present)(?= ))\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class AskedTime:
    """What a question says about time.

    `begin` and `after` are days (ISO 8601; the second is excluded), both empty if it names none. `saying`: it asks what
    was said then. `now`: it asks how things are, `earlier`: how they were before. `rest` is the question without words
    for its time; `followed` is who came next, if it asks who was something before somebody.
    """

    rest: str
    begin: str = ""
    after: str = ""
    saying: bool = False
    now: bool = True
    earlier: bool = False
    followed: str = ""


def asked_time(question: str) -> AskedTime:
    """Read the time of a question, counted from `linking.now`."""
    found = first_moment(question) or _year(question)
    begin, after = _days(found) if found is not None else ("", "")
    rest = question
    if found is not None and begin:
        lead = _BEFORE.search(question[: found.start].lower())
        word = lead[1] if lead else ""
        if word in ("before", "until", "till", "up to"):
            begin, after = _EVER[0], begin
        elif word in ("since", "after", "from"):
            begin, after = (after if word == "after" else begin), _EVER[1]
        rest = f"{question[: lead.start() if lead else found.start]} {question[found.end :]}"
    followed = _BEFORE_WHOM.search(rest)
    if followed is not None:
        rest = f"{rest[: followed.start()]}{rest[followed.end() :]}"
    earlier = followed is not None or _EARLIER.search(rest) is not None
    today = now_().date().isoformat()
    present = not begin or (begin <= today < after and after != _EVER[1])  # "today", "this week"
    now = present and not earlier and (_NOW.search(question) is not None or _PAST.search(question) is None)
    rest = " ".join(_NOW.sub("", rest).split()) if not earlier else " ".join(rest.split())
    return AskedTime(
        rest, begin, after, _SAYING.search(question) is not None, now, earlier, followed[1] if followed else ""
    )


def periods_in(text: str) -> list[tuple[str, str]]:
    """The times that a text names, each as its first day and the day after it; years that stand alone, too."""
    found, left = [], ""
    while (one := first_moment(text)) is not None:
        found += [_days(one)] if _days(one)[0] else []
        left, text = f"{left} {text[: one.start]}", text[one.end :]
    found += [(f"{year}-01-01", f"{int(year) + 1}-01-01") for year in _ANY_YEAR.findall(left + text)]
    return found


def _year(question: str) -> Moment | None:
    """A year that stands alone after a word for when."""
    found = _YEAR.search(question)
    year = int(found[3]) if found is not None else 0
    return Moment("period", f"{year}-01-01/{year + 1}-01-01", *found.span(3)) if found is not None else None


def _days(found: Moment) -> tuple[str, str]:
    """The first day of a moment and the day after it; those of a month or day of no year are the last that began."""
    today = now_().date()
    if found.kind == "period":
        begin, _, after = found.value.partition("/")
        return begin, after
    if found.kind not in ("date", "month"):
        return "", ""
    text = found.value
    if text.startswith("--"):
        year = today.year if f"{today.year}-{text[2:]}" <= today.isoformat() else today.year - 1
        text = f"{year}-{text[2:]}"
    try:
        first = dt.date.fromisoformat(text if found.kind == "date" else f"{text}-01")
    except ValueError:
        return "", ""
    if found.kind == "date":
        return first.isoformat(), (first + dt.timedelta(1)).isoformat()
    return first.isoformat(), (first.replace(day=28) + dt.timedelta(4)).replace(day=1).isoformat()
