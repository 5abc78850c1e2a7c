"""What one version of a model holds, as read from a file or as found in a knowledge base."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from fingerpost.core.cells import Cell, encode
from fingerpost.domains.buildings.loader.graph import BuildingGraph
from fingerpost.domains.buildings.loader.vocabulary import ELEMENT
from fingerpost.ingest import NodeRecord, Record, RelationshipRecord

EARLIER: Final = "Earlier"
"""The label of states that a later version replaced, and the prefix of their other labels: EarlierWall."""
WAS: Final = "WAS_"
"""The prefix of relationship types that hold in earlier versions only: WAS_ON_LEVEL."""
REFERENCES: Final = "REFERENCES"
INCLUDES: Final = "INCLUDES"
OF_VERSIONS: Final = frozenset(
    {REFERENCES, INCLUDES, "HAS_VERSION", "ADDED", "CHANGED", "REMOVED", "CREATED_VERSION", "HAS_ELEMENT"}
)
"""Relationship types that say which version holds what."""
GLOBAL: Final = frozenset({"Project", "Model", "Version", "User"})
"""Labels of nodes that belong to no version."""
LISTED: Final = (ELEMENT, "Space", "Level")
"""Labels of nodes whose changes are listed."""


@dataclass
class Content:
    """A version of a model: its nodes by id, and the relationships among them.

    `version` and `model` are the records of both; `others` are nodes that belong to no version, such as the project,
    and `links` relationships with them. A state of an earlier version has the id of its element.
    """

    model: NodeRecord
    version: NodeRecord
    nodes: dict[str, NodeRecord] = field(default_factory=dict)
    relationships: list[RelationshipRecord] = field(default_factory=list)
    others: list[NodeRecord] = field(default_factory=list)
    links: list[RelationshipRecord] = field(default_factory=list)
    is_kept: bool = False
    """Whether the version is in the knowledge base already, with its number."""

    @property
    def elements(self) -> frozenset[str]:
        """The ids of its elements and rooms."""
        return frozenset(one.id for one in self.nodes.values() if ELEMENT in one.labels or one.labels[0] == "Space")

    @property
    def project(self) -> str | None:
        """The id of its project."""
        return next((one.id for one in self.others if one.labels[0] == "Project"), None)

    def outgoing(self) -> dict[str, set[tuple[str, str]]]:
        """For each node the relationships that start from it, as (type, id of the end)."""
        found: dict[str, set[tuple[str, str]]] = {}
        for one in self.relationships:
            found.setdefault(one.start, set()).add((one.type, one.end))
        return found


def content_of(graph: BuildingGraph, model: NodeRecord, version: NodeRecord) -> Content:
    """The content that was read from a file."""
    content = Content(model, version)
    links = []
    for record in graph.records():
        if isinstance(record, RelationshipRecord):
            links.append(record)
        elif record.labels[0] not in GLOBAL:
            content.nodes[record.id] = record
        elif record not in (model, version):
            content.others.append(record)
    for one in links:
        within = one.start in content.nodes and one.end in content.nodes
        (content.relationships if within else content.links).append(one)
    content.links = [one for one in content.links if one.type != REFERENCES]
    return content


def contents_in(records: Iterable[Record]) -> tuple[list[Content], list[Record]]:
    """The versions that a knowledge base holds, oldest first for each model, and its other records."""
    nodes: dict[str, NodeRecord] = {}
    links: list[RelationshipRecord] = []
    for record in records:
        if isinstance(record, NodeRecord):
            nodes[record.id] = record
        else:
            links.append(record)
    held: dict[str, set[str]] = {}
    models: dict[str, str] = {}
    for one in links:
        if one.type in (REFERENCES, INCLUDES):
            held.setdefault(one.start, set()).add(one.end)
        elif one.type == "HAS_VERSION":
            models[one.end] = one.start
    states = frozenset().union(*held.values()) if held else frozenset()
    inner = [one for one in links if one.start in states and one.end in states and one.type not in OF_VERSIONS]
    projects = {one.end: one.start for one in links if one.type == "CONTAINS_MODEL"}
    found = []
    for version in sorted(models, key=lambda one: _number(nodes[one])):
        ids = held.get(version, set())
        content = Content(nodes[models[version]], nodes[version], is_kept=True)
        content.nodes = {said_id(one): _as_it_was(nodes[one]) for one in ids}
        content.relationships = [
            RelationshipRecord(
                said_id(one.start), said_id(one.end), one.type.removeprefix(WAS), one.properties, one.file, one.line
            )
            for one in inner
            if one.start in ids and one.end in ids
        ]
        content.links = [one for one in links if one.type == "CREATED_VERSION" and one.end == version]
        if models[version] in projects:
            content.others.append(nodes[projects[models[version]]])
        found.append(content)
    within = {id(one) for one in inner}
    rest: list[Record] = [one for one in nodes.values() if one.id not in states and one.labels[0] != "Version"]
    rest += [one for one in links if id(one) not in within and one.type not in OF_VERSIONS]
    return found, rest


def said_id(state: str) -> str:
    """The id of the element that a state is of: "3fYb@2" is 3fYb in version 2."""
    element, at, number = state.rpartition("@")
    return element if at and number.isdigit() else state


def _number(version: NodeRecord) -> int:
    number = version.properties.get("versionNumber", 1)
    return number if isinstance(number, int) else 1


def _as_it_was(node: NodeRecord) -> NodeRecord:
    """A state of an earlier version with the id and labels of its element."""
    labels = tuple(label.removeprefix(EARLIER) for label in node.labels if label != EARLIER)
    return NodeRecord(said_id(node.id), labels, node.properties, node.file, node.line)


def with_lasting_ids(content: Content, key: str) -> None:
    """Give what has no GlobalId (materials, layers) ids that the next export of the model gives the same content."""
    new: dict[str, str] = {}
    for old, node in list(content.nodes.items()):
        if "globalId" not in node.properties:
            new[old] = f"{key}#{node.labels[-1]}:{_digest(node.labels, node.properties)}"
            del content.nodes[old]
            content.nodes.setdefault(new[old], NodeRecord(new[old], node.labels, node.properties, node.file, node.line))
    kept: dict[tuple[str, str, str], RelationshipRecord] = {}
    for one in content.relationships:
        start, end = new.get(one.start, one.start), new.get(one.end, one.end)
        moved = RelationshipRecord(start, end, one.type, one.properties, one.file, one.line)
        kept.setdefault((start, one.type, end), moved)
    content.relationships = list(kept.values())


def _digest(labels: Iterable[str], properties: Mapping[str, Cell]) -> str:
    said = repr((sorted(labels), sorted((name, encode(value)) for name, value in properties.items())))
    return hashlib.blake2b(said.encode(), digest_size=8).hexdigest()


def state_digest(node: NodeRecord, outgoing: Iterable[tuple[str, str]]) -> str:
    """What a state is: equal where labels, properties and relationships are."""
    return _digest(node.labels, node.properties) + repr(sorted(outgoing))


def differences(
    before: NodeRecord,
    after: NodeRecord,
    outgoing_before: Iterable[tuple[str, str]],
    outgoing_after: Iterable[tuple[str, str]],
) -> Iterator[str]:
    """The names of the properties in which two states differ, and the types of the relationships."""
    for name in sorted({*before.properties, *after.properties}):
        if before.properties.get(name) != after.properties.get(name):
            yield name
    yield from sorted({kind for kind, _ in set(outgoing_before) ^ set(outgoing_after)})
