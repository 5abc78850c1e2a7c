"""What Ladybug is given instead of what it cannot take as it is: parameters by type, and properties that nothing has.

The engine takes a whole number for the smallest type that holds it, maps of a list for maps of one kind (keys that the
first lacks are lost), and drops the zone of a time. So numbers are cast, maps are written out around their values, and
what it has no type for is refused. In our own printing no text stands in quotes, so a `$` begins a parameter.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Mapping, Sequence
from typing import Any

from fingerpost.core.cells import Cell, Duration, Point
from fingerpost.core.errors import UnsupportedConstruct
from fingerpost.core.names import OWN, quoted, stored_name

_PARAMETER = re.compile(r"`(?:[^`]|``)+`|\b(LIMIT|SKIP) \$([A-Za-z_]\w*)|\$([A-Za-z_]\w*)", re.ASCII)
_TYPES: tuple[tuple[type, str], ...] = (
    (bool, "BOOL"),
    (int, "INT64"),
    (float, "DOUBLE"),
    (str, "STRING"),
    (dt.datetime, "TIMESTAMP"),
    (dt.date, "DATE"),
)
"""Types that the engine has one like, a subclass before its base."""


def bound_query(text: str, parameters: Mapping[str, Cell]) -> tuple[str, dict[str, Any]]:
    """A printed query and its parameters as the engine takes them.

    Raises:
        UnsupportedConstruct: a parameter has a value that no type of the engine holds.
    """
    bound = _Bound(parameters)
    return _PARAMETER.sub(bound.place, text), bound.plain


class _Bound:
    """The value for each parameter, bound where it is first met."""

    def __init__(self, parameters: Mapping[str, Cell]) -> None:
        self._given = parameters
        self._written: dict[str, str] = {}
        self.plain: dict[str, Any] = {}

    def place(self, found: re.Match[str]) -> str:
        """What stands at a place of the text."""
        word, count, name = found.groups()
        if word is not None:
            self.plain[count] = self._given.get(count)
            return found[0]
        if name is None or name not in self._given:
            return found[0]
        if name not in self._written:
            self._written[name] = self.expression(self._given[name], name)
        return self._written[name]

    def expression(self, cell: Cell, name: str) -> str:
        """How a value is written that is bound under a name."""
        if cell is None:
            return "null"
        if isinstance(cell, Mapping):
            return self._map(cell, name)
        if isinstance(cell, (list, tuple)):
            return self._list(cell, name)
        if isinstance(cell, Duration):
            self.plain[name] = interval(cell) // dt.timedelta(microseconds=1)
            return f"to_microseconds(CAST(${name} AS INT64))"
        if isinstance(cell, dt.datetime) and cell.tzinfo is not None:
            return self._bind(name, zoned_text(cell), "TIMESTAMP_TZ")
        return self._bind(name, cell, engine_type(cell))

    def _bind(self, name: str, value: Any, type_: str) -> str:
        self.plain[name] = value
        return f"${name}" if type_ in ("STRING", "BOOL", "DOUBLE") else f"CAST(${name} AS {type_})"

    def _map(self, cell: Mapping[str, Cell], name: str) -> str:
        if not cell:
            return "map([], [])"
        entries = enumerate(cell.items())
        items = (f"{quoted(stored_name(key, OWN))}: {self.expression(v, f'{name}_{n}')}" for n, (key, v) in entries)
        return "{" + ", ".join(items) + "}"

    def _list(self, cell: Sequence[Cell], name: str) -> str:
        present = [item for item in cell if item is not None]
        types = {_type(item) for item in present}
        if types == {"INT64", "DOUBLE"}:  # numbers that are equal where one is a float
            return self._list([None if item is None else float(item) for item in cell], name)
        if len(types) > 1:
            raise UnsupportedConstruct("the ladybug dialect has no lists of several types")
        type_ = types.pop() if types else None
        if type_ in _PLAIN:
            self.plain[name] = list(cell)
            return f"CAST(${name} AS {type_}[])"
        if not cell:
            return "[]"
        return "[" + ", ".join(self.expression(item, f"{name}_{n}") for n, item in enumerate(cell)) + "]"


_PLAIN = frozenset(("INT64", "DOUBLE", "STRING", "BOOL", "DATE", "TIMESTAMP"))


def _type(cell: Cell) -> str:
    """What kind of item a list has; two maps are of one kind where they have the same keys."""
    if isinstance(cell, Mapping):
        return "MAP " + repr(sorted(cell))
    if isinstance(cell, (list, tuple)):
        return "LIST"
    if isinstance(cell, Duration):
        return "INTERVAL"
    if isinstance(cell, dt.datetime) and cell.tzinfo is not None:
        return "TIMESTAMP_TZ"
    return engine_type(cell)


def engine_type(cell: Cell) -> str:
    """The engine's type for a single value that it holds as it is.

    Raises:
        UnsupportedConstruct: it has none.
    """
    for kind, name in _TYPES:
        if isinstance(cell, kind):
            return name
    said = "a point" if isinstance(cell, Point) else f"a value of type {type(cell).__name__}"
    raise UnsupportedConstruct(f"the ladybug dialect has no type for {said}")


def zoned_text(cell: dt.datetime) -> str:
    """A time with a zone, which the engine keeps as an instant: only one in UTC comes back as it was.

    Raises:
        UnsupportedConstruct: it is in another zone.
    """
    if cell.utcoffset() != dt.timedelta() or cell.tzname() != "UTC":
        raise UnsupportedConstruct("the ladybug dialect has no times in zones other than UTC")
    return cell.isoformat(sep=" ")


def interval(cell: Duration) -> dt.timedelta:
    """A duration, which the engine answers as one span of microseconds.

    Raises:
        UnsupportedConstruct: it has months, nanoseconds, a day of seconds, or parts of opposite signs.
    """
    kept = not cell.months and not cell.nanoseconds % 1000 and abs(cell.seconds) < 86_400 and abs(cell.days) < 10**8
    if not kept or cell.days * (cell.seconds * 10**9 + cell.nanoseconds) < 0:
        raise UnsupportedConstruct("the ladybug dialect has no durations of months or of mixed parts")
    return dt.timedelta(days=cell.days, seconds=cell.seconds, microseconds=cell.nanoseconds // 1000)


def literal(name: str) -> str:
    """The name of a table or file where the engine takes neither a quoted name nor a parameter."""
    return "'" + name.replace("\\", "\\\\").replace("'", "\\'") + "'"


def without_property(query: str, variable: str, name: str) -> str:
    """The query with null instead of a property that the engine says no table of a variable has."""
    said = "`" + name.replace("`", "``") + "`"
    plain = r"(?:" + re.escape(said) + "|" + re.escape(name) + r"(?!\w))"
    owner = r"(?:`" + re.escape(variable.replace("`", "``")) + r"`|(?<![\w`.$])" + re.escape(variable) + ")"
    return untyped(re.sub(owner + r"\." + plain, "null", query))


def untyped(query: str) -> str:
    """The query with a type for each null that is aggregated, which the engine must know."""
    return _AGGREGATED_NULL.sub(r"\1CAST(null AS STRING))", query)


_AGGREGATED_NULL = re.compile(r"\b((?:count|collect|min|max)\((?:DISTINCT )?)null\)")
