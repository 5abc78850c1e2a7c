"""The library, opened anew for each file of tests, and a small source of our own that grows."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import fingerpost
from fingerpost.engine.knowledge_base import KnowledgeBase


@pytest.fixture(scope="module")
def kb(library_path: Path) -> Iterator[KnowledgeBase]:
    with fingerpost.open(library_path) as opened:
        yield opened


@pytest.fixture
def towns(tmp_path: Path) -> Callable[..., Path]:
    """Writes a source of towns, which are joined in a row, and gives its path."""

    def write(*names: str, file: str = "towns.jsonl") -> Path:
        nodes = [{"type": "node", "id": n, "labels": ["Town"], "properties": {"name": n}} for n in names]
        roads = [
            {"type": "relationship", "label": "ROAD_TO", "start": {"id": a}, "end": {"id": b}, "properties": {}}
            for a, b in itertools.pairwise(names)
        ]
        path = tmp_path / file
        path.write_text("".join(json.dumps(line) + "\n" for line in (*nodes, *roads)), encoding="utf-8")
        return path

    return write
