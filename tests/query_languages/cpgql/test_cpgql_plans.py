"""Plans written in CPGQL: what is said, and what is refused because a chain cannot say it."""

from __future__ import annotations

import pytest

from fingerpost.core.cells import Cell
from fingerpost.core.errors import QueryRejected, UnsupportedConstruct
from fingerpost.query_languages import language

CYPHER, CPGQL = language("cypher"), language("cpgql")


def written(query: str, **parameters: Cell) -> str:
    return CPGQL.verify_plan(CYPHER.lift(query, parameters)).text


WRITTEN = {
    "MATCH (m:METHOD) WHERE m.name = 'main' RETURN m.signature":
        'cpg.method.filter(m => m.name == "main").map(m => m.signature).take(1000000).toJson',
    "MATCH (m:METHOD) RETURN count(m) AS n": "cpg.method.size",
    "MATCH (m:METHOD) RETURN count(DISTINCT m.filename) AS n": "cpg.method.map(m => m.filename).dedup.size",
    "MATCH (m:METHOD) RETURN m.filename AS f, count(m) AS n":
        "cpg.method.map(m => m.filename).groupCount(k => k).iterator.map(t => (t._1, t._2, 0)).take(1000000).toJson",
    "MATCH (c:CALL) RETURN DISTINCT c.name AS name ORDER BY name DESC LIMIT 3":
        "cpg.call.map(c => c.name).dedup.sortBy(t => t).reverse.take(3).iterator.take(1000000).toJson",
    "MATCH (t:TYPE_DECL)-[:HAS_FIELD]->(f:MEMBER) RETURN t.name, f.name":
        "cpg.typeDecl.flatMap(t => t.member.map(f => (t.name, f.name, 0))).take(1000000).toJson",
    "MATCH (m:METHOD) WHERE NOT EXISTS { (m)-[:CONTAINS]->(c:CALL) WHERE c.name = 'free' } RETURN m.name":
        'cpg.method.filter(m => m.call.filter(c => c.name == "free").isEmpty).map(m => m.name).take(1000000).toJson',
    "MATCH (m:METHOD_PARAMETER_IN) RETURN max(m.index) AS most":
        "cpg.parameter.map(m => m.index).grouped(1000000).map(g => g.max).take(1000000).toJson",
    "MATCH (c:CALL) WHERE c.name STARTS WITH 'str' OR c.name IN ['a', 'b'] RETURN c":
        'cpg.call.filter(c => c.name.startsWith("str") || ((c.name == "a") || (c.name == "b"))).take(1000000).toJson',
}  # fmt: skip


@pytest.mark.parametrize(("query", "text"), WRITTEN.items())
def test_what_is_written(query: str, text: str) -> None:
    assert written(query) == text


def test_values_are_literals_that_stay_texts() -> None:
    text = written("MATCH (m:METHOD) WHERE m.name = $name RETURN m.name", name='a"); System.exit(1) //$x')
    assert 'm.name == "a\\"); System.exit(1) //' in text
    assert text.endswith("toJson")


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("MATCH (m:METHOD) RETURN m.name AS n UNION MATCH (c:CALL) RETURN c.name AS n", "no union"),
        ("MATCH (m:METHOD) OPTIONAL MATCH (m)-[:CALLS]->(o:METHOD) RETURN m.name, o.name", "one match"),
        ("UNWIND [1, 2] AS x RETURN x", "unwinding"),
        ("MATCH (m:METHOD) RETURN m.name SKIP 3", "skip"),
        ("MATCH (m:METHOD) RETURN m.price", "no property price"),
        ("MATCH (m:BOOK) RETURN m.name", "no label BOOK"),
        ("MATCH (m:METHOD)-[:WROTE]->(o:METHOD) RETURN o.name", "no WROTE leads"),
        ("MATCH (m:METHOD) RETURN toUpper(m.name)", "no function"),
        ("MATCH (m:METHOD) RETURN stDev(m.callCount) AS n", "no stDev"),
        ("MATCH (m:METHOD)-[:CALLS]->(o:METHOD)-[:CALLS]->(m) RETURN m.name", "tree"),
    ],
)
def test_what_a_chain_cannot_say(query: str, said: str) -> None:
    with pytest.raises(UnsupportedConstruct, match=said):
        written(query)


def test_a_value_that_does_not_fit_is_refused() -> None:
    with pytest.raises(QueryRejected, match="N202"):
        written("MATCH (m:METHOD) WHERE m.name > 3 RETURN m.name")
