"""What becomes a node, under which labels, and what joins them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

SCHEMAS = ("IFC2X3", "IFC4", "IFC4X3_ADD2")
Make = Callable[..., Any]


@pytest.mark.parametrize("schema", SCHEMAS)
def test_the_hierarchy_from_project_to_level(model: Make, schema: str) -> None:
    one = model(schema)
    one.level.Elevation = 3100.0
    graph = one.load()
    assert graph.pairs("HAS_SITE") == [("Project", "Site")]
    assert graph.pairs("HAS_BUILDING") == [("Site", "Building")]
    assert graph.pairs("HAS_LEVEL") == [("Building", "Level 1")]
    assert graph.pairs("CONTAINS_MODEL") == [("Project", "model1")]
    assert graph.pairs("HAS_VERSION") == [("model1", "Version 1")]
    level = graph.named("Level 1")
    assert level.labels == ("Level",)
    assert level.properties["elevation"] == 3.1
    assert graph.unit("Level", "elevation") == "m"
    assert graph.named("model1").properties["schema"] == schema
    assert not graph.problems


@pytest.mark.parametrize(
    ("schema", "ifc_class", "labels"),
    [
        ("IFC2X3", "IfcWallStandardCase", ("Wall", "Element")),
        ("IFC4", "IfcWallElementedCase", ("Wall", "Element")),
        ("IFC4", "IfcBeamStandardCase", ("Beam", "Element")),
        ("IFC4", "IfcMember", ("Member", "Element")),
        ("IFC2X3", "IfcSlab", ("Slab", "Floor", "Element")),
        ("IFC2X3", "IfcRoof", ("Roof", "Element")),
        ("IFC4", "IfcCurtainWall", ("CurtainWall", "Element")),
        ("IFC4", "IfcStairFlight", ("StairFlight", "Element")),
        ("IFC2X3", "IfcFurnishingElement", ("Furniture", "Element")),
        ("IFC4", "IfcFurniture", ("Furniture", "Element")),
        ("IFC4X3_ADD2", "IfcSystemFurnitureElement", ("Furniture", "Element")),
        ("IFC2X3", "IfcBuildingElementProxy", ("Proxy", "Element")),
        ("IFC2X3", "IfcProxy", ("Proxy", "Element")),
        ("IFC2X3", "IfcFlowTerminal", ("FlowTerminal", "Element")),
        ("IFC4", "IfcSanitaryTerminal", ("SanitaryTerminal", "Element")),
        ("IFC4X3_ADD2", "IfcCourse", ("Course", "Element")),
        ("IFC2X3", "IfcOpeningElement", ("Opening",)),
        ("IFC4", "IfcOpeningStandardCase", ("Opening",)),
        ("IFC4", "IfcVirtualElement", ("VirtualElement",)),
    ],
)
def test_classes_become_the_words_people_use(model: Make, schema: str, ifc_class: str, labels: tuple[str, ...]) -> None:
    one = model(schema)
    one.element(ifc_class, "It", **({"ProxyType": "PRODUCT"} if ifc_class == "IfcProxy" else {}))
    node = one.load().named("It")
    assert node.labels == labels
    assert node.properties["ifcClass"] == ifc_class
    assert node.id == node.properties["globalId"]


@pytest.mark.parametrize(
    ("predefined", "extra"),
    [
        (None, ("Floor",)),
        ("NOTDEFINED", ("Floor",)),
        ("FLOOR", ("Floor",)),
        ("BASESLAB", ("Floor",)),
        ("ROOF", ("Roof",)),
        ("LANDING", ()),
        ("USERDEFINED", ()),
    ],
)
def test_a_slab_is_a_floor_or_a_roof_by_its_predefined_type(
    model: Make, predefined: str | None, extra: tuple[str, ...]
) -> None:
    one = model("IFC4")
    one.element("IfcSlab", "Slab", PredefinedType=predefined)
    node = one.load().named("Slab")
    assert node.labels == ("Slab", *extra, "Element")
    assert node.properties.get("predefinedType") == (None if predefined == "NOTDEFINED" else predefined)


def test_a_slab_is_a_roof_by_its_type_or_by_its_whole(model: Make) -> None:
    one = model("IFC4")
    one.type("IfcSlabType", "Roof Type", one.element("IfcSlab", "By type"), PredefinedType="ROOF")
    part = one.rooted("IfcSlab", "By whole")
    one.aggregate(one.element("IfcRoof", "Roof"), part)
    landing = one.rooted("IfcSlab", "Landing")
    one.aggregate(one.element("IfcStair", "Stair"), landing)
    graph = one.load()
    assert graph.named("By type").labels == ("Slab", "Roof", "Element")
    assert graph.named("By type").properties["predefinedType"] == "ROOF"
    assert graph.named("By whole").labels == ("Slab", "Element"), "a part of the roof, not one more roof"
    assert graph.named("Landing").labels == ("Slab", "Element")


def test_in_ifc2x3_a_terminal_is_what_its_type_is(model: Make) -> None:
    one = model("IFC2X3")
    terminal = one.element("IfcFlowTerminal", "Basin")
    one.type("IfcSanitaryTerminalType", "Basin Type", terminal, PredefinedType="WASHHANDBASIN")
    node = one.load().named("Basin")
    assert node.labels == ("FlowTerminal", "SanitaryTerminal", "Element")
    assert node.properties["predefinedType"] == "WASHHANDBASIN"


@pytest.mark.parametrize("schema", SCHEMAS)
def test_types_are_named_as_people_say_them(model: Make, schema: str) -> None:
    one = model(schema)
    wall = one.element("IfcWall", "Wall")
    one.type("IfcWallType", "Brick 300", wall, PredefinedType="STANDARD")
    door_type = "IfcDoorStyle" if schema == "IFC2X3" else "IfcDoorType"
    one.type(door_type, "Door 900", one.element("IfcDoor", "Door", OverallHeight=2100.0, OverallWidth=900.0))
    graph = one.load()
    assert graph.named("Brick 300").labels == ("Type", "WallType")
    assert graph.named("Door 900").labels == ("Type", "DoorType")
    assert graph.pairs("HAS_TYPE") == [("Door", "Door 900"), ("Wall", "Brick 300")]
    assert graph.named("Door").properties["overallHeight"] == 2.1
    assert graph.named("Door").properties["overallWidth"] == 0.9
    assert graph.unit("Door", "overallHeight") == "m"


@pytest.mark.parametrize("schema", SCHEMAS)
def test_rooms_and_what_is_in_them(model: Make, schema: str) -> None:
    one = model(schema)
    space = one.rooted("IfcSpace", "101", LongName="Kitchen")
    one.aggregate(one.level, space)
    table = one.rooted("IfcFurnishingElement", "Table")
    one.contain(space, table)
    graph = one.load()
    room = graph.named("101")
    assert room.labels == ("Space", "Room")
    assert room.properties["longName"] == "Kitchen"
    assert graph.pairs("IN_SPACE") == [("Table", "101")]
    assert graph.pairs("ON_LEVEL") == [("101", "Level 1"), ("Table", "Level 1")]
    assert graph.pairs("REFERENCES") == [("Version 1", "101"), ("Version 1", "Table")]


def test_parts_are_on_the_level_of_their_whole(model: Make) -> None:
    one = model("IFC4")
    stair, flight, railing = (one.rooted(kind, kind) for kind in ("IfcStair", "IfcStairFlight", "IfcRailing"))
    one.contain(one.level, stair)
    one.aggregate(stair, flight)
    one.aggregate(flight, railing)
    one.rooted("IfcRelNests", RelatingObject=railing, RelatedObjects=[one.rooted("IfcDiscreteAccessory", "Bracket")])
    graph = one.load()
    assert graph.pairs("PART_OF") == [
        ("Bracket", "IfcRailing"),
        ("IfcRailing", "IfcStairFlight"),
        ("IfcStairFlight", "IfcStair"),
    ]
    assert [start for start, _ in graph.pairs("ON_LEVEL")] == ["Bracket", "IfcRailing", "IfcStair", "IfcStairFlight"]


def test_wholes_in_a_circle_end(model: Make) -> None:
    one = model("IFC4")
    first, second = one.rooted("IfcElementAssembly", "First"), one.rooted("IfcElementAssembly", "Second")
    one.aggregate(first, second)
    one.aggregate(second, first)
    graph = one.load()
    assert graph.pairs("ON_LEVEL") == []
    assert len(graph.pairs("PART_OF")) == 2


def test_what_stands_in_a_building_without_a_level(model: Make) -> None:
    one = model("IFC4")
    one.contain(one.building, one.rooted("IfcRoof", "Roof"))
    one.contain(one.site, one.rooted("IfcGeographicElement", "Tree"))
    graph = one.load()
    assert graph.pairs("LOCATED_IN") == [("Roof", "Building"), ("Tree", "Site")]
    assert graph.pairs("ON_LEVEL") == []


def test_a_level_without_an_elevation_has_that_of_its_placement(model: Make) -> None:
    one = model("IFC4")
    point = one.add("IfcCartesianPoint", (0.0, 0.0, 5600.0))
    one.level.ObjectPlacement = one.add("IfcLocalPlacement", None, one.add("IfcAxis2Placement3D", point))
    one.level.Elevation = None
    assert one.load().named("Level 1").properties["elevation"] == 5.6


def test_facilities_of_ifc4x3(model: Make) -> None:
    one = model("IFC4X3_ADD2")
    bridge, part = one.rooted("IfcBridge", "Bridge"), one.rooted("IfcBridgePart", "Deck")
    one.aggregate(one.site, bridge)
    one.aggregate(bridge, part)
    one.contain(part, one.rooted("IfcBeam", "Girder"))
    graph = one.load()
    assert graph.named("Bridge").labels == ("Bridge",)
    assert graph.pairs("PART_OF") == [("Bridge", "Site"), ("Deck", "Bridge")]
    assert graph.pairs("LOCATED_IN") == [("Girder", "Deck")]


@pytest.mark.parametrize("schema", SCHEMAS)
def test_doors_fill_openings_of_walls(model: Make, schema: str) -> None:
    one = model(schema)
    wall, door = one.element("IfcWall", "Wall"), one.rooted("IfcDoor", "Door")
    opening, empty = one.rooted("IfcOpeningElement", "Opening"), one.rooted("IfcOpeningElement", "Hole")
    one.fill(wall, opening, door)
    one.rooted("IfcRelVoidsElement", RelatingBuildingElement=wall, RelatedOpeningElement=empty)
    graph = one.load()
    assert graph.pairs("FILLS") == [("Door", "Wall")]
    assert graph.pairs("HAS_OPENING") == [("Wall", "Hole"), ("Wall", "Opening")]
    assert ("Door", "Level 1") in graph.pairs("ON_LEVEL"), "a door that nothing holds is on its wall's level"


@pytest.mark.parametrize("schema", SCHEMAS)
def test_a_room_is_bounded_by_an_element_once(model: Make, schema: str) -> None:
    one = model(schema)
    wall, space = one.element("IfcWall", "Wall"), one.rooted("IfcSpace", "101")
    one.aggregate(one.level, space)
    how = {"PhysicalOrVirtualBoundary": "PHYSICAL", "InternalOrExternalBoundary": "INTERNAL"}
    for _ in range(2):
        one.rooted("IfcRelSpaceBoundary", RelatingSpace=space, RelatedBuildingElement=wall, **how)
    if schema == "IFC2X3":
        one.rooted("IfcRelSpaceBoundary", RelatingSpace=space, RelatedBuildingElement=None, **how)
    graph = one.load()
    assert graph.pairs("BOUNDED_BY") == [("101", "Wall")]
    assert not graph.problems


def test_zones_systems_and_groups(model: Make) -> None:
    one = model("IFC4")
    space, pump = one.rooted("IfcSpace", "101"), one.element("IfcPump", "Pump")
    one.aggregate(one.level, space)
    for kind, name, member in (
        ("IfcZone", "Zone", space),
        ("IfcDistributionSystem", "Water", pump),
        ("IfcGroup", "Group", pump),
        ("IfcInventory", "Stock", pump),
    ):
        group = one.rooted(kind, name)
        one.rooted("IfcRelAssignsToGroup", RelatedObjects=[member], RelatingGroup=group)
    graph = one.load()
    assert [graph.named(name).labels for name in ("Zone", "Water", "Group", "Stock")] == [
        ("Zone",),
        ("System",),
        ("Group",),
        ("Group",),
    ]
    assert graph.pairs("IN_ZONE") == [("101", "Zone")]
    assert graph.pairs("IN_SYSTEM") == [("Pump", "Water")]
    assert graph.pairs("IN_GROUP") == [("Pump", "Group"), ("Pump", "Stock")]


def test_connected_elements(model: Make) -> None:
    one = model("IFC4")
    first, second = one.element("IfcWall", "First"), one.element("IfcWall", "Second")
    ends = {"RelatedConnectionType": "ATSTART", "RelatingConnectionType": "ATEND"}
    one.rooted(
        "IfcRelConnectsPathElements",
        RelatingElement=first,
        RelatedElement=second,
        RelatingPriorities=[],
        RelatedPriorities=[],
        **ends,
    )
    pump, pipe = one.element("IfcPump", "Pump"), one.element("IfcPipeSegment", "Pipe")
    out, into = one.rooted("IfcDistributionPort", "Out"), one.rooted("IfcDistributionPort", "In")
    one.rooted("IfcRelNests", RelatingObject=pump, RelatedObjects=[out])
    one.rooted("IfcRelConnectsPortToElement", RelatingPort=into, RelatedElement=pipe)
    one.rooted("IfcRelConnectsPorts", RelatingPort=out, RelatedPort=into)
    graph = one.load()
    assert graph.pairs("CONNECTED_TO") == [("First", "Second"), ("Pump", "Pipe")]
    assert sorted(graph.pairs("HAS_PORT")) == [("Pipe", "In"), ("Pump", "Out")]
    assert graph.pairs("JOINED_TO") == [("Out", "In")]


@pytest.mark.parametrize("schema", SCHEMAS)
def test_the_owner_of_the_project(model: Make, schema: str) -> None:
    one = model(schema)
    person = one.add("IfcPerson", None, "Lovelace", "Ada")
    organisation = one.add("IfcOrganization", Name="Analytical Engines")
    user = one.add("IfcPersonAndOrganization", person, organisation)
    application = one.add("IfcApplication", organisation, "2.1", "Drafting Engine", "DE")
    one.project.OwnerHistory = one.add("IfcOwnerHistory", user, application, None, "NOCHANGE", None, None, None, 1)
    graph = one.load()
    [owner] = graph.labelled("User")
    assert owner.properties == {"name": "Ada Lovelace", "organisation": "Analytical Engines"}
    assert graph.pairs("OWNS") == [("Ada Lovelace", "Project")]
    assert graph.named("model1").properties["application"] == "Drafting Engine 2.1"


def test_a_version_is_one_content(model: Make, load: Callable[[Path], Any]) -> None:
    one = model("IFC4")
    [version] = one.load().labelled("Version")
    renamed = one.path.with_name("renamed.ifc")
    renamed.write_text(one.path.read_text().replace("FILE_NAME('", "FILE_NAME('renamed "))
    [same] = load(renamed).labelled("Version")
    assert version.id == same.id == f"version:{version.properties['sha256']}"
    assert version.properties["versionNumber"] == 1
    one.element("IfcWall", "Wall")
    [changed] = one.load().labelled("Version")
    assert changed.id != version.id


def test_records_point_into_the_file(model: Make) -> None:
    one = model("IFC4")
    wall = one.element("IfcWall", "Wall")
    graph = one.load()
    assert graph.named("Wall").line == wall.id()
    [source] = graph.context.files
    assert (source.path, source.positions) == (one.path, "step")
