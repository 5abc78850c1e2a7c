"""Several models in one knowledge base: each element belongs to its model, and levels of one name stay apart."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import fingerpost as fp
from fingerpost.core.answer import Status
from fingerpost.core.errors import QuestionError
from fingerpost.domains.buildings.questions.about_one import is_about_one

Make = Callable[..., Any]


@pytest.fixture
def both(model: Make, tmp_path: Path) -> Iterator[Any]:
    """Two models: three walls in `north`, two walls and a door in `south`, all on a level called Level 1."""
    paths = []
    for name, kinds in (("north", ("IfcWall",) * 3), ("south", ("IfcWall", "IfcWall", "IfcDoor"))):
        one = model("IFC4")
        for number, kind in enumerate(kinds):
            one.element(kind, f"{name} {number}")
        for entity in one.file.by_type("IfcRoot"):
            entity.GlobalId = name[0].upper() + entity.GlobalId[1:]
        one.path = tmp_path / f"{name}.ifc"
        one.path.write_text(one.text(), encoding="ascii")
        paths.append(one.path)
    fp.load(paths, tmp_path / "both.fp")
    with fp.open(tmp_path / "both.fp") as kb:
        yield kb


def test_a_question_may_name_its_model(both: Any) -> None:
    assert both.ask("How many walls are there?").rows == ((5,),)
    assert both.ask("How many walls are in the model north?").rows == ((3,),)
    assert both.ask("How many walls does the model south have?").rows == ((2,),)


def test_each_model_is_counted_by_itself(both: Any) -> None:
    rows = both.ask("How many walls are there per model?").rows
    assert sorted((getattr(name, "element_id", name), count) for name, count in rows) == [("north", 3), ("south", 2)]


def test_levels_of_one_name_are_not_merged(both: Any) -> None:
    assert both.ask("How many levels are there?").rows == ((2,),)
    assert sorted(row[-1] for row in both.ask("How many walls are on each level?").rows) == [2, 3]


@pytest.fixture
def kitchens(model: Make, tmp_path: Path) -> Iterator[Any]:
    """Two models with a kitchen of 12 and of 15 m², and a hall of 8 m² in the first alone; both storeys are at 3 m."""
    paths = []
    for name, rooms in (("north", {"Kitchen": 12.0, "Hall": 8.0}), ("south", {"Kitchen": 15.0})):
        one = model("IFC4")
        one.level.Name, one.level.Elevation = "Upper", 3000.0
        for called, area in rooms.items():
            room = one.rooted("IfcSpace", called, LongName=called)
            one.aggregate(one.level, room)
            one.quantities(room, "Quantities", one.add("IfcQuantityArea", Name="NetFloorArea", AreaValue=area))
        for entity in one.file.by_type("IfcRoot"):
            entity.GlobalId = name[0].upper() + entity.GlobalId[1:]
        one.path = tmp_path / f"{name}.ifc"
        one.path.write_text(one.text(), encoding="ascii")
        paths.append(one.path)
    fp.load(paths, tmp_path / "kitchens.fp")
    with fp.open(tmp_path / "kitchens.fp") as kb:
        yield kb


@pytest.mark.parametrize("question", ["What is the area of the kitchen?", "How large is the kitchen?"])
def test_what_each_model_has_its_own_of_is_asked_back(kitchens: Any, question: str) -> None:
    answer = kitchens.ask(question)
    assert answer.status is Status.AMBIGUOUS
    assert "Which model" in answer.text
    assert not answer.rows
    assert not answer.notes, "nothing was answered over all models"
    assert ["north" in one.reading for one in answer.choices] == [True, False]
    assert [kitchens.ask(question, choice=number).rows[0][-1] for number in (1, 2)] == [12.0, 15.0]
    with pytest.raises(QuestionError, match="no reading 3"):
        kitchens.ask(question, choice=3)


def test_the_model_that_was_chosen_is_said(kitchens: Any) -> None:
    answer = kitchens.ask("What is the area of the kitchen?", choice=2)
    assert answer.status is Status.ANSWERED
    assert any("south" in note for note in answer.notes)
    assert not any("over all" in note for note in answer.notes)


def test_a_model_is_chosen_in_a_conversation(kitchens: Any) -> None:
    talk = kitchens.conversation()
    assert talk.ask("What is the area of the kitchen?").status is Status.AMBIGUOUS
    assert talk.ask("the south one").rows[0][-1] == 15.0


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("What is the area of the hall?", 8.0),
        ("What is the area of the kitchen in the model south?", 15.0),
        ("What is the total area of the kitchens?", 27.0),
        ("What is the area of the kitchens?", 27.0),
        ("How many kitchens are there?", 2),
        ("What is the elevation of the upper floor?", 3.0),
    ],
)
def test_what_one_model_has_or_all_have_together_is_answered(kitchens: Any, question: str, value: float) -> None:
    answer = kitchens.ask(question)
    assert answer.status is Status.ANSWERED
    assert {row[-1] for row in answer.rows} == {value}


@pytest.mark.parametrize(
    ("question", "one"),
    [
        ("How high is the building?", True),
        ("Where is the boiler?", True),
        ("On which level is the kitchen?", True),
        ("What is the address of the building?", True),
        ("Which walls are external?", False),
        ("What is the area of the largest room?", False),
        ("What is the area of the west wall?", True),
        ("What is the area of each room?", False),
        ("How many doors does the building have?", False),
        ("How much concrete is in the slab?", False),
    ],
)
def test_questions_about_one_thing(question: str, one: bool) -> None:
    assert is_about_one(question) is one
