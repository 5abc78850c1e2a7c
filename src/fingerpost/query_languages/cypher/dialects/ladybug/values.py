"""Values of parameters that the engine has a type for."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping

from fingerpost.core.cells import Cell, Duration, Point
from fingerpost.core.errors import UnsupportedConstruct
from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.walk import walk

_DAY = 86_400


def require_values(query: ast.Query, given: Mapping[str, Cell]) -> None:
    """Return if the engine holds every parameter of a query as it is.

    Raises:
        UnsupportedConstruct: it has no type for one.
    """
    for name in {node.name for node in walk(query) if isinstance(node, ast.Parameter)}:
        for said in _wrong(given.get(name)):
            raise UnsupportedConstruct(f"{said} cannot be expressed in the ladybug dialect")


def _wrong(value: Cell) -> Iterator[str]:
    if isinstance(value, Mapping):
        for item in value.values():
            yield from _wrong(item)
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from _wrong(item)
        if len({_kind(item) for item in value if item is not None}) > 1:
            yield "a list of values of several types"
    elif isinstance(value, dt.time):
        yield "a time or localtime"
    elif isinstance(value, Point):
        yield "a point"
    elif isinstance(value, dt.datetime) and value.tzinfo is not None and value.tzname() != "UTC":
        yield "a datetime in another zone than UTC"
    elif isinstance(value, Duration) and not _is_span(value):
        yield "a duration of months, or of parts that are no span of microseconds"


def _is_span(value: Duration) -> bool:
    one_way = value.days * (value.seconds * 10**9 + value.nanoseconds) >= 0
    return not value.months and not value.nanoseconds % 1000 and abs(value.seconds) < _DAY and one_way


def _kind(value: Cell) -> str:
    if isinstance(value, Mapping):
        return repr(sorted(value))
    if isinstance(value, (list, tuple)):
        return "list"
    number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return "number" if number else type(value).__name__
