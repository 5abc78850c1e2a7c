"""`teach` and `learn --choice`: what they print, keep and refuse."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from command_line import cli

CLASSICS = "Which classics are there?"
MEANS = "MATCH (b:Book) WHERE b.year < 1815 RETURN b"


@pytest.fixture
def library(library_path: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(library_path, tmp_path / "library.fp"))


def test_a_question_is_taught_listed_and_undone(library: Path) -> None:
    before = cli("ask", library, CLASSICS)
    assert before.code == 3
    taught = cli("teach", library, CLASSICS, "--means", MEANS, "--who", "Ann")
    assert (taught.code, taught.err) == (0, "")
    assert "kept as" in taught.out
    assert "no answers changed" in taught.out
    assert cli("ask", library, "the classics").code == 0
    listed = cli("teach", library, "--list")
    assert "teach, Ann" in listed.out
    assert CLASSICS in listed.out
    document = cli("teach", library, "--list", "--json").json
    assert [(one["question"], one["verdict"], one["source"]) for one in document] == [(CLASSICS, "right", "teach")]
    undone = cli("teach", library, "--undo", document[0]["id"])
    assert (undone.code, undone.out) == (0, f"undone: {CLASSICS}\n")
    assert cli("ask", library, CLASSICS).out == before.out
    assert cli("teach", library, "--list").out == "nothing was taught\n"


def test_a_reading_is_picked_by_its_number(library: Path) -> None:
    question = "How many books are there?"
    shown = cli("teach", library, question)
    assert shown.code == 2
    assert shown.out.startswith("1. The number of")
    assert "--reading N" in shown.err
    taught = cli("teach", library, question, "--reading", "1", "--json").json
    assert taught["approval"]["source"] == "choice"
    assert taught["answer"]["rows"] == [[34]]
    again = cli("learn", library, "--choice", "1", question)
    assert (again.code, "instead of" in again.out) == (0, True)
    kept = cli("teach", library, "--list", "--json").json
    assert len(kept) == 1
    assert cli("learn", library, "--undo", kept[0]["id"]).code == 0


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        ([], 2, "a question is needed"),
        (["Which books?", "--list"], 2, "a question is needed"),
        (["Which books?", "--means", MEANS, "--reading", "1"], 2, "only one of"),
        (["Which books?", "--means", "MATCH (b:Book) DELETE b"], 8, "query.writes"),
        (["Which books?", "--means", "MATCH (b:Tome) RETURN b"], 8, "Tome"),
        (["Which books?", "--reading", "99"], 2, "question.choice"),
        (["--undo", "nothing"], 12, "approved.unknown"),
        (["Which books?", "--means", MEANS, "--check", "nowhere.txt"], 6, "source.missing"),
    ],
)
def test_what_is_wrong_is_told_and_nothing_is_kept(library: Path, arguments: list[str], code: int, said: str) -> None:
    ran = cli("teach", library, *arguments)
    assert (ran.code, said in ran.err) == (code, True), ran
    assert not (library / "approved.jsonl").exists()


def test_a_question_whose_answer_must_not_change_is_guarded(library: Path, tmp_path: Path) -> None:
    guarded = tmp_path / "questions.txt"
    guarded.write_text("# of the house\nHow many books are there?\nWhich books are in French?\n", encoding="utf-8")
    ran = cli("teach", library, CLASSICS, "--means", MEANS, "--check", guarded)
    assert "2 other questions were compared: no answers changed" in ran.out


def test_learning_needs_files_or_a_choice(library: Path) -> None:
    ran = cli("learn", library)
    assert (ran.code, "files are needed" in ran.err) == (2, True)
