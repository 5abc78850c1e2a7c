"""What the passes over a query's meaning find, by the name that the conformance suite gives it, and where."""

from __future__ import annotations

from pathlib import Path

import pytest

from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.gate import findings
from fingerpost.query_languages.cypher.semantics import analyse
from fingerpost.query_languages.policy import Policy

FIXTURES = Path(__file__).parent / "fixtures"
MARK = "‸"
POLICY = Policy(procedures=frozenset(["db.labels"]))
GIVEN = {"title": "Emma", "most": 3, "more": 1, "properties": {}}


def cases():
    for file in sorted(FIXTURES.glob("*.txt")):
        for line in file.read_text(encoding="utf-8").splitlines():
            if line and not line.startswith("#"):
                marked, _, name = line.rpartition(" => ")
                yield pytest.param(marked, name, id=f"{file.stem}: {marked}")


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("marked", "name"), list(cases()))
def test_a_query_is_as_it_should_be_or_says_where_it_is_not(marked, name):
    found = findings(marked.replace(MARK, ""), parameters=GIVEN, policy=POLICY)
    expected = [] if name == "ok" else [(name, marked.index(MARK))]
    assert [(finding.name, finding.position) for finding in found] == expected


@pytest.mark.parametrize(
    ("query", "suggestion"),
    [
        ("MATCH (member) RETURN membr", "member"),
        ("MATCH (member) RETURN Member", "member"),
        ("MATCH (a) RETURN zebra", None),
    ],
)
def test_a_name_near_the_one_that_was_written_is_suggested(query, suggestion):
    assert [(f.name, f.suggestion) for f in findings(query)] == [("UndefinedVariable", suggestion)]


def test_an_undefined_name_is_told_once():
    assert [f.position for f in findings("RETURN x AS a, x + 1 AS b, y AS c")] == [7, 27]


def test_findings_of_all_passes_come_in_the_order_of_the_text():
    found = findings("MATCH (n) WHERE count(n) > x RETURN n.a AS a, n.b AS a LIMIT -1")
    assert [f.code for f in found] == ["S110", "S101", "S040", "B005"]


def test_a_given_value_has_the_kind_that_it_has():
    query = "MATCH (n) WHERE n.x IN $values RETURN n"
    assert findings(query, parameters={"values": [1, 2]}) == []
    assert [f.name for f in findings(query, parameters={"values": 1})] == ["InvalidArgumentType"]
    assert [f.code for f in findings(query)] == ["P001"]


def test_a_tree_that_was_never_a_text_is_looked_at_too():
    item = ast.ProjectionItem(ast.Literal(2**63), "x")
    tree = ast.Query((ast.SingleQuery((ast.Projection((item,), True),)),))
    assert [(f.name, f.position) for f in analyse(tree, {})] == [("IntegerOverflow", -1)]


def test_a_finding_says_what_would_be_right():
    found = findings("MATCH (n) RETURN type(n) AS t, n.x + count(*) AS y")
    assert [f.message for f in found] == [
        "type() takes a relationship, and this is a node",
        "only grouping keys may be combined with an aggregate; compute this in a WITH before",
    ]
