"""Known answers on the development data, and every count against a plain query with the library itself."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from fingerpost.domains.buildings.loader.placeholders import placeholder
from fingerpost.domains.buildings.loader.properties import camel_name

ifcopenshell = pytest.importorskip("ifcopenshell", reason='needs ifcopenshell: pip install "fingerpost[ifc]"')
pytestmark = pytest.mark.shared

FILES = ("duplex_A.ifc", "LargeBuilding.ifc", "AC20-FZK-Haus.ifc")
STATED = "#type:"
"""In the ids of types that elements name in their ObjectType, without a type object."""
Read = Callable[[Path], Any]
Find = Callable[[str], Path]


@pytest.fixture(scope="module")
def graph_of(load: Read, shared_model: Find) -> Callable[[str], Any]:
    return cache(lambda name: load(shared_model(name)))


@pytest.fixture(scope="module")
def file_of(shared_model: Find) -> Callable[[str], Any]:
    return cache(lambda name: ifcopenshell.open(shared_model(name)))


def ids(entities: Any) -> set[str]:
    return {entity.GlobalId for entity in entities}


def labelled(graph: Any, label: str) -> set[str]:
    return {node.id for node in graph.labelled(label)}


def related(graph: Any, kind: str) -> set[tuple[str, str]]:
    return {(one.start, one.end) for one in graph.relationships if one.type == kind}


def material_definitions(entity: Any) -> list[Any]:
    return [one.RelatingMaterial for one in entity.HasAssociations if one.is_a("IfcRelAssociatesMaterial")]


def test_duplex_answers(graph_of: Callable[[str], Any]) -> None:
    graph = graph_of("duplex_A.ifc")
    walls = labelled(graph, "Wall")
    assert len(walls) == 57
    on_level = Counter(
        graph.nodes[end].properties["name"] for start, end in related(graph, "ON_LEVEL") if start in walls
    )
    assert on_level == {"Level 2": 25, "Level 1": 21, "T/FDN": 7, "Roof": 4}
    assert sum(graph.nodes[one].properties.get("loadBearing") is True for one in walls) == 7
    assert sum(graph.nodes[one].properties.get("isExternal") is True for one in walls) == 23
    counts = [len(graph.labelled(label)) for label in ("Beam", "Column", "Slab", "Space", "Room")]
    assert counts == [8, 0, 21, 21, 21]
    assert sorted(node.properties["elevation"] for node in graph.labelled("Level")) == [-1.25, 0.0, 3.1, 6.0]
    assert [node.properties["name"] for node in graph.labelled("User")] == ["cskender"]


def test_large_building_answers(graph_of: Callable[[str], Any]) -> None:
    graph = graph_of("LargeBuilding.ifc")
    assert len(graph.labelled("Wall")) == 18
    assert max(node.properties["length"] for node in graph.labelled("Wall")) == 20.0, "from 20000 mm"


def test_fzk_house_answers(graph_of: Callable[[str], Any]) -> None:
    graph = graph_of("AC20-FZK-Haus.ifc")
    assert len(graph.labelled("Wall")) == 13
    areas = [node.properties["netFloorArea"] for node in graph.labelled("Room")]
    assert len(areas) == 7
    assert sum(areas) == pytest.approx(173.3424370823)
    assert sum(round(area, 2) for area in areas) == pytest.approx(173.36)
    assert graph.unit("Room", "netFloorArea") == "m²"
    assert {node.properties["longName"] for node in graph.labelled("Room")} >= {"Küche", "Schlafzimmer"}


@pytest.mark.parametrize("name", FILES)
def test_nothing_is_wrong_with_them(graph_of: Callable[[str], Any], name: str) -> None:
    assert graph_of(name).problems == {}


@pytest.mark.parametrize("name", FILES)
def test_nodes_against_the_library(graph_of: Callable[[str], Any], file_of: Callable[[str], Any], name: str) -> None:
    graph, file = graph_of(name), file_of(name)
    for label, ifc_class in (
        ("Wall", "IfcWall"), ("Slab", "IfcSlab"), ("Beam", "IfcBeam"), ("Column", "IfcColumn"), ("Member", "IfcMember"),
        ("Door", "IfcDoor"), ("Window", "IfcWindow"), ("Stair", "IfcStair"), ("Railing", "IfcRailing"),
        ("Covering", "IfcCovering"), ("Footing", "IfcFooting"), ("Furniture", "IfcFurnishingElement"),
        ("Proxy", "IfcBuildingElementProxy"), ("Opening", "IfcOpeningElement"), ("Space", "IfcSpace"),
        ("Level", "IfcBuildingStorey"), ("Building", "IfcBuilding"), ("Site", "IfcSite"), ("Project", "IfcProject"),
        ("Type", "IfcTypeObject"),
    ):  # fmt: skip
        assert {one for one in labelled(graph, label) if STATED not in one} == ids(file.by_type(ifc_class)), label
    not_physical = ids(file.by_type("IfcFeatureElement")) | ids(file.by_type("IfcVirtualElement"))
    assert labelled(graph, "Element") == ids(file.by_type("IfcElement")) - not_physical
    assert len(graph.labelled("Material")) == len(file.by_type("IfcMaterial"))
    assert len(graph.labelled("MaterialLayer")) == len(file.by_type("IfcMaterialLayer"))
    for node in graph.nodes.values():
        if node.line and "ifcClass" in node.properties:
            entity = file.by_id(node.line)
            assert (entity.is_a(), entity.GlobalId) == (node.properties["ifcClass"], node.properties["globalId"])
            assert (entity.Name or None) == node.properties.get("name")


@pytest.mark.parametrize("name", FILES)
def test_relationships_against_the_library(
    graph_of: Callable[[str], Any], file_of: Callable[[str], Any], name: str
) -> None:
    import ifcopenshell.util.element as query

    graph, file = graph_of(name), file_of(name)
    elements = [one for one in file.by_type("IfcElement") if one.GlobalId in graph.nodes]
    spaces = file.by_type("IfcSpace")
    levels = {
        (one.GlobalId, level.GlobalId)
        for one in elements
        if (level := query.get_container(one, ifc_class="IfcBuildingStorey"))
    }
    levels |= {(space.GlobalId, space.Decomposes[0].RelatingObject.GlobalId) for space in spaces}
    assert related(graph, "ON_LEVEL") == levels

    containers = ((one.GlobalId, query.get_container(one, should_get_direct=True)) for one in elements)
    assert related(graph, "IN_SPACE") == {
        (one, place.GlobalId) for one, place in containers if place is not None and place.is_a("IfcSpace")
    }
    wholes = ((one.GlobalId, query.get_aggregate(one)) for one in elements)
    assert related(graph, "PART_OF") == {(one, whole.GlobalId) for one, whole in wholes if whole is not None}

    typed = ((one.GlobalId, query.get_type(one)) for one in (*elements, *spaces))
    typed = {(one, kind.GlobalId) for one, kind in typed if kind is not None}
    assert {pair for pair in related(graph, "HAS_TYPE") if STATED not in pair[1]} == typed
    untyped = {one.GlobalId for one in elements if "ObjectType" in one.get_info() and one.ObjectType}
    untyped -= {one for one, _ in typed} | ids(file.by_type("IfcFeatureElement"))
    assert {one for one, kind in related(graph, "HAS_TYPE") if STATED in kind} == untyped

    stem = name.removesuffix(".ifc")
    materials = {
        (one.GlobalId, f"{stem}#{material.id()}")
        for one in (*elements, *file.by_type("IfcTypeObject"))
        for material in query.get_materials(one)
    }
    of_parts = ids(file.by_type("IfcRoof"))
    stated = {one for one, _ in related(graph, "HAS_MATERIAL") - materials} - of_parts
    assert related(graph, "HAS_MATERIAL") >= materials
    assert stated == (ids(file.by_type("IfcFooting")) if name == "duplex_A.ifc" else set()), "a property says it"

    voids = {(one.RelatingBuildingElement, one.RelatedOpeningElement) for one in file.by_type("IfcRelVoidsElement")}
    assert related(graph, "HAS_OPENING") == {(host.GlobalId, opening.GlobalId) for host, opening in voids}
    hosts = {opening.GlobalId: host.GlobalId for host, opening in voids}
    assert related(graph, "FILLS") == {
        (one.RelatedBuildingElement.GlobalId, hosts[one.RelatingOpeningElement.GlobalId])
        for one in file.by_type("IfcRelFillsElement")
    }
    assert related(graph, "BOUNDED_BY") == {
        (one.RelatingSpace.GlobalId, one.RelatedBuildingElement.GlobalId)
        for one in file.by_type("IfcRelSpaceBoundary")
        if one.RelatedBuildingElement
    }
    assert related(graph, "CONNECTED_TO") == {
        (one.RelatingElement.GlobalId, one.RelatedElement.GlobalId) for one in file.by_type("IfcRelConnectsElements")
    }
    assert {end for _, end in related(graph, "REFERENCES")} == labelled(graph, "Element") | labelled(graph, "Space")


@pytest.mark.parametrize("name", FILES)
def test_layers_against_the_library(graph_of: Callable[[str], Any], file_of: Callable[[str], Any], name: str) -> None:
    import ifcopenshell.util.element as query
    import ifcopenshell.util.unit as units

    graph, file = graph_of(name), file_of(name)
    scale = units.calculate_unit_scale(file)
    stem = name.removesuffix(".ifc")
    expected = set()
    for one in (*file.by_type("IfcElement"), *file.by_type("IfcTypeObject")):
        kind = query.get_type(one)
        for definition in material_definitions(one) or (material_definitions(kind) if kind is not None else []):
            layer_set = definition.ForLayerSet if definition.is_a("IfcMaterialLayerSetUsage") else definition
            if layer_set.is_a("IfcMaterialLayerSet"):
                expected |= {(one.GlobalId, f"{stem}#{layer.id()}") for layer in layer_set.MaterialLayers}
    of_parts = ids(file.by_type("IfcRoof"))
    assert {pair for pair in related(graph, "HAS_LAYER") if pair[0] not in of_parts} == {
        pair for pair in expected if pair[0] not in of_parts
    }
    for layer_set in file.by_type("IfcMaterialLayerSet"):
        for position, layer in enumerate(layer_set.MaterialLayers, start=1):
            node = graph.nodes[f"{stem}#{layer.id()}"]
            assert node.properties["position"] == position
            assert node.properties["thickness"] == pytest.approx(layer.LayerThickness * scale)


@pytest.mark.parametrize("name", FILES)
def test_properties_against_the_library(
    graph_of: Callable[[str], Any], file_of: Callable[[str], Any], name: str
) -> None:
    """Every value that the library finds is there under its name, or under its set's name, in our units."""
    import ifcopenshell.util.element as query

    graph, file = graph_of(name), file_of(name)
    scales = unit_scales(file)
    checked = 0
    for entity in (*file.by_type("IfcElement"), *file.by_type("IfcSpatialStructureElement")):
        node = graph.nodes[entity.GlobalId]
        for set_name, values in query.get_psets(entity, verbose=True).items():
            for property_name, found in values.items():
                if (
                    not isinstance(found, dict) or "class" not in found
                ):  # the set's id; an attribute of a predefined set
                    continue
                value, measure = found["value"], found.get("value_type") or found["class"]
                if value in (None, "", "UNKNOWN") or isinstance(value, (dict, list)):
                    continue
                plain = camel_name(property_name)
                if isinstance(value, str) and placeholder(plain, value):
                    continue
                keys = [
                    key
                    for key in (plain, "storeyHeight", "surfaceArea", f"{camel_name(set_name)}.{plain}")
                    if key in node.properties
                ]
                kept = [node.properties[key] for key in keys]
                scale, symbol = scales.get(measure, (1.0, None))
                expected = value if isinstance(value, (bool, str)) else pytest.approx(value * scale, rel=1e-6, abs=1e-8)
                assert measure == "IfcTimeStamp" or expected in kept, (node.id, set_name, property_name, value, kept)
                if symbol is not None:
                    assert symbol in {graph.unit(node.labels[0], key) for key in keys}, (set_name, property_name)
                checked += 1
    assert checked > 2000


def unit_scales(file: Any) -> dict[str, tuple[float, str]]:
    """Class of a measure or quantity to its scale to our unit, and our unit."""
    import ifcopenshell.util.unit as units

    found = {}
    for kind, symbol, names in (
        ("LENGTHUNIT", "m", ("IfcLengthMeasure", "IfcPositiveLengthMeasure", "IfcQuantityLength")),
        ("AREAUNIT", "m²", ("IfcAreaMeasure", "IfcQuantityArea")),
        ("VOLUMEUNIT", "m³", ("IfcVolumeMeasure", "IfcQuantityVolume")),
        ("PLANEANGLEUNIT", "°", ("IfcPlaneAngleMeasure",)),
    ):
        scale = units.calculate_unit_scale(file, kind)
        found |= dict.fromkeys(names, (math.degrees(scale) if symbol == "°" else scale, symbol))
    return found
