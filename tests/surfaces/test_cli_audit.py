"""`audit`: every fact shows its source; what a person should decide is listed."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from command_line import cli

import fingerpost as fp
from fingerpost.engine import ForgetRelations, Workspace

pytest.importorskip("wordllama", reason="needs the extra documents")

TEXTS = {
    "a": "The Gateway depends on the Auth Service. Dana Cruz approved ADR-001. Dana Cruz approved ADR-002.",
    "b": "The Gatway depends on Redis. The Gateway does not depend on the Auth Service. INC-1 affected Dana Cruz.",
    "c": "The Mail Team owns the Auth-Service.",
}


@pytest.fixture
def place(tmp_path: Path) -> Path:
    with fp.memory(tmp_path / "kb.fp") as memory:
        for key, text in TEXTS.items():
            memory.add_text(text, key=key)
    return tmp_path / "kb.fp"


def test_what_is_left_to_decide_fails_until_it_is_decided(place: Path) -> None:
    ran = cli("audit", place)
    assert (ran.code, ran.err) == (1, "")
    lines = ran.out.splitlines()
    assert lines[0] == "3 documents, 11 entities, 9 relationships"
    assert lines[-1] == "failed"
    assert "  gateway DEPENDS_ON auth service" in lines, "a contradiction"
    assert "  gateway / gatway" in lines
    assert not any("adr 001 / adr 002" in line for line in lines), "numbers tell names apart"
    found = cli("audit", place, "--json").json
    assert (found["passed"], found["broken"], found["missing"]) == (False, [], [])
    assert cli("resolve", place, "--merge", "Gatway", "the Gateway").code == 0
    ran = cli("audit", place)
    assert (ran.code, ran.out.splitlines()[-1]) == (0, "passed")
    assert cli("resolve", place, "--undo", "gateway", "--undo", "gatway").code == 0
    assert cli("audit", place).out.splitlines() == lines


def test_a_relationship_that_was_lost_fails(place: Path) -> None:
    with Workspace(place) as workspace:
        workspace.write([ForgetRelations("adr 001", "dana cruz", "APPROVED_BY")])
    ran = cli("audit", place)
    assert ran.code == 1
    assert "  adr 001 APPROVED_BY dana cruz" in ran.out
    assert ran.out.splitlines()[-1] == "failed"


def test_a_source_that_shows_something_else_fails(place: Path) -> None:
    with sqlite3.connect(place / "passages.sqlite") as database:
        database.execute("UPDATE facts SET start = 3, stop = 9 WHERE subject = 'adr 002'")
    ran = cli("audit", place, "--json")
    assert ran.code == 1
    assert ran.json["broken"] == [["adr 002", "APPROVED_BY", "dana cruz", "a:3-9"]]


def test_what_has_no_documents_is_an_error(library_path: Path, tmp_path: Path) -> None:
    assert cli("audit", tmp_path / "nothing").code == 7
    assert cli("audit", library_path).code == 7


def test_notes_that_link_to_each_other_pass(tmp_path: Path) -> None:
    for name, other in (("a", "b"), ("b", "a")):
        (tmp_path / f"{name}.md").write_text(f"# {name}\n\nSee [the plan]({other}.md#part) and [[{other}]].\n")
    with fp.memory(tmp_path / "kb.fp") as memory:
        memory.add([tmp_path / "a.md", tmp_path / "b.md"])
    ran = cli("audit", tmp_path / "kb.fp")
    assert (ran.code, ran.out.splitlines()[-1]) == (0, "passed")
