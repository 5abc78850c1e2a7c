"""Where things are: sites, buildings, levels and rooms, and which of them holds each element."""

from __future__ import annotations

from fingerpost.core.cells import Cell
from fingerpost.domains.buildings.loader.graph import BuildingGraph, step_ids
from fingerpost.domains.buildings.loader.level_names import name_levels
from fingerpost.domains.buildings.loader.placeholders import placeholder
from fingerpost.domains.buildings.loader.units import Entity
from fingerpost.domains.buildings.loader.vocabulary import labels_of

_DEGREE = (1, 60, 3600, 3_600_000_000)
"""Degrees, minutes, seconds and millionths of a second in a degree."""
_HELD_AS = {"Site": "HAS_SITE", "Building": "HAS_BUILDING", "Level": "HAS_LEVEL"}


def read_places(graph: BuildingGraph) -> None:
    """Add sites, buildings, levels (elevation in metres), spaces and, in IFC 4.3, other facilities and their parts."""
    for entity in (*graph.entities("IfcSpatialStructureElement"), *graph.entities("IfcSpatialZone")):
        with graph.reading(entity):
            kind = entity.is_a()
            properties = {"ifcClass": kind, **graph.attributes(entity)}
            if kind == "IfcBuildingStorey" and "elevation" not in properties:
                height = _height(entity.ObjectPlacement)
                if height is not None:
                    properties["elevation"] = graph.units.of_type("LENGTHUNIT").convert(height)
            if "interiorOrExterior" in properties:
                properties.setdefault("isExternal", properties.pop("interiorOrExterior").startswith("EXTERNAL"))
            if kind in ("IfcSite", "IfcBuilding"):
                properties |= _where(entity)
            graph.add_entity(entity, labels_of(kind), properties)
    name_levels(graph.nodes.values())


def _where(entity: Entity) -> dict[str, Cell]:
    """The address of a site or building, and a site's latitude and longitude in degrees, elevation in metres."""
    found: dict[str, Cell] = {}
    address = entity.SiteAddress if entity.is_a("IfcSite") else entity.BuildingAddress
    if address is not None:
        lines = [one for one in address.AddressLines or () if one.strip() and placeholder("address", one) is None]
        parts = [", ".join(lines), address.PostalCode, address.Town, address.Country]
        said = ", ".join(part for part in parts if part and part.strip())
        if said:
            found["address"] = said
        stated = (
            ("town", address.Town),
            ("region", address.Region),
            ("country", address.Country),
            ("postalCode", address.PostalCode),
        )
        found |= {name: value for name, value in stated if value and value.strip()}
    if entity.is_a("IfcSite"):
        for name, angle in (("latitude", entity.RefLatitude), ("longitude", entity.RefLongitude)):
            if angle:
                found[name] = round(sum(part / unit for part, unit in zip(angle, _DEGREE, strict=False)), 8)
    return found


def _height(placement: Entity | None) -> float | None:
    """The height of a level over its building, in project units."""
    if placement is None or not placement.is_a("IfcLocalPlacement"):
        return None
    coordinates = placement.RelativePlacement.Location.Coordinates
    return float(coordinates[2]) if len(coordinates) == 3 else None


def read_holders(graph: BuildingGraph) -> None:
    """Note which place holds each element or place, and which whole each part belongs to."""
    places = _places(graph)
    for relation in graph.entities("IfcRelContainedInSpatialStructure"):
        with graph.reading(relation):
            place = relation.RelatingStructure.id()
            for step in step_ids(relation.RelatedElements):
                graph.holders.setdefault(step, place)
    for name in ("IfcRelAggregates", "IfcRelNests"):
        for relation in graph.entities(name):
            with graph.reading(relation):
                whole = relation.RelatingObject.id()
                for step in step_ids(relation.RelatedObjects):
                    if step != whole:
                        (graph.holders if whole in places else graph.wholes).setdefault(step, whole)


def link_places(graph: BuildingGraph) -> None:
    """Relate everything to the level it is on, the room or building it is in, the whole it is part of.

    `read_holders` and `connections.read_openings` must have run.
    """
    places = _places(graph)
    for step, whole in graph.wholes.items():
        graph.link(step, "PART_OF", whole)
    for step, holder in graph.holders.items():
        node, place = graph.nodes.get(step), graph.nodes.get(holder)
        if node is None or place is None:
            continue
        label, place_label = node.labels[0], place.labels[0]
        if label in _HELD_AS:
            graph.relate(place, _HELD_AS[label], node)
        elif place_label == "Space":
            graph.relate(node, "PART_OF" if label == "Space" else "IN_SPACE", place)
        elif place_label != "Level":
            graph.relate(node, "PART_OF" if step in places and label != "Space" else "LOCATED_IN", place)
    for step, node in graph.nodes.items():
        if node.labels[0] not in _HELD_AS:
            level = _level(graph, step)
            if level is not None:
                graph.link(step, "ON_LEVEL", level)


def _places(graph: BuildingGraph) -> set[int]:
    return {entity.id() for name in ("IfcProject", "IfcSpatialStructureElement") for entity in graph.entities(name)}


def _level(graph: BuildingGraph, step: int) -> int | None:
    """The level that holds a node: directly, through a room or a whole, or through the wall whose opening it is in."""
    seen = set()
    while step not in seen:
        seen.add(step)
        above = graph.holders.get(step) or graph.wholes.get(step) or graph.hosts.get(step)
        if above is None or above not in graph.nodes:
            return None
        if graph.nodes[above].labels[0] == "Level":
            return above
        step = above
    return None
