"""Whether there is any, amounts and groups without a verb, what the model lacks, and rooms that share a name."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import fingerpost as fp
from fingerpost.core.answer import Status
from fingerpost.engine.knowledge_base import KnowledgeBase


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Is there a lift in the house?", "No: there is no lift in the house."),
        ("Does the house have an escalator?", "No: there is no escalator."),
        ("Are there any sprinklers on the first floor?", "No: there are no sprinklers on the first floor."),
        ("Is there a bathroom on the first floor?", "Yes: 1."),
        ("Are there any internal doors?", "Yes: 6."),
    ],
)
def test_whether_there_is_any(house: KnowledgeBase, question: str, text: str) -> None:
    answer = house.ask(question)
    assert (answer.text, answer.rows) == (text, ((text.startswith("Yes"),),))
    assert answer.confidence >= 0.9


def test_what_there_is_none_of_is_not_taken_for_another_thing(house: KnowledgeBase) -> None:
    answer = house.ask("How many lifts are there in the building?")
    assert answer.rows == ((0,),)
    assert answer.confidence >= 0.9


def test_what_names_call_so_is_there_whatever_its_class(model: Callable[..., Any]) -> None:
    one = model("IFC4")
    one.element("IfcBuildingElementProxy", "Passenger Lift:8 persons:1")
    kb = _base(one)
    assert not kb.ask("Is there a lift?").text.startswith("No")
    kb.close()


@pytest.mark.parametrize(
    ("question", "plainly"),
    [
        ("Doors per level", "How many doors are there per level?"),
        ("What is the sum of the areas of the rooms?", "What is the total area of the rooms?"),
        ("Sum up the window area on the first floor", "What is the total area of the windows on the first floor?"),
        ("Net wall volume across the whole building, for the tender", "What is the total net volume of the walls?"),
        ("Which door types are in use and how often?", "List the types of doors and how many"),
        ("How wide are the two external doors?", "How wide are the external doors?"),
        ("Which rooms are on the first floor? Room numbers please.", "Which rooms are on the first floor?"),
        ("Rooms larger than 15 m2 (names)", "Which rooms are larger than 15 m2?"),
        (
            "What is the elevation of the first floor above the ground floor?",
            "How high is the first floor above the ground floor?",
        ),
        (
            "What layers do the external walls have, with material and thickness?",
            "What layers do the external walls have?",
        ),
        ("At what elevation in mm is the first floor?", "What is the elevation of the first floor in mm?"),
    ],
)
def test_other_words_for_the_same(house: KnowledgeBase, question: str, plainly: str) -> None:
    answer, other = house.ask(question), house.ask(plainly)
    assert other.status is Status.ANSWERED
    assert (answer.rows, answer.text) == (other.rows, other.text)


@pytest.mark.parametrize(
    ("question", "missing"),
    [
        ("What U-value do the external walls have?", "the U-value of the external walls"),
        ("What fire rating do the windows have?", "the fire rating of the windows"),
        ("Which department uses the kitchen?", "which department anything belongs to"),
    ],
)
def test_what_no_model_says_is_refused(house: KnowledgeBase, question: str, missing: str) -> None:
    answer = house.ask(question)
    assert answer.status is Status.UNANSWERABLE
    assert answer.text == f"The model does not say {missing}."


def test_a_room_that_there_is_not_is_refused(house: KnowledgeBase) -> None:
    answer = house.ask("What is the area of room 77?")
    assert (answer.status, answer.text) == (Status.UNANSWERABLE, "There is no room 77 here.")
    assert house.ask("What is the area of room G02?").status is Status.ANSWERED
    assert house.ask("Is any room 20 m2 or larger?").text != "There is no room 20 here."


def test_rooms_of_one_name_are_told_apart_by_their_numbers(model: Callable[..., Any]) -> None:
    one = model("IFC4")
    area = 12.0
    for number, name in (("A1", "Bedroom"), ("A2", "Kitchen"), ("B1", "Bedroom"), ("B2", "Kitchen")):
        room = one.rooted("IfcSpace", number, LongName=name)
        one.aggregate(one.level, room)
        one.quantities(room, "Qto_SpaceBaseQuantities", one.add("IfcQuantityArea", Name="NetFloorArea", AreaValue=area))
        area += 3
    kb = _base(one)
    assert kb.ask("Which room is the smallest?").text == "Bedroom A1 (area 12 m²)."
    assert kb.ask("List the kitchens").text == "2 rooms: Kitchen A2 and Kitchen B2."
    kb.close()


def _base(one: Any) -> KnowledgeBase:
    path = Path(one.path)
    path.write_text(one.text(), encoding="ascii")
    fp.load([path], path.with_suffix(".fp"))
    return fp.open(path.with_suffix(".fp"))
