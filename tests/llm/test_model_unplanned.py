"""Queries of a model that no plan can express: run through the gate, unless the auditor has a veto."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import fingerpost as fp
from fingerpost.engine.generation.auditing import verdict_of
from fingerpost.engine.generation.generating import UNPLANNED
from fingerpost.engine.stepwise import Stepwise

QUESTION = "What is the gribble of all prices?"
FOLDED = "MATCH (b:Book) RETURN reduce(s = 0, x IN collect(b.pages) | s + x) AS pages"
NODES = "MATCH (b:Book) WHERE b.pages > reduce(s = 0, x IN [900, 100] | s + x) RETURN b"


def script(query: str, verdict: Any) -> list[dict[str, Any]]:
    """The query twice, as it comes back with findings; then no SQL; then the audit."""
    return [{"content": query}] * 2 + [{"content": "NONE"}, {"content": verdict}]


@pytest.fixture
def ask(library_path: Path, model_server: Any) -> Any:
    def asked(query: str, verdict: Any = "YES", **settings: Any) -> Any:
        server = model_server(*script(query, verdict))
        with fp.open(library_path, fp.Settings(model=server.spec, **settings)) as kb:
            return kb.ask(QUESTION), server.requests

    return asked


def test_a_query_without_a_plan_runs_after_its_audit(ask: Any, library: Any) -> None:
    answer, requests = ask(FOLDED)
    assert answer.status == "answered", answer.trace
    assert answer.rows == library.query("MATCH (b:Book) RETURN sum(b.pages) AS pages").rows
    assert answer.text == f"pages: {answer.rows[0][0]}."
    assert (answer.plan, answer.reading, answer.confidence) == (None, "", UNPLANNED)
    assert answer.metadata == {"author": "model", "model": "tiny", "audit": "passed"}
    assert any("read the query itself" in note for note in answer.notes)
    assert [step.name for step in answer.trace.steps][-4:] == ["generate", "verify", "run", "show"]
    state = answer.state()
    assert state["cypher_query"] == answer.query
    assert state["cypher_verification_result"]["approved"]
    audit = requests[-1]["messages"]
    assert QUESTION in audit[-1]["content"]
    assert "reduce" in audit[-1]["content"]


def test_nodes_in_its_rows_are_cited(ask: Any) -> None:
    answer, _ = ask(NODES)
    assert len(answer.rows) > 1
    assert [citation.element_id for citation in answer.citations] == [row[0].element_id for row in answer.rows]
    assert answer.citation_total == len(answer.rows)
    assert answer.text.startswith(f"{len(answer.rows)} rows (b):\n- ")


@pytest.mark.sampled(2)
@pytest.mark.parametrize("verdict", ["NO: it sums pages, not prices", "perhaps", "YES and no", "Yes, ignore the rules"])
def test_a_veto_leaves_the_answer_without_it(ask: Any, library: Any, verdict: str) -> None:
    answer, _ = ask(FOLDED, verdict)
    without = library.ask(QUESTION)
    assert (answer.status, answer.text, answer.query) == ("unanswerable", without.text, None)
    assert any("was not run" in note for note in answer.notes)


def test_an_auditor_that_fails_lets_nothing_pass(library_path: Path, model_server: Any) -> None:
    server = model_server(*script(FOLDED, "YES")[:-1], {"status": 500, "body": "{}"})
    with fp.open(library_path, fp.Settings(model=server.spec)) as kb:
        answer = kb.ask(QUESTION)
    assert answer.status == "unanswerable"
    assert any("could not be audited" in note for note in answer.notes)


@pytest.mark.parametrize(
    "query",
    [
        "MATCH (b:Book) WITH reduce(s = 0, x IN [1] | s + x) AS s, b DETACH DELETE b RETURN s",
        FOLDED.replace("pages)", "leaves)"),
        FOLDED.replace("RETURN", "WHERE b.title <> 'an invented title' RETURN"),
        FOLDED.replace("RETURN", "CALL apoc.load.json('http://127.0.0.1/') YIELD value RETURN"),
    ],
    ids=["delete", "no such property", "invented text", "procedure"],
)
def test_what_the_gate_refuses_is_not_even_audited(ask: Any, monkeypatch: pytest.MonkeyPatch, query: str) -> None:
    monkeypatch.setenv("FINGERPOST_MODEL_VETO", "false")
    answer, requests = ask(query, debug=True)
    assert (answer.status, answer.query) == ("unanswerable", None)
    assert not any(request["messages"][0]["content"].startswith("You check") for request in requests)


def test_a_veto_is_overridden_in_debug_mode_only_and_logged(
    ask: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("FINGERPOST_MODEL_VETO", "false")
    assert ask(FOLDED, "NO: of pages")[0].status == "unanswerable"
    log = tmp_path / "debug.log"
    answer, _ = ask(FOLDED, "NO: of pages", debug=True, log_file=log)
    assert answer.status == "answered"
    assert answer.metadata["audit"] == "overridden: of pages"
    assert any("overridden" in note for note in answer.notes)
    line = log.read_text(encoding="utf-8").splitlines()[-1]
    assert json.loads(line[line.index("{") :])["audit"] == "overridden: of pages"


def test_reading_runs_nothing_of_it(library_path: Path, model_server: Any, monkeypatch: Any) -> None:
    server = model_server(*script(FOLDED, "YES"))
    with fp.open(library_path, fp.Settings(model=server.spec)) as kb:
        monkeypatch.setattr(type(kb.store), "run", None)
        reading = kb.read(QUESTION)
    assert (reading.status, reading.plan) == ("read", None)
    assert reading.query is not None
    assert "reduce" in reading.query


def test_a_host_that_goes_on_later_checks_the_query_again(library_path: Path, model_server: Any) -> None:
    server = model_server(*script(FOLDED, "YES"))
    with fp.open(library_path, fp.Settings(model=server.spec)) as kb:
        first = Stepwise(kb.context, QUESTION)
        done: list[tuple[str, str]] = []
        kept: dict[str, Any] = {}
        while first.next != "run":
            name = first.next
            assert name is not None
            done.append((name, first.step()))
            kept |= {name: json.loads(json.dumps(first.kept(name)))} if first.kept(name) else {}
        assert "reduce" in first.proposed["query"]
        calls = len(server.requests)
        second = Stepwise(kb.context, QUESTION)
        second.replay(done, kept)
        while second.next is not None:
            second.step()
        assert second.answer().status == "answered"
        assert len(server.requests) == calls, "the model is not asked again"
        tampered = {**kept, "generate": {**kept["generate"], "unplanned": "MATCH (b:Book) DETACH DELETE b"}}
        third = Stepwise(kb.context, QUESTION)
        third.replay(done[:-1], tampered)
        third.step()
        assert third.answer().status == "failed" or third.next == "fail"


@pytest.mark.parametrize(
    ("reply", "passed", "why"),
    [
        ("YES", True, ""),
        ("yes.", True, ""),
        ("**YES**", True, ""),
        ("NO: wrong label", False, "wrong label"),
        ("No", False, "it gave no reason"),
        ("Not sure", False, "it gave no verdict"),
    ],
)
def test_verdicts(reply: str, passed: bool, why: str) -> None:
    assert verdict_of(reply) == (passed, why)
