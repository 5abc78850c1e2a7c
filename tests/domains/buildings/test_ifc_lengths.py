"""Lengths read off the shape, where the model states none."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Make = Callable[..., Any]


def shape(one: Any, identifier: str, *items: Any) -> Any:
    representation = one.add("IfcShapeRepresentation", None, identifier, "Any", items)
    return one.add("IfcProductDefinitionShape", None, None, [representation])


def extruded(one: Any, depth: float, profile: Any = None) -> Any:
    return one.add(
        "IfcExtrudedAreaSolid", profile or rectangle(one), None, one.add("IfcDirection", (0.0, 0.0, 1.0)), depth
    )


def rectangle(one: Any, x: float = 200.0, y: float = 300.0) -> Any:
    return one.add("IfcRectangleProfileDef", "AREA", None, None, x, y)


def polyline(one: Any, *points: tuple[float, ...]) -> Any:
    return one.add("IfcPolyline", [one.add("IfcCartesianPoint", point) for point in points])


@pytest.mark.parametrize("schema", ["IFC2X3", "IFC4", "IFC4X3_ADD2"])
@pytest.mark.parametrize("ifc_class", ["IfcBeam", "IfcColumn", "IfcMember"])
def test_the_depth_of_the_extruded_solid(model: Make, schema: str, ifc_class: str) -> None:
    one = model(schema)
    one.element(ifc_class, "It", Representation=shape(one, "Body", extruded(one, 6200.0)))
    graph = one.load()
    assert graph.named("It").properties["length"] == 6.2
    hint = graph.context.property_hints[ifc_class.removeprefix("Ifc"), "length"]
    assert hint.unit == "m"
    assert "measured on the shape" in (hint.description or "")


def test_a_stated_length_is_believed(model: Make) -> None:
    one = model("IFC4")
    beam = one.element("IfcBeam", "Beam", Representation=shape(one, "Body", extruded(one, 6200.0)))
    one.quantities(beam, "Qto_BeamBaseQuantities", one.add("IfcQuantityLength", "Length", None, None, 6000.0))
    assert one.load().named("Beam").properties["length"] == 6.0


def test_through_cuts_and_mapped_shapes(model: Make) -> None:
    one = model("IFC4")
    cut = one.add(
        "IfcBooleanClippingResult", "DIFFERENCE", extruded(one, 4000.0), one.add("IfcHalfSpaceSolid", None, True)
    )
    source = one.add("IfcRepresentationMap", None, one.add("IfcShapeRepresentation", None, "Body", "Any", [cut]))
    target = one.add("IfcCartesianTransformationOperator3D", None, None, None, 1.5)
    one.element("IfcBeam", "Beam", Representation=shape(one, "Body", one.add("IfcMappedItem", source, target)))
    assert one.load().named("Beam").properties["length"] == 6.0


@pytest.mark.parametrize("profile", ["rectangle", "polyline"])
def test_a_profile_seen_from_the_side_tells_no_length(model: Make, profile: str) -> None:
    """The stringer of a stair is its side view, extruded by its thickness."""
    one = model("IFC4")
    side = rectangle(one, 4000.0, 300.0)
    if profile == "polyline":
        outline = polyline(one, (0.0, 0.0), (4000.0, 3000.0), (4000.0, 3300.0), (0.0, 300.0), (0.0, 0.0))
        side = one.add("IfcArbitraryClosedProfileDef", "AREA", None, outline)
    one.element("IfcMember", "Stringer", Representation=shape(one, "Body", extruded(one, 50.0, side)))
    one.element("IfcColumn", "Plinth", Representation=shape(one, "Body", extruded(one, 250.0)))
    graph = one.load()
    assert "length" not in graph.named("Stringer").properties
    assert graph.named("Plinth").properties["length"] == 0.25, "a column may be wider than high"


def test_a_wall_along_its_axis(model: Make) -> None:
    one = model("IFC4")
    one.element("IfcWall", "Straight", Representation=shape(one, "Axis", polyline(one, (0.0, 0.0), (3000.0, 4000.0))))
    points = one.add("IfcCartesianPointList2D", [(0.0, 0.0), (2500.0, 0.0)])
    one.element(
        "IfcWall", "Indexed", Representation=shape(one, "Axis", one.add("IfcIndexedPolyCurve", points, None, False))
    )
    line = one.add("IfcLine", one.add("IfcCartesianPoint", (0.0, 0.0)), None)
    ends = [[one.add("IfcCartesianPoint", point)] for point in ((0.0, 0.0), (1500.0, 0.0))]
    trimmed = one.add("IfcTrimmedCurve", line, *ends, True, "CARTESIAN")
    one.element("IfcWall", "Trimmed", Representation=shape(one, "Axis", trimmed))
    circle = one.add("IfcTrimmedCurve", one.add("IfcCircle", None, 1000.0), *ends, True, "CARTESIAN")
    one.element("IfcWall", "Round", Representation=shape(one, "Axis", circle))
    one.element("IfcWall", "Shapeless")
    graph = one.load()
    lengths = {node.properties["name"]: node.properties.get("length") for node in graph.labelled("Wall")}
    assert lengths == {"Straight": 5.0, "Indexed": 2.5, "Trimmed": 1.5, "Round": None, "Shapeless": None}


def test_a_beam_that_is_no_extrusion_has_the_length_of_its_axis(model: Make) -> None:
    one = model("IFC4")
    one.element(
        "IfcBeam", "Beam", Representation=shape(one, "Axis", polyline(one, (0.0, 0.0, 0.0), (0.0, 5000.0, 0.0)))
    )
    assert one.load().named("Beam").properties["length"] == 5.0
