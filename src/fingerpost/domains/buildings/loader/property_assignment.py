"""Which property sets belong to which node, and their values."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from fingerpost.domains.buildings.loader.graph import BuildingGraph, step_ids
from fingerpost.domains.buildings.loader.properties import COMMON, PropertySet, PropertySets, flatten
from fingerpost.domains.buildings.loader.units import Entity
from fingerpost.ingest import NodeRecord, PropertyHint

_MATERIAL_PROPERTIES: Final = (
    ("IfcMaterialProperties", "Properties"),
    ("IfcExtendedMaterialProperties", "ExtendedProperties"),
)


def read_properties(graph: BuildingGraph) -> tuple[str, ...]:
    """Give every node the values of its property sets and quantities, and of its type's where it has none itself.

    All nodes that can have sets must be in the graph. Returns what sets there are, as `set_line` writes each.
    """
    reader = PropertySets(graph.units)
    sets: dict[int, list[PropertySet]] = {}

    def assign(steps: list[int], definition: Entity) -> None:
        for found, is_new in reader.read(definition):
            if is_new:
                for broken in found.broken:
                    graph.report(definition, broken)
            for step in steps:
                sets.setdefault(step, []).append(found)

    for relation in graph.entities("IfcRelDefinesByProperties"):
        with graph.reading(relation):
            assign(step_ids(relation.get_argument(4)), relation.get_argument(5))
    for type_object in graph.entities("IfcTypeObject"):
        with graph.reading(type_object):
            for definition in type_object.HasPropertySets or ():
                assign([type_object.id()], definition)

    nothing: list[PropertySet] = []
    known: dict[str, tuple[set[str], set[str]]] = {}
    for step, node in graph.nodes.items():
        own, inherited = sets.get(step, nothing), sets.get(graph.types.get(step, 0), nothing)
        if own or inherited:
            for name, unit in flatten(node.properties, own, inherited):
                graph.hint(node, name, unit)
            node.properties["propertySets"] = _titles((*own, *inherited))
            _declare(graph, node, (*own, *inherited))
            _note(known, node, (*own, *inherited))
    _read_material_properties(graph, reader)
    graph.left_out.update(reader.left_out)
    return tuple(set_line(title, *known[title]) for title in sorted(known))


def set_line(title: str, labels: Iterable[str], names: Iterable[str]) -> str:
    """A set in one line: "Pset_WallCommon of Element, Wall: fireRating, isExternal"."""
    return f"{title} of {', '.join(sorted(labels))}: {', '.join(sorted(names))}"


def _titles(sets: Sequence[PropertySet]) -> tuple[str, ...]:
    """The names of a node's sets, each once."""
    return tuple(sorted({one.title for one in sets if one.title}))


def _note(known: dict[str, tuple[set[str], set[str]]], node: NodeRecord, sets: Iterable[PropertySet]) -> None:
    """Note which labels a set is of, and the properties that it has, with values or without."""
    for one in sets:
        if one.title:
            labels, names = known.setdefault(one.title, (set(), set()))
            labels.update(node.labels)
            names.update(one.empty)
            names.update(name for name, _, _ in one.values)


def _declare(graph: BuildingGraph, node: NodeRecord, sets: Iterable[PropertySet]) -> None:
    """Note the properties of the common sets that are there but say nothing: "no fire rating" is an answer then."""
    for one in sets:
        for name in one.empty if one.rank == COMMON else ():
            for label in node.labels:
                graph.context.property_hints.setdefault((label, name), PropertyHint(declared=True))


def _read_material_properties(graph: BuildingGraph, reader: PropertySets) -> None:
    """Density, conductivity and the like, which IFC 4 keeps with the material and IFC 2x3 beside it."""
    for kind, members in _MATERIAL_PROPERTIES:
        for entity in graph.entities(kind):
            with graph.reading(entity):
                node = graph.nodes.get(entity.Material.id())
                if node is not None and members in entity.get_attribute_names():
                    loose = reader.values(getattr(entity, members) or ())
                    for name, unit in flatten(node.properties, [loose], []):
                        graph.hint(node, name, unit)
