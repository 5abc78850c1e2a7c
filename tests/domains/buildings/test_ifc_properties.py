"""Property sets and quantities as properties: names, kinds of values, whose word counts."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from fingerpost.domains.buildings.loader.properties import camel_name

Make = Callable[..., Any]
SCHEMAS = ("IFC2X3", "IFC4", "IFC4X3_ADD2")


@pytest.mark.parametrize(
    ("name", "camel"),
    [
        ("LoadBearing", "loadBearing"),
        ("IsExternal", "isExternal"),
        ("Fire Rating", "fireRating"),
        ("FireRating", "fireRating"),
        ("URL", "url"),
        ("URL Link", "urlLink"),
        ("UValue", "uValue"),
        ("U-Value", "uValue"),
        ("GSA BIM Area", "gsaBIMArea"),
        ("OmniClass Number", "omniClassNumber"),
        ("netFloorArea", "netFloorArea"),
        ("Heat Transfer Coefficient (U)", "heatTransferCoefficientU"),
        ("W310X60", "w310X60"),
        ("2D Symbol", "_2DSymbol"),
        ("Höhe über Grund", "höheÜberGrund"),
        ("面積", "面積"),
        ("snake_case_name", "snakeCaseName"),
        ("%", ""),
        ("", ""),
    ],
)
def test_names_as_people_say_them(name: str, camel: str) -> None:
    assert camel_name(name) == camel


@pytest.mark.parametrize("schema", SCHEMAS)
def test_single_values_keep_their_kind(model: Make, schema: str) -> None:
    one = model(schema)
    wall = one.element("IfcWall", "Wall")
    one.properties(
        wall,
        "Pset_WallCommon",
        LoadBearing=("IfcBoolean", True),
        IsExternal=("IfcBoolean", False),
        FireRating=("IfcLabel", "REI 60"),
        Combustible=("IfcLogical", True),
        Compartmentation=("IfcLogical", "UNKNOWN"),
        Reference=("IfcIdentifier", ""),
        Copies=("IfcInteger", 3),
        Factor=("IfcReal", 0.5),
        Count=("IfcCountMeasure", 4),
    )
    properties = one.load().named("Wall").properties
    said = {name: properties.get(name) for name in ("loadBearing", "isExternal", "fireRating", "combustible")}
    assert said == {"loadBearing": True, "isExternal": False, "fireRating": "REI 60", "combustible": True}
    assert "compartmentation" not in properties
    assert "reference" not in properties, "a blank text says nothing"
    assert (properties["copies"], properties["factor"], properties["count"]) == (3, 0.5, 4)
    assert isinstance(properties["copies"], int)
    assert isinstance(properties["count"], int)


def test_lists_and_enumerations_become_tuples(model: Make) -> None:
    one = model("IFC4")
    wall = one.element("IfcWall", "Wall")
    labels = [one.add("IfcLabel", text) for text in ("NEW", "TEMPORARY")]
    lengths = [one.add("IfcLengthMeasure", value) for value in (100.0, 250.0)]
    one.define(
        one.property_set(
            "Pset_Mine",
            one.add("IfcPropertyEnumeratedValue", "Status", None, labels, None),
            one.add("IfcPropertyListValue", "Steps", None, lengths, None),
            one.add("IfcPropertyListValue", "Nothing", None, [], None),
        ),
        wall,
    )
    graph = one.load()
    properties = graph.named("Wall").properties
    assert properties["status"] == ("NEW", "TEMPORARY")
    assert properties["steps"] == (0.1, 0.25)
    assert graph.unit("Wall", "steps") == "m"
    assert "nothing" not in properties


@pytest.mark.parametrize("schema", ["IFC2X3", "IFC4"])
def test_bounded_values(model: Make, schema: str) -> None:
    one = model(schema)
    room = one.rooted("IfcSpace", "101")
    upper, lower = (one.add("IfcLengthMeasure", value) for value in (3000.0, 2400.0))
    bounded = one.add("IfcPropertyBoundedValue", "ClearHeight", None, upper, lower)
    if schema == "IFC4":
        bounded.SetPointValue = one.add("IfcLengthMeasure", 2600.0)
    one.define(one.property_set("Pset_Mine", bounded), room)
    properties = one.load().named("101").properties
    assert (properties["clearHeightMin"], properties["clearHeightMax"]) == (2.4, 3.0)
    assert properties.get("clearHeight") == (2.6 if schema == "IFC4" else None)


def test_complex_properties_and_quantities_keep_their_outer_name(model: Make) -> None:
    one = model("IFC4")
    wall = one.element("IfcWall", "Wall")
    inner = one.single("Width", "IfcLengthMeasure", 120.0)
    one.define(one.property_set("Set", one.add("IfcComplexProperty", "Core", None, "USAGE", [inner])), wall)
    layer = one.add("IfcQuantityLength", "Width", None, None, 80.0)
    one.quantities(wall, "Qto", one.add("IfcPhysicalComplexQuantity", "Layer", None, [layer], "layer"))
    properties = one.load().named("Wall").properties
    assert (properties["core.width"], properties["layer.width"]) == (0.12, 0.08)
    assert "width" not in properties


def test_dates_and_moments(model: Make) -> None:
    one = model("IFC4")
    wall = one.element("IfcWall", "Wall")
    one.properties(
        wall,
        "Set",
        Built=("IfcDate", "2019-05-04"),
        Seen=("IfcDateTime", "2020-01-02T03:04:05"),
        Guessed=("IfcDate", "spring 2020"),
        Stamped=("IfcTimeStamp", 1_000_000_000),
        Odd=("IfcTimeStamp", -5),
    )
    properties = one.load().named("Wall").properties
    assert properties["built"] == dt.date(2019, 5, 4)
    assert properties["seen"] == dt.datetime(2020, 1, 2, 3, 4, 5)  # noqa: DTZ001  as written: without a zone
    assert properties["guessed"] == "spring 2020"
    assert properties["stamped"] == dt.datetime(2001, 9, 9, 1, 46, 40, tzinfo=dt.UTC)
    assert properties["odd"] == -5


@pytest.mark.parametrize("schema", SCHEMAS)
def test_quantities_of_any_set(model: Make, schema: str) -> None:
    one = model(schema)
    room = one.rooted("IfcSpace", "101")
    one.quantities(
        room,
        "GSA Space Areas",
        one.add("IfcQuantityArea", "NetFloorArea", None, None, 12.5),
        one.add("IfcQuantityLength", "Height", None, None, 2600.0),
        one.add("IfcQuantityVolume", "NetVolume", None, None, 32.5),
        one.add("IfcQuantityWeight", "GrossWeight", None, None, 10.0),
        one.add("IfcQuantityCount", "Windows", None, None, 2 if schema == "IFC4X3_ADD2" else 2.0),
    )
    graph = one.load()
    properties = graph.named("101").properties
    found = [properties[name] for name in ("netFloorArea", "height", "netVolume", "grossWeight", "windows")]
    assert found == [12.5, 2.6, 32.5, 10.0, 2]
    units = [graph.unit("Space", name) for name in ("netFloorArea", "height", "netVolume", "grossWeight", "windows")]
    assert units == ["m²", "m", "m³", "kg", None]
    assert graph.unit("Room", "netFloorArea") == "m²", "for each label of the node"


@pytest.mark.parametrize("schema", SCHEMAS)
def test_an_element_inherits_from_its_type_what_it_does_not_say(model: Make, schema: str) -> None:
    one = model(schema)
    plain, own = one.element("IfcWall", "Plain"), one.element("IfcWall", "Own")
    kind = one.type("IfcWallType", "Type", plain, own, PredefinedType="STANDARD")
    kind.HasPropertySets = [
        one.property_set(
            "Pset_WallCommon",
            one.single("FireRating", "IfcLabel", "EI 30"),
            one.single("IsExternal", "IfcBoolean", True),
        )
    ]
    one.properties(own, "Pset_WallCommon", FireRating=("IfcLabel", "EI 90"))
    graph = one.load()
    assert graph.named("Type").properties["fireRating"] == "EI 30"
    assert graph.named("Plain").properties["fireRating"] == "EI 30"
    assert graph.named("Own").properties["fireRating"] == "EI 90"
    assert graph.named("Own").properties["isExternal"] is True
    assert not [name for name in graph.named("Own").properties if "." in name], "an override is no conflict"
    assert graph.named("Plain").properties["predefinedType"] == "STANDARD"


def test_of_different_values_the_common_set_wins_and_the_other_is_kept(model: Make) -> None:
    one = model("IFC4")
    wall = one.element("IfcWall", "Wall")
    one.properties(wall, "Acme_Fire", FireRating=("IfcLabel", "F90"), IsExternal=("IfcBoolean", True))
    one.properties(wall, "Pset_WallCommon", FireRating=("IfcLabel", "REI 90"), IsExternal=("IfcBoolean", True))
    properties = one.load().named("Wall").properties
    assert properties["fireRating"] == "REI 90"
    assert properties["acmeFire.fireRating"] == "F90"
    assert "acmeFire.isExternal" not in properties, "said twice alike"


def test_quantities_come_before_other_sets_and_attributes_before_all(model: Make) -> None:
    one = model("IFC4")
    wall = one.element("IfcWall", "Wall", Description="as built")
    one.properties(wall, "Dimensions", Length=("IfcLengthMeasure", 8000.0), Description=("IfcText", "other"))
    one.quantities(wall, "BaseQuantities", one.add("IfcQuantityLength", "Length", None, None, 8200.0))
    properties = one.load().named("Wall").properties
    assert (properties["length"], properties["dimensions.length"]) == (8.2, 8.0)
    assert (properties["description"], properties["dimensions.description"]) == ("as built", "other")


def test_a_difference_below_a_millionth_is_no_conflict(model: Make) -> None:
    one = model("IFC4")
    wall = one.element("IfcWall", "Wall")
    one.properties(wall, "Dimensions", Length=("IfcLengthMeasure", 8000.000000001))
    one.quantities(wall, "BaseQuantities", one.add("IfcQuantityLength", "Length", None, None, 8000.0))
    assert "dimensions.length" not in one.load().named("Wall").properties


def test_places_types_and_zones_have_properties_too(model: Make) -> None:
    one = model("IFC4")
    zone = one.rooted("IfcZone", "Zone")
    for owner in (one.project, one.site, one.building, one.level, zone):
        one.properties(owner, "Set", Colour=("IfcLabel", owner.Name))
    graph = one.load()
    for name in ("Project", "Site", "Building", "Level 1", "Zone"):
        assert graph.named(name).properties["colour"] == name


def test_several_sets_behind_one_relationship(model: Make, load: Callable[[Path], Any]) -> None:
    one = model("IFC4")
    wall = one.element("IfcWall", "Wall")
    first, second = (one.property_set(f"Set {name}", one.single(name, "IfcLabel", name)) for name in ("A", "B"))
    one.define(first, wall)
    both = f"IFCPROPERTYSETDEFINITIONSET((#{first.id()},#{second.id()}))"
    one.path.write_text(one.text().replace(f"(#{wall.id()}),#{first.id()})", f"(#{wall.id()}),{both})"))
    properties = load(one.path).named("Wall").properties
    assert (properties["a"], properties["b"]) == ("A", "B")


def test_sets_of_predefined_attributes_are_passed_over(model: Make) -> None:
    one = model("IFC4")
    door = one.element("IfcDoor", "Door")
    one.define(one.rooted("IfcDoorLiningProperties", "Lining", LiningDepth=100.0), door)
    graph = one.load()
    assert not graph.problems
    assert "liningDepth" not in graph.named("Door").properties
