"""Zip archives: what is in them is read, within limits."""

from __future__ import annotations

import zipfile

import pytest

import fingerpost as fp
from fingerpost.core.errors import SourceError
from fingerpost.ingest import archives
from fingerpost.ingest.archives import ZipLoader

CUSTOMERS = "customerID,name\na,Eve\nb,Tom\n"
ORDERS = "orderID,customerID,freight\n1,a,3.5\n2,a,8\n3,b\n"


@pytest.fixture
def archive(tmp_path):
    def make(files, name="shop.zip"):
        with zipfile.ZipFile(tmp_path / name, "w", zipfile.ZIP_DEFLATED) as made:
            for member, content in files.items():
                made.writestr(member, content)
        return tmp_path / name

    return make


def test_tables_in_an_archive_refer_to_each_other(archive, tmp_path):
    path = archive(
        {
            "shop/customers.csv": CUSTOMERS,
            "shop/orders.csv": ORDERS,
            "shop/READ.ME": "hello",
            "__MACOSX/shop/._orders.csv": "x",
            "shop/.DS_Store": "x",
        }
    )
    report = fp.load([path], tmp_path / "kb.fp")
    assert (report.nodes, report.relationships) == (5, 3)
    assert "shop.zip: shop/READ.ME was left out: it is not in a known format" in report.notes
    assert [list(problem.examples) for problem in report.problems] == [
        [f"{path}/shop/orders.csv:4: 2 fields where the header has 3"]
    ]
    with fp.open(tmp_path / "kb.fp") as kb:
        answer = kb.ask("How many orders does Eve have?")
        assert answer.text == "There are 2 orders."


def test_several_formats(archive, load):
    path = archive({"people.json": '[{"name": "Ida"}]', "cities.csv": "city\nRome\n"})
    assert ZipLoader().recognises(path)
    loaded = load(ZipLoader(), path)
    assert {node.labels[0] for node in loaded.nodes} == {"people", "cities"}


def _bomb(monkeypatch):
    monkeypatch.setattr(archives, "UNPACKED_LIMIT", 1000)
    return {"a.csv": "a\n" * 1000}


def _dense(monkeypatch):
    monkeypatch.setattr(archives, "RATIO_FREE", 1000)
    return {"a.csv": "a\n" * 100_000}


def _crowd(monkeypatch):
    monkeypatch.setattr(archives, "FILES_LIMIT", 2)
    return {f"{n}.csv": "a\n" for n in range(3)}


@pytest.mark.parametrize(
    ("files", "code", "why"),
    [
        (_bomb, "source.archive", "unpacks to more than 1,000 bytes"),
        (_dense, "source.archive", "unpacks to more than"),
        (_crowd, "source.archive", "more than 2 files"),
        ({"../a.csv": "a\n1\n"}, "source.archive", "outside itself"),
        ({"/a.csv": "a\n1\n"}, "source.archive", "outside itself"),
        ({"a.csv": "a\n1\n", "inner.zip": "PK"}, "source.archive", "another archive, 'inner.zip'"),
        ({"a.txt": "hello"}, "source.unknown-kind", "no file in a known format"),
        ({"a.json": "{"}, "source.format", "shop.zip/a.json"),
    ],
)
def test_what_is_refused(archive, tmp_path, monkeypatch, files, code, why):
    path = archive(files(monkeypatch) if callable(files) else files)
    with pytest.raises(SourceError, match=why) as caught:
        fp.load([path], tmp_path / "kb.fp")
    assert caught.value.code == code
    assert not (tmp_path / "kb.fp").exists()


def test_a_damaged_archive(archive, tmp_path):
    path = archive({"a.csv": "a,b\n" + "".join(f"{n},{n * n}\n" for n in range(500))})
    content = bytearray(path.read_bytes())
    content[60:90] = bytes(30)
    path.write_bytes(bytes(content))
    with pytest.raises(SourceError, match="damaged"):
        fp.load([path], tmp_path / "kb.fp")
