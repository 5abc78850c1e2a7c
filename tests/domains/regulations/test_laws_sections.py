"""The index of provisions that another process makes during a load is the one that is made of the graph."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

import fingerpost
from fingerpost.domains.regulations.loader import section_indexing
from fingerpost.domains.regulations.sections import FOLDER

ACT = """\
<Statute xml:lang="{language}" xmlns:lims="http://justice.gc.ca/lims" lims:current-date="2024-01-01">
<Identification><ShortTitle>Lamp {number} Act</ShortTitle></Identification>
<Body>
<Section><Label>1</Label><Text>This Act may be cited as the Lamp {number} Act, if anybody asks.</Text></Section>
<Section><MarginalNote>Keepers</MarginalNote><Label>2</Label>
<Subsection><Label>(1)</Label><Text>Whoever keeps a lamp of kind {number} trims its wick each day.</Text></Subsection>
<Subsection><MarginalNote>Oil</MarginalNote><Label>(2)</Label><Text>Oil is bought in casks. {long}</Text></Subsection>
</Section>
<Section><Label>3</Label><Text><Repealed>[Repealed, 2010, c. 3, s. {number} and others]</Repealed></Text></Section>
<Section><Label>4</Label><Text>Short.</Text></Section>
<Section><Label>5</Label><Text>A lamp of kind {number} is lit at dusk, and put out at dawn.</Text></Section>
</Body>
</Statute>
"""


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    folder = tmp_path / "laws"
    for number in range(6):
        place = folder / ("fra" if number == 5 else "eng")
        place.mkdir(parents=True, exist_ok=True)
        language = "fr" if number == 5 else "en"
        text = ACT.format(number=number, language=language, long="A cask holds forty litres.\n" * 60 * number)
        (place / f"L-{number}.xml").write_text(text, encoding="utf-8")
    (folder / "eng" / "again").mkdir()
    shutil.copy(folder / "eng" / "L-1.xml", folder / "eng" / "again" / "L-1.xml")
    return folder


def entries(base: Path) -> set[tuple[object, ...]]:
    (file,) = base.glob(f"data*/{FOLDER}/passage_index.sqlite")
    with closing(sqlite3.connect(file)) as database:
        text = "SELECT key, start, stop, name FROM entries JOIN partitions ON partitions.id = entries.partition"
        found = database.execute(text).fetchall()
    assert len(found) == len(set(found))
    return set(found)


def loaded(corpus: Path, base: Path, monkeypatch: pytest.MonkeyPatch, alone: int) -> set[tuple[object, ...]]:
    begun: list[object] = []
    popen = subprocess.Popen

    def begin(command: list[str], *rest: object, **options: object) -> object:
        begun.extend(one for one in command if "section_indexing" in one)
        return popen(command, *rest, **options)  # type: ignore[call-overload]

    monkeypatch.setattr(section_indexing, "_ALONE", alone)
    monkeypatch.setattr(section_indexing.os, "cpu_count", lambda: 2)
    monkeypatch.setattr(subprocess, "Popen", begin)
    fingerpost.load([corpus], base)
    assert bool(begun) == (alone == 0)
    assert not list(base.glob(f"data*/.{FOLDER}*"))
    return entries(base)


def test_the_index_made_beside_a_load_is_that_of_the_graph(corpus: Path, tmp_path: Path, monkeypatch) -> None:
    beside = loaded(corpus, tmp_path / "beside.fp", monkeypatch, 0)
    assert beside == loaded(corpus, tmp_path / "after.fp", monkeypatch, 1 << 30)
    assert {key for key, *_ in beside} >= {"L-0#2(1)", "L-0#5", "L-5:fr#2(2)"}
    assert not {key for key, *_ in beside} & {"L-0#1", "L-0#2", "L-0#3", "L-0#4"}
    with fingerpost.open(tmp_path / "beside.fp") as kb:
        assert "section 2(1) of the Lamp 3 Act" in kb.ask("Must a keeper trim the wick of a lamp of kind 3?").text


def test_where_the_process_fails_the_index_is_made_of_the_graph(corpus: Path, tmp_path: Path, monkeypatch) -> None:
    whole = loaded(corpus, tmp_path / "whole.fp", monkeypatch, 1 << 30)
    monkeypatch.setattr(section_indexing, "_PROGRAM", "section_indexing = 1; raise SystemExit(3)")
    assert loaded(corpus, tmp_path / "failed.fp", monkeypatch, 0) == whole
    monkeypatch.setattr(sys, "executable", str(tmp_path / "nothing-there"))
    assert loaded(corpus, tmp_path / "unfound.fp", monkeypatch, 0) == whole


def test_what_is_added_to_a_base_is_indexed_with_the_rest(corpus: Path, tmp_path: Path, monkeypatch) -> None:
    whole = loaded(corpus, tmp_path / "whole.fp", monkeypatch, 1 << 30)
    monkeypatch.setattr(section_indexing, "_ALONE", 0)
    fingerpost.load([corpus / "eng"], tmp_path / "added.fp")
    fingerpost.load([corpus / "fra"], tmp_path / "added.fp", add=True)
    assert entries(tmp_path / "added.fp") == whole
