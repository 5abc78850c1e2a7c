"""The work of a plan, estimated from counts: what the store walks over, within a small factor."""

from __future__ import annotations

import pytest

from fingerpost.core.schema import Endpoints, GraphSchema, LabelInfo, PropertyInfo, RelationshipInfo, ValueType
from fingerpost.plans.work import estimated_work
from fingerpost.query_languages.cypher.lift import lift
from fingerpost.query_languages.cypher.parser import parse

NAME = PropertyInfo(name="name", type=ValueType.STRING, present=1_000, distinct=500)
SCHEMA = GraphSchema(
    labels=(
        LabelInfo(name="Person", count=1_000, properties=(NAME,)),
        LabelInfo(name="Town", count=10, properties=(NAME.model_copy(update={"present": 10, "distinct": 10}),)),
    ),
    relationships=(
        RelationshipInfo(type="KNOWS", count=5_000, endpoints=(Endpoints(start="Person", end="Person", count=5_000),)),
        RelationshipInfo(type="LIVES_IN", count=1_000, endpoints=(Endpoints(start="Person", end="Town", count=1_000),)),
    ),
    node_count=1_010,
    relationship_count=6_000,
)
CASES = [
    ("MATCH (p:Person) RETURN p", 1_020),
    ("MATCH (p:Person {name: 'Ann'}) RETURN p", 22),
    ("MATCH (p:Person)-[:KNOWS]->(q:Person) RETURN p", 6_020),
    ("MATCH (p:Person {name: 'Ann'})-[:KNOWS]->(q:Person) RETURN q", 32),
    ("MATCH (q:Person)<-[:KNOWS]-(p:Person {name: 'Ann'}) RETURN q", 32),
    ("MATCH (p:Person {name: 'Ann'})-[:KNOWS]-(q:Person) RETURN q", 42),
    ("MATCH (p:Person {name: 'Ann'})-[:KNOWS*1..2]->(q:Person) RETURN q", 82),
    ("MATCH (p:Person)-[:LIVES_IN]->(t:Town)<-[:LIVES_IN]-(q:Person) RETURN count(*)", 102_000),
    ("MATCH (p:Person), (t:Town) RETURN count(*)", 10_200),
    ("MATCH (p:Person) WHERE EXISTS { (p)-[:KNOWS]->(:Person) } RETURN count(*)", 6_020),
    ("MATCH (p:Person) WITH p LIMIT 3 MATCH (p)-[:KNOWS]->(q:Person) RETURN q", 1_035),
    ("MATCH (p:Person) WITH count(p) AS n MATCH (q:Person {name: 'Ann'}) RETURN q, n", 1_042),
    ("MATCH (t:Town) OPTIONAL MATCH (t)<-[:LIVES_IN]-(p:Person) RETURN t, count(p)", 1_010),
    ("MATCH (t:Town) RETURN t.name AS n UNION MATCH (t:Town) RETURN t.name AS n", 20),
    ("MATCH (x) RETURN count(*)", 1_030),
]


@pytest.mark.parametrize(("cypher", "expected"), CASES)
def test_the_work_of_a_plan(cypher, expected):
    assert estimated_work(lift(parse(cypher)), SCHEMA) == pytest.approx(expected, rel=0.03)


def test_an_unbounded_path_is_more_than_any_budget():
    cypher = "MATCH (p:Person)-[:KNOWS*1..30]->(q:Person)-[:KNOWS*1..30]->(r:Person) RETURN count(*)"
    assert estimated_work(lift(parse(cypher)), SCHEMA) == 1e15
