"""Questions that are read whole: each word is a noun, a condition or a word of names, or the question is left alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import pytest

import fingerpost as fp
from fingerpost.core.answer import Status
from fingerpost.domains.buildings.loader.fire_ratings import fire_minutes
from fingerpost.domains.buildings.loader.foreign_names import element_in_english, room_in_english
from fingerpost.domains.buildings.questions.requirements import none_of
from fingerpost.engine.knowledge_base import KnowledgeBase

Make = Callable[..., Any]


@pytest.mark.parametrize(
    ("question", "query"),
    [
        ("How many internal doors are there?", "MATCH (d:Door {isExternal: false}) RETURN count(d)"),
        (
            "How many windows are on the ground floor?",
            "MATCH (w:Window)-[:ON_LEVEL]->(:Level {name: 'Ground Floor'}) RETURN count(w)",
        ),
        (
            "What is the total area of the bathroom doors?",
            "MATCH (d:Door) WHERE d.name CONTAINS 'Bathroom' RETURN sum(d.area)",
        ),
        ("What is the average area of the windows?", "MATCH (w:Window) RETURN avg(w.area)"),
        ("How many doors have Pset_DoorCommon?", "MATCH (d:Door) RETURN count(d)"),
        (
            "How many elements lack the property set Pset_WallCommon?",
            "MATCH (e:Element) WHERE NOT e:Wall RETURN count(e)",
        ),
    ],
)
def test_a_number_is_that_of_the_graph(house: KnowledgeBase, question: str, query: str) -> None:
    answer = house.ask(question)
    assert answer.metadata["intent"] == "elements"
    assert answer.rows[0][0] == pytest.approx(house.query(query).rows[0][0])
    assert answer.confidence >= 0.9


@pytest.mark.parametrize(
    ("question", "plainly"),
    [
        ("How many windows go on the ground floor?", "How many windows are on the ground floor?"),
        ("How many washbasins go into the bathroom?", "How many washbasins are in the bathroom?"),
        ("How many external doors do we have to order?", "How many external doors are there?"),
        ("How many doors must we hang on the first floor?", "How many doors are on the first floor?"),
        ("How many square metres of external wall do we paint?", "How many square metres of external wall are there?"),
        ("Where does the front door go?", "Where is the front door?"),
        ("How high is the ceiling in the kitchen?", "What is the ceiling height of the kitchen?"),
    ],
)
def test_what_people_on_a_site_say_is_read_as_the_plain_words(
    house: KnowledgeBase, question: str, plainly: str
) -> None:
    answer, other = house.ask(question), house.ask(plainly)
    assert answer.rows == other.rows
    assert (answer.status, answer.confidence) == (other.status, other.confidence)


def test_a_u_value_needs_no_unit_and_a_length_does(model: Make) -> None:
    one = model("IFC4")
    for name, value in (("Wall 1", 0.2), ("Wall 2", 1.5)):
        u_value = ("IfcThermalTransmittanceMeasure", value)
        one.properties(one.element("IfcWall", name), "Pset_WallCommon", ThermalTransmittance=u_value)
    one.file.write(str(one.path))
    fp.load([one.path], one.path.with_suffix(".fp"))
    with fp.open(one.path.with_suffix(".fp")) as kb:
        for said in ("worse than 0.3", "above 0.3", "of more than 0.3 W/m²K", "of more than 0.3 W/(m²·K)"):
            answer = kb.ask(f"Which walls have a U-value {said}?")
            assert [row[0].properties["name"] for row in answer.rows] == ["Wall 2"], said
            assert answer.confidence >= 0.9
        better = kb.ask("Which walls have a U-value better than 0.3?")
        assert [row[0].properties["name"] for row in better.rows] == ["Wall 1"]
        assert kb.ask("Which walls have a length of more than 3?").confidence < 0.9


def test_a_room_is_found_by_its_noun_and_number(house: KnowledgeBase) -> None:
    answer = house.ask("How many windows does bedroom 1 have?")
    query = "MATCH (r:Room {longName: 'Bedroom 1'})-[:BOUNDED_BY]->(w:Window) RETURN count(DISTINCT w)"
    assert answer.rows == house.query(query).rows
    assert answer.confidence >= 0.9


def test_amounts_are_told_in_the_unit_that_is_asked_for(house: KnowledgeBase) -> None:
    metres = house.ask("What is the total area of the external walls?").rows[0][0]
    answer = house.ask("How many square feet of external wall are there?")
    assert answer.rows[0][0] == pytest.approx(metres / 0.09290304)
    assert answer.text.endswith("ft².")


def test_amounts_are_grouped_by_level(house: KnowledgeBase) -> None:
    answer = house.ask("How many external windows are there on each level?")
    query = "MATCH (w:Window {isExternal: true})-[:ON_LEVEL]->(l:Level) RETURN l.name, count(w)"
    assert set(answer.rows) == set(house.query(query).rows)


def test_the_greatest_are_all_that_are_as_great(house: KnowledgeBase) -> None:
    answer = house.ask("Which external doors are the widest?")
    widest = max(row[0] for row in house.query("MATCH (d:Door {isExternal: true}) RETURN d.width").rows)
    assert {row[0].properties["width"] for row in answer.rows} == {widest}


@pytest.mark.parametrize("question", ["How many purple doors are there?", "How many doors weep?", "Which walls sing?"])
def test_a_word_that_is_not_understood_is_not_passed_over(house: KnowledgeBase, question: str) -> None:
    answer = house.ask(question)
    assert answer.metadata.get("intent") != "elements"
    assert answer.confidence < 0.8 or answer.status is not Status.ANSWERED


def _area(one: Any, name: str, value: float) -> Any:
    return one.add("IfcQuantityArea", Name=name, AreaValue=value)


def _layer(one: Any, material: str, thickness: float) -> Any:
    return one.add("IfcMaterialLayer", Material=one.add("IfcMaterial", material), LayerThickness=thickness)


def _base(one: Any, folder: Path) -> KnowledgeBase:
    one.path.write_text(one.text(), encoding="ascii")
    fp.load([one.path], folder / "one.fp")
    return fp.open(folder / "one.fp")


def test_the_material_of_layers_is_area_times_thickness(model: Make, tmp_path: Path) -> None:
    one = model("IFC4")
    wall = one.element("IfcWall", "Wall 1")
    volume = one.add("IfcQuantityVolume", Name="NetVolume", VolumeValue=3.0)
    one.quantities(wall, "Quantities", _area(one, "NetSideArea", 10.0), volume)
    layers = [_layer(one, "Brick", 100.0), _layer(one, "Concrete", 200.0)]
    one.material(one.add("IfcMaterialLayerSet", layers), wall)
    with _base(one, tmp_path) as kb:
        answer = kb.ask("How many cubic metres of brick are in the walls?")
        for question in ("How thick is the brick in the walls?", "What is the brick thickness of the walls in mm?"):
            layer = kb.ask(question)
            assert layer.text in ("The layer of Brick is 0.1 m thick.", "The layer of Brick is 100 mm thick.")
    assert answer.rows[0][0] == pytest.approx(1.0), "not the volume of the whole wall"
    assert "thickness of its layers" in answer.text


def test_a_roof_has_the_area_of_its_slabs_once(model: Make, tmp_path: Path) -> None:
    one = model("IFC4")
    roof = one.element("IfcRoof", "Roof 1")
    for number in (1, 2):
        slab = one.rooted("IfcSlab", f"Slab {number}")
        one.aggregate(roof, slab)
        one.quantities(slab, "Quantities", _area(one, "NetArea", 20.0))
    with _base(one, tmp_path) as kb:
        assert kb.ask("How many m2 of roof are there?").rows == ((40.0,),)
        assert kb.ask("How many roofs are there?").rows == ((1,),)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Sparren-14", ("Sparren", "rafter")),
        ("Holzsparren", ("Holzsparren", "rafter")),
        ("Pfette-2-1", ("Pfette", "purlin")),
        ("Haustuer", ("Haustuer", "front door", "entrance door")),
        ("Wand-Ext-ERDG-1", ()),
        ("Wall 3", ()),
    ],
)
def test_elements_are_called_in_english(name: str, said: tuple[str, ...]) -> None:
    assert element_in_english(name) == said


def test_rooms_are_called_in_english() -> None:
    assert (room_in_english("Treppenhaus"), room_in_english("Lounge")) == ("stairwell", "Lounge")


@pytest.mark.parametrize(
    ("said", "minutes"),
    [
        ("1 HR", 60),
        ("1.5 hr", 90),
        ("3/4 hour", 45),
        ("45 MIN", 45),
        ("F90", 90),
        ("REI 120", 120),
        ("EI2 30-C", 30),
        ("T30-RS", 30),
        ("60", 60),
        ("2", None),
        ("Type 60X", None),
        ("1/0 hr", None),
    ],
)
def test_fire_ratings_in_minutes(said: str, minutes: int | None) -> None:
    assert fire_minutes(said) == minutes


def test_fire_ratings_are_compared_however_they_are_written(model: Make, tmp_path: Path) -> None:
    one = model("IFC4")
    for name, rating in (("Hall", "1 HR"), ("Stair", "EI 90"), ("Shop", "45 MIN"), ("Cellar", None)):
        door = one.element("IfcDoor", name)
        if rating:
            one.properties(door, "Pset_DoorCommon", FireRating=("IfcLabel", rating))
    with _base(one, tmp_path) as kb:
        for question, names in (
            ("Which doors have a one hour fire rating?", {"Hall"}),
            ("Which doors have a fire rating of at least 60 minutes?", {"Hall", "Stair"}),
            ("Which doors have a fire rating of less than 1 hour?", {"Shop"}),
        ):
            assert {row[0].properties["name"] for row in kb.ask(question).rows} == names


def test_where_something_is(model: Make, tmp_path: Path) -> None:
    one = model("IFC4")
    one.level.Name, one.level.Elevation = "03 - Plant", 8400.0
    one.element("IfcBoiler", "Boiler 1")
    with _base(one, tmp_path) as kb:
        for question in ("Where is the boiler?", "On which level is the boiler?"):
            assert kb.ask(question).rows[0][-1].properties["name"] == "03 - Plant"
        assert kb.ask("How many boilers are on the third floor?").rows == ((1,),)


def test_a_material_that_nothing_states_is_found_by_name(model: Make, tmp_path: Path) -> None:
    one = model("IFC4")
    for name in ("Pipe Types:Copper:1", "Pipe Types:Copper:2", "Pipe Types:PVC:3"):
        one.element("IfcPipeSegment", name)
    with _base(one, tmp_path) as kb:
        assert kb.ask("How many copper pipes are there?").rows == ((2,),)


def test_how_much_of_a_material_there_is(model: Make, tmp_path: Path) -> None:
    one = model("IFC4")
    for name, volume in (("Slab 1", 3.0), ("Slab 2", 4.0)):
        slab = one.element("IfcSlab", name)
        one.quantities(slab, "Quantities", one.add("IfcQuantityVolume", Name="NetVolume", VolumeValue=volume))
        one.material(one.add("IfcMaterial", "Stahlbeton C25/30"), slab)
    with _base(one, tmp_path) as kb:
        for question in (
            "How much concrete is there in m3?",
            "How much reinforced concrete is needed?",
            "What volume of concrete do the slabs contain?",
            "Total volume of the slabs?",
        ):
            assert kb.ask(question).rows == ((7.0,),), question


def test_names_that_stand_for_a_property_are_not_sure(model: Make, tmp_path: Path) -> None:
    one = model("IFC4")
    for name in ("Wand-Ext-1", "Wand-Ext-2", "Wand-Int-1"):
        one.element("IfcWall", name)
    with _base(one, tmp_path) as kb:
        answer = kb.ask("How many external walls are there?")
    assert answer.rows == ((2,),)
    assert answer.confidence < 0.8
    assert "the model does not say what is external; names say so" in answer.notes


def test_the_area_of_several_things_is_that_of_all_of_them(house: KnowledgeBase) -> None:
    answer = house.ask("What is the area of the external walls?")
    walls = house.query("MATCH (w:Wall {isExternal: true}) RETURN w.name, w.area").rows
    assert len(walls) > 1
    assert answer.rows[0][0] == pytest.approx(sum(area for _, area in walls))
    assert all(name in answer.text for name, _ in walls), "each part is told"
    assert len(house.ask("What are the areas of the external walls?").rows) == len(walls)


def test_parts_of_a_total_are_told_in_the_unit_that_is_asked_for(house: KnowledgeBase) -> None:
    answer = house.ask("What is the area of the bedrooms in square feet?")
    (area,) = house.query("MATCH (r:Room {longName: 'Bedroom 1'}) RETURN r.area").rows[0]
    assert f"{round(area / 0.09290304, 4):g} ft²" in answer.text


def test_what_a_total_lacks_is_said(model: Make, tmp_path: Path) -> None:
    one = model("IFC4")
    for name, area in (("Slab 1", 20.0), ("Slab 2", 30.0), ("Slab 3", None)):
        slab = one.element("IfcSlab", name)
        if area:
            one.quantities(slab, "Quantities", _area(one, "NetArea", area))
    with _base(one, tmp_path) as kb:
        answer = kb.ask("What is the area of the slabs?")
        assert answer.rows == ((50.0,),)
        assert "1 of 3 have none" in answer.text
        assert kb.ask("What is the weight of the slabs?").rows != ((0,),)


@pytest.fixture
def frame(model: Make, tmp_path: Path) -> Iterator[KnowledgeBase]:
    """A structural model: two beams, one of them sloped, piles and a cap that are slabs, a truss, a layered wall."""
    one = model("IFC4")
    upper = one.rooted("IfcBuildingStorey", "Level 2", Elevation=3500.0)
    top = one.rooted("IfcBuildingStorey", "Roof", Elevation=7000.0)
    one.aggregate(one.building, upper, top)
    concrete = [one.add("IfcMaterial", f"Concrete - {grade} MPa") for grade in (28, 35)]
    beams = [one.element("IfcBeam", f"M_Rectangular Beam:{size}") for size in ("400 x 800mm:1", "300mm:2")]
    one.material(concrete[0], beams[0])
    one.material(concrete[1], beams[1])
    for beam, slope in zip(beams, (0.0, 12.5), strict=True):
        one.properties(beam, "Pset_BeamCommon", Slope=("IfcReal", slope))
    for name in ("Pile-Steel Pipe:500mm Diameter:1", "Pile-Steel Pipe:400mm Diameter:2", "Pile Cap-2 Pile:900mm:3"):
        one.element("IfcSlab", f"M_{name}", PredefinedType="BASESLAB")
    truss = one.element("IfcElementAssembly", "Truss 1", PredefinedType="TRUSS")
    one.aggregate(truss, *(one.rooted("IfcMember", f"Chord {n}", PredefinedType="CHORD") for n in range(3)))
    wall = one.element("IfcWall", "Wall 1")
    one.material(one.add("IfcMaterialLayerSet", [_layer(one, "Brick", 100.0), _layer(one, "Plaster", 15.0)]), wall)
    with _base(one, tmp_path) as kb:
        yield kb


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("How many piles are there?", 2),
        ("How many pile caps are there?", 1),
        ("How many 500 mm piles are there?", 1),
        ("How many 400 x 800 beams are there?", 1),
        ("How many 400 x 900 beams are there?", None),
        ("How many beams are sloped?", 1),
        ("How many beams are not sloped?", 1),
        ("How many beams are made of 35 MPa concrete?", 1),
        ("How many chords does each truss have?", 3),
        ("How many chords are there?", 3),
        ("How many trusses have more than two members?", 1),
        ("How many trusses have at least 4 members?", 0),
        ("How many trusses have three or more members?", 1),
        ("How thick is the wall Wall 1?", 0.115),
        ("How high is the roof above level 2?", 3.5),
        ("Which storey is between level 1 and the roof?", "Level 2"),
        ("Break the piles down by level.", 2),
    ],
)
def test_the_words_of_engineers_are_understood(frame: KnowledgeBase, question: str, wanted: Any) -> None:
    answer = frame.ask(question)
    if wanted is None:
        assert answer.metadata.get("intent") != "elements"
        return
    ((*_, found),) = answer.rows
    found = found.properties["name"] if hasattr(found, "properties") else found
    assert found == (pytest.approx(wanted) if isinstance(wanted, float) else wanted), answer.text
    assert answer.confidence >= 0.8


@pytest.fixture
def rated(model: Make) -> Path:
    """A model with fire doors, one with a placeholder for its rating, and a room whose doors are not told."""
    one = model("IFC4")
    one.aggregate(one.level, one.rooted("IfcSpace", "1", LongName="Kitchen"))
    for name, rating in (("Fire Door 1", "60 min"), ("Fire Door 2", "Fire Rating"), ("Pantry Door", "n/a")):
        one.properties(one.element("IfcDoor", name), "Pset_DoorCommon", FireRating=("IfcLabel", rating))
    one.file.write(str(one.path))
    fp.load([one.path], one.path.with_suffix(".fp"))
    return Path(one.path.with_suffix(".fp"))


def test_what_all_must_have_is_answered_with_those_that_lack_it(rated: Path) -> None:
    with fp.open(rated) as kb:
        for question in (
            "Do all fire doors have a fire rating?",
            "Every fire door must have a rating.",
            "Are all fire doors rated?",
        ):
            answer = kb.ask(question)
            assert answer.text == "No: 1 of 2 has no fire rating: Fire Door 2."
            assert [row[0].properties["name"] for row in answer.rows] == ["Fire Door 2"]
        assert kb.ask("Which fire doors have no fire rating?").rows == answer.rows
        assert kb.ask("Does every door have a name?").text == "Yes, all 3 have one: name."
        assert kb.ask("Which purple doors have no fire rating?").confidence < 0.8


def test_doors_on_the_level_of_a_room_are_not_its_own(rated: Path) -> None:
    with fp.open(rated) as kb:
        for question in (
            "Does the kitchen have a door?",
            "Does every room have a door?",
            "Which rooms have no door?",
            "How many doors does the kitchen have?",
        ):
            answer = kb.ask(question)
            assert answer.status is Status.UNANSWERABLE
            assert answer.text == "The model does not say which doors are of which rooms."


def test_a_rule_of_a_requirement_takes_no_placeholder_for_a_value(rated: Path, tmp_path: Path) -> None:
    ids = pytest.importorskip("ifctester.ids", reason='needs ifctester: pip install "fingerpost[ids]"')
    import ifcopenshell

    from fingerpost.domains.buildings.ids import check

    with fp.open(rated) as kb:
        reader: Any = kb.context.reader
        (tmp_path / "rule.ids").write_text(reader.rules_of("Every fire door has a rating"), "utf-8")
        [rule] = check(tmp_path / "rule.ids", kb.context.sources).specifications
    assert (rule.applicable, [one.element.name for one in rule.requirements[0].failures]) == (2, ["Fire Door 2"])
    assert "“Fire Rating” and “n/a”" in rule.requirements[0].text
    again = ids.open(str(tmp_path / "rule.ids"), validate=True)
    again.validate(ifcopenshell.open(str(rated.with_suffix(".ifc"))))
    assert again.specifications[0].status is False


def test_all_texts_but_some_match_a_pattern() -> None:
    pattern = none_of(["Fire Rating", "n/a", "n", "-"])
    assert not [text for text in ("Fire Rating", "n/a", "n", "-", "") if re.fullmatch(pattern, text)]
    assert all(re.fullmatch(pattern, text) for text in ("F", "Fire", "Fire Ratings", "n/", "n/ab", "--", "60 min", "x"))


def test_a_question_does_not_look_through_the_names_of_all_properties(
    model: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = model("IFC4")
    wall = one.element("IfcWall", "Wall 1")
    one.properties(wall, "Pset_Own", **{f"Custom{place}Size": ("IfcInteger", place) for place in range(1000)})
    one.file.write(str(one.path))
    fp.load([one.path], one.path.with_suffix(".fp"))
    compared = 0

    def counted(name: str, pattern: str) -> bool:
        nonlocal compared
        compared += 1
        return fnmatchcase(name, pattern)

    for module in ("vocabulary", "wordings"):
        monkeypatch.setattr(f"fingerpost.domains.buildings.questions.{module}.fnmatchcase", counted)
    with fp.open(one.path.with_suffix(".fp")) as kb:
        for _ in range(2):
            first, compared = compared, 0
            assert kb.ask("Which walls are on level 1?").rows[0][0].properties["name"] == "Wall 1"
    assert first > 1000 > compared
