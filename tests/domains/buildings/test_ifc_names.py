"""What people call materials, elements, rooms and levels, whatever the exporter called them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from fingerpost.domains.buildings.loader.families import family_of, type_of
from fingerpost.domains.buildings.loader.material_kinds import kinds_of

Make = Callable[..., Any]
FIXTURES = Path(__file__).parent / "fixtures" / "material_kinds.txt"
MATERIALS = [
    line.split(";") for line in FIXTURES.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")
]


@pytest.mark.parametrize(("name", "kinds"), MATERIALS)
def test_materials_in_plain_english(name: str, kinds: str) -> None:
    assert set(kinds_of(name)) == {kind.strip() for kind in kinds.split(",") if kind.strip()}


@pytest.mark.parametrize(
    ("name", "family"),
    [
        ("M_Sofa:1830mm:1830mm:162486", ("Sofa",)),
        ("M_Base Cabinet-Double Door & 2 Drawer:1000mm:1", ("Base Cabinet", "Cabinet", "Double Door", "2 Drawer")),
        ("M_Table-Coffee:0610 x 0610:2", ("Table", "Coffee")),
        ("M_Door-Interior-Double-Full Glass:1500mm:2", ("Door", "Double", "Full Glass")),
        ("M_Skylight:1180 x 1170mm:185337", ("Skylight",)),
        ("Wand-Int-ERDG-1", ()),
        ("Sofa", ()),
        ("123:456", ()),
        (":", ()),
    ],
)
def test_the_family_in_a_name(name: str, family: tuple[str, ...]) -> None:
    assert family_of(name) == family


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Railing:1100mm Guard Rail:151166", ("Guard Rail",)),
        ("Basic Wall:Interior - Partition (92mm Stud):138584", ("Partition", "Stud")),
        ("Wall Foundation:Bearing Footing - 900 x 300:186596", ("Bearing Footing",)),
        ("Basic Wall:Exterior:1", ()),
        ("Basic Wall:Generic - 200mm:1", ()),
        ("Basic Wall", ()),
    ],
)
def test_the_type_in_a_name(name: str, said: tuple[str, ...]) -> None:
    assert type_of(name) == said


def test_elements_and_rooms_have_kinds(model: Make) -> None:
    one = model("IFC4")
    one.element("IfcFurniture", "M_Sofa:1830mm:1")
    one.element("IfcWall", "Basic Wall:Interior:2")
    for number, name in enumerate(("Schlafzimmer 2", "Bedroom 1", "Room", "101")):
        room = one.rooted("IfcSpace", str(number), LongName=name)
        one.aggregate(one.level, room)
    graph = one.load()
    assert graph.named("M_Sofa:1830mm:1").properties["kinds"] == ("Sofa",)
    assert "kinds" not in graph.named("Basic Wall:Interior:2").properties, "the label says it"
    rooms = {node.properties["longName"]: node.properties.get("kinds") for node in graph.labelled("Room")}
    assert rooms == {
        "Schlafzimmer 2": ("Schlafzimmer", "bedroom"),
        "Bedroom 1": ("Bedroom",),
        "Room": None,
        "101": None,
    }


UPPER = ("upper floor", "upper storey", "upper level", "top floor", "top storey", "top level")


@pytest.mark.parametrize(
    ("levels", "aliases"),
    [
        ({"Level 1": 0.0, "Level 2": 3.0}, {"Level 1": ("first floor", "first level", "first storey", "ground floor")}),
        (
            {"Erdgeschoss": 0.0, "Dachgeschoss": 2.7},
            {"Erdgeschoss": ("ground floor",), "Dachgeschoss": ("attic", *UPPER)},
        ),
        ({"EG": 0.0, "B": 3.0, "Roof": 6.0}, {"B": UPPER, "Roof": None}),
        ({"Keller": -2.5, "EG": 0.2, "1. OG": 3.0}, {"Keller": ("basement",), "EG": ("ground floor",)}),
        ({"A": -3.0, "B": 0.1, "C": 3.0}, {"A": ("basement",), "B": ("ground floor",)}),
        ({"Ground Floor": 0.0, "First Floor": 2.8}, {}),
        (
            {"Ground": 0.0, "First": 4.0},
            {"Ground": ("ground floor",), "First": ("first floor", "first level", "first storey", *UPPER)},
        ),
        ({"A": 40.0, "B": 43.0}, {}),
    ],
)
def test_levels_as_people_call_them(
    model: Make, levels: dict[str, float], aliases: dict[str, tuple[str, ...] | None]
) -> None:
    one = model("IFC4", length=(None, "METRE"))
    (name, height), *others = levels.items()
    one.level.Name, one.level.Elevation = name, height
    for name, height in others:
        one.aggregate(one.building, one.rooted("IfcBuildingStorey", name, Elevation=height))
    found = {node.properties["name"]: node.properties.get("alias") for node in one.load().labelled("Level")}
    assert {name: alias for name, alias in found.items() if name in aliases} == aliases
    assert aliases or not any(found.values())


def test_external_spaces_are_external(model: Make) -> None:
    one = model("IFC2X3")
    one.aggregate(one.level, one.rooted("IfcSpace", "Terrace", InteriorOrExteriorSpace="EXTERNAL"))
    assert one.load().named("Terrace").properties["isExternal"] is True
