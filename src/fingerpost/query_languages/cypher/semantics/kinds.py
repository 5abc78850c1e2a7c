"""Kinds of values, as far as a query's text tells them."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from typing import NamedTuple, TypeAlias

from fingerpost.core.cells import Cell, Duration, Point

ANY = "a value"
NULL = "null"
BOOLEAN = "a boolean"
INTEGER = "an integer"
FLOAT = "a float"
NUMBER = "a number"
STRING = "a string"
MAP = "a map"
TEMPORAL = "a date or time"
DURATION = "a duration"
POINT = "a point"
NODE = "a node"
RELATIONSHIP = "a relationship"
PATH = "a path"


class ListOf(NamedTuple):
    """A list whose items are of one kind."""

    item: Kind

    def __str__(self) -> str:
        return "a list"


Kind: TypeAlias = str | ListOf
"""ANY is a value of which nothing is known; every kind but NODE, RELATIONSHIP and PATH in a pattern may be null."""

LIST = ListOf(ANY)
NUMBERS = frozenset((INTEGER, FLOAT, NUMBER))
ENTITIES = frozenset((NODE, RELATIONSHIP, PATH))
OPEN = frozenset((ANY, NULL))
"""Kinds that may stand for any other."""


def joined(kinds: Iterable[Kind]) -> Kind:
    """What a value is that is of one of these kinds."""
    found: Kind = NULL
    for kind in kinds:
        if kind in (found, NULL):
            continue
        if found == NULL:
            found = kind
        elif found in NUMBERS and kind in NUMBERS:
            found = NUMBER
        elif isinstance(found, ListOf) and isinstance(kind, ListOf):
            found = ListOf(joined((found.item, kind.item)))
        else:
            return ANY
    return found


def list_of(kinds: Iterable[Kind]) -> ListOf:
    """A list of items of these kinds; an empty one may be a list of anything."""
    item = joined(kinds)
    return LIST if item == NULL else ListOf(item)


def item_of(kind: Kind) -> Kind:
    """What the items of a list are."""
    return kind.item if isinstance(kind, ListOf) else ANY


def kind_of(value: Cell) -> Kind:
    """The kind of a value that is given."""
    if isinstance(value, (list, tuple)):
        return list_of(kind_of(item) for item in value)
    if isinstance(value, Mapping):
        return MAP
    return next((kind for of, kind in _KINDS if isinstance(value, of)), ANY)


_KINDS: tuple[tuple[type | tuple[type, ...], Kind], ...] = (
    (type(None), NULL),
    (bool, BOOLEAN),
    (int, INTEGER),
    (float, FLOAT),
    (str, STRING),
    ((dt.date, dt.time), TEMPORAL),
    (Duration, DURATION),
    (Point, POINT),
)
