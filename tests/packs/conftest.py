"""Packs written for one test, and a small graph in which directions matter."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from opening_with import Opened

import fingerpost
from fingerpost.core.settings import Settings
from fingerpost.engine.knowledge_base import KnowledgeBase
from fingerpost.linking.pack import PACK_FILE


@pytest.fixture
def with_pack(tmp_path: Path) -> Iterator[Opened]:
    """Opens the graph of a knowledge base with a pack of this text."""
    with ExitStack() as stack:

        def opened(kb: KnowledgeBase, text: str) -> KnowledgeBase:
            (tmp_path / PACK_FILE).write_text(text, encoding="utf-8")
            return stack.enter_context(KnowledgeBase(kb.place, Settings(pack=str(tmp_path))))

        yield opened


@pytest.fixture(scope="session")
def office(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    """Ann manages Bob, Bob manages Cy; Ann and Cy are KN_SN; Cy has a phone."""
    folder = tmp_path_factory.mktemp("office")
    people = [
        {"id": number, "labels": ["Person"], "props": {"name": name}}
        for number, name in enumerate("Ann Bob Cy".split())
    ]
    phone = {"id": 3, "labels": ["Phone"], "props": {"number": "555", "weight": 140}}
    edges = [(0, 1, "MANAGES"), (1, 2, "MANAGES"), (0, 2, "KN_SN"), (2, 3, "HAS_PHONE")]
    lines = [*people, phone, *({"start": a, "end": b, "type": kind, "props": {}} for a, b, kind in edges)]
    (folder / "office.jsonl").write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    fingerpost.load([folder / "office.jsonl"], folder / "office.fp")
    with KnowledgeBase(folder / "office.fp") as kb:
        yield kb
