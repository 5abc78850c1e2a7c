"""Zip and tar archives: what is in them is read, within limits."""

from __future__ import annotations

import gzip
import io
import sqlite3
import tarfile
import zipfile

import pytest

import fingerpost as fp
from fingerpost.core.errors import SourceError
from fingerpost.ingest import archives, unpacking
from fingerpost.ingest.archives import ZipLoader
from fingerpost.ingest.loaders import loader_for
from fingerpost.ingest.records import LoadContext
from fingerpost.ingest.tables.csv_files import CsvLoader

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


@pytest.mark.parametrize("name", ["shop.db.gz", "shop.csv.gz"])
def test_gzipped_files(tmp_path, load, name):
    if name == "shop.db.gz":
        with sqlite3.connect(tmp_path / "shop.db") as connection:
            connection.execute("CREATE TABLE shop (item TEXT)")
            connection.execute("INSERT INTO shop VALUES ('lamp')")
        connection.close()
    else:
        (tmp_path / "shop.csv").write_text("item\nlamp\n")
    path = tmp_path / name
    path.write_bytes(gzip.compress((tmp_path / path.stem).read_bytes()))
    loader = loader_for(path)
    assert loader.name == ("gz" if name == "shop.db.gz" else "csv")
    (node,) = load(loader, path).nodes
    assert (node.labels, node.properties) == (("shop",), {"item": "lamp"})


@pytest.mark.parametrize("name", ["bomb.csv.gz", "bomb.db.gz"])
def test_what_unpacks_to_too_much_is_refused(tmp_path, monkeypatch, name):
    monkeypatch.setattr(unpacking, "UNPACKED_LIMIT", 100_000)
    (tmp_path / name).write_bytes(gzip.compress(b"a,b\n" + b"1,2\n" * 100_000))
    with pytest.raises(SourceError) as refusal:
        fp.load([tmp_path / name], tmp_path / "kb.fp")
    assert refusal.value.code == "source.archive"
    assert "unpacks to more than 100,000 bytes" in refusal.value.message


def test_a_table_that_unpacks_to_too_much_is_refused_before_it_is_read(tmp_path, monkeypatch):
    monkeypatch.setattr(unpacking, "UNPACKED_LIMIT", 2_000_000)
    (tmp_path / "bomb.csv.gz").write_bytes(gzip.compress(b"a,b\n" + b"1,2\n" * 1_000_000))
    context = LoadContext(progress=lambda _: pytest.fail("something was read"))
    with pytest.raises(SourceError, match="unpacks to more than 2,000,000 bytes"):
        next(CsvLoader().read(tmp_path / "bomb.csv.gz", context))


def test_a_damaged_gzip_file(tmp_path):
    (tmp_path / "shop.db.gz").write_bytes(gzip.compress(b"SQLite format 3\0" * 900)[:-20])
    with pytest.raises(SourceError) as refusal:
        fp.load([tmp_path / "shop.db.gz"], tmp_path / "kb.fp")
    assert refusal.value.code == "source.format"


def test_a_folder_of_several_formats(tmp_path, load):
    folder = tmp_path / "data"
    (folder / "more").mkdir(parents=True)
    (folder / "people.json").write_text('[{"name": "Ida"}]')
    (folder / "more" / "rivers.cypher").write_text("CREATE (:River {name: 'Rhône'})")
    (folder / "READ.ME").write_text("hello")
    loader = loader_for(folder)
    assert loader.name == "folder"
    loaded = load(loader, folder)
    assert {node.labels[0] for node in loaded.nodes} == {"people", "River"}
    assert loaded.context.notes == ["data: READ.ME was left out: it is not in a known format"]
    (folder / "cities.csv").write_text("city\nRome\n")
    assert loader_for(folder).name == "folder"
    assert {node.labels[0] for node in load(loader, folder).nodes} == {"people", "River", "cities"}
    (folder / "people.json").unlink()
    assert loader_for(folder).name == "csv"
    assert load(loader_for(folder), folder).context.notes == ["data is read as CSV files; left out: READ.ME"]
    (folder / "rivers.csv").write_text("id:ID,name,:LABEL\nr,Rhine,River\n")
    (folder / "model.json").write_text('{"nodes": [{"label": "River"}]}')
    assert loader_for(folder).name == "csv"
    (folder / "rivers.csv").unlink()
    (folder / "model.json").unlink()
    (folder / "tool.py").write_text("print(1)  # a comment")
    (folder / "more" / "rows.xml").write_text("<rows><row><a>1</a></row><row><a>2</a></row></rows>")
    assert loader_for(folder).name == "folder"
    (folder / "none.csv").touch()
    notes = load(loader, folder).context.notes
    assert "data: tool.py was left out: it is not in a known format" in notes
    assert "data: none.csv is empty, and was left out" in notes
    assert loader_for(folder, onto="code").name == "code-comments"
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "READ.ME").write_text("hello")
    with pytest.raises(SourceError) as refusal:
        loader_for(tmp_path / "texts")
    assert refusal.value.code == "source.unknown-kind"


def test_archives_in_a_folder_of_tables(archive, tmp_path):
    folder = tmp_path / "shop"
    folder.mkdir()
    (folder / "orders.csv").write_text(ORDERS)
    (folder / "towns.csv").write_text("town\nBonn\n")
    archive({"customers.csv": CUSTOMERS, "LICENSE": "free"}, "shop/customers.csv.zip")
    archive({"towns.csv": "town\nBonn\n"}, "shop/archive.zip")
    archive({"a.png": "x", "b.png": "x"}, "shop/pictures.zip")
    report = fp.load([folder], tmp_path / "kb.fp")
    assert (report.nodes, report.relationships) == (6, 3)
    assert set(report.notes) == {
        "orders.customerID refers to customers.customerID: CUSTOMERS",
        "shop: archive.zip/towns.csv is the same as towns.csv, and read once",
        "shop: customers.csv.zip/LICENSE was left out: it is not in a known format",
        "shop: pictures.zip was left out: it is not in a known format",
        "read as numbers: orders.freight",
    }
    with fp.open(tmp_path / "kb.fp") as kb:
        answer = kb.ask("How many orders does Eve have?")
        assert answer.text == "There are 2 orders."
        (customer,) = kb.ask("Which customers are called Eve?").citations
        assert (customer.source.file, customer.source.position) == ("customers.csv", "line 2")
    (folder / "orders.csv").unlink()
    (folder / "towns.csv").unlink()
    assert fp.load([folder], tmp_path / "kb.fp").nodes == 3


def test_a_damaged_archive_in_a_folder_is_refused_by_its_name(archive, tmp_path):
    folder = tmp_path / "shop"
    folder.mkdir()
    (folder / "orders.csv").write_text(ORDERS)
    archive({"customers.json": '{"a": '}, "shop/more.zip")
    with pytest.raises(SourceError, match=r"shop/more\.zip/customers\.json"):
        fp.load([folder], tmp_path / "kb.fp")
    archive({"../customers.csv": CUSTOMERS}, "shop/more.zip")
    with pytest.raises(SourceError, match="outside itself") as caught:
        fp.load([folder], tmp_path / "kb.fp")
    assert caught.value.code == "source.archive"


def test_only_some_of_the_files_that_are_left_out_are_named(archive, tmp_path):
    path = archive({"a.csv": "a\nx\n", **{f"{n}.bin": "x" for n in range(8)}})
    notes = fp.load([path], tmp_path / "kb.fp").notes
    assert len([note for note in notes if "is not in a known format" in note]) == 5
    assert notes[-1] == "shop.zip: 3 more files were left out for the same reason"


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


@pytest.mark.parametrize("name", ["shop.tar.bz2", "shop.7z", "shop.csv.bz2"])
def test_other_archives_are_to_be_unpacked(tmp_path, name):
    (tmp_path / name).write_bytes(gzip.compress(b"a" * 600))
    with pytest.raises(SourceError) as refusal:
        fp.load([tmp_path / name], tmp_path / "kb.fp")
    assert (refusal.value.code, refusal.value.hint) == ("source.unknown-kind", "unpack it, and load the folder")


def test_tables_of_one_name_in_several_folders_keep_all_their_rows(archive, load):
    path = archive({"2023/sales.csv": "item,price\nlamp,5\n", "2024/sales.csv": "item,price\nchair,7\ntable,9\n"})
    loaded = load(ZipLoader(), path)
    assert [node.properties["item"] for node in loaded.nodes] == ["lamp", "chair", "table"]
    assert len({node.id for node in loaded.nodes}) == 3
    assert {node.labels for node in loaded.nodes} == {("sales",)}
    assert loaded.context.notes == ["several tables are called sales: tables are not joined; rename all but one"]


def test_a_damaged_archive(archive, tmp_path):
    path = archive({"a.csv": "a,b\n" + "".join(f"{n},{n * n}\n" for n in range(500))})
    content = bytearray(path.read_bytes())
    content[60:90] = bytes(30)
    path.write_bytes(bytes(content))
    with pytest.raises(SourceError, match="damaged"):
        fp.load([path], tmp_path / "kb.fp")


@pytest.fixture
def tar(tmp_path):
    def make(files, name="shop.tar.gz", mode="w:gz"):
        with tarfile.open(tmp_path / name, mode) as made:
            for member, content in files.items():
                info = tarfile.TarInfo(member)
                if isinstance(content, str):
                    info.size = len(content.encode())
                    made.addfile(info, io.BytesIO(content.encode()))
                else:
                    info.type, info.linkname = content
                    made.addfile(info)
        return tmp_path / name

    return make


@pytest.mark.parametrize(("name", "mode"), [("shop.tar.gz", "w:gz"), ("shop.tgz", "w:gz"), ("shop.tar", "w")])
def test_tables_in_a_tar_archive_refer_to_each_other(tar, tmp_path, name, mode):
    files = {
        "./customers.csv": CUSTOMERS,
        "orders.csv": ORDERS,
        "._x.csv": "x",
        "l.csv": (tarfile.SYMTYPE, "/etc/passwd"),
    }
    path = tar(files, name, mode)
    report = fp.load([path], tmp_path / "kb.fp")
    assert (report.nodes, report.relationships) == (5, 3)
    with fp.open(tmp_path / "kb.fp") as kb:
        (customer,) = kb.ask("Which customers are called Eve?").citations
        assert customer.source.file == "customers.csv"
    (tmp_path / "folder").mkdir()
    path.rename(tmp_path / "folder" / name)
    assert fp.load([tmp_path / "folder"], tmp_path / "kb.fp").nodes == 5


@pytest.mark.parametrize(
    ("files", "code"),
    [
        ({"../out.csv": "a\n1\n"}, "source.archive"),
        ({"/out.csv": "a\n1\n"}, "source.archive"),
        ({"in.tgz": "x"}, "source.archive"),
        ({"a.csv": (tarfile.LNKTYPE, "b.csv")}, "source.unknown-kind"),
        ({"a.csv": "a\n" + "0\n" * 3_000_000}, "source.archive"),
    ],
)
def test_a_tar_archive_is_kept_within_limits(tar, tmp_path, monkeypatch, files, code):
    monkeypatch.setattr(archives, "UNPACKED_LIMIT", 1_000_000)
    with pytest.raises(SourceError) as caught:
        fp.load([tar(files)], tmp_path / "kb.fp")
    assert caught.value.code == code
    assert not (tmp_path / "kb.fp").exists()


def test_a_tar_archive_that_is_cut_off_or_none(tar, tmp_path):
    path = tar({"customers.csv": CUSTOMERS * 2_000})
    path.write_bytes(path.read_bytes()[:150])
    with pytest.raises(SourceError) as caught:
        fp.load([path], tmp_path / "kb.fp")
    assert caught.value.code == "source.format"
    (tmp_path / "b.tgz").write_bytes(gzip.compress(CUSTOMERS.encode() * 100))
    with pytest.raises(SourceError) as caught:
        fp.load([tmp_path / "b.tgz"], tmp_path / "kb.fp")
    assert caught.value.code == "source.format"
