"""`bench memory`: both sides on one set of questions, with a report; the gates hold on our own documents."""

from __future__ import annotations

import json

import pytest
from command_line import cli

pytest.importorskip("wordllama", reason="needs the extra documents")


def test_the_sample_passes_its_gates(tmp_path) -> None:
    ran = cli("bench", "memory", "--out", tmp_path / "report")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("# Memory\n\n24 questions over 12 documents.")
    report = json.loads((tmp_path / "report" / "report.json").read_text())
    slow = {gate: held for gate, held in report["gates"].items() if not held and "p95" not in gate}
    assert slow == {}
    assert {one["category"] for one in report["ours"]["outcomes"]} == {
        *("multi-hop", "provenance", "disambiguation", "structured recall", "temporal", "negative", "failure")
    }
    assert (tmp_path / "report" / "report.svg").read_text().startswith("<svg ")
    assert (tmp_path / "report" / "report.md").read_text().rstrip() == ran.out.rstrip()


@pytest.mark.parametrize("questions", [None, "", "not json\n", '{"question": "Who?"}\n'])
def test_data_that_is_none(tmp_path, questions) -> None:
    (tmp_path / "documents").mkdir()
    if questions is not None:
        (tmp_path / "questions.jsonl").write_text(questions)
    assert cli("bench", "memory", tmp_path).code == 6


def test_wrong_answers_are_listed_and_fail_the_gate(tmp_path) -> None:
    (tmp_path / "documents").mkdir()
    (tmp_path / "documents" / "a.md").write_text("The Gateway depends on Redis.")
    asked = {"category": "multi-hop", "question": "What does the Gateway depend on?", "answer": ["Kafka"]}
    (tmp_path / "questions.jsonl").write_text(json.dumps(asked))
    ran = cli("bench", "memory", tmp_path, "--gate")
    assert ran.code == 1
    assert "- What does the Gateway depend on? (answered) Redis." in ran.out
