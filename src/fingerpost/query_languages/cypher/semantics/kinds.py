"""Kinds of values, as far as a query's text tells them."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from typing import NamedTuple, TypeAlias

from fingerpost.core.cells import Cell, Duration, Point
from fingerpost.core.schema import PropertyInfo

ANY = "a value"
NULL = "null"
BOOLEAN = "a boolean"
INTEGER = "an integer"
FLOAT = "a float"
NUMBER = "a number"
STRING = "a string"
MAP = "a map"
DATE = "a date"
DATETIME = "a datetime"
LOCAL_DATETIME = "a local datetime"
TIME = "a time"
LOCAL_TIME = "a local time"
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


class Element(str):
    """A node or a relationship of a graph whose schema is known.

    It has at least one of `labels` (of no label, any may stand here); `declared` are those of them that a pattern names
    for it, the others follow from the relationships that it has.
    """

    __slots__ = ("declared", "labels")
    declared: frozenset[str]
    labels: frozenset[str]

    def __new__(cls, kind: str, labels: frozenset[str], declared: frozenset[str] = frozenset()) -> Element:
        element = super().__new__(cls, kind)
        element.labels, element.declared = labels, declared
        return element


class Stored(str):
    """The kind of a property's values, with what the schema knows of it for each label or type that has it."""

    __slots__ = ("infos",)
    infos: tuple[PropertyInfo, ...]

    def __new__(cls, kind: str, infos: tuple[PropertyInfo, ...]) -> Stored:
        stored = super().__new__(cls, kind)
        stored.infos = infos
        return stored


Kind: TypeAlias = str | ListOf
"""ANY is a value of which nothing is known; every kind but NODE, RELATIONSHIP and PATH in a pattern may be null."""

LIST = ListOf(ANY)
NUMBERS = frozenset((INTEGER, FLOAT, NUMBER))
MOMENTS = frozenset((DATE, DATETIME, LOCAL_DATETIME, TIME, LOCAL_TIME, TEMPORAL))
ENTITIES = frozenset((NODE, RELATIONSHIP, PATH))
OPEN = frozenset((ANY, NULL))
"""Kinds that may stand for any other."""


def joined(kinds: Iterable[Kind]) -> Kind:
    """What a value is that is of one of these kinds."""
    found: Kind = NULL
    for kind in kinds:
        if kind is found or kind == NULL:
            continue
        if found == NULL:
            found = kind
        elif isinstance(found, str) and isinstance(kind, str) and kind == found:
            found = _both(found, kind)
        elif found in NUMBERS and kind in NUMBERS:
            found = NUMBER
        elif found in MOMENTS and kind in MOMENTS:
            found = TEMPORAL
        elif isinstance(found, ListOf) and isinstance(kind, ListOf):
            found = ListOf(joined((found.item, kind.item)))
        else:
            return ANY
    return found


def _both(one: str, other: str) -> str:
    """What is known of a value that is one or the other, both of one kind."""
    if isinstance(one, Element) and isinstance(other, Element):
        labels = one.labels | other.labels if one.labels and other.labels else frozenset[str]()
        declared = one.declared | other.declared if one.declared and other.declared else frozenset[str]()
        return Element(one, labels, declared)
    if isinstance(one, Stored) and isinstance(other, Stored):
        return Stored(one, (*one.infos, *other.infos))
    return other if isinstance(one, (Element, Stored)) else one


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
    if isinstance(value, dt.datetime):
        return LOCAL_DATETIME if value.tzinfo is None else DATETIME
    if isinstance(value, dt.time):
        return LOCAL_TIME if value.tzinfo is None else TIME
    return next((kind for of, kind in _KINDS if isinstance(value, of)), ANY)


_KINDS: tuple[tuple[type | tuple[type, ...], Kind], ...] = (
    (type(None), NULL),
    (bool, BOOLEAN),
    (int, INTEGER),
    (float, FLOAT),
    (str, STRING),
    (dt.date, DATE),
    (Duration, DURATION),
    (Point, POINT),
)
