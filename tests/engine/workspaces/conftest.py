"""A workspace to write to."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from fingerpost.engine.workspaces import NodeFact, RelationFact, Workspace, Write


def fact(start: str, type_: str, end: str, *types: str | None, **properties: object) -> list[Write]:
    """Two nodes and what joins them."""
    start_type, end_type = (*types, None, None)[:2]
    return [NodeFact(start, start_type), NodeFact(end, end_type), RelationFact(start, type_, end, properties)]


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Workspace]:
    with Workspace.create(tmp_path / "w", "notes") as made:
        yield made
