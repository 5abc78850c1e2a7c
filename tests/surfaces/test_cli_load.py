"""`load`: the summary, problems, replacing, and sources that cannot be loaded."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from pathlib import Path

import pytest
from command_line import MODULE, cli, digest, environment, in_process_of_its_own

import fingerpost
from fingerpost.surfaces.cli.load import bytes_of

GOOD = "id:ID,name\n1,Ann\n2,Bo\n"
RAGGED = "id:ID,name\n1,Ann\n2,Bo,much,more\n3\n"


def _file(folder: Path, name: str, content: str | bytes) -> Path:
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def test_the_summary(tmp_path: Path, library_source: Path) -> None:
    into = tmp_path / "new" / "library.fp"
    ran = cli("load", library_source, "--into", into)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith(f"{into}: 89 nodes, 221 relationships, ")
    assert ran.out.endswith(" s\n")


def test_hidden_files_are_no_part_of_what_is_read(tmp_path: Path) -> None:
    _file(tmp_path, "a.csv", GOOD)
    _file(tmp_path, ".hidden", GOOD)
    (tmp_path / ".git").mkdir()
    _file(tmp_path / ".git", "pack", GOOD)
    assert bytes_of(tmp_path) == bytes_of(tmp_path / "a.csv") == len(GOOD)


def test_json(tmp_path: Path, library_source: Path) -> None:
    into = tmp_path / "library.fp"
    ran = cli("load", library_source, "--into", into, "--json")
    assert (ran.code, ran.err) == (0, "")
    document = ran.json
    assert set(document) == {
        "knowledge_base",
        "nodes",
        "relationships",
        "values",
        "seconds",
        "steps",
        "pack",
        "problems",
        "notes",
    }
    assert list(document["steps"]) == ["build", "save", "index", "publish"]
    assert sum(document["steps"].values()) <= document["seconds"] + 0.01
    assert (document["knowledge_base"], document["nodes"], document["relationships"]) == (str(into), 89, 221)
    assert (document["pack"], document["problems"]) == (None, [])


def test_several_sources_make_one_graph(tmp_path: Path) -> None:
    one = _file(tmp_path, "Person.csv", GOOD)
    two = _file(tmp_path, "KNOWS.csv", ":START_ID,:END_ID\n1,2\n")
    ran = cli("load", one, two, "--into", tmp_path / "kb.fp")
    assert "2 nodes, 1 relationship," in ran.out


def test_the_pack_of_the_loader_is_told(tmp_path: Path, house_source: Path) -> None:
    pytest.importorskip("ifcopenshell", reason="needs the extra ifc")
    ran = cli("load", house_source, "--into", tmp_path / "h.fp", "--kind", "ifc")
    assert ran.code == 0
    assert ran.out.splitlines()[0].endswith(", pack buildings")


def test_a_pack_that_is_missing_or_invalid_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    source, into = _file(tmp_path, "Person.csv", GOOD), tmp_path / "people.fp"
    ran = cli("load", source, "--into", into, "--pack", "nowhere")
    assert (ran.code, into.exists()) == (12, False)
    assert "there is no pack nowhere [pack.missing]" in ran.err
    pack = tmp_path / "office"
    pack.mkdir()
    _file(pack, "pack.toml", "[lables]\n")
    ran = cli("load", source, "--into", into, "--pack", pack)
    assert (ran.code, into.exists()) == (12, False)
    assert "[pack.invalid]" in ran.err


def test_problems_are_told_with_examples(tmp_path: Path) -> None:
    source = _file(tmp_path, "Person.csv", RAGGED)
    ran = cli("load", source, "--into", tmp_path / "kb.fp")
    assert (ran.code, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert "3 nodes" in lines[0]
    assert lines[1] == "2 × ragged-line"
    assert "Person.csv:3: 4 fields where the header has 2" in lines[2]
    as_json = cli("load", source, "--into", tmp_path / "kb.fp", "--json")
    (problem,) = as_json.json["problems"]
    assert (problem["kind"], problem["count"], len(problem["examples"])) == ("ragged-line", 2, 2)


def test_strict_refuses_and_leaves_what_was_there(tmp_path: Path) -> None:
    into = tmp_path / "kb.fp"
    cli("load", _file(tmp_path, "Person.csv", GOOD), "--into", into)
    before = digest(tmp_path)
    source = _file(tmp_path, "Ragged.csv", RAGGED)
    ran = cli("load", source, "--into", into, "--strict")
    source.unlink()
    assert (ran.code, ran.out) == (6, "")
    assert "[source.strict]" in ran.err
    assert digest(tmp_path) == before


def test_loading_again_replaces(tmp_path: Path) -> None:
    into = tmp_path / "kb.fp"
    cli("load", _file(tmp_path, "Person.csv", GOOD), "--into", into)
    assert cli("load", _file(tmp_path, "City.csv", "id:ID,name\n7,Łódź\n"), "--into", into).code == 0
    with fingerpost.open(into) as kb:
        assert [label.name for label in kb.schema.labels] == ["City"]


IFC_HEAD = "ISO-10303-21;\nHEADER;\nFILE_SCHEMA(('IFC4'));\nENDSEC;\nDATA;\n#1=IFCWALL('0"


@pytest.mark.parametrize(
    ("name", "content", "code"),
    [
        ("missing.csv", None, "source.missing"),
        ("empty.csv", b"", "source.format"),
        ("empty.ifc", b"", "source.format"),
        ("empty", b"", "source.format"),
        ("truncated.ifc", IFC_HEAD.encode(), "source.format"),
        ("junk.bin", bytes(range(256)) * 64, "source.unknown-kind"),
        ("junk.csv", bytes(range(256)) * 64, "source.format"),
        ("junk.ifc", bytes(range(256)) * 64, "source.format"),
        ("junk.graphml", bytes(range(256)) * 64, "source.format"),
        ("bomb.graphml", b'<!DOCTYPE x [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]><graphml>&b;</graphml>', "source.format"),
        ("header-only.csv", b"id:ID,name\n", "source.format"),
        ("half.json", b'{"nodes": [{"id": 1}', "source.format"),
    ],
)
def test_bad_sources(
    tmp_path: Path, name: str, content: bytes | None, code: str, request: pytest.FixtureRequest
) -> None:
    if name.endswith(".ifc"):
        pytest.importorskip("ifcopenshell", reason="needs the extra ifc")
    source = tmp_path / name
    if content is not None:
        source.write_bytes(content)
    into = tmp_path / "kb.fp"
    ran = cli("load", source, "--into", into)
    assert (ran.code, ran.out) == (6, ""), ran
    assert ran.err.startswith("error: ")
    assert f"[{code}]" in ran.err
    as_json = cli("load", source, "--into", into, "--json")
    assert (as_json.code, as_json.out, as_json.error["code"]) == (6, "", code)
    assert {path.name for path in tmp_path.iterdir()} <= {name}, "nothing half-made is left behind"


def test_an_empty_folder(tmp_path: Path) -> None:
    (tmp_path / "nothing").mkdir()
    ran = cli("load", tmp_path / "nothing", "--into", tmp_path / "kb.fp")
    assert (ran.code, ran.out) == (6, "")
    assert ran.err == f"error: {tmp_path / 'nothing'} is empty [source.format]\n"


def test_a_pipe_is_no_source_and_is_left_out_of_a_folder(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    os.mkfifo(folder / "a.csv")
    ran = cli("load", folder / "a.csv", "--into", tmp_path / "kb.fp")
    assert ran.err == f"error: {folder / 'a.csv'} is neither a file nor a folder [source.format]\n"
    _file(folder, "b.json", '[{"name": "Ann"}]')
    ran = cli("load", folder, "--into", tmp_path / "kb.fp")
    assert (ran.code, ran.err) == (0, "")
    assert "data: a.csv was left out" in ran.out


def test_a_truncated_house(tmp_path: Path, house_source: Path) -> None:
    pytest.importorskip("ifcopenshell", reason="needs the extra ifc")
    whole = house_source.read_bytes()
    source = _file(tmp_path, "house.ifc", whole[: len(whole) // 2])
    ran = cli("load", source, "--into", tmp_path / "kb.fp")
    assert (ran.code, ran.out) == (6, "")
    assert "[source.format]" in ran.err


def test_an_unknown_kind_names_the_known_ones(tmp_path: Path) -> None:
    ran = cli("load", _file(tmp_path, "a.csv", GOOD), "--into", tmp_path / "kb.fp", "--kind", "papyrus")
    assert (ran.code, ran.out) == (6, "")
    assert "csv" in ran.err
    assert "[source.unknown-kind]" in ran.err


@pytest.mark.parametrize(
    ("text", "what", "hint"),
    [
        ("<!DOCTYPE html>\n<html><title>Log in, please</title>\n</html>\n", "an HTML page", "the page of a log-in"),
        (
            "version https://git-lfs.github.com/spec/v1\noid sha256:ab\nsize 12\n",
            "a pointer of Git LFS",
            "git lfs pull",
        ),
        ('[{"id": 1, "name": "Ann"},\n{"id": 2, "name": "Bo"}]\n', "JSON", ".json"),
        ('<rows>\n<row a="1"/>\n</rows>\n', "XML", ".xml"),
        ("@prefix : <http://a/> .\n:x a :Y .\n", "RDF", ".ttl"),
        ("// towns\nCREATE (:Town {name: 'Bo'});\n", "a Cypher script", ".cypher"),
        ("-- dumped, 2026\nCREATE TABLE a (b INT);\n", "an SQL dump", ".sql"),
    ],
)
def test_what_is_called_csv_and_is_something_else(tmp_path: Path, text: str, what: str, hint: str) -> None:
    ran = cli("load", _file(tmp_path, "a.csv", text), "--into", tmp_path / "kb.fp")
    assert (ran.code, ran.out) == (6, "")
    assert ran.err.startswith(f"error: {tmp_path / 'a.csv'} is {what}, not a table [source.format]\nhint: ")
    assert hint in ran.err


def test_headers_in_brackets_are_those_of_a_table(tmp_path: Path) -> None:
    for name, text in (
        ("a", "<TICKER>,<CLOSE>\nXY,3\n"),
        ("b", "[id],[name]\n1,Ann\n"),
        ("c", "match (no),home\n1,Bo\n"),
    ):
        assert cli("load", _file(tmp_path, f"{name}.csv", text), "--into", tmp_path / f"{name}.fp").code == 0


def test_a_folder_that_is_no_knowledge_base_is_left_alone(tmp_path: Path) -> None:
    other = tmp_path / "precious"
    other.mkdir()
    _file(other, "letter.txt", "dear")
    ran = cli("load", _file(tmp_path, "Person.csv", GOOD), "--into", other)
    assert (ran.code, ran.out) == (7, "")
    assert "[kb.exists]" in ran.err
    assert [path.name for path in other.iterdir()] == ["letter.txt"]


def test_a_place_that_cannot_be_written(tmp_path: Path) -> None:
    file = _file(tmp_path, "file", "x")
    ran = cli("load", _file(tmp_path, "Person.csv", GOOD), "--into", file / "kb.fp")
    assert ran.code != 0
    assert ran.out == ""
    assert ran.err.startswith("error: ")


def test_without_ifcopenshell_the_extra_is_named(tmp_path: Path, house_source: Path) -> None:
    _file(tmp_path, "ifcopenshell.py", "raise ImportError('not here')")
    ran = in_process_of_its_own("load", house_source, "--into", tmp_path / "kb.fp", PYTHONPATH=str(tmp_path))
    assert (ran.code, ran.out) == (11, "")
    assert 'hint: pip install "fingerpost[ifc]"' in ran.err


def test_ctrl_c_leaves_nothing_behind(tmp_path: Path) -> None:
    rows = "".join(f"{number},name {number}\n" for number in range(400_000))
    source = _file(tmp_path, "Person.csv", "id:ID,name\n" + rows)
    process = subprocess.Popen(
        [*MODULE, "load", source, "--into", tmp_path / "kb.fp"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    )
    deadline = time.monotonic() + 60
    while not list(tmp_path.glob("kb.fp.building-*")) and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.01)
    time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (130, b"", b"")
    assert [path.name for path in tmp_path.iterdir()] == ["Person.csv"]


@pytest.mark.parametrize("cleaned_by", ["load", "doctor"])
def test_what_a_killed_load_left_is_removed(tmp_path: Path, cleaned_by: str) -> None:
    rows = "".join(f"{number},name {number}\n" for number in range(200_000))
    source = _file(tmp_path, "Person.csv", "id:ID,name\n" + rows)
    process = subprocess.Popen([*MODULE, "load", source, "--into", tmp_path / "kb.fp"], env=environment())
    deadline = time.monotonic() + 60
    while not list(tmp_path.glob("kb.fp.building-*/.loading")) and time.monotonic() < deadline:
        time.sleep(0.01)
    small = _file(tmp_path, "Town.csv", "id:ID,name\n1,Lyon\n")
    assert cli("load", small, "--into", tmp_path / "kb.fp").code == 0
    assert list(tmp_path.glob("kb.fp.building-*"))  # of a load that still runs
    process.kill()
    process.wait(timeout=60)
    (left,) = tmp_path.glob("kb.fp.building-*")
    if cleaned_by == "doctor":
        ran = cli("doctor", tmp_path / "kb.fp")
        assert f"removed {left}, which a killed load left" in ran.out
        assert "1 nodes, 0 relationships, 2 values indexed" in ran.out
    else:
        assert "2 values indexed" in cli("load", small, "--into", tmp_path / "kb.fp").out
    assert not list(tmp_path.glob("kb.fp.building-*"))
    assert not (tmp_path / "kb.fp" / ".loading").exists()


def test_a_mapping_is_proposed_and_loaded_with(tmp_path: Path) -> None:
    _file(tmp_path, "towns.csv", "town_id,name\n1,Lyon\n2,Nice\n")
    _file(tmp_path, "people.csv", "person_id,town_id,age\n1,2,30\n")
    sources, file = (tmp_path / "towns.csv", tmp_path / "people.csv"), tmp_path / "mapping.toml"
    ran = cli("load", *sources, "--propose", file)
    assert ran.code == 0
    assert "people.town_id refers to towns.town_id: TOWNS" in ran.out
    assert cli("load", *sources, "--propose", file).code == 6
    assert not (tmp_path / "kb.fp").exists()
    file.write_text(file.read_text().replace('"TOWNS"', '"LIVES_IN"'))
    ran = cli("load", *sources, "--mapping", file, "--into", tmp_path / "kb.fp")
    assert "3 nodes, 1 relationship," in ran.out
    assert "LIVES_IN" in cli("schema", tmp_path / "kb.fp").out


def test_into_is_needed(tmp_path: Path) -> None:
    ran = cli("load", _file(tmp_path, "towns.csv", "a\n1\n"))
    assert ran.code == 2
    assert "--into" in ran.err


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("orders.csv", "id,name\n", "the source has no nodes: orders.csv has no rows"),
        ("torn.csv", 'a,b\n1,"x\n2,y\n', "a quote is never closed: lines 2 to 3 are not read"),
        ("cut.zip", "PK\x03\x04", "cut.zip is damaged"),
        ("old.xls", "\x00\x01", "save it as .xlsx"),
        ("shop.sql", "CREATE TABLE a (b INT);", "a dump has INSERT or COPY with values"),
    ],
)
def test_what_cannot_be_loaded_says_why(tmp_path, name, text, said):
    (tmp_path / name).write_text(text)
    ran = cli("load", tmp_path / name, "--into", tmp_path / "kb.fp")
    assert ran.code == 6
    assert said in " ".join(ran.err.split())
