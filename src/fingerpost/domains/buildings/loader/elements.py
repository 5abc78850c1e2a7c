"""Elements and their types: walls, slabs, doors, and what each is one of."""

from __future__ import annotations

from fingerpost.core.cells import Cell
from fingerpost.domains.buildings.loader.graph import BuildingGraph, step_ids
from fingerpost.domains.buildings.loader.units import Entity
from fingerpost.domains.buildings.loader.vocabulary import (
    ELEMENT,
    EQUIPMENT,
    EQUIPMENT_CLASSES,
    GENERIC_CLASSES,
    GROUP,
    INHERITED,
    KIND_LABELS,
    LABELS,
    NOT_PHYSICAL,
    PART_KINDS,
    SYSTEM,
    labels_of,
)
from fingerpost.ingest import NodeRecord


def read_types(graph: BuildingGraph) -> None:
    """Add the type objects, and note which element is of which type."""
    for entity in graph.entities("IfcTypeObject"):
        with graph.reading(entity):
            kind = entity.is_a()
            labels = LABELS.get(kind) or ("Type", *labels_of(kind))
            graph.add_entity(entity, labels, {"ifcClass": kind, **graph.attributes(entity)})
    for relation in graph.entities("IfcRelDefinesByType"):
        with graph.reading(relation):
            type_step = relation.RelatingType.id()
            for step in step_ids(relation.RelatedObjects):
                graph.types.setdefault(step, type_step)


def read_elements(graph: BuildingGraph) -> None:
    """Add the elements, with what their attributes and their types' attributes say.

    `read_types` and `spatial.read_holders` must have run: a slab may be a roof by its type or by its whole alone.
    """
    wholes = {entity.id(): name for _, name in PART_KINDS for entity in graph.entities(name)}
    not_physical = {entity.id() for name in NOT_PHYSICAL for entity in graph.entities(name)}
    for entity in (*graph.entities("IfcElement"), *graph.entities("IfcProxy")):
        with graph.reading(entity):
            properties = {"ifcClass": entity.is_a(), **graph.attributes(entity)}
            type_node = graph.nodes.get(graph.types.get(entity.id(), 0))
            if type_node is None and entity.id() not in not_physical:
                type_node = _stated_type(graph, entity, properties)
            if type_node is not None:
                if "name" in type_node.properties:
                    properties["typeName"] = type_node.properties["name"]
                for name in INHERITED:
                    if name in type_node.properties:
                        properties.setdefault(name, type_node.properties[name])
            type_class = type_node.properties.get("ifcClass") if type_node is not None else None
            whole_class = wholes.get(graph.wholes.get(entity.id(), 0))
            labels = _labels(properties, type_class, whole_class)
            if any(entity.is_a(name) for name in EQUIPMENT_CLASSES):
                labels = (*labels, EQUIPMENT)
            if entity.id() not in not_physical:
                labels = (*labels, ELEMENT)
            graph.add_entity(entity, labels, properties)


def name_types_apart(graph: BuildingGraph) -> None:
    """Put the family before the type names of elements whose types share a name: "M_Fixed:819mm x 759mm".

    Exporters of IFC 2x3 name a type by its size alone, and name its elements "Family:Type:Tag". Properties must have
    been read.
    """
    namesakes: dict[tuple[str, Cell], list[int]] = {}
    for step in set(graph.types.values()):
        node = graph.nodes.get(step)
        if node is not None and "name" in node.properties:
            namesakes.setdefault((node.labels[-1], node.properties["name"]), []).append(step)
    families: dict[int, set[str]] = {}
    apart: dict[int, str] = {}
    for step, type_step in graph.types.items():
        if step in graph.nodes:
            family, colon, _ = str(graph.nodes[step].properties.get("name", "")).partition(":")
            families.setdefault(type_step, set()).add(family if colon else "")
    for steps in namesakes.values():
        known = [families.get(step, set()) for step in steps]
        if len(frozenset().union(*known) - {""}) > 1 and all(len(one) == 1 and "" not in one for one in known):
            apart |= {step: family for step, (family,) in zip(steps, known, strict=True)}
    for step, type_step in graph.types.items():
        if step in graph.nodes and type_step in apart:
            properties = graph.nodes[step].properties
            properties["typeName"] = f"{apart[type_step]}:{properties['typeName']}"


def _stated_type(graph: BuildingGraph, entity: Entity, properties: dict[str, Cell]) -> NodeRecord | None:
    """The type that an element without a type object names in its ObjectType, as exporters of IFC 2x3 write it."""
    said = properties.get("objectType")
    if not isinstance(said, str) or said == properties.get("name"):
        return None
    label = labels_of(entity.is_a())[0]
    node = graph.stated_types.get((label, said))
    if node is None:
        labels = ("Type", f"{label}Type")
        stated: dict[str, Cell] = {"name": said, "statedAs": "ObjectType"}
        node = graph.add_node(f"{graph.key}#type:{label}:{said}", labels, stated, entity.id())
        graph.stated_types[label, said] = node
    graph.types_stated[entity.id()] = node
    return node


def _labels(properties: dict[str, Cell], type_class: str | None, whole_class: str | None) -> tuple[str, ...]:
    ifc_class = properties["ifcClass"]
    labels = labels_of(ifc_class)
    kind = properties.get("predefinedType") or PART_KINDS.get((labels[0], whole_class or ""))
    # The slabs that a roof is made of are not roofs beside it.
    extra = None if whole_class == "IfcRoof" and kind == "ROOF" else KIND_LABELS.get((labels[0], kind))
    if extra is None and ifc_class in GENERIC_CLASSES and type_class is not None:
        extra = type_class.removeprefix("Ifc").removesuffix("Type")
    return labels if extra is None or extra in labels else (*labels, extra)


def read_groups(graph: BuildingGraph) -> None:
    """Add zones, systems and other groups."""
    systems = {entity.id() for entity in graph.entities("IfcSystem")}
    for entity in graph.entities("IfcGroup"):
        with graph.reading(entity):
            labels = LABELS.get(entity.is_a()) or ((SYSTEM,) if entity.id() in systems else (GROUP,))
            graph.add_entity(entity, labels, {"ifcClass": entity.is_a(), **graph.attributes(entity)})


def link_types(graph: BuildingGraph) -> None:
    """Relate every node to its type."""
    for step, type_step in graph.types.items():
        graph.link(step, "HAS_TYPE", type_step)
    for step, node in graph.types_stated.items():
        if step in graph.nodes:
            graph.relate(graph.nodes[step], "HAS_TYPE", node)
