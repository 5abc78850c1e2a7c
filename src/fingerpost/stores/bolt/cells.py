"""Converts values of the driver to cells, and parameters for it.

A Bolt server has nanoseconds, Python microseconds: finer fractions are cut, as everywhere in fingerpost. A date outside
the years 1 to 9999 fails the query. A zone keeps its name if this machine gives it the same offset at that moment, else
its offset. The driver returns labels in no order; they are sorted.
"""

from __future__ import annotations

import datetime as dt
import zoneinfo
from collections.abc import Callable, Mapping
from typing import Any

from neo4j import graph, spatial, time

from fingerpost.core.cells import Cell, Duration, Node, Path, Point, Relationship
from fingerpost.core.names import ELEMENT_ID, ELEMENT_ORIGIN, OWN, said_name, stored_name
from fingerpost.stores.bolt.origins import Told

_BILLION = 10**9
_AS_THEY_ARE = frozenset((str, int, float, bool, type(None)))
_SPACES: dict[int, tuple[type[Any], int]] = {
    4326: (spatial.WGS84Point, 2),
    4979: (spatial.WGS84Point, 3),
    7203: (spatial.CartesianPoint, 2),
    9157: (spatial.CartesianPoint, 3),
}
"""The spaces of points that a server knows, with how many coordinates they have."""


class Decoder:
    """Cells of one result.

    Attributes:
        ids: the source's ids of nodes, by the server's.
        unknown: the server's ids of the ends of relationships. `items`: how many items lists and maps have.
        origins: where the elements that were decoded were read.
    """

    def __init__(self) -> None:
        self.origins: Told = {}
        self.ids: dict[str, str] = {}
        self.unknown: set[str] = set()
        self.items = 0

    def collect(self, value: Any) -> None:
        """Note the ends of the relationships in a value, and the nodes that tell their ids."""
        if isinstance(value, graph.Relationship):
            for end in (value.start_node, value.end_node):
                if end is not None:
                    self._collect_end(end)
        elif isinstance(value, graph.Node):
            self.ids[value.element_id] = _id(value)
        elif isinstance(value, graph.Path):
            self.ids.update((node.element_id, _id(node)) for node in value.nodes)
        elif isinstance(value, list):
            self.items += len(value)
            for item in value:
                self.collect(item)
        elif isinstance(value, dict):
            self.items += len(value)
            for item in value.values():
                self.collect(item)

    def _collect_end(self, end: graph.Node) -> None:
        if len(end) or end.labels:
            self.ids[end.element_id] = _id(end)
        else:
            self.unknown.add(end.element_id)

    @property
    def missing(self) -> list[str]:
        """The server's ids of nodes whose own ids nothing in the result tells."""
        return sorted(self.unknown - self.ids.keys())

    def cell(self, value: Any) -> Cell:
        """The cell that stands for a value.

        Raises:
            ValueError: Python cannot tell it.
        """
        kind = type(value)
        if kind in _AS_THEY_ARE:
            return value
        if kind is list:
            return tuple([self.cell(item) for item in value])
        if kind is dict:
            return {name: self.cell(item) for key, item in value.items() if (name := said_name(key, OWN)) is not None}
        known = _KNOWN.get(kind)
        if known is not None:
            return known(value)
        if isinstance(value, graph.Node):
            return self.node(value)
        if isinstance(value, graph.Relationship):
            return self._relationship(value)
        if isinstance(value, graph.Path):
            return Path(tuple(map(self.node, value.nodes)), tuple(map(self._relationship, value.relationships)))
        if isinstance(value, spatial.Point):
            return Point(value[0], value[1], value[2] if len(value) > 2 else None, value.srid or 0)
        if isinstance(value, (bytes, bytearray)):  # what Cypher takes for a list of numbers
            return tuple(value)
        raise ValueError(f"{kind.__name__} is no kind of value that an answer can hold")

    def node(self, value: graph.Node) -> Node:
        node = Node(_id(value), tuple(sorted(value.labels)), self._held(value))
        self.origins[Node, node.element_id] = _origin(value)
        return node

    def _relationship(self, value: graph.Relationship) -> Relationship:
        start, end = value.start_node, value.end_node
        assert start is not None
        assert end is not None
        start_id, end_id = (self.ids.get(node.element_id, node.element_id) for node in (start, end))
        relationship = Relationship(_id(value), value.type, start_id, end_id, self._held(value))
        self.origins[Relationship, relationship.element_id] = _origin(value)
        return relationship

    def _held(self, element: graph.Entity) -> dict[str, Cell]:
        return {name: self.cell(value) for key, value in element.items() if (name := said_name(key, OWN)) is not None}


def _id(element: graph.Entity) -> str:
    """The id that the source gave, which loading keeps; else the server's own."""
    own = element.get(ELEMENT_ID)
    return own if isinstance(own, str) else element.element_id


def _origin(element: graph.Entity) -> int | None:
    packed = element.get(ELEMENT_ORIGIN)
    return packed if isinstance(packed, int) else None


def _offset(value: Any) -> dt.tzinfo | None:
    offset: dt.timedelta | None = value.utc_offset()
    return None if offset is None else dt.timezone(offset)


def _zone(value: time.DateTime) -> dt.tzinfo | None:
    """The zone that has a name, if this machine knows it."""
    name = getattr(value.tzinfo, "zone", None) or getattr(value.tzinfo, "key", None)
    if name is None or name == "UTC":
        return None
    try:
        zone = zoneinfo.ZoneInfo(name)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
        return None
    return zone


def _datetime(value: time.DateTime) -> dt.datetime:
    hour, minute, second, nanosecond = value.hour_minute_second_nanosecond
    moment = dt.datetime(*value.year_month_day, hour, minute, second, nanosecond // 1000)  # noqa: DTZ001 - zone follows
    plain, zone = _offset(value), _zone(value)
    for fold in (0, 1) if zone is not None else ():  # the second where an hour comes twice
        named = moment.replace(tzinfo=zone, fold=fold)
        if plain is not None and named.utcoffset() == plain.utcoffset(None):
            return named
    return moment.replace(tzinfo=plain)


def _time(value: time.Time) -> dt.time:
    hour, minute, second, nanosecond = value.hour_minute_second_nanosecond
    return dt.time(hour, minute, second, nanosecond // 1000, _offset(value))


def _duration(value: time.Duration) -> Duration:
    seconds, nanoseconds = divmod(value.seconds * _BILLION + value.nanoseconds, _BILLION)
    return Duration(value.months, value.days, seconds, nanoseconds)


_KNOWN: dict[type, Callable[[Any], Cell]] = {
    time.Date: time.Date.to_native,
    time.DateTime: _datetime,
    time.Time: _time,
    time.Duration: _duration,
}


class _Fixed(dt.tzinfo):
    """An offset, perhaps of a named zone, that the driver may ask for with its own kinds of dates and times.

    Python's own refuse them; `ZoneInfo` ends the process on some (a segmentation fault on CPython 3.11).
    """

    def __init__(self, offset: dt.timedelta, zone: str | None = None) -> None:
        self._offset = offset
        self.zone = zone

    def utcoffset(self, _moment: Any) -> dt.timedelta:
        return self._offset

    def dst(self, _moment: Any) -> None:
        return None

    def tzname(self, _moment: Any) -> None:
        return None


def parameter(cell: Cell) -> Any:
    """What the driver is given for a cell.

    Raises:
        ValueError: the server has no such value; the message says why.
    """
    if type(cell) in _AS_THEY_ARE or isinstance(cell, (str, int, float)):
        return cell
    if isinstance(cell, (list, tuple)):
        return [parameter(item) for item in cell]
    if isinstance(cell, Mapping):
        return {stored_name(key, OWN): parameter(value) for key, value in cell.items()}
    if isinstance(cell, Duration):
        return time.Duration(months=cell.months, days=cell.days, seconds=cell.seconds, nanoseconds=cell.nanoseconds)
    if isinstance(cell, Point):
        return point(cell)
    if isinstance(cell, dt.time) and cell.tzinfo is not None:
        offset = cell.utcoffset()
        if offset is None:
            raise ValueError("a time in a zone whose offset changes with the day")
        return time.Time(cell.hour, cell.minute, cell.second, cell.microsecond * 1000, _Fixed(offset))
    if isinstance(cell, dt.datetime) and (offset := cell.utcoffset()) is not None:
        return cell.replace(tzinfo=_Fixed(offset, getattr(cell.tzinfo, "key", None)))
    return cell


def point(cell: Point) -> Any:
    """The driver's point.

    Raises:
        ValueError: its space is none that a server knows, or has another number of coordinates.
    """
    kind, count = _SPACES.get(cell.srid, (None, 0))
    coordinates = (cell.x, cell.y) if cell.z is None else (cell.x, cell.y, cell.z)
    if kind is None or len(coordinates) != count:
        raise ValueError(f"a point of {len(coordinates)} coordinates in the space {cell.srid}")
    return kind(coordinates)
