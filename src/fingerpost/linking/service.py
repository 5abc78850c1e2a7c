"""How long somebody has been here, by the day of joining: "members for more than 5 years" joined before a day."""

from __future__ import annotations

import re

from fingerpost.core.schema import GraphSchema, LabelInfo, PropertyInfo
from fingerpost.linking import clock
from fingerpost.linking.derived import tells_when
from fingerpost.linking.moments import count_of, shifted
from fingerpost.linking.text import split_name, stem, tokenise

_CAME = frozenset(map(stem, "hire join employ appoint".split()))
_JOINED = _CAME | frozenset(map(stem, "start since register sign".split()))
"""Stems of words of the day on which somebody came; the first are said of people alone."""
_SIGNS = {
    "more than": "before",
    "over": "before",
    "longer than": "before",
    "at least": "on or before",
    "less than": "after",
    "under": "after",
    "fewer than": "after",
    "at most": "on or after",
}
_IS = (
    r"(?:(?:have|has|had|'ve) (?:been|worked|served)|(?:are|is|were|was) (?:employed|members?)"
    r"|been|employed|working)"
)
_WHERE = r"(?:here|with us|for us|(?:with|at|in) the \w+|an? \w+|\w+s)"
_UNITS = r"(?:full |whole |complete )?(?P<unit{}>year|month|week|day)s?"
_HOW_LONG = (
    rf"(?:(?P<sign>{'|'.join(_SIGNS)}) (?P<count>\w+) {_UNITS.format('')}|"
    rf"(?P<least>\w+) {_UNITS.format('s')} or (?:more|longer))\b"
    r"(?! (?:ago|old|older|of|from|after|before|in|later|long))"
)
_FOR = re.compile(
    rf"(?:\bwho |\bthat )?{_IS}?(?: (?:working|employed))?(?: {_WHERE})?(?: for)? {_HOW_LONG}", re.IGNORECASE
)
_CUES = re.compile(
    r"\b(?:been|worked|served|employed|working) .*\bfor\b|"
    r"\b(?:been|worked|served) .*longer than|\w+s (?:with us )?for ",
    re.IGNORECASE,
)
"""Words of which one kind must stand there, so that it is told how long somebody has been here."""


def of_service(question: str, schema: GraphSchema) -> str:
    """The question with the day in place of how long, where one label that is spoken of tells when somebody came."""
    found = _FOR.search(question)
    if found is None or _CUES.search(found.string[: found.end()]) is None:
        return question
    told = _told(question, schema)
    count, unit = found["count"] or found["least"], found["unit"] or found["units"]
    day = shifted(clock.now().date(), unit.lower(), -count_of(count.lower()))
    if told is None or day is None:
        return question
    label, joined = told
    sign = _SIGNS[(found["sign"] or "at least").lower()]
    said = f"whose {' '.join(split_name(joined.name))} is {sign} {day.isoformat()}"
    before, behind = question[: found.start()].rstrip(), question[found.end() :]
    if not before:  # "Who has worked here for more than 5 years?"
        before = f"which {' '.join(split_name(label.name))}"
    return f"{before} {said}{behind}"


def _told(question: str, schema: GraphSchema) -> tuple[LabelInfo, PropertyInfo] | None:
    """The label of which it is asked, with its day of joining: the one that is spoken of, else the one of people."""
    stems = {token.stem for token in tokenise(question)}
    served = [(label, dates[0]) for label in schema.labels if len(dates := _joined(label)) == 1]
    named = {label.name for label in schema.labels if stem(split_name(label.name)[-1]) in stems}
    spoken = [pair for pair in served if pair[0].name in named]
    if named and not spoken:
        return None  # "patients who have been here for more than a week" did not join
    people = [pair for pair in served if not _CAME.isdisjoint(map(stem, split_name(pair[1].name)))]
    found = spoken or people or served
    return found[0] if len(found) == 1 else None


def _joined(label: LabelInfo) -> list[PropertyInfo]:
    """The dates that tell when somebody came, those of people alone where there are such."""
    dates = [info for info in label.properties if tells_when(info) and not info.number]
    words = {info.name: set(map(stem, split_name(info.name))) for info in dates}
    came = [info for info in dates if words[info.name] & _CAME]
    return came or [info for info in dates if words[info.name] & _JOINED]
