"""Classifications, documents, profiles, constituents, coverings, systems, costs, tasks, actors, addresses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Make = Callable[..., Any]


def test_classifications_with_code_and_system(model: Make) -> None:
    one = model("IFC4")
    wall, door = one.element("IfcWall", "W"), one.element("IfcDoor", "D")
    kind = one.type("IfcDoorType", "T", door, PredefinedType="DOOR", OperationType="NOTDEFINED")
    system = one.add("IfcClassification", None, None, None, "OmniClass")
    walls = one.add("IfcClassificationReference", None, "21-02 20", "Exterior Walls", system)
    doors = one.add("IfcClassificationReference", None, "23-17 11", None, system)
    one.rooted("IfcRelAssociatesClassification", RelatedObjects=[wall], RelatingClassification=walls)
    one.rooted("IfcRelAssociatesClassification", RelatedObjects=[kind], RelatingClassification=doors)
    graph = one.load()
    assert graph.named("Exterior Walls").properties == {
        "name": "Exterior Walls", "code": "21-02 20", "system": "OmniClass",
    }  # fmt: skip
    assert graph.pairs("CLASSIFIED_AS") == [("D", "23-17 11"), ("T", "23-17 11"), ("W", "Exterior Walls")]


@pytest.mark.parametrize("schema", ["IFC2X3", "IFC4"])
def test_documents(model: Make, schema: str) -> None:
    one = model(schema)
    wall = one.element("IfcWall", "W")
    reference = one.add("IfcDocumentReference", "https://example.org/spec.pdf", "S-1", "Specification")
    one.rooted("IfcRelAssociatesDocument", RelatedObjects=[wall], RelatingDocument=reference)
    graph = one.load()
    assert graph.pairs("HAS_DOCUMENT") == [("W", "Specification")]
    assert graph.named("Specification").properties["identification"] == "S-1"


def test_profiles_and_constituents(model: Make) -> None:
    one = model("IFC4")
    beam, door = one.element("IfcBeam", "B"), one.element("IfcDoor", "D")
    steel, glass = one.add("IfcMaterial", "Steel"), one.add("IfcMaterial", "Glass")
    shape = one.add("IfcIShapeProfileDef", "AREA", "IPE200", None, 100.0, 200.0, 5.6, 8.5)
    profile = one.add("IfcMaterialProfile", None, None, steel, shape)
    one.material(one.add("IfcMaterialProfileSet", None, None, [profile]), beam)
    parts = [
        one.add("IfcMaterialConstituent", "Lining", None, steel, 0.3),
        one.add("IfcMaterialConstituent", "Pane", None, glass),
    ]
    one.material(one.add("IfcMaterialConstituentSet", None, None, parts), door)
    graph = one.load()
    assert graph.pairs("HAS_PROFILE") == [("B", "IPE200")]
    assert graph.named("IPE200").properties["shape"] == "IShapeProfile"
    assert graph.pairs("HAS_MATERIAL") == [("B", "Steel"), ("D", "Glass"), ("D", "Steel")]
    shares = [rel.properties for rel in graph.relationships if rel.type == "HAS_MATERIAL" and rel.properties]
    assert shares == [{"fraction": 0.3, "constituent": "Lining"}, {"constituent": "Pane"}]


def test_what_systems_coverings_costs_tasks_and_actors_belong_to(model: Make) -> None:
    one = model("IFC4")
    wall, ceiling = one.element("IfcWall", "W"), one.element("IfcCovering", "C")
    room = one.rooted("IfcSpace", "R")
    one.aggregate(one.level, room)
    system = one.rooted("IfcDistributionSystem", "Heating")
    one.rooted("IfcRelServicesBuildings", RelatingSystem=system, RelatedBuildings=[one.building])
    one.rooted("IfcRelCoversSpaces", RelatingSpace=room, RelatedCoverings=[ceiling])
    amount = one.add("IfcCostValue", None, None, one.add("IfcMonetaryMeasure", 120.5))
    cost = one.rooted("IfcCostItem", "Masonry", CostValues=[amount])
    one.rooted("IfcRelAssignsToControl", RelatedObjects=[wall], RelatingControl=cost)
    task = one.rooted("IfcTask", "Build walls", IsMilestone=False)
    one.rooted("IfcRelAssignsToProcess", RelatedObjects=[wall], RelatingProcess=task)
    actor = one.rooted("IfcActor", TheActor=one.add("IfcOrganization", None, "Mason Ltd"))
    one.rooted("IfcRelAssignsToActor", RelatedObjects=[wall], RelatingActor=actor)
    upper = one.rooted("IfcBuildingStorey", "Level 2", Elevation=3000.0)
    one.aggregate(one.building, upper)
    one.rooted("IfcRelReferencedInSpatialStructure", RelatedElements=[wall], RelatingStructure=upper)
    graph = one.load()
    assert graph.pairs("SERVES") == [("Heating", "Building")]
    assert graph.pairs("COVERS") == [("C", "R")]
    assert graph.pairs("HAS_COST") == [("W", "Masonry")]
    assert graph.named("Masonry").properties["cost"] == 120.5
    assert graph.pairs("IN_TASK") == [("W", "Build walls")]
    assert graph.pairs("ASSIGNED_TO") == [("W", "Mason Ltd")]
    assert graph.pairs("REFERENCED_IN") == [("W", "Level 2")]
    assert not graph.problems


def test_addresses_and_coordinates(model: Make) -> None:
    one = model("IFC4")
    one.building.BuildingAddress = one.add(
        "IfcPostalAddress", None, None, None, None, ["Hauptstr. 1"], None, "Karlsruhe", None, "76131", "Germany"
    )
    one.site.RefLatitude, one.site.RefLongitude = (49, 6, 1, 400000), (8, 26, 11)
    graph = one.load()
    assert graph.named("Building").properties["address"] == "Hauptstr. 1, 76131, Karlsruhe, Germany"
    assert graph.named("Building").properties["town"] == "Karlsruhe"
    assert graph.named("Site").properties["latitude"] == pytest.approx(49.10038889)
    assert graph.named("Site").properties["longitude"] == pytest.approx(8.43638889)
