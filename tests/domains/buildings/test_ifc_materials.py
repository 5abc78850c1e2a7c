"""Materials of each kind, layers with their thickness, and what an element takes from its type."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Make = Callable[..., Any]
SCHEMAS = ("IFC2X3", "IFC4", "IFC4X3_ADD2")


@pytest.mark.parametrize("schema", SCHEMAS)
def test_one_material(model: Make, schema: str) -> None:
    one = model(schema)
    steel = one.add("IfcMaterial", "Steel")
    one.material(steel, one.element("IfcBeam", "Beam"))
    graph = one.load()
    assert graph.pairs("HAS_MATERIAL") == [("Beam", "Steel")]
    node = graph.named("Steel")
    assert node.labels == ("Material",)
    assert node.id == f"model1#{steel.id()}"
    assert node.line == steel.id()


@pytest.mark.parametrize("usage", [True, False], ids=["usage", "set"])
@pytest.mark.parametrize("schema", SCHEMAS)
def test_layers(model: Make, schema: str, usage: bool) -> None:
    one = model(schema)
    brick, plaster = one.add("IfcMaterial", "Brick"), one.add("IfcMaterial", "Plaster")
    layers = [one.add("IfcMaterialLayer", material, thickness, None) for material, thickness in
              ((plaster, 12.5), (brick, 175.0), (None, 40.0), (plaster, 12.5))]  # fmt: skip
    definition = one.add("IfcMaterialLayerSet", layers, "Brick Wall")
    if usage:
        definition = one.add("IfcMaterialLayerSetUsage", definition, "AXIS2", "POSITIVE", 0.0)
    one.material(definition, one.element("IfcWall", "Wall"))
    graph = one.load()
    assert graph.pairs("HAS_MATERIAL") == [("Wall", "Brick"), ("Wall", "Plaster")], "a material counts once"
    assert len(graph.pairs("HAS_LAYER")) == 4
    assert len(graph.pairs("OF_MATERIAL")) == 3, "a layer of air is of no material"
    found = sorted(graph.labelled("MaterialLayer"), key=lambda node: node.properties["position"])
    assert [node.properties["thickness"] for node in found] == [0.0125, 0.175, 0.04, 0.0125]
    assert [node.properties["position"] for node in found] == [1, 2, 3, 4]
    assert [node.properties.get("name") for node in found] == ["Plaster", "Brick", None, "Plaster"]
    assert found[0].properties["layerSet"] == "Brick Wall"
    assert graph.unit("MaterialLayer", "thickness") == "m"


def test_a_single_layer(model: Make) -> None:
    one = model("IFC4")
    layer = one.add("IfcMaterialLayer", one.add("IfcMaterial", "Brick"), 100.0, None, "Facing")
    one.material(layer, one.element("IfcWall", "Wall"))
    graph = one.load()
    assert graph.pairs("HAS_MATERIAL") == [("Wall", "Brick")]
    assert graph.pairs("HAS_LAYER") == [("Wall", "Facing")]


@pytest.mark.parametrize("schema", SCHEMAS)
def test_a_list(model: Make, schema: str) -> None:
    one = model(schema)
    materials = [one.add("IfcMaterial", name) for name in ("Timber", "Glass")]
    one.material(one.add("IfcMaterialList", materials), one.element("IfcWindow", "Window"))
    assert one.load().pairs("HAS_MATERIAL") == [("Window", "Glass"), ("Window", "Timber")]


@pytest.mark.parametrize("schema", ["IFC4", "IFC4X3_ADD2"])
@pytest.mark.parametrize("whole", [True, False], ids=["set", "single"])
def test_constituents(model: Make, schema: str, whole: bool) -> None:
    one = model(schema)
    constituents = [
        one.add("IfcMaterialConstituent", name, None, one.add("IfcMaterial", name)) for name in ("Frame", "Glazing")
    ]
    definition = one.add("IfcMaterialConstituentSet", "Set", None, constituents) if whole else constituents[0]
    one.material(definition, one.element("IfcWindow", "Window"))
    expected = [("Window", "Frame"), ("Window", "Glazing")] if whole else [("Window", "Frame")]
    assert one.load().pairs("HAS_MATERIAL") == expected


@pytest.mark.parametrize("kind", ["profile", "set", "usage", "tapering"])
def test_profiles(model: Make, kind: str) -> None:
    one = model("IFC4")
    section = one.add("IfcIShapeProfileDef", "AREA", "HEA 200", None, 200.0, 190.0, 6.5, 10.0)
    profiles = [
        one.add("IfcMaterialProfile", name, None, one.add("IfcMaterial", name), section) for name in ("S235", "S355")
    ]
    sets = [one.add("IfcMaterialProfileSet", profile.Name, None, [profile]) for profile in profiles]
    definition = {
        "profile": lambda: profiles[0],
        "set": lambda: sets[0],
        "usage": lambda: one.add("IfcMaterialProfileSetUsage", sets[0]),
        "tapering": lambda: one.add("IfcMaterialProfileSetUsageTapering", sets[0], None, None, sets[1], None),
    }[kind]()
    one.material(definition, one.element("IfcBeam", "Beam"))
    expected = [("Beam", "S235"), ("Beam", "S355")] if kind == "tapering" else [("Beam", "S235")]
    assert one.load().pairs("HAS_MATERIAL") == expected


@pytest.mark.parametrize("schema", SCHEMAS)
def test_an_element_without_a_material_has_that_of_its_type(model: Make, schema: str) -> None:
    one = model(schema)
    plain, own, without = (one.element("IfcWall", name) for name in ("Plain", "Own", "Without"))
    layer = one.add("IfcMaterialLayer", one.add("IfcMaterial", "Brick"), 100.0, None)
    kind = one.type("IfcWallType", "Type", plain, own, PredefinedType="STANDARD")
    one.material(one.add("IfcMaterialLayerSet", [layer], "Set"), kind)
    one.material(one.add("IfcMaterial", "Glass"), own)
    graph = one.load()
    assert graph.pairs("HAS_MATERIAL") == [("Own", "Glass"), ("Plain", "Brick"), ("Type", "Brick")]
    assert graph.pairs("HAS_LAYER") == [("Plain", "Brick"), ("Type", "Brick")]
    assert without.Name not in {start for start, _ in graph.pairs("HAS_MATERIAL")}


@pytest.mark.parametrize("schema", ["IFC2X3", "IFC4"])
def test_properties_of_materials(model: Make, schema: str) -> None:
    one = model(schema)
    brick = one.add("IfcMaterial", "Brick")
    density = one.single("MassDensity", "IfcMassDensityMeasure", 1800.0)
    if schema == "IFC4":
        one.add("IfcMaterialProperties", "Pset_MaterialCommon", None, [density], brick)
    else:
        one.add("IfcExtendedMaterialProperties", brick, [density], None, "Set")
        one.add("IfcGeneralMaterialProperties", brick, None, None, 1800.0)
    graph = one.load()
    assert graph.named("Brick").properties["massDensity"] == 1800.0
    assert graph.unit("Material", "massDensity") == "kg/m³"
    assert not graph.problems


def test_materials_nobody_uses_and_names_used_twice(model: Make) -> None:
    one = model("IFC4")
    for _ in range(2):
        one.add("IfcMaterial", "Concrete", None, "concrete")
    graph = one.load()
    assert [node.properties for node in graph.labelled("Material")] == [
        {"name": "Concrete", "category": "concrete", "kinds": ("concrete",)}
    ] * 2
