"""SQL over the library, against the same tables in SQLite; what is refused, and by which code."""

from __future__ import annotations

import datetime as dt
import os
import random
import re
import sqlite3
from collections import Counter
from pathlib import Path

import networkx as nx
import pytest

import fingerpost as fp
from fingerpost.core.errors import QueryRejected, UnsupportedConstruct
from fingerpost.query_languages import lift_sql, sql_tables
from fingerpost.query_languages.sql.view import EdgeTable, quoted, view_of

SELECTS = (Path(__file__).parent / "selects.txt").read_text(encoding="utf-8").splitlines()
CODE = re.compile(r'"Q\d{3}"')
LONG = bool(os.environ.get("LONG_TESTS"))


@pytest.fixture(scope="module")
def tables(library):
    """The library's tables in SQLite."""
    connection = sqlite3.connect(":memory:")
    view = view_of(library.schema)
    for table in view.tables.values():
        if isinstance(table, EdgeTable) and not table.listed:
            continue
        columns = [c for c in table.columns.values() if c.listed]
        connection.execute(f"CREATE TABLE {quoted(table.name)} ({', '.join(quoted(c.name) for c in columns)})")
        rows = [[_cell(value) for value in row] for row in library.query(_cypher(view, table, columns)).rows]
        marks = ", ".join("?" for _ in columns)
        connection.executemany(f"INSERT INTO {quoted(table.name)} VALUES ({marks})", rows)
    yield connection
    connection.close()


def _cypher(view, table, columns):
    if isinstance(table, EdgeTable):
        parts = {
            "start": f"s.{view.node_table(table.pair.start).key}",
            "end": f"e.{view.node_table(table.pair.end).key}",
        }
        shown = [parts[c.end] if c.end else f"r.{c.property}" for c in columns]
        return f"MATCH (s:{table.pair.start})-[r:{table.type}]->(e:{table.pair.end}) RETURN {', '.join(shown)}"
    matches, shown = [f"MATCH (n:{table.label})"], []
    for number, column in enumerate(columns):
        if column.target is None:
            shown.append(f"n.{column.property}")
        else:
            matches.append(f"OPTIONAL MATCH (n)-[:{column.type}]->(t{number}:{column.target})")
            shown.append(f"t{number}.{view.node_table(column.target).key}")
    return f"{' '.join(matches)} RETURN {', '.join(shown)}"


def _cell(value):
    if isinstance(value, (dt.date, dt.datetime)):
        return value.isoformat()
    return str(value) if isinstance(value, (list, tuple)) else value


def _rows(rows):
    return Counter(tuple(f"{c:.6g}" if isinstance(c, float) else str(_plain(c)) for c in row) for row in rows)


def _plain(cell):
    """A cell as SQLite has it: booleans are numbers."""
    return int(cell) if isinstance(cell, bool) else _cell(cell)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("select", SELECTS)
def test_a_select_gives_the_rows_of_sqlite(library, tables, select):
    expected = tables.execute(select).fetchall()
    assert _rows(library.query(select, language="sql").rows) == _rows(expected)


@pytest.mark.parametrize(
    "select",
    [
        "SELECT country FROM Author INTERSECT SELECT country FROM Publisher ORDER BY country LIMIT 2",
        "SELECT country FROM Author INTERSECT SELECT country FROM Publisher ORDER BY country DESC LIMIT 1 OFFSET 1",
        "SELECT country FROM Author EXCEPT SELECT country FROM Publisher ORDER BY country DESC",
        "SELECT c FROM (SELECT country AS c FROM Author EXCEPT SELECT country FROM Publisher ORDER BY c LIMIT 3)",
        "SELECT country FROM Author UNION SELECT country FROM Publisher ORDER BY country LIMIT 2 OFFSET 3",
    ],
)
def test_rows_of_two_selects_are_sorted_and_cut(library, tables, select):
    expected = tables.execute(select).fetchall()
    assert list(library.query(select, language="sql").rows) == expected


@pytest.mark.parametrize(
    ("select", "grouped"),
    [
        (
            "SELECT DISTINCT language FROM Book ORDER BY price DESC LIMIT 3",
            "SELECT language FROM Book GROUP BY language ORDER BY max(price) DESC LIMIT 3",
        ),
        (
            "SELECT DISTINCT country FROM Author ORDER BY born, country",
            "SELECT country FROM Author GROUP BY country ORDER BY min(born), country",
        ),
        (
            "SELECT DISTINCT m.lastName FROM Member m JOIN BORROWED r ON r.memberId = m.memberId ORDER BY r.loanDate",
            "SELECT lastName FROM Member JOIN BORROWED USING (memberId) GROUP BY lastName ORDER BY min(loanDate)",
        ),
    ],
)
def test_distinct_rows_that_are_sorted_by_what_is_not_shown_stay_distinct(library, tables, select, grouped):
    assert list(library.query(select, language="sql").rows) == tables.execute(grouped).fetchall()


CONDITIONS = {
    "Book": [
        "price > 12",
        "pages <= 300",
        "language = 'French'",
        "language IN ('English', 'Czech')",
        "title LIKE '%a%'",
    ],
    "Member": ["student", "email IS NULL", "lastName <> 'Kowalska'", "joined < '2015-01-01'"],
    "Author": ["country = 'England'", "died IS NULL", "NOT country IN ('Sweden', 'Japan')"],
    "Branch": ["seats > 50", "NOT stepFree"],
}
COLUMNS = {"Book": ["language", "year"], "Member": ["student"], "Author": ["country"], "Branch": ["name"]}
JOINS = {
    ("Book", "Branch"): "Book JOIN HELD_AT h ON h.isbn = Book.isbn JOIN Branch ON h.branchId = Branch.branchId",
    ("Member", "Book"): "Member JOIN BORROWED x ON x.memberId = Member.memberId JOIN Book ON x.isbn = Book.isbn",
    ("Author", "Book"): "Author JOIN WROTE w ON w.authorId = Author.authorId JOIN Book ON Book.isbn = w.isbn",
    ("Member", "Branch"): "Member JOIN Branch ON Member.registered_at = Branch.branchId",
    **{(name,): name for name in CONDITIONS},
}


def _random_select(chance):
    names = chance.choice(list(JOINS))
    conditions = [_qualified(name, c) for name in names for c in chance.sample(CONDITIONS[name], chance.randint(0, 2))]
    joined = chance.choice((" AND ", " OR ")).join(conditions)
    where = f" WHERE {joined}" if conditions else ""
    column = f"{names[-1]}.{chance.choice(COLUMNS[names[-1]])}"
    form = chance.choice(
        (
            f"SELECT {column}, count(*) FROM {{}} GROUP BY {column}",
            f"SELECT {column} FROM {{}} GROUP BY {column} HAVING count(*) > 1",
            f"SELECT DISTINCT {column} FROM {{}}",
            f"SELECT {column} FROM {{}} ORDER BY {column}",
            "SELECT count(*) FROM {}",
        )
    )
    head, tail = form.split("{}")
    return f"{head}{JOINS[names]}{where}{tail}"


def _qualified(table, condition):
    words = condition.split(" ")
    place = 1 if words[0] == "NOT" else 0
    words[place] = f"{table}.{words[place]}"
    return " ".join(words)


def test_random_selects_give_the_rows_of_sqlite(library, tables):
    chance = random.Random(7)
    for _ in range(1_000 if LONG else 60):
        select = _random_select(chance)
        assert _rows(library.query(select, language="sql").rows) == _rows(tables.execute(select).fetchall()), select


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("DELETE FROM Book", "Q102"),
        ("DROP TABLE Book", "Q102"),
        ("SELECT 1; DROP TABLE Book", "Q102"),
        ("ATTACH DATABASE '/etc/passwd' AS x", "Q102"),
        ("PRAGMA table_info(Book)", "Q102"),
        ("INSERT INTO Book SELECT * FROM Book", "Q102"),
        ("SELECT load_extension('x') FROM Book", "Q103"),
        ("SELECT readfile('/etc/passwd') FROM Book", "Q103"),
        ("WITH RECURSIVE x AS (SELECT title FROM Book) SELECT title FROM x", "Q103"),
        ("SELECT title FROM Book WHERE (", "Q101"),
        ("", "Q102"),
        ("SELECT " + "(" * 5_000 + "1" + ")" * 5_000, "Q101"),
        ("SELECT title FROM Book WHERE " + " OR ".join(["price = 1"] * 200), "Q104"),
        ("x" * 30_000, "Q101"),
        ("SELECT title FROM Book WHERE title = '\ud800'", "Q101"),
        ("SELECT title FROM Novel", "Q201"),
        ("SELECT colour FROM Book", "Q203"),
        ("SELECT b.title FROM Book", "Q203"),
        ("SELECT name FROM Author, Branch", "Q204"),
        ("SELECT 1 FROM Book b, Author b", "Q202"),
        ("SELECT Author.name FROM Author LEFT JOIN Branch ON Branch.seats > 3", "Q205"),
        ("SELECT title FROM Book JOIN WROTE w ON w.isbn = Book.language", "Q206"),
        ("SELECT title FROM Book WHERE isbn IN (SELECT title FROM WROTE)", "Q203"),
        ("SELECT title FROM Book RIGHT JOIN WROTE w ON w.isbn = Book.isbn", "Q103"),
        ("SELECT row_number() OVER () FROM Book", "Q103"),
        ("SELECT title FROM Book WHERE price * 2 > 20", "Q103"),
        ("SELECT title FROM Book NATURAL JOIN Author", "Q103"),
        ("SELECT DISTINCT ON (language) language, title FROM Book", "Q103"),
        ("SELECT CAST(price AS INTEGER) FROM Book", "Q103"),
        ("SELECT title FROM Book ORDER BY year NULLS FIRST", "Q103"),
        ("SELECT title, max(price) FROM Book", "Q207"),
        ("SELECT country FROM Author INTERSECT ALL SELECT country FROM Publisher", "Q103"),
        ("(SELECT country FROM Author LIMIT 9 OFFSET 2) EXCEPT SELECT country FROM Publisher", "Q103"),
        ("SELECT country FROM Author EXCEPT SELECT country FROM Publisher ORDER BY born", "Q103"),
        ("SELECT FROM Book", "Q103"),
        ("SELECT title FROM Book WHERE price > (SELECT price FROM Book WHERE language = 'French')", "Q104"),
        (
            "SELECT 1 FROM Author a LEFT JOIN WROTE w ON w.authorId = a.authorId WHERE w.isbn = '1' OR a.died IS NULL",
            "Q104",
        ),
    ],
)
def test_what_is_not_understood_is_refused_by_its_code(library, text, code):
    with pytest.raises(QueryRejected) as caught:
        library.query(text, language="sql")
    assert caught.value.details["findings"][0]["code"] == code


def test_a_column_of_a_table_that_is_not_read_is_told_by_that_table(library):
    with pytest.raises(QueryRejected) as caught:
        library.query("SELECT title, seats FROM Book", language="sql")
    assert caught.value.message.endswith("no table in FROM has a column seats; Branch has it")


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("SELECT name, reports_to FROM Employee", "Ann Bob Cid"),
        ("SELECT name FROM Employee WHERE reports_to = 'e1' OR city = 'Oslo'", "Ann Bob"),
        ("SELECT e.name FROM Employee e LEFT JOIN Employee m ON e.reports_to = m.id", "Ann Bob Cid"),
        ("SELECT e.name FROM Employee e LEFT JOIN Employee m ON e.reports_to = m.id WHERE m.id IS NULL", "Ann"),
        ("SELECT name FROM Employee e WHERE NOT EXISTS (SELECT 1 FROM Employee m WHERE m.id = e.reports_to)", "Ann"),
        ("SELECT m.name FROM Employee e JOIN Employee m ON e.reports_to = m.id", "Ann Bob"),
    ],
)
def test_a_reference_may_be_empty(reporting, text, names):
    assert sorted(row[0] for row in reporting.query(text, language="sql").rows) == names.split()


@pytest.fixture(scope="module")
def reporting():
    graph = nx.MultiDiGraph()
    for number, (name, city) in enumerate((("Ann", "Oslo"), ("Bob", "Rome"), ("Cid", "Rome")), 1):
        graph.add_node(f"e{number}", type="Employee", id=f"e{number}", name=name, city=city)
    graph.add_edges_from([("e2", "e1", {"type": "REPORTS_TO"}), ("e3", "e2", {"type": "REPORTS_TO"})])
    with fp.open(graph) as kb:
        yield kb


def test_the_gate_checks_what_sql_says(library):
    with pytest.raises(QueryRejected) as caught:
        library.query("SELECT title FROM Book WHERE price > 'many'", language="sql")
    assert caught.value.details["findings"][0]["code"].startswith("N")
    text = "x') RETURN 1 //"
    verified = library.verify(
        f"SELECT title FROM Book WHERE title = '{text.replace(chr(39), chr(39) * 2)}'", language="sql"
    )
    assert text not in verified.text
    assert text in verified.parameters.values()


def test_sql_takes_no_parameters_and_other_languages_are_unknown(library):
    for arguments in ({"language": "gql"}, {"language": "sql", "parameters": {"p": 1}}):
        with pytest.raises(UnsupportedConstruct):
            library.query("SELECT 1", **arguments)


def test_tables_name_keys_and_references(library):
    lines = "\n".join(sql_tables(library.schema))
    assert "isbn TEXT PRIMARY KEY" in lines
    assert "registered_at REFERENCES Branch(branchId)" in lines
    assert "CREATE TABLE BORROWED (memberId REFERENCES Member(memberId), isbn REFERENCES Book(isbn)" in lines
    assert sql_tables(library.schema, {"Genre"}) == ("CREATE TABLE Genre (genreId TEXT PRIMARY KEY, name TEXT);",)


def test_a_relationship_to_one_thing_is_a_table_too(library):
    column = "SELECT m.lastName, b.name FROM Member m JOIN Branch b ON m.registered_at = b.branchId"
    table = (
        "SELECT m.lastName, b.name FROM Member m JOIN REGISTERED_AT r ON r.memberId = m.memberId "
        "JOIN Branch b ON r.branchId = b.branchId"
    )
    assert Counter(library.query(column, language="sql").rows) == Counter(library.query(table, language="sql").rows)


def test_a_plan_of_sql_reads_itself_back(library):
    assert lift_sql("SELECT count(*) FROM Book WHERE price > 20", library.schema).reading == (
        "The number of matches, over every book, where book's price is more than 20"
    )


def test_every_code_is_on_the_page():
    root = Path(__file__).parents[3]
    used = {
        c
        for f in (root / "src/fingerpost/query_languages/sql").glob("*.py")
        for c in CODE.findall(f.read_text("utf-8"))
    }
    page = (root / "docs" / "sql.md").read_text(encoding="utf-8")
    assert set(re.findall(r"\bQ\d{3}\b", page)) == {code.strip('"') for code in used}
