"""How long something took, told by what happened first and last, put in one way: "days between order and delivery",
"turnaround, sent to returned", "mean days to close a ticket", "how many days after ripening was it sold".

All become "time in days from order to delivery", where the graph has two such dates of one thing, or of two that meet.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from fingerpost.core.schema import GraphSchema
from fingerpost.linking.dated_deeds import is_ended, spans_said
from fingerpost.linking.lasting import nouns_of
from fingerpost.linking.text import Token, split_name, unwritten
from fingerpost.linking.time_phrases import AUXILIARIES, DATES, LONGEST, UNITS

_UNITS = frozenset(UNITS.values())
_WHOLE = frozenset("calendar whole full".split())
_NOUNS = frozenset("time times period interval gap delay lag wait turnaround duration stay".split())
_LENGTHS = frozenset(("length", "lengths", "durations", "stays"))
_EACH = frozenset(("per", "each", "every"))
_STAYS = (["stay"], ["stays"])
_AVERAGING = frozenset("average mean median avg".split())
_CHOOSING = frozenset("longest shortest total maximum minimum".split())
_FRAMES = {"between": ("and",), "from": ("to", "until", "till", "and")}
_AFTER, _AHEAD = frozenset(("after", "following")), frozenset(("before", "until", "till"))
_LIGHT = frozenset("the its their his her being a an it they was were get gets got be having been of our".split())
_PRONOUNS = frozenset("it they we i you he she them us him her".split())
_GLUE = frozenset(
    "pass passed elapse elapsed go goes went by lay lie lies were was there is are it did take took does in on".split()
)
_PARTICLES = frozenset("in up off out on".split())
_OPENING = frozenset("a an the our this these those".split())
_NO_OBJECT = frozenset("per by for in of each every and on at with where who that which when during since".split())
_COUNTED = frozenset("last next past previous few several many within every under over than".split())
_LIMITING = frozenset("only just ones those the leaving leave out excluding except ignoring without".split())
_RELATIVE = (["that", "has"], ["that", "have"], ["which", "has"], ["which", "have"], ["that", "was"], ["that", "were"])
_CLAUSE = 2
"""Most words that tell what is over: "closed tickets", "completed"."""
_INSIDE = 5
"""Most words of what happened: "the day of the delivery"."""
_APART = 3
"""Most words between what is measured and the first of two that only a "to" joins: "days in port, arrival to ..."."""


class _Asked(NamedTuple):
    """Where it is said that a time is asked for, in which unit, by "how many", and as an average."""

    start: int
    end: int
    unit: str = ""
    asks: bool = False
    average: bool = False
    noun: bool = False
    told: int = -1
    """Where the unit stands, if it is said elsewhere."""


class _Span(NamedTuple):
    """Two places of words that tell what happened first and last, and where the rest goes on.

    A negative place stands for what only the graph tells, by its word. `object` tells that what is behind, or the
    `subject` between two places, is what it happened to.
    """

    first: int
    last: int
    end: int
    begun: str = ""
    object: bool = False
    subject: tuple[int, int] = (0, 0)


def put_plainly(tokens: tuple[Token, ...], schema: GraphSchema) -> tuple[Token, ...]:
    """The tokens with the first such stretch as "time in days from <first> to <last>"."""
    norms = [token.norm for token in tokens]
    for place in range(len(norms)):
        asked = _asked(norms, place)
        if asked is None:
            continue
        for read in (_framed, _after, _single, _joined, _deed_time):
            for span in read(tokens, asked, schema):
                return _without_ended(_plain(tokens, asked, span, schema), schema)
    return _summed(_without_ended(_with_its_unit(tokens), schema), schema)


def _with_its_unit(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """The tokens with the unit in which a time is told beside the word that asks for it: "length in hours of a walk".

    "How long ... in hours" is how many hours, "the longest walk in hours" is shown with these.
    """
    norms = [token.norm for token in tokens]
    place = next((p for p in range(len(norms) - 1) if _unit_at(norms, p)), None)
    if place is None:
        return tokens
    unit, rest = tokens[place : place + 2], (*tokens[:place], *tokens[place + 2 :])
    norms = [token.norm for token in rest]
    for start, norm in enumerate(norms):
        if norms[start : start + 2] == ["how", "long"]:
            return (*rest[: start + 1], *unwritten(rest[start].start, "many"), unit[1], *rest[start + 2 :])
        if norm in _NOUNS | _LENGTHS:
            start += 2 * (norms[start + 1 : start + 2] == ["of"] and norms[start + 2 : start + 3] in _STAYS)
            return (*rest[: start + 1], *unit, *rest[start + 1 :])
    longest = next((n for n, norm in enumerate(norms) if norm in LONGEST), None)
    if longest is not None and not _EACH.isdisjoint(norms):
        duration, of = unwritten(rest[longest].end, "duration"), unwritten(0, "of")
        return (*rest[: longest + 1], *duration, *unit, *of, *rest[longest + 1 :])
    if longest is not None:
        return (*tokens[:place], *unwritten(unit[0].start, "with", "duration"), *tokens[place:])
    return tokens


def _summed(tokens: tuple[Token, ...], schema: GraphSchema) -> tuple[Token, ...]:
    """The tokens of "how many hours of lessons", "how many hours in all" as of their total, where none are stored."""
    norms = [token.norm for token in tokens]
    for place in range(len(norms) - 3):
        unit, behind = norms[place + 2], place + 3
        if norms[place : place + 2] != ["how", "many"] or unit not in _UNITS or _is_stored(unit, schema):
            continue
        whole = norms[behind : behind + 2] in (["in", "all"], ["in", "total"])
        if whole or norms[behind] in ("altogether", "of"):
            rest = tokens[behind + 2 * whole + (norms[behind] == "altogether") :]
            rest = rest[:-2] if norms[-2:] in (["in", "all"], ["in", "total"]) else rest
            return (*tokens[:place], *unwritten(tokens[place].start, "total"), tokens[place + 2], *rest)
    return tokens


def _is_stored(unit: str, schema: GraphSchema) -> bool:
    """Whether any property is called by a unit: `downtime_minutes`."""
    return any(unit in split_name(info.name) for owner in schema.owners for info in owner.properties)


def _unit_at(norms: Sequence[str], place: int) -> bool:
    """Whether a unit is said at a place: "in days"."""
    return norms[place : place + 1] == ["in"] and not _UNITS.isdisjoint(norms[place + 1 : place + 2])


def _past_light(norms: Sequence[str], place: int) -> int:
    """The place of the first word that tells something, or the last place."""
    while place < len(norms) - 1 and norms[place] in _LIGHT:
        place += 1
    return place


def _without_ended(tokens: tuple[Token, ...], schema: GraphSchema) -> tuple[Token, ...]:
    """The tokens of an average without a last clause that it is only of what is over: of nothing else is it known."""
    norms = [token.norm for token in tokens]
    told = next((n + 3 for n, norm in enumerate(norms) if norm == "from"), 0)
    over = told or next((n + 1 for n, norm in enumerate(norms) if norm in _NOUNS | _LENGTHS), len(norms))
    if _AVERAGING.isdisjoint(norms):
        return tokens
    for start in range(over, len(norms)):
        clause = [norm for norm in norms[start:] if norm not in _LIMITING]
        limited = len(clause) < len(norms) - start
        relative = norms[start : start + 2] in _RELATIVE
        done = clause[2 + (clause[2:3] == ["been"]) :] if relative else clause
        if (
            not (limited or relative)
            or not 1 <= len(done) <= _CLAUSE
            or norms[start] in _NO_OBJECT - {"that", "which", "who"}
        ):
            continue
        if relative and norms[start - 1] in _LIMITING:
            continue
        if is_ended(done[0].removeprefix("un"), tokens[over].stem if told else "", schema):
            return tokens[:start]
    return tokens


def _asked(norms: Sequence[str], place: int) -> _Asked | None:
    """What stands at a place, if it asks for a time."""
    end, asks = place, False
    if norms[place : place + 2] in (["how", "long"], ["how", "many"]):
        end, asks = place + 2, True
    elif norms[place : place + 2] == ["number", "of"]:
        end = place + 2
    end += norms[end : end + 1] != [] and norms[end] in _WHOLE
    unit, noun = "", False
    if norms[place : place + 2] != ["how", "long"]:
        word = norms[end] if end < len(norms) else ""
        before = norms[end - 1] if end else ""
        if word in _UNITS and not (before[:1].isdigit() or before in _COUNTED - {"many"}):
            unit, end = word, end + 1
        elif word in _NOUNS and end == place:
            noun, end = True, end + 1
            end += norms[end : end + 1] == ["time"]
        else:
            return None
        if end - 1 == place and before in ("many", "of", "in", "whole", "full"):
            return None  # what begins before is read there
    average = norms[end : end + 2] == ["on", "average"]
    end += 2 * average
    if asks and norms[max(place - 2, 0) : place] == ["on", "average"]:
        place, average = place - 2, True
    if _unit_at(norms, end):
        unit, end = norms[end + 1], end + 2
    return _Asked(place, end, unit, asks, average, noun)


def _framed(tokens: tuple[Token, ...], asked: _Asked, schema: GraphSchema) -> Iterator[_Span]:
    """ "Between A and B", "from A to B"."""
    norms = [token.norm for token in tokens]
    start = asked.end
    while start < len(norms) and norms[start] in _GLUE:
        start += 1
    for turn in range(start + 2, min(start + 2 + _INSIDE, len(norms) - 1)):
        if norms[start] in _FRAMES and norms[turn] in _FRAMES[norms[start]]:
            yield from _two(tokens, (start + 1, turn), schema)


def _joined(tokens: tuple[Token, ...], asked: _Asked, schema: GraphSchema) -> Iterator[_Span]:
    """ "A to B" alone, in brackets or behind a comma."""
    for turn in range(asked.end + 1, min(asked.end + _APART + 2, len(tokens) - 1)):
        if tokens[turn].norm == "to":
            yield from _two(tokens, (turn - 1, turn), schema)


def _two(tokens: tuple[Token, ...], first: tuple[int, int], schema: GraphSchema) -> Iterator[_Span]:
    """What two stretches tell, the second behind the first and one word; none where one of several is meant."""
    start, turn = first
    inner = [place for place in range(start, turn) if tokens[place].norm not in _LIGHT | DATES]
    if len(inner) > 1 and tokens[inner[-1]].stem in nouns_of(schema.owners):
        inner.pop()  # "finishing a job"
    if len(inner) != 1:
        return  # "the issuing of B-11 and its payment", "the first visit"
    place = _past_light([token.norm for token in tokens], turn + 1)
    if place < len(tokens) and spans_said(schema, tokens[inner[0]].stem, tokens[place].stem):
        yield _Span(inner[0], place, _end(tokens, place + 1))


def _after(tokens: tuple[Token, ...], asked: _Asked, schema: GraphSchema) -> Iterator[_Span]:
    """ "How many days after A was it B": what was done then stands last."""
    norms = [token.norm for token in tokens]
    start = asked.end
    ahead = norms[start : start + 2] == ["ahead", "of"] or norms[start : start + 3] == ["in", "advance", "of"]
    after = norms[start : start + 1] != [] and norms[start] in _AFTER
    if not (asked.unit or asked.asks) or not (ahead or after or norms[start : start + 1] == ["before"]):
        return
    place = _past_light(norms, start + 1 + (ahead and 1 + (norms[start] == "in")))
    turn = _end(tokens, place + 1)
    if turn >= len(norms) or norms[turn] not in AUXILIARIES:
        return
    for last in range(turn + 1, len(norms)):
        pair = (place, last) if after else (last, place)
        if spans_said(schema, tokens[pair[0]].stem, tokens[pair[1]].stem):
            rest = [n for n in range(turn + 1, last) if norms[n] not in _PRONOUNS]
            end = last + 1
            end += 2 * (
                norms[end : end + 1] == ["to"] and norms[end + 1 : end + 2] != [] and norms[end + 1] in _PRONOUNS
            )
            yield _Span(*pair, end, subject=(rest[0], last) if rest else (0, 0), object=bool(rest))
            return


def _single(tokens: tuple[Token, ...], asked: _Asked, schema: GraphSchema) -> Iterator[_Span]:
    """ "To close a ticket", "until delivery": by what was done last, where there is but one other date."""
    norms = [token.norm for token in tokens]
    start = asked.end
    taken = norms[start : start + 3]
    if asked.asks and taken[1:2] == ["it"] and taken[2:] and taken[2] in ("take", "takes", "took", "taken"):
        start += 3
    elif asked.asks or not (asked.unit or asked.noun):
        return
    if norms[start : start + 1] and norms[start] in ("to", "until", "till"):
        place = _past_light(norms, start + 1)
        for span in _last(tokens, place, schema):
            if asked.unit or norms[span.end : span.end + 1] == ["in"]:
                yield span


def _deed_time(tokens: tuple[Token, ...], asked: _Asked, schema: GraphSchema) -> Iterator[_Span]:
    """ "Average ripening time", "decision time in days": by the noun for what was done last."""
    norms = [token.norm for token in tokens]
    place = asked.start - 1
    told = norms[place - 1] in _AVERAGING | _CHOOSING if place > 0 else bool(asked.unit)
    if asked.noun and place >= 0 and (told or asked.unit) and norms[place] not in _NOUNS:
        for span in _last(tokens, place, schema):
            yield span._replace(end=asked.end, object=False)


def _last(tokens: tuple[Token, ...], place: int, schema: GraphSchema) -> Iterator[_Span]:
    if place >= len(tokens) or not tokens[place].norm.isalpha():
        return
    begun = [first for first, _ in spans_said(schema, "", tokens[place].stem)]
    if begun:
        end = _end(tokens, place + 1)
        behind = tokens[end].norm if end < len(tokens) else ""
        yield _Span(-1, place, end, _word(begun[0].info.name), bool(behind) and behind not in _NO_OBJECT)


def _word(name: str) -> str:
    """The word of a date's name that says what happened."""
    words = split_name(name)
    return next((word for word in words if word not in DATES and word not in _PARTICLES), words[0])


def _end(tokens: tuple[Token, ...], place: int) -> int:
    """Where the words for what happened end: "delivery date", "handed in"."""
    if place < len(tokens) and tokens[place].norm in DATES | _PARTICLES - {"in", "on"}:
        return place + 1
    alone = place + 1 < len(tokens) and tokens[place].norm == "on" and tokens[place + 1].norm not in _OPENING
    return place + 1 if alone and not tokens[place + 1].numeric else place


def _plain(tokens: tuple[Token, ...], asked: _Asked, span: _Span, schema: GraphSchema) -> tuple[Token, ...]:
    """The tokens with the stretch put plainly."""
    first = min(asked.start, span.last) if span.first < 0 and span.last < asked.start else asked.start
    if asked.noun and span.first >= 0 and first and spans_said(schema, tokens[span.first].stem, tokens[first - 1].stem):
        first -= 1  # "decision time, submission to decision"
    at = tokens[first].start

    lead = ["what", "is", "the"] if asked.asks else []
    average = ["average"] if asked.average else []
    unit = ["in", asked.unit] if asked.unit else []
    begun = [tokens[span.first]] if span.first >= 0 else unwritten(at, span.begun)
    whole = [
        *tokens[:first],
        *unwritten(at, *lead, *average, "time", *unit, "from"),
        *begun,
        *unwritten(at, "to"),
        tokens[span.last],
    ]
    subject = tokens[slice(*span.subject)]
    rest = [n for n in range(span.end, len(tokens)) if asked.told < 0 or n not in (asked.told, asked.told + 1)]
    return (*whole, *unwritten(at, "of" if span.object else ""), *subject, *(tokens[n] for n in rest))
