"""The schema as the composer looks at it: the ways between labels, and what properties measure and tell."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property, lru_cache

from fingerpost.core.schema import GraphSchema, PropertyInfo, RelationshipInfo, TextKind, ValueType
from fingerpost.linking.derived import tells_birth
from fingerpost.linking.display import Display
from fingerpost.linking.english import English, english, is_people
from fingerpost.linking.lasting import has_hours, time_since, untold_spans
from fingerpost.linking.lexicon import Lexicon
from fingerpost.linking.literals import Literal
from fingerpost.linking.occasions import MOMENT_WORDS, begins, holds_years
from fingerpost.linking.pack_words import adjectives
from fingerpost.linking.people import is_like_people, people_by_kinds
from fingerpost.linking.text import split_name, stem
from fingerpost.plans import Comparison
from fingerpost.questions.amount_words import LEVELS, PER
from fingerpost.questions.state import Filter, State
from fingerpost.questions.ways import Ways

_NO_AMOUNTS = LEVELS | PER
_IN_WORDS = 0.4
"""What is left of how well a property measures something where it holds words: the area in which a flat lies."""
_MOST_KNOWN = 5_000
"""Labels and words whose measures are kept."""


class SchemaGraph:
    """Answers, fast, what the composer asks of a schema."""

    def __init__(self, schema: GraphSchema, lexicon: Lexicon) -> None:
        self.schema = schema
        self.lexicon = lexicon
        self.english: English = english()
        self.adjectives = adjectives(lexicon.pack, self.english.adjectives)
        self.display = Display(schema, lexicon.pack)
        self.ways = Ways(schema, frozenset(lexicon.pack.hidden))
        self.counts = self.ways.counts
        self._measures: dict[tuple[str, ...], tuple[tuple[PropertyInfo, float], ...]] = {}

    @cached_property
    def _spans(self) -> dict[tuple[str, bool], list[tuple[PropertyInfo, PropertyInfo]]]:
        found: dict[tuple[str, bool], list[tuple[PropertyInfo, PropertyInfo]]] = {}
        for owner, first, last in untold_spans(self.schema):
            found.setdefault((owner.name, isinstance(owner, RelationshipInfo)), []).append((first, last))
        return found

    def lasting(self, name: str, *, edge: bool, unit: str | None = None) -> list[tuple[str, str]]:
        """The dates of a label or type that tell when it was over, with the part that tells how long it took.

        In hours or minutes only where the time of day is known.
        """
        pairs = self._spans.get((name, edge), [])
        return [
            (last.name, time_since(first, last, unit or ""))
            for first, last in pairs
            if not unit or has_hours(first, last)
        ]

    @cached_property
    def people(self) -> tuple[str, ...]:
        """Labels that hold people, for "who": by their name, or by having properties that only people have."""
        named, described = [], []
        kinds = people_by_kinds(self.lexicon.schema)
        for label in self.schema.labels:
            if is_people(split_name(label.name)):
                named.append(label.name)
            elif label.name in kinds or is_like_people(label):
                described.append(label.name)
        return (*named, *described)

    @cached_property
    def living(self) -> frozenset[str]:
        """Labels of people, or of whom a birth is known."""
        born = (label.name for label in self.schema.labels if any(map(tells_birth, label.properties)))
        return frozenset((*self.people, *born))

    @cached_property
    def agents(self) -> tuple[str, ...]:
        """Labels of what may act as people do: accounts, clubs."""
        names = ((label.name, split_name(label.name)) for label in self.schema.labels)
        return tuple(name for name, words in names if words and stem(words[-1]) in self.english.agents)

    @cached_property
    def places(self) -> tuple[str, ...]:
        """Labels that hold places, for "where"."""
        found = []
        for label in self.schema.labels:
            words = tuple(stem(word) for word in split_name(label.name))
            if words in self.english.places or words[-1:] in self.english.places:
                found.append(label.name)
        return tuple(found)

    def property(self, label: str, name: str) -> PropertyInfo | None:
        info = self.schema.label_by_name.get(label)
        return info.by_name.get(name) if info else None

    def relationship_property(self, type_: str, name: str) -> PropertyInfo | None:
        info = self.schema.relationship_by_type.get(type_)
        return info.by_name.get(name) if info else None

    def held(self, state: State, owner: int, name: str, *, edge: bool) -> PropertyInfo | None:
        """What is known of a property of a node of a reading, or of an edge of it."""
        if edge:
            return self.relationship_property(state.edges[owner].type, name)
        return self.property(state.nodes[owner].label, name)

    def named_by(self, state: State, number: int) -> list[Filter]:
        """The conditions that hold a node of a reading to what it is called."""
        names = self.display.parts(state.nodes[number].label)
        told = (f for f in state.filters if f.owner == number and not f.edge and f.comparison is Comparison.EQ)
        return [f for f in told if f.property in names]

    def measured(self, label: str, words: Sequence[str]) -> tuple[tuple[PropertyInfo, float], ...]:
        """The properties of a label that measure what words such as "height" or "temporal" ask for, best first.

        The score falls with the word's place in the list and is lower for a part of a property's name.
        """
        key = (label, *words)
        if key not in self._measures:
            if len(self._measures) >= _MOST_KNOWN:
                self._measures.clear()
            self._measures[key] = self._measured(label, words)
        return self._measures[key]

    def _measured(self, label: str, words: Sequence[str]) -> tuple[tuple[PropertyInfo, float], ...]:
        info = self.schema.label_by_name.get(label)
        if info is None:
            return ()
        usual = self.lexicon.pack.measures.get(label)
        if usual in info.by_name and not _SIZES.isdisjoint(words):
            words = (f"{label}.{usual}", *words)
        return self._measuring(info.properties, [word.removeprefix(f"{label}.") for word in words])

    def measured_on(self, type_: str, words: Sequence[str]) -> tuple[tuple[PropertyInfo, float], ...]:
        """The same for the properties of a relationship; of moments alike, the earliest is when it happened."""
        info = self.schema.relationship_by_type.get(type_)
        if info is None:
            return ()
        found = self._measuring(info.properties, words)
        return tuple(sorted(found, key=lambda pair: (-pair[1], _earliest(pair[0]))))

    def counted_in(self, type_: str, literal: Literal | None) -> tuple[PropertyInfo, ...]:
        """The properties of a relationship that hold so much of what a literal counts."""
        info = self.schema.relationship_by_type.get(type_)
        held = info.properties if info is not None and literal is not None else ()
        held = tuple(p for p in held if not holds_years(p))  # "for 4 years" is not in the year 4
        return tuple(p for p in held if literal is not None and literal.measured_in(p.counted_in) is not None)

    def tally(self, type_: str) -> PropertyInfo | None:
        """The property of a relationship that says how often it was: how many times a film was watched."""
        return tally_on(self.schema.relationship_by_type.get(type_))

    def amount_on(self, type_: str) -> PropertyInfo | None:
        """The property of a relationship that says how much of it there is, or how many: its one amount, as grams."""
        return amount_on(self.schema.relationship_by_type.get(type_))

    def _measuring(
        self, properties: Sequence[PropertyInfo], words: Sequence[str]
    ) -> tuple[tuple[PropertyInfo, float], ...]:
        found: dict[str, tuple[PropertyInfo, float]] = {}
        for place, word in enumerate(words):
            for candidate in properties:
                score = self._fits(candidate, word) * (1 - 0.06 * place) * (_IN_WORDS if candidate.in_words else 1)
                if score > found.get(candidate.name, (candidate, 0.0))[1]:
                    found[candidate.name] = (candidate, score)
        return tuple(sorted(found.values(), key=lambda pair: -pair[1]))

    @staticmethod
    def _fits(info: PropertyInfo, word: str) -> float:
        """How well a property measures what a word asks for."""
        if word == info.name:
            return 1.0  # the pack says so
        if word == "temporal":
            in_year = split_name(info.name)[-1] in _IN_YEAR and info.number and holds_years(info)  # `composed_in`
            return (0.3 if info.text_kind is TextKind.CLOCK_TIME else 0.6) if info.temporal or in_year else 0.0
        if word in ("numeric", "extent"):
            words = split_name(info.name)
            sized = word == "numeric" or _NO_EXTENT.isdisjoint(words)
            return 0.3 if info.numeric and sized and words[-1:] not in _IDENTIFYING else 0.0
        if word == _DURATION and info.type is ValueType.DURATION:
            return 1.0
        fit = _alike(split_name(info.name), word)
        if word in _OF_DAYS and info.text_kind is TextKind.CLOCK_TIME:
            return fit * _OF_WORDS  # the first harvest is not that of the earliest hour
        return fit if info.temporal or adds_up(info) else fit * _OF_WORDS  # the make of a machine is no age

    def shown(self, label: str) -> str | None:
        """The property by which a node of a label is called."""
        return self.display.property(label)


_OF_DAYS = ("time", "date", "year")
"""Words for when something was, which the hour alone does not tell."""
_DURATION = "duration"
"""What a duration is, whatever it is called."""
_OF_WORDS = 0.5
"""What a property that holds words is worth as one that measures."""
_NO_EXTENT = frozenset(
    "price cost rent fee fare rate salary wage wages pay year month day age rating score stars grade rank duration "
    "minutes hours days weeks months years latitude longitude lat lon lng".split()
)
"""Words of names of numbers by which nothing is large or small."""


def adds_up(info: PropertyInfo) -> bool:
    """Whether values can be compared and added up as numbers: numbers, and text that mostly says one."""
    if info.type is not ValueType.STRING:
        return info.numeric
    if split_name(info.name)[-1:] in _IDENTIFYING:
        return info.text_kind is TextKind.NUMERIC
    said = sum(_NUMBER.fullmatch(sample) is not None for sample in info.samples)
    return info.text_kind is TextKind.NUMERIC or (info.text_kind is None and 2 * said > len(info.samples) > 0)


def tells_amounts(info: PropertyInfo | None) -> bool:
    """Whether all values are text that is a number, as in a CSV file without types, and no number of something."""
    if info is None or info.type is not ValueType.STRING or info.text_kind is not TextKind.NUMERIC:
        return False
    return split_name(info.name)[-1:] not in _IDENTIFYING


def makes_totals(info: PropertyInfo | None) -> bool:
    """Whether the sum of a property's numbers says something: not so of years, nor of what tells things apart."""
    if info is None or not info.numeric:
        return False
    return adds_up(info) and not identifies(info) and not holds_years(info)


def amount_on(info: RelationshipInfo | None) -> PropertyInfo | None:
    """The property that says how much of a relationship there is, or how many."""
    held = [p for p in info.properties if makes_totals(p)] if info is not None else []
    held = [p for p in held if _NO_AMOUNTS.isdisjoint(split_name(p.name))]
    return tally_on(info) or (held[0] if len(held) == 1 else None)


def tally_on(info: RelationshipInfo | None) -> PropertyInfo | None:
    """The property that says how many, or how often, a relationship stands for."""
    held = info.properties if info is not None else ()
    return next((p for p in held if p.numeric and split_name(p.name)[-1] in _TALLIES), None)


def identifies(info: PropertyInfo) -> bool:
    """Whether a property is called an identifier: its values are counted, and never added up."""
    return split_name(info.name)[-1:] in _IDENTIFIERS


_IDENTIFIERS = frozenset((word,) for word in ("id", "uuid", "guid", "identifier"))
_NUMBER = re.compile(r"\d[\d.,]*(?:-\d+)?(?: ?[a-zA-Z%]+)?")
"""A number as text has it: with its thousands told apart, up to another one, with a unit."""
_IDENTIFYING = frozenset((word,) for word in ("id", "uuid", "guid", "identifier", "code", "zip", "phone", "number"))
"""Last words of the names of numbers that measure nothing."""
_IN_YEAR = frozenset(("in", "since", "until"))
"""Last words of the names of years that do not say so."""
_TALLIES = frozenset(("count", "counts", "times", "frequency", "quantity", "occurrences"))


@lru_cache(maxsize=20_000)
def _alike(name: tuple[str, ...], word: str) -> float:
    """How much of the words of a property's name a word is."""
    words = tuple(stem(part) for part in name)
    wanted = tuple(stem(part) for part in word.split())
    if words == wanted:
        return 1.0
    if len(wanted) == 1 and wanted[0] in words:
        return 0.85 if words[-1] == wanted[0] else 0.7
    return 0.0


_SIZES = frozenset(("numeric", "size"))
"""Words that ask for the measure that a label has by default."""


def own_moment_first(
    found: tuple[tuple[PropertyInfo, float], ...], label: str
) -> tuple[tuple[PropertyInfo, float], ...]:
    """The properties; of moments that fit alike that of the thing itself comes first: `orderDate` of an order."""
    best = max((fit for info, fit in found if info.temporal), default=0.0)
    alike = [info for info, fit in found if info.temporal and fit == best]
    own = set(split_name(label)) | _MOMENTS
    theirs = [info for info in alike if own.issuperset(split_name(info.name))]
    theirs = theirs or [info for info in alike if begins(info.name)]
    if len(alike) < 2 or len(theirs) != 1:
        return found
    less = {info.name for info in alike} - {theirs[0].name}
    ranked = ((info, fit * _OTHER_MOMENT if info.name in less else fit) for info, fit in found)
    return tuple(sorted(ranked, key=lambda pair: -pair[1]))


_MOMENTS = MOMENT_WORDS | {"datetime", "timestamp"}
_OTHER_MOMENT = 0.9
"""What is left of how well a moment fits where a thing has one of its own name."""


def _earliest(info: PropertyInfo) -> str:
    return min(info.samples, default="~")
