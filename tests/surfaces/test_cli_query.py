"""`query` and `schema`: rows as text and JSON, parameters, refusals, and the schema that comes out."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from command_line import cli

import fingerpost
from fingerpost.core.cells import decode
from fingerpost.core.schema import GraphSchema

TITLES = "MATCH (a:Author {name: 'Emily Brontë'})-[:WROTE]->(b:Book) RETURN b.title AS title, b.pages AS pages"


def test_piped_rows_have_tabs_between(library_path: Path) -> None:
    ran = cli("query", library_path, TITLES)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == "title\tpages\nWuthering Heights\t400\n"


def test_cells_of_every_kind(library_path: Path) -> None:
    text = (
        "MATCH (m:Member {memberId: 'M18'})-[r:REGISTERED_AT]->(b:Branch) "
        "RETURN m, r, m.email, m.student, b.openDays, m.joined, m.lastName + '\\t|\\n' AS odd"
    )
    ran = cli("query", library_path, text)
    assert ran.out.splitlines()[1].split("\t") == [
        "Member M18 “Peter Novák”",
        "M18 -[REGISTERED_AT]-> B2",
        "",
        "false",
        "[Tuesday, Wednesday, Friday, Saturday]",
        "2026-02-02",
        "Novák\\t|\\n",
    ]


def test_json_rows_decode_to_what_was_stored(library_path: Path) -> None:
    text = "MATCH (m:Member {memberId: 'M18'}) RETURN m, m.joined AS joined, m.email AS email"
    ran = cli("query", library_path, text, "--json")
    assert (ran.code, ran.err) == (0, "")
    document = ran.json
    assert set(document) == {"columns", "rows", "cut", "total", "milliseconds", "notes"}
    assert document["columns"] == ["m", "joined", "email"]
    assert (document["cut"], document["total"], document["notes"]) == (False, 1, [])
    with fingerpost.open(library_path) as kb:
        assert tuple(decode(cell) for cell in document["rows"][0]) == kb.query(text).rows[0]


@pytest.mark.parametrize(
    ("parameter", "expected"),
    [
        ("x=Emma", ["Emma"]),
        ('x="Emma"', ["Emma"]),
        ("x=a=b", ["a=b"]),
        ("x=12", [12]),
        ("x=1.5", [1.5]),
        ("x=true", [True]),
        ("x=[1, 2]", [[1, 2]]),
        ("x=NaN", ["NaN"]),
        ("x=", [""]),
        ('x={"$date": "2026-03-09"}', [{"$date": "2026-03-09"}]),
    ],
)
def test_parameters_are_json_or_text(library_path: Path, parameter: str, expected: list[object]) -> None:
    ran = cli("query", library_path, "RETURN $x AS x", "--param", parameter, "--json")
    assert ran.json["rows"] == [expected]


def test_a_parameter_is_never_part_of_the_query(library_path: Path) -> None:
    given = "title=' OR 1=1 DETACH DELETE b //"
    ran = cli("query", library_path, "MATCH (b:Book {title: $title}) RETURN b.title", "--param", given)
    assert (ran.code, ran.out) == (0, "b.title\n")


def test_a_limit_that_cuts_is_said(library_path: Path) -> None:
    text = "MATCH (b:Book) RETURN b.title"
    ran = cli("query", library_path, text, FINGERPOST_ROW_LIMIT="5")
    assert len(ran.out.splitlines()) == 6
    assert ran.err.startswith("note: only the first 5 of 34 rows were kept")
    as_json = cli("query", library_path, text, "--json", FINGERPOST_ROW_LIMIT="5")
    assert as_json.json["cut"] is True
    assert as_json.json["total"] == 34
    assert as_json.err == ""


def test_what_was_repaired_is_said(library_path: Path) -> None:
    ran = cli("query", library_path, "MATCH (a:Author {authorId: 'A01'})-[*]->(b:Branch) RETURN count(*) > 0 AS found")
    assert ran.out == "found\ntrue\n"
    assert ran.err.startswith("note: a path without an upper bound was limited")


@pytest.mark.parametrize(
    "text",
    [
        "MATCH (b:Book) DETACH DELETE b",
        "CREATE (b:Book)",
        "MATCH (b:Book) SET b.price = 0 RETURN b",
        "LOAD CSV FROM 'file:///etc/passwd' AS line RETURN line",
        "CALL db.labels()",
        "MATCH (b:Book) RETURN b; MATCH (n) DELETE n",
        "MATCH (b:Bok) RETURN b",
        "MATCH (b:Book) RETURN b.prce",
        "MATCH (b:Book RETURN b",
        "",
        "   ",
        "RETURN $missing",
        "RETURN 1 " + "+ 1 " * 30_000,
        "RETURN " + "(" * 2_000 + "1" + ")" * 2_000,
    ],
)
def test_refusals(library_path: Path, text: str, unharmed: Callable[[], bool]) -> None:
    ran = cli("query", library_path, text)
    assert (ran.code, ran.out) == (8, "")
    assert ran.err.startswith("error: the query was refused [query.")
    as_json = cli("query", library_path, text, "--json")
    assert (as_json.code, as_json.out) == (8, "")
    assert as_json.error["details"]["findings"]
    assert unharmed()


def test_findings_point_at_the_spot(library_path: Path) -> None:
    ran = cli("query", library_path, "MATCH (b:Bok)\nRETURN foo(b)")
    assert ran.err.splitlines() == [
        "error: the query was refused [query.rejected]",
        "N001 no node of this graph has the label Bok — did you mean Book?",
        "  line 1, column 10",
        "  MATCH (b:Bok)",
        "           ^",
        "C010 the function foo is not on the list of allowed ones — did you mean floor?",
        "  line 2, column 8",
        "  RETURN foo(b)",
        "         ^",
    ]


def test_a_runaway_query_is_ended(library_path: Path) -> None:
    text = "MATCH (a)-[*1..8]-(b) MATCH (c)-[*1..8]-(d) RETURN count(*)"
    ran = cli("query", library_path, text, FINGERPOST_TIME_LIMIT_MS="300")
    assert (ran.code, ran.out) == (9, "")
    assert "[limit." in ran.err


def test_the_schema_as_text(library_path: Path) -> None:
    ran = cli("schema", library_path)
    assert (ran.code, ran.err) == (0, "")
    lines = [" ".join(line.split()) for line in ran.out.splitlines()]
    assert lines[0] == "89 nodes, 221 relationships"
    for line in (
        "Book (34)",
        "pages integer 100% present 25 distinct",
        "email string 83% present 15 distinct",
        "BORROWED (50)",
        "(Member)->(Book) 50",
        "returnDate date 90% present 42 distinct",
    ):
        assert line in lines


def test_a_name_in_another_case_is_that_of_a_label_before_a_type(tmp_path: Path) -> None:
    (tmp_path / "doctor.csv").write_text("doctor_id,name\n1,Ann\n2,Bob\n")
    (tmp_path / "visit.csv").write_text("visit_id,doctor_id\n7,1\n8,2\n")
    cli("load", tmp_path / "doctor.csv", tmp_path / "visit.csv", "--into", tmp_path / "kb.fp")
    assert cli("schema", tmp_path / "kb.fp", "Doctor").out.startswith("doctor (2)\n")
    assert cli("schema", tmp_path / "kb.fp", "DOCTOR").out.startswith("DOCTOR (2)\n")
    assert "Ann" in cli("sample", tmp_path / "kb.fp", "Doctor").out
    assert cli("sample", tmp_path / "kb.fp", "nurse").code == 8


def test_the_schema_tells_units_and_what_the_pack_knows(tmp_path: Path, house_source: Path) -> None:
    pytest.importorskip("ifcopenshell", reason="needs the extra ifc")
    assert cli("load", house_source, "--into", tmp_path / "h.fp").code == 0
    ran = cli("schema", tmp_path / "h.fp")
    lines = [" ".join(line.split()) for line in ran.out.splitlines()]
    assert "length float 100% present 6 distinct in m" in lines
    assert any(line.startswith("In the pack, but not in this graph: ") and "Column" in line for line in lines)
    assert not any(line.startswith("Column (") for line in lines)


def test_the_schema_as_json_is_a_schema(library_path: Path) -> None:
    ran = cli("schema", library_path, "--json")
    assert (ran.code, ran.err) == (0, "")
    with fingerpost.open(library_path) as kb:
        assert GraphSchema.model_validate(ran.json) == kb.schema
