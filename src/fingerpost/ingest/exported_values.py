"""Durations and points as databases write them into JSON, where neither has a form of its own.

Neo4j's Python driver, APOC, Neo4j's HTTP interface and GeoJSON each have their own objects for them. One that says
more than a duration or a point, or whose values do not fit, is not one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fingerpost.core.cells import Duration, Point
from fingerpost.core.isoformat import parse_duration
from fingerpost.ingest.typed_text import CRS, SPATIAL

_NAMED = ("crs", "srid")
_PLACES = (("longitude", "latitude", "height"), ("x", "y", "z"))
_PAIR, _TRIPLE = 2, 3
_PARTS = (3, 4)
_MOST = 2**63
"""What a part of a duration must stay below."""


def exported(value: Mapping[str, Any]) -> Duration | Point | None:
    """The duration or point that an object of JSON stands for, None where it is an object of its own."""
    if value.keys() == {"duration"}:
        return _duration(value["duration"])
    if value.keys() == {"type", "coordinates"}:
        return _point(value["coordinates"], "wgs-84") if value["type"] == "Point" else None
    system = next((value[key] for key in _NAMED if key in value), None)
    if system is None:
        return None
    given = value.keys() - set(_NAMED)
    if given == {"coords"} or given == {"coordinates"}:
        return _point(value[given.pop()], system)
    for first, second, third in _PLACES:
        if {first, second} <= given <= {first, second, third}:
            places = (value[first], value[second], value.get(third))
            return _point([place for place in places if place is not None], system)
    return None


def _duration(value: Any) -> Duration | None:
    """A duration told as text, or as its months, days, seconds and perhaps nanoseconds."""
    if isinstance(value, list):
        whole = len(value) in _PARTS and all(type(part) is int and abs(part) < _MOST for part in value)
        return Duration(*value) if whole else None
    try:
        return parse_duration(value) if isinstance(value, str) else None
    except ValueError:
        return None


def _point(places: Any, system: Any) -> Point | None:
    """A point of two or three numbers in a system told by its name or its number."""
    if not isinstance(places, list) or any(type(place) not in (int, float) for place in places):
        return None
    found = CRS.get(system.lower()) if isinstance(system, str) else system
    if type(found) is not int or found not in CRS.values() or len(places) not in (_PAIR, _TRIPLE):
        return None
    if len(places) == _TRIPLE:
        found = SPATIAL.get(found, found)
    x, y, *z = map(float, places)
    return Point(x, y, z[0] if z else None, found)
