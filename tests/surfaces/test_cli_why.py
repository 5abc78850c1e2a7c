"""`why`: what it prints, as text and as JSON, and its exit codes."""

from __future__ import annotations

from pathlib import Path

import pytest
from command_line import cli

BOOKS = "MATCH (b:Book) RETURN count(b)"


def test_answered_right(library_path: Path) -> None:
    ran = cli("why", library_path, "How many books are there?", "--gold", BOOKS)
    assert (ran.code, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert lines[:2] == ["right", "Answered right."]
    assert "  label Book: named by “books”" in lines


def test_what_was_not_generated(library_path: Path) -> None:
    ran = cli("why", library_path, "How many books are there?", "--gold", "MATCH (b:Book) RETURN avg(b.pages)")
    assert (ran.code, ran.err) == (1, "")
    assert ran.out.startswith("linking: property\nNo words mean Book.pages.\n")
    assert "only in the gold (aggregates): avg(Book.pages)" in ran.out
    assert "only in the nearest candidate (aggregates): count(Book)" in ran.out
    assert "gold:    The average of book's pages" in ran.out


def test_what_outranked_it(library_path: Path) -> None:
    gold = "MATCH (m:Member)-[:BORROWED]->(b:Book {title: 'Emma'}) RETURN b"
    ran = cli("why", library_path, "Which members borrowed Emma?", "--gold", gold)
    assert ran.code == 1
    assert ran.out.startswith("outranked: columns\nIt is candidate ")
    assert "Score of the chosen plan minus the gold's: +" in ran.out


def test_json(library_path: Path) -> None:
    data = cli("why", library_path, "How many books are there?", "--gold", "MATCH (a:Author) RETURN a", "--json").json
    assert (data["question"], data["status"]) == ("How many books are there?", "answered")
    assert (data["cause"], data["part"]) == ("linking", "label")
    assert data["gold"] == {"path": ["Author"], "columns": ["Author"]}


@pytest.mark.parametrize("gold", ["MATCH (b:Book RETURN b", "MATCH (b:Book) DELETE b"])
def test_a_gold_that_does_not_run(library_path: Path, gold: str) -> None:
    ran = cli("why", library_path, "How many books are there?", "--gold", gold)
    assert (ran.code, ran.out) == (6, "")
    assert ran.err.startswith("error: the gold does not run: ")
