"""Where words ask how long something took: "time to close", "length in hours", "total hours", "lasted more than"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from typing import NamedTuple

from fingerpost.linking.text import Token

DAYS, HOURS, MINUTES = "days", "hours", "minutes"
WEEKS, MONTHS, YEARS = "weeks", "months", "years"
UNITS = {said: unit for unit in (DAYS, HOURS, MINUTES, WEEKS, MONTHS, YEARS) for said in (unit, unit.removesuffix("s"))}
STAYS = frozenset(("stay", "stays"))
NOUNS = STAYS | frozenset("duration durations turnaround turnarounds".split())
LENGTHS = frozenset(("length", "lengths"))
"""Nouns for how long something is, which may as well be in metres."""
HOW, FROM = "how", "from"
LASTING = frozenset("stay stayed stays staying last lasted lasts".split())
SPENDING = frozenset("spend spends spent spending".split())
_LAST = (
    LASTING
    | SPENDING
    | frozenset("take took takes taking go went goes going run ran runs running keep kept valid open out away".split())
)
"""Words that say of something no more than that it was for so long."""
_COMPARED = frozenset("more less longer shorter fewer over under above below at between exactly".split())
LONGEST = frozenset(("longest", "shortest"))
TIMES = frozenset("time times period periods".split())
"""Nouns for how long something took behind what it is of: "walking time", "loan period"."""
_SPENT = frozenset("spent taken needed".split())
GAUGES = frozenset("total average mean median longest shortest whole overall many its their most fewest".split())
"""Words before the unit in which something is asked for: "total hours", "how many minutes of lessons"."""
_MOST = frozenset(("most", "least"))
DATES = frozenset(("date", "day", "time"))
_DELAY = "delay"
ASKING = _LAST | UNITS.keys() | NOUNS | LENGTHS | TIMES | {_DELAY}
"""Words of which one is in each such stretch."""
_NEAR = 3
"""Most words between a time and that somebody spent it: "the time our guests spent"."""
_FAR = 5
"""Most words that tell behind what something was late, or for how long it lasted."""
AUXILIARIES = frozenset("is are was were did does do has have had".split())
_LIGHT = frozenset(("for", "the", "a", "an"))


class Phrase(NamedTuple):
    """Where it is said how long something took, the stems of the verbs for its end and beginning, and the unit.

    Each is empty where it is not said.
    """

    start: int
    end: int
    verb: str = ""
    first: str = ""
    unit: str = ""
    late: bool = False
    """Whether it is how long after the planned moment it was over."""
    own: bool = False
    """Whether the words may as well say something else, so that only a time of what is spoken of is meant."""


def phrases(tokens: tuple[Token, ...], things: Set[str]) -> Iterator[Phrase]:
    """All such stretches of a question. `things` are stems of the last words of what has two dates."""
    norms = [token.norm for token in tokens]
    for place, norm in enumerate(norms):
        if norm in _LAST:
            yield from _lasted(norms, place)
        if norm in UNITS.values() or (norm in UNITS and norms[place - 1 : place] == ["many"]):
            yield from _counted(norms, place)
        elif norm in NOUNS | LENGTHS | TIMES or norm == _DELAY:
            behind_it = place > 0 and (tokens[place - 1].stem in things or norms[place - 1] in _MOST)
            yield from _noun(tokens, norms, place, behind_it=behind_it)


def _counted(norms: Sequence[str], place: int) -> Iterator[Phrase]:
    """ "How many days did it take", "total hours", "how many minutes of talks"."""
    before, behind = norms[max(place - 2, 0) : place], norms[place + 1] if place + 1 < len(norms) else ""
    many = before == [HOW, "many"]
    if many and behind in AUXILIARIES:
        yield Phrase(place - 2, place + 1, unit=UNITS[norms[place]])
    elif before == ["number", "of"] or (before[-1:] and before[-1] in GAUGES and (not many or behind == "of")):
        yield Phrase(place, place + 1, unit=norms[place], own=True)


def _lasted(norms: Sequence[str], place: int) -> Iterator[Phrase]:
    """ "Lasted more than 45 minutes", "kept the longest"; compared in days where it is more than a week or a year."""
    end = place + 1 + (norms[place + 1 : place + 2] in (["for"], ["on"], ["up"]))
    behind = [norm for norm in norms[end : end + _FAR] if norm not in _LIGHT]
    units = [UNITS[norm] for norm in behind if norm in UNITS]
    # "Stayed longest" says no more than "longest", and "took more than two exams" nothing of a time.
    told = units and behind[0] in _COMPARED and "to" not in norms[end:]  # "to arrive" says of which moment
    if told or (norms[place] not in LASTING and not LONGEST.isdisjoint(behind[:1])):
        yield Phrase(place, end, unit=next((unit for unit in units if unit in (HOURS, MINUTES)), ""), own=True)


def _noun(tokens: tuple[Token, ...], norms: Sequence[str], place: int, *, behind_it: bool) -> Iterator[Phrase]:
    """ "Time to close", "time in hours from start to finish", "stay", "length of stay", "walking time"."""
    norm = norms[place]
    if norm in STAYS and tuple(norms[max(place - 2, 0) : place]) == ("length", "of"):
        return
    end, unit = place + 1, ""
    if norm in LENGTHS and norms[end : end + 1] == ["of"] and not STAYS.isdisjoint(norms[end + 1 : end + 2]):
        norm, end = norms[end + 1], end + 2
    if norms[end : end + 1] == ["in"] and norms[end + 1 : end + 2] and norms[end + 1] in UNITS:
        unit, end = UNITS[norms[end + 1]], end + 2
    if norm == _DELAY and norms[end : end + 1] == ["behind"]:
        end = next((p for p in range(end, min(end + _FAR, len(norms))) if norms[p] == "of"), end)
    first = _way(norms, end, FROM)
    last = _way(norms, first or end, "to")
    spent = norms[end : end + 1] != [] and norms[end] in _SPENT
    if norm == "time" and last:
        yield Phrase(place, last, tokens[(first or end) + 1].stem, tokens[end + 1].stem if first else "", unit)
    elif norm in TIMES and (behind_it or spent or not SPENDING.isdisjoint(norms[end : end + _NEAR])):
        end += spent and 1 + (norms[end + 1 : end + 2] in (["on"], ["in"], ["at"], ["with"]))
        yield Phrase(place, end, unit=unit, own=True)
    elif norm not in TIMES:
        yield Phrase(place, end, unit=unit, late=norm == _DELAY, own=norm in LENGTHS)


def _way(norms: Sequence[str], place: int, word: str) -> int:
    """Where "from opening" or "to the delivery date" ends that begins with a word; 0 where there is no such thing."""
    if norms[place : place + 1] != [word] or place + 1 >= len(norms):
        return 0
    return place + 2 + (norms[place + 2 : place + 3] != [] and norms[place + 2] in DATES)
