"""The ways between labels: which relationship types join two of them, straight or over others, and how odd each is."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from fingerpost.core.schema import GraphSchema, RelationshipInfo
from fingerpost.linking.sorts import KIND_NOUNS
from fingerpost.linking.text import split_name

_MOST_KNOWN = 5_000
"""Pairs of labels whose detours are kept."""
_VERY_MANY = 10
_ODD_PAIR = 5.0
"""How odd a pair of labels is beside one that a type joins so many times as often."""
_MOST_DETOURS = 5
"""Ways over unmentioned nodes that are tried from one place."""
_MOST_ODD = 2.0
"""How odd a way over them is beside the best, at most."""
_NEAR = 2
_FARTHEST = 4
"""Labels on the longest way, with both ends."""
_SELDOM = 0.4
"""How seldom what joins two by chance is for each node, beside what is meant."""
_BY_CHANCE, _THIN = 2.5, 2.0
_ONE_EACH = 0.3
"""How far the log of the pairs that a way joins may be from that of one for each of the many."""
_OF_ONE, _MORE_THINGS = 0.8, 1.5
_ENDS = frozenset(
    "from to source target origin destination home away departure arrival depart arrive start end".split()
)


@dataclass(frozen=True, slots=True)
class Link:
    """A way from one label to another: over `type`, along its direction (`forward`) or against it.

    `rarity` is minus the log of its share among all links between the two labels: 0 for the only one. `either` tells
    that the type joins the two in both directions, so that its direction says nothing about which node is meant.
    `chance` is how odd it is, unless words say it, as it joins the two only where nodes have one more label (see
    `_chance_pairs`), `thin`, even then, as it joins but few of the two where another way joins all.
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


class Ways:
    """Answers, fast, how labels of a schema are joined; types that are `hidden` join none."""

    def __init__(self, schema: GraphSchema, hidden: Collection[str]) -> None:
        self._schema = schema
        self.counts = {label.name: label.count for label in schema.labels}
        between: dict[tuple[str, str], dict[tuple[str, bool], int]] = {}
        chance: dict[tuple[str, str, str], float] = {}
        for relationship in schema.relationships:
            if relationship.type in hidden:
                continue
            chance.update(_chance_pairs(relationship, self.counts))
            for pair in relationship.endpoints:
                ways = between.setdefault((pair.start, pair.end), {})
                ways[relationship.type, True] = pair.count
                if pair.start != pair.end:
                    back = between.setdefault((pair.end, pair.start), {})
                    back[relationship.type, False] = pair.count
        self._between = {pair: _links(pair, ways, chance) for pair, ways in between.items()}
        self._neighbours = self._by_start()
        thin = {pair: links for pair in self._between if (links := self._thin(*pair))}
        if thin:
            self._between |= thin
            self._neighbours = self._by_start()
        self._detours: dict[tuple[str, str, frozenset[str]], list[Detour]] = {}

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

    def endpoints(self, type_: str) -> tuple[tuple[str, str], ...]:
        """The pairs of labels that a type joins, most frequent first."""
        relationship = self._schema.relationship_by_type.get(type_)
        return tuple((p.start, p.end) for p in relationship.endpoints) if relationship else ()

    def several(self, type_: str, pair: tuple[str, str], *, forward: bool, least: float) -> bool:
        """Whether a thing at one end of a relationship has so many at the other, on the whole."""
        return self._often(type_, pair) >= least * self.counts[pair[0 if forward else 1]]

    def rarer(self, type_: str, pair: tuple[str, str]) -> float:
        """How odd a pair of labels is among those that a type joins: more so where it is one of very many."""
        endpoints = self._schema.relationship_by_type[type_].endpoints
        place, count = next((n, p.count) for n, p in enumerate(endpoints) if (p.start, p.end) == pair)
        return min(place, 4) + (_ODD_PAIR if count * _VERY_MANY < endpoints[0].count else 0.0)

    def how_often(self, type_: str) -> int:
        """How many relationships of a type there are."""
        return sum(pair.count for pair in self._schema.relationship_by_type[type_].endpoints)

    def repeats(self, label: str) -> float:
        """How odd a second node of a label is: little where the graph joins the label with itself.

        Or where something has two ends of it: a flight from an airport to an airport.
        """
        if self._between.get((label, label)):
            return 0.1
        return 0.3 if label in self._ends_twice else 1.2

    @cached_property
    def instances(self) -> dict[str, tuple[str, str]]:
        """For each label of kinds of things, which label has what is of these kinds, and by which type: the devices of
        models, the trees of species. Each thing is of one kind, and there are more things than kinds."""
        found: dict[str, tuple[str, str]] = {}
        for label in self._schema.labels:
            if KIND_NOUNS.isdisjoint(split_name(label.name)[-1:]):
                continue
            joined = (
                (pair.count, pair.start, info.type)
                for info in self._schema.relationships
                for pair in info.endpoints
                if pair.end == label.name != pair.start and pair.count >= _OF_ONE * self.counts.get(pair.start, 0)
            )
            count, thing, type_ = max(joined, default=(0, "", ""))
            if _MORE_THINGS * label.count <= count <= self.counts.get(thing, 0):
                found[label.name] = (thing, type_)
        return found

    @cached_property
    def _ends_twice(self) -> frozenset[str]:
        """The labels to which two types lead from one label, of which the words are its ends alone: FROM and TO."""
        pairs: dict[tuple[str, str], set[str]] = {}
        for (start, end), links in self._between.items():
            ends = {link.type for link in links if link.forward and _ENDS & {*split_name(link.type)}}
            pairs.setdefault((start, end), set()).update(ends)
        return frozenset(end for (_, end), types in pairs.items() if len(types) > 1)

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

    def _often(self, type_: str, pair: tuple[str, str]) -> int:
        """How many relationships of a type join two labels."""
        endpoints = self._schema.relationship_by_type[type_].endpoints
        return sum(found.count for found in endpoints if (found.start, found.end) == pair)

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
            joined += math.log(max(1, self._often(link.type, pair)))
            joined -= math.log(max(1, self.counts.get(label, 1))) if label != start else 0.0
            label = link.target
        return joined


def _links(
    pair: tuple[str, str], ways: Mapping[tuple[str, bool], int], chance: Mapping[tuple[str, str, str], float]
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


def _chance_pairs(
    relationship: RelationshipInfo, counts: Mapping[str, int]
) -> Iterator[tuple[tuple[str, str, str], float]]:
    """The pairs of labels that a type joins only as some of its nodes have one more label, and how odd each is.

    Contractors prune trees, and one contractor is an inspector, too: that inspectors prune trees is by chance, for an
    inspector has few of these relationships beside a contractor. A kind of a label has as many as the others.
    """

    def is_rare(one: str, all_: str, count: int) -> bool:
        each, usual = (max(1, counts.get(label, 1)) for label in (one, all_))
        return one != all_ and count / each <= _SELDOM * relationship.count / usual

    whole = relationship.whole
    for pair in relationship.endpoints if whole else ():
        others = (is_rare(pair.start, w.start, pair.count) or is_rare(pair.end, w.end, pair.count) for w in whole)
        if 0 < pair.count < relationship.count and all(others):
            yield (relationship.type, pair.start, pair.end), _BY_CHANCE + math.log(relationship.count / pair.count)
