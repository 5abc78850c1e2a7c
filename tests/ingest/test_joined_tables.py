"""Tables that refer to one another, in CSV and SQLite files, become a graph; what is not clear stays a property."""

from __future__ import annotations

import sqlite3

import pytest

import fingerpost as fp
from fingerpost.core.errors import SourceError
from fingerpost.ingest.records import LoadContext, NodeRecord, RelationshipRecord
from fingerpost.ingest.tables.csv_files import CsvLoader
from fingerpost.ingest.tables.databases import SqliteLoader

CUSTOMERS = "customerID,companyName,country\nALFKI,Alfreds,Germany\nBOLID,Bolido,Spain\n"
EMPLOYEES = "employeeID,name,reportsTo\n1,Nancy,2\n2,Andrew,NULL\n"
ORDERS = "orderID,customerID,employeeID,freight\n10248,ALFKI,1,3.5\n10249,BOLID,2,8\n10250,ALFKI,2,1\n"
PRODUCTS = "productID,productName\n11,Queso\n42,Mee\n"
DETAILS = "orderID,productID,quantity\n10248,11,12\n10248,42,10\n10250,11,5\n"
FILES = {
    "customers": CUSTOMERS,
    "employees": EMPLOYEES,
    "orders": ORDERS,
    "products": PRODUCTS,
    "order_details": DETAILS,
}


@pytest.fixture
def shop(tmp_path):
    """A folder of tables as a shop's database exports them."""
    for name, text in FILES.items():
        (tmp_path / f"{name}.csv").write_text(text)
    return tmp_path


def read(loader, *paths):
    context = LoadContext()
    records = list(loader.read_together(paths, context) if len(paths) > 1 else loader.read(paths[0], context))
    nodes = {r.id: r for r in records if isinstance(r, NodeRecord)}
    return nodes, {(r.start, r.type, r.end): r for r in records if isinstance(r, RelationshipRecord)}, context


def database(path, *statements):
    with sqlite3.connect(path) as connection:
        for statement in statements:
            connection.execute(statement)
    connection.close()
    return path


def test_columns_of_raw_tables_become_relationships(shop):
    nodes, relationships, context = read(CsvLoader(), shop)
    assert len(nodes) == 9
    assert nodes["orders:10248"].labels == ("orders",)
    assert nodes["orders:10248"].properties == {"orderID": "10248", "freight": "3.5"}
    assert (nodes["orders:10248"].line, context.files[nodes["orders:10248"].file].path.name) == (2, "orders.csv")
    assert set(relationships) == {
        ("orders:10248", "CUSTOMERS", "customers:ALFKI"),
        ("orders:10249", "CUSTOMERS", "customers:BOLID"),
        ("orders:10250", "CUSTOMERS", "customers:ALFKI"),
        ("orders:10248", "EMPLOYEES", "employees:1"),
        ("orders:10249", "EMPLOYEES", "employees:2"),
        ("orders:10250", "EMPLOYEES", "employees:2"),
        ("employees:1", "REPORTS_TO", "employees:2"),
        ("orders:10248", "ORDER_DETAILS", "products:11"),
        ("orders:10248", "ORDER_DETAILS", "products:42"),
        ("orders:10250", "ORDER_DETAILS", "products:11"),
    }
    assert relationships["orders:10248", "ORDER_DETAILS", "products:11"].properties == {"quantity": "12"}
    assert "orders.customerID refers to customers.customerID: CUSTOMERS" in context.notes
    assert not context.problems


def test_flags_of_0_and_1_are_yes_and_no(tmp_path):
    rows = "".join(f"{n},{n % 2},{n % 2},{n % 3}\n" for n in range(1, 7))
    (tmp_path / "products.csv").write_text("productID,discontinued,boxes,rated\n" + rows)
    nodes, _, context = read(CsvLoader(), tmp_path / "products.csv")
    assert nodes["products:1"].properties == {"productID": "1", "discontinued": True, "boxes": "1", "rated": "1"}
    assert context.notes == ["products.discontinued: 0 and 1 are read as no and yes"]
    fp.load([tmp_path / "products.csv"], tmp_path / "products.fp")
    with fp.open(tmp_path / "products.fp") as kb:
        assert kb.ask("How many products are discontinued?").text == "There are 3 products."


def test_a_column_that_looks_like_a_reference_to_nothing_named_is_noted(shop):
    (shop / "customers.csv").write_text("customerID,companyName,supportRepId\nALFKI,Alfreds,1\nBOLID,Bolido,2\n")
    _, relationships, context = read(CsvLoader(), shop)
    assert not [start for start, _, _ in relationships if start.startswith("customers:")]
    note = "customers.supportRepId looks like a reference, but names no table: a mapping (--propose) can say which"
    assert note in context.notes


def test_files_that_are_named_one_by_one_make_one_graph(shop):
    _, relationships, _ = read(CsvLoader(), shop / "orders.csv", shop / "customers.csv")
    assert {type_ for _, type_, _ in relationships} == {"CUSTOMERS"}


def test_a_raw_folder_is_asked_over_its_relationships(shop, tmp_path):
    report = fp.load([shop], tmp_path / "shop.fp")
    assert (report.nodes, report.relationships) == (9, 10)
    assert len(report.notes) == 5
    with fp.open(tmp_path / "shop.fp") as kb:
        assert kb.ask("How many orders does Alfreds have?").text == "There are 2 orders."


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("id,size\n1,2\n2,1\n", "id,rank\n1,1\n2,2\n"),  # numbers that only look alike
        ("book_id,title\n1,A\n2,B\n", "loan_id,book_id\n1,7\n2,8\n"),  # no value is held
        ("book_id,title\n1,A\n1,B\n", "loan_id,book_id\n1,1\n2,1\n"),  # what is referred to is no key
    ],
)
def test_columns_that_only_resemble_references_stay_properties(tmp_path, first, second):
    (tmp_path / "books.csv").write_text(first)
    (tmp_path / "loans.csv").write_text(second)
    nodes, relationships, context = read(CsvLoader(), tmp_path)
    assert len(nodes) == 4
    assert not relationships
    assert not context.notes


def test_a_reference_that_two_tables_would_satisfy_is_left_and_told(tmp_path):
    for name in ("town_people", "city_people"):
        (tmp_path / f"{name}.csv").write_text("person_id,name\n1,A\n2,B\n")
    (tmp_path / "visits.csv").write_text("visit_id,person_id\n1,1\n2,2\n")
    (tmp_path / "stays.csv").write_text("stay_id,visit_id\n1,1\n2,2\n")
    nodes, relationships, context = read(CsvLoader(), tmp_path)
    assert {type_ for _, type_, _ in relationships} == {"VISITS"}
    assert "visits.person_id may refer to city_people or town_people: it was left as a property" in context.notes
    assert nodes["visits:1"].properties == {"visit_id": "1", "person_id": "1"}


def test_a_database_with_declared_keys(tmp_path):
    path = database(
        tmp_path / "school.db",
        "CREATE TABLE teacher (code TEXT PRIMARY KEY, name TEXT, photo BLOB)",
        "CREATE TABLE course (nr INTEGER PRIMARY KEY, lead TEXT REFERENCES teacher, helper TEXT REFERENCES teacher)",
        "CREATE TABLE room (floor INT, door INT, PRIMARY KEY (floor, door))",
        "CREATE TABLE lesson (id INTEGER PRIMARY KEY, f INT, d INT, FOREIGN KEY (f, d) REFERENCES room (floor, door))",
        "INSERT INTO teacher VALUES ('T1', 'Ada', x'00ff'), ('T2', 'Emmy', NULL)",
        "INSERT INTO course VALUES (1, 'T1', 'T2'), (2, 'T2', NULL)",
        "INSERT INTO room VALUES (1, 7), (2, 7)",
        "INSERT INTO lesson VALUES (5, 2, 7), (6, 3, 9)",
    )
    nodes, relationships, context = read(SqliteLoader(), path)
    assert set(relationships) == {
        ("course:1", "LEAD", "teacher:T1"),
        ("course:1", "HELPER", "teacher:T2"),
        ("course:2", "LEAD", "teacher:T2"),
        ("lesson:5", "ROOM", "room:2 7"),
        ("lesson:6", "ROOM", "room:3 9"),
    }
    assert nodes["teacher:T1"].properties == {"code": "T1", "name": "Ada"}
    assert [(problem.kind, problem.count) for problem in context.problems] == [("bad-value", 1)]


def test_a_declaration_that_the_data_contradict_does_not_count(tmp_path):
    path = database(
        tmp_path / "shop.db",
        "CREATE TABLE item (item_id INTEGER PRIMARY KEY REFERENCES sale (item_id), name TEXT)",
        "CREATE TABLE sale (sale_id INTEGER PRIMARY KEY, item_id INT)",
        "INSERT INTO item VALUES (1, 'cup'), (2, 'jug')",
        "INSERT INTO sale VALUES (1, 1), (2, 1), (3, 2)",
    )
    _, relationships, _ = read(SqliteLoader(), path)
    assert set(relationships) == {
        ("sale:1", "ITEM", "item:1"),
        ("sale:2", "ITEM", "item:1"),
        ("sale:3", "ITEM", "item:2"),
    }


def test_a_database_is_recognised_and_never_written_to(tmp_path):
    path = database(tmp_path / "no-ending", "CREATE TABLE a (id INTEGER PRIMARY KEY)", "INSERT INTO a VALUES (1)")
    path.chmod(0o444)
    before = path.read_bytes()
    report = fp.load([path], tmp_path / "a.fp")
    assert report.nodes == 1
    assert path.read_bytes() == before
    assert {each.name for each in tmp_path.iterdir()} == {"no-ending", "a.fp"}


@pytest.mark.parametrize("content", [b"SQLite format 3\0", b"SQLite format 3\0" + bytes(range(256)) * 40])
def test_a_damaged_database_is_refused(tmp_path, content):
    (tmp_path / "bad.sqlite").write_bytes(content)
    with pytest.raises(SourceError) as caught:
        fp.load([tmp_path / "bad.sqlite"], tmp_path / "bad.fp")
    assert caught.value.code == "source.format"
    assert "bad.sqlite" in caught.value.message


def test_an_empty_database_is_refused(tmp_path):
    with pytest.raises(SourceError, match="has no tables"):
        list(SqliteLoader().read(database(tmp_path / "empty.db", "VACUUM"), LoadContext()))


@pytest.mark.shared
@pytest.mark.parametrize("name", ["e_learning", "tracking_orders", "products_for_hire"])
def test_undeclared_references_of_real_databases_are_found(shared, tmp_path, name):
    source = sqlite3.connect(f"file:{shared(f'spider/sqlite/keys_declared/{name}.sqlite')}?mode=ro", uri=True)
    declared = read(SqliteLoader(), shared(f"spider/sqlite/keys_declared/{name}.sqlite"))
    plain = sqlite3.connect(tmp_path / "plain.db")
    for (table,) in source.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
        rows = source.execute(f'SELECT * FROM "{table}"')
        columns = ", ".join(f'"{column[0]}"' for column in rows.description)
        plain.execute(f'CREATE TABLE "{table}" ({columns})')
        marks = ", ".join("?" * len(rows.description))
        plain.executemany(f'INSERT INTO "{table}" VALUES ({marks})', rows)
    plain.commit()
    plain.close()
    source.close()
    found = read(SqliteLoader(), tmp_path / "plain.db")
    assert set(found[2].notes) == set(declared[2].notes)
    assert len(found[1]) == len(declared[1])


def test_yes_and_no_are_booleans(tmp_path):
    path = tmp_path / "hotels.csv"
    path.write_text("name,pool,parking,bar\n Ritz ,yes,Yes,yes\nIbis,no,n/a,yes\n", encoding="utf-8")
    nodes = list(CsvLoader().read(path, LoadContext()))
    assert [node.properties for node in nodes] == [
        {"name": "Ritz", "pool": True, "parking": "Yes", "bar": "yes"},
        {"name": "Ibis", "pool": False, "parking": "n/a", "bar": "yes"},
    ]
