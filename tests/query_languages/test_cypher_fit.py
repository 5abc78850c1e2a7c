"""How a query fits its graph: what only notes, what the schema cannot tell, values that are absent, products."""

from __future__ import annotations

import pytest
from cypher_graph import REPAIRED, SCHEMA

from fingerpost.core.errors import QueryRejected
from fingerpost.core.schema import ValueType
from fingerpost.query_languages.cypher.gate import findings, verify
from fingerpost.query_languages.findings import Severity
from fingerpost.query_languages.policy import Policy

ILL_FITTING = {
    "N001": "MATCH (b:book) RETURN b",
    "N002": "MATCH (b:Book)<-[:wrote]-(a) RETURN a",
    "N003": "MATCH (b:Book) RETURN b.titel AS t",
    "N004": "MATCH (b:Book)-[:WROTE]->(a:Author) RETURN a",
    "N005": "MATCH (b:Book) WHERE b.year > '1900' RETURN b",
    "N007": "MATCH (a), (b), (c), (d), (e) RETURN count(*) AS n",
}


@pytest.mark.parametrize("code", ILL_FITTING)
def test_where_the_schema_is_open_nothing_is_refused_or_guessed(code):
    loose = Policy(max_steps=10**12)
    query = verify(ILL_FITTING[code], SCHEMA.model_copy(update={"open": True}), dialect="neo4j", policy=loose)
    assert [(note.code, note.severity) for note in query.notes] == [(code, Severity.NOTE)]
    assert query.fixes_applied == ()
    assert query.text == verify(ILL_FITTING[code], None, dialect="neo4j", policy=loose).text


def with_book(**changes):
    """The schema with its first label changed."""
    book, *others = REPAIRED.labels
    return REPAIRED.model_copy(update={"labels": (book.model_copy(update=changes), *others)})


def of_type(kind):
    (title, *rest) = [p for p in REPAIRED.label_by_name["Book"].properties if p.name in ("title", "year")]
    return with_book(properties=(title.model_copy(update={"type": kind}), *rest))


def test_kinds_that_are_not_known_are_not_compared():
    assert findings("MATCH (b:Book) WHERE b.title > 3 RETURN b", of_type(ValueType.MIXED)) == []


@pytest.mark.parametrize("kind", sorted(set(ValueType) - {ValueType.MIXED, ValueType.INTEGER, ValueType.FLOAT}))
def test_any_other_kind_is_never_a_number(kind):
    (finding,) = findings("MATCH (b:Book) WHERE b.title > 3 RETURN b", of_type(kind))
    assert finding.code == "N005"


@pytest.mark.parametrize(
    "text",
    [
        "MATCH (b) WHERE b.name = 'x' AND b.year > 3 RETURN b",
        "MATCH (b:Book) WHERE b.year > b.pages RETURN b",
        "MATCH (b:Book) WHERE toInteger(b.title) > 3 RETURN b",
        "MATCH (b:Book) WHERE b.year IN ['1900', 1900] RETURN b",
        "MATCH (b:Book) WHERE b.year = null RETURN b",
        "MATCH (b:Book|Author) WHERE b.born > date('1900-01-01') RETURN b",
        "MATCH (a:!Book)-[:IN_GENRE]->(g) RETURN g",
        "MATCH (b:Book)-[:IN_GENRE|WROTE]-(x) RETURN x",
        "MATCH (b:Book)-[:IN_GENRE*0..2]->(m:Member) RETURN m",
        "MATCH (a:Author)-[:WROTE|IN_GENRE*2]->(g:Genre) RETURN g",
        "MATCH (:Author)-[r]->(:Book) RETURN type(r) AS t",
    ],
)
def test_what_may_be_found_is_not_doubted(text):
    assert findings(text, REPAIRED) == []


@pytest.mark.parametrize(("value", "fixed"), [("1900", {}), (1900, {"y": 1900})])
def test_a_parameter_is_compared_as_what_it_holds(value, fixed):
    query = verify("MATCH (b:Book) WHERE b.year > $y RETURN b", SCHEMA, dialect="neo4j", parameters={"y": value})
    assert query.parameters == fixed
    assert bool(query.fixes_applied) == (not fixed)


STORED = {"Emma", "EMMA", "Persuasion"}


def stored(owner, name, text):
    if (owner, name) != ("Book", "title"):
        return None
    return frozenset(value for value in STORED if value.lower() == text.lower())


@pytest.mark.parametrize(
    ("condition", "noted"),
    [
        ("b.title = 'Emma'", []),
        ("b.title = 'emma'", [("'emma'", "EMMA")]),
        ("'Ema' = b.title", [("'Ema'", None)]),
        ("b.title IN ['Emma', 'Ema', 'persuasion']", [("'Ema'", None), ("'persuasion'", "Persuasion")]),
        ("b.title = $given", [("'emma'", "EMMA")]),
        ("b.title <> 'Ema'", []),
        ("b.isbn = 'Ema'", []),
    ],
)
def test_a_value_that_is_absent_is_a_note(condition, noted):
    text = f"MATCH (b:Book) WHERE {condition} RETURN b"
    query = verify(text, SCHEMA, dialect="neo4j", parameters={"given": "emma"}, stored=stored)
    assert [(note.code, note.severity, note.suggestion) for note in query.notes] == [
        ("N006", Severity.NOTE, suggestion) for _, suggestion in noted
    ]
    assert [note.message.removeprefix("no Book has the title ") for note in query.notes] == [text for text, _ in noted]
    assert query.fixes_applied == ()


def test_a_value_in_braces_is_looked_for_too():
    query = verify("MATCH (b:Book {title: 'Ema'}) RETURN b", SCHEMA, stored=stored)
    assert [note.code for note in query.notes] == ["N006"]


MANY = SCHEMA.model_copy(
    update={
        "labels": tuple(label.model_copy(update={"count": 10_000}) for label in SCHEMA.labels),
        "node_count": 40_000,
    }
)


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ("MATCH (b:Book), (a:Author) RETURN count(*) AS n", True),
        ("MATCH (b:Book) MATCH (a:Author) RETURN count(*) AS n", True),
        ("MATCH (b:Book) WITH b, b.title AS t MATCH (a:Author) RETURN count(*) AS n", True),
        ("MATCH (b:Book), (a:Author) WHERE b.pages > a.born.year RETURN count(*) AS n", True),
        ("MATCH (b:Book) CALL (b) { MATCH (x:Author), (y:Genre) RETURN count(*) AS n } RETURN n", True),
        ("MATCH (b:Book)<-[:WROTE]-(a), (m:Member)-[:BORROWED]->(c:Book) RETURN count(*) AS n", True),
        ("MATCH (b:Book), (a:Author) RETURN b, a LIMIT 3", False),
        ("MATCH (b:Book), (a:Author) RETURN b, a ORDER BY b.title LIMIT 3", True),
        ("MATCH (b:Book), (a:Author) WHERE b.title = a.name RETURN count(*) AS n", False),
        ("MATCH (b:Book {isbn: '1'}), (a:Author) RETURN count(*) AS n", True),
        ("MATCH (b:Book {isbn: '1'}), (a:Author {name: 'x'}) RETURN count(*) AS n", False),
        ("MATCH (b:Book), (a:Author), (a)-[:WROTE]->(b) RETURN count(*) AS n", False),
        ("MATCH (b:Book) WITH count(b) AS c MATCH (a:Author) RETURN count(a) AS n, c", False),
        ("MATCH (b:Book) WHERE EXISTS { MATCH (b)<-[:WROTE]-(a), (b)-[:IN_GENRE]->(g) } RETURN b", False),
        ("MATCH (b:Book) RETURN b UNION MATCH (b:Author) RETURN b", False),
    ],
)
def test_patterns_that_nothing_joins_are_refused_by_their_size(text, refused):
    schema = MANY.model_copy(
        update={"labels": tuple(_distinct(label) for label in MANY.labels)},
    )
    found = [finding.code for finding in findings(text, schema, policy=Policy(max_steps=10**15))]
    assert ("N007" in found) == refused


def _distinct(label):
    """The label with as many values under each property as make an equality leave two thousand of its nodes."""
    return label.model_copy(
        update={"properties": tuple(p.model_copy(update={"distinct": 5}) for p in label.properties)}
    )


def test_the_size_of_a_product_is_a_matter_of_policy():
    text = "MATCH (b:Book), (a:Author) RETURN count(*) AS n"
    assert verify(text, SCHEMA, policy=Policy(max_product=100)).notes == ()
    with pytest.raises(QueryRejected, match="about 100 combinations, and at most 99 are allowed"):
        verify(text, SCHEMA, policy=Policy(max_product=99))


@pytest.mark.parametrize(
    ("condition", "fixed"),
    [
        ("b.title >= date('2024-01-01')", "date(b.title) >= date($fp1)"),
        ("b.title = '2024-01-01'", "date(b.title) = date($fp1)"),
        ("date('2024-01-01') < b.title", "date($fp1) < date(b.title)"),
        ("a.born = b.title", "a.born = date(b.title)"),
    ],
)
def test_a_moment_is_compared_with_a_day_by_its_day(condition, fixed):
    query = verify(f"MATCH (a:Author), (b:Book) WHERE {condition} RETURN b", of_type(ValueType.DATETIME))
    assert query.text == f"MATCH (a:Author), (b:Book) WHERE {fixed} RETURN b"
    assert query.fixes_applied == ("the day of title was compared",)


def test_moments_with_and_without_a_zone_are_never_equal():
    (finding,) = findings("MATCH (b:Book) WHERE b.title = localdatetime() RETURN b", of_type(ValueType.DATETIME))
    assert finding.message == "title is a datetime, and is compared with a local datetime"


def test_a_date_has_no_hour():
    (finding,) = findings("MATCH (a:Author) RETURN a.born.hour", SCHEMA)
    assert finding.code == "N005"
