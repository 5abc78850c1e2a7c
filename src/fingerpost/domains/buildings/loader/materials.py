"""Materials of elements: single, layered, profiles, constituents or plain lists."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from fingerpost.core.cells import Cell
from fingerpost.domains.buildings.loader.graph import BuildingGraph, step_ids
from fingerpost.domains.buildings.loader.material_kinds import kinds_of
from fingerpost.domains.buildings.loader.units import Entity
from fingerpost.domains.buildings.loader.vocabulary import labels_of
from fingerpost.domains.buildings.loader.wholes import parts_of

_LAYERED: Final = ("Wall", "Slab", "Covering")
_STATED_AS: Final = ("material", "structuralMaterial", "baustoff")
"""Properties that name the material of an element to which exporters relate none."""


@dataclass(slots=True)
class Composition:
    """The STEP ids of the materials, layers and profiles that an `IfcMaterialSelect` stands for, in order.

    `shares` has the fraction and the name of each constituent, by its material.
    """

    materials: list[int] = field(default_factory=list)
    layers: list[int] = field(default_factory=list)
    profiles: list[int] = field(default_factory=list)
    shares: dict[int, dict[str, Cell]] = field(default_factory=dict)


def read_materials(graph: BuildingGraph) -> None:
    """Add the materials and the layers: thickness in metres, position counted from 1."""
    for entity in graph.entities("IfcMaterial"):
        with graph.reading(entity):
            properties = graph.attributes(entity)
            kinds = kinds_of(properties["name"]) if isinstance(properties.get("name"), str) else ()
            if kinds:
                properties["kinds"] = kinds
            graph.add_entity(entity, labels_of("IfcMaterial"), properties)
    positions: dict[int, tuple[int, Any]] = {}
    for layer_set in graph.entities("IfcMaterialLayerSet"):
        with graph.reading(layer_set):
            for position, step in enumerate(step_ids(layer_set.MaterialLayers), start=1):
                positions[step] = (position, layer_set.LayerSetName)
    for entity in graph.entities("IfcMaterialLayer"):
        with graph.reading(entity):
            properties = graph.attributes(entity)
            material = entity.Material
            if "name" not in properties and material is not None and material.Name:
                properties["name"] = material.Name
            if entity.id() in positions:
                position, layer_set_name = positions[entity.id()]
                properties["position"] = position
                if layer_set_name:
                    properties["layerSet"] = layer_set_name
            graph.add_entity(entity, labels_of("IfcMaterialLayer"), properties)
            if material is not None:
                graph.link(entity.id(), "OF_MATERIAL", material.id(), entity.id())


def layered_thickness(graph: BuildingGraph) -> None:
    """Give walls, slabs and coverings that state no thickness that of their layers together."""
    totals: dict[int, float] = {}
    for relation in graph.entities("IfcRelAssociatesMaterial"):
        with graph.reading(relation):
            definition = relation.RelatingMaterial
            layer_set = definition.ForLayerSet if definition.is_a("IfcMaterialLayerSetUsage") else definition
            if layer_set is None or not layer_set.is_a("IfcMaterialLayerSet"):
                continue
            thickness = sum(float(layer.LayerThickness) for layer in layer_set.MaterialLayers)
            totals |= dict.fromkeys(step_ids(relation.RelatedObjects), thickness)
    unit = graph.units.of_type("LENGTHUNIT")
    for step, node in graph.nodes.items():
        total = totals.get(step) or totals.get(graph.types.get(step, 0))
        if node.labels[0] in _LAYERED and "thickness" not in node.properties and total:
            node.properties["thickness"] = unit.convert(total)
            graph.hint(node, "thickness", unit.symbol, "the layers' together where the model states none")


def link_materials(graph: BuildingGraph) -> None:
    """Relate elements and types to their materials and layers; an element without any has those of its type."""
    known: dict[int, Composition] = {}
    compositions: dict[int, list[tuple[Composition, int]]] = {}
    for relation in graph.entities("IfcRelAssociatesMaterial"):
        with graph.reading(relation):
            definition = relation.RelatingMaterial
            composition = known.get(definition.id())
            if composition is None:
                composition = known[definition.id()] = _composition(definition)
            for step in step_ids(relation.RelatedObjects):
                compositions.setdefault(step, []).append((composition, relation.id()))
    named = {
        str(node.properties.get("name", "")).lower(): step
        for step, node in graph.nodes.items()
        if node.labels[0] == "Material"
    }
    parts = parts_of(graph)
    for step, node in graph.nodes.items():
        known_by = compositions.get(step) or compositions.get(graph.types.get(step, 0)) or ()
        if not known_by:
            known_by = [
                one
                for part in parts.get(step, ())
                for one in compositions.get(part) or compositions.get(graph.types.get(part, 0)) or ()
            ]
        if not known_by:
            for name in _STATED_AS:
                said = node.properties.get(name)
                if isinstance(said, str) and said.lower() in named:
                    graph.link(step, "HAS_MATERIAL", named[said.lower()], node.line)
        for composition, line in known_by:
            for material in composition.materials:
                graph.link(step, "HAS_MATERIAL", material, line, composition.shares.get(material))
            for profile in composition.profiles:
                graph.link(step, "HAS_PROFILE", profile, line)
            for layer in composition.layers:
                graph.link(step, "HAS_LAYER", layer, line)


def _composition(definition: Entity) -> Composition:
    found = Composition()
    for part in _parts(definition):
        if part.is_a("IfcMaterial"):
            found.materials.append(part.id())
        elif part.is_a("IfcMaterialProfile"):
            found.profiles.append(part.id())
        else:
            found.layers.append(part.id())
    constituents = definition.MaterialConstituents if definition.is_a("IfcMaterialConstituentSet") else ()
    for one in constituents or ():
        stated = {"fraction": one.Fraction, "constituent": one.Name}
        share = {name: value for name, value in stated.items() if value is not None}
        if share and one.Material is not None:
            found.shares.setdefault(one.Material.id(), share)
    return found


def _parts(definition: Entity) -> Iterator[Entity]:
    """The materials and layers in a definition; a layer is followed by its material. A layer of air has none."""
    kind = definition.is_a()
    if kind == "IfcMaterial":
        yield definition
    elif kind == "IfcMaterialList":
        yield from definition.Materials
    elif kind == "IfcMaterialLayerSetUsage":
        yield from _parts(definition.ForLayerSet)
    elif kind == "IfcMaterialLayerSet":
        for layer in definition.MaterialLayers:
            yield from _parts(layer)
    elif kind == "IfcMaterialProfileSet":
        for profile in definition.MaterialProfiles:
            yield from _parts(profile)
    elif kind == "IfcMaterialConstituentSet":
        for constituent in definition.MaterialConstituents or ():
            yield from _parts(constituent)
    elif kind.startswith("IfcMaterialProfileSetUsage"):
        yield from _parts(definition.ForProfileSet)
        if kind == "IfcMaterialProfileSetUsageTapering":
            yield from _parts(definition.ForProfileEndSet)
    else:
        if kind.startswith(("IfcMaterialLayer", "IfcMaterialProfile")):
            yield definition
        if definition.Material is not None:
            yield definition.Material
