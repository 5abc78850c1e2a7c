"""A domain in a package of its own, `trails/`, plugs in a loader, a pack, golden questions and a reader."""

from __future__ import annotations

import configparser
import tomllib
from pathlib import Path

import pytest

import fingerpost
from fingerpost.core.answer import Status
from fingerpost.core.errors import SettingsError
from fingerpost.core.plugins import LOADERS, installed
from fingerpost.engine import State, check_up
from fingerpost.evals.data import read_examples
from fingerpost.evals.golds import Gold, gold_of
from fingerpost.ingest import loader_for

PACKAGE = Path(__file__).parent / "trails"
SAMPLE = PACKAGE / "alps.trail"
GOLDEN = PACKAGE / "trails" / "pack" / "golden.jsonl"


@pytest.fixture(autouse=True)
def plugged(monkeypatch: pytest.MonkeyPatch) -> None:
    """The package as if it were installed: its folder, with its metadata, is where Python looks for packages."""
    monkeypatch.syspath_prepend(PACKAGE)


@pytest.fixture
def trails(tmp_path: Path) -> Path:
    fingerpost.load([SAMPLE], tmp_path / "trails.fp")
    return tmp_path / "trails.fp"


def _plug(monkeypatch: pytest.MonkeyPatch, folder: Path, name: str, value: str) -> None:
    """Another package that plugs in a loader."""
    metadata = folder / "other-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: other\nVersion: 1.0\n", encoding="utf-8")
    (metadata / "entry_points.txt").write_text(f"[{LOADERS.group}]\n{name} = {value}\n", encoding="utf-8")
    monkeypatch.syspath_prepend(folder)


def test_what_is_installed_is_what_the_package_declares() -> None:
    declared = tomllib.loads((PACKAGE / "pyproject.toml").read_text(encoding="utf-8"))["project"]["entry-points"]
    there = configparser.ConfigParser(delimiters=("=",))
    there.read(PACKAGE / "fingerpost_trails-1.0.dist-info" / "entry_points.txt", encoding="utf-8")
    assert {group: dict(there[group]) for group in there.sections()} == declared


def test_its_loader_reads_its_files_and_names_its_pack(tmp_path: Path) -> None:
    source = tmp_path / "more.trail"
    source.write_text(SAMPLE.read_text(encoding="utf-8") + "trail: Nameless; long; hard\n", encoding="utf-8")
    report = fingerpost.load([source], tmp_path / "trails.fp")
    assert (report.nodes, report.relationships, report.pack) == (6, 5, "trails")
    (problem,) = report.problems
    assert (problem.kind, problem.count) == ("bad-record", 1)


def test_its_golden_questions_are_answered(trails: Path) -> None:
    """As `fingerpost eval questions` compares them; four need the words of the pack."""
    with fingerpost.open(trails) as kb:
        for example in read_examples([GOLDEN]):
            gold = gold_of(kb, example)
            assert isinstance(gold, Gold)
            assert gold.equals(kb.ask(example.question).rows), example.question


def test_its_reader_is_asked_first(trails: Path) -> None:
    with fingerpost.open(trails) as kb:
        refused = kb.ask("Is the Lake Path closed?")
        assert (refused.status, refused.missing) == (Status.UNANSWERABLE, ("closed",))
        assert kb.ask("How many huts are there?").text == "There are 3 huts."


def test_the_doctor_lists_what_it_plugs_in() -> None:
    found = check_up()
    by_name = {check.name: check for check in found.checks}
    assert found.well
    assert by_name["loader trails"].detail == "hiking trails and their huts (.trail)"
    assert by_name["reader trails"].state is State.WELL
    assert "trails" in by_name["packs"].detail.split(", ")


def test_a_broken_loader_is_in_nobodys_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _plug(monkeypatch, tmp_path, "broken", "no_such_package:Loader")
    assert loader_for(SAMPLE).name == "trails"
    with pytest.raises(SettingsError, match=r"the loader broken of other \(no_such_package:Loader\) cannot") as refusal:
        loader_for(SAMPLE, "broken")
    assert refusal.value.code == "plugin.broken"
    (check,) = (check for check in check_up().checks if check.name == "loader broken")
    assert check.state is State.ILL


def test_a_name_that_two_packages_plug_in_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _plug(monkeypatch, tmp_path, "csv", "other.loader:CsvLoader")
    with pytest.raises(SettingsError, match=r"two packages provide the loader csv: .*other.*fingerpost") as refusal:
        installed(LOADERS)
    assert refusal.value.code == "plugin.twice"
    assert any(check.state is State.ILL and "csv" in check.detail for check in check_up().checks)
