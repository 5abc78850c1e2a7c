"""`verify`: what the gate says, without a graph, with a knowledge base, with a schema in a file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command_line import cli


@pytest.fixture
def schema(library_path: Path, tmp_path: Path) -> Path:
    path = tmp_path / "schema.json"
    path.write_text(cli("schema", library_path, "--json").out, encoding="utf-8")
    return path


def test_without_a_graph(tmp_path: Path) -> None:
    ran = cli("verify", "match (n:Whatever {name: 'x'}) return n.name")
    assert (ran.code, ran.err) == (0, "")
    query, parameters = ran.out.splitlines()
    assert query.startswith("MATCH (n:Whatever {name: $fp1})")
    assert parameters == '// parameters: {"fp1": "x"}'


def test_what_is_printed_is_a_query_again() -> None:
    first = cli("verify", "MATCH (n:A)-[*]->(m) RETURN m.x")
    assert "// repaired: a path without an upper bound was limited" in first.out
    second = cli("verify", "-", stdin=first.out)
    assert (second.code, second.out.splitlines()[0]) == (0, first.out.splitlines()[0])


def test_json(library_path: Path) -> None:
    text = "MATCH (b:Book) WHERE b.price > $least AND b.language = 'Czech' RETURN b.title AS title"
    ran = cli("verify", text, "--kb", library_path, "--param", "least=5", "--json")
    assert (ran.code, ran.err) == (0, "")
    document = ran.json
    assert set(document) == {"text", "language", "dialect", "columns", "parameters", "fixes_applied", "notes"}
    assert (document["dialect"], document["columns"]) == ("kglite", ["title"])
    assert sorted(map(str, document["parameters"].values())) == ["5", "Czech"]


@pytest.mark.parametrize(("dialect", "name"), [("neo4j", "b.name"), ("kglite", "b.name_")])
def test_dialects_print_their_own(library_path: Path, dialect: str, name: str) -> None:
    ran = cli("verify", "MATCH (b:Branch) RETURN b.name", "--kb", library_path, "--dialect", dialect)
    assert f"RETURN {name} " in ran.out


def test_names_are_checked_against_a_schema(schema: Path) -> None:
    assert cli("verify", "MATCH (b:Book) RETURN b.title", "--schema", schema).code == 0
    ran = cli("verify", "MATCH (b:Book) RETURN b.titl", "--schema", schema)
    assert (ran.code, ran.out) == (8, "")
    assert "N003 Book has no property titl — did you mean title?" in ran.err


def test_refusals_as_json(library_path: Path) -> None:
    ran = cli("verify", "MATCH (b:Book) DELETE b", "--kb", library_path, "--json")
    assert (ran.code, ran.out) == (8, "")
    assert ran.error["code"] == "query.writes"
    (finding,) = ran.error["details"]["findings"]
    assert finding["position"] == 15


@pytest.mark.parametrize("text", ["", "\x00", "not cypher", "MATCH (n) RETURN n" + " " * 100_000, "\udce9"])
def test_odd_texts_are_refused(text: str) -> None:
    ran = cli("verify", "-", stdin=text.encode("utf-8", "surrogateescape"))
    assert (ran.code, ran.out) == (8, "")
    assert ran.err.startswith("error: the query was refused [query.")


def test_an_unknown_dialect(library_path: Path) -> None:
    ran = cli("verify", "RETURN 1", "--dialect", "sql")
    assert (ran.code, ran.out) == (8, "")
    assert "there is no dialect sql" in ran.err


@pytest.mark.parametrize("content", [None, "", "[]", "{}", json.dumps({"labels": 1}), "\x00\x01"])
def test_a_file_that_is_no_schema(tmp_path: Path, content: str | None) -> None:
    file = tmp_path / "schema.json"
    if content is not None:
        file.write_text(content, encoding="utf-8")
    ran = cli("verify", "RETURN 1", "--schema", file)
    assert (ran.code, ran.out) == (6, "")
    assert ran.err.startswith(f"error: {file} ")


def test_findings_in_a_repaired_text_point_into_what_was_read(library_path: Path) -> None:
    ran = cli("verify", "-", "--kb", library_path, stdin="Here you are:\n```cypher\nMATCH (b:Film) RETURN b\n```\n")
    assert (ran.code, ran.out) == (8, "")
    assert ran.err.splitlines()[-2:] == ["  MATCH (b:Film) RETURN b", "           ^"]


@pytest.mark.parametrize(("title", "notes"), [("Emma", []), ("EMMA", ["Emma"]), ("Emmma", [None]), ("a " * 20, [])])
def test_a_value_that_the_graph_does_not_hold_is_noted(library_path: Path, title: str, notes: list[str | None]) -> None:
    ran = cli(
        "verify", "MATCH (b:Book) WHERE b.title = $t RETURN b", "--kb", library_path, "--param", f"t={title}", "--json"
    )
    assert [(note["code"], note["suggestion"]) for note in ran.json["notes"]] == [("N006", note) for note in notes]


def test_the_size_of_products_is_a_setting(library_path: Path) -> None:
    text = "MATCH (b:Book), (m:Member) RETURN count(*) AS n"
    assert cli("verify", text, "--kb", library_path).code == 0
    assert (
        "N007 these patterns are disconnected"
        in cli("verify", text, "--kb", library_path, FINGERPOST_MAX_PRODUCT="10").err
    )
