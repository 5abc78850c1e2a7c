"""Runs of questions: their figures, the history of runs, what fails a run, and the reports."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner

import fingerpost
from fingerpost.core.errors import SourceError
from fingerpost.evals.answer_run import AnswerRun, Asked, before, failures, read_history, read_questions
from fingerpost.evals.trend import drawing, html, markdown, write_report
from fingerpost.samples import CODE_FILE, copy_sample
from fingerpost.surfaces.cli.app import app

QUESTIONS = [
    {
        "question": "Which functions call malloc?",
        "cypher": "MATCH (f:FUNCTION)-[:CALLS]->(m:METHOD {name: 'malloc'}) RETURN f.name",
    },
    {"question": "How many functions are there?", "cypher": "MATCH (f:FUNCTION) RETURN count(f) + 1"},
    {"question": "Which functions call shelf_ad?"},
    {"question": "Which functions handle memory management?"},
]  # fmt: skip


def run(**figures: float) -> AnswerRun:
    return AnswerRun(when="2026-01-01", version="1", graph="g", questions=2, digest="d", figures=figures)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("shelf")
    fingerpost.load([copy_sample(CODE_FILE, folder)], folder / "shelf.fp")
    return folder / "shelf.fp"


def test_a_run_is_measured_kept_and_compared(place: Path, tmp_path: Path) -> None:
    file, history, page = tmp_path / "q.jsonl", tmp_path / "runs.jsonl", tmp_path / "r.html"
    file.write_text("\n".join(map(json.dumps, QUESTIONS)))
    given = ["eval", "answers", str(place), str(file), "--history", str(history), "--report", str(page)]
    given += [
        "--samples",
        str(tmp_path / "s.jsonl"),
        "--report",
        str(tmp_path / "r.json"),
        "--report",
        str(tmp_path / "r.md"),
        "--fall",
        "0.01",
    ]
    first = CliRunner().invoke(app, given)
    assert first.exit_code == 0, first.output
    assert "answered: 0.7500" in first.output
    for figure in ("concepts_used: 1.0000", "right.intent.find-function: 1.0000", "right.domain.memory: 1.0000"):
        assert figure in first.output
    assert "right.intent.code-analysis: 0.0000" in first.output
    assert "right: 0.3333" not in first.output
    samples = [json.loads(line) for line in (tmp_path / "s.jsonl").read_text().splitlines()]
    assert [len(samples), samples[1]["response"]] == [3, "13 functions."]
    assert "name: copy_title; location: shelf.c:11" in samples[0]["retrieved_contexts"]
    assert "right: 0.5000" in first.output
    (kept,) = read_history(history)
    better = kept.model_copy(update={"figures": kept.figures | {"right": 0.9}})
    history.write_text(better.model_dump_json() + "\n")
    second = CliRunner().invoke(app, given)
    assert second.exit_code == 1
    assert "right fell from 0.9000 to 0.5000" in second.output
    told = json.loads((tmp_path / "r.json").read_text())
    assert [len(told["runs"]), len(told["questions"]), len(told["failed"])] == [2, 4, 1]
    assert "Failed: right fell" in page.read_text()
    assert "FAILED: right fell" in (tmp_path / "r.md").read_text()
    assert len(read_history(history)) == 2


def test_least(place: Path, tmp_path: Path) -> None:
    file = tmp_path / "q.txt"
    file.write_text("# a remark\nHow many functions are there?\n")
    given = ["eval", "answers", str(place), str(file), "--least"]
    assert CliRunner().invoke(app, [*given, "faithfulness=0.9"]).exit_code == 0
    failed = CliRunner().invoke(app, [*given, "right=0.5"])
    assert (failed.exit_code, "right is unknown" in failed.output) == (1, True)
    assert CliRunner().invoke(app, [*given, "right=much"]).exit_code == 2


def test_what_fails_a_run() -> None:
    assert failures(run(right=0.5), run(right=0.52), 0.05, {}) == ()
    assert failures(run(right=0.5), run(right=0.6), 0.05, {}) == ("right fell from 0.6000 to 0.5000",)
    assert failures(run(ms_p50=90.0), run(ms_p50=1.0), 0.0, {}) == ()
    assert failures(run(right=0.5), None, 0.0, {"right": 0.5}) == ()
    other = run(right=0.1).model_copy(update={"digest": "other"})
    assert before([run(right=0.3), other], run()) == run(right=0.3)
    assert before([other], run()) is None


def test_reports_show_everything_and_run_nothing() -> None:
    runs = [run(right=0.5, answered=1.0), run(right=0.7, answered=0.9)]
    asked = [Asked(question="<script>alert(1)</script> | x", status="answered", right=False, unsupported=("f",))]
    page = html(runs, asked, ["right <fell>"])
    assert "<script>" not in page
    assert "&lt;script&gt;" in page
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "")
    lines = ElementTree.fromstring(drawing(runs)).findall("{http://www.w3.org/2000/svg}polyline")
    assert len(lines) == 2
    assert "\\| x" in markdown(runs, asked, [])


def test_bad_files(tmp_path: Path) -> None:
    bad = tmp_path / "bad.jsonl"
    for text in ("", "# only a remark", '{"cypher": "x"}', "{"):
        bad.write_text(text)
        with pytest.raises(SourceError):
            read_questions(bad)
    with pytest.raises(SourceError):
        read_questions(tmp_path / "missing.txt")
    bad.write_text("{}\n")
    with pytest.raises(SourceError, match="not a history"):
        read_history(bad)
    with pytest.raises(SourceError, match="not r"):
        write_report(tmp_path / "r.pdf", [run()], [], [])
