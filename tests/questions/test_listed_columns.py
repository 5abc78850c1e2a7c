"""What is to be shown of each of some things: how a question is parted, and what becomes of a column nobody knows."""

from __future__ import annotations

import pytest
from small_graphs import Graphs

from fingerpost.core.answer import Status
from fingerpost.questions.listed_columns import called_by, columned, property_named


@pytest.mark.parametrize(
    ("question", "things", "columns"),
    [
        ("barges, length, who steers them", "barges", ("length", "who steers them")),
        ("Barge overview: length and draught", "Barge", ("length", "draught")),
        ("barges (length, draught, berth)", "barges", ("length", "draught", "berth")),
        ("A list of barges as well as their length & draught, please", "barges", ("their length", "draught")),
        ("Show all barges: name / length / draught", "Show all barges", ("name", "length", "draught")),
        ("For every barge - length, number of trips", "every barge", ("length", "number of trips")),
    ],
)
def test_things_and_their_columns_are_told_apart(question: str, things: str, columns: tuple[str, ...]) -> None:
    parts = columned(question)[0]
    assert (parts.things, parts.columns) == (things, columns)


@pytest.mark.parametrize(
    ("question", "things", "columns", "bare"),
    [
        ("What leaks, and in which dock is it, if any?", "What leaks", ("dock",), False),
        ("Which barges leak, and which dock are they in?", "Which barges leak", ("dock",), True),
        ("Which barges leak, and which dock holds them?", "Which barges leak", ("the dock that holds it",), True),
        ("Which barges leak, and who has them?", "Which barges leak", ("who has it",), True),
        ("List the barges that leak, with the dock they are in", "List the barges that leak", ("dock",), True),
        ("Who works on the Ada and what do they do?", "Who works on the Ada", ("what they do",), False),
        ("Were any barges sold by Ann? Which numbers?", "which barges Were sold by Ann", ("numbers",), False),
    ],
)
def test_a_second_question_asks_for_columns(question: str, things: str, columns: tuple[str, ...], bare: bool) -> None:
    parts = columned(question)[0]
    assert (parts.things, parts.columns, parts.bare) == (things, columns, bare)


@pytest.mark.parametrize(
    "question",
    [
        "Which barges leak, and at what time did they leave it?",
        "Who loaded the Ada, and who steers it?",
        "Were any barges sold by Ann? Which ones?",
    ],
)
def test_another_second_question_asks_for_none_of_these(question: str) -> None:
    assert not columned(question)


def test_names_between_commas_are_hardly_columns() -> None:
    assert [parts.bare for parts in columned("members in Oslo, Bergen and Rome")] == [True]
    assert not columned("How many barges, tugs and ferries are there?")
    assert not columned("barges with a crane: the heaviest")


def test_a_property_is_named_by_all_of_its_words_and_a_thing_by_its_number() -> None:
    assert property_named("price per kg", ["milk", "price_kg"], ()) == "price_kg"
    assert property_named("year first given", ["amount", "firstGiven"], ()) == "firstGiven"
    assert property_named("weight", ["net_weight", "gross_weight"], ()) is None
    assert called_by("job number", "Job", ["job_no", "phone_no"]) == "job_no"
    assert called_by("number", "Trainer", ["licence_no"]) is None


def test_a_column_that_nothing_explains_is_told_and_never_sure(graphs: Graphs) -> None:
    answer = graphs["rescue"].ask("vets: practice, horoscope and emergency cover")
    assert answer.status is Status.ANSWERED
    assert answer.columns == ("full_name", "practice", "emergency_cover")
    assert "horoscope" in answer.ignored
    assert answer.confidence <= 0.5


def test_words_of_a_column_that_nothing_explains_are_told(graphs: Graphs) -> None:
    answer = graphs["vineyard"].ask("plots: soil, height above sea level, slope")
    assert answer.columns == ("name", "soil", "elevation", "slope")
    assert answer.ignored
    assert answer.confidence < 0.8


def test_a_condition_that_nothing_explains_is_no_table_of_all(graphs: Graphs) -> None:
    answer = graphs["rescue"].ask("frobnicated animals: species, weight, kennel")
    assert answer.confidence <= 0.5
