"""Whether a building is what only its rooms or its elements are: one that is so does not make it true of the house."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import fingerpost as fp

ROOMS = (
    {"NaturalVentilation": True, "AirConditioning": False, "HandicapAccessible": True, "PubliclyAccessible": True},
    {"NaturalVentilation": True, "AirConditioning": False, "HandicapAccessible": True, "PubliclyAccessible": True},
    {"NaturalVentilation": False, "AirConditioning": False, "HandicapAccessible": True},
)


@pytest.fixture(scope="module")
def kb(model_in: Callable[[Path], Any], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    folder = tmp_path_factory.mktemp("parts")
    one = model_in(folder)("IFC4")
    for number, values in enumerate(ROOMS):
        room = one.rooted("IfcSpace", f"R{number}")
        one.aggregate(one.level, room)
        one.properties(room, "Pset_SpaceCommon", **{name: ("IfcBoolean", value) for name, value in values.items()})
    for number in range(2):
        wall = one.element("IfcWall", f"W{number}")
        one.properties(wall, "Pset_WallCommon", LoadBearing=("IfcBoolean", True), IsExternal=("IfcBoolean", not number))
    one.element("IfcDoor", "D0")
    one.path.write_text(one.text(), encoding="ascii")
    fp.load([one.path], folder / "parts.fp")
    with fp.open(folder / "parts.fp") as opened:
        yield opened


SOME = "2 of 3 rooms are naturally ventilated."


@pytest.mark.parametrize(
    ("question", "text", "is_sure"),
    [
        ("Is the house naturally ventilated?", SOME, False),
        ("Is this building naturally ventilated?", SOME, False),
        ("Is Level 1 naturally ventilated?", SOME, False),
        ("Does the house have natural ventilation?", "2 of 3 rooms have natural ventilation.", False),
        (
            "Is the house publicly accessible?",
            "2 of 3 rooms are publicly accessible. Of 1 the model does not say.",
            False,
        ),
        ("Is the house air conditioned?", "No: none of the 3 rooms is air conditioned.", True),
        ("Is the house handicap accessible?", "Yes: all 3 rooms are handicap accessible.", True),
        ("Is the building external?", "1 of 2 elements that state it is external. Of 1 the model does not say.", False),
        (
            "Is the building load-bearing?",
            "Yes: all 2 elements that state it are load-bearing. Of 1 the model does not say.",
            True,
        ),
    ],
)
def test_a_whole_is_told_by_its_parts(kb: Any, question: str, text: str, *, is_sure: bool) -> None:
    answer = kb.ask(question)
    assert answer.text == text
    assert (answer.confidence >= 0.8) is is_sure


def test_what_is_there_is_still_said_with_yes(kb: Any) -> None:
    for question in ("Is there a naturally ventilated room?", "Does the house have doors?"):
        assert kb.ask(question).text.startswith("Yes"), question
