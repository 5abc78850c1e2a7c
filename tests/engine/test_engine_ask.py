"""One question on its straight line: how it ends, the steps that it went through, and what bounds it."""

from __future__ import annotations

import dataclasses
import time

import pytest

import fingerpost
from fingerpost import Settings
from fingerpost.core.errors import KnowledgeBaseError, LimitExceeded, QueryRejected, QuestionError
from fingerpost.core.verified import VerifiedQuery

ALL = ["route", "parse", "rank", "verify", "run", "cite", "compose"]
LOANS = "MATCH (a)-[:BORROWED]->(b) MATCH (c)-[:BORROWED]->(d) MATCH (e)-[:BORROWED]->(f) RETURN count(*)"


@pytest.mark.parametrize(("question", "status", "steps"), [
    ("How many books are there?", "answered", ALL),
    ("Which books have more than 5000 pages?", "empty", ALL),
    ("Delete all books", "refused", ["route", "refuse"]),
    ("MATCH (n) DETACH DELETE n", "refused", ["route", "refuse"]),
])  # fmt: skip
def test_how_a_question_ends_and_by_which_steps(kb, question, status, steps):
    answer = kb.ask(question)
    assert answer.status == status
    went = [step.name for step in answer.trace.steps]
    assert went == steps
    assert all(step.decided and step.milliseconds >= 0 for step in answer.trace.steps)
    assert answer.trace.milliseconds == pytest.approx(sum(step.milliseconds for step in answer.trace.steps))
    assert answer.text
    assert answer.error_code is None


def test_a_question_about_what_is_not_there_goes_no_further_than_its_reading(kb):
    answer = kb.ask("How many submarines are there?")
    assert answer.status == "unanswerable"
    went = [step.name for step in answer.trace.steps]
    assert (went[:2], went[-1]) == (["route", "parse"], "unanswerable")
    assert not {"verify", "run", "cite", "compose"} & set(went)


def test_an_answer_holds_what_it_was_made_of(kb):
    answer = kb.ask("How many books are there?")
    assert (answer.rows, answer.cut) == (((34,),), False)
    assert answer.plan is not None
    assert kb.run(answer.plan).rows == answer.rows
    assert 0 < answer.confidence <= 1
    assert answer.reading == answer.plan.reading
    verified = next(step for step in answer.trace.steps if step.name == "verify")
    assert verified.decided == answer.query


def test_what_was_not_answered_holds_no_rows(kb):
    answer = kb.ask("Delete all books")
    assert (answer.rows, answer.columns, answer.citations, answer.query, answer.plan) == ((), (), (), None, None)
    with_missing = kb.ask("How many submarines are there?")
    assert (with_missing.rows, with_missing.citations) == ((), ())
    assert "submarines" in " ".join(with_missing.missing)


@pytest.mark.parametrize("question", ["", "  ", "?", "... !", "\n\t"])
def test_nothing_is_no_question(kb, question):
    with pytest.raises(QuestionError) as refusal:
        kb.ask(question)
    assert refusal.value.code == "question.empty"


def test_a_question_has_a_longest_length(library_path):
    with fingerpost.open(library_path, Settings(question_limit=30)) as kb:
        assert kb.ask("  How many books are there?" + " " * 50).status == "answered"
        with pytest.raises(QuestionError) as refusal:
            kb.ask("How many books are there, and why?")
    assert refusal.value.code == "question.too-long"


def test_a_choice_takes_another_reading(kb):
    first = kb.ask("Who borrowed Kokoro?")
    again = kb.ask("Who borrowed Kokoro?", choice=1)
    second = kb.ask("Who borrowed Kokoro?", choice=2)
    assert (again.reading, again.rows) == (first.reading, first.rows)
    assert second.reading != first.reading
    ranked = next(step for step in first.trace.steps if step.name == "rank")
    assert second.reading == ranked.details["runner_up"]


def _details(answer):
    return next(step.details for step in answer.trace.steps if step.name == "rank")


@pytest.mark.parametrize("question", ["What is the salary of each member?", "share of with most which least over by"])
def test_nothing_is_run_for_what_will_not_be_answered(kb, monkeypatch, question):
    """Words without sense make the dearest queries: their answer would be thrown away."""
    ran = []
    monkeypatch.setattr(kb.store, "run", lambda *given: ran.append(given))
    assert kb.ask(question).status == "unanswerable"
    assert ran == []


@pytest.fixture
def slow(kb, monkeypatch):
    """Makes every query find nothing, and 0.1 s later; the limits that each had."""
    given, run = [], kb.store.run

    def found_nothing(query, limits):
        given.append(limits)
        time.sleep(0.1)
        return dataclasses.replace(run(query, limits), rows=())

    monkeypatch.setattr(kb.store, "run", found_nothing)
    return given


MANY_READINGS = "Who borrowed a book in 2026?"


def test_how_many_readings_are_tried_does_not_depend_on_the_clock(kb, slow):
    trials = _details(kb.ask(MANY_READINGS))["trials"]
    first, *others, _ = slow  # the last looks for the condition that left nothing
    assert first == kb.limits
    assert trials == {"tried": 4, "too_costly": 0, "out_of_time": 0}
    assert len(others) == 4
    units = [limits.work_units for limits in others]
    assert units == sorted(units, reverse=True)
    assert units[0] == kb.settings.feedback_work


def test_a_store_that_counts_no_work_tries_readings_for_a_bounded_time(kb, slow, monkeypatch):
    """The trace says that the clock had a say."""
    monkeypatch.setattr(kb.store, "capabilities", dataclasses.replace(kb.store.capabilities, work_limit=False))
    trials = _details(kb.ask(MANY_READINGS))["trials"]
    spent = [limits.time_ms for limits in slow[1:-1]]
    assert spent == sorted(spent, reverse=True)
    assert spent[0] <= 250
    assert len(spent) == trials["tried"] <= 3
    assert trials["out_of_time"]


def test_readings_that_cost_too_much_are_not_tried(library_path, monkeypatch):
    with fingerpost.open(library_path, Settings(feedback_work=1)) as kb:
        ran, run = [], kb.store.run

        def found_nothing(query, limits):
            ran.append(limits)
            return dataclasses.replace(run(query, limits), rows=())

        monkeypatch.setattr(kb.store, "run", found_nothing)
        assert _details(kb.ask(MANY_READINGS))["trials"] == {"tried": 0, "too_costly": 4, "out_of_time": 0}
        assert ran[:-1] == [kb.limits]
        assert ran[-1].work_units == kb.settings.citation_work  # looks for the condition that left nothing


def test_what_told_the_runner_up_apart_is_told(kb):
    """The features that differ make up the distance between the scores; those of both are left out."""
    answer = kb.ask("Who borrowed Kokoro?")
    first, second = kb.parser.parse("Who borrowed Kokoro?", kb.settings.plans_kept).candidates[:2]
    apart = _details(answer)["told_apart"]
    assert sum(float(said.split()[0]) for said in apart) == pytest.approx(first.score - second.score, abs=0.05)
    assert any("“borrowed”" in said or "“Kokoro”" in said or "“Who”" in said for said in apart)
    assert len({said.partition(" ")[2] for said in apart}) == len(apart)
    assert _details(kb.ask("Who borrowed Kokoro?", choice=2))["told_apart"][0] == "you chose it"


@pytest.mark.parametrize("choice", [-1, 0, 99])
def test_a_reading_that_is_not_there_cannot_be_chosen(kb, choice):
    with pytest.raises(QuestionError) as refusal:
        kb.ask("Who borrowed Kokoro?", choice=choice)
    assert refusal.value.code == "question.choice"
    assert str(choice) in refusal.value.message


def test_a_damaged_value_index_is_told_as_such(tmp_path, library_source):
    path = tmp_path / "kb.fp"
    fingerpost.load([library_source], path)
    (index,) = path.glob("data-*/values.sqlite")
    index.write_bytes(b"junk" * 500)
    with fingerpost.open(path) as kb, pytest.raises(KnowledgeBaseError) as refusal:
        kb.ask("How many books are there?")
    assert refusal.value.code == "kb.damaged"


def test_a_query_of_ones_own_is_checked_against_this_graph(kb):
    query = kb.verify("MATCH (b:Book) WHERE b.year > $y RETURN b.title", {"y": 1950})
    assert isinstance(query, VerifiedQuery)
    assert (query.dialect, query.parameters) == (kb.store.dialect, {"y": 1950})
    assert kb.query("MATCH (b:Book) WHERE b.year > $y RETURN b.title", {"y": 1950}).rows == kb.store.run(query).rows
    assert kb.verify("MATCH (b:Book) RETURN b.title", dialect="neo4j").dialect == "neo4j"
    for text in ("MATCH (b:Bok) RETURN b", "MATCH (b:Book) RETURN b.colour", "MATCH (n) DELETE n", "MATCH (n"):
        with pytest.raises(QueryRejected):
            kb.verify(text)


def test_paths_of_ones_own_are_bounded_as_the_settings_say(library_path):
    with fingerpost.open(library_path, Settings(max_hops=3)) as kb:
        query = kb.verify("MATCH (a:Author)-[*]-(b:Branch) RETURN count(*)")
    assert "*..3" in query.text
    assert query.fixes_applied == ("a path without an upper bound was limited to 3 hops",)


@pytest.mark.parametrize(("settings", "code"), [
    (Settings(time_limit_ms=1, work_limit=10**12, memory_limit_mb=10**6), "limit.time"),
    (Settings(work_limit=1_000), "limit.work"),
    (Settings(memory_limit_mb=16, work_limit=10**12, time_limit_ms=60_000), "limit.memory"),
])  # fmt: skip
def test_the_limits_of_the_settings_reach_the_store(library_path, settings, code):
    with fingerpost.open(library_path, settings) as kb, pytest.raises(LimitExceeded) as ended:
        kb.query(LOANS.replace("count(*)", "collect([a, c, e])"))
    assert ended.value.code == code


def test_a_limit_that_ends_a_question_is_said(library_path):
    with fingerpost.open(library_path, Settings(work_limit=10)) as kb:
        answer = kb.ask("How many books are there?")
    assert (answer.status, answer.error_code) == ("failed", "limit.work")
    assert "FINGERPOST_WORK_LIMIT sets how much" in answer.notes
    assert [step.name for step in answer.trace.steps][-1] == "fail"
    assert (answer.rows, answer.columns) == ((), ())


def test_rows_that_were_cut_are_said(library_path):
    with fingerpost.open(library_path, Settings(row_limit=5)) as kb:
        answer = kb.ask("List all books")
    assert (len(answer.rows), answer.cut) == (5, True)
    assert "only the first 5 of 34 rows were kept; FINGERPOST_ROW_LIMIT sets how many" in answer.notes


def test_a_question_below_the_threshold_is_not_answered(library_path):
    with fingerpost.open(library_path, Settings(answer_threshold=1.0)) as kb:
        answer = kb.ask("How many books are there?")
    assert (answer.status, answer.rows) == ("unanswerable", ())
