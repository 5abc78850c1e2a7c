"""`documents` and `--namespace`: what is kept of users and sessions is listed, asked and forgotten apart."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest
from command_line import cli

import fingerpost as fp

pytest.importorskip("wordllama", reason="needs the extra documents")


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "shared.md").write_text("The Gateway depends on the Auth Service.\n")
    (tmp_path / "own.md").write_text("The Gateway depends on Redis. D. Cruz approved ADR-1. Dana Cruz owns Redis.\n")
    assert cli("load", "shared.md", "--into", "team.fp").code == 0
    ran = cli("load", "own.md", "--into", "team.fp", "--namespace", "user/ada")
    assert (ran.code, ran.out) == (0, "team.fp: 1 document, 1 passage (1 new)\n")
    return tmp_path / "team.fp"


def test_each_command_takes_a_namespace(place: Path) -> None:
    question, own = "What does the Gateway depend on?", ("--namespace", "user/ada")
    assert cli("ask", place, question).out.startswith("Auth Service.")
    assert cli("ask", place, question, *own).out.startswith("Redis.")
    query = "MATCH (n) WHERE n.name = 'Gateway' RETURN n.id"
    assert cli("query", place, query, "--json", *own).json["rows"] == [["system:gateway:user/ada"]]
    chain = cli("template", place, "dependency_chain", "--param", "system_id=Gateway", "--json", *own)
    assert [row[2] for row in chain.json["rows"]] == ["Redis"]
    assert cli("resolve", place, *own).out.startswith("d cruz / dana cruz")
    assert cli("resolve", place).out == "nothing is left to decide\n"
    assert cli("audit", place, *own).out.startswith("1 document,")


def test_documents_and_namespaces_are_listed_and_forgotten(place: Path) -> None:
    assert cli("documents", place).out == "shared.md\n"
    assert cli("documents", place, "--namespaces", "--json").json == {"namespaces": ["user/ada"]}
    assert cli("documents", place, "--namespace", "user/ada").out == "own.md\n"
    ran = cli("documents", place, "--namespace", "user/ada", "--forget", "own.md", "--forget", "no.md")
    assert (ran.code, ran.out, ran.err) == (1, "forgotten: own.md\n", "there is no no.md\n")
    assert cli("ask", place, "What does the Gateway depend on?", "--namespace", "user/ada").code == 3
    assert cli("documents", place, "--forget-namespace", "user/ada", "--json").json["forgotten"] == ["user/ada"]
    assert cli("documents", place, "--forget-namespace", "user/ada").code == 1
    assert cli("documents", place).out == "shared.md\n"


@pytest.mark.parametrize("command", ["ask", "audit", "resolve", "template", "documents"])
def test_a_namespace_that_is_not_there_is_an_error_and_is_not_made(place: Path, command: str) -> None:
    ran = cli(command, place, *(["Who?"] if command == "ask" else []), "--namespace", "user/eve")
    assert ran.code == 2
    assert "there is no namespace user/eve" in ran.err
    assert cli("documents", place, "--namespaces").out == "user/ada\n"


def test_a_place_without_documents_is_an_error(library_path: Path) -> None:
    assert cli("documents", library_path).code == 7
    assert cli("ask", library_path, "How many books are there?", "--namespace", "a").code == 2


def test_an_answer_of_documents_that_is_not_sure_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "old.md").write_text("Copies of the archive are kept for 10 days.\n")
    assert cli("load", "old.md", "--into", "kept.fp").code == 0
    question = "How long are copies of the archive kept?"
    assert "Not sure" not in cli("ask", "kept.fp", question).out
    (tmp_path / "new.md").write_text("Copies of the archive are kept for 90 days.\n")
    assert cli("load", "new.md", "--into", "kept.fp").code == 0
    confidence = cli("ask", "kept.fp", question, "--json").json["confidence"]
    line = f"Not sure (confidence {confidence:.2f}). This may not be what was asked."
    assert line in cli("ask", "kept.fp", question).out.splitlines()


def test_documents_are_asked_as_they_were(tmp_path: Path) -> None:
    question = "Who owns the Gateway?"
    with fp.memory(tmp_path / "team.fp") as memory:
        memory.add_text("The Gateway is owned by Ann Roe.", key="gateway")
        between = dt.datetime.now(dt.UTC).isoformat()
        memory.add_text("The Gateway is owned by Bob Lie.", key="gateway")
    assert cli("ask", tmp_path / "team.fp", question).out.startswith("Bob Lie.")
    assert cli("ask", tmp_path / "team.fp", question, "--as-of", between).out.startswith("Ann Roe.")
    assert cli("ask", tmp_path / "team.fp", question, "--as-of", "2020-01-01").code == 3
    assert "memory.moment" in cli("ask", tmp_path / "team.fp", question, "--as-of", "yesterday").err
