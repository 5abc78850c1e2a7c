"""Answers as BCF issues, read back with the library that viewers' makers use."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from fingerpost.engine import GraphExporter, answer_exporter
from fingerpost.engine.knowledge_base import KnowledgeBase

pytest.importorskip("bcf", reason='needs bcf-client: pip install "fingerpost[bcf]"')


def exported(name: str, kb: KnowledgeBase, answer: Any, ids: list[str]) -> bytes:
    exporter = answer_exporter(name)
    assert isinstance(exporter, GraphExporter)
    return exporter.export_from(kb.context, answer, ids)


def test_an_answer_without_elements_has_no_viewpoint(house: KnowledgeBase, tmp_path: Path) -> None:
    from bcf.bcfxml import load

    answer = house.ask("What materials are used in the walls?")
    path = tmp_path / "materials.bcf"
    path.write_bytes(exported("bcf", house, answer, ["house#12", "house#13"]))
    file: Any = load(path)
    [topic] = file.topics.values()
    assert topic.topic.title == answer.question
    assert not topic.viewpoints, "a selection of nothing would not be valid"


@pytest.mark.parametrize(("name", "version"), [("bcf", "2.1"), ("bcf3", "3.0")])
def test_the_elements_of_an_answer_are_selected(house: KnowledgeBase, tmp_path: Path, name: str, version: str) -> None:
    from bcf.bcfxml import load

    answer = house.ask("Which doors are external?")
    ids = [row[0].element_id for row in answer.rows]
    path = tmp_path / "doors.bcf"
    path.write_bytes(exported(name, house, answer, [*ids, "house#123"]))
    file: Any = load(path)
    assert file.version.version_id == version
    [topic] = file.topics.values()
    assert topic.topic.title == answer.question
    assert topic.topic.description == answer.text
    [viewpoint] = topic.viewpoints.values()
    assert sorted(viewpoint.get_selected_guids()) == sorted(ids), "what has no GlobalId is no component"
