"""Associations of elements: classifications, documents, profiles, costs, tasks and actors."""

from __future__ import annotations

from typing import Final

from fingerpost.core.cells import Cell
from fingerpost.domains.buildings.loader.graph import BuildingGraph, step_ids
from fingerpost.domains.buildings.loader.units import Entity

_ASSIGNED: Final = (
    ("IfcRelAssignsToControl", "RelatingControl", "HAS_COST", "IfcCostItem"),
    ("IfcRelAssignsToProcess", "RelatingProcess", "IN_TASK", "IfcTask"),
    ("IfcRelAssignsToActor", "RelatingActor", "ASSIGNED_TO", "IfcActor"),
)
"""Relationship class, the attribute with its subject, what it is called here, and the class of the subject."""


def read_associations(graph: BuildingGraph) -> None:
    """Add classification references, documents, profiles, cost items, tasks and actors."""
    for entity in graph.entities("IfcClassificationReference"):
        with graph.reading(entity):
            graph.add_entity(entity, ("Classification",), _classification(entity))
    for entity in (*graph.entities("IfcDocumentReference"), *graph.entities("IfcDocumentInformation")):
        with graph.reading(entity):
            properties = _document(entity)
            if properties:
                graph.add_entity(entity, ("Document",), properties)
    for entity in graph.entities("IfcMaterialProfile"):
        with graph.reading(entity):
            name = entity.Name or (entity.Profile.ProfileName if entity.Profile is not None else None)
            if name:
                graph.add_entity(entity, ("Profile",), {"name": name, **_profile(entity.Profile)})
    for kind, label, more in (
        ("IfcCostItem", "CostItem", _cost),
        ("IfcTask", "Task", _times),
        ("IfcActor", "Actor", _actor),
    ):
        for entity in graph.entities(kind):
            with graph.reading(entity):
                properties = {"ifcClass": entity.is_a(), **graph.attributes(entity), **more(entity)}
                graph.add_entity(entity, (label,), properties)


def link_associations(graph: BuildingGraph) -> None:
    """Relate elements to them; a type's classification and documents are its elements' too."""
    members: dict[int, list[int]] = {}
    for element, type_step in graph.types.items():
        members.setdefault(type_step, []).append(element)
    for kind, attribute, called in (
        ("IfcRelAssociatesClassification", "RelatingClassification", "CLASSIFIED_AS"),
        ("IfcRelAssociatesDocument", "RelatingDocument", "HAS_DOCUMENT"),
    ):
        for relation in graph.entities(kind):
            with graph.reading(relation):
                target = getattr(relation, attribute).id()
                for step in step_ids(relation.RelatedObjects):
                    for one in (step, *members.get(step, ())):
                        graph.link(one, called, target, relation.id())
    for kind, attribute, called, subject in _ASSIGNED:
        for relation in graph.entities(kind):
            with graph.reading(relation):
                target = getattr(relation, attribute)
                if target is not None and target.is_a(subject):
                    for step in step_ids(relation.RelatedObjects):
                        graph.link(step, called, target.id(), relation.id())
    for relation in graph.entities("IfcRelServicesBuildings"):
        with graph.reading(relation):
            for step in step_ids(relation.RelatedBuildings):
                graph.link(relation.RelatingSystem.id(), "SERVES", step, relation.id())
    for kind in ("IfcRelCoversSpaces", "IfcRelCoversBldgElements"):
        for relation in graph.entities(kind):
            with graph.reading(relation):
                covered = relation[4].id()
                for step in step_ids(relation.RelatedCoverings):
                    graph.link(step, "COVERS", covered, relation.id())
    for relation in graph.entities("IfcRelReferencedInSpatialStructure"):
        with graph.reading(relation):
            for step in step_ids(relation.RelatedElements):
                graph.link(step, "REFERENCED_IN", relation.RelatingStructure.id(), relation.id())


def _classification(entity: Entity) -> dict[str, Cell]:
    """The code (called ItemReference before IFC 4), the title and the system: OmniClass, Uniclass, DIN 276."""
    code, title, source = entity[1], entity[2], entity[3]
    found: dict[str, Cell] = {}
    if title or code:
        found["name"] = title or code
    if code:
        found["code"] = code
    while source is not None and source.is_a("IfcClassificationReference"):
        source = source[3]
    if source is not None and source.is_a("IfcClassification"):
        name = source.Name
        if name:
            found["system"] = name
    return found


def _document(entity: Entity) -> dict[str, Cell]:
    names = {"Name": "name", "Identification": "identification", "ItemReference": "identification"}
    names |= {
        "DocumentId": "identification",
        "Location": "location",
        "Description": "description",
        "Revision": "revision",
    }
    found: dict[str, Cell] = {}
    for place, attribute in enumerate(entity.get_attribute_names()):
        value = entity.get_argument(place)
        if attribute in names and isinstance(value, str) and value.strip():
            found[names[attribute]] = value
    if found:
        found.setdefault("name", found.get("identification") or found.get("location") or "Document")
    return found


def _profile(profile: Entity | None) -> dict[str, Cell]:
    return {"shape": profile.is_a().removeprefix("Ifc").removesuffix("Def")} if profile is not None else {}


def _cost(entity: Entity) -> dict[str, Cell]:
    """The sum of the item's cost values, where it states any (IFC 4)."""
    amounts = []
    values = entity.CostValues if "CostValues" in entity.get_attribute_names() else ()
    for value in values or ():
        amount = getattr(value.AppliedValue, "wrappedValue", None)
        if isinstance(amount, (int, float)) and not isinstance(amount, bool):
            amounts.append(float(amount))
    return {"cost": sum(amounts)} if amounts else {}


def _times(entity: Entity) -> dict[str, Cell]:
    time = entity.TaskTime if "TaskTime" in entity.get_attribute_names() else None
    if time is None:
        return {}
    stated = (("start", time.ScheduleStart), ("finish", time.ScheduleFinish))
    return {name: said for name, said in stated if isinstance(said, str) and said}


def _actor(entity: Entity) -> dict[str, Cell]:
    """The name of the person or organisation that an actor is."""
    who = entity.TheActor
    if who.is_a("IfcPersonAndOrganization"):
        person, organisation = who.ThePerson, who.TheOrganization
    else:
        person, organisation = (who, None) if who.is_a("IfcPerson") else (None, who)
    found: dict[str, Cell] = {}
    if person is not None:
        _, family, given = (person.get_argument(index) for index in range(3))
        called = " ".join(part for part in (given, family) if part)
        if called:
            found["person"] = called
    if organisation is not None and organisation.Name:
        found["organisation"] = organisation.Name
    if found and not entity.Name:
        found["name"] = str(found.get("person") or found.get("organisation"))
    return found
