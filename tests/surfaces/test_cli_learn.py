"""`learn`: what it prints, where it writes, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command_line import cli

GENRES = ("Gothic", "Romance", "Adventure", "Science fiction", "Poetry", "Mystery")
BRANCHES = ("Market Square", "Riverside")


@pytest.fixture
def examples(tmp_path: Path) -> Path:
    """Questions that call a book a zorp, and others that say nothing of books."""
    records = [
        {"question": f"Which authors were born in {year}?", "cypher": f"MATCH (a:Author {{born: {year}}}) RETURN a"}
        for year in range(1800, 1812)
    ]
    patterns = {genre: f"(b:Book)-[:IN_GENRE]->(:Genre {{name: '{genre}'}})" for genre in GENRES}
    patterns |= {branch: f"(b:Book)-[:HELD_AT]->(:Branch {{name: '{branch}'}})" for branch in BRANCHES}
    for name, pattern in patterns.items():
        records += [
            {"question": f"How many {name} zorps are there?", "cypher": f"MATCH {pattern} RETURN count(DISTINCT b)"},
            {"question": f"Which zorps are {name}?", "cypher": f"MATCH {pattern} RETURN b"},
        ]
    file = tmp_path / "examples.jsonl"
    file.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return file


def test_learned_words_are_known_to_the_next_question(library_path: Path, examples: Path, tmp_path: Path) -> None:
    out = tmp_path / "learned.json"
    ran = cli("learn", library_path, examples, "--out", out)
    assert (ran.code, ran.err) == (0, "")
    assert "Measured on kinds of questions that were not learned from:" in ran.out
    assert f"{out}: " in ran.out
    assert "from 28 of 28 examples." in ran.out
    assert ["zorp"] in [phrase["stems"] for phrase in json.loads(out.read_text())["phrases"]]
    question = "How many zorps did Jane Austen write?"
    before = cli("ask", library_path, question, "--json", FINGERPOST_LEARNED="none").json
    after = cli("ask", library_path, question, "--json", FINGERPOST_LEARNED=str(out)).json
    assert (
        before["rows"]
        != after["rows"]
        == cli("ask", library_path, "How many books did Jane Austen write?", "--json").json["rows"]
    )


def test_folds_by_chance(library_path: Path, examples: Path, tmp_path: Path) -> None:
    ran = cli("learn", library_path, examples, "--out", tmp_path / "learned.json", "--folds", "random")
    assert (ran.code, ran.err) == (0, "")
    assert "Measured on random questions:" in ran.out


def test_into_a_pack(library_path: Path, examples: Path, tmp_path: Path) -> None:
    assert cli("pack", "init", library_path, "--out", tmp_path / "books").code == 0
    assert cli("learn", library_path, examples, "--pack", tmp_path / "books", "--check", "0").code == 0
    assert (tmp_path / "books" / "learned.json").is_file()


def test_a_folder_that_is_no_pack(library_path: Path, examples: Path, tmp_path: Path) -> None:
    ran = cli("learn", library_path, examples, "--pack", tmp_path)
    assert ran.code == 12
    assert "pack.missing" in ran.err


def test_too_few_examples(library_path: Path, tmp_path: Path) -> None:
    few = tmp_path / "few.jsonl"
    few.write_text(json.dumps({"question": "How many books?", "cypher": "MATCH (b:Book) RETURN count(b)"}) + "\n")
    ran = cli("learn", library_path, few)
    assert ran.code == 6
    assert "at least 20 are needed" in ran.err
