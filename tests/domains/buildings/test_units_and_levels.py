"""Questions about parts of a building that are no elements: units, levels by their size, the building by its kind."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

import fingerpost as fp
from fingerpost.core.answer import Status

Make = Callable[..., Any]
ROOMS = ("A101", "A102", "A201", "B101", "B201")
AREAS = (20.0, 10.0, 15.0, 5.0, 8.0)


@pytest.fixture(scope="module")
def flats(tmp_path_factory: pytest.TempPathFactory, model_in: Callable[[Path], Make]) -> Callable[[str], Path]:
    """Makes a hotel of five rooms on two of four levels, whose units are told by `zones`, `property` or `numbers`."""

    def make(told: str, names: Sequence[str] = ROOMS) -> Path:
        one = model_in(tmp_path_factory.mktemp("flats"))("IFC4", length=(None, "METRE"))
        one.project.LongName = "Harbour Hotel"
        one.units.append(one.si("AREAUNIT", "SQUARE_METRE"))
        upper, *others = (
            one.rooted("IfcBuildingStorey", name, Elevation=height)
            for name, height in (("Level 2", 3.0), ("Cellar", -3.0), ("Roof", 6.0))
        )
        one.aggregate(one.building, upper, *others)
        rooms = []
        for name, area in zip(names, AREAS, strict=True):
            room = one.rooted("IfcSpace", name, LongName="Bedroom" if name.endswith("1") else "Bath")
            one.aggregate(upper if name.strip("ABCL").startswith("2") else one.level, room)
            one.quantities(
                room, "Qto_SpaceBaseQuantities", one.add("IfcQuantityArea", "NetFloorArea", None, None, area)
            )
            rooms.append(room)
        deck = one.rooted("IfcSpace", "R1", LongName="Deck")
        one.aggregate(others[1], deck)
        one.quantities(deck, "Qto_SpaceBaseQuantities", one.add("IfcQuantityArea", "NetFloorArea", None, None, 99.0))
        desk = one.rooted("IfcFurniture", "M_Desk:1800mm:17")
        one.contain(rooms[0], desk)
        for unit in "AB":
            of_unit = [room for room in rooms if unit in (room.Name[0], room.Name[-1])]
            if told == "zones":
                zone = one.rooted("IfcZone", f"Apartment {unit}")
                one.rooted("IfcRelAssignsToGroup", RelatedObjects=of_unit, RelatingGroup=zone)
            if told == "property":
                for room in of_unit:
                    one.properties(room, "Pset_Use", ApartmentNumber=("IfcLabel", unit))
        one.path.write_text(one.text(), encoding="ascii")
        fp.load([one.path], one.path.with_suffix(".fp"))
        return Path(one.path.with_suffix(".fp"))

    return make


@pytest.mark.parametrize(
    ("told", "names"),
    [
        ("zones", ("101A", "102A", "201A", "101B", "201B")),
        ("property", ("101A", "102A", "201A", "101B", "201B")),
        ("numbers", ROOMS),
    ],
)
def test_a_unit_is_its_rooms(flats: Callable[..., Path], told: str, names: Sequence[str]) -> None:
    with fp.open(flats(told, names)) as kb:
        assert kb.ask("How many rooms are in unit A?").rows == ((3,),)
        assert kb.ask("How many rooms does apartment B have?").rows == ((2,),)
        assert kb.ask("How many apartments are there?").text == "2 apartments: A and B."
        assert kb.ask("What is the area of unit A?").rows[0][0] == pytest.approx(45.0)
        assert [row[0].properties["name"] for row in kb.ask("Unit A's desks").rows] == ["M_Desk:1800mm:17"]
        assert len(kb.ask("rooms of unit A on level 1").rows) == sum(one[:2] in ("A1", "10") for one in names[:3])
        gone = kb.ask("Which rooms are in unit C?")
        assert gone.status is Status.UNANSWERABLE
        assert gone.text.startswith("The model does not say which rooms are of unit C: rooms are of A")


def test_numbers_that_begin_with_the_level_tell_no_units(flats: Callable[..., Path]) -> None:
    with fp.open(flats("numbers", ("L101", "L102", "C201", "C202", "L301"))) as kb:
        answer = kb.ask("Which rooms are in unit C?")
        assert answer.text == "The model does not say which rooms are of unit C."
        assert kb.ask("How many windows are in unit C?").confidence < 0.8


@pytest.fixture(scope="module")
def hotel(flats: Callable[..., Path]) -> Path:
    return flats("none")


@pytest.mark.parametrize(
    ("question", "name", "area"),
    [
        ("Which level is the largest?", "Level 1", 35.0),
        ("What is the largest storey in the building?", "Level 1", 35.0),
        ("Which floor is bigger?", "Level 1", 35.0),
        ("the smallest level by area", "Level 2", 23.0),
    ],
)
def test_levels_are_large_by_area(hotel: Path, question: str, name: str, area: float) -> None:
    with fp.open(hotel) as kb:
        answer = kb.ask(question)
        [(level, value)] = answer.rows
        assert (level.properties["name"], value) == (name, pytest.approx(area))
        assert any("the sum of their rooms" in note for note in answer.notes)
        assert (answer.confidence < 0.8) is ("smallest" in question)


def test_the_area_of_a_level_and_of_the_building(hotel: Path) -> None:
    with fp.open(hotel) as kb:
        gross = kb.ask("What is the gross floor area of the hotel?")
        assert gross.text == "The model does not say the gross floor area of the building or of its rooms."
        assert kb.ask("What is the area of level 2?").rows[0][-1] == pytest.approx(23.0)
        assert len(kb.ask("What is the floor area of each level?").rows) == 3
        assert kb.ask("How big is the hotel?").rows[0][0] == pytest.approx(157.0)


def test_a_building_is_called_by_its_kind(hotel: Path) -> None:
    with fp.open(hotel) as kb:
        assert kb.ask("How many levels does the hotel have?").rows == ((4,),)
        assert kb.ask("How many hotels are there?").rows == ((1,),)
        assert kb.ask("How many levels does the school have?").confidence < 0.5


def test_a_level_that_states_its_area_has_that(model: Make) -> None:
    one = model("IFC4", length=(None, "METRE"))
    one.units.append(one.si("AREAUNIT", "SQUARE_METRE"))
    slab = one.element("IfcSlab", "Plate", PredefinedType="FLOOR")
    one.quantities(slab, "Qto_SlabBaseQuantities", one.add("IfcQuantityArea", "NetArea", None, None, 70.0))
    upper = one.rooted("IfcBuildingStorey", "Level 2", Elevation=3.0)
    one.aggregate(one.building, upper)
    for level, area in ((one.level, 60.0), (upper, 50.0)):
        stated = one.add("IfcQuantityArea", "GrossFloorArea", None, None, area)
        one.quantities(level, "Qto_BuildingStoreyBaseQuantities", stated)
    one.path.write_text(one.text(), encoding="ascii")
    fp.load([one.path], one.path.with_suffix(".fp"))
    with fp.open(one.path.with_suffix(".fp")) as kb:
        answer = kb.ask("Which level is the largest?")
        assert [(level.properties["name"], area) for level, area in answer.rows] == [("Level 1", 60.0)]
        assert kb.ask("What is the area of level 2?").rows == ((50.0,),)
        floor = kb.ask("What are the largest floors?")
        assert (floor.rows[0][0].properties["name"], floor.confidence) == ("Level 1", 0.75)
        assert any("ask for the floor slabs" in note for note in floor.notes)
        assert kb.ask("What is the largest floor slab?").rows[0][0].properties["name"] == "Plate"
