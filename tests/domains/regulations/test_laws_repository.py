"""A git repository as a corpus: its commits are editions."""

from __future__ import annotations

import datetime as dt
import shutil
import subprocess
from pathlib import Path

import pytest
from laws_reader import read_laws

import fingerpost
from fingerpost.core.errors import SourceError
from fingerpost.domains.regulations.loader import LawsLoader
from fingerpost.domains.regulations.loader.repository import Repository

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="needs git")


def git(folder: Path, *arguments: str, date: str = "2022-11-01") -> None:
    when = f"{date}T12:00:00+00:00"
    environment = {
        "PATH": "/usr/bin:/bin:/usr/local/bin",
        "GIT_AUTHOR_DATE": when,
        "GIT_COMMITTER_DATE": when,
        "GIT_CONFIG_GLOBAL": "/dev/null",
    }
    names = ("-c", "user.name=Ann", "-c", "user.email=ann@example.org")
    subprocess.run(["git", *names, *arguments], cwd=folder, check=True, env=environment, capture_output=True)


@pytest.fixture(scope="module")
def repository(statutes: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The two editions of the sample, committed one after the other, and a document that was removed."""
    folder = tmp_path_factory.mktemp("repository")
    git(folder, "init", "-q")
    shutil.copytree(statutes / "2022-11-01", folder, dirs_exist_ok=True)
    (folder / "eng" / "acts" / "Z-1.xml").write_text("<Statute><Identification/><Body/></Statute>", encoding="utf-8")
    (folder / "README.md").write_text("Laws.", encoding="utf-8")
    git(folder, "add", ".")
    git(folder, "commit", "-qm", "one")
    shutil.copytree(statutes / "2024-11-01", folder, dirs_exist_ok=True)
    (folder / "eng" / "acts" / "Z-1.xml").unlink()
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", "two", date="2024-11-01")
    return folder


@pytest.mark.parametrize("place", ["", ".git"])
def test_commits_are_editions(repository: Path, statutes: Path, place: str) -> None:
    committed, folders = read_laws(repository / place), read_laws(statutes)
    assert committed.nodes.keys() == folders.nodes.keys()
    texts = [committed.nodes[f"H-99#3(2)@{number}"].properties for number in (1, 2)]
    assert [text.get("to") for text in texts] == [dt.date(2023, 6, 15), None]
    assert committed.between("CITES") == folders.between("CITES")
    assert not committed.problems


def test_a_repository_is_recognised_and_loaded(repository: Path, tmp_path: Path) -> None:
    assert LawsLoader().recognises(repository / ".git")
    report = fingerpost.load([repository], tmp_path / "laws.fp")
    assert report.pack == "regulations"
    assert any("its commits are editions" in note for note in report.notes)
    with fingerpost.open(tmp_path / "laws.fp") as kb:
        assert "three years" in kb.ask("What did section 3(2) of the Harbour Safety Act say on 1 March 2021?").text


def test_a_long_history_is_read_only_where_it_is_named(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fingerpost.domains.regulations.loader.sources._MOST_EDITIONS", 1)
    laws = read_laws(repository)
    assert not laws.between("VERSION_OF")
    assert any("editions in its commits; load" in note for note in laws.context.notes)
    assert read_laws(repository / ".git").between("VERSION_OF")


def test_what_is_no_repository_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(SourceError) as refusal:
        Repository(tmp_path).history()
    assert refusal.value.code == "source.format"
