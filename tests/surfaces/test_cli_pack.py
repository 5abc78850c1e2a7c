"""`fingerpost pack`: a draft on disk, and every mistake on a line of its own."""

from __future__ import annotations

from pathlib import Path

import pytest
from command_line import cli


def test_a_draft_is_written_and_found_well(library_path: Path, tmp_path: Path) -> None:
    made = cli("pack", "init", library_path, "--out", tmp_path / "words")
    assert made.code == 0
    assert str(tmp_path / "words" / "pack.toml") in made.out
    checked = cli("pack", "check", tmp_path / "words", "--kb", library_path)
    assert (checked.code, checked.out) == (
        0,
        "words: ok (6 labels, 6 relations, 33 properties, no values, 1 example)\n",
    )


def test_a_pack_that_is_there_is_left_alone(library_path: Path, tmp_path: Path) -> None:
    (tmp_path / "pack.toml").write_text("# mine\n", encoding="utf-8")
    ran = cli("pack", "init", library_path, "--out", tmp_path)
    assert ran.code == 12
    assert "[pack.exists]" in ran.err
    assert (tmp_path / "pack.toml").read_text(encoding="utf-8") == "# mine\n"


def test_the_folder_goes_by_the_name_of_the_knowledge_base(
    library_path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert cli("pack", "init", library_path).code == 0
    assert (tmp_path / library_path.stem / "pack.toml").is_file()


def test_each_mistake_has_a_line(library_path: Path, tmp_path: Path) -> None:
    file = tmp_path / "pack.toml"
    file.write_text('[labels]\nBok = ["tome"]\n\n[relations]\nWROT = ["penned"]\n', encoding="utf-8")
    assert cli("pack", "check", tmp_path).code == 0
    ran = cli("pack", "check", tmp_path, "--kb", library_path)
    assert (ran.code, ran.out) == (12, "")
    first, second = ran.err.splitlines()
    assert first == f"error: {file}:2: labels.Bok: the graph has no label Bok; did you mean Book? [pack.invalid]"
    assert second == f"{file}:5: relations.WROT: the graph has no relationship type WROT; did you mean WROTE?"


def test_as_json(library_path: Path, tmp_path: Path) -> None:
    (tmp_path / "pack.toml").write_text('general = true\n[labels]\nMagazine = ["monthly"]\n', encoding="utf-8")
    found = cli("pack", "check", tmp_path, "--kb", library_path, "--json").json
    assert found["lacking"] == ["Magazine"]
    assert found["words"]["labels"] == 1


def test_a_pack_that_is_missing() -> None:
    ran = cli("pack", "check", "nowhere")
    assert ran.code == 12
    assert "[pack.missing]" in ran.err
    assert "buildings" in ran.err
