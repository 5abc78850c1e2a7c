"""Names of sources that tell what is in them where the names of their tables do not."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

import fingerpost as fp
from fingerpost.ingest.records import LoadContext, ReadOptions
from fingerpost.ingest.source_names import other_names, says_nothing
from fingerpost.ingest.tables.workbooks import WorkbookLoader

openpyxl = pytest.importorskip("openpyxl", reason="needs the extra sheets")


@pytest.mark.parametrize("name", ["Sheet1", "Tabelle 2", "Feuil1", "data", "Query Results", "Лист1", "export_3"])
def test_names_that_programs_give(name):
    assert says_nothing(name)


@pytest.mark.parametrize("name", ["Rivers", "2024", "list", "data on rivers", "Q1"])
def test_names_that_people_give(name):
    assert not says_nothing(name)


@pytest.mark.parametrize(
    ("source", "labels", "found"),
    [
        ("lighthouses.db", ["lhxt", "keeper"], [("lhxt", "lighthouses")]),
        ("lighthouses.db", ["lhxt", "kprx"], []),  # either may be meant
        ("lighthouses.db", ["keeper", "lamp"], []),
        ("lighthouses.db", ["lhxt", "a", "keeper", "lamp"], []),
        ("lighthouses.db", ["lighthouse", "lhxt"], []),
        ("harbour.db", ["lhxt", "keeper"], []),  # a harbour holds things, and is none of them
        ("lighthouse.db", ["lhxt"], [("lhxt", "lighthouse")]),
        ("lighthouses.json", ["Node"], []),
        ("export.db", ["lhxt"], []),
        ("lhdb.db", ["kprx"], []),
    ],
)
def test_the_label_that_is_called_as_its_source(source, labels, found):
    assert list(other_names([Path(source)], labels)) == found


def test_of_several_sources_none_names_a_label():
    assert not list(other_names([Path("lighthouses.db"), Path("keepers.db")], ["lhxt"]))


def workbook(path, **sheets):
    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    book.save(path)
    return path


BEES = [["hive", "weight"], ["north", 31], ["south", 27]]


def labels_of(path, mapping=None):
    context = LoadContext(options=ReadOptions(mapping=mapping))
    return {record.labels[0] for record in WorkbookLoader().read(path, context)}


def test_the_only_sheet_that_nobody_named_is_called_as_its_file(tmp_path):
    assert labels_of(workbook(tmp_path / "hives.xlsx", Sheet1=BEES)) == {"hives"}
    assert labels_of(workbook(tmp_path / "hives.xlsx", Sheet1=BEES, Keepers=[["keeper"], ["Ida"]])) == {
        "hives",
        "Keepers",
    }
    assert labels_of(workbook(tmp_path / "hives.xlsx", Sheet1=BEES, Hives=[["name"], ["x"]])) == {"Sheet1", "Hives"}
    two = workbook(tmp_path / "hives.xlsx", Sheet1=BEES, Sheet2=[["keeper"], ["Ida"]])
    assert labels_of(two) == {"Sheet1", "Sheet2"}
    assert labels_of(workbook(tmp_path / "Book1.xlsx", Sheet1=BEES)) == {"Sheet1"}


def test_a_mapping_may_know_the_sheet_by_its_own_name(tmp_path):
    file = workbook(tmp_path / "hives.xlsx", Sheet1=BEES)
    assert "hives" in fp.propose([file]).mapping.tables
    known = fp.propose([file]).mapping.model_copy()
    mapping = known.model_copy(update={"tables": {"Sheet1": known.tables["hives"]}})
    assert labels_of(file, mapping) == {"hives"}


def test_questions_may_use_the_name_of_the_source(tmp_path):
    with sqlite3.connect(tmp_path / "lighthouses.db") as made:
        made.execute("CREATE TABLE lhxt (code TEXT PRIMARY KEY, name TEXT, height INTEGER)")
        made.executemany(
            "INSERT INTO lhxt VALUES (?, ?, ?)", [("a", "Skerry", 31), ("b", "Muckle", 48), ("c", "Out", 9)]
        )
    report = fp.load([tmp_path / "lighthouses.db"], tmp_path / "kb")
    assert "lhxt is also called lighthouses, after its source" in report.notes
    with fp.KnowledgeBase(tmp_path / "kb") as base:
        assert base.schema.label_by_name["lhxt"].description == "lighthouses"
        assert base.ask("How many lighthouses are higher than 20?").rows == ((2,),)
    (tmp_path / "more.csv").write_text("name,size\nWee,3\n")
    fp.load([tmp_path / "more.csv"], tmp_path / "kb", add=True)
    with fp.KnowledgeBase(tmp_path / "kb") as base:
        assert base.schema.label_by_name["lhxt"].description == "lighthouses"
