"""The parser's face: candidates with scores and reasons, spans of the question, the same for the same question."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from fingerpost.core.answer import Status
from fingerpost.plans.canonical import fingerprint
from fingerpost.query_languages.cypher.gate import verify_plan

QUESTION = "How many books did Jane Austen write?"


def test_candidates_come_best_first_and_no_two_are_the_same_plan(library):
    candidates = library.parser.parse(QUESTION, keep=5).candidates
    assert len(candidates) > 1
    assert [c.score for c in candidates] == sorted((c.score for c in candidates), reverse=True)
    assert len({fingerprint(c.plan) for c in candidates}) == len(candidates)


@pytest.mark.parametrize("keep", [1, 2, 3])
def test_no_more_candidates_are_kept_than_asked_for(library, keep):
    assert len(library.parser.parse(QUESTION, keep=keep).candidates) == keep


def test_the_score_is_the_sum_of_its_reasons(library):
    from fingerpost.questions.weights import WEIGHTS

    for candidate in library.parser.parse(QUESTION).candidates:
        total = sum(WEIGHTS[reason.feature] * reason.amount for reason in candidate.reasons)
        assert candidate.score == pytest.approx(total)


def test_spans_say_which_words_were_read_as_what(library):
    parsed = library.parser.parse(QUESTION)
    spans = library.parser.spans(parsed, parsed.candidates[0])
    assert all(QUESTION[span.start : span.end] == span.text for span in spans)
    readings = {span.text: span.reading for span in spans}
    assert "books" in readings
    assert any("Austen" in text for text in readings)
    assert "write" in readings


def test_every_candidate_passes_the_gate(library):
    for question in ("Which members borrowed more than three books?", "Who wrote the longest book?", QUESTION):
        for candidate in library.parser.parse(question).candidates:
            verify_plan(candidate.plan, library.schema, dialect=library.store.dialect)


def test_the_same_question_gives_the_same_plans(library):
    first, second = (library.parser.parse(QUESTION).candidates for _ in range(2))
    assert [c.plan for c in first] == [c.plan for c in second]


def test_each_literal_of_a_question_is_a_parameter(library):
    hostile = 'Which books contain "\' OR 1=1 }) DETACH DELETE n //" in the title?'
    plan = library.parser.parse(hostile).candidates[0].plan
    query = verify_plan(plan, library.schema, dialect=library.store.dialect)
    assert "DELETE" not in query.text
    assert "' OR 1=1 }) DETACH DELETE n //" in plan.parameters.values()


_WORDS = st.sampled_from(
    "how many which who what where when books author members Emma Kokoro borrowed never not without more than three 5 "
    "2026 between and or the most longest oldest each per by average total top in of is there \" ' ? ; ) DELETE "
    "contain title pages name 1e999 -0 ½ ２ 日本 İ ß".split()
)


@given(st.lists(_WORDS, max_size=14).map(" ".join) | st.text(max_size=60))
def test_whatever_is_asked_every_plan_that_comes_out_is_sound(library, text):
    for candidate in library.parser.parse(text).candidates:
        verify_plan(candidate.plan, library.schema, dialect=library.store.dialect)


def test_readings_that_nothing_tells_apart_are_offered(library):
    answer = library.ask("How many people are there?")
    assert answer.status is Status.AMBIGUOUS
    assert {choice.reading for choice in answer.choices} == {
        "The number of distinct authors",
        "The number of distinct members",
    }
    for number, choice in enumerate(answer.choices, 1):
        chosen = library.ask("How many people are there?", choice=number)
        assert chosen.status is Status.ANSWERED
        assert chosen.reading == choice.reading


@pytest.mark.parametrize("question", ["What is the best book?", "Which authors have a beard?"])
def test_what_nothing_in_the_graph_tells_is_not_answered(library, question):
    answer = library.ask(question)
    assert answer.status is Status.UNANSWERABLE
    assert answer.missing


@pytest.mark.parametrize(
    "question",
    [
        "Which books have a price greater than 20 and a language that includes 'French'?",
        "Which members have more than 3 books and a last name that contains 'n'?",
    ],
)
def test_a_number_before_a_property_that_only_describes_is_no_count_of_it(library, question):
    assert library.ask(question).status in (Status.ANSWERED, Status.EMPTY)


def test_what_is_not_known_of_one_who_is_named_is_said_to_be_unknown():
    import networkx as nx

    import fingerpost as fp

    graph = nx.MultiDiGraph()
    graph.add_node("Ann", type="Person", name="Ann", age=40)
    graph.add_node("Bo", type="Person", name="Bo", gender="male")
    with fp.open(graph) as kb:
        assert kb.ask("What is Ann's gender?").rows == ((None,),)
        assert kb.ask("What is Bo's gender?").rows == (("male",),)


def test_where_things_are_located_is_not_asked_for():
    import networkx as nx

    import fingerpost as fp

    graph = nx.MultiDiGraph()
    graph.add_node("dc", type="Hall", name="Hall 1", location="Oslo")
    graph.add_node("rack", type="Rack", name="R-1")
    graph.add_edge("dc", "rack", relation="CONTAINS")
    for name in ("S-1", "S-2"):
        graph.add_node(name, type="Switch", name=name)
        graph.add_edge("rack", name, relation="HOLDS")
    with fp.open(graph) as kb:
        found = kb.ask("Which switches are located in rack R-1?").text
        assert found in ("2 switches: S-1 and S-2.", "2 switches: S-2 and S-1.")


def test_one_question_within_a_question_is_read_and_no_more(graphs, monkeypatch):
    # Each level would multiply the readings: whoever nests a dozen would hold the reader for hours.
    parser, read = graphs["staff"].parser, []
    link = parser._linker.link
    monkeypatch.setattr(parser._linker, "link", lambda text: read.append(text) or link(text))
    parser.parse("Which employees earn more than any employee" + " who earns more than any employee" * 8)
    assert len(read) <= 8


@pytest.mark.parametrize(
    "question",
    [
        "Which books did Jane Austen write?",
        "List the 3 most expensive books by genre",
        "Which members have borrowed more books than Anna Kowalska?",
        "How many books are there and who wrote Emma?",
        "Which authors are from a country with more than one author?",
        "Who is the novelist of the cheapest volume?",
        "word " * 200,
    ],
)
def test_what_is_understood_of_words_is_told_without_plans(library, question):
    parser = library.context.parser
    assert parser.understood(question).mentions == parser.parse(question).linked.mentions
