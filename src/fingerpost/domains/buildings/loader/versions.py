"""Several models, and several versions of each, as one graph.

An element keeps its GlobalId through all versions of its model. The newest version has the plain labels; what differs
in an earlier version is a node of its own, stored once however many versions hold it: `EarlierWall`, with
relationships like `WAS_ON_LEVEL`. So questions that name no version are about what is there now.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from fingerpost.core.cells import Cell
from fingerpost.domains.buildings.loader.contents import (
    EARLIER,
    GLOBAL,
    INCLUDES,
    LISTED,
    REFERENCES,
    WAS,
    Content,
    differences,
    state_digest,
    with_lasting_ids,
)
from fingerpost.domains.buildings.loader.vocabulary import ELEMENT
from fingerpost.ingest import LoadContext, NodeRecord, Record, RelationshipRecord

_SHARED: Final = frozenset({"Project", "Site", "Building", "Level", "User"})
"""Labels of nodes that several models may have in common by their GlobalIds."""
_ALIKE: Final = 0.5
"""The share of the elements of the smaller of two files from which on they are versions of one model."""
_NEAR: Final = 0.05
"""How many metres apart the levels of one building may lie in two models."""


def grouped(contents: Iterable[Content]) -> list[list[Content]]:
    """The contents by model, each in the order of its versions: files that share most elements, or name and project."""
    models: list[list[Content]] = []
    for content in contents:
        for versions in models:
            if _is_version_of(content, versions[-1]):
                versions.append(content)
                break
        else:
            models.append([content])
    return [_in_time(versions) for versions in models]


def _is_version_of(content: Content, other: Content) -> bool:
    if content.is_kept and other.is_kept:
        return content.model.id == other.model.id
    mine, theirs = content.elements, other.elements
    if mine and theirs and len(mine & theirs) >= _ALIKE * min(len(mine), len(theirs)):
        return True
    named = content.model.properties["name"] == other.model.properties["name"]
    return named and content.project is not None and content.project == other.project


def _in_time(versions: list[Content]) -> list[Content]:
    """The versions that were there keep their places; new ones follow by their time, if all have one of a kind."""
    kept, new = [one for one in versions if one.is_kept], [one for one in versions if not one.is_kept]
    times = [one.version.properties.get("timestamp") for one in new]
    if all(time is not None for time in times):
        new.sort(key=lambda one: str(one.version.properties["timestamp"]))
    return kept + new


class Models:
    """Writes models with their versions as records, each node once."""

    def __init__(self, context: LoadContext) -> None:
        self._context = context
        self._seen: dict[str, str] = {}
        self._related: set[tuple[str, str, str]] = set()
        self._same: dict[str, str] = {}
        self._levels: list[NodeRecord] = []

    def records(self, models: Sequence[Sequence[Content]], rest: Iterable[Record] = ()) -> Iterator[Record]:
        """All records of the models, then those that belong to none."""
        projects = {versions[-1].project for versions in models} - {None}
        for number, versions in enumerate(models):
            distinct = self._distinct(versions)
            if self._context.options.same_building and number:
                self._join_levels(distinct[-1])
            elif self._context.options.same_building:
                self._levels = [one for one in distinct[-1].nodes.values() if one.labels[0] == "Level"]
            yield from self._model(distinct)
            if len(projects) > 1:
                yield from self._of_project(distinct[-1])
        for record in rest:
            yield from self._node(record) if isinstance(record, NodeRecord) else self._relationship(record)

    def _distinct(self, versions: Sequence[Content]) -> list[Content]:
        """The versions whose content differs from the one before."""
        found: list[Content] = []
        for content in versions:
            if found and found[-1].version.properties["sha256"] == content.version.properties["sha256"]:
                said = found[-1].version.properties.get("versionNumber", len(found))
                name = content.model.properties["fileName"]
                self._context.notes.append(f"{name}: the same content as version {said}, so no new version")
                continue
            found.append(content)
            content.version.properties["versionNumber"] = len(found)
            content.version.properties["name"] = f"Version {len(found)}"
        return found

    def _model(self, versions: Sequence[Content]) -> Iterator[Record]:
        last = versions[-1]
        model = NodeRecord(versions[0].model.id, last.model.labels, dict(last.model.properties), last.model.file)
        model.properties["name"] = versions[0].model.properties["name"]
        if model.id in self._seen:  # another model's file of this name
            model.id = f"{model.id}#{len(self._seen)}"
        yield from self._node(model)
        if len(versions) > 1:
            for content in versions:
                with_lasting_ids(content, model.id.removeprefix("model:"))
        states = _States(versions)
        for place, content in enumerate(versions):
            content.version.id = self._free(content.version.id)
            content.version.properties["isLatest"] = content is last
            content.version.properties["versionKey"] = content.version.id  # a later version may have the same content
            yield from self._node(content.version)
            yield from self._relationship(RelationshipRecord(model.id, content.version.id, "HAS_VERSION", {}))
            for other in content.others:
                yield from self._node(other)
            for link in content.links:
                if link.type != "CREATED_MODEL" or content is versions[0]:
                    yield from self._link(link, content, model, is_last=content is last)
            yield from self._states(states, place, content)
        for kind, place, element, names in states.changes():
            properties: dict[str, Cell] = {"change": kind.lower()}
            if names:
                properties["properties"] = names
            start = versions[place].version.id
            yield from self._relationship(RelationshipRecord(start, element, kind, properties))

    def _of_project(self, content: Content) -> Iterator[Record]:
        """Where there are several projects, each has the elements and rooms of the latest versions of its models."""
        for element in sorted(content.elements if content.project is not None else ()):
            node = content.nodes[element]
            project = str(content.project)
            yield from self._relationship(RelationshipRecord(project, element, "HAS_ELEMENT", {}, node.file, node.line))

    def _states(self, states: _States, place: int, content: Content) -> Iterator[Record]:
        of = states.ids[place]
        for element, node in content.nodes.items():
            state = of[element]
            if state == element:
                if place == len(states.ids) - 1:
                    yield from self._node(node)
            elif place == states.last_place(element, state):
                labels = (*(f"{EARLIER}{label}" for label in node.labels), EARLIER)
                yield from self._node(NodeRecord(state, labels, node.properties, node.file, node.line))
            is_referenced = node.labels[-1] == ELEMENT or node.labels[0] == "Space"
            kind = REFERENCES if is_referenced else INCLUDES
            yield from self._relationship(RelationshipRecord(content.version.id, state, kind, {}))
        for one in content.relationships:
            start, end = of[one.start], of[one.end]
            is_now = start == one.start and end == one.end
            kind = one.type if is_now else f"{WAS}{one.type}"
            if not is_now or place == len(states.ids) - 1:
                yield from self._relationship(RelationshipRecord(start, end, kind, one.properties, one.file, one.line))

    def _link(
        self, link: RelationshipRecord, content: Content, model: NodeRecord, *, is_last: bool
    ) -> Iterator[Record]:
        """A relationship with what belongs to no version; those of the model are the model's whatever its version."""
        if link.type == "HAS_VERSION" or (not is_last and (link.start in content.nodes or link.end in content.nodes)):
            return
        start, end = (model.id if one == content.model.id else one for one in (link.start, link.end))
        end = content.version.id if link.type == "CREATED_VERSION" else end
        yield from self._relationship(RelationshipRecord(start, end, link.type, link.properties, link.file, link.line))

    def _free(self, node_id: str) -> str:
        """An id for a version: files of two models may have the same content."""
        return node_id if node_id not in self._seen else f"{node_id}#{len(self._seen)}"

    def _node(self, node: NodeRecord) -> Iterator[Record]:
        """A node once; one that several models share is the first one's."""
        if node.id in self._same or (self._seen.get(node.id) == node.labels[0] and node.labels[0] in _SHARED | GLOBAL):
            return
        self._seen.setdefault(node.id, node.labels[0])
        yield node

    def _relationship(self, one: RelationshipRecord) -> Iterator[Record]:
        start, end = self._same.get(one.start, one.start), self._same.get(one.end, one.end)
        key = (start, one.type, end)
        if key not in self._related:
            self._related.add(key)
            yield RelationshipRecord(start, end, one.type, one.properties, one.file, one.line)

    def _join_levels(self, content: Content) -> None:
        """Take the levels of another model of the same building for those that are there, by elevation and name."""
        for node in content.nodes.values():
            if node.labels[0] == "Level":
                near = [one for one in self._levels if _is_same_level(one, node)]
                if near:
                    self._same[node.id] = near[0].id
                else:
                    self._levels.append(node)
        self._same = {old: new for old, new in self._same.items() if old != new}


def _is_same_level(one: NodeRecord, other: NodeRecord) -> bool:
    """Whether two levels lie at one height; where a height is unknown, whether they have one name."""
    heights = [node.properties.get("elevation") for node in (one, other)]
    names = [str(node.properties.get("name", "")).casefold() for node in (one, other)]
    first, second = heights
    if isinstance(first, float) and isinstance(second, float):
        return abs(first - second) <= _NEAR
    return bool(names[0]) and names[0] == names[1]


class _States:
    """Which node stands for each element in each version: `ids` has, by version, the state of each element."""

    def __init__(self, versions: Sequence[Content]) -> None:
        self._versions = versions
        self._outgoing = [content.outgoing() for content in versions]
        self._digests = [
            {one: state_digest(node, out.get(one, ())) for one, node in content.nodes.items()}
            for content, out in zip(versions, self._outgoing, strict=True)
        ]
        newest = len(versions) - 1
        self.ids: list[dict[str, str]] = [{} for _ in versions]
        self.ids[newest] = {one: one for one in versions[newest].nodes}
        for place in range(newest - 1, -1, -1):
            later = self._digests[place + 1]
            for one, digest in self._digests[place].items():
                same = later.get(one) == digest
                self.ids[place][one] = self.ids[place + 1][one] if same else f"{one}@{place + 1}"

    def last_place(self, element: str, state: str) -> int:
        """The last version in which an element has a state."""
        return max(place for place, ids in enumerate(self.ids) if ids.get(element) == state)

    def changes(self) -> Iterator[tuple[str, int, str, tuple[str, ...]]]:
        """Every change of an element, a room or a level: its kind, the version, the state, and what differs."""
        newest = {one: state for ids in self.ids for one, state in ids.items()}
        for place in range(1, len(self._versions)):
            before, after = self._versions[place - 1].nodes, self._versions[place].nodes
            for one, node in after.items():
                if not any(label in LISTED for label in node.labels):
                    continue
                if one not in before:
                    yield "ADDED", place, newest[one], ()
                elif self._digests[place][one] != self._digests[place - 1][one]:
                    outgoing = (self._outgoing[at].get(one, set()) for at in (place - 1, place))
                    yield "CHANGED", place, newest[one], tuple(differences(before[one], node, *outgoing))
            for one, node in before.items():
                if one not in after and any(label in LISTED for label in node.labels):
                    yield "REMOVED", place, self.ids[place - 1][one], ()
