"""Models checked against IDS files."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from command_line import cli

import fingerpost as fp

RULES = Path(__file__).with_name("house.ids")


@pytest.fixture(scope="module")
def base(house_source: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A base whose model lies where it was loaded from."""
    folder = tmp_path_factory.mktemp("ids")
    shutil.copy(house_source, folder / "house.ifc")
    fp.load([folder / "house.ifc"], folder / "house.fp")
    return folder / "house.fp"


def test_every_element_that_fails_is_cited(base: Path) -> None:
    pytest.importorskip("ifctester", reason='needs ifctester: pip install "fingerpost[ids]"')
    ran = cli("check", base, RULES, "--json")
    assert ran.code == 1
    report = json.loads(ran.out)
    found = {one["name"]: one for one in report["specifications"]}
    assert {name: one["passed"] for name, one in found.items()} == {
        "Walls are external or not": True,
        "Doors have a fire rating": False,
        "No stairs": False,
        "There is a lift": False,
        "Only of IFC 2x3": True,
    }
    with fp.open(base) as kb:
        unrated = {row[0].element_id for row in kb.ask("Which doors have no fire rating?").rows}
    [requirement] = found["Doors have a fire rating"]["requirements"]
    assert {one["element"]["element_id"] for one in requirement["failures"]} == unrated
    assert all(one["element"]["source"]["position"].startswith("#") for one in requirement["failures"])
    assert requirement["passed"] + len(unrated) == found["Doors have a fire rating"]["applicable"]
    assert "must not have" in found["No stairs"]["problem"]
    assert "IFC2X3" in found["Only of IFC 2x3"]["skipped"]


def test_failures_become_issues(base: Path, tmp_path: Path) -> None:
    pytest.importorskip("ifctester", reason='needs ifctester: pip install "fingerpost[ids]"')
    bcf = pytest.importorskip("bcf.bcfxml", reason='needs bcf-client: pip install "fingerpost[bcf]"')
    ran = cli("check", base, RULES, "--out", tmp_path / "issues.bcf")
    assert ran.code == 1
    assert "Terrace Door" in ran.out
    file = bcf.load(tmp_path / "issues.bcf")
    topics = file.topics.values()
    assert len(topics) == 2
    doors = next(one for one in topics if "fire rating" in one.topic.title)
    [viewpoint] = doors.viewpoints.values()
    assert len(viewpoint.get_selected_guids()) == 7


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("not xml", "source.format"),
        ("<ids/>", "source.format"),
        (
            '<!DOCTYPE ids [<!ENTITY a "b">]><ids xmlns="http://standards.buildingsmart.org/IDS">&a;</ids>',
            "source.format",
        ),
        ('<ids xmlns="http://standards.buildingsmart.org/IDS"><info/></ids>', "source.format"),
        (None, "source.missing"),
    ],
)
def test_what_is_no_ids_file_is_refused(base: Path, tmp_path: Path, text: str | None, code: str) -> None:
    pytest.importorskip("ifctester", reason='needs ifctester: pip install "fingerpost[ids]"')
    rules = tmp_path / "rules.ids"
    if text is not None:
        rules.write_text(text, encoding="utf-8")
    ran = cli("check", base, rules)
    assert (ran.code, f"[{code}]" in ran.err) == (6, True), ran.err


def test_a_model_that_has_changed_is_not_checked(base: Path, tmp_path: Path) -> None:
    pytest.importorskip("ifctester", reason='needs ifctester: pip install "fingerpost[ids]"')
    shutil.copy(base.with_name("house.ifc"), tmp_path / "house.ifc")
    fp.load([tmp_path / "house.ifc"], tmp_path / "house.fp")
    (tmp_path / "house.ifc").write_bytes((tmp_path / "house.ifc").read_bytes() + b"\n")
    ran = cli("check", tmp_path / "house.fp", RULES)
    assert (ran.code, "[source.changed]" in ran.err) == (6, True), ran.err


def test_other_graphs_have_no_rules(library_path: Path) -> None:
    ran = cli("check", library_path, RULES)
    assert "IDS is for building models" in ran.err
    assert ran.code != 0


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("requirement", "code", "failing"),
    [
        ("Every door has a fire rating", 1, "Which doors have no fire rating?"),
        ("Do all external doors have a fire rating?", 1, "Which external doors have no fire rating?"),
        ("all walls must have a material", 1, "Which walls have no material?"),
        ("All windows are external.", 0, None),
        ("Every wall must be at least 15 cm thick", 1, "Which walls are thinner than 15 cm?"),
        ("all rooms have an area of at most 200 sq ft", 1, "Which rooms are larger than 200 sq ft?"),
        ("every window is at most 1.3 m wide", 1, "Which windows are wider than 1.3 m?"),
        ("every window is at most 1.51 m wide", 0, None),
    ],
)
def test_a_requirement_in_words_becomes_a_rule(
    base: Path, tmp_path: Path, requirement: str, code: int, failing: str | None
) -> None:
    ids = pytest.importorskip("ifctester.ids", reason='needs ifctester: pip install "fingerpost[ids]"')
    ran = cli("check", base, "--require", requirement, "--write", tmp_path / "rule.ids", "--json")
    assert ran.code == code, ran.out
    report = json.loads(ran.out)
    assert ids.open(str(tmp_path / "rule.ids"), validate=True).specifications[0].name == requirement.strip("?.")
    [rule] = report["specifications"]
    assert rule["applicable"] > 0
    found = {one["element"]["element_id"] for each in rule["requirements"] for one in each["failures"]}
    with fp.open(base) as kb:
        wanted = {row[0].element_id for row in kb.ask(failing).rows} if failing else set()
    assert found == wanted


@pytest.mark.parametrize("requirement", ["Every unicorn has a horn", "The doors are nice", "Every door", "rm -rf /"])
def test_what_is_no_requirement_is_refused(base: Path, requirement: str) -> None:
    pytest.importorskip("ifctester", reason='needs ifctester: pip install "fingerpost[ids]"')
    ran = cli("check", base, "--require", requirement)
    assert ran.code == 2
    assert "requirement" in ran.err


@pytest.mark.parametrize(
    ("requirement", "why"),
    [
        (
            "every door has a fire rating of at least EI 30",
            "this is not the name of a property: fire rating of at least ei 30",
        ),
        ("every door is at least 30 kg wide", "this is not understood as a bound: at least 30 kg wide"),
        ("every roof has an area of at most 30 m²", "nothing here states the area of roofs"),
        ("every roof is at least 3 m high", "this is not understood as a bound: at least 3 m high"),
    ],
)
def test_a_bound_that_no_rule_can_hold_is_refused(base: Path, requirement: str, why: str) -> None:
    pytest.importorskip("ifctester", reason='needs ifctester: pip install "fingerpost[ids]"')
    ran = cli("check", base, "--require", requirement)
    assert (ran.code, why in ran.err) == (2, True), ran.err
