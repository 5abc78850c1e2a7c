"""The checks of an installation and a place, for every surface: nothing is printed, nothing is raised."""

from __future__ import annotations

from pathlib import Path

import pytest

from fingerpost.engine import State, check_up
from fingerpost.engine.workspaces import NodeFact, Workspace


def test_an_installation_is_checked_without_a_place() -> None:
    found = check_up()
    assert (found.well, found.error) == (True, None)
    names = [check.name for check in found.checks]
    assert names[:2] == ["python", "fingerpost"]
    assert {"loader csv", "store kglite", "packs"} <= set(names)


def test_a_knowledge_base_is_checked_with_its_sources(library_path: Path) -> None:
    found = check_up(library_path)
    assert found.well
    by_name = {check.name: check for check in found.checks}
    assert str(library_path) in by_name["knowledge base"].detail
    assert by_name["source Book.csv"].state is State.WELL
    assert found.to_json()["checks"][-1] == {"name": "load", "state": "well", "detail": "no problems", "hint": None}


def test_a_workspace_has_no_sources_to_check(tmp_path: Path) -> None:
    with Workspace.create(tmp_path / "notes") as workspace:
        workspace.write([NodeFact("Ulm", "Town")])
    found = check_up(tmp_path / "notes")
    assert found.well
    assert [check.detail.split(",")[0] for check in found.checks if check.name == "size"] == ["1 nodes"]


def test_what_is_wrong_with_a_place_is_part_of_the_result(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = check_up(tmp_path / "nothing")
    assert not found.well
    assert found.error is not None
    assert found.to_json()["error"]["code"] == "kb.missing"
    assert found.checks
    monkeypatch.setenv("FINGERPOST_ROW_LIMT", "5")
    refused = check_up(tmp_path).error
    assert refused is not None
    assert (refused.code, refused.hint) == ("settings.invalid", "did you mean FINGERPOST_ROW_LIMIT?")
