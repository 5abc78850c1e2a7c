"""Plans read back in English: exact texts, so that a person can tell a wrong plan from a right one."""

from __future__ import annotations

from pathlib import Path

import pytest

from fingerpost.plans import model as m
from fingerpost.plans.english import words
from fingerpost.plans.nouns import plural
from fingerpost.query_languages.cypher.lift import lift
from fingerpost.query_languages.cypher.parser import parse


def reading(text):
    return lift(parse(text)).reading


def readings():
    text = (Path(__file__).parent / "fixtures" / "readings.txt").read_text(encoding="utf-8")
    lines = [line.strip() for line in text.splitlines() if line and not line.startswith("#")]
    return list(zip(lines[::2], lines[1::2], strict=True))


@pytest.mark.parametrize(("text", "expected"), readings())
def test_a_plan_reads_so(text, expected):
    assert reading(text) == expected


PAIRS = [
    ("MATCH (a:A)-[:R]->(b:B) RETURN a", "MATCH (a:A)<-[:R]-(b:B) RETURN a"),
    ("MATCH (a:A)-[:R]->(b:B) RETURN a", "MATCH (a:A)-[:R]-(b:B) RETURN a"),
    ("MATCH (a:A)-[:R]->(b:B) RETURN a", "MATCH (a:A) OPTIONAL MATCH (a)-[:R]->(b:B) RETURN a"),
    ("MATCH (a:A) RETURN count(*) AS n", "MATCH (b:B) RETURN count(*) AS n"),
    ("MATCH (a:A) RETURN count(a.x) AS n", "MATCH (a:A) RETURN count(DISTINCT a.x) AS n"),
    ("MATCH (a:A) RETURN a.x AS x", "MATCH (a:A), (b:B) RETURN a.x AS x"),
    ("MATCH (a:A) RETURN a.x / 2 AS x", "MATCH (a:A) RETURN toFloat(a.x) / 2 AS x"),
    ("MATCH (a:A) RETURN a ORDER BY a.x LIMIT 1", "MATCH (a:A) RETURN a ORDER BY a.x DESC LIMIT 1"),
    ("MATCH (a:A) WHERE a.x > 1 RETURN a", "MATCH (a:A) WHERE a.x >= 1 RETURN a"),
    ("MATCH (a:A) WHERE a.x = '1' RETURN a", "MATCH (a:A) WHERE a.x = 1 RETURN a"),
    ("MATCH (a:A)-[:R*1..2]->(b:B) RETURN b", "MATCH (a:A)-[:R*0..2]->(b:B) RETURN b"),
    (
        "MATCH (a:A)-[:R]->(b:B) WITH a, count(b) AS n RETURN avg(n) AS x",
        "MATCH (a:A)-[:R]->(b:B) WITH b, count(b) AS n RETURN avg(n) AS x",
    ),
    ("MATCH (a:A) WITH DISTINCT a RETURN a.x AS x", "MATCH (a:A) RETURN DISTINCT a.x AS x"),
    (
        "MATCH (a:A) WITH a.x AS x LIMIT 3 RETURN sum(x) AS s",
        "MATCH (a:A) WITH a.x AS x RETURN sum(x) AS s LIMIT 3",
    ),
    (
        "MATCH (a:A) WHERE EXISTS { (a)-[:R]->(:B) } RETURN a",
        "MATCH (a:A) WHERE EXISTS { (a)<-[:R]-(:B) } RETURN a",
    ),
    ("UNWIND [1, 2] AS x MATCH (a:A) RETURN count(a) AS n", "MATCH (a:A) RETURN count(a) AS n"),
]


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_plans_that_differ_read_differently(one, other):
    assert reading(one) != reading(other)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("PhoneCall", "phone call"),
        ("INVESTIGATED_BY", "investigated by"),
        ("birthDate", "birth date"),
        ("x", "x"),
        ("crewIDahead", "crew id ahead"),
    ],
)
def test_schema_names_are_said_as_words(name, said):
    assert words(name) == said


def test_local_names_do_not_show_in_a_reading():
    one = reading("MATCH (a:Author)-[w:WROTE]->(b:Book) WITH a AS x, count(b) AS y WHERE y > 2 RETURN x.name AS z")
    other = reading("MATCH (q:Author)-[r:WROTE]->(s:Book) WITH q AS t, count(s) AS u WHERE u > 2 RETURN t.name AS v")
    assert one == other
    assert "author" in one


def test_a_plan_made_by_hand_reads_by_its_values():
    pattern = m.Pattern(
        nodes=(m.NodePattern(name="w", label="Wall"), m.NodePattern(name="l", label="Level")),
        edges=(m.EdgePattern(start="w", end="l", types=("ON_LEVEL",)),),
    )
    left, right = m.Ref(name="w", property="isExternal"), m.Value(parameter="p1")
    external = m.Test(left=left, comparison=m.Comparison.EQ, right=right)
    walls = m.Aggregate(name="n", function=m.AggregateFunction.COUNT, operand=m.Ref(name="w"), distinct=True)
    stage = m.Stage(
        matches=(m.Match(pattern=pattern, where=(external,)),),
        columns=(m.Column(name="level", operand=m.Ref(name="l")),),
        aggregates=(walls,),
    )
    assert m.Plan(branches=((stage,),), parameters={"p1": True}).reading == (
        "The number of distinct walls, for each level, where wall on level and wall's is external is true"
    )


@pytest.mark.parametrize(
    ("noun", "many"), [("sales 2025", "sales 2025"), ("person", "people"), ("phone call", "phone calls")]
)
def test_plurals(noun, many):
    assert plural(noun) == many
