"""Which rooms are next to, above, in and around each other, by their shapes. Only what the model does not state is
added.

Rooms are adjacent if their sides face each other across at most a thick wall; a room is above another if it lies over
it with at most a thick floor between. Rooms and elements are treated as prisms over their plans, so whatever stands
under a slope counts as being in the room below it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

from fingerpost.core.cells import Cell
from fingerpost.domains.buildings.loader.graph import BuildingGraph
from fingerpost.domains.buildings.loader.shapes import Shape

ACROSS: Final = 0.6
"""Metres: the thickest wall between rooms that are next to each other."""
OVER: Final = 1.2
"""Metres: the thickest floor between rooms that are above each other."""
_FACING: Final = 0.5
"""Metres along which the sides of neighbours must face each other."""
_SAMPLE: Final = 0.1
_UPRIGHT: Final = 0.3
"""The greatest cosine between a side and the way across."""
_SHARED: Final = 0.5
"""Square metres that a room must lie over another, and metres of height that neighbours must have in common."""
_TOUCHING: Final = 0.06
_COMPUTED: Final[dict[str, Cell]] = {"computed": True}
_BOUNDING: Final = frozenset({"Wall", "CurtainWall", "Column"})
_FLAT: Final = frozenset({"Slab", "Covering", "Roof"})
_OPENINGS: Final = frozenset({"Door", "Window"})


@dataclass(frozen=True, slots=True)
class _Prism:
    """The plan of something with its lowest and highest point."""

    step: int
    plan: Any
    low: float
    high: float

    def common(self, other: _Prism) -> float:
        """The height that both have in common, negative where there is a gap."""
        return min(self.high, other.high) - max(self.low, other.low)


def link_neighbours(graph: BuildingGraph, shapes: Mapping[int, Shape]) -> None:
    """Add NEXT_TO and ABOVE between rooms, and IN_SPACE and BOUNDED_BY where the model has none."""
    from shapely import STRtree, from_wkt

    prisms = [
        _Prism(step, from_wkt(shape.plan), shape.box[2], shape.box[5])
        for step, shape in shapes.items()
        if shape.plan is not None
    ]
    rooms = [one for one in prisms if graph.nodes[one.step].labels[0] == "Space"]
    if rooms:
        tree = STRtree([one.plan for one in rooms])
        _link_rooms(graph, rooms, tree)
        _link_elements(graph, prisms, rooms, tree)


def _link_rooms(graph: BuildingGraph, rooms: Sequence[_Prism], tree: Any) -> None:
    for place, room in enumerate(rooms):
        for at in tree.query(room.plan.buffer(ACROSS)):
            other = rooms[int(at)]
            if int(at) <= place:
                continue
            if room.common(other) >= _SHARED and faces(room.plan, other.plan):
                graph.link(room.step, "NEXT_TO", other.step, properties=_COMPUTED)
                graph.link(other.step, "NEXT_TO", room.step, properties=_COMPUTED)
            elif -OVER <= room.common(other) <= 0.1 and room.plan.intersection(other.plan).area >= _SHARED:
                upper, lower = (room, other) if room.low > other.low else (other, room)
                graph.link(upper.step, "ABOVE", lower.step, properties=_COMPUTED)


def faces(one: Any, other: Any) -> bool:
    """Whether sides of two plans face each other across at most a wall, and not only corner to corner."""
    from shapely import Point
    from shapely.ops import nearest_points

    length = 0.0
    for start, end in _sides(other):
        span = math.dist(start, end)
        if span == 0:
            continue
        along = ((end[0] - start[0]) / span, (end[1] - start[1]) / span)
        steps = max(1, round(span / _SAMPLE))
        for number in range(steps):
            share = (number + 0.5) / steps
            point = Point(start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share)
            gap = one.distance(point)
            if gap > ACROSS:
                continue
            near, _ = nearest_points(one, point)
            across = (point.x - near.x, point.y - near.y)
            if gap < _TOUCHING or abs(across[0] * along[0] + across[1] * along[1]) <= _UPRIGHT * gap:
                length += span / steps
                if length >= _FACING:
                    return True
    return False


def _sides(plan: Any) -> Iterator[tuple[tuple[float, float], tuple[float, float]]]:
    for part in getattr(plan, "geoms", (plan,)):
        if part.geom_type == "Polygon":
            for ring in (part.exterior, *part.interiors):
                yield from pairwise(ring.coords)


def _link_elements(graph: BuildingGraph, prisms: Sequence[_Prism], rooms: Sequence[_Prism], tree: Any) -> None:
    """Relate elements to the rooms that they stand in or bound, where the model says nothing."""
    said = graph.starts("BOUNDED_BY")
    placed = graph.starts("IN_SPACE")
    silent = {room.step for room in rooms if graph.nodes[room.step].id not in said}
    for one in prisms:
        node = graph.nodes[one.step]
        label = node.labels[0]
        if label == "Space":
            continue
        for at in tree.query(one.plan.buffer(ACROSS)):
            room = rooms[int(at)]
            if label in _BOUNDING | _FLAT | _OPENINGS:
                if room.step in silent and _bounds(label, one, room):
                    graph.link(room.step, "BOUNDED_BY", one.step, properties=_COMPUTED)
            elif node.id not in placed and _stands_in(one, room):
                graph.link(one.step, "IN_SPACE", room.step, properties=_COMPUTED)


def _bounds(label: str, one: _Prism, room: _Prism) -> bool:
    if label in _FLAT:
        gap = max(one.low - room.high, room.low - one.high)
        return abs(gap) <= ACROSS / 2 and one.plan.intersection(room.plan).area >= _SHARED
    if one.common(room) < _SHARED:
        return False
    if label in _OPENINGS:
        return bool(_across(one.plan).intersection(room.plan).length > 0)
    return bool(
        one.plan.distance(room.plan) <= _TOUCHING and one.plan.buffer(_TOUCHING).intersection(room.plan).area > 0
    )


def _across(plan: Any) -> Any:
    """A line through the middle of a door or window, to both sides of its wall."""
    from shapely import LineString, minimum_rotated_rectangle

    middle = plan.centroid
    rectangle = minimum_rotated_rectangle(plan)
    if rectangle.geom_type != "Polygon":
        return LineString([(middle.x, middle.y), (middle.x, middle.y)])
    first, second, third = rectangle.exterior.coords[:3]
    short = (first, second) if math.dist(first, second) <= math.dist(second, third) else (second, third)
    span = math.dist(*short) or 1.0
    reach = (span / 2 + ACROSS) / span
    dx, dy = (short[1][0] - short[0][0]) * reach, (short[1][1] - short[0][1]) * reach
    return LineString([(middle.x - dx, middle.y - dy), (middle.x + dx, middle.y + dy)])


def _stands_in(one: _Prism, room: _Prism) -> bool:
    middle = one.plan.centroid
    return bool(room.low - 0.1 <= (one.low + one.high) / 2 <= room.high and room.plan.contains(middle))
