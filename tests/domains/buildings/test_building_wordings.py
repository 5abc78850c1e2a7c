"""Ways of asking about buildings, and what models do not hold."""

from __future__ import annotations

from pathlib import Path

import pytest

from fingerpost.core.answer import Status
from fingerpost.domains.buildings.questions.wordings import missing_fact, reworded
from fingerpost.engine.knowledge_base import KnowledgeBase

LINES = (Path(__file__).parent / "fixtures" / "wordings.txt").read_text("utf-8").splitlines()
WORDINGS = [tuple(part.strip() for part in line.split(";")) for line in LINES if line and not line.startswith("#")]


@pytest.mark.parametrize(("question", "asked"), WORDINGS)
def test_questions_are_put_into_other_words(question: str, asked: str) -> None:
    assert reworded(question) == (asked or question)


@pytest.mark.parametrize(
    ("question", "missing"),
    [
        ("When was the building built?", "when it was built"),
        ("What do the doors cost?", "what anything costs"),
        ("Who is the architect?", "who designed or built it"),
        ("Who owns the building?", "who owns the building"),
        ("What is the warranty of the windows?", "any warranty"),
        ("Who is the tenant of the house?", "who rents it or on what terms"),
        ("How many doors are there?", None),
        ("Which walls are built of brick?", None),
    ],
)
def test_what_the_model_does_not_hold_is_refused(house: KnowledgeBase, question: str, missing: str | None) -> None:
    assert missing_fact(question, house.schema) == missing
    if missing is not None:
        answer = house.ask(question)
        assert (answer.status, answer.text) == (Status.UNANSWERABLE, f"The model does not say {missing}.")


def test_the_plan_of_other_words_is_run(house: KnowledgeBase) -> None:
    wide = house.ask("Which doors are at least 1 m wide?")
    assert wide.rows
    assert all(row[0].properties["width"] >= 1 for row in wide.rows)


def test_a_model_alone_does_not_say_that_a_document_is_met(house: KnowledgeBase) -> None:
    answer = house.ask("Does the width of the front door meet the specification?")
    assert answer.rows == house.ask("What is the width of the front door?").rows
    assert not answer.text.startswith(("Yes", "No"))
    assert "whether that meets the specification is not in the model: ask the documents what it says" in answer.notes


@pytest.mark.parametrize(
    ("question", "plainly"),
    [
        ("How many walls have Pset_WallCommon.IsExternal = false?", "How many walls are not external?"),
        ("Which walls have LoadBearing true?", "Which walls are load bearing?"),
        ("What is the Pset_DoorCommon.FireRating of the doors?", "What is the fire rating of the doors?"),
        ("Which storeys does the building have?", "List all storeys"),
    ],
)
def test_names_of_properties_are_read_as_words(house: KnowledgeBase, question: str, plainly: str) -> None:
    found = house.ask(question)
    assert found.rows
    assert found.rows == house.ask(plainly).rows


def test_sets_that_are_not_kept_apart_are_told(house: KnowledgeBase) -> None:
    answer = house.ask("What is the total Qto_WallBaseQuantities.NetVolume of the walls?")
    assert answer.rows == house.ask("What is the total net volume of the walls?").rows
    assert not answer.notes
    answer = house.ask("What is the total Qto_WallBaseQuantities.Width of the walls?")
    assert "values are kept by property, not by set: Qto_WallBaseQuantities was not looked at" in answer.notes


@pytest.mark.parametrize(
    ("question", "text"),
    [
        (
            "What is the Qto_PlateBaseQuantities.NetArea of the slabs?",
            "There is no property set Qto_PlateBaseQuantities here. Those of slabs: Pset_SlabCommon, Qto_SlabBase",
        ),
        ("Qto_RailingBaseQuantities.Length", "There is no property set Qto_RailingBaseQuantities here."),
        ("Which walls have the FireRating of Pset_PlateCommon?", "There is no property set Pset_PlateCommon here."),
        ("How many walls have Pset_WallCommon.Frob = true?", "Pset_WallCommon has no Frob here. It has"),
        (
            "What is the Pset_DoorCommon.FireRating of the walls?",
            "Pset_DoorCommon is not a set of walls here, but of doors",
        ),
        ("List CustomQuantities.Area of all slabs", "There is no property set CustomQuantities here."),
    ],
)
def test_a_set_that_the_model_does_not_have_is_refused(house: KnowledgeBase, question: str, text: str) -> None:
    answer = house.ask(question)
    assert answer.status is Status.UNANSWERABLE
    assert answer.text.startswith(text)


def test_the_sets_of_a_model_are_listed(house: KnowledgeBase) -> None:
    answer = house.ask("Which property sets does the model have?")
    assert answer.status is Status.ANSWERED
    assert "Qto_WallBaseQuantities" in answer.text
    assert "Pset_DoorCommon" in answer.text
    assert (
        house.ask("Which property sets do the walls have?").text
        == "2 sets: Pset_WallCommon and Qto_WallBaseQuantities."
    )
    inside = house.ask("Which properties are in Pset_DoorCommon?")
    assert inside.text.startswith("Pset_DoorCommon has ")
    assert "fire rating" in inside.text


@pytest.mark.parametrize("level", ["third floor", "level 5", "4th floor", "floor 12", "level -1"])
def test_a_level_that_is_not_there_is_told(house: KnowledgeBase, level: str) -> None:
    answer = house.ask(f"How many doors are on the {level}?".replace("the l", "l").replace("the f", "f"))
    assert answer.status is Status.UNANSWERABLE
    assert answer.text == f"There is no {level} here. Levels: Ground Floor, First Floor and Roof."


@pytest.mark.parametrize(
    "level", ["1st floor", "first storey", "ground floor", "floor above the ground floor", "level below the roof"]
)
def test_a_level_is_called_by_its_number(house: KnowledgeBase, level: str) -> None:
    answer = house.ask(f"How many doors are on the {level}?")
    name = "Ground Floor" if level == "ground floor" else "First Floor"
    query = "MATCH (d:Door)-[:ON_LEVEL]->(:Level {name: $name}) RETURN count(d)"
    assert (answer.rows, answer.confidence > 0.9) == (house.query(query, {"name": name}).rows, True)


@pytest.mark.parametrize("word", ["parking", "office", "garage", "server"])
def test_an_unknown_word_before_a_noun_is_not_let_by(house: KnowledgeBase, word: str) -> None:
    for question in (f"How many {word} spaces are there?", f"List the {word} spaces"):
        assert house.ask(question).status is Status.UNANSWERABLE
    assert house.ask(f"How many {word} doors are on the ground floor?").confidence <= 0.5


def test_a_user_that_is_not_there_has_no_projects(house: KnowledgeBase) -> None:
    answer = house.ask("projects by user Zork")
    assert answer.status is Status.UNANSWERABLE
    assert "Zork" in answer.text
