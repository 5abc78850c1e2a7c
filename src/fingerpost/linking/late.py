"""What was late, early or on time: over after, before, or no later than it was due; and what is overdue."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from fingerpost.core.schema import GraphSchema
from fingerpost.linking import clock
from fingerpost.linking.dated_deeds import deeds_in
from fingerpost.linking.lasting import Span, delays
from fingerpost.linking.text import split_name, stem, tokenise
from fingerpost.linking.time_phrases import UNITS

_LATE, _EARLY, _ON_TIME = "more than", "less than", "at most"
"""How the days by which something was late compare with none."""
_COMPARED = {
    "late": _LATE,
    "too late": _LATE,
    "behind schedule": _LATE,
    "early": _EARLY,
    "ahead of schedule": _EARLY,
    "on time": _ON_TIME,
    "in time": _ON_TIME,
    "on schedule": _ON_TIME,
}
_DENIED = {_LATE: _ON_TIME, _EARLY: "at least", _ON_TIME: _LATE}
_OVERDUE = "overdue"
_NOT_MEASURED = rf"(?<!\bhow )(?<!\bas )(?<!\bso ){''.join(rf'(?<!{unit} )' for unit in UNITS)}"
"""Of how late something was, or was not, others tell."""
_BEING = "is|are|was|were|be|been|being"
_MOVED = (
    rf"(?:(?:\b(?:that|which|who) )?\b(?:(?:{_BEING}|got|get|gets) )?"
    r"(?:(?:come|comes|came|turn|turns|turned|brought|got|ran|run|runs)(?: (?:back|up|in))?|"
    rf"(?:{_BEING})(?: back| in)?) )?"
)
"""What says of something no more than that it was so: "that came back", "were"."""
_SAID = re.compile(
    rf"(?P<moved>{_MOVED})\b{_NOT_MEASURED}"
    rf"(?P<late>{'|'.join(sorted((*_COMPARED, _OVERDUE), key=len, reverse=True))})\b"
    r"(?P<due>,? after (?:they|it|the due date|its due date|their due dates?)(?: (?:was|were|is|are) due)?)?"
    r"(?P<behind>(?= *[?.!,;:]*$)| *[,;:(]|"
    r" (?:after|by|in|on|at|for|and|or|but|to|from|with|this|last|now|right|during|since|most|per|each)\b)?",
    re.IGNORECASE,
)
_MOVING = frozenset(map(stem, "bring brought come came hand handed give gave get got".split()))
_NOT = re.compile(r"\b(?:(?P<verb>was|were|is|are|did|do|does|has|have)(?:n't| not)|not|never) (?=(?:[\w'’-]+ ){0,4}$)")


def punctual(question: str, schema: GraphSchema, is_value: Callable[[str], bool]) -> str:
    """The question; what "came back late" has "a delay of more than 0 days", where things have a day when it was due.

    What is overdue was due before today, and is not done. `is_value` tells whether a word stands among the graph's
    values: then things are late that say so.
    """
    found = _SAID.search(question)
    if found is None or is_value(found["late"].lower().split()[-1]):
        return question
    pairs = list(delays(schema))
    if not pairs:
        return question
    before, behind = question[: found.start()], question[found.end("late") :]
    noun = _end_of_any({tuple(map(stem, split_name(owner.name))) for owner, _, _ in pairs}, behind)
    if found["late"].lower() == _OVERDUE:
        said = _overdue(pairs)
        if not said or not (noun or found["behind"] is not None):
            return question
    else:
        if not (noun or found["moved"] or _is_done(before, pairs)):
            return question  # "who works late"
        compared = _COMPARED[found["late"].lower()]
        denied = _NOT.search(before)
        if denied is not None:
            before, compared = (
                f"{before[: denied.start()]}{denied['verb'] or ''} {before[denied.end() :]}",
                _DENIED[compared],
            )
        said = f"with a delay of {compared} 0 days"
    if noun:
        return f"{before}{found['moved']}{behind[:noun].lstrip()} {said}{behind[noun:]}"
    return question if found["behind"] is None else f"{before}{said}{question[found.start('behind') :]}"


def _overdue(pairs: Iterable[Span]) -> str:
    """What is said of what is overdue; empty where the dates of several things may be meant."""
    said = {(split_name(due.name), split_name(over.name)[0]) for _, due, over in pairs}
    if len(said) != 1:
        return ""
    due, over = next(iter(said))
    return f"{' '.join(due)} before {clock.now().date().isoformat()} and not {over}"


def _is_done(text: str, pairs: Iterable[Span]) -> bool:
    """Whether a word says that one of some things was over: "which ward returned a loan"."""
    deeds = {deed for _, _, over in pairs for deed in deeds_in(over)} | _MOVING
    return any(word.stem in deeds for word in tokenise(text))


def _end_of_any(names: Iterable[tuple[str, ...]], text: str) -> int:
    """Where the first words of a text end that are one of some names (their stems); 0 if they are none."""
    words = tokenise(text)
    ends = (words[len(name) - 1].end for name in names if tuple(word.stem for word in words[: len(name)]) == name)
    return max(ends, default=0)
