"""What every text loader owes its user: damage is named with file and line, and nothing else is lost."""

from __future__ import annotations

import gzip
import json
import random
from importlib.metadata import entry_points

import pytest

from fingerpost.core.errors import SourceError
from fingerpost.ingest import text_source
from fingerpost.ingest.encodings import guessed_encoding
from fingerpost.ingest.graphs.graphml import GraphmlLoader
from fingerpost.ingest.graphs.json_lines import JsonLinesLoader
from fingerpost.ingest.graphs.node_link import NodeLinkLoader
from fingerpost.ingest.records import LoadContext
from fingerpost.ingest.tables.csv_files import CsvLoader
from fingerpost.ingest.text_source import TextSource, read_head


def csv_text(names):
    return ":ID,name\n" + "".join(f"{n},{name}\n" for n, name in enumerate(names))


def jsonl_text(names):
    things = ({"id": n, "labels": ["A"], "props": {"name": name}} for n, name in enumerate(names))
    return "".join(json.dumps(thing, ensure_ascii=False) + "\n" for thing in things)


def node_link_text(names):
    nodes = [{"id": n, "name": name} for n, name in enumerate(names)]
    return json.dumps({"nodes": nodes, "links": []}, indent=0, ensure_ascii=False)


def graphml_text(names):
    nodes = "".join(f'<node id="{n}"><data key="k">{name}</data></node>\n' for n, name in enumerate(names))
    return (
        f'<graphml>\n<key id="k" for="node" attr.name="name" attr.type="string"/>\n<graph>\n{nodes}</graph></graphml>'
    )


LOADERS = {
    "csv": (CsvLoader(), "things.csv", csv_text),
    "jsonl": (JsonLinesLoader(), "things.jsonl", jsonl_text),
    "node-link": (NodeLinkLoader(), "things.json", node_link_text),
    "graphml": (GraphmlLoader(), "things.graphml", graphml_text),
}


@pytest.fixture(params=LOADERS)
def kind(request):
    return LOADERS[request.param]


def names_of(loaded):
    return [node.properties["name"] for node in loaded.nodes]


def test_the_entry_points_name_the_loaders():
    found = {point.name: point for point in entry_points(group="fingerpost.loaders")}
    for name, (loader, _, _) in LOADERS.items():
        assert found[name].load() is type(loader)
        assert loader.name == name
        assert loader.summary
        assert loader.pack is None


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_reads_unicode_with_and_without_its_mark(kind, encoding, tmp_path, load):
    loader, name, write = kind
    path = tmp_path / name
    mark = "\ufeff" if encoding in ("utf-16-le", "utf-16-be") else ""
    path.write_bytes((mark + write(["Zoë", "日本", "🙂"])).encode(encoding))
    loaded = load(loader, path)
    assert names_of(loaded) == ["Zoë", "日本", "🙂"]
    assert not loaded.problems


def test_reads_gzip_by_its_bytes(kind, tmp_path, load):
    loader, name, write = kind
    for place in (tmp_path / (name + ".gz"), tmp_path / name):
        place.write_bytes(gzip.compress(write(["a", "b"]).encode()))
        assert loader.recognises(place)
        assert names_of(load(loader, place)) == ["a", "b"]


def test_reads_windows_line_ends(kind, tmp_path, load):
    loader, name, write = kind
    path = tmp_path / name
    path.write_bytes(write(["a", "b"]).replace("\n", "\r\n").encode())
    loaded = load(loader, path)
    assert names_of(loaded) == ["a", "b"]
    assert not loaded.problems


def test_bytes_that_are_no_text_are_replaced_and_reported(kind, tmp_path, load):
    loader, name, write = kind
    path = tmp_path / name
    broken = write(["beföre", "caf@", "after", "caf@ @"]).encode().replace(b"@", b"\xe9")
    path.write_bytes(broken)
    loaded = load(loader, path)
    assert names_of(loaded) == ["beföre", "caf\ufffd", "after", "caf\ufffd \ufffd"]
    assert loaded.counts == {"bad-encoding": 2}
    lines = [number for number, line in enumerate(broken.split(b"\n"), 1) if b"\xe9" in line]
    for line, place in zip(lines, loaded.problems["bad-encoding"], strict=True):
        assert place.startswith(f"{path}:{line}: ")


@pytest.mark.parametrize("name", ["jsonl", "node-link"])
def test_json_in_another_encoding_is_guessed(name, tmp_path, load):
    loader, file, write = LOADERS[name]
    (tmp_path / file).write_bytes(write(["Jörg", "Köln"]).encode("cp1252"))
    loaded = load(loader, tmp_path / file)
    assert names_of(loaded) == ["Jörg", "Köln"]
    assert loaded.counts == {"guessed-encoding": 1}


def test_a_broken_pair_in_utf_16_is_reported(tmp_path, load):
    path = tmp_path / "a.csv"
    path.write_bytes("\ufeff:ID,name\n1,x".encode("utf-16-le") + b"\x00\xd8" + "y\n2,z\n".encode("utf-16-le"))
    loaded = load(CsvLoader(), path)
    assert [node.id for node in loaded.nodes] == ["1", "2"]
    assert names_of(loaded)[1] == "z"
    assert "\ufffd" in names_of(loaded)[0]
    assert loaded.problems["bad-encoding"][0].startswith(f"{path}:2: ")


def test_a_replacement_that_the_file_itself_holds_is_no_problem(kind, tmp_path, load):
    loader, name, write = kind
    path = tmp_path / name
    path.write_text(write(["\ufffd"]), encoding="utf-8")
    loaded = load(loader, path)
    assert names_of(loaded) == ["\ufffd"]
    assert not loaded.problems


@pytest.mark.parametrize(
    "content",
    [b"", b"\xef\xbb\xbf", b" \r\n\t\n", gzip.compress(b"")],
    ids=["nothing", "mark", "space", "gzip"],
)
def test_an_empty_file_is_said_to_be_empty(kind, content, tmp_path, load):
    loader, name, _ = kind
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(SourceError, match="is empty") as error:
        load(loader, path)
    assert error.value.code == "source.format"
    assert error.value.details["file"] == str(path)


def test_a_missing_file_is_said_to_be_missing(kind, tmp_path, load):
    loader, name, _ = kind
    with pytest.raises(SourceError, match="does not exist") as error:
        load(loader, tmp_path / name)
    assert error.value.code == "source.missing"
    assert error.value.details == {"file": str(tmp_path / name)}


BINARIES = {
    "png": b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR",
    "zip": b"PK\x03\x04\x14\x00\x00\x00",
    "noise": random.Random(7).randbytes(4096),
    "controls": bytes(range(1, 32)) * 20,
    "zipped noise": gzip.compress(random.Random(8).randbytes(4096)),
    "utf-16 without its mark": ":ID,name\n1,a\n".encode("utf-16-le"),
}


@pytest.mark.parametrize("junk", BINARIES)
def test_binary_junk_is_refused(kind, junk, tmp_path, load):
    loader, name, _ = kind
    path = tmp_path / name
    path.write_bytes(BINARIES[junk])
    with pytest.raises(SourceError, match="not text") as error:
        load(loader, path)
    assert error.value.code == "source.format"
    assert error.value.details == {"file": str(path), "line": error.value.details["line"]}


def test_junk_far_into_a_file_is_refused_with_its_line(kind, tmp_path, load):
    loader, name, write = kind
    path = tmp_path / name
    text = write([f"name {n}" for n in range(20_000)] + ["@"]).encode()
    path.write_bytes(text.replace(b"@", b"\0\0"))
    assert len(text) > 200_000
    with pytest.raises(SourceError, match="NUL") as error:
        load(loader, path)
    assert error.value.details["line"] == text[: text.index(b"@")].count(b"\n") + 1


def test_a_cut_gzip_file_is_refused_after_what_it_still_gave(kind, tmp_path):
    loader, name, write = kind
    path = tmp_path / (name + ".gz")
    rng = random.Random(9)
    packed = gzip.compress(write([rng.randbytes(20).hex() for _ in range(20_000)]).encode())
    path.write_bytes(packed[: len(packed) // 2])
    records = []
    with pytest.raises(SourceError, match="cut off"):
        records.extend(loader.read(path, LoadContext()))
    assert 0 < len(records) < 20_000
    path.write_bytes(packed[:15])
    with pytest.raises(SourceError, match="damaged"):
        list(loader.read(path, LoadContext()))


def test_a_folder_in_place_of_a_file_is_refused(tmp_path, load):
    for loader in (NodeLinkLoader(), GraphmlLoader()):
        with pytest.raises(SourceError, match="cannot be read") as error:
            load(loader, tmp_path)
        assert error.value.code == "source.format"


@pytest.mark.sampled(3)
@pytest.mark.parametrize("packed", [False, True])
def test_progress_adds_up_to_the_size_and_records_come_early(kind, packed, tmp_path):
    loader, name, write = kind
    path = tmp_path / name
    rng = random.Random(3)
    data = write([rng.randbytes(30).hex() for _ in range(30_000)]).encode()
    path.write_bytes(gzip.compress(data) if packed else data)
    size = path.stat().st_size
    assert size > 800_000
    seen = []
    records = loader.read(path, LoadContext(seen.append))
    next(records)
    assert sum(seen) < size / 2
    assert sum(1 for _ in records) == 29_999
    assert sum(seen) == size


def test_a_line_without_end_is_refused(tmp_path, load, monkeypatch):
    monkeypatch.setattr(text_source, "LINE_LIMIT", 1000)
    path = tmp_path / "a.jsonl"
    path.write_text(jsonl_text(["short", "x" * 2000]))
    with pytest.raises(SourceError, match="1,000 characters or more") as error:
        load(JsonLinesLoader(), path)
    assert error.value.details["line"] == 2


def test_an_unknown_encoding_is_refused(tmp_path):
    path = tmp_path / "a.txt"
    path.write_text("a")
    with pytest.raises(SourceError, match="unknown encoding, 'klingon'"):
        TextSource(path, LoadContext(), "klingon")


def test_recognising_never_raises(tmp_path):
    broken = tmp_path / "broken.gz"
    broken.write_bytes(b"\x1f\x8b\x08")
    loop = tmp_path / "loop.json"
    loop.symlink_to(loop)
    odd = [tmp_path, tmp_path / "missing", broken, loop, tmp_path / ("x" * 5000 + ".json"), tmp_path / "a\0b.csv"]
    for suffix in (".json", ".xml", ".csv.d", ".ifc", ""):
        path = tmp_path / f"junk{suffix}"
        path.write_bytes(random.Random(1).randbytes(3000))
        odd.append(path)
    for loader, _, _ in LOADERS.values():
        for path in odd:
            assert loader.recognises(path) is False, path
    assert read_head(tmp_path / "missing") == b""
    assert read_head(broken) == b""


def test_each_loader_recognises_its_own_only(tmp_path):
    for loader, name, write in LOADERS.values():
        path = tmp_path / name
        path.write_text(write(["a", "b"]))
        assert [other.name for other, _, _ in LOADERS.values() if other.recognises(path)] == [loader.name]


@pytest.mark.parametrize(
    ("encoding", "names"),
    [
        ("cp1252", ["Irène Lefèvre, Orléans", "Noël Août, Mâcon", "François Bénard, Nîmes"]),
        ("cp1252", ["Søren Kjær, Århus", "Jørgen Ærø, Helsingør", "Åse Bjørn, Tromsø"]),
        ("cp1252", ["João Simões, São Paulo", "Conceição Leões, Viseu"]),
        ("cp1250", ["Jiří Dvořák, Plzeň", "Žofie Nováková, Brno", "Tomáš Růžička, Děčín"]),
        ("cp1250", ["Łukasz Wiśniewski, Łódź", "Joanna Dąbrowska, Poznań"]),
        ("cp1250", ["Răzvan Bălan, Bacău", "Ştefan Brâncuşi, Constanţa"]),
        ("cp1254", ["Ayşe Yılmaz, İstanbul", "Şükrü Çağlar, Muğla"]),
    ],
)
def test_latin_alphabets_are_told_apart_beside_english(encoding, names):
    prose = "the second person of this list who had come from the other country, for the work of that year\n"
    head = ("name and what is said of it\n" + "".join(f"{name}, {prose}" for name in names) * 12).encode(encoding)
    assert guessed_encoding(head) == encoding
