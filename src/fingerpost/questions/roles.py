"""Roles: what the words that name nothing ask for."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple


class Role(StrEnum):
    """What a marker asks for."""

    COUNT = "count"
    AGGREGATE = "aggregate"
    GROUP = "group"
    SUPERLATIVE = "superlative"
    COMPARE = "compare"
    BETWEEN = "between"
    NEGATE = "negate"
    CHECK = "check"
    ASK = "ask"
    WHO = "who"
    WHERE = "where"
    ASK_PROPERTY = "ask property"
    SORT = "sort"
    TOP = "top"
    EITHER = "either"
    DISTINCT = "distinct"
    MISSING = "missing"
    NAMED = "named"
    TEXT = "text"
    EXISTING = "existing"
    BEYOND = "beyond"
    THAN = "than"
    SHARE = "share"
    DIFFERENCE = "difference"
    TIMES = "times"
    ALL = "all"
    BOTH = "both"
    ONLY = "only"
    PATH = "path"
    RESTATED = "restated"
    ALIKE = "alike"
    RATIO = "ratio"
    FARTHER = "farther"


ASKING = (Role.ASK, Role.WHO, Role.WHERE, Role.COUNT, Role.CHECK, Role.ASK_PROPERTY, Role.AGGREGATE)
"""Markers that what is asked for stands behind."""

COUNTED = ("most", "fewest")
"""Values of superlatives that choose by how many there are."""

MEASURES = (Role.COUNT, Role.AGGREGATE)
"""Markers that measure what stands behind."""

BINDING = (
    Role.NEGATE,
    Role.COMPARE,
    Role.BETWEEN,
    Role.BEYOND,
    Role.SUPERLATIVE,
    Role.MISSING,
    Role.TEXT,
    Role.GROUP,
    Role.TOP,
    Role.ONLY,
    Role.ALIKE,
    Role.FARTHER,
)
"""Markers that change what an answer is: a reading that passes over one answers another question."""


class Marker(NamedTuple):
    """A marker over tokens `start` to `end`; `value` is the function, operator, adjective or direction.

    `number` is how many are asked for: "the three longest", "top 5"; `rank` which of them: "the second longest".
    """

    role: Role
    start: int
    end: int
    value: str = ""
    number: int | None = None
    rank: int = 1


TIMES = "times"
"""The value of a count of how often something happened."""
VERSUS = "versus"
"""The value of an "or" between things that are to be compared."""
EXCEPT = "except"
"""The value of a denial that leaves some of what was named out: "books, excluding Gothic books"."""
LIKE = "contains"
"""The operator of "like", which says so before a quotation only."""
MOST = "mostly"
"""The value of a check of more than half: "do most members"."""
ALL = "all"
"""The value of a "both" that stands behind what it is of: "Emma and Dune at once"."""
LAST = "last"
"""The value of a relation that leads on to where it ends: "who does he report to in the end"."""
ANY = "any"
"""The value of a group that is only said to be one of its kind: "in a specific year"."""
NOUN = "noun"
"""The value of a count that stands behind what it counts: "the email count"."""

FIRST = "first"
"""The value of an order that a superlative tells, before its adjective: "from newest to oldest", "cheapest first"."""
HOW_MUCH = "how much"
"""The value of an asking for what was just said to be the most: "and how high is it"."""
SOME = "some"
"""The value of a number of things that are asked for without a "top": any of them."""
SHARED = "shared"
"""What a comparison is about that asks for something in common: "share a hobby with"."""
COMMONEST, RAREST = "commonest", "rarest"
"""The values of superlatives that ask of what there is most, or least."""
NAME = "name"
"""What is in order by what it is called: "alphabetically"."""

WITH_NONE = "with none"
"""The value of what says that those without any are asked for too: "zero included"."""
SERVED = "veteran"
"""What those are the most of who have been something the longest."""

NOR = "nor"
"""The value of an "or" that goes on denying."""


def is_number(marker: Marker) -> bool:
    """Whether a comparison has its number and waits for what there are so many of: "more than two"."""
    return marker.role is Role.COMPARE and marker.value.startswith("count ")


def is_comparison(marker: Marker) -> bool:
    """Whether a comparison waits for the number, date or time that follows it: "more than", "after", "between"."""
    return marker.role in (Role.COMPARE, Role.BETWEEN) and not is_number(marker)


def denies(marker: Marker) -> bool:
    """Whether a marker denies what follows it: "not", "without", "nor"."""
    return marker.role is Role.NEGATE or marker.value == NOR


def counts_other(roles: Iterable[Marker], start: int) -> bool:
    """Whether "each" stands right before a name, and "how many" farther off: "how many genres does each play have"."""
    found = tuple(roles)
    each = any(m.role is Role.GROUP and m.end == start for m in found)
    return each and any(m.role is Role.COUNT and start - m.end > _FOR_EACH for m in found)


_FOR_EACH = 2
"""Most words between a count and what it counts for "each": "count for each author"."""
