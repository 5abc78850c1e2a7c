"""Connections of elements: openings and their fillings, boundaries of rooms, groups, joints and connected ports."""

from __future__ import annotations

from fingerpost.domains.buildings.loader.graph import BuildingGraph, step_ids
from fingerpost.domains.buildings.loader.vocabulary import GROUP, PORT, SYSTEM, ZONE

_MEMBERSHIP = {ZONE: "IN_ZONE", SYSTEM: "IN_SYSTEM", GROUP: "IN_GROUP"}


def read_openings(graph: BuildingGraph) -> None:
    """Relate walls to their openings, and doors and windows to the walls whose openings they fill."""
    for relation in graph.entities("IfcRelVoidsElement"):
        with graph.reading(relation):
            host, opening = relation.RelatingBuildingElement.id(), relation.RelatedOpeningElement.id()
            graph.hosts.setdefault(opening, host)
            graph.link(host, "HAS_OPENING", opening, relation.id())
    for relation in graph.entities("IfcRelFillsElement"):
        with graph.reading(relation):
            opening, filling = relation.RelatingOpeningElement.id(), relation.RelatedBuildingElement.id()
            graph.hosts.setdefault(filling, opening)
            if opening in graph.hosts:
                graph.link(filling, "FILLS", graph.hosts[opening], relation.id())


def link_bounds(graph: BuildingGraph) -> None:
    """Relate each space to the elements that bound it, once however many faces they share."""
    for relation in graph.entities("IfcRelSpaceBoundary"):
        with graph.reading(relation):
            element = relation.RelatedBuildingElement
            if element is not None:  # a boundary in the air has no element in IFC 2x3
                graph.link(relation.RelatingSpace.id(), "BOUNDED_BY", element.id(), relation.id())


def link_groups(graph: BuildingGraph) -> None:
    """Relate members to their zones, systems and groups."""
    for relation in graph.entities("IfcRelAssignsToGroup"):
        with graph.reading(relation):
            group = graph.nodes.get(relation.RelatingGroup.id())
            if group is None:
                continue
            membership = _MEMBERSHIP.get(group.labels[0])
            for step in step_ids(relation.RelatedObjects):
                if membership is not None:
                    graph.link(step, membership, group.line, relation.id())


def read_ports(graph: BuildingGraph) -> None:
    """Add the ports of services: where an element takes in or gives out what its system carries."""
    for entity in graph.entities("IfcPort"):
        with graph.reading(entity):
            graph.add_entity(entity, (PORT,), {"ifcClass": entity.is_a(), **graph.attributes(entity)})


def link_connected(graph: BuildingGraph) -> None:
    """Relate elements that are joined: directly, along their paths, or by a port of one to a port of the other.

    Ports are related to the elements that have them, and to the ports that they are joined to.
    """
    for relation in graph.entities("IfcRelConnectsElements"):
        with graph.reading(relation):
            graph.link(relation.RelatingElement.id(), "CONNECTED_TO", relation.RelatedElement.id(), relation.id())
    owners: dict[int, int] = {}
    for relation in graph.entities("IfcRelConnectsPortToElement"):
        with graph.reading(relation):
            owners[relation.RelatingPort.id()] = relation.RelatedElement.id()
    for entity in graph.entities("IfcPort"):
        owner = owners.setdefault(entity.id(), graph.wholes.get(entity.id(), 0))
        graph.link(owner, "HAS_PORT", entity.id())
    for relation in graph.entities("IfcRelConnectsPorts"):
        with graph.reading(relation):
            ends = [relation.RelatingPort.id(), relation.RelatedPort.id()]
            graph.link(ends[0], "JOINED_TO", ends[1], relation.id())
            start, end = (owners.get(port) for port in ends)
            if start is not None and end is not None and start != end:
                graph.link(start, "CONNECTED_TO", end, relation.id())
