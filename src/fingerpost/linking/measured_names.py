"""Names of properties that hold a word for the most, for how many or for a unit: `longest_run`, `number_of_scenes`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from fingerpost.linking import quantities
from fingerpost.linking.english import Adjective, Stems, english, stems
from fingerpost.linking.mentions import Mention
from fingerpost.linking.text import Token, singulars, stem
from fingerpost.linking.thesaurus import senses

_MOST = {"max": ("maximum", "max"), "min": ("minimum", "min")}
_EXTREME = {word: most for most, words in _MOST.items() for word in words}
_DEGREES = frozenset(("most", "least"))
_OTHER_WAY = {"max": "min", "min": "max"}
_FOR_EACH = ("per", "a", "an")
_PERIODS = {
    "hourly": "hour",
    "daily": "day",
    "nightly": "night",
    "weekly": "week",
    "monthly": "month",
    "quarterly": "quarter",
    "yearly": "year",
    "annual": "year",
}
_ASKED_FOR = {"rate": ("charge",), "fee": ("charge", "pay"), "price": ("charge",), "rent": ("charge", "pay")}
"""Verbs for what is asked for by the hour or the year."""
_PERIODICALLY = {unit: [word for word, own in _PERIODS.items() if own == unit] for unit in _PERIODS.values()}
_BEFORE = frozenset("by their its his her a an each every per s".split())
"""Words before a name that make it that of a property: "by the longest run", "its longest run"."""


def other_names(words: Sequence[str]) -> Iterator[Stems]:
    """What such a property is called besides: the "maximum run", the "scene count", the cost of `cost_in_points`."""
    most = extreme(words[0])
    if most is not None and len(words) > 1:
        for word in _MOST[most]:
            yield tuple(stem(each) for each in (word, *words[1:]))
    if tuple(words[:2]) == ("number", "of") and len(words) > 2:
        rest = tuple(map(stem, words[2:]))
        yield from ((*rest, "count"), (*rest, "number"), (stem("count"), "of", *rest))
    if "in" in words[1:-1]:
        yield tuple(map(stem, words[: words.index("in", 1)]))


def alternatives(words: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """What a name is called that is several words for one thing: the state, or the county, of `state_county`.

    Words side by side are such where they have a sense, or a ring, in common. Each stands for all of them.
    """
    units = _units(words)
    if len(units) > 1 and all(_is_another(*pair) for pair in pairwise(units)):
        yield from (tuple(unit.split()) for unit in units)


def _units(words: Sequence[str]) -> Sequence[str]:
    """The words, where two that stand for one beside them are one: `zip_post_code`."""
    for place in range(len(words) - 1):
        two = " ".join(words[place : place + 2])
        beside = (*words[max(place - 1, 0) : place], *words[place + 2 : place + 3])
        if any(_is_another(two, word) for word in beside):
            return (*words[:place], two, *words[place + 2 :])
    return words


def _is_another(phrase: str, other: str) -> bool:
    """Whether two phrases may stand for one another."""
    near = not senses(phrase).isdisjoint(senses(other))
    return phrase != other and (near or stems(other) in english().rings.get(stems(phrase), ()))


def rates(words: Sequence[str]) -> Iterator[Stems]:
    """What a price per kg is called for short: a price, and what is said "per kilo" or "a kilo"; a yearly fee "a year".

    And what is charged, where that is by the hour.
    """
    measure, unit = _rate(words)
    if not measure:
        return
    yield tuple(map(stem, measure))
    for name in (unit, *quantities.other_units(unit)):
        yield from ((first, *map(stem, name.split())) for first in _FOR_EACH)
    if words[0] in _PERIODS or words[0] in _PERIODICALLY:
        yield from ((stem(verb),) for verb in _ASKED_FOR.get(words[1], ()))


def whole_rates(words: Sequence[str]) -> Iterator[Stems]:
    """What the rate of `pay_month`, `monthly_pay` or `pay_per_month` is called besides: the others of these."""
    measure, unit = _rate(words)
    if measure:
        yield (*map(stem, measure), "per", *map(stem, unit.split()))
        yield from ((stem(word), *map(stem, measure)) for word in _PERIODICALLY.get(unit, ()))


def _rate(words: Sequence[str]) -> tuple[Sequence[str], str]:
    """What a rate is of, and the unit that it is for; nothing for what is none."""
    if len(words) > 1 and words[0] in _PERIODS:
        measure, unit = words[1:], _PERIODS[words[0]]
    elif len(words) > 1 and words[0] in _PERIODICALLY:
        measure, unit = words[1:], words[0]
    elif "per" in words[1:-1]:
        measure, unit = words[: words.index("per")], " ".join(words[words.index("per") + 1 :])
    elif words[-1] in _PERIODICALLY:
        measure, unit = words[:-1], words[-1]
    else:
        return (), ""
    return (measure, unit) if quantities.is_rate(tuple(measure)) else ((), "")


def whole_rates_said(mentions: list[Mention], tokens: Sequence[Token]) -> list[Mention]:
    """The mentions; "a day" behind a word for the same rate ("what does it cost a day") asks for nothing else."""
    named = [m for m in mentions if m.kind == "property"]
    spans = {
        (behind.start, behind.end): behind.name
        for behind in named
        if behind.length > 1 and tokens[behind.start].norm in _FOR_EACH
        for m in named
        if m.name == behind.name and m.end <= behind.start
    }

    def is_other(m: Mention) -> bool:
        return m.kind == "property" and any(s <= m.start and m.end <= e and m.name != n for (s, e), n in spans.items())

    return [m for m in mentions if not is_other(m)]


def is_superlative(name: Sequence[str], tokens: Sequence[Token], start: int, end: int) -> bool:
    """Whether words that are a property's name ask for the most or the least: "with the longest run".

    Not so "the names and longest runs", "the shortest longest run", "sorted by the longest run", "its longest run".
    """
    if end - start < 2 or start == 0 or extreme(name[0]) is None or extreme(tokens[start].norm) is None:
        return False
    many = tokens[end - 1].norm not in name and bool(singulars(tokens[end - 1].norm))
    if many or tokens[start - 1].norm != "the":
        return False
    return start < 2 or (tokens[start - 2].norm not in _BEFORE and not tokens[start - 2].possessive)


def extreme(word: str) -> str | None:
    """Which way words are the most: "longest", "max", "least expensive"."""
    if word in _EXTREME:
        return _EXTREME[word]
    adjectives = english().adjectives
    degree, _, base = word.partition(" ")
    if base in adjectives and degree in _DEGREES:
        way = adjectives[base].most
        return way if degree == "most" else _OTHER_WAY[way]
    known: Adjective | None = None
    for base in (word[:-3], word[:-2], word[:-3] + "e", word[:-4], word[:-4] + "y") if word.endswith("est") else ():
        known = known or adjectives.get(base)
    return known.most if known is not None else None


def shorter(words: Sequence[str]) -> Iterator[tuple[tuple[str, ...], str]]:
    """What a name of several words is called for short: by its last word, without one of those before it, a kind of
    things by what they are."""
    yield (stem(words[-1]),), "the last word"
    for left_out in range(len(words) - 1) if len(words) > _SEVERAL else ():
        yield tuple(map(stem, (*words[:left_out], *words[left_out + 1 :]))), "words"
    if words[-1] in _KINDS:
        yield tuple(map(stem, words[:-1])), "the first words"


_SEVERAL = 2
_KINDS = frozenset(("category", "type", "kind", "class", "group"))
