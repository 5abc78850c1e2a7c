"""Loading builds beside a knowledge base and renames into it: whole or absent, whatever happens half way."""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

import fingerpost
from fingerpost.core.errors import KnowledgeBaseError, SourceError, StoreError
from fingerpost.engine import workplace
from fingerpost.engine.manifest import FORMAT, VERSION

HOW_MANY = "How many towns are there?"


def count(path):
    with fingerpost.open(path) as kb:
        return kb.ask(HOW_MANY).rows[0][0]


def digest(folder):
    files = (file for file in sorted(folder.rglob("*")) if file.is_file())
    return {str(file.relative_to(folder)): hashlib.sha256(file.read_bytes()).hexdigest() for file in files}


def start(code, *arguments):
    """A process of its own that loads; its `load` is fingerpost's, and it tells and is told by its pipes."""
    head = "import os, sys\nfrom pathlib import Path\nfrom fingerpost import load\nsource, into = sys.argv[1:]\n"
    return subprocess.Popen(
        [sys.executable, "-c", head + code, *map(str, arguments)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


def test_a_report_says_what_was_loaded(tmp_path, towns):
    report = fingerpost.load([towns("A", "B", "C")], tmp_path / "kb.fp")
    assert (report.nodes, report.relationships, report.pack, report.problems) == (3, 2, None, ())
    assert report.values == 3
    assert report.seconds >= 0


def test_the_manifest_says_what_it_was_made_of(tmp_path, towns, monkeypatch):
    source = towns("A", "B")
    monkeypatch.chdir(tmp_path)
    fingerpost.load(["towns.jsonl"], "kb.fp")
    manifest = json.loads((tmp_path / "kb.fp" / "manifest.json").read_text(encoding="utf-8"))
    assert (manifest["format"], manifest["version"]) == (FORMAT, VERSION)
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00", manifest["created"])
    assert manifest["created_by"] == f"fingerpost {fingerpost.__version__}"
    (entry,) = manifest["sources"]
    assert entry == {
        "path": str(source.resolve()),
        "bytes": source.stat().st_size,
        "sha256": hashlib.sha256(source.read_bytes()).hexdigest(),
        "positions": "line",
    }
    with fingerpost.open("kb.fp") as kb:
        assert manifest["schema_fingerprint"] == kb.schema.fingerprint
        assert manifest["store"] == kb.store.dialect


def test_every_file_of_a_folder_is_in_the_manifest(library_path, library_source):
    with fingerpost.open(library_path) as kb:
        found = {Path(entry.path): entry.sha256 for entry in kb.manifest.sources}
    assert found == {
        file.resolve(): hashlib.sha256(file.read_bytes()).hexdigest() for file in library_source.glob("*.csv")
    }


def test_a_citation_is_found_from_anywhere(tmp_path, towns, monkeypatch):
    towns("A", "B")
    monkeypatch.chdir(tmp_path)
    fingerpost.load(["towns.jsonl"], "kb.fp")
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    with fingerpost.open(tmp_path / "kb.fp") as kb:
        answer = kb.ask("List all towns")
        (path,) = [Path(entry.path) for entry in kb.manifest.sources]
    lines = path.read_text(encoding="utf-8").splitlines()
    for citation in answer.citations:
        number = int(citation.source.position.removeprefix("line "))
        assert json.loads(lines[number - 1])["id"] == citation.element_id


def test_equal_graphs_have_equal_fingerprints_and_others_do_not(tmp_path, towns):
    prints = []
    for number, names in enumerate([("A", "B"), ("A", "B"), ("A", "C"), ("A", "B", "C")]):
        path = tmp_path / f"{number}.fp"
        fingerpost.load([towns(*names)], path)
        with fingerpost.open(path) as kb:
            prints.append(kb.manifest.schema_fingerprint)
    assert prints[0] == prints[1]
    assert len(set(prints)) == 3


def test_loading_again_replaces_the_whole(tmp_path, towns):
    path = tmp_path / "kb.fp"
    fingerpost.load([towns("A", "B", "C")], path)
    before = {file.name for file in path.iterdir()}
    fingerpost.load([towns("D")], path)
    after = {file.name for file in path.iterdir()}
    assert count(path) == 1
    assert before & after == {"manifest.json"}
    assert len(after) == 2, "the old data are gone"
    assert {file.name for file in tmp_path.iterdir()} == {"kb.fp", "towns.jsonl"}


def test_what_is_open_stays_as_it_was_while_another_is_loaded(tmp_path, towns):
    path = tmp_path / "kb.fp"
    fingerpost.load([towns("A", "B", "C")], path)
    with fingerpost.open(path) as kb:
        fingerpost.load([towns("D")], path)
        assert kb.ask(HOW_MANY).rows == ((3,),)
        assert [c.element_id for c in kb.ask("List all towns").citations] == ["A", "B", "C"]
    assert count(path) == 1


def test_an_empty_folder_is_filled(tmp_path, towns):
    path = tmp_path / "kb.fp"
    path.mkdir()
    fingerpost.load([towns("A")], path)
    assert count(path) == 1


def broken(towns):
    source = towns("A", "B")
    source.write_text(source.read_text(encoding="utf-8") + "{ no json\n" + '{"type": "node", "id": "C", ', "utf-8")
    return source


@pytest.mark.parametrize("there", [False, True])
@pytest.mark.parametrize(("source", "options", "code"), [
    (broken, {"strict": True}, "source.strict"),
    (lambda towns: towns(), {}, "source.format"),
    (lambda towns: towns("A").with_name("nowhere.jsonl"), {}, "source.missing"),
    (lambda towns: towns("A"), {"kind": "nothing"}, "source.unknown-kind"),
    (lambda towns: towns("A", file="towns.graphml"), {}, "source.format"),
])  # fmt: skip
def test_a_load_that_fails_changes_nothing(tmp_path, towns, there, source, options, code):
    path = tmp_path / "kb.fp"
    if there:
        fingerpost.load([towns("X", "Y", file="first.jsonl")], path)
    failing = source(towns)
    before = digest(tmp_path)
    with pytest.raises(SourceError) as refusal:
        fingerpost.load([failing], path, **options)
    assert refusal.value.code == code
    assert digest(tmp_path) == before
    assert path.exists() == there


def test_nothing_to_load_is_said(tmp_path):
    with pytest.raises(SourceError) as refusal:
        fingerpost.load([], tmp_path / "kb.fp")
    assert refusal.value.code == "source.missing"


def test_trouble_is_counted_in_report_and_manifest(tmp_path, towns):
    report = fingerpost.load([broken(towns)], tmp_path / "kb.fp")
    assert report.nodes == 2
    (problem,) = report.problems
    assert (problem.kind, problem.count) == ("bad-record", 2)
    assert "towns.jsonl:4" in problem.examples[0]
    with fingerpost.open(tmp_path / "kb.fp") as kb:
        assert kb.manifest.problems == report.problems


@pytest.mark.parametrize("place", ["a file", "a folder of other things"])
def test_what_is_no_knowledge_base_is_not_replaced(tmp_path, towns, place):
    path = tmp_path / "kb.fp"
    if place == "a file":
        path.write_text("a letter", encoding="utf-8")
    else:
        path.mkdir()
        (path / "letter.txt").write_text("dear", encoding="utf-8")
    source = towns("A")
    before = digest(tmp_path)
    with pytest.raises(KnowledgeBaseError) as refusal:
        fingerpost.load([source], path)
    assert refusal.value.code == "kb.exists"
    assert digest(tmp_path) == before


@pytest.mark.parametrize("place", ["towns.jsonl/kb.fp", "x" * 300 + "/kb.fp", "x" * 300])
def test_a_place_that_cannot_be_written_is_said(tmp_path, towns, place):
    source = towns("A")
    before = digest(tmp_path)
    with pytest.raises(KnowledgeBaseError) as refusal:
        fingerpost.load([source], tmp_path / place)
    assert refusal.value.code == "kb.unwritable"
    assert str(tmp_path / place) in refusal.value.message
    assert digest(tmp_path) == before


CRASHES = {
    "while it reads": "load([source], into, progress=lambda _: os._exit(9))",
    "before the new data are in place": "os.rename = lambda *_: os._exit(9)\nload([source], into)",
    "before the new manifest is in place": "os.replace = lambda *_: os._exit(9)\nload([source], into)",
    "before the old data are gone": "import shutil\nshutil.rmtree = lambda *_, **__: os._exit(9)\nload([source], into)",
}


@pytest.mark.parametrize("moment", CRASHES)
def test_a_crash_leaves_a_whole_knowledge_base(tmp_path, towns, moment):
    path = tmp_path / "kb.fp"
    fingerpost.load([towns("A", "B", "C", file="first.jsonl")], path)
    loading = start(CRASHES[moment], towns("D"), path)
    _, said = loading.communicate(timeout=60)
    assert loading.returncode == 9, said
    assert count(path) == (1 if moment == "before the old data are gone" else 3)
    fingerpost.load([towns("E", "F")], path)
    assert count(path) == 2
    assert len(list(path.glob("data-*"))) == 1, "what the crash left in the folder is gone"


def test_a_first_load_that_crashes_leaves_no_knowledge_base(tmp_path, towns):
    path = tmp_path / "kb.fp"
    loading = start(CRASHES["while it reads"], towns("D"), path)
    loading.communicate(timeout=60)
    assert loading.returncode == 9
    assert not path.exists()


def test_one_process_asks_while_another_loads(tmp_path, towns):
    path = tmp_path / "kb.fp"
    fingerpost.load([towns("A", "B", "C", file="first.jsonl")], path)
    waiting = "def wait(_):\n    print('half way', flush=True)\n    sys.stdin.readline()\n"
    loading = start(waiting + "load([source], into, progress=wait)\nprint('loaded')", towns("D"), path)
    assert loading.stdout.readline() == "half way\n"
    with fingerpost.open(path) as kb:
        assert kb.ask(HOW_MANY).rows == ((3,),)
        assert count(path) == 3
        out, said = loading.communicate("\n" * 100, timeout=60)
        assert out.endswith("loaded\n"), said
        assert kb.ask(HOW_MANY).rows == ((3,),), "what was open is as it was"
    assert count(path) == 1


def test_of_two_loads_at_once_one_is_there_whole(tmp_path, towns):
    path = tmp_path / "kb.fp"
    sources = [towns("A", file="one.jsonl"), towns("A", "B", file="two.jsonl")]
    both = [start("for _ in range(5): load([source], into)", source, path) for source in sources]
    for loading in both:
        _, said = loading.communicate(timeout=60)
        assert loading.returncode == 0, said
    assert count(path) in (1, 2)
    assert {file.name for file in tmp_path.iterdir()} == {"kb.fp", "one.jsonl", "two.jsonl"}


def test_a_load_that_begins_is_not_taken_for_a_killed_one(tmp_path, towns, monkeypatch):
    path, lock, cleared = tmp_path / "kb.fp", workplace.fcntl.flock, []

    def locking(file, how):
        if how == workplace.fcntl.LOCK_EX:  # the other load looks around right before
            cleared.extend(workplace.clear_away(path))
        lock(file, how)

    monkeypatch.setattr(workplace.fcntl, "flock", locking)
    fingerpost.load([towns("A")], path)
    assert (count(path), cleared) == (1, [])


def test_a_store_that_is_not_installed_is_named(tmp_path, towns):
    path = tmp_path / "kb.fp"
    fingerpost.load([towns("A")], path)
    file = path / "manifest.json"
    file.write_text(file.read_text(encoding="utf-8").replace('"store": "', '"store": "un'), encoding="utf-8")
    with pytest.raises(StoreError) as refusal:
        fingerpost.open(path)
    assert refusal.value.code == "store.unknown"
    assert "installed: " in refusal.value.message


DAMAGES = {
    "missing": lambda file: file.unlink(),
    "empty": lambda file: file.write_bytes(b""),
    "junk": lambda file: file.write_bytes(bytes(range(256)) * 20),
    "cut in half": lambda file: os.truncate(file, file.stat().st_size // 2),
    "a folder": lambda file: (file.unlink(), file.mkdir()),
}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("name", ["manifest.json", "data-*/schema.json", "data-*/graph.kgl", "data-*/values.sqlite"])
def test_damage_to_any_file_is_said(tmp_path, towns, name, damage):
    path = tmp_path / "kb.fp"
    fingerpost.load([towns(*(f"Town {number}" for number in range(500)))], path)
    (file,) = path.glob(name)
    DAMAGES[damage](file)
    with pytest.raises(KnowledgeBaseError) as refusal, fingerpost.open(path) as kb:
        kb.ask("Which towns have a road to Town 7?")
    missing = damage == "missing" and name in ("manifest.json", "data-*/graph.kgl")
    no_file = damage == "a folder" and name == "manifest.json"
    assert refusal.value.code == ("kb.missing" if missing or no_file else "kb.damaged")
    assert str(path) in refusal.value.message or "value index" in refusal.value.message


def test_every_file_of_a_knowledge_base_is_damaged_above(library_path):
    names = {file.name for file in library_path.rglob("*") if file.is_file()}
    assert names == {"manifest.json", "schema.json", "graph.kgl", "values.sqlite"}


def test_files_of_another_load_do_not_belong(tmp_path, towns):
    one, other = tmp_path / "one.fp", tmp_path / "other.fp"
    fingerpost.load([towns("A")], one)
    fingerpost.load([towns("A", "B")], other)
    (mine,), (theirs,) = one.glob("data-*/schema.json"), other.glob("data-*/schema.json")
    mine.write_bytes(theirs.read_bytes())
    with pytest.raises(KnowledgeBaseError) as refusal:
        fingerpost.open(one)
    assert refusal.value.code == "kb.damaged"
    assert "does not match its manifest" in refusal.value.message


def test_a_newer_knowledge_base_is_told_from_a_damaged_one(tmp_path, towns):
    path = tmp_path / "kb.fp"
    fingerpost.load([towns("A")], path)
    file = path / "manifest.json"
    file.write_text(json.dumps({"format": FORMAT, "version": VERSION + 1, "all": "is new"}), encoding="utf-8")
    with pytest.raises(KnowledgeBaseError) as refusal:
        fingerpost.open(path)
    assert refusal.value.code == "kb.newer"
    assert "upgrade" in refusal.value.hint


@pytest.mark.parametrize("place", ["nowhere", "x" * 300, "towns.jsonl", "towns.jsonl/kb", "."])
def test_a_place_without_a_knowledge_base_is_said(tmp_path, towns, place):
    towns("A")
    with pytest.raises(KnowledgeBaseError) as refusal:
        fingerpost.open(tmp_path / place)
    assert refusal.value.code == "kb.missing"


def test_a_manifest_cannot_lead_out_of_its_folder(tmp_path, towns):
    inside, outside = tmp_path / "in.fp", tmp_path / "out.fp"
    fingerpost.load([towns("A")], inside)
    fingerpost.load([towns("A")], outside)
    (data,) = outside.glob("data-*")
    file = inside / "manifest.json"
    for led in (f"../out.fp/{data.name}", str(data), "..", "."):
        manifest = {**json.loads(file.read_text(encoding="utf-8")), "data": led}
        file.write_text(json.dumps(manifest), encoding="utf-8")
        with pytest.raises(KnowledgeBaseError) as refusal:
            fingerpost.open(inside)
        assert refusal.value.code == "kb.damaged"


def test_what_a_killed_load_left_is_cleared_away_a_day_later(tmp_path, towns):
    old, young = tmp_path / "kb.fp.building-old", tmp_path / "kb.fp.building-young"
    for folder in (old, young):
        (folder / "data-1").mkdir(parents=True)
    yesterday = time.time() - 25 * 60 * 60
    os.utime(old, (yesterday, yesterday))
    fingerpost.load([towns("A")], tmp_path / "kb.fp")
    assert not old.exists()
    assert young.exists()
