"""The values that a cell of an answer can hold, and their JSON form.

A cell is a scalar, a temporal value, a `Duration`, a `Point`, a graph element, a list or a mapping. The JSON form is
lossless: a type that JSON lacks is an object with one `$` key (`{"$date": "2017-08-11"}`); a mapping that itself
has such a key is wrapped in `{"$map": ...}`.
"""

from __future__ import annotations

import datetime as dt
import math
import zoneinfo
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, TypeAlias

_NANOSECONDS = 10**9


@dataclass(frozen=True, slots=True)
class Duration:
    """A duration as in openCypher: months, days and seconds are not converted into each other.

    Its text is the ISO 8601 form, exact to the nanosecond: `P1Y2M3DT4.5S`, `P-3DT-0.000000001S`, `PT0S`.
    """

    months: int = 0
    days: int = 0
    seconds: int = 0
    nanoseconds: int = 0

    def __str__(self) -> str:
        years, months = divmod(abs(self.months), 12)
        sign = "-" if self.months < 0 else ""
        date = (f"{sign}{years}Y" if years else "") + (f"{sign}{months}M" if months else "")
        date += f"{self.days}D" if self.days else ""
        nanoseconds = self.seconds * _NANOSECONDS + self.nanoseconds
        if not nanoseconds:
            return f"P{date}" if date else "PT0S"
        whole, rest = divmod(abs(nanoseconds), _NANOSECONDS)
        fraction = f".{rest:09}".rstrip("0") if rest else ""
        return f"P{date}T{'-' if nanoseconds < 0 else ''}{whole}{fraction}S"


@dataclass(frozen=True, slots=True)
class Point:
    """A point: longitude/x, latitude/y, perhaps height/z, and the spatial reference identifier (4326 is WGS-84)."""

    x: float
    y: float
    z: float | None = None
    srid: int = 7203

    @property
    def geographic(self) -> bool:
        return self.srid in (4326, 4979)


@dataclass(frozen=True, slots=True)
class Node:
    """A node of the graph: its stable id in the source, its labels and its properties."""

    element_id: str
    labels: tuple[str, ...] = ()
    properties: Mapping[str, Any] = field(default_factory=dict, hash=False, compare=False)


@dataclass(frozen=True, slots=True)
class Relationship:
    """A relationship of the graph; `start` and `end` are the element ids of its nodes."""

    element_id: str
    type: str
    start: str
    end: str
    properties: Mapping[str, Any] = field(default_factory=dict, hash=False, compare=False)


@dataclass(frozen=True, slots=True)
class Path:
    """A path: n + 1 nodes joined by n relationships."""

    nodes: tuple[Node, ...]
    relationships: tuple[Relationship, ...]


Cell: TypeAlias = Any
"""None, bool, int, float, str, date, time, datetime, Duration, Point, Node, Relationship, Path, tuple or mapping."""


def encode(cell: Cell) -> Any:
    """The JSON form of a cell.

    Raises:
        TypeError: a cell cannot hold a value of this type.
    """
    if cell is None or isinstance(cell, (bool, str, int)):
        return cell
    if isinstance(cell, float):
        return cell if math.isfinite(cell) else {"$float": repr(cell)}
    if isinstance(cell, (list, tuple)):
        return [encode(item) for item in cell]
    if isinstance(cell, Mapping):
        plain = {str(key): encode(value) for key, value in cell.items()}
        return {"$map": plain} if any(key.startswith("$") for key in plain) else plain
    for kind, tag, pack in _ENCODERS:
        if isinstance(cell, kind):
            return {tag: pack(cell)}
    msg = f"{type(cell).__name__} cannot be part of an answer"
    raise TypeError(msg)


def decode(data: Any) -> Cell:
    """The cell that `encode` wrote; lists become tuples.

    Raises:
        ValueError: the value of a known `$` key is malformed.
    """
    if isinstance(data, list):
        return tuple(decode(item) for item in data)
    if isinstance(data, dict):
        if len(data) == 1:
            tag, value = next(iter(data.items()))
            if tag in _DECODERS:
                return _untagged(tag, value)
        return {key: decode(value) for key, value in data.items()}
    return data


def _untagged(tag: str, value: Any) -> Cell:
    try:
        return _DECODERS[tag](value)
    except _Malformed:
        raise
    except (TypeError, ValueError, KeyError, IndexError, AttributeError):
        shown = repr(value)
        shown = shown if len(shown) <= 60 else shown[:60] + "..."
        raise _Malformed(f"{shown} is not a valid {tag}") from None


class _Malformed(ValueError):
    """The innermost malformed part of a nested value."""


def fixed(cell: Cell) -> Cell:
    """An immutable copy: lists become tuples, mappings become read-only copies."""
    if isinstance(cell, (list, tuple)):
        return tuple(fixed(item) for item in cell)
    if isinstance(cell, Mapping):
        return MappingProxyType({key: fixed(value) for key, value in cell.items()})
    return cell


def freeze(cell: Cell) -> Cell:
    """A hashable key for a cell: keys are equal exactly if the cells are; 1 and 1.0 are equal."""
    if isinstance(cell, (list, tuple)):
        return ("list", *(freeze(item) for item in cell))
    if isinstance(cell, Mapping):
        return ("map", frozenset((key, freeze(value)) for key, value in cell.items()))
    if isinstance(cell, bool):
        return ("bool", cell)
    if isinstance(cell, float) and math.isnan(cell):
        return ("nan",)
    return cell


def _element(cell: Node | Relationship) -> dict[str, Any]:
    if isinstance(cell, Node):
        return {"id": cell.element_id, "labels": list(cell.labels), "properties": encode(dict(cell.properties))}
    return {
        "id": cell.element_id,
        "type": cell.type,
        "start": cell.start,
        "end": cell.end,
        "properties": encode(dict(cell.properties)),
    }


def _node(data: dict[str, Any]) -> Node:
    return Node(_text(data["id"]), tuple(_list(data["labels"], _text)), _properties(data["properties"]))


def _relationship(data: dict[str, Any]) -> Relationship:
    id_, type_, start, end = (_text(data[key]) for key in ("id", "type", "start", "end"))
    return Relationship(id_, type_, start, end, _properties(data["properties"]))


def _path(data: list[Any]) -> Path:
    nodes, relationships = data
    return Path(tuple(_list(nodes, _node)), tuple(_list(relationships, _relationship)))


def _point(data: list[Any]) -> Point:
    x, y, z, srid = data
    return Point(_number(x), _number(y), None if z is None else _number(z), _integer(srid))


def _zoned_text(moment: dt.datetime) -> str:
    """The ISO form with the offset and, if the zone has a name other than UTC, the name in brackets."""
    zone = getattr(moment.tzinfo, "key", None)
    return moment.isoformat() if zone in (None, "UTC") else f"{moment.isoformat()}[{zone}]"


def _zoned(data: Any) -> dt.datetime:
    """Parse the output of `_zoned_text`, without the zone if this machine does not know it or its offset differs."""
    text, _, zone = _text(data).removesuffix("]").partition("[")
    moment = dt.datetime.fromisoformat(text)
    if not zone:
        return moment
    try:
        named = moment.astimezone(zoneinfo.ZoneInfo(zone))
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
        return moment
    return named if named.utcoffset() == moment.utcoffset() else moment


def _duration(data: Any) -> Duration:
    months, days, seconds, nanoseconds = _list(data, _integer)
    return Duration(months, days, seconds, nanoseconds)


def _properties(data: Any) -> Mapping[str, Cell]:
    properties = decode(data)
    if not isinstance(properties, Mapping):
        raise TypeError
    return properties


def _list(data: Any, item: Callable[[Any], Any]) -> list[Any]:
    if not isinstance(data, list):
        raise TypeError
    return [item(each) for each in data]


def _text(data: Any) -> str:
    if not isinstance(data, str):
        raise TypeError
    return data


def _integer(data: Any) -> int:
    if type(data) is not int:
        raise TypeError
    return data


def _number(data: Any) -> float:
    number = decode(data)  # a coordinate that is not finite is tagged
    if isinstance(number, bool) or not isinstance(number, (int, float)):
        raise TypeError
    return number


# datetime is a subclass of date, so it stands before it.
_ENCODERS: tuple[tuple[type, str, Callable[[Any], Any]], ...] = (
    (dt.datetime, "$datetime", _zoned_text),
    (dt.date, "$date", dt.date.isoformat),
    (dt.time, "$time", dt.time.isoformat),
    (Duration, "$duration", lambda d: [d.months, d.days, d.seconds, d.nanoseconds]),
    (Point, "$point", lambda p: [encode(p.x), encode(p.y), encode(p.z), p.srid]),
    (Node, "$node", _element),
    (Relationship, "$relationship", _element),
    (Path, "$path", lambda p: [[_element(n) for n in p.nodes], [_element(r) for r in p.relationships]]),
)

_DECODERS: dict[str, Callable[[Any], Any]] = {
    "$float": lambda text: float(_text(text)),
    "$datetime": _zoned,
    "$date": dt.date.fromisoformat,
    "$time": dt.time.fromisoformat,
    "$duration": _duration,
    "$point": _point,
    "$node": _node,
    "$relationship": _relationship,
    "$path": _path,
    "$map": lambda m: {key: decode(value) for key, value in m.items()},
}
