"""The project, who owns it, and the model file with its version."""

from __future__ import annotations

import datetime as dt
from typing import Any

from fingerpost.core.cells import Cell
from fingerpost.domains.buildings.loader.graph import BuildingGraph
from fingerpost.domains.buildings.loader.units import Entity
from fingerpost.domains.buildings.loader.vocabulary import ELEMENT, labels_of
from fingerpost.ingest import NodeRecord


def read_units(graph: BuildingGraph) -> None:
    """Take the units that the project assigns; what no unit is assigned to is taken as SI."""
    for project in graph.entities("IfcProject"):
        with graph.reading(project):
            for unit in project.UnitsInContext.Units if project.UnitsInContext is not None else ():
                with graph.reading(unit):
                    graph.units.assign(unit)


def read_project(graph: BuildingGraph) -> NodeRecord:
    """Add project, owner, model and version; return the version, which is what the elements belong to."""
    opened = graph.opened
    model_properties: dict[str, Cell] = {
        "name": opened.path.stem,
        "fileName": opened.path.name,
        "schema": opened.schema,
    }
    header = opened.model.header.file_name
    for name, said in (("author", header.author), ("organisation", header.organization)):
        stated = ", ".join(one for one in said or () if one and one.strip())
        if stated:
            model_properties[name] = stated
    application = _application(graph) or header.originating_system
    if application:
        model_properties["application"] = application
    model = graph.add_node(f"model:{opened.path.name}", "Model", model_properties)

    version_properties: dict[str, Cell] = {"name": "Version 1", "versionNumber": 1, "sha256": opened.digest}
    moment = _moment(header.time_stamp)
    if moment is not None:
        version_properties["timestamp"] = moment
    version = graph.add_node(f"version:{opened.digest}", "Version", version_properties)
    graph.relate(model, "HAS_VERSION", version)

    for entity in graph.entities("IfcProject"):
        with graph.reading(entity):
            properties = {"ifcClass": entity.is_a(), **graph.attributes(entity)}
            project = graph.add_entity(entity, labels_of("IfcProject"), properties)
            if project is not None:
                graph.relate(project, "CONTAINS_MODEL", model)
                if entity.OwnerHistory is not None:
                    _read_owner(graph, entity.OwnerHistory.OwningUser, project)
    return version


def reference_all(graph: BuildingGraph, version: NodeRecord) -> None:
    """Relate the version to every element and space."""
    for node in graph.nodes.values():
        if node.labels[-1] == ELEMENT or node.labels[0] == "Space":
            graph.relate(version, "REFERENCES", node)


def _application(graph: BuildingGraph) -> str | None:
    """The program that wrote the file, as "name version"."""
    for entity in graph.entities("IfcApplication"):
        with graph.reading(entity):
            name, version = entity.ApplicationFullName, entity.Version
            if name:
                return name if not version or version in name else f"{name} {version}"
    return None


def _read_owner(graph: BuildingGraph, user: Entity | None, project: NodeRecord) -> None:
    if user is None:
        return
    person, organisation = user.ThePerson, user.TheOrganization
    # Given and family name stand at the same places in every schema, the identifier has changed its name.
    identifier, family, given = (person.get_argument(index) for index in range(3))
    name = " ".join(part for part in (given, family) if part) or identifier
    employer = organisation.Name if organisation is not None else None
    properties: dict[str, Any] = {}
    if name or employer:
        properties["name"] = name or employer
    if employer:
        properties["organisation"] = employer
    if properties:
        owner = graph.add_node(f"{graph.opened.path.stem}#{user.id()}", "User", properties, user.id())
        graph.relate(owner, "OWNS", project)


def _moment(text: Any) -> dt.datetime | None:
    try:
        return dt.datetime.fromisoformat(text)
    except (TypeError, ValueError):
        return None
