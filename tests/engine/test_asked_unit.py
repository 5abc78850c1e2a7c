"""Answers in the unit that a question asks for."""

from __future__ import annotations

import pytest

from fingerpost.core.answer import Status
from fingerpost.core.cells import Duration
from fingerpost.core.schema import GraphSchema, LabelInfo, PropertyInfo, ValueType
from fingerpost.engine.asked_unit import unit_asked_for
from fingerpost.engine.knowledge_base import KnowledgeBase
from fingerpost.linking import unit_named, unit_names
from fingerpost.stores import Result

_ASKED_OF = ("m", "m²", "m³", "kg")


def _schema(*units: str) -> GraphSchema:
    properties = tuple(
        PropertyInfo(name=f"p{place}", type=ValueType.FLOAT, present=1, distinct=1, unit=unit)
        for place, unit in enumerate(units)
    )
    return GraphSchema(
        labels=(LabelInfo(name="Room", count=1, properties=properties),),
        relationships=(),
        node_count=1,
        relationship_count=0,
    )


@pytest.mark.parametrize(
    ("question", "rephrased", "symbol"),
    [
        ("How big is the kitchen in square feet?", "How big is the kitchen               ?", "ft²"),
        ("What is the area in sq. ft. of the kitchen?", "What is the area            of the kitchen?", "ft²"),
        ("How many m² of wall are there on level 1?", "what is the total area of the wall on level 1?", "m²"),
        ("How many cubic yards of concrete do we need?", "what is the total volume of the concrete?", "yd³"),
        ("How many feet long is the longest beam?", "how long is the longest beam?", "ft"),
        ("How many square metres is the kitchen?", "what is the area of the kitchen?", "m²"),
        ("What is the height in ft of the windows?", "What is the height       of the windows?", "ft"),
        ("The height in feet and the age of each", "The height         and the age of each", "ft"),
        ("Which beam is the tallest, and how many feet is it?", "Which beam is the tallest and how much is it?", "ft"),
        ("How many minutes was the talk?", "how long was the talk?", "min"),
        ("How many hours did Ann talk?", "how long did Ann talk?", "h"),
        ("How long, in minutes, was the talk?", "How long            , was the talk?", "min"),
        ("Which was the longest, and how many hours was that?", "Which was the longest and how long is it?", "h"),
        ("Who has the most, and how many hours is that total?", "Who has the most and how much is it?", "h"),
    ],
)
def test_the_unit_is_taken_out_of_the_question(question: str, rephrased: str, symbol: str) -> None:
    found = unit_asked_for(question, _schema("m", "m²", "m³", "s"))
    assert found is not None
    assert (found.question, found.symbol) == (rephrased, symbol)


@pytest.mark.parametrize(
    "question",
    [
        "Which rooms are longer than 3 feet?",
        "How many feet does the dog have?",
        "Who was born in May?",
        "What weighs more in pounds and ounces?",
        "How many rooms are there?",
        "How tall is it in feet and inches?",
        "Who was born in GB and France?",
    ],
)
def test_other_questions_are_left_alone(question: str) -> None:
    assert unit_asked_for(question, _schema("m", "m²", "m³", "kg")) is None


@pytest.mark.parametrize("frame", ["How many {} of wall are there?", "How tall is it in {}?"])
def test_every_unit_is_found_as_it_may_be_written(frame: str) -> None:
    for name in unit_names():
        for written in (name, name.title(), name.replace("square ", "sq.").replace("cubic ", "cu. ")):
            base, _ = unit_named(name) or ("", 1.0)
            found = unit_asked_for(frame.format(written), _schema(base))
            assert base not in _ASKED_OF or found is not None, written


def test_a_property_that_is_called_by_a_unit_is_asked_for_by_it() -> None:
    named = PropertyInfo(name="walking_metres", type=ValueType.FLOAT, present=1, distinct=1, unit="metres")
    schema = _schema("m")
    label = schema.labels[0].model_copy(update={"properties": (named,)})
    assert unit_asked_for("How many metres is the walk?", schema.model_copy(update={"labels": (label,)})) is None


def test_how_long_things_took_between_two_dates_is_left_to_the_reader() -> None:
    dates = tuple(
        PropertyInfo(name=name, type=ValueType.DATETIME, present=1, distinct=1) for name in ("begun", "ended")
    )
    schema = _schema("min")
    loans = LabelInfo(name="Loan", count=1, properties=dates)
    schema = schema.model_copy(update={"labels": (*schema.labels, loans)})
    assert unit_asked_for("How many hours did the loan take?", schema) is None
    assert unit_asked_for("How many hours did the walk take?", _schema("min")) is not None
    assert unit_asked_for("How many minutes did the walk take?", _schema("min")) is None


def test_durations_are_converted() -> None:
    found = unit_asked_for("How long was the talk, in minutes?", _schema("s"))
    assert found is not None
    listed = (Duration(days=1, seconds=90, nanoseconds=500_000_000), None)
    result = found.converted(Result(("took", "all"), ((Duration(seconds=90), listed),)), {"took": "s", "all": "s"})
    assert result.rows == ((1.5, (pytest.approx(1441.508333), None)),)


def test_a_unit_of_a_kind_that_the_graph_lacks_is_a_word_like_others() -> None:
    assert unit_asked_for("How big is the kitchen in square feet?", _schema("m", "kg")) is None


def test_answers_are_converted_with_their_unit(house: KnowledgeBase) -> None:
    metres = house.ask("How high is the first floor?")
    feet = house.ask("How high is the first floor in feet?")
    assert (feet.status, feet.text) == (Status.ANSWERED, "The elevation of First Floor is 9.1864 ft.")
    [(stored,)], [(shown,)] = metres.rows, feet.rows
    assert shown == pytest.approx(stored / 0.3048)
    assert list(feet.units.values()) == ["ft"]
    assert [cited.element_id for cited in feet.citations] == [cited.element_id for cited in metres.citations]


def test_an_answer_without_such_a_measure_says_so(house: KnowledgeBase) -> None:
    answer = house.ask("How many doors are there in square metres?")
    assert answer.rows == ((8,),)
    assert "nothing in this answer is measured in m²" in answer.notes
