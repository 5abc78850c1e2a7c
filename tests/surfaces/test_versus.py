"""`eval ab`: two ways of answering on the same questions."""

from __future__ import annotations

import json

import pytest
from command_line import cli
from scripted_model import ModelServer

from fingerpost.core.errors import SettingsError, SourceError
from fingerpost.evals.questions import Outcome
from fingerpost.evals.versus import VersusReport, read_outcomes, settings_of, versus

GRIBBLES = "Which gribbles are pricier than 22?"
DEAR = "MATCH (b:Book) WHERE b.price > 22 RETURN b.title"


@pytest.fixture
def questions(tmp_path):
    file = tmp_path / "examples.jsonl"
    records = [
        {"id": "known", "question": "How many books are there?", "cypher": "MATCH (b:Book) RETURN count(b)"},
        {"id": "unknown", "question": GRIBBLES, "cypher": DEAR},
        {"id": "broken", "question": "?", "cypher": "MATCH nonsense"},
    ]
    file.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return file


def test_a_model_against_none(library_path, questions, tmp_path, monkeypatch):
    pytest.importorskip("openai", reason="needs the extra models")
    monkeypatch.setenv("FINGERPOST_MODEL_PRICE_IN", "2")
    server = ModelServer(tmp_path, [{"content": DEAR}])
    out = tmp_path / "ab.json"
    try:
        given = {"graphs": [str(library_path)], "questions": [questions], "json_out": out}
        text = versus("", f"model={server.spec}", **given).text()
    finally:
        server.stop()
    assert "B right where A is not: 1: unknown" in text
    assert "difference in points, B less A: +50.0, 95% interval" in text
    found = json.loads(out.read_text(encoding="utf-8"))
    assert (found["n"], found["gained"], found["lost"]) == (2, ["unknown"], [])
    spent = found["outcomes"][1]["b"]
    assert (spent["tokens"], spent["cost"]) == (2_000, 0.0036)


def test_results_of_before_are_compared_without_asking(library_path, questions, tmp_path):
    outcomes = tmp_path / "before.jsonl"
    given = ("--graph", str(library_path), "--questions", str(questions))
    assert cli("eval", "questions", *given, "--outcomes", str(outcomes)).code == 0
    ran = cli("eval", "ab", str(outcomes), str(outcomes))
    assert ran.code == 0, ran.err
    assert "B less A: +0.0" in ran.out
    assert cli("eval", "ab", str(outcomes), "answer_threshold=0.99", *given).code == 0


def test_the_interval_is_that_of_pairs():
    def outcome(number, right):
        return Outcome(id=str(number), group="", question="", verdict="equal" if right else "wrong")

    # 40 questions that only B has right, 20 that only A has, of 200.
    rights = [(False, True)] * 40 + [(True, False)] * 20 + [(True, True)] * 100 + [(False, False)] * 40
    pairs = tuple((outcome(n, a), outcome(n, b)) for n, (a, b) in enumerate(rights))
    difference, low, high = VersusReport(("", ""), pairs).interval
    assert difference == pytest.approx(0.10)
    assert (low, high) == (pytest.approx(0.0244, abs=1e-3), pytest.approx(0.1736, abs=1e-3))
    assert "no question" in VersusReport(("", ""), ()).text()


@pytest.mark.parametrize("way", ["nonsense", "no_such=1", "row_limit=many", "/nowhere/outcomes.jsonl"])
def test_what_is_neither_settings_nor_results_is_refused(way):
    with pytest.raises(SettingsError):
        settings_of(way)


def test_a_file_of_something_else_is_refused(tmp_path):
    file = tmp_path / "other.jsonl"
    file.write_text('{"question": 1}\n', encoding="utf-8")
    with pytest.raises(SourceError):
        read_outcomes(file)
    with pytest.raises(SourceError, match="--graph"):
        versus("", "", graphs=[], questions=[])
