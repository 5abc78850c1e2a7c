"""How large a query may be, and what a refusal of a large one shows."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import pytest

from fingerpost.core.errors import QueryRejected, UnsupportedConstruct
from fingerpost.query_languages.cypher.dialects import DIALECTS
from fingerpost.query_languages.cypher.extent import MAX_ABREAST, MAX_CLAUSES, MAX_PARTS, MAX_STEPS
from fingerpost.query_languages.cypher.gate import findings, verify
from fingerpost.query_languages.cypher.parser import Parser
from fingerpost.query_languages.findings import Severity


def _subqueries(count: int) -> str:
    return "".join(f"CALL {{ RETURN 1 AS x{number} }} " for number in range(count))


LARGE: dict[str, tuple[int, Callable[[int], str]]] = {
    "clauses": (MAX_CLAUSES, lambda n: "UNWIND [1] AS x " + "WITH x " * (n - 2) + "RETURN x"),
    "clauses of unions": (MAX_CLAUSES, lambda n: " UNION ".join(["RETURN 1 AS x"] * n)),
    "clauses of subqueries": (MAX_CLAUSES, lambda n: _subqueries((n - 1) // 2) + "RETURN 1 AS y"),
    "nodes": (MAX_STEPS, lambda n: "MATCH " + ", ".join(f"(n{i})" for i in range(n)) + " RETURN 1 AS x"),
    "steps": (MAX_STEPS, lambda n: "MATCH ()" + "-->()" * ((n - 1) // 2) + " RETURN 1 AS x"),
    "labels": (MAX_ABREAST, lambda n: "MATCH (n" + "".join(f":L{i}" for i in range(n)) + ") RETURN n"),
    "types": (MAX_ABREAST, lambda n: "MATCH ()-[r:" + "|".join(f"T{i}" for i in range(n)) + "]->() RETURN r"),
    "properties": (MAX_ABREAST, lambda n: "MATCH (n {" + ", ".join(f"k{i}: 1" for i in range(n)) + "}) RETURN n"),
    "parts": (MAX_PARTS, lambda n: "MATCH (n) RETURN [" + ", ".join(["n"] * (n - 8)) + "] AS x"),
    "entries": (MAX_PARTS, lambda n: "RETURN {" + ", ".join(f"k{i}: 1" for i in range(n - 4)) + "} AS x"),
}


@pytest.mark.sampled(4)
@pytest.mark.parametrize("what", LARGE)
@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_query_has_as_many_parts_of_a_kind_as_can_be_checked_in_time(what, dialect):
    most, make = LARGE[what]
    with suppress(UnsupportedConstruct):
        verify(make(most), dialect=dialect)
    for tree in (make(most + 3), parse_without_bounds(make(most + 3))):
        assert [finding.code for finding in findings(tree)] == ["B016"]


def parse_without_bounds(text):
    """The tree of a text that the parser would refuse: one that a program made."""
    parser = Parser(text)
    return parser.query(nested=False)


def test_a_refusal_with_many_findings_shows_the_first_of_them_in_a_few_lines():
    text = "MATCH (n) RETURN " + ", ".join(f"unknown{i} AS x{i}" for i in range(1_500))
    with pytest.raises(QueryRejected) as refused:
        verify(text)
    assert len(refused.value.details["findings"]) == 1_500
    assert str(refused.value).count("unknown") > 20
    assert str(refused.value).endswith("\nand 1480 more")
    assert len(str(refused.value)) < 10_000


def test_a_long_line_is_shown_around_the_spot():
    text = "MATCH (n) RETURN '" + "x" * 500 + "', unknown, '" + "y" * 500 + "' AS y"
    with pytest.raises(QueryRejected) as refused:
        verify(text)
    line, caret = str(refused.value).splitlines()[-2:]
    assert line.startswith("  …x")
    assert line.endswith("y…")
    assert line[caret.index("^") :].startswith("unknown")


@pytest.mark.parametrize("hops", ["*..500", "*..999999999", "*999999999..", "*"])
@pytest.mark.parametrize("wrapped", ["MATCH p = shortestPath((a)-[%s]-(b)) RETURN p", "MATCH (a)-[%s]-(b) RETURN a"])
def test_paths_of_any_length_are_bounded_or_refused(hops, wrapped):
    found = findings(wrapped % hops)
    assert {finding.code for finding in found if finding.severity is Severity.ERROR} <= {"B003", "S140"}
