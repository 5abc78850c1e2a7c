"""What the tests of the loaders share: reading a source whole."""

from __future__ import annotations

import types
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from fingerpost.ingest.records import LoadContext, Loader, NodeRecord, Record, RelationshipRecord


@dataclass
class Loaded:
    """All that a loader told of a source."""

    records: list[Record]
    context: LoadContext

    @property
    def nodes(self) -> list[NodeRecord]:
        return [record for record in self.records if isinstance(record, NodeRecord)]

    @property
    def relationships(self) -> list[RelationshipRecord]:
        return [record for record in self.records if isinstance(record, RelationshipRecord)]

    @property
    def problems(self) -> dict[str, list[str]]:
        """The places by kind of problem."""
        return {problem.kind: problem.examples for problem in self.context.problems}

    @property
    def counts(self) -> dict[str, int]:
        return {problem.kind: problem.count for problem in self.context.problems}


@pytest.fixture(scope="session")
def load() -> Callable[[Loader, Path], Loaded]:
    def read(loader: Loader, path: Path) -> Loaded:
        context = LoadContext()
        return Loaded(list(loader.read(path, context)), context)

    return read


@pytest.fixture(scope="session")
def networkx() -> types.ModuleType:
    return pytest.importorskip("networkx", reason="needs the development dependency networkx")
