"""Reading a question without running anything, the state for hosts, the debug log, and the awaitable face."""

from __future__ import annotations

import asyncio
import dataclasses
import json
import logging
from pathlib import Path

import pytest

import fingerpost
from fingerpost import Settings
from fingerpost.core.errors import KnowledgeBaseError, QuestionError
from fingerpost.engine.reading import read

QUESTIONS = [
    ("How many books are there?", "aggregation"),
    ("Who borrowed Emma?", "structural_relationships"),
    ("Which books cost more than 20?", "lookup"),
    ("How many books does each branch hold?", "aggregation"),
]


class Untouchable:
    """A store that runs nothing."""

    def __init__(self, store):
        self._store = store

    def __getattr__(self, name):
        if name == "run":
            raise AssertionError("a query was run")
        return getattr(self._store, name)


@pytest.fixture
def unrun(kb):
    """The context of a store that must not be asked."""
    return dataclasses.replace(kb.context, store=Untouchable(kb.store))


@pytest.mark.parametrize(("question", "intent"), QUESTIONS)
def test_a_question_is_read_as_it_is_answered_and_nothing_runs(kb, unrun, question, intent):
    answer, found = kb.ask(question), read(unrun, question)
    assert found.status == "read"
    assert (found.query, found.parameters, found.reading) == (answer.query, answer.parameters, answer.reading)
    assert found.readings[0].plan == found.plan == answer.plan
    assert 0 < found.confidence <= 1
    assert [step.name for step in found.trace.steps] == ["route", "parse", "rank", "verify"]
    assert answer.state()["graph_query_intent"] == intent


@pytest.mark.parametrize(
    ("question", "status"),
    [
        ("How many submarines are there?", "unanswerable"),
        ("Delete all books", "refused"),
        ("MATCH (n) RETURN n", "refused"),
    ],
)
def test_what_has_no_reading_says_why(unrun, question, status):
    found = read(unrun, question)
    assert (found.status, found.query) == (status, None)
    assert found.text


def test_half_of_a_surrogate_pair_is_no_question(kb):
    for ask in (kb.ask, kb.read, kb.conversation().ask):
        with pytest.raises(QuestionError) as caught:
            ask("Who borrowed Mis\udce9rables?")
        assert caught.value.code == "question.invalid"


def test_a_reading_round_trips(kb):
    found = kb.read("Who borrowed Emma?")
    assert fingerpost.Reading.model_validate_json(found.model_dump_json()) == found


def test_the_state_of_an_answer(kb):
    state = kb.ask("Who borrowed Emma?").state()
    assert json.loads(json.dumps(state)) == state
    assert (state["route"], state["graph_db_enabled"], state["data_sources"]) == ("graph", True, {"graph_db": True})
    assert state["cypher_verification_result"]["approved"]
    [document] = state["graph_query_results"]
    assert document["page_content"] == "Member: Siobhán O'Brien"
    assert document["metadata"]["source_type"] == "graph"
    assert (document["metadata"]["result_type"], document["metadata"]["row_index"]) == ("row", 0)
    assert state["graph_query_metadata"]["row_count"] == 1


def test_the_intent_of_what_is_not_answered_is_plain_text(kb):
    assert type(kb.ask("Delete all books").state()["intent"]) is str


def test_many_rows_are_one_document_with_all_of_them(kb):
    answer = kb.ask("List all books")
    [document] = answer.state()["graph_query_results"]
    assert document["metadata"]["result_type"] == "aggregated_summary"
    assert len(document["page_content"].splitlines()) == len(answer.rows) == 34


@pytest.mark.parametrize(
    ("question", "kind"), [("Which books have more than 5000 pages?", "empty"), ("Delete all books", None)]
)
def test_no_rows_are_one_document_and_no_query_none(kb, question, kind):
    documents = kb.ask(question).state()["graph_query_results"]
    assert [document["metadata"]["result_type"] for document in documents] == ([kind] if kind else [])


def test_a_refused_plan_is_a_verdict_with_its_findings(kb, monkeypatch):
    from fingerpost.core.errors import QueryRejected

    def refuse(self, plan):
        raise QueryRejected("refused", details={"findings": [{"code": "N001", "message": "no such label"}]})

    monkeypatch.setattr(type(kb.context.gate), "check_plan", refuse)
    verdict = kb.ask("How many books are there?").state()["cypher_verification_result"]
    assert verdict is not None
    assert (verdict["approved"], verdict["schema_passed"], verdict["syntax_passed"]) == (False, False, True)
    assert verdict["issues"] == ["no such label"]


def test_the_debug_log_has_a_line_for_each_question_that_it_cannot_forge(library_path, tmp_path, capsys):
    file = tmp_path / "questions.log"
    with fingerpost.open(library_path, Settings(debug=True, log_file=file)) as kb:
        kb.ask('How many books are called "x\n2026 forged DEBUG {}"?')
        kb.ask("Who borrowed Emma?")
    lines = file.read_text().splitlines()
    assert len(lines) == 2
    said = json.loads(lines[1].split(" DEBUG ", 1)[1])
    assert (said["question"], said["rows"], said["verdict"]) == ("Who borrowed Emma?", 1, "answered")
    assert set(said["ms"]) == {"route", "parse", "rank", "verify", "run", "cite", "compose"}
    assert "Siobhán" not in lines[1]
    assert "fingerpost.ask DEBUG" in capsys.readouterr().err


def test_a_debug_log_that_cannot_be_written_costs_no_answer(library_path, tmp_path, capsys):
    for file in (tmp_path, tmp_path / "none" / "questions.log", Path("/dev/full")):
        with fingerpost.open(library_path, Settings(debug=True, log_file=file)) as kb:
            assert kb.ask("How many books are there?").rows == ((34,),)
        assert f"the debug log {file} cannot be written: " in capsys.readouterr().err


def test_without_debug_nothing_is_logged(kb, caplog, capsys):
    caplog.set_level(logging.DEBUG)
    kb.ask("Who borrowed Emma?")
    assert not [record for record in caplog.records if record.name.startswith("fingerpost")]
    assert not capsys.readouterr().err


def test_debug_mode_is_another_name_for_it(monkeypatch):
    monkeypatch.delenv("FINGERPOST_DEBUG", raising=False)
    monkeypatch.setenv("DEBUG_MODE", "true")
    assert Settings().debug
    monkeypatch.setenv("FINGERPOST_DEBUG", "0")
    assert not Settings().debug


def test_questions_can_be_awaited_together(kb):
    async def both():
        return await asyncio.gather(kb.aask("How many books are there?"), kb.aread("Who borrowed Emma?"))

    answer, found = asyncio.run(both())
    assert answer.rows == ((34,),)
    assert found.status == "read"


def test_the_variables_of_neo4j_are_other_names_for_the_database(monkeypatch):
    values = {"URI": "neo4j://host", "USER": "old", "USERNAME": "ann", "PASSWORD": "secret", "DATABASE": "laws"}
    for name, value in values.items():
        monkeypatch.setenv(f"NEO4J_{name}", value)
    settings = Settings().database
    assert (settings.url, settings.user, settings.name) == ("neo4j://host", "ann", "laws")
    assert settings.access.password.get_secret_value() == "secret"
    monkeypatch.setenv("FINGERPOST_DATABASE_USER", "bob")
    assert Settings().database.user == "bob"
    monkeypatch.delenv("FINGERPOST_DATABASE_USER")
    monkeypatch.delenv("NEO4J_USERNAME")
    assert Settings().database.user == "old"


def test_the_place_env_is_the_database_of_the_settings(monkeypatch, tmp_path):
    monkeypatch.delenv("NEO4J_URI", raising=False)
    with pytest.raises(KnowledgeBaseError):
        fingerpost.open()
    with pytest.raises(KnowledgeBaseError, match="nowhere"):
        fingerpost.open(settings=Settings(database={"url": str(tmp_path / "nowhere")}))


def test_a_graph_without_filters_refuses_them(kb):
    with pytest.raises(QuestionError) as refusal:
        kb.ask("How many books are there?", filters={"type": "act"})
    assert refusal.value.code == "question.filter"
    assert kb.ask("How many books are there?", filters={"type": ""}).status == "answered"
