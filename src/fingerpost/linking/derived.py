"""What words ask of a property that it tells and does not store: the "year of birth" of a date, an "age"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from fingerpost.core.schema import GraphSchema, PropertyInfo, TextKind, ValueType
from fingerpost.linking.determiners import is_verb
from fingerpost.linking.english import english
from fingerpost.linking.lexicon import WITHOUT_LAST
from fingerpost.linking.mentions import Mention
from fingerpost.linking.occasions import holds_years
from fingerpost.linking.scores import OWN, PREPOSITION, RING_PART
from fingerpost.linking.text import Token, split_name, stem
from fingerpost.plans import VERBS

YEAR, MONTH, DAY, AGE, SIZE = "year", "month", "day", "age", "size"
"""The parts: of a date or moment, of a date of birth, and of text or a list how long it is."""
_WORDS = {"year": YEAR, "years": YEAR, "month": MONTH, "months": MONTH, "age": AGE, "ages": AGE}
_EACH_DAY = frozenset("each every per by which what".split())
"""Words before the "day" of which there are many, and not so many days."""
_ALIVE = frozenset(map(stem, ("birth", "born", "birthday", "birthdate", "dob")))
_DEAD = frozenset(map(stem, ("died", "death", "dead", "deceased")))
_BETWEEN = frozenset("of the their its his her a in which".split())
_OWN, _NAMED, _ANY = 0.95, 0.9, 0.6
"""Scores: the words name the property, it is said elsewhere in the question, or it is any that has a date."""
_LATER = 0.1
_SHORT = 0.15
"""How far below a name of its own a word of a longer one is."""
_ADJACENT = 3
"""Most words between "year" and what it is the year of."""


class _Dated(NamedTuple):
    """A property that tells when, by its name, whether it is of relationships, what has it and what it holds."""

    name: str
    of_relationship: bool
    owners: frozenset[str]
    info: PropertyInfo


def tells_birth(info: PropertyInfo) -> bool:
    """Whether a property tells when somebody was born."""
    return not _ALIVE.isdisjoint(stem(word) for word in split_name(info.name))


def tells_death(info: PropertyInfo) -> bool:
    """Whether a property tells when somebody died."""
    return not _DEAD.isdisjoint(stem(word) for word in split_name(info.name))


def tells_life(info: PropertyInfo) -> bool:
    """Whether a property tells when somebody was born or died."""
    return tells_birth(info) or tells_death(info)


def derived(found: list[Mention], tokens: tuple[Token, ...], schema: GraphSchema) -> list[Mention]:
    """The mentions, with those of years, months and ages where nothing in the graph is called so."""
    found = _without_told(found, tokens)
    named = [m for m in found if m.kind in _NAMING and m.score >= RING_PART]
    slight = {m.start for m in named if m.kind == "property" and m.length == 1 and m.score < OWN - _SHORT}
    each = _of_each(found, tokens, schema)
    found = [m for m in found if m.kind != "property" or m.start not in each or m.length > 1]
    slight -= each
    taken = {p for m in named for p in range(m.start, m.end) if p not in each and (m.length > 1 or p not in slight)}
    days = {p for p in range(1, len(tokens)) if tokens[p].norm == DAY and tokens[p - 1].norm in _EACH_DAY}
    days |= {len(tokens) - 1} if [t.norm for t in tokens[-2:]] == ["a", DAY] else set()
    places = [p for p, token in enumerate(tokens) if (token.norm in _WORDS or p in days) and p not in taken]
    if not places:
        return found
    dated = list(_dated(schema))
    for place in places:
        found = _told(found, tokens, place, dated, sure=place not in slight)
    return found


def _without_told(found: list[Mention], tokens: tuple[Token, ...]) -> list[Mention]:
    """Without the year of "made before the year 1900" as a property: the verb says of what the year is."""
    years = {p for p, t in enumerate(tokens[:-1]) if t.norm in ("year", "date") and tokens[p + 1].norm[:1].isdigit()}
    if not years:
        return found
    verbs = [m for m in found if m.kind == "property" and m.length == 1 and m.reason.endswith(WITHOUT_LAST)]
    told = {p for p in years if any(is_verb(tokens[m.start].norm) and 0 < p - m.end <= _ADJACENT for m in verbs)}
    return [m for m in found if not (m.kind == "property" and m.length == 1 and m.start in told)]


_NAMING = ("label", "property", "relation", "number", "date", "month", "period", "text")


def _dated(schema: GraphSchema) -> Iterator[_Dated]:
    """The properties that tell when."""
    held: dict[tuple[str, bool], dict[str, PropertyInfo]] = {}
    for label in schema.labels:
        for info in filter(tells_when, label.properties):
            held.setdefault((info.name, False), {})[label.name] = info
    for relationship in schema.relationships:
        for info in filter(tells_when, relationship.properties):
            held.setdefault((info.name, True), {})[relationship.type] = info
    for (name, of_relationship), owners in held.items():
        yield _Dated(name, of_relationship, frozenset(owners), next(iter(owners.values())))


def tells_when(info: PropertyInfo) -> bool:
    """Whether a property holds days, moments or years."""
    if info.number:
        return holds_years(info)
    return info.temporal and info.text_kind is not TextKind.CLOCK_TIME and info.type not in _TIMES


_LITERALS = ("number", "date", "month", "period")
_HELD = 2
"""Words behind a verb among which a number or a date is one that its own date is held against."""
_TIMES = (ValueType.TIME, ValueType.LOCAL_TIME)


def _told(
    found: list[Mention], tokens: tuple[Token, ...], place: int, dated: list[_Dated], *, sure: bool
) -> list[Mention]:
    """The mentions with what one such word tells; as a word of some name only what is said right beside it."""
    part = _WORDS.get(tokens[place].norm, DAY)
    if part == AGE:
        whose = _whose(found, tokens, place)
        born = [d for d in dated if tells_birth(d.info) and (not whose or whose & d.owners)]
        return [*found, *(_mention(d, place, place + 1, _NAMED, part, whose & d.owners) for d in born)]
    usable = [d for d in dated if part == YEAR or not d.info.number]
    names = {(d.name, d.of_relationship): d for d in usable}
    said = [(m, d) for m in found if m.kind == "property" and (d := names.get((m.name, m.of_relationship)))]
    beside = [(m, d) for m, d in said if _is_beside(m, tokens, place)]
    if beside:
        whole = (
            _mention(d, min(m.start, place), max(m.end, place + 1), _OWN * m.score, part, m.owners) for m, d in beside
        )
        return [*found, *whole]
    if not sure:
        return found
    verbs = [(m, d) for m, d in said if m.length == 1 and _is_done(tokens[m.start])]
    if verbs:
        # "In which year was she born": the verb only says of which date the year is; not in "born before 1930".
        literals = {m.start for m in found if m.kind in _LITERALS}
        spans = {(m.start, m.end) for m, _ in verbs if literals.isdisjoint(range(m.end, m.end + _HELD))}
        kept = [m for m in found if not (m.kind == "property" and (m.start, m.end) in spans)]
        light = (Mention("filler", start, end, "", 1.0, "says of which date") for start, end in spans)
        years = (_mention(d, place, place + 1, _NAMED * m.score, part, m.owners) for m, d in verbs)
        return [*kept, *light, *years]
    types = {m.name for m in found if m.kind == "relation" and m.score > PREPOSITION}
    happened = [d for d in usable if d.of_relationship and d.owners & types]
    if happened:
        # The earliest is when it happened: not the day on which a loan is due.
        happened.sort(key=lambda d: min(d.info.samples, default="~"))
        scores = [_NAMED, *(_NAMED - _LATER for _ in happened[1:])]
        return [
            *found,
            *(
                _mention(d, place, place + 1, score, part, d.owners & types)
                for d, score in zip(happened, scores, strict=True)
            ),
        ]
    done = {token.stem for token in tokens if _is_done(token)}
    told = [d for d in usable if not done.isdisjoint(map(stem, split_name(d.name)))]
    return [*found, *(_mention(d, place, place + 1, _ANY, part) for d in told or usable)]


def _whose(found: list[Mention], tokens: tuple[Token, ...], place: int) -> frozenset[str]:
    """The labels of whom an age is said to be: "the age of the doctors", "doctor age"; none where nothing says so."""
    labels = [m for m in found if m.kind == "label" and m.score >= RING_PART]
    before = [m.name for m in labels if m.end == place]
    start = place + 1
    while start < len(tokens) and tokens[start].norm in _BETWEEN:
        start += 1
    of = start > place + 1 and tokens[place + 1].norm == "of"
    return frozenset(before or [m.name for m in labels if of and m.start == start])


def _is_beside(mention: Mention, tokens: tuple[Token, ...], place: int) -> bool:
    """Whether a property stands right beside "year": "birth year", "year of birth", "year of the first release"."""
    if mention.end == place:
        return not _is_done(tokens[mention.start]) or tokens[mention.start].norm in english().happenings
    between = tokens[place + 1 : mention.start]
    of = bool(between) and between[0].norm == "of"
    return of and len(between) <= _ADJACENT and all(token.norm in _BETWEEN for token in between)


def _is_done(token: Token) -> bool:
    """Whether a word is what happened: "born", "hired"."""
    return token.norm.endswith("ed") or token.norm in VERBS or token.norm == "born"


def _mention(
    dated: _Dated, start: int, end: int, score: float, part: str, owners: frozenset[str] | None = None
) -> Mention:
    stored = part == YEAR and dated.info.number
    of = owners if owners else dated.owners
    reason = f"the {part} of {dated.name}"
    told = "" if stored else part
    return Mention("property", start, end, dated.name, score, reason, of, dated.of_relationship, part=told)


def _of_each(found: list[Mention], tokens: tuple[Token, ...], schema: GraphSchema) -> set[int]:
    """The places of "joined each year", "loans per month": of when that happened, whatever else has a year."""
    places = set()
    for place in range(2, len(tokens)):
        if tokens[place].norm not in ("year", "month") or tokens[place - 1].norm not in ("each", "every", "per"):
            continue
        moments = [d for d in _dated(schema) if d.info.temporal]
        end = place - 1 - (tokens[place - 2].norm in ("in", "during"))
        before = [m for m in found if m.end == end and m.length == 1]
        verbs = {m.name for m in before if m.kind == "property" and _is_done(tokens[m.start])}
        dated = verbs & {d.name for d in moments}
        types = {m.name for m in before if m.kind == "relation" and m.score > PREPOSITION}
        happened = any(types & d.owners for d in moments if d.of_relationship)
        labels = {m.name for m in found if m.kind == "label" and m.end == end and m.score >= RING_PART}
        own = any(labels & m.owners for m in found if m.kind == "property" and m.start == place)
        kept = not own and any(labels & d.owners for d in moments if not d.of_relationship)
        if dated or happened or kept:  # "harvests in each year": not the year in which a queen hatched
            places.add(place)
    return places
