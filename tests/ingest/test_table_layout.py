"""Where a table begins and ends in what was made for people."""

from __future__ import annotations

import pytest

import fingerpost as fp
from fingerpost.ingest.records import LoadContext
from fingerpost.ingest.tables.csv_files import CsvLoader
from fingerpost.ingest.tables.layout import (
    begins_with_data,
    column_of_names,
    delimiter_of,
    header_place,
    rows_above,
)


def read(path, text):
    path.write_text(text, encoding="utf-8")
    context = LoadContext()
    return list(CsvLoader().read(path, context)), context


def test_titles_and_a_total_are_noted_and_left_out(tmp_path):
    text = "Stock report,,\nPrinted 2026-01-03,,\n,,\nArticle,Warehouse,Pieces\n"
    text += "Bolt,North,120\nNut,North,80\nScrew,South,400\nTotal,,600\n"
    nodes, context = read(tmp_path / "stock.csv", text)
    assert [(node.properties["Article"], node.line) for node in nodes] == [("Bolt", 5), ("Nut", 6), ("Screw", 7)]
    assert context.notes == [
        "stock.csv: lines 1 to 3 stand above the header, and were left out",
        "stock.csv: line 8 is the total of the rows above, and was left out",
    ]
    assert not context.problems


@pytest.mark.parametrize("last", ["Total,,601", "Total,South,", "Totality,,600"])
def test_a_last_row_that_is_no_total_stays(tmp_path, last):
    nodes, context = read(tmp_path / "stock.csv", f"a,b,c\nBolt,N,120\nNut,N,80\nScrew,S,400\n{last}\n")
    assert len(nodes) == 4
    assert context.notes == []


@pytest.mark.parametrize(
    ("text", "above"),
    [
        ("a,b\n1,2\n", 0),
        ("name\nAnn,3\nBob,4\n", 0),  # a header that is too short, not a title
        ("Report\na,b,c\nx,1,2\ny,3,4\n", 1),
        ("Report\n\na,b,c\nx,y,z\n", 2),
        ("Report\na,b,c\nx,y,z\n", 0),  # nothing says which row has the names
        ("Report,,\na,b,c\nx,y,z\n", 1),
        ("Report,,\nx,1,2\ny,3,4\n", 0),  # no row of names
        (",a,,\n1,2,3,4\n5,6,7,8\n", 0),  # columns without a name
        ("sep=;\na;b\n1;2\n", 1),
        (":ID\n1\n", 0),
        ('"Report, of\nmany lines"\na,b,c\n1,2,3\n4,5,6\n', 1),
    ],
)
def test_how_many_rows_stand_above_the_header(text, above):
    assert rows_above(text, delimiter_of(text)) == above


def test_a_header_is_found_among_cells_of_a_sheet():
    assert header_place([[None, "Title"], [None, None], ["A", "B", "C"], [1, None, 3], [1, 2, 3]]) == 2
    assert header_place([["A", None, "C"], [1, 2, 3]]) == 0
    assert header_place([]) == 0


@pytest.mark.parametrize(
    ("head", "delimiter"),
    [
        ("a;b\n", ";"),
        ("a\n", ","),
        ("Report\n\na;b;c\n1,5;2;3\n2,5;3;4\n", ";"),
        ("note\nOne; two\nthree\nfour\n", ","),
        ("sep=|\na|b\n", "|"),
    ],
)
def test_the_delimiter(head, delimiter):
    assert delimiter_of(head) == delimiter


@pytest.mark.parametrize(
    ("text", "nameless"),
    [
        ("1,Ann,3.5\n2,Bob,4.5\n3,Cy,1.0\n", True),
        ("Ann,2026-01-02\nBob,2026-01-03\nCy,2026-01-04\n", True),
        ("country,1990,1991\nNorway,3,4\nPeru,5,6\n", False),
        ("name,1,2\nAnn,3,4\nBob,5,6\n", False),
        ("id,name\n1,Ann\n2,Bob\n", False),
        ("1,Ann\n2,Bob\n", False),  # too few rows to tell
        ("1990,1991\nx,y\nz,w\n", False),
    ],
)
def test_whether_a_file_has_a_row_of_names(text, nameless):
    assert begins_with_data(text, ",") is nameless


def test_a_file_without_a_row_of_names_keeps_its_first_row(tmp_path):
    nodes, context = read(tmp_path / "a.csv", "1,Ann,3.5\n2,Bob,4.5\n3,Cy,1.0\n")
    assert [(node.line, node.properties["column_2"]) for node in nodes] == [(1, "Ann"), (2, "Bob"), (3, "Cy")]
    assert context.notes == ["a.csv has no row of names: its columns are called column_1, column_2, .."]


def test_columns_that_hold_lists(tmp_path):
    films = ["A,Drama", 'B,"Drama,Crime"', 'C,"Crime,Comedy"', 'D,"Comedy,Drama"', "E,Crime", 'F,"Comedy,Drama,Crime"']
    shops = ['A,"Oslo, Norway"', 'B,"Bergen, Norway"', 'C,"Bern, Switzerland"', "D,Oslo", 'E,"Basel, Switzerland"']
    (tmp_path / "films.csv").write_text("\n".join(["title,genres", *films]))
    (tmp_path / "shops.csv").write_text("\n".join(["name,town", *shops]))
    report = fp.load([tmp_path / "films.csv", tmp_path / "shops.csv"], tmp_path / "kb.fp")
    assert report.notes[1:] == ("films.genres: read as lists, separated by commas",)
    with fp.open(tmp_path / "kb.fp") as kb:
        assert kb.ask("How many films have the genre Crime?").rows == ((4,),)
        assert kb.ask("What is the town of A?").rows == (("Oslo, Norway",),)
    (tmp_path / "map.toml").write_text(
        '[tables.films]\nlabel = "Film"\nkey = ["title"]\n[tables.films.properties]\ntitle = "string"\n'
        'genres = { type = "string[]", format = "," }\n'
    )
    fp.load([tmp_path / "films.csv"], tmp_path / "mapped.fp", mapping=tmp_path / "map.toml")
    with fp.open(tmp_path / "mapped.fp") as kb:
        assert kb.ask("What are the genres of F?").rows[0][0] == ("Comedy", "Drama", "Crime")


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        # R writes the names of rows without a name above them, or with an empty one; pandas an index.
        (
            "oil,acid\nUmbria,south,7\nApulia,north,9\nLiguria,north,4\n",
            {"name": "Umbria", "oil": "south", "acid": "7"},
        ),
        (
            '"","oil","acid"\n"Umbria","a",7\n"Apulia","b",9\n"Liguria","c",4\n',
            {"name": "Umbria", "oil": "a", "acid": "7"},
        ),
        (",oil\n1,a\n2,b\n3,c\n", {"column_1": "1", "oil": "a"}),
        ("oil,acid\n1,a,7\n2,b,9\n3,b,9\n", {"column_1": "1", "oil": "a", "acid": "7"}),
        (",oil,name\nx,a,N\ny,b,M\nz,b,M\n", {"column_1": "x", "oil": "a", "name": "N"}),
        (",oil\nx,a\nx,b\nz,b\n", {"column_1": "x", "oil": "a"}),
    ],
)
def test_names_of_rows(tmp_path, text, wanted):
    nodes, context = read(tmp_path / "oils.csv", text)
    assert {name: str(value) for name, value in nodes[0].properties.items()} == wanted
    assert not context.problems


def test_a_delimiter_behind_each_row_is_no_field(tmp_path):
    nodes, _ = read(tmp_path / "oils.csv", "oil,acid\na,7,\nb,9,\nc,9,\n")
    assert {name: str(value) for name, value in nodes[0].properties.items()} == {"oil": "a", "acid": "7"}


def test_a_column_of_a_sheet_without_a_name_names_the_rows():
    rows = [["x", 1, "red"], [None, None, None], ["y", 2, "blue"]]
    assert column_of_names([None, "size", "colour"], rows) == 0
    assert column_of_names([None, "size", "name"], rows) is None
    assert column_of_names(["id", None, "size"], rows) is None
    assert column_of_names([None, "size", "colour"], [[1, 1, "red"], [2, 2, "blue"]]) is None
