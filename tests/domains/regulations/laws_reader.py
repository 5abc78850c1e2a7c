"""Reads laws into a graph that is easy to ask."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from fingerpost.domains.regulations.loader import LawsLoader
from fingerpost.ingest import LoadContext, NodeRecord, RelationshipRecord


@dataclass
class Laws:
    """A loaded corpus, easy to ask."""

    nodes: dict[str, NodeRecord]
    relationships: list[RelationshipRecord]
    context: LoadContext

    def between(self, kind: str) -> set[tuple[str, str]]:
        return {(one.start, one.end) for one in self.relationships if one.type == kind}

    def from_to(self, start: str, kind: str, end: str) -> RelationshipRecord:
        [found] = [one for one in self.relationships if (one.start, one.type, one.end) == (start, kind, end)]
        return found

    @property
    def problems(self) -> dict[str, list[str]]:
        return {problem.kind: problem.examples for problem in self.context.problems}


def read_laws(path: Path) -> Laws:
    context = LoadContext()
    nodes: dict[str, NodeRecord] = {}
    relationships = []
    for record in LawsLoader().read(path, context):
        if isinstance(record, NodeRecord):
            assert record.id not in nodes
            nodes[record.id] = record
        else:
            relationships.append(record)
    return Laws(nodes, relationships, context)
