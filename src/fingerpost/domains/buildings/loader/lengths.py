"""Lengths of beams, columns and walls where no quantity tells them, read off the shape without a geometry kernel."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from fingerpost.domains.buildings.loader.graph import BuildingGraph
from fingerpost.domains.buildings.loader.units import Entity

BY_EXTRUSION: Final = ("IfcBeam", "IfcColumn", "IfcMember")
BY_AXIS: Final = "IfcWall"
_EXTRUDED: Final = "measured on the shape where the model states no length: how far its profile is extruded"
_ALONG_AXIS: Final = "measured on the shape where the model states no length: along its axis"


def read_lengths(graph: BuildingGraph) -> None:
    """Set `length`, in metres, of linear elements that have none after their properties and quantities were read."""
    for name in (*BY_EXTRUSION, BY_AXIS):
        for entity in graph.entities(name):
            node = graph.nodes.get(entity.id())
            if node is None or "length" in node.properties:
                continue
            with graph.reading(entity):
                description, length = _EXTRUDED, None
                if name != BY_AXIS:
                    length = _extrusion(entity, sideways_too=name == "IfcColumn")
                if length is None:
                    description, length = _ALONG_AXIS, _axis(entity)
                if length is not None and math.isfinite(length) and length > 0:
                    unit = graph.units.of_type("LENGTHUNIT")
                    node.properties["length"] = unit.convert(length)
                    graph.hint(node, "length", unit.symbol, description)
                    graph.computed[node.labels[0], "length"] += 1
                    graph.mark_computed(node, "length")


def _items(product: Entity, identifier: str) -> tuple[Entity, ...]:
    if product.Representation is None:
        return ()
    for representation in product.Representation.Representations:
        if representation.RepresentationIdentifier == identifier:
            return tuple(representation.Items)
    return ()


def _extrusion(product: Entity, *, sideways_too: bool) -> float | None:
    """The depth of the one extruded solid that the product's body is, in project units.

    A profile that is larger than the depth is not a cross-section but the product from its side (a stair's stringer),
    unless `sideways_too`: a short column may be wider than it is high.
    """
    items = _items(product, "Body")
    scale = 1.0
    for _ in range(50):  # a solid that is cut from itself must end
        if len(items) != 1:
            return None
        item = items[0]
        if item.is_a("IfcExtrudedAreaSolid"):
            depth = float(item.Depth)
            return depth * scale if sideways_too or _extent(item.SweptArea) <= depth else None
        if item.is_a("IfcBooleanResult"):
            items = (item.FirstOperand,)
        elif item.is_a("IfcMappedItem"):
            scale *= _uniform_scale(item.MappingTarget)
            items = tuple(item.MappingSource.MappedRepresentation.Items)
        else:
            return None
    return None


def _extent(profile: Entity) -> float:
    """The larger side of a profile, in project units; 0 if it is not cheap to tell, as of steel sections."""
    if profile.is_a("IfcRectangleProfileDef"):
        return float(max(profile.XDim, profile.YDim))
    if not profile.is_a("IfcArbitraryClosedProfileDef"):
        return 0.0
    axes = list(zip(*_points(profile.OuterCurve), strict=True))
    return max((max(axis) - min(axis) for axis in axes), default=0.0)


def _uniform_scale(target: Entity) -> float:
    if target.is_a().endswith("nonUniform"):
        raise ValueError("its shape is scaled differently along each axis")
    return float(target.Scale or 1.0)


def _axis(product: Entity) -> float | None:
    """The length of the straight pieces of the product's axis, in project units; None if it bends in arcs."""
    items = _items(product, "Axis")
    if len(items) != 1:
        return None
    points = list(_points(items[0]))
    return sum(math.dist(*pair) for pair in pairwise(points)) if len(points) > 1 else None


def _points(curve: Entity) -> Iterator[tuple[float, ...]]:
    if curve.is_a("IfcPolyline"):
        for point in curve.Points:
            yield point.Coordinates
    elif curve.is_a("IfcIndexedPolyCurve"):
        if all(segment.is_a("IfcLineIndex") for segment in curve.Segments or ()):
            yield from curve.Points.CoordList
    elif curve.is_a("IfcTrimmedCurve") and curve.BasisCurve.is_a("IfcLine"):
        for trims in (curve.Trim1, curve.Trim2):
            for trim in trims:
                if trim.is_a("IfcCartesianPoint"):
                    yield trim.Coordinates
