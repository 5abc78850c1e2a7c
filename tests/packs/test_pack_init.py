"""The drafted pack: whole, checked, and without harm to any answer."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from opening_with import Opened
from scale import some

from fingerpost.core.cells import Node, Relationship
from fingerpost.engine.knowledge_base import KnowledgeBase
from fingerpost.engine.packs import check_pack, draft_pack
from fingerpost.linking.pack import PACK_FILE
from fingerpost.linking.pack_verbs import said_both_ways

QUESTIONS = Path(__file__).resolve().parents[1] / "questions"


def asked(name: str) -> Iterator[str]:
    for questions in tomllib.loads((QUESTIONS / name).read_text(encoding="utf-8")).values():
        yield from questions


@pytest.mark.parametrize(
    ("type_", "forward", "backward"),
    [
        ("INVESTIGATED_BY", "investigated by", "investigates"),
        ("writtenBy", "written by", "writes"),
        ("CARRIED_BY", "carried by", "carries"),
        ("TAGGED_BY", "tagged by", "tags"),
        ("OWNS", "owns", "owned by"),
        ("USES", "uses", "used by"),
        ("KNOWS", "knows", "known by"),
        ("BORROWED", "borrowed", "borrowed by"),
        ("WROTE", "wrote", "written by"),
        ("LOCATED_IN", "located in", None),
        ("HAS_PHONE", "has phone", None),
        ("FAMILY_REL", "family rel", None),
        ("ON_LEVEL", "on level", None),
        ("ADDRESS", "address", None),
        ("_", "_", None),
    ],
)
def test_a_type_is_said_both_ways(type_: str, forward: str, backward: str | None) -> None:
    assert said_both_ways(type_) == (forward, backward)


def shape(answer: Any) -> tuple[Any, ...]:
    """What an answer says, whatever the order."""
    rows = [
        [cell.element_id if isinstance(cell, (Node, Relationship)) else repr(cell) for cell in row]
        for row in answer.rows
    ]
    return answer.status, sorted(map(repr, rows)), answer.reading


def test_the_librarys_draft_changes_no_answer(library: KnowledgeBase, with_pack: Opened) -> None:
    kb = with_pack(library, draft_pack(library, "library"))
    assert kb.pack.relations["WROTE"].backward == ("written by",)
    for question in some(list(asked("library.toml")), 30):
        assert shape(kb.ask(question)) == shape(library.ask(question)), question


def test_the_houses_draft_changes_no_answer(house: KnowledgeBase, with_pack: Opened) -> None:
    bare = with_pack(house, "")
    plain = {question: shape(bare.ask(question)) for question in some(list(asked("house.toml")), 17)}
    drafted = with_pack(house, draft_pack(bare, "house"))
    assert {question: shape(drafted.ask(question)) for question in plain} == plain


def test_a_draft_fits_the_graph_and_shows_what_is_in_it(library: KnowledgeBase, tmp_path: Path) -> None:
    text = draft_pack(library, "my library")
    (tmp_path / PACK_FILE).write_text(text, encoding="utf-8")
    pack = check_pack(str(tmp_path), library).pack
    assert pack.name == "my library"
    assert set(pack.labels) == {label.name for label in library.schema.labels}
    assert set(pack.properties) == library.schema.property_names
    assert pack.labels["Branch"] == ("branch", "branches")
    assert pack.show["Member"] == ("firstName", "lastName")
    lines = text.split("\n")
    assert "# (Author)->(Book) 34" in lines
    assert any(line.startswith("# Book.language is one of:") for line in lines)
    assert '#   "English"' in lines


def test_what_is_suggested_in_comments_can_be_taken_as_it_stands(library: KnowledgeBase, tmp_path: Path) -> None:
    lines = draft_pack(library, "library").split("\n")
    taken = []
    for number, line in enumerate(lines):
        suggested = line.removeprefix("# ").replace('"..." =', f'"phrase {number}" =')
        whole = suggested != line and " = " in suggested and "..." not in suggested and not suggested.endswith('""')
        taken.append(suggested if whole else line)
    (tmp_path / PACK_FILE).write_text("\n".join(taken), encoding="utf-8")
    pack = check_pack(str(tmp_path), library).pack
    assert pack.values
    assert pack.measures
    assert pack.superlatives


def test_names_that_toml_would_misread(tmp_path: Path, with_pack: Opened) -> None:
    import json

    import fingerpost

    nodes = [
        {"id": 1, "labels": ["Ärzte & Co"], "props": {'na"me': "x", "größe.cm": 3}},
        {"id": 2, "labels": ["2nd floor"], "props": {"na\nme": "y"}},
        {"start": 1, "end": 2, "type": "is-in #2", "props": {"seit": 2001}},
    ]
    (tmp_path / "odd.jsonl").write_text("\n".join(map(json.dumps, nodes)), encoding="utf-8")
    fingerpost.load([tmp_path / "odd.jsonl"], tmp_path / "odd.fp")
    with KnowledgeBase(tmp_path / "odd.fp") as kb:
        odd = with_pack(kb, draft_pack(kb, "odd"))
        assert check_pack(str(tmp_path), odd).pack.labels.keys() == {"Ärzte & Co", "2nd floor"}
