"""The schema as a graph of labels: which relationship types can join two nodes, and how likely each is."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import NamedTuple

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
from fingerpost.questions.state import Filter, State

_IN_WORDS = 0.4
"""What is left of how well a property measures something where it holds words: the area in which a flat lies."""
_MOST_KNOWN = 5_000
"""Pairs of labels whose detours are kept, and labels and words whose measures are."""
_VERY_MANY = 10
_ODD_PAIR = 5.0
"""How odd a pair of labels is beside one that a type joins so many times as often."""
_MOST_DETOURS = 5
"""Ways over unmentioned nodes that are tried from one place."""
_KINDS = frozenset("model type kind sort species breed variety make class category design".split())
"""What kinds of things are called."""
_OF_ONE, _MORE_THINGS = 0.8, 1.5
_SELDOM = 0.4
"""How seldom what joins two by chance is for each node, beside what is meant."""
_BY_CHANCE, _THIN = 2.5, 2.0
_ONE_EACH = 0.3
"""How far the log of the pairs that a way joins may be from that of one for each of the many."""
_MOST_ODD = 2.0
"""How odd a way over them is beside the best, at most."""
_NEAR = 2
_FARTHEST = 4
"""Labels on the longest way, with both ends."""


@dataclass(frozen=True, slots=True)
class Link:
    """A way from one label to another: over `type`, along its direction (`forward`) or against it.

    `rarity` is minus the log of its share among all links between the two labels: 0 for the only one. `either` tells
    that the type joins the two in both directions, so that its direction says nothing about which node is meant.
    `chance` is how odd it is, unless words say it, as it joins the two only where nodes have one more label (see
    `chance_pairs`), `thin`, even then, as it joins but few of the two where another way joins all.
    """

    type: str
    target: str
    forward: bool
    either: bool
    rarity: float
    chance: float = 0.0
    thin: float = 0.0

    @property
    def odd(self) -> bool:
        """Whether another way between the two may be the usual one."""
        return self.chance > 0 or self.thin > 0

    def goes_on(self, following: Link) -> bool:
        """Whether the next link leads on in the same way: up a hierarchy, or down."""
        return following.type == self.type and following.forward == self.forward


class Detour(NamedTuple):
    """A way over more labels, and how odd it is beside the best: by the logs of how many pairs they join."""

    way: tuple[Link, ...]
    odd: float


def chance_pairs(relationship: RelationshipInfo, schema: GraphSchema) -> Iterator[tuple[tuple[str, str, str], float]]:
    """The pairs of labels that a type joins only as some of its nodes have one more label, and how odd each is.

    Contractors prune trees, and one contractor is an inspector, too: that inspectors prune trees is by chance, for an
    inspector has few of these relationships beside a contractor. A kind of a label has as many as the others.
    """
    whole = [pair for pair in relationship.endpoints if pair.count == relationship.count]
    counts = {label.name: max(1, label.count) for label in schema.labels}

    def is_rare(one: str, all_: str, count: int) -> bool:
        return one != all_ and count / counts.get(one, 1) <= _SELDOM * relationship.count / counts.get(all_, 1)

    for pair in relationship.endpoints if whole else ():
        others = (is_rare(pair.start, w.start, pair.count) or is_rare(pair.end, w.end, pair.count) for w in whole)
        if 0 < pair.count < relationship.count and all(others):
            yield (relationship.type, pair.start, pair.end), _BY_CHANCE + math.log(relationship.count / pair.count)


class SchemaGraph:
    """Answers, fast, what the composer asks of a schema."""

    def __init__(self, schema: GraphSchema, lexicon: Lexicon) -> None:
        self.schema = schema
        self.lexicon = lexicon
        self.english: English = english()
        self.adjectives = adjectives(lexicon.pack, self.english.adjectives)
        self.display = Display(schema, lexicon.pack)
        hidden = set(lexicon.pack.hidden)
        between: dict[tuple[str, str], dict[tuple[str, bool], int]] = {}
        chance: dict[tuple[str, str, str], float] = {}
        for relationship in schema.relationships:
            if relationship.type in hidden:
                continue
            chance.update(chance_pairs(relationship, schema))
            for pair in relationship.endpoints:
                ways = between.setdefault((pair.start, pair.end), {})
                ways[relationship.type, True] = pair.count
                if pair.start != pair.end:
                    back = between.setdefault((pair.end, pair.start), {})
                    back[relationship.type, False] = pair.count
        self._between = {pair: self._links(pair, ways, chance) for pair, ways in between.items()}
        self._neighbours = self._by_start()
        self._detours: dict[tuple[str, str, frozenset[str]], list[Detour]] = {}
        self._measures: dict[tuple[str, ...], tuple[tuple[PropertyInfo, float], ...]] = {}
        self.counts = {label.name: label.count for label in schema.labels}
        self._between |= {pair: thin for pair in self._between if (thin := self._thin(*pair))}
        self._neighbours = self._by_start()

    def _by_start(self) -> dict[str, tuple[Link, ...]]:
        found: dict[str, tuple[Link, ...]] = {}
        for (start, _), links in self._between.items():
            found[start] = found.get(start, ()) + links
        return found

    def _thin(self, start: str, end: str) -> tuple[Link, ...]:
        """The links between two labels that join few of them where a way over one more label joins each of the many
        with one of the few, marked as that; none otherwise.

        Most countries are in a region as part of a subregion; that five have none between is no way for all.
        """
        links, most = self._between[start, end], max(self.counts.get(start, 0), self.counts.get(end, 0))
        joined = math.exp(max(self._joined(start, (link,)) for link in links))
        if start == end or joined * _VERY_MANY > most:
            return ()
        around = (
            self._joined(start, (first, second))
            for first in self.neighbours(start)
            for second in self.links(first.target, end)
            if first.target not in (start, end)
        )
        if not any(abs(way - math.log(most)) < _ONE_EACH for way in around):
            return ()
        return tuple(replace(link, thin=_THIN * math.log(most / joined)) for link in links)

    @staticmethod
    def _links(
        pair: tuple[str, str], ways: dict[tuple[str, bool], int], chance: dict[tuple[str, str, str], float]
    ) -> tuple[Link, ...]:
        total = sum(ways.values()) or 1
        links = []
        for (type_, forward), count in ways.items():
            back = ways.get((type_, not forward))
            if back is not None and not forward:
                continue
            either = pair[0] == pair[1] or back is not None
            odd = chance.get((type_, *(pair if forward else reversed(pair))), 0.0)
            rarity = -math.log(max(count, back or 0, 1) / total)
            links.append(Link(type_, pair[1], forward, either, rarity, odd))
        return tuple(sorted(links, key=lambda link: link.rarity))

    def links(self, start: str, end: str) -> tuple[Link, ...]:
        """The ways from one label to another, likeliest first."""
        return self._between.get((start, end), ())

    def neighbours(self, label: str) -> tuple[Link, ...]:
        """Every way out of a label."""
        return self._neighbours.get(label, ())

    def detours(self, start: str, end: str, wanted: frozenset[str]) -> list[Detour]:
        """The best ways over one more label, first those over types that are wanted; over two where there is none, and
        over three up a hierarchy: people in places that are part of a region, which is part of a country.

        Those over one go first by which each of the many has one of the few: an inspection is of the apiary in which
        its hive stands before it is of those that who made it looks after. Of ways over two more labels those go first
        that join the fewest: a hub joins everything with everything.
        """
        known = self._detours.get((start, end, wanted))
        if known is not None:
            return known
        ways: list[tuple[Link, ...]] = [
            (first, second) for first in self.neighbours(start) for second in self.links(first.target, end)
        ]
        usual = [way for way in ways if not any(link.thin for link in way)]
        if not usual and not self.links(start, end):
            ways += [
                (first, second, third)
                for first in self.neighbours(start)
                for second in self.neighbours(first.target)
                if len({start, end, first.target, second.target}) == _FARTHEST
                for third in self.links(second.target, end)
            ]
            ways = ways or list(self._up_levels(start, end))

        odd = {way: self._odd(start, end, way) for way in ways}

        def cost(way: tuple[Link, ...]) -> tuple[int, float, float]:
            return (-sum(link.type in wanted for link in way), odd[way], sum(link.rarity for link in way))

        ways.sort(key=cost)
        least = min(odd.values(), default=0.0)
        beside = ((way, odd[way] - least if len(way) == _NEAR else 0.0) for way in ways[:_MOST_DETOURS])
        found = [Detour(way, min(more, _MOST_ODD)) for way, more in beside]
        if len(self._detours) >= _MOST_KNOWN:
            self._detours.clear()
        return self._detours.setdefault((start, end, wanted), found)

    def _odd(self, start: str, end: str, way: tuple[Link, ...]) -> float:
        """How far the pairs that a way joins are from one for each of the many; of a farther way how many they are."""
        joined = self._joined(start, way)
        if len(way) > _NEAR:
            return joined
        return abs(joined - math.log(max(1, self.counts[start], self.counts[end])))

    def _up_levels(self, start: str, end: str) -> Iterator[tuple[Link, ...]]:
        """The ways over three more labels that lead up or down a hierarchy on their way."""
        for one in self.neighbours(start):
            for two in self.neighbours(one.target):
                for three in self.neighbours(two.target):
                    if len({start, end, one.target, two.target, three.target}) <= _FARTHEST:
                        continue
                    for last in self.links(three.target, end):
                        if one.goes_on(two) or two.goes_on(three) or three.goes_on(last):
                            yield one, two, three, last

    def _joined(self, start: str, way: tuple[Link, ...]) -> float:
        """The log of how many pairs a way joins, roughly."""
        joined, label = 0.0, start
        for link in way:
            pair = (label, link.target) if link.forward else (link.target, label)
            info = self.schema.relationship_by_type[link.type]
            joined += math.log(max(1, sum(p.count for p in info.endpoints if (p.start, p.end) == pair)))
            joined -= math.log(max(1, self.counts.get(label, 1))) if label != start else 0.0
            label = link.target
        return joined

    def endpoints(self, type_: str) -> tuple[tuple[str, str], ...]:
        """The pairs of labels that a type joins, most frequent first."""
        relationship = self.schema.relationship_by_type.get(type_)
        return tuple((p.start, p.end) for p in relationship.endpoints) if relationship else ()

    def several(self, type_: str, pair: tuple[str, str], *, forward: bool, least: float) -> bool:
        """Whether a thing at one end of a relationship has so many at the other, on the whole."""
        info = self.schema.relationship_by_type[type_]
        joined = sum(found.count for found in info.endpoints if (found.start, found.end) == pair)
        return joined >= least * self.schema.label_by_name[pair[0 if forward else 1]].count

    def rarer(self, type_: str, pair: tuple[str, str]) -> float:
        """How odd a pair of labels is among those that a type joins: more so where it is one of very many."""
        endpoints = self.schema.relationship_by_type[type_].endpoints
        place, count = next((n, p.count) for n, p in enumerate(endpoints) if (p.start, p.end) == pair)
        return min(place, 4) + (_ODD_PAIR if count * _VERY_MANY < endpoints[0].count else 0.0)

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

    def how_often(self, type_: str) -> int:
        """How many relationships of a type there are."""
        return sum(pair.count for pair in self.schema.relationship_by_type[type_].endpoints)

    def repeats(self, label: str) -> float:
        """How odd a second node of a label is: little where the graph joins the label with itself.

        Or where something has two ends of it: a flight from an airport to an airport.
        """
        if self._between.get((label, label)):
            return 0.1
        return 0.3 if label in self._ends_twice else 1.2

    @cached_property
    def _ends_twice(self) -> frozenset[str]:
        """The labels to which two types lead from one label, of which the words are its ends alone: FROM and TO."""
        pairs: dict[tuple[str, str], set[str]] = {}
        for (start, end), links in self._between.items():
            ends = {link.type for link in links if link.forward and _ENDS & {*split_name(link.type)}}
            pairs.setdefault((start, end), set()).update(ends)
        return frozenset(end for (_, end), types in pairs.items() if len(types) > 1)

    @cached_property
    def instances(self) -> dict[str, tuple[str, str]]:
        """For each label of kinds of things, which label has what is of these kinds, and by which type: the devices of
        models, the trees of species. Each thing is of one kind, and there are more things than kinds."""
        found: dict[str, tuple[str, str]] = {}
        for label in self.schema.labels:
            if split_name(label.name)[-1:] and split_name(label.name)[-1] in _KINDS:
                joined = [
                    (pair.count, pair.start, info.type)
                    for info in self.schema.relationships
                    for pair in info.endpoints
                    if pair.end == label.name != pair.start and pair.count >= _OF_ONE * self.counts.get(pair.start, 0)
                ]
                count, thing, type_ = max(joined, default=(0, "", ""))
                if count >= _MORE_THINGS * label.count and count <= self.counts.get(thing, 0):
                    found[label.name] = (thing, type_)
        return found

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
        info = self.schema.relationship_by_type.get(type_)
        held = info.properties if info is not None else ()
        return next((p for p in held if p.numeric and split_name(p.name)[-1] in _TALLIES), None)

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
_ENDS = frozenset(
    "from to source target origin destination home away departure arrival depart arrive start end".split()
)


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
