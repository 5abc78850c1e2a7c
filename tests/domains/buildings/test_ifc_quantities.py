"""Quantities under one name, whatever the exporter called them, and computed where a model states none."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Make = Callable[..., Any]
SCHEMAS = ("IFC2X3", "IFC4", "IFC4X3_ADD2")


@pytest.mark.parametrize("schema", SCHEMAS)
def test_a_door_is_as_wide_as_its_attributes_say(model: Make, schema: str) -> None:
    one = model(schema)
    one.element("IfcDoor", "Door", OverallWidth=900.0, OverallHeight=2100.0)
    graph = one.load()
    door = graph.named("Door").properties
    assert (door["width"], door["height"], door["area"]) == (0.9, 2.1, 1.89)
    assert (graph.unit("Door", "width"), graph.unit("Door", "area")) == ("m", "m²")


def test_what_was_computed_is_described_and_counted(model: Make) -> None:
    one = model()
    one.element("IfcDoor", "Door", OverallWidth=900.0, OverallHeight=2100.0)
    graph = one.load()
    hint = graph.context.property_hints["Door", "area"]
    assert hint.description == "computed as overallWidth × overallHeight where the model states none"
    assert any("area of 1 × Door" in note for note in graph.context.notes)


def test_a_stated_quantity_is_never_replaced(model: Make) -> None:
    one = model()
    door = one.element("IfcDoor", "Door", OverallWidth=900.0, OverallHeight=2100.0)
    one.quantities(door, "BaseQuantities", one.add("IfcQuantityArea", "Area", None, None, 1.7))
    graph = one.load()
    assert graph.named("Door").properties["area"] == 1.7
    assert graph.context.notes == []


def test_a_room_has_the_area_of_the_best_source(model: Make) -> None:
    one = model()
    room = one.rooted("IfcSpace", "1")
    one.aggregate(one.level, room)
    areas = (("GrossFloorArea", 12.0), ("NetFloorArea", 11.0))
    one.quantities(room, "BaseQuantities", *(one.add("IfcQuantityArea", name, None, None, v) for name, v in areas))
    [found] = [node.properties for node in one.load().labelled("Room")]
    assert (found["area"], found["netFloorArea"], found["grossFloorArea"]) == (11.0, 11.0, 12.0)


def test_zero_and_texts_are_no_quantities(model: Make) -> None:
    one = model()
    wall = one.element("IfcWall", "Wall")
    one.properties(wall, "Set", Width=("IfcLabel", "wide"), NetSideArea=("IfcReal", 0.0))
    properties = one.load().named("Wall").properties
    assert not {"thickness", "area", "volume"} & set(properties)


@pytest.mark.parametrize("external", [True, False])
def test_what_is_not_external_is_internal(model: Make, external: bool) -> None:
    one = model()
    wall = one.element("IfcWall", "Wall")
    one.properties(wall, "Pset_WallCommon", IsExternal=("IfcBoolean", external))
    assert one.load().named("Wall").properties["isInternal"] is not external


def test_a_common_property_without_a_value_is_declared(model: Make) -> None:
    one = model()
    door = one.element("IfcDoor", "Door")
    one.properties(door, "Pset_DoorCommon", FireRating=("IfcLabel", "Fire Rating"))
    one.properties(door, "Custom", Grade=("IfcLabel", "Grade"))
    hints = one.load().context.property_hints
    assert hints["Door", "fireRating"].declared
    assert ("Door", "grade") not in hints, "of the standard's own sets alone"
