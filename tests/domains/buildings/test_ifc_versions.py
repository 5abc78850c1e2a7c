"""Versions of a model: what is there now, what was, and what changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import fingerpost as fp
from fingerpost.core.answer import Status
from fingerpost.core.cells import Node
from fingerpost.samples import HOUSE_ELECTRICAL, HOUSE_FILE, HOUSE_LATER, copy_sample

Make = Callable[..., Any]


def _save(one: Any, path: Path, moment: str) -> Path:
    header = one.file.header.file_name
    header.time_stamp, header.author = moment, ("Hans",)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(one.text(), encoding="ascii")
    return path


@pytest.fixture
def files(model: Make, tmp_path: Path) -> list[Path]:
    """Three versions: four walls and two doors; then a wider and a new door; then a wall less."""
    one = model("IFC4")
    walls = [one.element("IfcWall", f"W{number}") for number in range(4)]
    doors = [one.element("IfcDoor", f"D{number}", OverallWidth=900.0) for number in range(2)]
    one.material(one.add("IfcMaterial", "Concrete"), *walls)
    first = _save(one, tmp_path / "v1" / "house.ifc", "2026-01-01T00:00:00")
    doors[0].OverallWidth = 1000.0
    one.element("IfcDoor", "D2", OverallWidth=800.0)
    second = _save(one, tmp_path / "v2" / "house.ifc", "2026-02-01T00:00:00")
    one.file.remove(walls[3])
    return [first, second, _save(one, tmp_path / "v3" / "house.ifc", "2026-03-01T00:00:00")]


@pytest.fixture(params=["at once", "one after another"])
def kb(request: pytest.FixtureRequest, files: list[Path], tmp_path: Path) -> Iterator[Any]:
    base = tmp_path / "house.fp"
    if request.param == "at once":
        fp.load(list(reversed(files)), base)  # their time stamps tell the order
    else:
        for file in files:
            fp.load([file], base, add=True)
            file.write_text("gone")
    with fp.open(base) as opened:
        yield opened


def test_questions_are_about_the_latest_version(kb: Any) -> None:
    assert kb.ask("How many walls are there?").rows == ((3,),)
    assert kb.ask("How many doors are there in the latest version?").rows == ((3,),)
    assert kb.ask("How wide is the door D0?").rows == ((1.0,),)


@pytest.mark.parametrize("at_once", [True, False])
def test_a_version_may_have_the_content_of_an_earlier_one(files: list[Path], tmp_path: Path, *, at_once: bool) -> None:
    first, second, base = files[0], files[1], tmp_path / "back.fp"
    fp.load([first, second] if at_once else [first], base)
    for file in [first] if at_once else [second, first]:
        fp.load([file], base, add=True)
    with fp.open(base) as kb:
        for version, doors in ((1, 2), (2, 3), (3, 2)):
            assert kb.ask(f"How many doors were in version {version}?").rows == ((doors,),), version
        assert kb.ask("How wide was the door D0 in version 1?").rows == ((0.9,),)
        assert kb.ask("How many doors are there?").rows == ((2,),)


@pytest.fixture
def put_back(files: list[Path], tmp_path: Path) -> Iterator[Any]:
    """A fourth version: the door is as narrow as at first, the wall that was removed is back by another name."""
    text = files[1].read_text("ascii").replace("1000.", "900.").replace("'W3'", "'W3b'")
    last = tmp_path / "v4" / "house.ifc"
    last.parent.mkdir()
    last.write_text(text.replace("2026-02-01", "2026-04-01"), encoding="ascii")
    fp.load([*files, last], tmp_path / "house.fp")
    with fp.open(tmp_path / "house.fp") as opened:
        yield opened


NET = [
    ("What changed since version 1?", "Since version 1: 1 element added: D2; 1 element changed: W3b (name)."),
    ("Which doors were changed since version 1?", "Nothing was changed since version 1."),
    ("Which doors were added?", "Since version 1: 1 door added: D2."),
    ("How many walls were changed since version 1?", "1 wall was changed since version 1."),
    ("How many walls were removed since version 2?", "no walls were removed since version 2."),
    ("Was anything removed since version 1?", "No: nothing was removed since version 1."),
    ("Did any widths of the doors change since version 1?", "No: no width was changed since version 1."),
    ("Which walls were changed on Level 1 since version 2?", "Since version 2: 1 wall changed: W3b (name)."),
    ("What changed since version 3?", "Since version 3: 1 element added: W3b; 1 element changed: D0 (overall width, "),
    (
        "What changed between version 1 and 2?",
        "From version 1 to 2: 1 element added: D2; 1 element changed: D0 (overall width, width).",
    ),
    ("What changed in version 3?", "From version 2 to 3: 1 element removed: W3."),
]


def test_since_a_version_tells_the_difference_in_the_end(put_back: Any) -> None:
    for question, text in NET:
        assert put_back.ask(question).text.startswith(text), question
    answer = put_back.ask("What changed since version 1?")
    assert "1 element changed and put back: left out" in answer.notes
    named = {row[1].properties["globalId"] for row in answer.rows if isinstance(row[1], Node)}
    assert len(named) == 2


EARLIER = [
    ("How many walls were there in version 1?", ((4,),)),
    ("How many doors are in version 1?", ((2,),)),
    ("How many doors are in the first version?", ((2,),)),
    ("How wide was the door D0 in version 1?", ((0.9,),)),
    ("How many doors wider than 0.95 m are in version 2?", ((1,),)),
    ("How many walls made of concrete were there in version 2?", ((4,),)),
    ("How many walls were on Level 1 in version 2?", ((4,),)),
]
CHANGES = [
    ("Which doors were added?", "Since version 1: 1 door added: D2."),
    ("Which walls were removed since version 2?", "Since version 2: 1 wall removed: W3."),
    (
        "What changed in version 2?",
        "From version 1 to 2: 1 element added: D2; 1 element changed: D0 (overall width, width).",
    ),
    ("How many doors were changed since version 1?", "1 door was changed since version 1."),
    ("Which beams were added since version 1?", None),
    ("What is new in the latest version?", "Nothing was added since version 2."),
    ("Compare the number of doors in versions 1 and 3", "version 1: 2, version 3: 3 (+1)."),
    ("How has the number of walls changed between version 1 and 3?", "version 1: 4, version 3: 3 (-1)."),
    ("How many more doors are there in version 2 than in version 1?", "version 1: 2, version 2: 3 (+1)."),
    ("What changed in the latest version?", "Since version 2: 1 element removed: W3."),
    ("Compare versions 2 and 3", "From version 2 to 3: 1 element removed: W3."),
    ("What is the difference between version 2 and version 3?", "From version 2 to 3: 1 element removed: W3."),
    ("Was anything removed since version 1?", "Yes, since version 1: 1 element removed: W3."),
    ("Were any doors removed since version 2?", "No: no door was removed since version 2."),
    ("Did any widths of the doors change since version 1?", "Yes, since version 1: 1 door changed: D0 (overall "),
    ("Did any fire ratings change since version 1?", None),
    ("Show me the doors that are new in version 2", "From version 1 to 2: 1 door added: D2."),
    ("Which walls were removed on Level 1 since version 1?", "Since version 1: 1 wall removed: W3."),
    ("What changed on the moon since version 1?", None),
    ("What changed since version 9?", None),
    ("Which version is the latest?", "The latest is version 3 of house."),
    ("How many walls did version 1 have?", "There are 4 walls."),
    ("How many walls are in both version 1 and version 3?", None),
    ("Who changed the doors?", None),
    ("How many walls does the first version have?", "There are 4 walls."),
    ("Which version has the most walls?", "Version 1 and version 2 (version 1: 4, version 2: 4, version 3: 3)."),
    ("How many doors does each version have?", "version 1: 2, version 2: 3, version 3: 3."),
    ("Did the number of doors change between version 1 and version 3?", "version 1: 2, version 3: 3 (+1)."),
    ("In which version was the door D2 added?", None),
]


def test_earlier_versions_are_kept(kb: Any) -> None:
    for question, rows in EARLIER:
        answer = kb.ask(question)
        assert answer.rows == rows, answer.text
        assert answer.reading.endswith(("version 1", "version 2"))


def test_changes_between_versions(kb: Any) -> None:
    for question, text in CHANGES:
        answer = kb.ask(question)
        assert text is None or answer.text.startswith(text), (question, answer.text)
        assert text is not None or answer.status in (Status.EMPTY, Status.UNANSWERABLE), question


def test_what_changed_names_everything(kb: Any) -> None:
    answer = kb.ask("What changed since version 1?")
    changes = {(row[0], row[1].properties["name"]) for row in answer.rows if isinstance(row[1], Node)}
    assert changes == {("added", "D2"), ("removed", "W3"), ("changed", "D0")}


def test_what_is_the_same_is_kept_once(kb: Any) -> None:
    assert kb.query("MATCH (e:Earlier) RETURN count(*)").rows == ((2,),)
    assert kb.query("MATCH (m:Material) RETURN count(*)").rows == ((1,),)
    assert kb.query("MATCH (:User)-[:CREATED_VERSION]->(v) RETURN count(v)").rows == ((3,),)


def test_a_version_that_is_not_there_is_refused(kb: Any) -> None:
    answer = kb.ask("How many doors are in version 9?")
    assert answer.status is Status.UNANSWERABLE
    assert answer.text == "There is no version 9 here. Known: version 1, version 2, version 3."


def test_the_same_content_is_no_new_version(files: list[Path], tmp_path: Path) -> None:
    fp.load(files, tmp_path / "house.fp")
    report = fp.load([files[-1]], tmp_path / "house.fp", add=True)
    assert report.notes == ("house.ifc: the same content as version 3, so no new version",)
    with fp.open(tmp_path / "house.fp") as kb:
        assert kb.query("MATCH (v:Version) RETURN count(*)").rows == ((3,),)
        [width] = [info for info in kb.schema.label_by_name["Door"].properties if info.name == "width"]
        assert width.unit == "m", "units outlive adding"


def test_one_version_has_no_changes(files: list[Path], tmp_path: Path) -> None:
    fp.load(files[:1], tmp_path / "house.fp")
    with fp.open(tmp_path / "house.fp") as kb:
        assert kb.ask("What changed since version 1?").text == "There is one version only, so nothing has changed yet."


def test_other_files_can_be_added_to_a_base(files: list[Path], tmp_path: Path) -> None:
    fp.load(files[:1], tmp_path / "house.fp")
    (tmp_path / "Contact.csv").write_text("id:ID,name\nc1,Ann\n")
    fp.load([tmp_path / "Contact.csv"], tmp_path / "house.fp", add=True)
    with fp.open(tmp_path / "house.fp") as kb:
        assert kb.ask("How many contacts are there?").rows == ((1,),)
        assert kb.ask("How many walls are there?").rows == ((4,),)
        assert [Path(one.path).name for one in kb.context.sources] == ["house.ifc", "Contact.csv"]


def test_disciplines_share_levels_only_when_told(model: Make, tmp_path: Path) -> None:
    paths = []
    for name, kind in (("arch", "IfcWall"), ("elec", "IfcOutlet")):
        one = model("IFC4")
        one.element(kind, f"{kind} 1")
        for entity in one.file.by_type("IfcRoot"):
            entity.GlobalId = name[0].upper() + entity.GlobalId[1:]
        paths.append(_save(one, tmp_path / f"{name}.ifc", "2026-01-01T00:00:00"))
    for same, levels in ((False, 2), (True, 1)):
        fp.load(paths, tmp_path / "both.fp", same_building=same)
        with fp.open(tmp_path / "both.fp") as kb:
            assert kb.ask("How many levels are there?").rows == ((levels,),)
            assert kb.ask("How many outlets are in the electrical model?").rows == ((1,),)
            assert len(kb.ask("How many elements are on each level?").rows) == levels


def test_versions_are_compared_over_the_models_that_have_both(tmp_path: Path) -> None:
    place = tmp_path / "both.fp"
    fp.load([copy_sample(name, tmp_path) for name in (HOUSE_FILE, HOUSE_ELECTRICAL)], place)
    fp.load([copy_sample(HOUSE_LATER, tmp_path)], place, add=True)
    with fp.open(place) as kb:
        answer = kb.ask("Compare the number of windows in versions 1 and 2")
        assert answer.text == "version 1: 7, version 2: 6 (-1)."
        assert "of the 1 of 2 models that have both versions" in answer.notes
        lights = kb.ask("Compare the number of light fixtures in versions 1 and 2")
        assert lights.text == "version 1: 0, version 2: 0 (+0)."
        named = kb.ask("Compare the number of windows in versions 1 and 2 in the model house")
        assert named.text == answer.text
        none = kb.ask("Compare the number of windows in versions 1 and 2 in the model house_elec")
        assert none.text == "No model has both version 1 and version 2."
        areas = kb.ask("Compare the total area of the light fixtures in versions 1 and 2")
        assert areas.status is not Status.ANSWERED
