"""Tables that libraries read: DuckDB, Parquet, Excel workbooks, and PostgreSQL for real."""

from __future__ import annotations

import datetime as dt
import re
import zipfile
from importlib import metadata
from pathlib import Path

import pytest

import fingerpost as fp
from fingerpost.core.cells import Duration
from fingerpost.core.errors import MissingExtra, SourceError
from fingerpost.ingest.records import LoadContext, NodeRecord, RelationshipRecord
from fingerpost.ingest.tables.duck import DuckdbLoader, ParquetLoader
from fingerpost.ingest.tables.workbooks import WorkbookLoader

duckdb = pytest.importorskip("duckdb", reason="needs the extra databases")
openpyxl = pytest.importorskip("openpyxl", reason="needs the extra sheets")

TEACHERS = "CREATE TABLE teacher (code VARCHAR PRIMARY KEY, name VARCHAR, since DATE, pay DECIMAL(8, 2))"
COURSES = "CREATE TABLE course (nr INTEGER PRIMARY KEY, lead VARCHAR REFERENCES teacher (code), title VARCHAR)"
ROWS = (
    "INSERT INTO teacher VALUES ('T1', 'Ada', DATE '2020-01-31', 10.50), ('T2', 'Emmy', NULL, 7)",
    "INSERT INTO course VALUES (1, 'T1', 'Sums'), (2, 'T2', 'Rings'), (3, 'T1', 'Engines')",
)


def read(loader, path):
    context = LoadContext()
    records = list(loader.read(path, context))
    nodes = {record.id: record for record in records if isinstance(record, NodeRecord)}
    relationships = {(r.start, r.type, r.end) for r in records if isinstance(r, RelationshipRecord)}
    return nodes, relationships, context


LED = {("course:1", "LEAD", "teacher:T1"), ("course:2", "LEAD", "teacher:T2"), ("course:3", "LEAD", "teacher:T1")}


def test_a_duckdb_file(tmp_path):
    path = tmp_path / "school"
    with duckdb.connect(str(path)) as connection:
        for statement in (TEACHERS, COURSES, *ROWS):
            connection.execute(statement)
        connection.execute("""CREATE TABLE "odd na.me" (id INTEGER, tags VARCHAR[], raw BLOB)""")
        connection.execute("""INSERT INTO "odd na.me" VALUES (1, ['a', 'b'], 'x'::BLOB)""")
    assert DuckdbLoader().recognises(path)
    before = path.read_bytes()
    nodes, relationships, context = read(DuckdbLoader(), path)
    assert relationships == LED
    assert nodes["teacher:T1"].properties == {"code": "T1", "name": "Ada", "since": dt.date(2020, 1, 31), "pay": 10.5}
    assert nodes["odd na.me:1"].properties == {"id": 1, "tags": ("a", "b")}
    assert [(problem.kind, problem.count) for problem in context.problems] == [("bad-value", 1)]
    assert path.read_bytes() == before


def test_records_json_durations_and_moments_with_a_zone(tmp_path):
    with duckdb.connect(str(tmp_path / "brewery")) as connection:
        connection.execute("CREATE TABLE beer (id INT, price STRUCT(amount INT, per STRUCT(unit TEXT)), more JSON)")
        connection.execute("INSERT INTO beer VALUES (1, {'amount': 3, 'per': {'unit': 'l'}}, '{}'), (2, NULL, NULL)")
        connection.execute("CREATE TABLE brew (id INT, began TIMESTAMPTZ, lasted INTERVAL, steps STRUCT(name TEXT)[])")
        connection.execute("INSERT INTO brew VALUES (1, '2026-01-02 20:00:00+01', '2 hours', [{'name': 'mäsh'}])")
        connection.execute(f"COPY brew TO '{tmp_path / 'brew.parquet'}'")
    nodes, _, context = read(DuckdbLoader(), tmp_path / "brewery")
    assert nodes["beer:1"].properties == {"id": 1, "price_amount": 3, "price_per_unit": "l", "more": "{}"}
    assert nodes["beer:2"].properties == {"id": 2}
    brew = nodes["brew:1"].properties
    assert brew.pop("began").timestamp() == dt.datetime(2026, 1, 2, 19, tzinfo=dt.UTC).timestamp()
    assert brew == {"id": 1, "lasted": Duration(seconds=7_200), "steps": '[{"name": "mäsh"}]'}
    assert not list(context.problems)
    nodes, _, _ = read(ParquetLoader(), tmp_path / "brew.parquet")
    assert nodes["brew:1"].properties["lasted"] == Duration(seconds=7_200)


def test_what_duckdb_imports_for_moments_with_a_zone_comes_with_the_extra():
    assert any(each.startswith("pytz") and "databases" in each for each in metadata.requires("fingerpost") or ())


def test_a_view_of_a_duckdb_file_reaches_no_other_file(tmp_path):
    path = tmp_path / "school"
    (tmp_path / "secret.csv").write_text("a\n1\n")
    with duckdb.connect(str(path)) as connection:
        connection.execute(f"CREATE VIEW leak AS SELECT * FROM read_csv('{tmp_path / 'secret.csv'}')")
        connection.execute("CREATE TABLE a (id INTEGER)")
        connection.execute("INSERT INTO a VALUES (1)")
    nodes, _, _ = read(DuckdbLoader(), path)
    assert set(nodes) == {"a:1"}


def test_parquet_files_that_refer_to_each_other(tmp_path):
    folder = tmp_path / "some [files] *"
    folder.mkdir()
    with duckdb.connect() as connection:
        for statement in (TEACHERS, COURSES.replace("lead", "teacher_code"), *ROWS):
            connection.execute(statement)
        for table in ("teacher", "course"):
            connection.table(table).write_parquet(str(folder / f"{table}.parquet"))
    assert ParquetLoader().recognises(folder)
    nodes, relationships, _ = read(ParquetLoader(), folder)
    assert len(nodes) == 5
    assert ("course:1", "TEACHER", "teacher:T1") in relationships
    report = fp.load([folder / "teacher.parquet", folder / "course.parquet"], tmp_path / "kb.fp")
    assert (report.nodes, report.relationships) == (5, 3)


def workbook(path: Path, **sheets: list[list[object]]) -> Path:
    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    book.save(path)
    return path


def test_the_sheets_of_a_workbook(tmp_path):
    path = workbook(
        tmp_path / "school.xlsx",
        teacher=[["code", "name", "since"], ["T1", "Ada", dt.date(2020, 1, 31)], ["T2", "Emmy ", None]],
        course=[["nr", "teacher_code", None, "title"], [1, "T1", "x", "Sums"], [2, "T2", None, "Rings"]],
        empty=[],
    )
    assert WorkbookLoader().recognises(path)
    nodes, relationships, _ = read(WorkbookLoader(), path)
    assert nodes["teacher:T1"].properties == {"code": "T1", "name": "Ada", "since": dt.date(2020, 1, 31)}
    assert nodes["teacher:T1"].line == 2
    assert nodes["course:2"].properties == {"nr": 2, "title": "Rings"}
    assert relationships == {("course:1", "TEACHER", "teacher:T1"), ("course:2", "TEACHER", "teacher:T2")}
    assert fp.propose([path]).mapping.tables["course"].references[0].type == "TEACHER"


@pytest.mark.parametrize(
    ("name", "content", "kind"),
    [
        ("bad.duckdb", b"01234567DUCK" + b"\0" * 5000, "duckdb"),
        ("bad.parquet", b"PAR1 is not parquet PAR1", "parquet"),
        ("bad.xlsx", b"PK\x05\x06" + b"\0" * 18, "xlsx"),
        ("cut.xlsx", b"PK\x03\x04" + b"\0" * 500, None),
        ("cut.ods", b"PK\x03\x04" + b"\0" * 500, None),
    ],
)
def test_a_damaged_file_is_refused(tmp_path, name, content, kind):
    (tmp_path / name).write_bytes(content)
    with pytest.raises(SourceError) as caught:
        fp.load([tmp_path / name], tmp_path / "kb.fp", kind=kind)
    assert caught.value.code == "source.format"
    assert name in caught.value.message


def test_a_workbook_that_would_fill_the_disk_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr("fingerpost.ingest.tables.workbooks.UNPACKED_LIMIT", 100)
    with pytest.raises(SourceError, match="unpacks to more than"):
        read(WorkbookLoader(), workbook(tmp_path / "a.xlsx", a=[["x"], [1]]))


def test_columns_of_one_name_are_told_apart(tmp_path):
    context = LoadContext()
    file = workbook(tmp_path / "a.xlsx", a=[["x", "x"], [1, 2]])
    (node,) = WorkbookLoader().read(file, context)
    assert node.properties == {"x": 1, "x_2": 2}
    (problem,) = context.problems
    assert problem.examples == [f"{file}: a: the column 'x' stands twice; read as 'x_2'"]


def test_titles_above_and_a_total_below_a_sheet_are_left_out(tmp_path):
    rows = [["Sales 2025", None, None], [None, None, None], ["Order", "Customer", "Amount"]]
    rows += [[1, "Acme", 10.5], [2, "Bolt", 7], [3, "Acme", 2], [None, "Total", 19.5]]
    context = LoadContext()
    nodes = list(WorkbookLoader().read(workbook(tmp_path / "s.xlsx", Sales=rows), context))
    assert [node.properties["Order"] for node in nodes] == [1, 2, 3]
    assert [node.line for node in nodes] == [4, 5, 6]
    assert context.notes == [
        "s.xlsx: Sales: rows 1 to 2 stand above the header, and were left out",
        "s.xlsx: Sales: row 7 is the total of the rows above, and was left out",
    ]


@pytest.mark.parametrize(
    ("url", "error", "code"),
    [
        ("postgresql://u:hidden@127.0.0.1:1/x", SourceError, "source.unavailable"),
        ("nosuch://host/x", SourceError, "source.unknown-kind"),
        ("duckdb:///shop.duckdb", SourceError, "source.unknown-kind"),
        ("mysql+pymysql://host/x", MissingExtra, None),
    ],
)
def test_a_database_that_cannot_be_read_is_an_error_without_its_password(tmp_path, url, error, code):
    with pytest.raises(error) as caught:
        fp.load([url], tmp_path / "kb.fp")
    assert code is None or caught.value.code == code
    assert "hidden" not in str(caught.value.to_json())


def test_a_postgresql_database(postgres, tmp_path):
    import psycopg

    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute("CREATE DATABASE school")
    postgres = postgres.replace("/postgres?", "/school?")
    with psycopg.connect(postgres) as connection:
        for statement in (TEACHERS, COURSES, *ROWS):
            connection.execute(statement)
        connection.execute("CREATE TABLE note (id UUID PRIMARY KEY, tags TEXT[], about JSONB)")
        connection.execute("INSERT INTO note VALUES (gen_random_uuid(), '{a,b}', '{\"pages\": 3}')")
        connection.execute("CREATE TABLE pay (amount INT)")
        connection.execute("CREATE ROLE reader LOGIN")
        connection.execute("GRANT SELECT ON teacher, course TO reader")
    report = fp.load([postgres], tmp_path / "school.fp")
    assert (report.nodes, report.relationships, report.problems) == (6, 3, ())
    with fp.open(tmp_path / "school.fp") as kb:
        rows = kb.query("MATCH (c:course)-[:LEAD]->(t:teacher {name: 'Ada'}) RETURN c.title ORDER BY c.nr").rows
        assert rows == (("Sums",), ("Engines",))
        assert kb.ask("How many courses are there?").text == "There are 3 courses."
        assert kb.query("MATCH (n:note) RETURN n.about_pages").rows == ((3,),)
    report = fp.load([re.sub("//[^@]*@", "//reader@", postgres)], tmp_path / "part.fp")
    assert report.nodes == 5
    assert [note for note in report.notes if "left out" in note] == [
        f"{name} was left out: this user may not read it" for name in ("note", "pay")
    ]
    assert fp.propose([postgres]).mapping.tables["course"].key == ("nr",)


def test_remarks_below_a_sheet_and_rows_that_only_look_like_a_header(tmp_path):
    rows = [["What", None, None, None], ["people", "write", None, "above"], ["Name", "Trade", "Age", "Born"]]
    rows += [["Ann", "smith", 41, dt.date(1983, 2, 1)], ["Bob", "miller", 52, dt.date(1972, 5, 9)]]
    rows += [["Some", None, None, None], [None, None, "below", None]]
    context = LoadContext()
    nodes = list(WorkbookLoader().read(workbook(tmp_path / "s.xlsx", Staff=rows), context))
    assert [(node.properties["Name"], node.line) for node in nodes] == [("Ann", 4), ("Bob", 5)]
    assert context.notes == [
        "s.xlsx: Staff: rows 1 to 2 stand above the header, and were left out",
        "s.xlsx: Staff: rows 6 to 7 are remarks below the table, and were left out",
    ]


def test_a_last_row_with_little_in_it_is_no_remark(tmp_path):
    rows = [["name", "trade", "town"], ["Ann", "smith", "York"], ["Bob", None, None], ["Cid", None, None]]
    assert len(list(WorkbookLoader().read(workbook(tmp_path / "s.xlsx", Staff=rows), LoadContext()))) == 3


def test_sheets_with_the_same_columns_share_a_label(tmp_path):
    head = ["item", "price"]
    sheets = {"Jan": [head, ["lamp", 5]], "Feb": [head, ["lamp", 6], ["cup", 2]], "Note": [["x"], [1]]}
    file = workbook(tmp_path / "sales.xlsx", **sheets)
    context = LoadContext()
    nodes = list(WorkbookLoader().read(file, context))
    assert [(node.labels, node.properties.get("sheet"), node.line) for node in nodes] == [
        (("sales",), "Jan", 2),
        (("sales",), "Feb", 2),
        (("sales",), "Feb", 3),
        (("Note",), None, 2),
    ]
    assert context.notes[0] == "sheets Jan and Feb have the same columns: their rows are all 'sales'"


def test_a_sheet_that_says_it_is_one_cell_is_read_whole(tmp_path):
    file = workbook(tmp_path / "a.xlsx", a=[["x", "y"], [1, 2], [3, 4]])
    with zipfile.ZipFile(file) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    sheet = next(name for name in parts if "worksheets/" in name)
    parts[sheet] = re.sub(rb'<dimension ref="[^"]*"', b'<dimension ref="A1"', parts[sheet])
    with zipfile.ZipFile(file, "w") as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    nodes = list(WorkbookLoader().read(file, LoadContext()))
    assert [node.properties for node in nodes] == [{"x": 1, "y": 2}, {"x": 3, "y": 4}]


@pytest.mark.parametrize("kind", ["parquet", "duckdb", "csv"])
def test_what_was_read_of_a_table_is_told_in_both_readings(tmp_path, kind):
    path = tmp_path / f"dives.{kind}"
    select = "SELECT 'D' || range AS diver, range * 1.5 AS depth FROM range(5000)"
    with duckdb.connect(str(path) if kind == "duckdb" else ":memory:") as connection:
        connection.execute(
            f"CREATE TABLE dives AS {select}" if kind == "duckdb" else f"COPY ({select}) TO '{path}' (FORMAT {kind})"
        )
    told: list[int] = []
    fp.load([path], tmp_path / "kb.fp", progress=told.append)
    assert 0.9 < sum(told) / path.stat().st_size <= 1.01
    assert len(told) > 1


def test_a_sheet_without_a_row_of_names_keeps_its_first_row(tmp_path):
    rows = [[1, dt.date(2001, 1, 1), "A"], [2, dt.date(2002, 2, 2), "B"], [3, dt.date(2003, 3, 3), "C"]]
    years = [["town", 2023, 2024], ["York", 7, 8], ["Bath", 5, 6]]
    context = LoadContext()
    file = workbook(tmp_path / "s.xlsx", Days=rows, Years=years)
    nodes = [(node.properties, node.line) for node in WorkbookLoader().read(file, context)]
    assert nodes[0] == ({"column_1": 1, "column_2": dt.date(2001, 1, 1), "column_3": "A"}, 1)
    assert len(nodes) == 3 + 2
    assert nodes[3] == ({"town": "York", "2023": 7, "2024": 8}, 2)
    assert "s.xlsx: Days has no row of names: its columns are called column_1, column_2, .." in context.notes


def test_a_column_with_the_names_of_the_rows_needs_no_name(tmp_path):
    file = workbook(tmp_path / "s.xlsx", Oils=[[None, "acid"], ["Umbria", 7], ["Apulia", 9]])
    assert [node.properties["name"] for node in WorkbookLoader().read(file, LoadContext())] == ["Umbria", "Apulia"]
