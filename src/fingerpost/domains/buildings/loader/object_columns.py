"""What the columns of an element say: its level, type and materials, and its measures in metres."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any, Final

from fingerpost.core.cells import Cell
from fingerpost.domains.buildings.loader.contents import Content
from fingerpost.domains.buildings.loader.material_kinds import kinds_of
from fingerpost.ingest import LoadContext, NodeRecord, PropertyHint, RelationshipRecord
from fingerpost.linking import unit_named

LENGTHS: Final = tuple(
    "height width diameter baseOffset topOffset level_elevation topLevel_elevation baseline_length baseline_start_x "
    "baseline_start_y baseline_start_z baseline_end_x baseline_end_y baseline_end_z".split()
)
"""Columns in the unit that the element names in `units`."""
_BY_MATERIALS: Final = "the materials' own"
_BY_OUTLINE: Final = "computed from the outline where no material has one"


class Columns:
    """Adds elements to the content of one version."""

    def __init__(self, content: Content, context: LoadContext) -> None:
        self._content = content
        self._context = context
        self._key = content.model.id.removeprefix("model:")

    def add(self, node: NodeRecord) -> None:
        """Add an element, with its relationships to its level, type and materials."""
        properties = node.properties
        scale = _scale(properties.get("units"))
        for name in LENGTHS:
            value = _number(properties.get(name))
            if value is not None and scale is not None:
                properties[name] = round(value * scale, 9)
                self._hint(node, name, "m")
        named = [str(properties[one]) for one in ("family", "type", "elementId") if properties.get(one)]
        if named:
            properties.setdefault("name", ":".join(named))
        if "baseline_length" in properties:
            properties.setdefault("length", properties["baseline_length"])
            self._hint(node, "length", "m")
        if isinstance(properties.get("structural"), bool):
            properties["loadBearing"] = properties["structural"]
        slope = _number(properties.get("slope"))
        if slope is not None:
            properties["isSloped"] = slope != 0
        self._content.nodes[node.id] = node
        self._level(node)
        self._type(node)
        self._materials(node, scale)
        if "area" not in properties and scale is not None:
            area = outline_area(properties.get("outline_points"))
            if area:
                properties["area"] = round(area * scale**2, 9)
                self._hint(node, "area", "m²", _BY_OUTLINE)

    def _level(self, node: NodeRecord) -> None:
        name = node.properties.get("level_name")
        said = node.properties.get("level_id") or name
        if not said:
            return
        properties: dict[str, Cell] = {"name": name or said, "globalId": f"{self._key}#level:{said}"}
        elevation = node.properties.get("level_elevation")
        if isinstance(elevation, (int, float)):
            properties["elevation"] = float(elevation)
        level = NodeRecord(f"{self._key}#level:{said}", ("Level",), properties, node.file, node.line)
        self._relate(node, "ON_LEVEL", self._content.nodes.setdefault(level.id, level))
        self._hint(level, "elevation", "m")

    def _type(self, node: NodeRecord) -> None:
        said = node.properties.get("type")
        if not said:
            return
        node.properties["typeName"] = said
        labels = ("Type", f"{node.labels[0]}Type")
        kind = NodeRecord(f"{self._key}#type:{node.labels[0]}:{said}", labels, {"name": said}, node.file, node.line)
        self._relate(node, "HAS_TYPE", self._content.nodes.setdefault(kind.id, kind))

    def _materials(self, node: NodeRecord, scale: float | None) -> None:
        """Relate the materials that `materialQuantities` names; volumes add up, and the largest area is its own."""
        volumes: list[float] = []
        areas: list[float] = []
        for name, amounts in _quantities(node, self._context):
            properties: dict[str, Cell] = {"name": name}
            if kinds_of(name):
                properties["kinds"] = kinds_of(name)
            material = NodeRecord(f"{self._key}#material:{name}", ("Material",), properties, node.file, node.line)
            own = _scale(amounts.get("units")) or scale
            held: dict[str, Cell] = {}
            for quantity, power, found in (("volume", 3, volumes), ("area", 2, areas)):
                value = _measured(amounts.get(quantity), own, power)
                if value is not None:
                    held[quantity] = value
                    found.append(value)
            self._relate(node, "HAS_MATERIAL", self._content.nodes.setdefault(material.id, material), held)
        for quantity, symbol, total in (("volume", "m³", sum(volumes)), ("area", "m²", max(areas, default=0.0))):
            if total:
                node.properties.setdefault(quantity, round(total, 9))
                self._hint(node, quantity, symbol, _BY_MATERIALS)

    def _relate(self, start: NodeRecord, kind: str, end: NodeRecord, properties: dict[str, Cell] | None = None) -> None:
        one = RelationshipRecord(start.id, end.id, kind, properties or {}, start.file, start.line)
        self._content.relationships.append(one)

    def _hint(self, node: NodeRecord, name: str, unit: str, description: str | None = None) -> None:
        for label in node.labels:
            self._context.property_hints.setdefault((label, name), PropertyHint(unit, description))


def outline_area(points: Any) -> float:
    """The area of an outline: points as lists, or all coordinates of points in space in one list; 0 if it is none.

    The outline is taken as flat and seen from above.
    """
    if isinstance(points, str):
        try:
            points = json.loads(points)
        except ValueError:
            return 0.0
    if not isinstance(points, (list, tuple)):
        return 0.0
    corners: list[tuple[float, float]] = []
    if all(_number(one) is not None for one in points) and len(points) % 3 == 0:
        corners = [(float(points[at]), float(points[at + 1])) for at in range(0, len(points), 3)]
    else:
        for one in points:
            pair = (one.get("x"), one.get("y")) if isinstance(one, Mapping) else one
            if not isinstance(pair, (list, tuple)) or len(pair) < 2 or None in map(_number, pair[:2]):
                return 0.0
            corners.append((float(pair[0]), float(pair[1])))
    if len(corners) < 3:
        return 0.0
    twice = sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in pairwise([*corners, corners[0]]))
    return abs(twice) / 2


def _quantities(node: NodeRecord, context: LoadContext) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The materials of an element with their amounts: a list of objects, or an object by the materials' names."""
    said = node.properties.get("materialQuantities")
    if not isinstance(said, str) or not said.strip():
        return
    try:
        read = json.loads(said)
    except ValueError:
        context.problems.add("bad-value", f"{node.id}: materialQuantities is not JSON")
        return
    listed = (
        [{"name": name, **one} for name, one in read.items() if isinstance(one, dict)]
        if isinstance(read, dict)
        else read
    )
    for one in listed if isinstance(listed, list) else ():
        if isinstance(one, dict):
            inner = one.get("material")
            name = inner.get("name") if isinstance(inner, dict) else inner
            name = name or one.get("materialName") or one.get("name")
            if isinstance(name, str) and name.strip():
                yield name.strip(), one


def _measured(value: Any, scale: float | None, power: int) -> float | None:
    """An amount in square or cubic metres: a number, or an object of a value and its units."""
    if isinstance(value, Mapping):
        number, unit = _number(value.get("value")), unit_named(str(value.get("units", "")))
        if number is not None and unit is not None and unit[0] in ("m²", "m³"):
            return round(number * unit[1], 9)
        value = value.get("value")
    number = _number(value)
    return round(number * scale**power, 9) if number is not None and scale is not None else None


def _scale(units: Any) -> float | None:
    """Metres in a unit of length; None if there is none or it is no such unit."""
    known = unit_named(units.strip().lower()) if isinstance(units, str) and units.strip() else None
    return known[1] if known is not None and known[0] == "m" else None


def _number(value: Any) -> float | None:
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return float(value) if is_number and math.isfinite(value) else None
