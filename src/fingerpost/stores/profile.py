"""From the distinct values of properties to a schema: types, counts, and what text means."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from fingerpost.core.cells import Cell, Duration, Point
from fingerpost.core.schema import (
    Endpoints,
    GraphSchema,
    LabelInfo,
    PropertyInfo,
    RelationshipInfo,
    TextKind,
    ValueType,
)


@dataclass
class RelationshipOutline:
    """A relationship type: how many, between which labels, with which properties."""

    count: int
    endpoints: dict[tuple[str, str], int]
    properties: tuple[str, ...] = ()


@dataclass
class Outline:
    """The shape of a graph before its values are looked at."""

    labels: dict[str, int]
    properties: dict[str, tuple[str, ...]]
    relationships: dict[str, RelationshipOutline]
    node_count: int
    relationship_count: int
    present: dict[tuple[str, str], int] = field(default_factory=dict)
    identity: str = ""
    """What tells this graph from another of the same shape, where the store has such a thing."""


class Values(Protocol):
    """`Store.values`."""

    def __call__(self, owner: str, name: str, *, of_relationship: bool = False) -> Iterator[Cell]: ...


Watch = Callable[[str, str, bool, list[Cell]], None]
"""Told (owner, property, of a relationship, distinct values) while the schema is built."""


def build_schema(outline: Outline, values: Values, watch: Watch | None = None) -> GraphSchema:
    """The schema of a graph, from its outline and one pass over the distinct values of every property."""

    def describe(owner: str, names: Iterable[str], count: int, *, of_relationship: bool) -> tuple[PropertyInfo, ...]:
        described = []
        for name in names:
            distinct = list(values(owner, name, of_relationship=of_relationship))
            if watch is not None:
                watch(owner, name, of_relationship, distinct)
            present = outline.present.get((owner, name), count)
            described.append(profile(name, distinct, present))
        return tuple(described)

    labels = tuple(
        LabelInfo(
            name=label,
            count=count,
            properties=describe(label, outline.properties[label], count, of_relationship=False),
        )
        for label, count in sorted(outline.labels.items())
    )
    relationships = tuple(
        RelationshipInfo(
            type=type_,
            count=info.count,
            endpoints=_pairs(info.endpoints),
            properties=describe(type_, info.properties, info.count, of_relationship=True),
        )
        for type_, info in sorted(outline.relationships.items())
    )
    return GraphSchema(
        labels=labels,
        relationships=relationships,
        node_count=outline.node_count,
        relationship_count=outline.relationship_count,
    )


def _pairs(endpoints: Mapping[tuple[str, str], int]) -> tuple[Endpoints, ...]:
    ordered = sorted(endpoints.items(), key=lambda item: (-item[1], item[0]))
    return tuple(Endpoints(start=start, end=end, count=count) for (start, end), count in ordered)


_TYPES: tuple[tuple[type, ValueType], ...] = (
    (bool, ValueType.BOOLEAN),
    (str, ValueType.STRING),
    (int, ValueType.INTEGER),
    (float, ValueType.FLOAT),
    (dt.datetime, ValueType.DATETIME),
    (dt.date, ValueType.DATE),
    (dt.time, ValueType.TIME),
    (Duration, ValueType.DURATION),
    (Point, ValueType.POINT),
    (tuple, ValueType.LIST),
    (Mapping, ValueType.MAP),
)


_LOCAL = {ValueType.DATETIME: ValueType.LOCAL_DATETIME, ValueType.TIME: ValueType.LOCAL_TIME}


def _type(value: Cell) -> ValueType:
    for kind, named in _TYPES:
        if isinstance(value, kind):
            local = isinstance(value, (dt.datetime, dt.time)) and value.tzinfo is None
            return _LOCAL.get(named, named) if local else named
    return ValueType.MIXED


def profile(name: str, distinct: list[Cell], present: int) -> PropertyInfo:
    """What is known of a property from its distinct values."""
    types = {_type(value) for value in distinct}
    if types == {ValueType.INTEGER, ValueType.FLOAT}:
        types = {ValueType.FLOAT}
    of_type = next(iter(types)) if len(types) == 1 else ValueType.MIXED
    kind = text_kind(distinct) if of_type is ValueType.STRING else None
    samples = tuple(str(value)[:80] for value in sorted(distinct[:2000], key=str)[:3])
    return PropertyInfo(
        name=name,
        type=of_type,
        present=present,
        distinct=len(distinct),
        text_kind=kind,
        samples=samples,
    )


_NUMBER = re.compile(r"[+-]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:[eE][+-]?\d+)?")
_ISO = re.compile(r"\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}.*)?")
_SLASHED = re.compile(r"(\d{1,2})([/.-])(\d{1,2})\2\d{4}")
_CLOCK = re.compile(r"\d{2}:\d{2}(?::\d{2})?")
_UNKNOWN = frozenset(("", "unknown", "n/a", "na", "none", "null", "-", "indefinite", "?"))
_LEADING_ZERO = re.compile(r"[+-]?0\d")
_MEANINGFUL = 0.8
"""The share of values that must have a meaning; the others must say that they are unknown."""


def text_kind(values: list[Cell]) -> TextKind | None:
    """What text means where it all means the same: numbers, dates in one order, clock times. Else None.

    Words for "not known" are let by. Identifiers are no numbers: digits with leading zeros stay text.
    """
    known = [value.strip() for value in values if value.strip().lower() not in _UNKNOWN]
    if not known or len(known) < _MEANINGFUL * len(values):
        return None
    if all(_NUMBER.fullmatch(value) for value in known):
        return None if any(_LEADING_ZERO.match(value) for value in known) else TextKind.NUMERIC
    if all(_ISO.fullmatch(value) for value in known):
        return TextKind.ISO_DATE
    if all(_CLOCK.fullmatch(value) for value in known):
        return TextKind.CLOCK_TIME
    dates = [_SLASHED.fullmatch(value) for value in known]
    if all(dates):
        return _date_order([(int(found[1]), int(found[3])) for found in dates if found])
    return None


def _date_order(pairs: list[tuple[int, int]]) -> TextKind | None:
    """Which of two numbers is the day: the one that goes above 12. Day first where nothing tells, as most write it."""
    first, second = max(pair[0] for pair in pairs), max(pair[1] for pair in pairs)
    if first <= 31 and second <= 12:
        return TextKind.DAY_FIRST_DATE
    if first <= 12 and second <= 31:
        return TextKind.MONTH_FIRST_DATE
    return None
