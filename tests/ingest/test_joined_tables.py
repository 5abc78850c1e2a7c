"""Tables that refer to one another, in CSV and SQLite files, become a graph; what is not clear stays a property."""

from __future__ import annotations

import datetime as dt
import sqlite3
from contextlib import closing

import pytest

import fingerpost as fp
from fingerpost.core.errors import SourceError
from fingerpost.ingest.records import LoadContext, NodeRecord, RelationshipRecord
from fingerpost.ingest.tables.csv_files import CsvLoader
from fingerpost.ingest.tables.databases import SqliteLoader
from fingerpost.ingest.tables.names import table_labels

CUSTOMERS = "customerID,companyName,country\nALFKI,Alfreds,Germany\nBOLID,Bolido,Spain\n"
EMPLOYEES = "employeeID,name,reportsTo\n1,Nancy,2\n2,Andrew,NULL\n"
ORDERS = "orderID,customerID,employeeID,freight\n10248,ALFKI,1,3.5\n10249,BOLID,2,8\n10250,ALFKI,2,1\n"
PRODUCTS = "productID,productName\n11,Queso\n42,Mee\n"
DETAILS = "orderID,productID,quantity\n10248,11,12\n10248,42,10\n10250,11,5\n"
UNJOINED = "no column was found to refer to another table: a mapping (--propose) can say which do"
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


def test_rows_that_a_running_program_has_not_yet_moved_into_the_sqlite_file(tmp_path):
    with closing(sqlite3.connect(tmp_path / "shop.db")) as connection:
        connection.execute("PRAGMA journal_mode = wal")
        connection.execute("CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT)")
        connection.execute("INSERT INTO item VALUES (1, 'lamp')")
        connection.commit()
        before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
        nodes, _, _ = read(SqliteLoader(), tmp_path / "shop.db")
        assert [node.properties["name"] for node in nodes.values()] == ["lamp"]
        assert {path.name for path in tmp_path.iterdir()} == set(before)
        assert all((tmp_path / name).read_bytes() == before[name] for name in ("shop.db", "shop.db-wal"))


def test_declarations_that_cannot_be_understood_are_no_warnings(tmp_path):
    path = database(
        tmp_path / "proj.db",
        "CREATE TABLE crs (auth TEXT, code TEXT, name TEXT, PRIMARY KEY (auth, code))",
        "CREATE TABLE step (n INT, auth TEXT, code TEXT,"
        " FOREIGN KEY (auth, code) REFERENCES gone(auth, code) -- FOREIGN KEY (n) REFERENCES crs(auth)\n)",
    )
    nodes, _, _ = read(SqliteLoader(), database(path, "INSERT INTO crs VALUES ('A', '1', 'one')"))
    assert list(nodes) == ["crs:A 1"]


def test_dates_that_begin_with_the_year_and_the_lowest_beside_the_highest(tmp_path):
    rows = "2012/01/01,5.0,2012.1.3,2012/13/01\n2012/2/28,-7.1,n/a,2012/01/02\n"
    (tmp_path / "weather.csv").write_text("day,temp_min,next,code\n" + rows)
    nodes, _, context = read(CsvLoader(), tmp_path / "weather.csv")
    first, second = (node.properties for node in nodes.values())
    assert (first["day"], second["day"]) == (dt.date(2012, 1, 1), dt.date(2012, 2, 28))
    assert (first["next"], "next" in second, first["code"]) == (dt.date(2012, 1, 3), False, "2012/13/01")
    assert context.notes[0] == "weather.day: read as dates such as 2012/01/31"
    (tmp_path / "weather.csv").write_text(
        "day,temp_max,temp_min,hike_min\n2012/01/01,12.8,5.0,40\n2012/01/02,10,-7.1,60\n"
    )
    fp.load([tmp_path / "weather.csv"], tmp_path / "weather.fp")
    with fp.open(tmp_path / "weather.fp") as kb:
        assert kb.ask("What is the lowest temp min?").text == "The lowest temp min is -7.1."
        assert kb.ask("What is the longest hike?").text == "The highest hike is 60 min."


def test_dates_of_eight_digits(tmp_path):
    rows = "20260115,20260301,20260101,20259901\n20260116,20260301,20260102,20260102\n"
    (tmp_path / "service.csv").write_text("service_id,start_date,until,lot\n" + rows + "20260117,20260301,20260103,0\n")
    (tmp_path / "trip.csv").write_text("trip_id,service_id\n1,20260115\n2,20260117\n3,20260117\n")
    nodes, relationships, _ = read(CsvLoader(), tmp_path)
    assert ("trip:3", "SERVICE", "service:20260117") in relationships
    held = nodes["service:20260116"].properties
    assert (held["start_date"], held["until"]) == (dt.date(2026, 3, 1), dt.date(2026, 1, 2))
    assert (held["lot"], held["service_id"]) == (20260102, "20260116")
    path = database(tmp_path / "t.db", "CREATE TABLE fair (name TEXT, opening_date INTEGER)")
    nodes, _, _ = read(
        SqliteLoader(), database(path, "INSERT INTO fair VALUES ('Wool', 20260301), ('Glass', 20261224)")
    )
    assert [node.properties["opening_date"] for node in nodes.values()] == [dt.date(2026, 3, 1), dt.date(2026, 12, 24)]


def test_who_has_no_reference_of_two_words(tmp_path):
    (tmp_path / "stops.csv").write_text(
        "stop_id,stop_name,parent_station\nS1,Airport,\nS2,Platform 1,S1\nS3,Platform 2,S1\nS4,Lake,\n"
    )
    fp.load([tmp_path / "stops.csv"], tmp_path / "stops.fp")
    with fp.open(tmp_path / "stops.fp") as kb:
        assert kb.ask("Which stops have no parent station?").text == "2 stops: Airport and Lake."


def test_a_shortened_key_is_that_of_the_table_which_is_called_so_alone(tmp_path):
    (tmp_path / "Venue.csv").write_text("VenID,name\n1,Dome\n2,Barn\n3,Loft\n")
    (tmp_path / "Kind_Of_Venue.csv").write_text("VenID,KindID\n1,7\n2,7\n3,8\n")
    (tmp_path / "Kind.csv").write_text("KindID,label\n7,hall\n8,room\n")
    (tmp_path / "Gig.csv").write_text("day,VenID\n2026-01-01,2\n2026-01-02,2\n2026-01-03,1\n")
    _, relationships, context = read(CsvLoader(), tmp_path)
    assert ("Gig:2026-01-01", "VENUE", "Venue:2") in relationships
    assert ("Venue:3", "KIND_OF_VENUE", "Kind:8") in relationships
    assert not [note for note in context.notes if "may refer" in note]


def test_columns_of_raw_tables_become_relationships(shop):
    nodes, relationships, context = read(CsvLoader(), shop)
    assert len(nodes) == 9
    assert nodes["orders:10248"].labels == ("orders",)
    assert nodes["orders:10248"].properties == {"orderID": "10248", "freight": 3.5}
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
    assert relationships["orders:10248", "ORDER_DETAILS", "products:11"].properties == {"quantity": 12}
    assert "orders.customerID refers to customers.customerID: CUSTOMERS" in context.notes
    assert not context.problems


def test_flags_of_0_and_1_are_yes_and_no(tmp_path):
    rows = "".join(f"{n},{n % 2},{n % 2},{n % 3}\n" for n in range(1, 7))
    (tmp_path / "products.csv").write_text("productID,discontinued,boxes,rated\n" + rows)
    nodes, _, context = read(CsvLoader(), tmp_path / "products.csv")
    assert nodes["products:1"].properties == {"productID": "1", "discontinued": True, "boxes": 1, "rated": 1}
    assert context.notes == ["products.discontinued: 0 and 1 are read as no and yes"]
    fp.load([tmp_path / "products.csv"], tmp_path / "products.fp")
    with fp.open(tmp_path / "products.fp") as kb:
        assert kb.ask("How many products are discontinued?").text == "There are 3 products."


def test_a_column_that_looks_like_a_reference_to_nothing_named_is_noted(shop):
    (shop / "customers.csv").write_text("customerID,companyName,slotId\nALFKI,Alfreds,1\nBOLID,Bolido,2\n")
    _, relationships, context = read(CsvLoader(), shop)
    assert not [start for start, _, _ in relationships if start.startswith("customers:")]
    note = "customers.slotId looks like a reference, but names no table: a mapping (--propose) can say which"
    assert note in context.notes


def test_roles_with_the_keys_of_staff_and_codes_of_the_own_table_are_guesses(tmp_path):
    (tmp_path / "Artist.csv").write_text("ArtistId,Name\n1,Ella\n2,Nina\n3,Etta\n")
    (tmp_path / "Employee.csv").write_text("EmployeeId,LastName\n1,Adams\n2,Lee\n3,Park\n4,Ito\n")
    (tmp_path / "Customer.csv").write_text(
        "CustomerId,LastName,SupportRepId,City\n1,Wood,2,Bonn\n2,Reed,3,Bonn\n3,Cole,2,Oslo\n"
    )
    (tmp_path / "imker.csv").write_text("ImkerNr,Name,PateNr\nK1,Jo,K2\nK2,Al,\nK3,Bo,K1\nK4,Cy,K3\nK5,Di,K1\n")
    _, relationships, context = read(CsvLoader(), tmp_path)
    assert ("Customer:3", "SUPPORT_REP", "Employee:2") in relationships
    assert ("imker:K3", "PATE", "imker:K1") in relationships
    assert context.notes == [
        "SUPPORT_REP is a guess: 100% of the values of Customer.SupportRepId are in Employee.EmployeeId",
        "PATE is a guess: 100% of the values of imker.PateNr are in imker.ImkerNr",
    ]


def test_files_that_are_named_one_by_one_make_one_graph(shop):
    _, relationships, _ = read(CsvLoader(), shop / "orders.csv", shop / "customers.csv")
    assert {type_ for _, type_, _ in relationships} == {"CUSTOMERS"}


def test_a_raw_folder_is_asked_over_its_relationships(shop, tmp_path):
    report = fp.load([shop], tmp_path / "shop.fp")
    assert (report.nodes, report.relationships) == (9, 10)
    assert report.notes[5:] == ("read as numbers: order_details.quantity and orders.freight",)
    with fp.open(tmp_path / "shop.fp") as kb:
        assert kb.ask("How many orders does Alfreds have?").text == "There are 2 orders."


def test_amounts_in_rows_that_link_two_tables_are_added_up(tmp_path):
    (tmp_path / "visit.csv").write_text("visit_id,day\n1,2024-01-05\n2,2024-02-06\n")
    (tmp_path / "medicine.csv").write_text("medicine_id,name\n7,Aspirin\n8,Ibuprofen\n")
    (tmp_path / "prescription.csv").write_text("visit_id,medicine_id,doses\n1,7,2\n2,8,3\n1,8,3\n")
    fp.load([tmp_path], tmp_path / "kb.fp")
    with fp.open(tmp_path / "kb.fp") as kb:
        assert kb.ask("How many doses of Ibuprofen were prescribed?").text == "The total number of doses is 6."
        assert kb.ask("How many different doses are there?").rows == ((2,),)


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
    assert not any("refers to" in note or "guess" in note for note in context.notes)


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


def test_of_two_columns_that_refer_to_each_other_the_declared_or_the_plain_one_does(tmp_path):
    """A claim has one settlement, whichever way that is declared; a case and its file are called by their own keys."""
    path = database(
        tmp_path / "claims.db",
        "CREATE TABLE claim (claim_id INTEGER PRIMARY KEY REFERENCES payment (claim_id))",
        "CREATE TABLE payment (payment_id INTEGER PRIMARY KEY, claim_id INT)",
        "CREATE TABLE visit (visit_id INTEGER PRIMARY KEY, note TEXT)",
        "CREATE TABLE bill (bill_id INTEGER PRIMARY KEY, visit_id INT)",
        "INSERT INTO claim VALUES (1), (2)",
        "INSERT INTO payment VALUES (7, 1), (8, 2)",
        "INSERT INTO visit VALUES (1, 'a'), (2, 'b')",
        "INSERT INTO bill VALUES (8, 1), (9, 2)",
    )
    _, relationships, _ = read(SqliteLoader(), path)
    assert set(relationships) == {
        ("claim:1", "PAYMENT", "payment:7"),
        ("claim:2", "PAYMENT", "payment:8"),
        ("bill:8", "VISIT", "visit:1"),
        ("bill:9", "VISIT", "visit:2"),
    }


def test_a_reference_declared_the_wrong_way_round_is_turned_beside_others(tmp_path):
    path = database(
        tmp_path / "shop.db",
        "CREATE TABLE item (item_id INTEGER PRIMARY KEY REFERENCES sale (item_id), name TEXT)",
        "CREATE TABLE buyer (buyer_id INTEGER PRIMARY KEY, name TEXT)",
        "CREATE TABLE sale (sale_id INTEGER PRIMARY KEY, item_id INT, buyer_id INT REFERENCES buyer (buyer_id))",
        "INSERT INTO item VALUES (1, 'cup'), (2, 'jug')",
        "INSERT INTO buyer VALUES (4, 'Ida')",
        "INSERT INTO sale VALUES (1, 1, 4), (2, 1, 4), (3, 2, 4)",
    )
    _, relationships, context = read(SqliteLoader(), path)
    assert context.notes == [
        "sale.buyer_id refers to buyer.buyer_id: BUYER",
        "sale.item_id refers to item.item_id: ITEM",
    ]
    assert ("sale:2", "ITEM", "item:1") in relationships


def test_a_table_of_nothing_but_two_references_is_one_of_relationships(tmp_path):
    path = database(
        tmp_path / "lab.db",
        "CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT)",
        "CREATE TABLE project (code TEXT PRIMARY KEY, name TEXT)",
        "CREATE TABLE AssignedTo (person INTEGER PRIMARY KEY REFERENCES person, project TEXT REFERENCES project)",
        "INSERT INTO person VALUES (1, 'Ida'), (2, 'Jon')",
        "INSERT INTO project VALUES ('a', 'Ants'), ('b', 'Bees')",
        "INSERT INTO AssignedTo VALUES (1, 'b'), (2, 'b')",
    )
    _, relationships, _ = read(SqliteLoader(), path)
    assert set(relationships) == {("person:1", "ASSIGNED_TO", "project:b"), ("person:2", "ASSIGNED_TO", "project:b")}


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
        {"name": "Ibis", "pool": False, "bar": "yes"},
    ]


@pytest.mark.parametrize(("yes", "no"), [("True", "false"), ("Y", "N"), ("t", "f"), ("Ja", "nein")])
def test_other_words_for_yes_and_no_are_booleans(tmp_path, yes, no):
    path = tmp_path / "hotels.csv"
    path.write_text(f"name,pool,grade\nRitz,{yes},{yes}\nIbis,{no},x\n", encoding="utf-8")
    nodes = list(CsvLoader().read(path, LoadContext()))
    assert [node.properties for node in nodes] == [
        {"name": "Ritz", "pool": True, "grade": yes},
        {"name": "Ibis", "pool": False, "grade": "x"},
    ]


def test_the_weekdays_of_a_timetable_are_yes_or_no(tmp_path):
    days = "monday,tuesday,wednesday,thursday,friday,saturday,sunday"
    path = tmp_path / "calendar.csv"
    path.write_text(f"service_id,{days}\nweek,1,1,1,1,1,0,0\nall,1,1,1,1,1,1,1\n", encoding="utf-8")
    nodes = list(CsvLoader().read(path, LoadContext()))
    assert nodes[0].properties == {
        "service_id": "week",
        **dict.fromkeys(days.split(",")[:5], True),
        "saturday": False,
        "sunday": False,
    }
    path.write_text(f"room,{days}\n1,1,1,0,1,1,0,0\n2,1,1,1,1,1,1,7\n", encoding="utf-8")
    counted = list(CsvLoader().read(path, LoadContext()))
    assert counted[0].properties["monday"] == 1


@pytest.mark.parametrize(
    ("first", "second", "told"),
    [
        ("3 May 1998", "31 January 2012", "31 January 2012"),
        ("3-May-1998", "31-Jan-2012", "31-Jan-2012"),
        ("May 3, 1998", "Jan 31, 2012", "Jan 31, 2012"),
        ("MAY 3, 1998", "january 31, 2012", "January 31, 2012"),
    ],
)
def test_dates_with_the_name_of_the_month_are_dates(tmp_path, first, second, told):
    (tmp_path / "trips.csv").write_text(f'trip,begun\nA,"{first}"\nB,n/a\nC,"{second}"\n')
    nodes, _, context = read(CsvLoader(), tmp_path / "trips.csv")
    assert [each.properties.get("begun") for each in nodes.values()] == [
        dt.date(1998, 5, 3),
        None,
        dt.date(2012, 1, 31),
    ]
    assert context.notes == [f"trips.begun: read as dates such as {told}"]


def test_texts_like_dates_with_names_of_months_stay_texts(tmp_path):
    (tmp_path / "trips.csv").write_text("trip,begun\nA,3 May 1998\nB,31 Foo 2012\n")
    nodes, _, _ = read(CsvLoader(), tmp_path / "trips.csv")
    assert [each.properties["begun"] for each in nodes.values()] == ["3 May 1998", "31 Foo 2012"]


def test_what_a_database_declares_as_boolean_is_yes_or_no(tmp_path):
    path = database(
        tmp_path / "clinic.db",
        "CREATE TABLE visit (id INTEGER PRIMARY KEY, check_up BOOLEAN, grade BOOLEAN, beds INTEGER)",
        "INSERT INTO visit VALUES (1, 1, 1, 1), (2, 0, 2, 0), (3, NULL, NULL, NULL)",
    )
    nodes, _, _ = read(SqliteLoader(), path)
    assert nodes["visit:1"].properties == {"id": 1, "check_up": True, "grade": 1, "beds": 1}
    assert nodes["visit:2"].properties == {"id": 2, "check_up": False, "grade": 2, "beds": 0}


PLACES = "LAX SFO BOS ORD SJU".split()
FLIGHTS = "flight,origin,dest,tailnum,delay\n" + "".join(
    f"{n},{('JFK', 'EWR', 'LGA')[n % 3]},{PLACES[n % 5]},N{n % 10}AA,{n % 7}\n" for n in range(1, 61)
)
AIRPORTS = "faa,name,alt\n" + "".join(
    f"{code},{code.title()} Field,{n}\n" for n, code in enumerate("JFK EWR LGA LAX SFO BOS ORD SJU DEN SEA 369".split())
)
PLANES = "tailnum,maker\n" + "".join(f"N{n}AA,{('Boeing', 'Airbus')[n % 2]}\n" for n in range(8))


@pytest.fixture
def airline(tmp_path):
    """Flights to airports whose key has another name, with planes of which two are not listed."""
    for name, text in {"flights": FLIGHTS, "airports": AIRPORTS, "planes": PLANES}.items():
        (tmp_path / f"{name}.csv").write_text(text)
    return tmp_path


def test_references_whose_names_or_values_do_not_say_so_are_guessed(airline):
    nodes, relationships, context = read(CsvLoader(), airline)
    assert ("flights:4", "ORIGIN", "airports:EWR") in relationships
    assert ("flights:4", "DEST", "airports:SJU") in relationships
    assert ("flights:7", "PLANES", "planes:N7AA") in relationships
    assert not any(start == "flights:8" and type_ == "PLANES" for start, type_, _ in relationships)
    assert nodes["flights:8"].properties["tailnum"] == "N8AA"
    assert [note for note in context.notes if "guess" in note] == [
        "ORIGIN is a guess: 100% of the values of flights.origin are in airports.faa",
        "DEST is a guess: 100% of the values of flights.dest are in airports.faa",
        "PLANES is a guess: 80% of the values of flights.tailnum are in planes.tailnum",
    ]
    assert not context.problems


TOWERS = "ID,Town,Sign,Area\n" + "".join(
    f"{n},{town},{town[:3].upper()},{n % 3}\n" for n, town in enumerate("Kiel Bonn Ulm Jena Hof Trier".split(), 9)
)
LEGS = "Start,Finish,Carrier\n" + "".join(
    f"{('KIE', 'ULM', 'HOF')[n % 3]},{('BON', 'JEN', 'TRI', 'KIE')[n % 4]},{('C1', 'C2')[n % 2]}\n" for n in range(24)
)


def test_codes_that_are_not_the_key_are_guessed_to_be_referred_to(tmp_path):
    (tmp_path / "towers.csv").write_text(TOWERS)
    (tmp_path / "legs.csv").write_text(LEGS)
    _, relationships, context = read(CsvLoader(), tmp_path)
    assert {type_ for _, type_, _ in relationships} == {"START", "FINISH"}
    assert ("legs:row 2", "START", "towers:11") in relationships
    assert context.notes == [
        "START is a guess: 100% of the values of legs.Start are in towers.Sign",
        "FINISH is a guess: 100% of the values of legs.Finish are in towers.Sign",
    ]


def test_a_few_of_many_texts_may_agree_by_chance(tmp_path):
    words = ["Drama", "Comedy", "Crime", *(f"A Film {n}" for n in range(60))]
    (tmp_path / "films.csv").write_text("nr,heading\n" + "".join(f"{n},{word}\n" for n, word in enumerate(words)))
    (tmp_path / "shows.csv").write_text("kind,seats\n" + "".join(f"{words[n % 3]},{n}\n" for n in range(12)))
    _, relationships, context = read(CsvLoader(), tmp_path)
    assert not relationships
    assert context.notes == [UNJOINED]


@pytest.mark.parametrize(("apart", "joined"), [(997, True), (1, False)])
def test_rows_with_the_same_ids_are_guessed_to_be_of_the_same_things(tmp_path, apart, joined):
    (tmp_path / "plays.csv").write_text("ID,name\n" + "".join(f"{n * apart},Play {n}\n" for n in range(1, 9)))
    (tmp_path / "votes.csv").write_text("ID,stars\n" + "".join(f"{n * apart},{n % 5}\n" for n in range(2, 9)))
    _, relationships, context = read(CsvLoader(), tmp_path)
    assert (("votes:1994", "PLAYS", "plays:1994") in relationships) is joined
    told = "PLAYS is a guess: 100% of the values of votes.ID are in plays.ID"
    assert context.notes == [told if joined else UNJOINED]


def test_an_answer_over_a_guess_says_so_and_is_never_sure(airline):
    fp.load([airline], airline / "kb.fp")
    with fp.open(airline / "kb.fp") as kb:
        answer = kb.ask("How many flights have a plane made by Boeing?")
        assert answer.rows == ((24,),)
        assert answer.confidence < 0.8
        assert "PLANES is a guess: 80% of the values of flights.tailnum are in planes.tailnum" in answer.notes
        assert not kb.ask("How many airports are there?").notes


def test_a_guess_is_kept_in_a_mapping_and_may_be_confirmed(airline):
    found = fp.propose([airline]).mapping
    assert [each.guessed for each in found.tables["flights"].references] == [1.0, 1.0, 0.8]
    (airline / "map.toml").write_text(found.text())
    report = fp.load([airline], airline / "kb.fp", mapping=airline / "map.toml")
    assert report.relationships == 60 + 60 + 48
    (airline / "map.toml").write_text(found.text().replace("guessed = 1.0\n", ""))
    fp.load([airline], airline / "kb.fp", mapping=airline / "map.toml")
    with fp.open(airline / "kb.fp") as kb:
        assert not kb.schema.relationship_by_type["ORIGIN"].guessed
        assert kb.schema.relationship_by_type["PLANES"].guessed


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("grade", "ABC"),  # letters stand in many columns
        ("seats", ("10", "20", "30")),  # numbers, too
        ("town", ("Ulm", "Bonn", "Kiel")),  # half of them are not there
    ],
)
def test_values_that_tell_nothing_are_no_guess(tmp_path, name, values):
    (tmp_path / "item.csv").write_text(f"nr,{name}\n" + "".join(f"{n},{values[n % 3]}\n" for n in range(9)))
    keys = [*values[:1], "X9", "Y9"] if name == "town" else [*values]
    (tmp_path / "other.csv").write_text("code,text\n" + "".join(f"{key},t{key}\n" for key in keys))
    _, relationships, context = read(CsvLoader(), tmp_path)
    assert not relationships
    assert not any("guess" in note for note in context.notes)


def test_a_number_that_is_called_as_its_table_is_its_id(tmp_path):
    (tmp_path / "outings.csv").write_text("Outing,km\n" + "".join(f"{n},{n * 1.5}\n" for n in range(1, 9)))
    (tmp_path / "photos.csv").write_text("file,Outing\na.png,2\nb.png,2\n")
    nodes, relationships, _ = read(CsvLoader(), tmp_path)
    assert nodes["outings:2"].properties == {"id": "2", "km": 3.0}
    assert ("photos:a.png", "OUTINGS", "outings:2") in relationships


def test_an_empty_text_in_a_database_refers_to_nothing(tmp_path):
    path = database(
        tmp_path / "press.db",
        "CREATE TABLE job (job_code TEXT, title TEXT)",
        "INSERT INTO job VALUES ('ED', 'editor'), ('PR', 'printer')",
        "CREATE TABLE worker (worker_id INTEGER, job_code TEXT)",
        "INSERT INTO worker VALUES (1, 'ED'), (2, 'PR'), (3, ''), (4, 'ED'), (5, ' ')",
    )
    _, relationships, context = read(SqliteLoader(), path)
    assert {(start, end) for start, _, end in relationships} == {
        ("worker:1", "job:ED"),
        ("worker:2", "job:PR"),
        ("worker:4", "job:ED"),
    }
    assert not context.problems


def test_who_did_something_is_guessed_where_one_table_of_people_has_all_of_them(tmp_path):
    (tmp_path / "tblStaff.csv").write_text("StaffNo,Name\n1,Ida\n2,Jon\n3,Lea\n")
    (tmp_path / "tblRooms.csv").write_text("RoomNo,Name\n1,Attic\n2,Cellar\n3,Hall\n4,Den\n")
    (tmp_path / "tblOrders.csv").write_text("OrdNo,SoldBy,SeenBy,Owner,Clerks\n10,2,4,1,1\n11,3,1,1,2\n12,2,4,1,1\n")
    nodes, relationships, context = read(CsvLoader(), tmp_path)
    assert {end for _, type_, end in relationships if type_ == "SOLD_BY"} == {"tblStaff:2", "tblStaff:3"}
    assert {node.labels for node in nodes.values()} == {("Staff",), ("Rooms",), ("Orders",)}
    assert context.notes == [
        "SOLD_BY is a guess: 100% of the values of tblOrders.SoldBy are in tblStaff.StaffNo",
        "OWNER is a guess: 100% of the values of tblOrders.Owner are in tblStaff.StaffNo",
        "tblOrders.SeenBy looks like a reference, but names no table: a mapping (--propose) can say which",
    ]


@pytest.mark.parametrize(
    ("names", "called"),
    [
        (["tbl_Orders"], ["Orders"]),
        (["tblOrders", "people"], ["Orders", "people"]),
        (["DimCustomer", "FactSales"], ["Customer", "Sales"]),
        (["raw_orders", "raw_stores"], ["orders", "stores"]),
        (["dim_date", "fact_date"], ["dim_date", "fact_date"]),
        (["fact_checks", "people"], ["fact_checks", "people"]),
        (["Factories", "tbl_", "Dimensions"], ["Factories", "tbl_", "Dimensions"]),
    ],
)
def test_rows_are_called_without_the_kind_of_their_table(names, called):
    assert list(table_labels(names).values()) == called


def test_a_table_that_is_named_after_both_that_it_links_is_a_relationship(tmp_path):
    (tmp_path / "playlist.csv").write_text("id,name\n1,Calm\n2,Loud\n")
    (tmp_path / "track.csv").write_text("id,name\n7,Rain\n8,Storm\n9,Sea\n")
    for name in ("playlist_track", "hearing"):
        (tmp_path / f"{name}.csv").write_text("id,playlist_id,track_id\n1,1,7\n2,2,8\n3,1,9\n")
    nodes, relationships, _ = read(CsvLoader(), tmp_path)
    assert {label for node in nodes.values() for label in node.labels} == {"playlist", "track", "hearing"}
    assert relationships["playlist:1", "PLAYLIST_TRACK", "track:9"].properties == {"id": "3"}


ROUTES = "Wall,RouteNo,Grade,SetBy\nNorth,1,6a,Agnes\nNorth,2,7a,Bruno\nCave,1,6a,Agnes\nCave,2,5c,Bruno\n"
ASCENTS = "AscentID,Wall,RouteNo,Flash\n1,North,1,Y\n2,North,1,N\n3,Cave,2,Y\n"


def test_a_reference_by_several_columns_is_found(tmp_path):
    (tmp_path / "Routes.csv").write_text(ROUTES)
    (tmp_path / "Ascents.csv").write_text(ASCENTS)
    nodes, relationships, context = read(CsvLoader(), tmp_path)
    assert set(relationships) == {
        ("Ascents:1", "ROUTES", "Routes:North 1"),
        ("Ascents:2", "ROUTES", "Routes:North 1"),
        ("Ascents:3", "ROUTES", "Routes:Cave 2"),
    }
    assert nodes["Ascents:3"].properties == {"AscentID": "3", "Flash": True}
    assert nodes["Routes:Cave 2"].properties == {"Wall": "Cave", "RouteNo": "2", "Grade": "5c", "SetBy": "Bruno"}
    assert "Ascents.Wall, RouteNo refers to Routes.Wall, RouteNo: ROUTES" in context.notes


@pytest.mark.parametrize(
    ("routes", "ascents"),
    [
        pytest.param(ROUTES + "North,1,6b,Agnes\n", ASCENTS, id="two rows have these values"),
        pytest.param(ROUTES, ASCENTS + "4,South,1,N\n", id="a value that no row has"),
        pytest.param(ROUTES, ASCENTS + "4,Cave,3,N\n", id="a number that no row has"),
        pytest.param(ROUTES, "AscentID,Wall,RouteNo\n1,North,1\n2,Cave,2\n", id="either may refer to the other"),
        pytest.param(ROUTES.replace("RouteNo", "Lane"), ASCENTS.replace("RouteNo", "Lane"), id="no name of a key"),
    ],
)
def test_columns_that_may_only_happen_to_agree_refer_to_nothing(tmp_path, routes, ascents):
    (tmp_path / "Routes.csv").write_text(routes)
    (tmp_path / "Ascents.csv").write_text(ascents)
    assert not read(CsvLoader(), tmp_path)[1]


def test_texts_that_say_that_there_is_no_value_are_none(shop):
    (shop / "contacts.csv").write_text(
        "contactID,customerID,phone,rhesus\n1,ALFKI,N/A,+\n2,BOLID,0301234,-\n3,ALFKI,n/a,-\n4,ALFKI,None,+\n"
    )
    nodes, _, context = read(CsvLoader(), shop)
    assert [nodes[f"contacts:{number}"].properties.get("phone") for number in (1, 2, 3, 4)] == [
        None,
        "0301234",
        None,
        "None",
    ]
    assert nodes["contacts:2"].properties["rhesus"] == "-"
    assert "contacts.phone: no value where it says N/A or n/a" in context.notes


def test_tables_of_a_database_are_called_without_tbl(tmp_path):
    path = database(
        tmp_path / "repairs.db",
        "CREATE TABLE tblDevice (dev_id INTEGER, kind TEXT)",
        "CREATE TABLE tblRepair (rep_no INTEGER, dev_id INTEGER)",
        "INSERT INTO tblDevice VALUES (1, 'phone'), (2, 'laptop')",
        "INSERT INTO tblRepair VALUES (7, 1), (8, 1)",
    )
    nodes, relationships, _ = read(SqliteLoader(), path)
    assert {node.labels for node in nodes.values()} == {("Device",), ("Repair",)}
    assert {type_ for _, type_, _ in relationships} == {"DEVICE"}


def test_a_table_that_is_named_after_two_refers_to_both(tmp_path):
    for name, text in {
        "Parties": "party_id,phone\n1,11\n2,12\n3,13\n",
        "Services": "service_id,title\n7,Mail\n8,Tax\n",
        "Rooms": "room_id,floor\n1,0\n2,0\n3,1\n",
        "Party_Services": "booking_id,customer_id,service_id\n70,1,7\n71,3,7\n72,1,8\n",
    }.items():
        (tmp_path / f"{name}.csv").write_text(text)
    _, relationships, context = read(CsvLoader(), tmp_path)
    assert {(start, end) for start, type_, end in relationships if type_ == "CUSTOMER"} == {
        ("Party_Services:70", "Parties:1"),
        ("Party_Services:71", "Parties:3"),
        ("Party_Services:72", "Parties:1"),
    }
    assert (
        "CUSTOMER is a guess: 100% of the values of Party_Services.customer_id are in Parties.party_id" in context.notes
    )
    (tmp_path / "Party_Services.csv").write_text("booking_id,customer_id,clerk_id,service_id\n70,1,2,7\n71,3,1,7\n")
    assert not [type_ for _, type_, _ in read(CsvLoader(), tmp_path)[1] if type_ == "CUSTOMER"], "or is it the clerk?"


NOTES = "id,owner_type,owner_id,item_type,item_id,text\n"


@pytest.fixture
def noted(tmp_path):
    """Notes of clubs or members on rows of one table or another, which nothing declares."""
    (tmp_path / "clubs.csv").write_text("id,name\n1,Chess\n2,Choir\n")
    (tmp_path / "members.csv").write_text("id,name\n7,Ida\n8,Jon\n")
    rows = "1,Club,1,member,8,late\n2,Club,2,member,7,ill\n3,Member,8,club,2,new\n4,Firm,3,club,1,old\n"
    (tmp_path / "notes.csv").write_text(NOTES + rows)
    return tmp_path


def test_a_column_may_say_to_which_table_another_refers(noted):
    nodes, relationships, context = read(CsvLoader(), noted)
    assert sorted(relationships) == [
        ("notes:1", "MEMBERS", "members:8"),
        ("notes:1", "OWNER", "clubs:1"),
        ("notes:2", "MEMBERS", "members:7"),
        ("notes:2", "OWNER", "clubs:2"),
        ("notes:3", "CLUBS", "clubs:2"),
        ("notes:3", "OWNER", "members:8"),
        ("notes:4", "CLUBS", "clubs:1"),
    ]
    assert nodes["notes:4"].properties["owner_type"] == "Firm"
    assert "notes.owner_id refers to members.id, where owner_type is Member: OWNER" in context.notes


def test_a_type_whose_ids_are_not_there_refers_to_nothing(noted):
    (noted / "notes.csv").write_text(NOTES + "1,Club,1,member,8,late\n2,Club,9,member,7,ill\n")
    _, relationships, _ = read(CsvLoader(), noted)
    assert {type_ for _, type_, _ in relationships} == {"MEMBERS"}


def test_a_column_that_says_the_table_is_kept_in_a_mapping(noted):
    mapping = noted / "mapping.toml"
    mapping.write_text(fp.propose([noted]).mapping.text())
    report = fp.load([noted], noted / "kb.fp", mapping=mapping)
    assert report.relationships == 7
    with fp.open(noted / "kb.fp") as kb:
        assert kb.ask("Which notes are of the member Ida?").text == "ill."


def test_a_letter_is_short_for_a_table_only_where_it_is_named_as_a_key(tmp_path):
    (tmp_path / "anglers.csv").write_text("nr,town\n1,York\n2,Bath\n3,Hull\n")
    (tmp_path / "sheet.csv").write_text("a,b\n1,x\n2,y\n3,z\n")
    assert read(CsvLoader(), tmp_path)[1] == {}
    (tmp_path / "sheet.csv").write_text("a_id,b\n1,x\n2,y\n3,z\n")
    assert len(read(CsvLoader(), tmp_path)[1]) == 3
