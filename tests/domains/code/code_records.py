"""The records that the loader of code yields, by what tests ask of them."""

from __future__ import annotations

from pathlib import Path

from fingerpost.domains.code.loader import CodeLoader
from fingerpost.ingest import LoadContext, NodeRecord, RelationshipRecord


class Records:
    """The records of a file, by what tests ask of them."""

    def __init__(self, path: Path) -> None:
        self.context = LoadContext()
        self.nodes: dict[str, NodeRecord] = {}
        self.relationships: list[RelationshipRecord] = []
        for record in CodeLoader().read(path, self.context):
            if isinstance(record, NodeRecord):
                self.nodes[record.id] = record
            else:
                self.relationships.append(record)

    def labelled(self, label: str) -> dict[str, NodeRecord]:
        """Nodes of a label by name."""
        found = [node for node in self.nodes.values() if label in node.labels]
        return {str(node.properties.get("name", node.id)): node for node in found}

    def joined(self, kind: str) -> set[tuple[str, str]]:
        """The names at both ends of the relationships of a type."""
        ends = [(one.start, one.end) for one in self.relationships if one.type == kind]
        return {(self._name(start), self._name(end)) for start, end in ends}

    def _name(self, node: str) -> str:
        properties = self.nodes[node].properties
        return str(properties.get("name", properties.get("importedEntity", node)))
