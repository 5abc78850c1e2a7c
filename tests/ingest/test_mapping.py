"""Mappings: proposed from tables, written to a file, edited, and loaded with."""

from __future__ import annotations

import datetime as dt
import sqlite3

import pytest

import fingerpost as fp
from fingerpost.core.errors import SourceError
from fingerpost.ingest.mapping import PropertyMapping, SourceMapping, read_mapping
from fingerpost.ingest.records import LoadContext, NodeRecord, ReadOptions
from fingerpost.ingest.tables.csv_files import CsvLoader
from fingerpost.ingest.tables.databases import SqliteLoader
from fingerpost.ingest.tables.values import TypeGuess

FILES = {
    "customers": "customerID,companyName,since\nALFKI,Alfreds,31/12/1995\nBOLID,Bolido,n/a\n",
    "orders": "orderID,customerID,freight,paid,day\n10248,ALFKI,3.5,true,2024-01-05\n10249,BOLID,8,false,2024-02-06\n",
    "products": "productID,productName\n11,Queso\n42,Mee\n",
    "order_details": "orderID,productID,quantity\n10248,11,12\n10248,42,10\n10249,11,5\n",
}


@pytest.fixture
def shop(tmp_path):
    folder = tmp_path / "shop"
    folder.mkdir()
    for name, text in FILES.items():
        (folder / f"{name}.csv").write_text(text)
    return folder


def records(loader, path, mapping):
    context = LoadContext(options=ReadOptions(mapping=mapping))
    return list(loader.read(path, context)), context


def nodes_of(found):
    return {record.id: record for record in found if isinstance(record, NodeRecord)}


def test_a_proposal_types_the_columns_and_names_what_refers(shop):
    tables = fp.propose([shop]).mapping.tables
    assert tables["customers"].label == "customers"
    assert tables["customers"].key == ("customerID",)
    assert tables["customers"].properties["since"] == PropertyMapping(type="date", format="%d/%m/%Y", null=("n/a",))
    assert {name: rule.type for name, rule in tables["orders"].properties.items()} == {
        "orderID": "int",
        "freight": "float",
        "paid": "boolean",
        "day": "date",
    }
    assert tables["order_details"].relationship == "ORDER_DETAILS"
    assert [(each.table, each.type) for each in tables["orders"].references] == [("customers", "CUSTOMERS")]


def test_a_proposal_is_written_read_and_loaded(shop, tmp_path):
    found = fp.propose([shop])
    file = tmp_path / "mapping.toml"
    file.write_text(found.mapping.text(found.notes))
    assert read_mapping(file) == found.mapping
    assert "# orders.customerID refers to customers.customerID: CUSTOMERS" in file.read_text()
    loaded, context = records(CsvLoader(), shop, read_mapping(file))
    nodes = nodes_of(loaded)
    assert nodes["customers:ALFKI"].properties["since"] == dt.date(1995, 12, 31)
    assert "since" not in nodes["customers:BOLID"].properties
    assert nodes["orders:10248"].properties == {
        "orderID": 10248,
        "freight": 3.5,
        "paid": True,
        "day": dt.date(2024, 1, 5),
    }
    assert not context.problems


def test_an_edited_mapping_decides(shop, tmp_path):
    file = tmp_path / "mapping.toml"
    file.write_text(
        """
        [tables.customers]
        label = "Client"
        key = ["customerID"]
        properties = { companyName = { type = "string", name = "name" } }
        [tables.orders]
        label = "Order"
        key = ["orderID"]
        properties = { freight = "float" }
        references = [{ columns = ["customerID"], table = "customers", referred = ["customerID"], type = "PLACED_BY" }]
        """
    )
    report = fp.load([shop], tmp_path / "shop.fp", mapping=file)
    assert (report.nodes, report.relationships) == (4, 2)
    with fp.open(tmp_path / "shop.fp") as kb:
        assert {label.name for label in kb.schema.labels} == {"Client", "Order"}
        assert kb.query("MATCH (o:Order)-[:PLACED_BY]->(c:Client {name: 'Alfreds'}) RETURN o.freight").rows == ((3.5,),)


def test_a_value_that_does_not_fit_is_kept_and_reported(shop):
    mapping = SourceMapping.model_validate(
        {"tables": {"customers": {"label": "c", "properties": {"since": {"type": "date", "format": "%d/%m/%Y"}}}}}
    )
    loaded, context = records(CsvLoader(), shop / "customers.csv", mapping)
    assert [node.properties["since"] for node in loaded] == [dt.date(1995, 12, 31), "n/a"]
    assert [(problem.kind, problem.count) for problem in context.problems] == [("bad-value", 1)]


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("tables = [", "is not TOML"),
        ("[tables.a]\nlabel = 'A'\nlabels = 'B'", "tables.a.labels"),
        ("[tables.a]\nkey = ['x']", "either a label or a relationship"),
        ("[tables.a]\nrelationship = 'R'", "two references"),
        ("[tables.a]\nlabel = 'A'\nproperties = { x = 'integral' }", "is not a type"),
        ("[tables.a]\nlabel = 'A'\nproperties = { x = { type = 'int', format = '%d' } }", "the format of a number is"),
        ("[tables.a]\nlabel='A'\nreferences=[{columns=['x'],table='b',referred=['y'],type='R'}]", "a refers to b"),
        (
            "[tables.a]\nlabel='A'\nreferences=[{columns=['x'],table='a',referred=['y','z'],type='R'}]",
            "as many columns",
        ),
    ],
)
def test_a_mapping_that_is_wrong_is_refused_with_its_place(tmp_path, text, part):
    file = tmp_path / "mapping.toml"
    file.write_text(text)
    with pytest.raises(SourceError) as caught:
        read_mapping(file)
    assert caught.value.code == "source.mapping"
    assert part in caught.value.message


@pytest.mark.parametrize(
    ("tables", "part"),
    [
        ({"clients": {"label": "C"}}, "a table clients, which the sources do not have"),
        ({"customers": {"label": "C", "properties": {"city": "string"}}}, "has no column city"),
        ({"customers": {"label": "C", "key": ["id"]}}, "has no column id"),
    ],
)
def test_a_mapping_that_the_source_does_not_fit_is_refused(shop, tmp_path, tables, part):
    with pytest.raises(SourceError) as caught:
        fp.load([shop], tmp_path / "kb.fp", mapping=SourceMapping.model_validate({"tables": tables}))
    assert caught.value.code == "source.mapping"
    assert part in caught.value.message
    assert not (tmp_path / "kb.fp").exists()


@pytest.mark.parametrize(
    ("values", "type_", "form"),
    [
        (["1", "-20", "0"], "int", None),
        (["007", "12"], "string", None),  # an identifier, not a number
        (["1", "2.5"], "float", None),
        (["99999999999999999999", "1.5"], "string", None),
        (["1e5", "2"], "string", None),  # a code as well as a number
        (["true", "False"], "boolean", None),
        (["2024-01-05"], "date", None),
        (["2024-01-05 12:30:00"], "localdatetime", None),
        (["05.01.2024", "NA"], "date", "%d.%m.%Y"),
        (["01/02/2024"], "string", None),  # the day or the month may come first
        (["01/13/2024", "02/01/2024"], "date", "%m/%d/%Y"),
        (["n/a", "-"], "string", None),
        ([1, "a"], "any", None),
        ([], "string", None),
    ],
)
def test_the_type_of_a_column(values, type_, form):
    guess = TypeGuess()
    for value in values:
        guess.add(value)
    assert guess.rule().type == type_
    if form is not None:
        assert guess.rule().format == form


def test_a_database_gives_the_same_graph_by_its_proposal(tmp_path):
    with sqlite3.connect(tmp_path / "school.db") as connection:
        connection.execute("CREATE TABLE teacher (code TEXT PRIMARY KEY, name TEXT)")
        connection.execute("CREATE TABLE course (nr INTEGER PRIMARY KEY, lead TEXT REFERENCES teacher, fee REAL)")
        connection.execute("INSERT INTO teacher VALUES ('T1', 'Ada'), ('T2', 'Emmy')")
        connection.execute("INSERT INTO course VALUES (1, 'T1', 2.5), (2, 'T2', NULL)")
    connection.close()
    mapping = fp.propose([tmp_path / "school.db"]).mapping
    assert (
        records(SqliteLoader(), tmp_path / "school.db", mapping)[0]
        == records(SqliteLoader(), tmp_path / "school.db", None)[0]
    )


def test_only_tables_get_a_proposal(tmp_path, shop):
    (tmp_path / "graph.jsonl").write_text('{"id": 1, "labels": ["A"]}\n')
    (tmp_path / "Person.csv").write_text("id:ID,name\n1,Ann\n")
    for sources in ([tmp_path / "graph.jsonl"], [shop, tmp_path / "graph.jsonl"], [tmp_path / "Person.csv"]):
        with pytest.raises(SourceError) as caught:
            fp.propose(sources)
        assert caught.value.code == "source.mapping"


def test_a_folder_of_one_workbook_gets_the_proposal_of_this(tmp_path):
    openpyxl = pytest.importorskip("openpyxl", reason="needs the extra sheets")
    book = openpyxl.Workbook()
    for row in (("code", "name"), ("K1", "Anagama"), ("K2", "Noborigama")):
        book.active.append(row)
    (tmp_path / "kilns").mkdir()
    book.save(tmp_path / "kilns" / "kilns.xlsx")
    mapping = fp.propose([tmp_path / "kilns"]).mapping
    assert mapping == fp.propose([tmp_path / "kilns" / "kilns.xlsx"]).mapping
    assert fp.load([tmp_path / "kilns"], tmp_path / "kb", mapping=mapping).nodes == 2
    (tmp_path / "kilns" / "more.csv").write_text("code,name\nK3,Tunnel\n")
    with pytest.raises(SourceError, match="not for folder"):
        fp.propose([tmp_path / "kilns"])


def test_an_encoding_is_that_of_the_option_else_of_the_mapping(tmp_path):
    (tmp_path / "cafe.csv").write_bytes("name,town\nCafé,Genève\n".encode("cp1252"))
    fp.load([tmp_path / "cafe.csv"], tmp_path / "kb.fp", encoding="cp1252")
    with fp.open(tmp_path / "kb.fp") as kb:
        assert kb.query("MATCH (c:cafe) RETURN c.town").rows == (("Genève",),)
    assert fp.propose([tmp_path / "cafe.csv"], encoding="cp1252").mapping.encoding == "cp1252"


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("name,town\nCafé,Genève\n", "cp1252"),
        ("name,town\n“q”,€ five\n", "cp1252"),
        ("id,имя\n1,Москва\n2,Санкт-Петербург\n", "cp1251"),
        ("id,имя\n1,Москва\n2,Санкт-Петербург\n3,Казань\n4,Новосибирск\n", "koi8_r"),
        ("id,שם,עיר\n1,דוד כהן,תל אביב\n2,שרה לוי,חיפה\n3,משה פרץ,ירושלים\n", "cp1255"),
        ("id,الاسم,المدينة\n1,أحمد علي,القاهرة\n2,فاطمة حسن,دمشق\n", "cp1256"),
        ("id,name\n1,東京\n2,大阪府の町\n", "shift_jis"),
    ],
)
def test_an_encoding_other_than_utf_8_is_guessed_and_reported(tmp_path, text, encoding):
    (tmp_path / "a.csv").write_bytes(text.encode(encoding))
    loaded, context = records(CsvLoader(), tmp_path / "a.csv", None)
    assert "\n".join(",".join(node.properties.values()) for node in loaded) == text.partition("\n")[2].strip()
    assert [(problem.kind, problem.count) for problem in context.problems] == [("guessed-encoding", 1)]
    assert encoding in next(iter(context.problems)).examples[0]


@pytest.mark.parametrize("name", ["cp99999", "rot13", "no such"])
def test_an_encoding_that_is_none_is_refused(tmp_path, name):
    (tmp_path / "a.csv").write_text("a\n1\n")
    with pytest.raises(SourceError):
        fp.load([tmp_path / "a.csv"], tmp_path / "kb.fp", encoding=name)


def test_a_row_with_a_quote_that_is_closed_late_is_named_with_its_lines(tmp_path):
    (tmp_path / "a.csv").write_text('a,b\n1,"x\n2,y\n3,z"\n4\n')
    _, context = records(CsvLoader(), tmp_path / "a.csv", None)
    assert not [each for each in context.problems if "closed on line" in each.examples[0]]
    (tmp_path / "a.csv").write_text('a,b\n1,"x\n2,y"\n3,z","w\n')
    _, context = records(CsvLoader(), tmp_path / "a.csv", None)
    places = [place for each in context.problems for place in each.examples]
    assert any(":4: a quote is never closed" in place for place in places) or any("closed on line" in p for p in places)


def test_a_kind_that_the_source_is_not_of_is_an_error(tmp_path):
    (tmp_path / "graph.jsonl").write_text('{"id": 1, "labels": ["A"]}\n')
    with pytest.raises(SourceError, match=r"is not csv .* it looks like jsonl"):
        fp.load([tmp_path / "graph.jsonl"], tmp_path / "kb.fp", kind="csv")
    (tmp_path / "table.data").write_text("name\nAnn\n")
    assert fp.load([tmp_path / "table.data"], tmp_path / "kb.fp", kind="csv").nodes == 1


def test_numbers_of_a_source_are_no_dates():
    guess = TypeGuess()
    guess.add(7)
    assert not guess.ambiguous
    guess = TypeGuess()
    guess.add("01/02/2024")
    assert guess.ambiguous
