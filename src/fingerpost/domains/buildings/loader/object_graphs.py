"""Building models kept as a graph of objects: projects, models, versions, and a table for each kind of element.

Assistants for design offices keep models from Speckle in a Kuzu database: `Version -REFERENCES_WALL-> Wall`, with the
level, type and materials of an element as texts in its columns, in the element's own units. They become the same graph
as an IFC file: levels, types and materials are nodes, measures are in metres, and an element is one through all
versions of its model. All columns are kept.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import ClassVar, Final

from fingerpost.core.cells import Cell
from fingerpost.domains.buildings.loader.contents import Content
from fingerpost.domains.buildings.loader.families import read_families
from fingerpost.domains.buildings.loader.level_names import name_levels
from fingerpost.domains.buildings.loader.object_columns import Columns
from fingerpost.domains.buildings.loader.project import discipline_of, number_in
from fingerpost.domains.buildings.loader.versions import Models
from fingerpost.domains.buildings.loader.vocabulary import ELEMENT
from fingerpost.ingest import LoadContext, NodeRecord, Record, RelationshipRecord, loader_for

_HEAD: Final = 1 << 16
_SCHEMA: Final = "schema.cypher"
_REFERENCES: Final = "REFERENCES_"
_SPACES: Final = ("Space", "Room")


class ObjectGraphLoader:
    """A folder that Kuzu exported, or a Cypher script, with `Version` and `REFERENCES_...` of elements."""

    name: ClassVar[str] = "bim"
    summary: ClassVar[str] = "building models kept as a graph (Kuzu export or Cypher script)"
    pack: ClassVar[str | None] = "buildings"

    def recognises(self, path: Path) -> bool:
        """True for such a folder or script, by the names of tables and types in its beginning. Never raises."""
        try:
            script = path / _SCHEMA if path.is_dir() else path
            if script.suffix not in (".cypher", ".cyp", ".cql") or not script.is_file():
                return False
            with script.open("rb") as stream:
                head = stream.read(_HEAD)
        except OSError:
            return False
        return _REFERENCES.encode() in head and b"Version" in head and b"CONTAINS_MODEL" in head

    def read(self, path: Path, context: LoadContext) -> Iterator[Record]:
        """The nodes and relationships of all models, with their versions. All of it is held in memory.

        Raises what the readers of Kuzu exports and of Cypher scripts raise.
        """
        inner = loader_for(path, "kuzu" if path.is_dir() else "cypher")
        return self.read_graph(inner.read(path, context), context)

    def recognises_graph(self, labels: Sequence[str], types: Sequence[str]) -> bool:
        """See `GraphLoader`."""
        return "Version" in labels and "CONTAINS_MODEL" in types and any(one.startswith(_REFERENCES) for one in types)

    def read_graph(self, records: Iterable[Record], context: LoadContext) -> Iterator[Record]:
        """See `GraphLoader`."""
        graph = _Objects(records, context)
        return Models(context).records(list(graph.models()), graph.rest())


class _Objects:
    """The records by kind, and their conversion."""

    def __init__(self, records: Iterable[Record], context: LoadContext) -> None:
        self._context = context
        self._nodes: dict[str, NodeRecord] = {}
        self._elements: dict[str, list[str]] = {}
        self._links: list[RelationshipRecord] = []
        self._taken: set[str] = set()
        self._keys: dict[str, str] = {}
        self._renamed: dict[str, str] = {}
        for record in records:
            if isinstance(record, NodeRecord):
                self._nodes[record.id] = record
            elif record.type.startswith(_REFERENCES):
                self._elements.setdefault(record.start, []).append(record.end)
            else:
                self._links.append(record)

    def models(self) -> Iterator[list[Content]]:
        """Each model with its versions, oldest first."""
        versions: dict[str, list[NodeRecord]] = {}
        for link in self._links:
            if link.type == "HAS_VERSION" and link.start in self._nodes and link.end in self._nodes:
                versions.setdefault(link.start, []).append(self._nodes[link.end])
        for model_id, known in versions.items():
            model = self._model(self._nodes[model_id])
            others, links = self._around(model_id, model)
            contents, latest = list[Content](), dict[str, str]()
            for version in sorted(known, key=_created):
                content = Content(model, self._version(version), others=list(others), links=list(links))
                latest = self._fill(content, version.id)
                for link in self._links:
                    if link.type == "CREATED_VERSION" and link.end == version.id:
                        content.others.append(self._other(link.start))
                        content.links.append(
                            RelationshipRecord(link.start, content.version.id, link.type, link.properties)
                        )
                contents.append(content)
            self._renamed |= latest
            yield contents

    def rest(self) -> Iterator[Record]:
        """What belongs to no model; to be called after `models`."""
        for node in self._nodes.values():
            if node.id not in self._taken:
                yield self._other(node.id)
        for link in self._links:
            if link.type not in ("HAS_VERSION", "CONTAINS_MODEL", "CREATED_VERSION", "CREATED_MODEL"):
                start, end = (self._renamed.get(one, one) for one in (link.start, link.end))
                yield RelationshipRecord(start, end, link.type, link.properties, link.file, link.line)

    def _around(self, model_id: str, model: NodeRecord) -> tuple[list[NodeRecord], list[RelationshipRecord]]:
        """The projects and users of a model, with their relationships."""
        others, links = [], []
        for link in self._links:
            if link.end == model_id and link.type in ("CONTAINS_MODEL", "CREATED_MODEL") and link.start in self._nodes:
                others.append(self._other(link.start))
                links.append(RelationshipRecord(link.start, model.id, link.type, link.properties, link.file, link.line))
        return others, links

    def _other(self, node_id: str) -> NodeRecord:
        """A project or user; the number in a project's name is a property of its own."""
        self._taken.add(node_id)
        node = self._nodes[node_id]
        _date(node)
        if node.labels[0] == "Project":
            number = number_in(f"{node.properties.get('name', '')} {node.properties.get('description', '')}")
            if number is not None:
                node.properties["projectNumber"] = number
        return node

    def _model(self, node: NodeRecord) -> NodeRecord:
        self._taken.add(node.id)
        _date(node)
        name = str(node.properties.get("name") or node.properties.get("displayName") or node.id)
        properties: dict[str, Cell] = {**node.properties, "name": name}
        discipline = discipline_of(name)
        if discipline is not None:
            properties["discipline"] = discipline
        self._renamed[node.id] = f"model:{node.id}"
        return NodeRecord(f"model:{node.id}", ("Model",), properties, node.file, node.line)

    def _version(self, node: NodeRecord) -> NodeRecord:
        self._taken.add(node.id)
        _date(node)
        properties = {**node.properties, "sha256": str(node.properties.get("id", node.id))}
        properties["versionKey"] = f"version:{node.id}"
        if "createdAt" in properties:
            properties["timestamp"] = properties["createdAt"]
        self._renamed[node.id] = f"version:{node.id}"
        return NodeRecord(f"version:{node.id}", ("Version",), properties, node.file, node.line)

    def _fill(self, content: Content, version_id: str) -> dict[str, str]:
        """The elements of a version, with the levels, types and materials that their columns name; their new ids."""
        columns, ids = Columns(content, self._context), dict[str, str]()
        for element_id in self._elements.get(version_id, ()):
            node = self._nodes.get(element_id)
            if node is not None:
                self._taken.add(element_id)
                element = self._element(node, content)
                columns.add(element)
                ids[element_id] = element.id
        name_levels(content.nodes.values())
        read_families(content.nodes.values())
        return ids

    def _element(self, node: NodeRecord, content: Content) -> NodeRecord:
        """An element under an id that lasts through the versions of its model and is not that of another model."""
        said = node.properties.get("applicationId") or node.properties.get("id") or node.id
        key = str(said)
        if key in content.nodes:
            key = str(node.properties.get("id") or node.id)
        if self._keys.setdefault(key, content.model.id) != content.model.id:
            key = f"{key}@{content.model.id.removeprefix('model:')}"
        label = node.labels[0]
        labels = ("Space", "Room") if label in _SPACES else (label, ELEMENT)
        return NodeRecord(key, labels, {**node.properties, "globalId": key}, node.file, node.line)


def _date(node: NodeRecord) -> None:
    """Make a date of a text that is one."""
    for name in ("createdAt", "updatedAt"):
        said = node.properties.get(name)
        if isinstance(said, str):
            try:
                node.properties[name] = dt.datetime.fromisoformat(said)
            except ValueError:
                continue


def _created(version: NodeRecord) -> str:
    return str(version.properties.get("createdAt", ""))
