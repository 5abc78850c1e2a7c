"""What a cell of an answer can hold, and its JSON form.

A cell is a scalar, a temporal value, a `Duration`, a `Point`, a graph element, a list or a mapping. The JSON form is
lossless: what JSON lacks is written as an object with one `$` key (`{"$date": "2017-08-11"}`); a mapping that itself
has such a key is wrapped in `{"$map": ...}`.
"""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias


@dataclass(frozen=True, slots=True)
class Duration:
    """A duration as openCypher has it: months, days and seconds do not convert into each other."""

    months: int = 0
    days: int = 0
    seconds: int = 0
    nanoseconds: int = 0

    def __str__(self) -> str:
        years, months = divmod(abs(self.months), 12)
        sign = "-" if self.months < 0 else ""
        date = (f"{sign}{years}Y" if years else "") + (f"{sign}{months}M" if months else "")
        date += f"{self.days}D" if self.days else ""
        seconds: float = self.seconds + self.nanoseconds / 1e9
        if not seconds:
            return f"P{date}" if date else "PT0S"
        return f"P{date}T{seconds:.9f}".rstrip("0").rstrip(".") + "S"


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
        TypeError: the value is none of the kinds that a cell can hold.
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
    msg = f"{type(cell).__name__} cannot stand in an answer"
    raise TypeError(msg)


def decode(data: Any) -> Cell:
    """The cell that `encode` wrote."""
    if isinstance(data, list):
        return tuple(decode(item) for item in data)
    if isinstance(data, dict):
        if len(data) == 1:
            tag, value = next(iter(data.items()))
            if tag in _DECODERS:
                return _DECODERS[tag](value)
        return {key: decode(value) for key, value in data.items()}
    return data


def freeze(cell: Cell) -> Cell:
    """A hashable stand-in for a cell: equal cells, and only they, give equal stand-ins; 1 and 1.0 are equal."""
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
    return Node(data["id"], tuple(data["labels"]), decode(data["properties"]))


def _relationship(data: dict[str, Any]) -> Relationship:
    return Relationship(data["id"], data["type"], data["start"], data["end"], decode(data["properties"]))


# datetime is a subclass of date, so it stands before it.
_ENCODERS: tuple[tuple[type, str, Any], ...] = (
    (dt.datetime, "$datetime", dt.datetime.isoformat),
    (dt.date, "$date", dt.date.isoformat),
    (dt.time, "$time", dt.time.isoformat),
    (Duration, "$duration", lambda d: [d.months, d.days, d.seconds, d.nanoseconds]),
    (Point, "$point", lambda p: [p.x, p.y, p.z, p.srid]),
    (Node, "$node", _element),
    (Relationship, "$relationship", _element),
    (Path, "$path", lambda p: [[_element(n) for n in p.nodes], [_element(r) for r in p.relationships]]),
)

_DECODERS: dict[str, Any] = {
    "$float": float,
    "$datetime": dt.datetime.fromisoformat,
    "$date": dt.date.fromisoformat,
    "$time": dt.time.fromisoformat,
    "$duration": lambda d: Duration(*d),
    "$point": lambda p: Point(*p),
    "$node": _node,
    "$relationship": _relationship,
    "$path": lambda p: Path(tuple(map(_node, p[0])), tuple(map(_relationship, p[1]))),
    "$map": lambda m: {key: decode(value) for key, value in m.items()},
}
