"""Dates by what happened on them: "the hiring date" of `hired`, "the review date" of REVIEWED."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from fingerpost.core.schema import GraphSchema, PropertyInfo, ValueType
from fingerpost.linking.english import Stems, english, is_people
from fingerpost.linking.moments import MONTHS
from fingerpost.linking.text import Token, split_name, stem

MOMENT_WORDS = frozenset("date time day at on".split())
"""Words in the names of moments that say nothing of what happened then: `paid_on`."""
_DATES = (stem("date"), stem("day"))
_PAID_ON = ("on", "at")
"""The last of the two words of `paid_on` or `started_at`: the paying date, the start time."""
_BEGUN = frozenset("start started starts begin began begun begins".split())
_SMALL = frozenset("has have had is are was were be been in at by of to from for with on as".split())


def when_it_was(schema: GraphSchema, hidden: Collection[str]) -> Iterator[tuple[Stems, str, str, bool]]:
    """Phrases for dates, with the property, what has it, and whether that is a relationship."""
    for label in schema.labels:
        for info in label.properties:
            words = split_name(info.name)
            year = info.type is ValueType.INTEGER and words[0] != "year" and holds_years(info)
            if len(words) == 1 and year and info.name not in hidden:
                yield (stem(words[0]), stem("year")), info.name, label.name, False
            if info.name not in hidden:
                yield from ((phrase, info.name, label.name, False) for phrase in _called(info))
    for relationship in schema.relationships:
        dates = [i for i in relationship.properties if _is_date(i) and i.name not in hidden]
        words = tuple(word for word in split_name(relationship.type) if word not in _SMALL)
        if relationship.type in hidden:
            continue
        if len(dates) == 1 == len(words):
            yield from ((phrase, dates[0].name, relationship.type, True) for phrase in _dates_of(words[0]))
        else:
            yield from ((phrase, i.name, relationship.type, True) for i in dates for phrase in _called(i))


def begins(name: str) -> bool:
    """Whether a moment is that when something began: `started_at`."""
    words = set(split_name(name)) - MOMENT_WORDS
    return bool(words) and words <= _BEGUN


def beginnings(schema: GraphSchema, hidden: Collection[str]) -> Iterator[tuple[Stems, str, str]]:
    """Verbs for when people came to be what they are, by its one date: "joined" of a `start_date`.

    Not those that a relationship says.
    """
    types = {stem(word) for kind in schema.relationships for word in split_name(kind.type)}
    for label in schema.labels:
        begun = [
            info.name
            for info in label.properties
            if info.temporal and info.name not in hidden and not _COME.isdisjoint(map(stem, split_name(info.name)))
        ]
        if is_people(split_name(label.name)) and len(begun) == 1:
            yield from (((verb,), begun[0], label.name) for verb in _COME - types - {stem("since")})


_COME = frozenset(map(stem, "start join hire employ since".split()))


def only_dates(schema: GraphSchema, hidden: Collection[str]) -> Iterator[tuple[Stems, str, str, bool]]:
    """The same for "the date" of what has only one, or only one when it began: `reportedOn` of an incident."""
    for label in schema.labels:
        if is_people(split_name(label.name)):
            continue  # whoever was born or hired has no date
        dates = [info for info in label.properties if info.temporal and info.name not in hidden]
        dates = dates if len(dates) == 1 else [info for info in dates if begins(info.name)]
        if len(dates) == 1 and _DATES[0] not in map(stem, split_name(dates[0].name)):
            yield _DATES[:1], dates[0].name, label.name, False


_OTHERS_LESS = 0.1
"""How much less another word is worth for a moment than its own."""


def other_moments(own: Stems, whole: float, part: float, ring: str) -> Iterator[tuple[Stems, float, str]]:
    """What a moment of two words or more is called for short and in other words, with scores and how that is said.

    `inception_year` is when something was founded, its founding year. `ring` says that it is another word.
    """
    yield own[:-1], part, ""
    for other in english().relations.get(own[:-1], ()):
        yield (*other, own[-1]), whole, ring
        yield other, part - _OTHERS_LESS, ring  # "shipped" is rather when it was shipped than when it was delivered


def _called(info: PropertyInfo) -> Iterator[Stems]:
    """The phrases for a date that is called by what happened."""
    words = split_name(info.name)
    at_that = info.temporal and len(words) == len(_PAID_ON) and words[-1] in _PAID_ON
    if (len(words) == 1 and _is_date(info) and stem(words[0]) not in _DATES) or at_that:
        yield from _dates_of(words[0])
    noun = english().occasions.get(words[0])
    if noun is not None and info.temporal and _SMALL.issuperset(words[1:]):
        yield from ((stem(noun), date) for date in _DATES)


def _dates_of(word: str) -> Iterator[Stems]:
    """The phrases for the date of what a word says, by its verb or its noun: the "admission date"."""
    said = (stem(word),)
    for phrase in (said, *(other for other in english().relations.get(said, ()) if len(other) == 1)):
        yield from ((*phrase, date) for date in _DATES)


def _is_date(info: PropertyInfo) -> bool:
    return info.temporal and info.type is not ValueType.STRING


def holds_years(info: PropertyInfo) -> bool:
    """Whether whole numbers of a property are years: those seen say so."""
    seen = [sample for sample in info.samples if sample.lstrip("-").isdigit()]
    return bool(seen) and all(is_year(int(sample)) for sample in seen)


def is_year(number: int) -> bool:
    """Whether a number may be that of a year."""
    return 1000 <= number <= 2999


def says_when(tokens: Sequence[Token], end: int) -> bool:
    """Whether a verb says when something was: "shipped before 2020"."""
    led = [token.norm for token in tokens[end : end + 2]]
    when = bool(led) and (led[0] in _WHEN or (led[0] in _COMPARED and led[1:] == ["than"]))
    behind = tokens[end + 1 : end + 1 + _FAR] if when else ()
    return any(t.norm in MONTHS or t.norm in _MOMENT or (t.norm[:4].isdigit() and len(t.norm) >= _YEAR) for t in behind)


_MOMENT = frozenset(("date", "deadline", "time"))
"""What a moment is that something was before or after: "shipped after the required date"."""


_WHEN = frozenset("before after since between until till prior in on during from".split())


_COMPARED = frozenset(("later", "earlier"))


_FAR = 4
"""Most words from "before" to its year: "before the year 1900"."""


_YEAR = 4
