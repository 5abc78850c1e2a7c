"""Answers as BCF issues, read back with the library that viewers' makers use."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from fingerpost.engine import answer_exporter
from fingerpost.engine.knowledge_base import KnowledgeBase

pytest.importorskip("bcf", reason='needs bcf-client: pip install "fingerpost[bcf]"')


@pytest.mark.parametrize(("name", "version"), [("bcf", "2.1"), ("bcf3", "3.0")])
def test_the_elements_of_an_answer_are_selected(house: KnowledgeBase, tmp_path: Path, name: str, version: str) -> None:
    from bcf.bcfxml import load

    answer = house.ask("Which doors are external?")
    ids = [row[0].element_id for row in answer.rows]
    path = tmp_path / "doors.bcf"
    path.write_bytes(answer_exporter(name).export(answer, [*ids, "house#123"]))
    file: Any = load(path)
    assert file.version.version_id == version
    [topic] = file.topics.values()
    assert topic.topic.title == answer.question
    assert topic.topic.description == answer.text
    [viewpoint] = topic.viewpoints.values()
    assert sorted(viewpoint.get_selected_guids()) == sorted(ids), "what has no GlobalId is no component"
