"""Answers as BCF issues, read back with the library that viewers' makers use."""

from __future__ import annotations

import io
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from fingerpost.engine import GraphExporter, answer_exporter
from fingerpost.engine.knowledge_base import KnowledgeBase

pytest.importorskip("bcf", reason='needs bcf-client: pip install "fingerpost[bcf]"')

from bcf_schema import breaches


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


SPOILT = {
    "v2": [
        ("markup.bcf", 'TopicType="Request"', 'TopicKind="Request"', "Topic/@TopicKind: unknown"),
        ("markup.bcf", "<Title>", "<Title></Title><Title>", "Topic/Title: 2 times"),
        ("markup.bcf", "<CreationAuthor>fingerpost</CreationAuthor>", "", "Topic/CreationAuthor: 0 times"),
        ("markup.bcf", "<Topic Guid=", '<Topic Guid="no-guid" Old=', "Topic/@Guid: 'no-guid' is not as"),
        (".bcfv", "<FieldOfView>", "<FieldOfView>wide", "PerspectiveCamera/FieldOfView: 'wide60.0' is no float"),
        (".bcfv", "PerspectiveCamera>", "Camera>", "VisualizationInfo/Camera: unknown"),
    ],
    "v3": [
        ("markup.bcf", "<Title>Which doors are external?", "<Title> ", "Topic/Title: '' has another length"),
        ("markup.bcf", "2026-", "last year ", "is no XmlDateTime"),
        (".bcfv", "<FieldOfView>", "<FieldOfView>2", "PerspectiveCamera/FieldOfView: 260.0 is out of bounds"),
        (".bcfv", 'IfcGuid="', 'IfcGuid="x', "has another length"),
        ("bcf.version", "VersionId", "Id", "Version/@VersionId: missing"),
    ],
}


@pytest.mark.parametrize(("name", "version"), [("bcf", "v2"), ("bcf3", "v3")])
@pytest.mark.parametrize("question", ["Which doors are external?", "What materials are used in the walls?"])
def test_files_are_valid_by_the_schema(house: KnowledgeBase, name: str, version: str, question: str) -> None:
    answer = house.ask(question)
    ids = [cell.element_id for row in answer.rows for cell in row if hasattr(cell, "element_id")]
    assert breaches(exported(name, house, answer, ids), version) == []


@pytest.mark.parametrize("version", ["v2", "v3"])
def test_what_is_not_valid_is_found(house: KnowledgeBase, version: str) -> None:
    answer = house.ask("Which doors are external?")
    content = exported("bcf" if version == "v2" else "bcf3", house, answer, [row[0].element_id for row in answer.rows])
    for file, old, new, breach in SPOILT[version]:
        found = breaches(with_change(content, file, old, new), version)
        assert any(breach in one for one in found), (breach, found)


def with_change(content: bytes, file: str, old: str, new: str) -> bytes:
    """The archive with a text of one file changed, which must be there."""
    changed = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as archive, zipfile.ZipFile(changed, "w") as target:
        for name in archive.namelist():
            text = archive.read(name).decode()
            if name.endswith(file):
                assert old in text, (old, text)
                text = text.replace(old, new)
            target.writestr(name, text)
    return changed.getvalue()
