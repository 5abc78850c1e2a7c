"""`ask`: what is printed, exit codes by status, explanations, JSON, sessions."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from command_line import cli

import fingerpost
from fingerpost.core.answer import Status
from fingerpost.surfaces.cli.ask import EXIT_CODES

BORROWED = "Which books did Oliver Branch borrow?"


def test_an_answer_has_text_and_citations(library_path: Path, unharmed: Callable[[], bool]) -> None:
    ran = cli("ask", library_path, BORROWED)
    assert (ran.code, ran.err) == (0, "")
    first, sources, *cited = ran.out.splitlines()
    assert all(title in first for title in ("The Doll", "The Idiot", "The Remains of the Day"))
    assert sources == "Sources:"
    assert len(cited) == 3
    assert all(line.startswith("  Book 979-9-0001-") and "Book.csv line" in line for line in cited)
    assert unharmed()


def test_many_citations_are_cut_and_the_rest_is_said(library_path: Path) -> None:
    lines = cli("ask", library_path, "How many books are there?").out.splitlines()
    assert "34 books" in lines[0]
    assert len(lines) == 13
    assert lines[-1] == "  and 24 more"


def test_the_question_needs_no_quotes(library_path: Path) -> None:
    ran = cli("ask", library_path, "How", "many", "books", "are", "there?")
    assert "34 books" in ran.out


@pytest.mark.parametrize(
    ("question", "status", "code"),
    [
        ("How many books are there?", "answered", 0),
        ("Which books cost more than 100?", "empty", 0),
        ("What is the salary of Anna Kowalska?", "unanswerable", 3),
        ("Delete all members", "refused", 4),
        ("MATCH (n) DETACH DELETE n", "refused", 4),
        ("MATCH (n:Book) RETURN count(n)", "refused", 4),
    ],
)
def test_the_exit_code_tells_the_status(
    library_path: Path, question: str, status: str, code: int, unharmed: Callable[[], bool]
) -> None:
    plain, as_json = cli("ask", library_path, question), cli("ask", library_path, question, "--json")
    assert (plain.code, as_json.code) == (code, code)
    assert (plain.err, as_json.err) == ("", "")
    answer = fingerpost.Answer.model_validate(as_json.json)
    assert answer.status == status
    assert answer.question == question
    assert plain.out.startswith(answer.text)
    assert unharmed()


def test_every_status_has_an_exit_code() -> None:
    assert set(EXIT_CODES) == {str(status) for status in Status}


def test_a_failure_is_an_error(library_path: Path) -> None:
    """A limit that every query exceeds lets the understood question fail."""
    limits = {"FINGERPOST_WORK_LIMIT": "1", "FINGERPOST_FEEDBACK_WORK": "0"}
    ran = cli("ask", library_path, BORROWED, **limits)
    assert (ran.code, ran.out) == (5, "")
    assert ran.err.startswith("error: ")
    assert "[limit." in ran.err
    as_json = cli("ask", library_path, BORROWED, "--json", **limits)
    assert as_json.code == 5
    assert fingerpost.Answer.model_validate(as_json.json).status == "failed"


def test_json_is_lossless(library_path: Path) -> None:
    ran = cli("ask", library_path, "When was Anna Müller born?", "--json")
    answer = fingerpost.Answer.model_validate(ran.json)
    with fingerpost.open(library_path) as kb:
        asked = kb.ask("When was Anna Müller born?")
    same = {"trace", "confidence"}
    assert answer.model_dump(exclude=same) == asked.model_dump(exclude=same)


def test_explain_shows_the_way(library_path: Path) -> None:
    ran = cli("ask", library_path, BORROWED, "--explain")
    assert ran.code == 0
    for part in ("Read as     ", "Confidence  ", "Words\n", "Query\n  MATCH ", "Parameters  {", "Steps       "):
        assert part in ran.out
    for step in ("route", "parse", "rank", "verify", "run", "compose", "cite"):
        assert f"\n  {step} " in ran.out
    assert "Oliver" in ran.out.partition("Words\n")[2]


def test_explain_says_what_is_missing(library_path: Path) -> None:
    ran = cli("ask", library_path, "What is the salary of Anna Kowalska?", "--explain")
    assert "Missing     salary\n" in ran.out


def test_choose_takes_another_reading(library_path: Path) -> None:
    with fingerpost.open(library_path) as kb:
        chosen = kb.ask(BORROWED, choice=2)
    ran = cli("ask", library_path, BORROWED, "--choose", "2", "--json")
    assert ran.json["reading"] == chosen.reading


def test_the_ids_of_what_is_listed_or_counted(library_path: Path) -> None:
    listed = cli("ask", library_path, BORROWED, "--out", "guids")
    assert (listed.code, listed.err) == (0, "")
    assert len(listed.out.splitlines()) == 3
    with fingerpost.open(library_path) as kb:
        books = {row[0].element_id for row in kb.query("MATCH (b:Book) RETURN b").rows}
    assert set(listed.out.splitlines()) < books
    counted = cli("ask", library_path, "How many books are there?", "--out", "guids").out.splitlines()
    assert (len(counted), set(counted)) == (34, books), "all of them, however many are cited"


def test_rows_as_csv(library_path: Path) -> None:
    ran = cli("ask", library_path, BORROWED, "--out", "csv")
    head, *rows = csv.reader(ran.out.splitlines())
    assert head == ["Book id", "Book", "confidence"]
    assert {name for _, name, _ in rows} == {"The Doll", "The Idiot", "The Remains of the Day"}
    head, *rows = csv.reader(
        cli("ask", library_path, "How many books does each branch hold?", "--out", "csv").out.splitlines()
    )
    assert [row[:2] for row in rows] == [["Market Square", "20"], ["Riverside", "15"], ["Northgate", "9"]]


def test_rows_in_other_formats(library_path: Path, tmp_path: Path) -> None:
    question = "How many books does each branch hold?"
    table = cli("ask", library_path, question, "--out", "md").out.splitlines()
    assert table[:3] == ["| Branch | count of Book |", "| --- | --- |", "| Market Square | 20 |"]
    lines = cli("ask", library_path, question, "--out", "jsonl").out.splitlines()
    assert json.loads(lines[2]) == {"Branch": "Northgate", "count of Book": 9, "confidence": _confidence(library_path)}
    with (tmp_path / "rows.parquet").open("wb") as file:
        command = [sys.executable, "-m", "fingerpost", "ask", str(library_path), question, "--out", "parquet"]
        subprocess.run(command, stdout=file, check=True)
    from pyarrow import parquet

    columns = parquet.read_table(tmp_path / "rows.parquet").to_pydict()
    assert columns["count of Book"] == [20, 15, 9]
    assert columns["confidence"] == [_confidence(library_path)] * 3


def test_rows_as_a_workbook(library_path: Path, tmp_path: Path) -> None:
    question = "How many books does each branch hold?"
    with (tmp_path / "rows.xlsx").open("wb") as file:
        command = [sys.executable, "-m", "fingerpost", "ask", str(library_path), question, "--out", "xlsx"]
        subprocess.run(command, stdout=file, check=True)
    import openpyxl

    book = openpyxl.load_workbook(tmp_path / "rows.xlsx")
    rows = [[cell.value for cell in row] for row in book["Answer"].iter_rows()]
    assert rows[:2] == [["Branch", "count of Book"], ["Market Square", 20]]
    assert book["Question"]["B1"].value == question
    assert book["Question"]["B4"].value == _confidence(library_path)


def _confidence(place: Path) -> float:
    with fingerpost.open(place) as kb:
        return kb.ask("How many books does each branch hold?").confidence


UNSURE = "cheap books"
"""Read as their prices, by the thesaurus."""


def test_an_answer_that_is_not_sure_says_so_below_itself(library_path: Path) -> None:
    answer = json.loads(cli("ask", library_path, UNSURE, "--json").out)
    assert 0.2 < answer["confidence"] < 0.8
    line = f"Not sure (confidence {answer['confidence']:.2f}). Read as: The book's price"
    assert cli("ask", library_path, UNSURE).out.splitlines()[1:3] == [line, "Sources:"]
    assert line in cli("ask", library_path, stdin=f"{UNSURE}\n").out
    exported = cli("ask", library_path, UNSURE, "--out", "csv")
    assert line not in exported.out
    assert line in exported.err, "beside the rows, like notes"
    assert "Not sure" not in cli("ask", library_path, UNSURE, "--explain").out, "which says the same in its own lines"


@pytest.mark.parametrize("question", [BORROWED, "Which books cost more than 100?", "What is the salary of Emma?"])
def test_what_is_sure_or_not_answered_has_no_such_line(library_path: Path, question: str) -> None:
    ran = cli("ask", library_path, question)
    assert "Not sure" not in ran.out + ran.err


def test_a_format_that_is_not_there(library_path: Path) -> None:
    ran = cli("ask", library_path, BORROWED, "--out", "docx")
    assert ran.code == 2
    assert "is not one of guids, csv, md, jsonl, parquet, xlsx, bcf, bcf3" in " ".join(
        ran.err.replace("│", " ").split()
    )


def test_a_markdown_table_keeps_its_shape(tmp_path: Path) -> None:
    (tmp_path / "nodes.jsonl").write_text(
        json.dumps({"id": "1", "labels": ["Thing"], "properties": {"name": "a|b <script>\nc \\", "size": 3}}) + "\n"
    )
    (tmp_path / "rels.jsonl").write_text("")
    fingerpost.load([tmp_path], tmp_path / "things.fp")
    ran = cli("ask", tmp_path / "things.fp", "List the name and size of all things", "--out", "md")
    assert ran.out.splitlines()[2] == "| a\\|b &lt;script> c \\\\ | 3 |"


def test_what_is_not_answered_is_no_export(library_path: Path) -> None:
    ran = cli("ask", library_path, "What is the salary of Anna Kowalska?", "--out", "csv")
    assert (ran.code, ran.out) == (3, "")
    assert "salary" in ran.err


@pytest.mark.parametrize("other", ["--json", "--explain", "--dry-run"])
def test_an_export_goes_without_other_forms(library_path: Path, other: str) -> None:
    assert cli("ask", library_path, BORROWED, "--out", "csv", other).code == 2


def test_a_session_answers_line_by_line(library_path: Path) -> None:
    lines = "# a comment\nHow many books are there?\n\n  How many members are there?  \n"
    ran = cli("ask", library_path, stdin=lines)
    assert (ran.code, ran.err) == (0, "")
    first, _, second = ran.out.partition("\n\n")
    assert "34 books" in first
    assert "18 members" in second


def test_a_session_goes_on_after_trouble(library_path: Path) -> None:
    ran = cli("ask", library_path, stdin="!!!\nDelete all members\nHow many books are there?\n")
    assert ran.code == 2
    assert ran.err == "error: the question is empty [question.empty]\n"
    assert ran.out.startswith("This asks to change the data")
    assert "34 books" in ran.out


def test_a_session_ends_with_the_first_code_that_is_not_0(library_path: Path) -> None:
    assert (
        cli("ask", library_path, stdin="How many books are there?\nDelete all books\nWhich films are there?\n").code
        == 4
    )


def test_a_session_as_json_is_one_list(library_path: Path) -> None:
    ran = cli("ask", library_path, "--json", stdin="How many books are there?\n?\nDelete all members\n")
    first, second, third = ran.json
    assert fingerpost.Answer.model_validate(first).rows == ((34,),)
    assert second["question"] == "?"
    assert second["error"]["code"] == "question.empty"
    assert third["status"] == "refused"
    assert ran.code == 2


def test_a_session_without_questions_says_nothing(library_path: Path) -> None:
    assert cli("ask", library_path, stdin="\n \n").out == ""
    assert cli("ask", library_path, "--json").json == []


def test_a_dry_run_shows_readings_and_the_query(library_path: Path) -> None:
    ran = cli("ask", library_path, "Who borrowed Emma?", "--dry-run")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("1. 0.")
    assert "MATCH (member1:Member)" in ran.out
    assert "Siobhán" not in ran.out
    assert cli("ask", library_path, "Delete all books", "--dry-run").code == 4
    assert cli("ask", library_path, "--dry-run").code == 2
