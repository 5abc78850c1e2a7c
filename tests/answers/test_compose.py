"""The sentence for each kind of plan and rows."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable

import pytest

from fingerpost.answers.card import Cards
from fingerpost.answers.compose import Composer
from fingerpost.answers.wording import Wording, called, short_name
from fingerpost.core.cells import Duration, Node
from fingerpost.core.schema import Endpoints, GraphSchema, LabelInfo, PropertyInfo, RelationshipInfo, ValueType
from fingerpost.engine.knowledge_base import KnowledgeBase
from fingerpost.linking import Display
from fingerpost.query_languages.cypher.lift import lift
from fingerpost.query_languages.cypher.parser import parse

Say = Callable[..., str]


@pytest.mark.parametrize(
    ("cypher", "text"),
    [
        ("MATCH (b:Book) RETURN count(b)", "There are 34 books."),
        ("MATCH (b:Book {title: 'Emma'}) RETURN count(*)", "There is 1 match."),
        ("MATCH (b:Book {title: 'Emma'}) RETURN count(b)", "There is 1 book."),
        ("MATCH (b:Book) RETURN count(DISTINCT b.language)", "There are 12 languages."),
        ("MATCH (b:Book) WHERE b.pages > 9000 RETURN count(b)", "None: no books match."),
        ("MATCH (a:Author) WHERE NOT (a)-[:WROTE]->(:Book) RETURN count(a)", "None: no authors match."),
        ("MATCH ()-[r:BORROWED]->() RETURN count(r)", "There are 50 “borrowed” relationships."),
    ],
)
def test_counts(say: Say, cypher: str, text: str) -> None:
    assert say(cypher) == text


def test_none_of_a_kind_is_an_answer(say_of_house: Say) -> None:
    assert say_of_house("MATCH (c:Column) RETURN count(c)") == "There are no columns."
    assert say_of_house("MATCH (f:Furniture) RETURN count(f)") == "There are 3 pieces of furniture."


@pytest.mark.parametrize(
    ("cypher", "of", "text"),
    [
        ("MATCH (b:Book {title: 'Emma'}) RETURN b.pages", "Emma", "Emma has 480 pages."),
        ("MATCH (b:Book {title: 'Emma'}) RETURN b.pages", None, "480 pages."),
        ("MATCH (b:Book {title: 'Emma'}) RETURN b.price", "Emma", "The price of Emma is 10.5."),
        ("MATCH (b:Book {title: 'Emma'}) RETURN b.price", None, "The price is 10.5."),
        ("MATCH (b:Book {title: 'Emma'}) RETURN b.year", "Emma", "The year of Emma is 1815."),
        ("MATCH (b:Book {title: 'Emma'}) RETURN b.formats", "Emma", "The format of Emma is paperback."),
        ("MATCH (a:Author {name: 'Jane Austen'}) RETURN a.born", "Jane Austen", "Jane Austen was born on 1775-12-16."),
        ("MATCH (a:Author {name: 'Jane Austen'}) RETURN a.died", "Jane Austen", "Jane Austen died on 1817-07-18."),
        ("MATCH (a:Author {name: 'Jane Austen'}) RETURN a.born", None, "The date born is 1775-12-16."),
        ("MATCH (a:Author {name: 'Orhan Pamuk'}) RETURN a.died", "him", "The date died of him is not known."),
        ("MATCH (m:Member {lastName: 'Kowalska'}) RETURN m.joined", "She", "She joined on 2016-01-11."),
        ("MATCH (b:Branch {name: 'Northgate'}) RETURN b.opened", "Northgate", "Northgate opened on 1937-03-20."),
        ("MATCH (p:Publisher {name: 'Harbour House'}) RETURN p.founded", "It", "It was founded in 1921."),
        ("MATCH (b:Branch {name: 'Northgate'}) RETURN b.stepFree", "Northgate", "Step free (Northgate): no."),
        ("MATCH (b:Branch {name: 'Northgate'}) RETURN b.stepFree", None, "Step free: no."),
        (
            "MATCH (b:Branch {name: 'Northgate'}) RETURN b.openDays",
            "Northgate",
            "The open days of Northgate are Monday, Thursday.",
        ),
        ("MATCH (m:Member {lastName: 'Mensah'}) RETURN m.email", "Kwame", "The email of Kwame is not known."),
    ],
)
def test_a_property_is_told_in_a_sentence(say: Say, cypher: str, of: str | None, text: str) -> None:
    assert (say(cypher) if of is None else say(cypher, r0=of)) == text


@pytest.mark.parametrize(
    ("cypher", "text"),
    [
        ("MATCH (b:Book {title: 'Emma'}) RETURN b", "Emma."),
        ("MATCH (b:Book {title: 'Emma'}) RETURN b.title", "Emma."),
        ("MATCH (m:Member {lastName: 'Kowalska'}) RETURN m", "Anna Kowalska."),
        ("MATCH (:Author {name: 'Emily Brontë'})-[w:WROTE]->() RETURN w", "A03 wrote 979-9-0001-0006-3."),
    ],
)
def test_an_element_is_called_by_its_name(say: Say, cypher: str, text: str) -> None:
    assert say(cypher) == text


@pytest.mark.parametrize(
    ("cypher", "text"),
    [
        ("MATCH (b:Branch) RETURN sum(b.seats)", "The total number of seats is 225."),
        ("MATCH (b:Book) RETURN sum(b.pages)", "The total number of pages is 15,736."),
        ("MATCH (b:Book) RETURN avg(b.price)", "The average price is 13.17."),
        ("MATCH (b:Book) RETURN max(b.price)", "The highest price is 26.5."),
        ("MATCH (b:Book) RETURN min(b.pages)", "The lowest number of pages is 96."),
        ("MATCH (b:Book) RETURN min(b.year)", "The earliest year is 1813."),
        ("MATCH (a:Author) RETURN max(a.born)", "The latest date born is 1977-09-15."),
        ("MATCH (p:Publisher) RETURN min(p.founded)", "The earliest year founded is 1921."),
        (
            "MATCH (b:Book) WHERE b.pages > 9000 RETURN avg(b.price)",
            "The average price is not known: there are no values.",
        ),
    ],
)
def test_aggregates(say: Say, cypher: str, text: str) -> None:
    assert say(cypher) == text


@pytest.mark.parametrize(
    ("cypher", "text"),
    [
        ("MATCH (w:Wall {name: 'Wall F1 South'}) RETURN w.width", "The width of it is 0.373 m."),
        ("MATCH (w:Wall {isExternal: true}) RETURN sum(w.length)", "The total length is 69.016 m."),
        ("MATCH (r:Room {longName: 'Kitchen'}) RETURN r.netFloorArea", "The net floor area of it is 17.6975 m²."),
    ],
)
def test_numbers_have_their_units(say_of_house: Say, cypher: str, text: str) -> None:
    assert say_of_house(cypher, r0="it") == text


def test_counts_have_no_unit(say_of_house: Say) -> None:
    assert say_of_house("MATCH (l:Level) RETURN count(l.elevation)") == "There are 3 elevations."


@pytest.mark.parametrize(
    ("cypher", "text"),
    [
        ("MATCH (b:Branch) RETURN b", "3 branches: Market Square, Riverside and Northgate."),
        (
            "MATCH (:Author {name: 'Charlotte Brontë'})-->(b:Book) RETURN b.title ORDER BY b.title",
            "2 books: Jane Eyre and Villette.",
        ),
        ("MATCH (b:Branch) RETURN b.seats ORDER BY b.seats", "3 values of seats: 25, 60 and 140."),
        (
            "MATCH (b:Branch) RETURN b.stepFree ORDER BY b.stepFree",
            "3 values of step free: no and yes (×2).",
        ),
        (
            "MATCH (b:Book) RETURN b ORDER BY b.price, b.title LIMIT 12",
            (
                "12 books: The Metamorphosis (price 6.9), R.U.R. (price 7.5), Frankenstein (price 8.5), "
                "Persuasion (price 8.9), Botchan (price 9.2), The Trial (price 9.6), "
                "Pride and Prejudice (price 9.9), Wuthering Heights (price 9.9), Emma (price 10.5), "
                "The Remains of the Day (price 10.8) and 2 more."
            ),
        ),
    ],
)
def test_lists(say: Say, cypher: str, text: str) -> None:
    assert say(cypher) == text


@pytest.mark.parametrize(
    ("cypher", "text"),
    [
        ("MATCH (b:Book) RETURN avg(b.price) / 1000", "0.0132"),
        ("MATCH (b:Book) WITH b.language AS l, count(b) AS n RETURN avg(n)", "number of books per language is 2.83."),
        (
            (
                "MATCH (b:Book) WITH count(b) AS n MATCH (b:Book {language: 'French'}) WITH n, count(b) AS k "
                "RETURN toFloat(100 * k) / n AS share"
            ),
            "8.8% of the books.",
        ),
        (
            "MATCH (m:Member) WHERE m.email STARTS WITH 'a.' RETURN m.firstName, m.lastName, m.email ORDER BY m.email",
            "Anna Kowalska (email: a.kowalska@example.org).",
        ),
        ("MATCH (b:Book) RETURN DISTINCT b.language ORDER BY b.language LIMIT 2", "2 languages: Czech and English."),
        ("MATCH (b:Book {title: 'R.U.R.'}) RETURN b", "R.U.R."),
    ],
)
def test_computed_numbers_and_names(say: Say, cypher: str, text: str) -> None:
    assert text in say(cypher)


def test_the_day_of_a_moment_at_midnight() -> None:
    wording = Wording(Display(GraphSchema(labels=(), relationships=(), node_count=0, relationship_count=0)))
    assert wording.cell("2002-05-01 00:00:00") == wording.cell(dt.datetime(2002, 5, 1)) == "2002-05-01"  # noqa: DTZ001
    assert wording.cell("2002-05-01 00:00:07") == "2002-05-01 00:00:07"
    assert wording.cell(" ") == "(blank)"


@pytest.mark.parametrize(
    ("duration", "text"),
    [
        (Duration(seconds=180_000), "50 hours"),
        (Duration(14, 1, 3_661), "1 year 2 months 1 day 1 hour 1 minute 1 second"),
        (Duration(0, -3, -90, -500_000_000), "-3 days -1 minutes -30.5 seconds"),
        (Duration(), "0 seconds"),
    ],
)
def test_durations_are_told_in_words(duration: Duration, text: str) -> None:
    wording = Wording(Display(GraphSchema(labels=(), relationships=(), node_count=0, relationship_count=0)))
    assert wording.cell(duration) == text


def test_labels_in_the_plural_are_said_in_the_singular() -> None:
    label = LabelInfo(name="orders", count=2, properties=(_key("orderID", 2),))
    display = Display(GraphSchema(labels=(label,), relationships=(), node_count=2, relationship_count=0))
    order = Node("orders:7", ("orders",), {"orderID": 7, "paid": True})
    assert Wording(display).node(order) == "order 7"
    assert Cards(display).card(order) == "order 7 is an order:\n  paid: yes"


def test_nested_records_without_a_name_are_told_by_their_properties() -> None:
    label = LabelInfo(name="stops", count=2, properties=(_key("sequence", 2),))
    stop = Node("tours[0].stops[2]", ("stops",), {"note": "x" * 50, "sequence": 7, "town": "York"})
    wanted = "stop (sequence 7, town York)"
    nameless = Wording(Display(GraphSchema(labels=(), relationships=(), node_count=0, relationship_count=0)))
    assert nameless.node(stop) == wanted
    assert nameless.introduced(stop, label.properties) == wanted
    assert nameless.node(Node("tours[0]", ("tours",), {})) == "tour tours[0]"
    assert nameless.node(Node("tours[3.1].fare", ("fare",), {"currency": "euro", "amount": 7})) == (
        "fare (currency euro, amount 7)"
    )
    assert nameless.node(Node("_:4", ("Address",), {"town": "York"})) == "address (town York)"
    depth = PropertyInfo(name="depth_m", type=ValueType.FLOAT, present=2, distinct=1, samples=("2.5",), unit="m")
    rows = GraphSchema(
        labels=(LabelInfo(name="stops", count=2, properties=(depth,)),),
        node_count=2,
        relationships=(),
        relationship_count=0,
    )
    row = Node("stops:row 3", ("stops",), {"town": "York", "depth_m": 2.5})
    assert Wording(Display(rows)).introduced(row, (depth,)) == "stop (town York, depth 2.5 m)"


def test_people_are_called_by_both_their_names() -> None:
    names = [
        PropertyInfo(name=name, type=ValueType.STRING, present=2, distinct=2, samples=("Ann",))
        for name in ("nameGiven", "nameLast", "nameFirst")
    ]
    label = LabelInfo(name="People", count=2, properties=(_key("ID", 2), *names))
    schema = GraphSchema(labels=(label,), relationships=(), node_count=2, relationship_count=0)
    person = Node("p", ("People",), {"ID": 1, "nameGiven": "Annie Mae", "nameLast": "Lee", "nameFirst": "Ann"})
    assert Wording(Display(schema)).node(person) == "Ann Lee"


def test_since_stands_before_its_value() -> None:
    name = PropertyInfo(name="name", type=ValueType.STRING, present=2, distinct=2, samples=("Ann",))
    label = LabelInfo(name="Member", count=2, properties=(name, _key("memberSince", 2)))
    schema = GraphSchema(labels=(label,), relationships=(), node_count=2, relationship_count=0)
    composer = Composer(schema, Display(schema), 10)
    plan = lift(parse("MATCH (m:Member) RETURN m.memberSince"))
    assert composer.compose(plan, [(2006,)], of={0: "Ann"})[0] == "Ann: member since 2006."
    assert composer.compose(plan, [(2006,)])[0] == "Member since 2006."


def test_the_day_of_an_event_stands_behind_what_happened() -> None:
    name = PropertyInfo(name="name", type=ValueType.STRING, present=2, distinct=2, samples=("Ann",))
    paid = PropertyInfo(name="paid_on", type=ValueType.DATE, present=2, distinct=2)
    schema = GraphSchema(
        labels=(LabelInfo(name="Bill", count=2, properties=(name, paid)),),
        relationships=(),
        node_count=2,
        relationship_count=0,
    )
    composer = Composer(schema, Display(schema), 10)
    day = dt.date(2024, 5, 1)
    plan = lift(parse("MATCH (b:Bill) RETURN max(b.paid_on)"))
    assert composer.compose(plan, [(day,)])[0] == "Latest paid on 2024-05-01."
    plan = lift(parse("MATCH (b:Bill) RETURN b.paid_on"))
    assert composer.compose(plan, [(day,)], of={0: "Bill 7"})[0] == "Bill 7: paid on 2024-05-01."


def test_a_reference_is_counted_as_the_rows_that_have_it() -> None:
    ends = (Endpoints(start="visits", end="rooms", count=3),)
    schema = GraphSchema(
        labels=(LabelInfo(name="visits", count=3), LabelInfo(name="rooms", count=2)),
        relationships=(
            RelationshipInfo(type="ROOMS", count=3, endpoints=ends),
            RelationshipInfo(type="CLEANED_IN", count=3, endpoints=ends),
        ),
        node_count=5,
        relationship_count=6,
    )
    composer = Composer(schema, Display(schema), 10)
    said = "MATCH (r:rooms)<-[x:{}]-(v:visits) RETURN r.number AS number, count(x) AS times"
    assert composer.compose(lift(parse(said.format("ROOMS"))), [(7, 2), (8, 1)])[0].startswith("Number of visits by")
    text = composer.compose(lift(parse(said.format("CLEANED_IN"))), [(7, 2), (8, 1)])[0]
    assert text.startswith("Number of “cleaned in” relationships by")


def test_an_amount_is_said_with_what_it_is_in() -> None:
    amount = PropertyInfo(name="amount", type=ValueType.FLOAT, present=2, distinct=2, samples=("15.58",))
    label = LabelInfo(name="price", count=2, properties=(amount,))
    wording = Wording(Display(GraphSchema(labels=(label,), relationships=(), node_count=2, relationship_count=0)))
    assert wording.node(Node("p", ("price",), {"amount": 15.58, "currencyCode": "GBP"})) == "15.58 GBP"
    assert wording.node(Node("p", ("price",), {"amount": 15.58, "vat": "full"})) == "15.58"


def _key(name: str, count: int) -> PropertyInfo:
    return PropertyInfo(name=name, type=ValueType.INTEGER, present=count, distinct=count, samples=("7",))


def test_long_names_and_texts_are_cut() -> None:
    assert (
        short_name("Basic Wall:Interior - Partition (92mm Stud):128360")
        == "Basic Wall:Interior - Partition (92mm Stud)"
    )
    assert short_name("parser.c:1204") == "parser.c:1204"
    assert short_name("x" * 200) == "x" * 80 + "…"
    wording = Wording(Display(GraphSchema(labels=(), relationships=(), node_count=0, relationship_count=0)))
    assert wording.cell("y" * 1500) == "y" * 400 + " … (1,500 characters)"
    assert wording.cell(tuple(range(25))).endswith("18, 19 and 5 more")
    assert wording.cell(2.345678, "m", computed=True) == "2.346 m"
    assert wording.cell(2.345678, "m²", computed=True) == "2.35 m²"


def test_values_are_told_with_what_they_were_read_from(say: Say) -> None:
    text = say("MATCH (b:Branch) RETURN b.seats ORDER BY b.seats", r0="Northgate", r2="Market Square")
    assert text == "3 values of seats: 25 (Northgate), 60 and 140 (Market Square)."


@pytest.mark.parametrize(
    ("cypher", "text"),
    [
        (
            "MATCH (m:Member)-[:REGISTERED_AT]->(b:Branch) RETURN b.name, count(DISTINCT m) AS n ORDER BY n DESC",
            "Number of members by branch:\n  Market Square: 8\n  Riverside: 7\n  Northgate: 3",
        ),
        (
            "MATCH (b:Branch) RETURN b.name, sum(b.seats) AS n ORDER BY n",
            "Total number of seats by branch:\n  Northgate: 25\n  Riverside: 60\n  Market Square: 140",
        ),
        (
            "MATCH (b:Branch) RETURN b.seats AS s, b ORDER BY s",
            "Seats by branch:\n  Northgate: 25\n  Riverside: 60\n  Market Square: 140",
        ),
        (
            "MATCH (b:Branch) RETURN b.seats AS s, b.opened AS o ORDER BY s",
            "Seats, date opened:\n  25, 1937-03-20\n  60, 1994-05-14\n  140, 1968-09-02",
        ),
        (
            "MATCH (b:Book) RETURN b.title, b.pages, b.year ORDER BY b.year LIMIT 2",
            "Pages, year by book:\n  Pride and Prejudice: 416, 1813\n  Emma: 480, 1815",
        ),
    ],
)
def test_tables(say: Say, cypher: str, text: str) -> None:
    assert say(cypher) == text


def test_rows_of_several_properties_begin_with_what_they_were_read_from(say: Say) -> None:
    text = say("MATCH (b:Branch) RETURN b.seats AS s, b.opened AS o ORDER BY s", r0="Northgate", r1="Riverside")
    assert text == "Seats, date opened:\n  Northgate: 25, 1937-03-20\n  Riverside: 60, 1994-05-14\n  140, 1968-09-02"


def test_a_long_table_is_cut_and_says_so(say: Say) -> None:
    head, *lines = say("MATCH (b:Book) RETURN b.title, b.pages").splitlines()
    assert head == "Pages by book:"
    assert len(lines) == 11
    assert lines[-1] == "  and 24 more rows (34 in all)"


@pytest.mark.parametrize(
    ("cypher", "of", "text"),
    [
        (
            "MATCH (m:Member)-[:REGISTERED_AT]->(b:Branch {name: 'Northgate'}) RETURN b, count(m)",
            None,
            "Northgate (3 members).",
        ),
        (
            "MATCH (:Member)-[r:BORROWED]->(b:Book {title: 'Emma'}) RETURN b, count(r)",
            None,
            "Emma (borrowed once).",
        ),
        (
            "MATCH (:Member)-[r:BORROWED]->(b:Book {title: 'Pride and Prejudice'}) RETURN b, count(r)",
            None,
            "Pride and Prejudice (borrowed 4 times).",
        ),
        ("MATCH (b:Book) RETURN min(b.price), max(b.price)", None, "Lowest price: 6.9; highest price: 26.5."),
        ("MATCH (b:Book {title: 'Emma'}) RETURN b.title, b.year", None, "Emma (year: 1815)."),
        ("MATCH (b:Book {title: 'Emma'}) RETURN b.pages, b.year", "Emma", "Emma (pages: 480, year: 1815)."),
        ("MATCH (b:Book {title: 'Emma'}) RETURN b.pages, b.year", None, "Pages: 480; year: 1815."),
    ],
)
def test_one_row_of_several_columns(say: Say, cypher: str, of: str | None, text: str) -> None:
    assert (say(cypher) if of is None else say(cypher, r0=of)) == text


@pytest.mark.parametrize(
    ("cypher", "text"),
    [
        ("MATCH (b:Book) WHERE b.price > 100 RETURN b", "None: no books match."),
        ("MATCH (b:Book) WHERE b.price > 100 RETURN b.title", "None: no books match."),
        ("MATCH (b:Book) WHERE b.price > 100 RETURN b.language", "None: no language was found."),
        ("MATCH (b:Book) WHERE b.price > 100 RETURN b.pages", "None: no pages were found."),
        ("MATCH (b:Book)-[:HELD_AT]->(x:Branch) WHERE b.price > 100 RETURN x, count(b)", "None: no branches match."),
    ],
)
def test_nothing_found_is_said(say: Say, cypher: str, text: str) -> None:
    assert say(cypher) == text


@pytest.mark.parametrize(
    ("name", "unit", "said", "value"),
    [
        ("weight_kg", "kg", "weight", "2.5 kg"),
        ("maxLoadKg", "kg", "max load", "2.5 kg"),
        ("kg", "kg", "kg", "2.5 kg"),
        ("weight_kg", None, "weight kg", "2.5"),
        ("labour_hours", "hours", "labour hours", "2.5"),
    ],
)
def test_a_unit_is_said_once(name: str, unit: str | None, said: str, value: str) -> None:
    info = PropertyInfo(name=name, type=ValueType.FLOAT, present=3, distinct=3, unit=unit)
    assert called(info) == said
    node = Node(element_id="p1", labels=("Parcel",), properties={"name": "Box", name: 2.5})
    shown = Wording(Display(GraphSchema(labels=(), relationships=(), node_count=1, relationship_count=0)))
    assert shown.introduced(node, [info]) == f"parcel p1 ({said} {value})"


def test_columns_are_parted_by_semicolons_where_numbers_have_commas(library: KnowledgeBase) -> None:
    plan = lift(parse("MATCH (b:Book) RETURN b.title, b.pages, b.year"))
    text, _ = library.context.composer.compose(plan, [("Emma", 480_000, 1815), ("Dune", 412, 1965)])
    assert text == "Pages, year by book:\n  Emma: 480,000; 1815\n  Dune: 412, 1965"


@pytest.mark.parametrize(
    ("noun", "cell", "said"),
    [
        ("population", 866_820, "866,820"),
        ("monthly salary", -12_000, "-12,000"),
        ("seats", 9_999, "9999"),
        ("zip code", 90_210, "90210"),
        ("order number", 10_248, "10248"),
        ("invoice", 10_248, "10248"),
        ("built year", 12_000, "12000"),
        ("", 10_248, "10248"),
    ],
)
def test_long_numbers_are_grouped_unless_they_number_something(noun: str, cell: int, said: str) -> None:
    empty = GraphSchema(labels=(), relationships=(), node_count=0, relationship_count=0)
    assert Wording(Display(empty)).cell_of(noun, cell) == said
