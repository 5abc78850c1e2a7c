"""The project, who owns it, and the model file with its version."""

from __future__ import annotations

import datetime as dt
import re
from typing import Any, Final

from fingerpost.core.cells import Cell
from fingerpost.domains.buildings.loader.graph import BuildingGraph
from fingerpost.domains.buildings.loader.placeholders import placeholder
from fingerpost.domains.buildings.loader.units import Entity
from fingerpost.domains.buildings.loader.vocabulary import labels_of
from fingerpost.ingest import NodeRecord

DISCIPLINES: Final[dict[str, frozenset[str]]] = {
    "architectural": frozenset("architecture architectural arch arc architektur a ar".split()),
    "structural": frozenset("structure structural struct str tragwerk statik s st".split()),
    "electrical": frozenset("electrical electric electricity elec elektro e el".split()),
    "mechanical": frozenset("mechanical mech hvac mep heating ventilation m".split()),
    "plumbing": frozenset("plumbing plumb sanitary sanitaer p pl".split()),
    "fire protection": frozenset("fire sprinkler fp".split()),
    "landscape": frozenset("landscape site civil l".split()),
}
"""A discipline, and how names of files say it; single letters only at the end."""
NUMBER: Final = re.compile(r"(?<![\d.,/-])(\d{2})[-/.]?(0[1-9]|1[0-2])[-/.]?(\d{3})(?![\d/-]|[.,]\d)")
_NAME_PARTS: Final = re.compile(r"[a-z]+")


def read_units(graph: BuildingGraph) -> None:
    """Take the units that the project assigns; what no unit is assigned to is taken as SI."""
    for project in graph.entities("IfcProject"):
        with graph.reading(project):
            for unit in project.UnitsInContext.Units if project.UnitsInContext is not None else ():
                with graph.reading(unit):
                    graph.units.assign(unit)


def read_project(graph: BuildingGraph) -> tuple[NodeRecord, NodeRecord]:
    """Add project, users, model and version; return model and version."""
    opened = graph.opened
    model_properties: dict[str, Cell] = {
        "name": opened.path.stem,
        "fileName": opened.path.name,
        "schema": opened.schema,
    }
    discipline = discipline_of(opened.path.stem)
    if discipline is not None:
        model_properties["discipline"] = discipline
    header = opened.model.header.file_name
    authors = [one.strip() for one in header.author or () if one and one.strip()]
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
    for author in authors:
        if placeholder("author", author) is None:
            user = graph.add_node(_user_id(author), "User", {"name": author})
            graph.relate(user, "CREATED_MODEL", model)
            graph.relate(user, "CREATED_VERSION", version)

    for entity in graph.entities("IfcProject"):
        with graph.reading(entity):
            properties = {"ifcClass": entity.is_a(), **graph.attributes(entity)}
            number = number_in(" ".join(str(properties.get(one, "")) for one in ("name", "longName", "description")))
            number = number or _stated_number(properties)
            if number is not None:
                properties["projectNumber"] = number
            created = entity.OwnerHistory.CreationDate if entity.OwnerHistory is not None else None
            if isinstance(created, int) and created > 0:
                properties["createdAt"] = dt.datetime.fromtimestamp(created, dt.UTC)
            project = graph.add_entity(entity, labels_of("IfcProject"), properties)
            if project is not None:
                graph.relate(project, "CONTAINS_MODEL", model)
                if entity.OwnerHistory is not None:
                    _read_owner(graph, entity.OwnerHistory.OwningUser, project)
    return model, version


def discipline_of(name: str) -> str | None:
    """The discipline of a model by the words of its name: "tower_elec" is electrical, "duplex_A" architectural."""
    words = _NAME_PARTS.findall(name.lower())
    for place, word in enumerate(words):
        for discipline, called in DISCIPLINES.items():
            if word in called and (len(word) > 1 or place == len(words) - 1):
                return discipline
    return None


def number_in(text: str) -> str | None:
    """A project number YY-MM-NNN in a text, also written with `/` or `.` or as seven digits, with hyphens."""
    found = NUMBER.search(text)
    return f"{found[1]}-{found[2]}-{found[3]}" if found is not None and found[3] != "000" else None


def _stated_number(properties: dict[str, Cell]) -> str | None:
    """The number of a project that has a long name beside it, as Revit exports it: "2019-114", "Hillcrest Library"."""
    name, long_name = (properties.get(one) for one in ("name", "longName"))
    if not isinstance(name, str) or not isinstance(long_name, str) or name == long_name:
        return None
    return name if len(name.split()) == 1 and any(map(str.isdigit, name)) else None


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
        owner = graph.add_node(_user_id(str(name or employer)), "User", properties, user.id())
        graph.relate(owner, "OWNS", project)


def _user_id(name: str) -> str:
    """One person is one user, in however many files."""
    return f"user:{' '.join(name.split()).casefold()}"


def _moment(text: Any) -> dt.datetime | None:
    try:
        return dt.datetime.fromisoformat(text)
    except (TypeError, ValueError):
        return None
