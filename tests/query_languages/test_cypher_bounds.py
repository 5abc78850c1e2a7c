"""What the gate refuses, clears, and leaves to a process that can be ended."""

from __future__ import annotations

import pytest
from cypher_graph import SCHEMA

from fingerpost.core.schema import Endpoints, GraphSchema, LabelInfo, PropertyInfo, RelationshipInfo, ValueType
from fingerpost.query_languages.cypher.bounds import estimate
from fingerpost.query_languages.cypher.bounds.regexes import trouble
from fingerpost.query_languages.cypher.gate import findings, verify
from fingerpost.query_languages.cypher.parser import parse
from fingerpost.query_languages.policy import Policy


def looked_at(text, policy=None, schema=None, **parameters):
    """ "cleared", "apart", or the code of what is refused."""
    found = estimate(parse(text), schema, parameters, policy or Policy())
    if found.findings:
        return found.findings[0].code
    return "cleared" if found.cleared else "apart"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("UNWIND range(1, 10000000) AS x RETURN x", "apart"),
        ("UNWIND range(1, 10000001) AS x RETURN x", "B010"),
        ("UNWIND range(100000000, 100000005) AS x RETURN x", "cleared"),
        ("UNWIND range(5, -100000000, -1) AS x RETURN x", "B010"),
        ("UNWIND range(0, 100000000, 1000) AS x RETURN x", "cleared"),
        ("UNWIND range(5, 1) AS x UNWIND range(1, 1000000) AS y RETURN x", "cleared"),
        ("WITH 100000000 AS n UNWIND range(1, n) AS x RETURN x", "B010"),
        ("WITH 10000 * 10000 AS n UNWIND range(1, n) AS x RETURN x", "B010"),
        ("UNWIND range(1, $n) AS x RETURN x", "B010"),
        ("MATCH (n) UNWIND range(1, n.k) AS x RETURN x", "apart"),
        ("MATCH p = (a)-->(b) UNWIND range(0, length(p) - 1) AS i RETURN nodes(p)[i] AS x", "cleared"),
        ("WITH range(1, 9) AS l RETURN [i IN range(0, size(l) - 1) | l[i]] AS x", "cleared"),
        ("UNWIND range(1, 100000) AS x WITH x WHERE x < 3 UNWIND range(1, 100000) AS y RETURN y", "apart"),
        ("UNWIND range(1, 100000) AS x UNWIND range(1, 100000) AS y RETURN y", "B012"),
        ("UNWIND range(1, 1000000) AS x WITH x LIMIT 3 UNWIND range(1, 1000) AS y RETURN y", "cleared"),
    ],
)
def test_lists_of_numbers(text, expected):
    assert looked_at(text, n=100_000_000) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("RETURN reduce(s = 'x', i IN range(1, 20) | s + s) AS x", "cleared"),
        ("RETURN reduce(s = 'x', i IN range(1, 40) | s + s) AS x", "B011"),
        ("RETURN reduce(s = $t, i IN range(1, 40) | s + s) AS x", "B011"),
        ("RETURN reduce(s = '', i IN range(1, 1000) | s + 'abc') AS x", "cleared"),
        ("MATCH (n) RETURN reduce(s = n.k, i IN range(1, 40) | s + s) AS x", "apart"),
        ("MATCH (n) RETURN reduce(s = 0, i IN range(1, 40) | s + n.k + s) AS x", "apart"),
        ("RETURN reduce(s = 0, i IN range(1, 1000) | s + i) AS x", "cleared"),
        ("RETURN reduce(s = 2, i IN range(1, 1000) | s * s) AS x", "cleared"),
        ("RETURN reduce(l = [1], i IN range(1, 40) | l + l) AS x", "B010"),
        ("RETURN reduce(l = [], i IN range(1, 100) | l + i) AS x", "cleared"),
        ("RETURN reduce(l = [], i IN range(1, 100000) | l + i) AS x", "B012"),
        ("RETURN reduce(m = {}, i IN range(1, 40) | {a: m, b: m}) AS x", "B010"),
        ("RETURN reduce(l = [], i IN range(1, 90) | [l]) AS x", "cleared"),
        ("RETURN reduce(l = [], i IN range(1, 200) | [l]) AS x", "B014"),
        ("RETURN reduce(l = [], i IN range(1, 2) | [l, l, l]) AS x", "cleared"),
        ("MATCH (n) WITH collect(n) AS c RETURN reduce(l = [], i IN c | [l]) AS x", "apart"),
        ("RETURN reduce(best = null, i IN range(1, 1000) | CASE WHEN i > 3 THEN i ELSE best END) AS x", "cleared"),
        ("RETURN reduce(s = 'aa', i IN range(1, 30) | replace(s, 'a', 'aa')) AS x", "B011"),
        ("RETURN replace($t, 't', 'uvw') AS x", "cleared"),
        ("MATCH p = (a)-[*1..3]-(b) RETURN reduce(s = 0, r IN relationships(p) | s + r.k) AS x", "apart"),
    ],
)
def test_what_reduce_gathers(text, expected):
    assert looked_at(text, t="text") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("RETURN [x IN range(1, 1000) | x * 2] AS x", "cleared"),
        ("RETURN [x IN range(1, 1000) | [y IN range(1, 1000) | x * y]] AS x", "apart"),
        ("RETURN [x IN range(1, 90000) | size([y IN range(1, 90000) | x * y])] AS x", "B012"),
        ("RETURN any(x IN range(1, 90000) WHERE none(y IN range(1, 90000) WHERE x = y)) AS x", "B012"),
        ("RETURN [a IN [1] | [b IN [1] | [c IN [1] | [d IN [1] | [e IN [1] | e]]]]] AS x", "cleared"),
        ("RETURN [a IN [1] | [b IN [1] | [c IN [1] | [d IN [1] | [e IN [1] | [f IN [1] | f]]]]]] AS x", "B013"),
        ("MATCH (n) WHERE any(x IN n.k WHERE x = 1) RETURN n", "cleared"),
        ("MATCH (n) WHERE any(x IN n.k WHERE any(y IN n.k WHERE x = -y)) RETURN n", "apart"),
        ("MATCH (n) WITH collect(n) AS c RETURN size(c) AS x", "cleared"),
        ("MATCH (n) WITH collect(n) AS c RETURN [x IN c | x.k] AS x", "apart"),
        ("MATCH (n) WITH collect(n)[0..50] AS c RETURN [x IN c | x.k] AS x", "cleared"),
        ("MATCH (n) WITH collect(n) AS c UNWIND c AS x RETURN x.k", "cleared"),
        ("MATCH (n) WITH collect(n) AS c UNWIND c AS x UNWIND c AS y RETURN count(*) AS x", "apart"),
        ("MATCH (n) WITH collect(n) AS c MATCH (m) WHERE m IN c RETURN m", "apart"),
        ("MATCH (a)-->(b) WITH a, collect(b.k) AS c RETURN a, [x IN c WHERE x > 3] AS x", "cleared"),
        ("MATCH (a)-->(b) WITH a, collect(b.k) AS c RETURN a, [x IN c WHERE any(y IN c WHERE y > x)] AS x", "apart"),
        ("WITH $list AS l MATCH (n) WHERE n.k IN l RETURN n", "apart"),
        ("MATCH (n) WHERE n.k IN $list RETURN n", "cleared"),
        ("UNWIND $list AS x RETURN x", "cleared"),
        ("UNWIND $list AS x UNWIND $list AS y RETURN x", "apart"),
        ("UNWIND range(1, 9000) AS x CALL { UNWIND range(1, 9000) AS y RETURN count(y) AS c } RETURN c", "apart"),
        ("MATCH (n) RETURN COUNT { MATCH (n)-->(m) WHERE any(x IN range(1, 999999) WHERE x = m.k) } AS x", "apart"),
        ("OPTIONAL MATCH (a) OPTIONAL MATCH (b) RETURN a, b", "apart"),
        ("MATCH (a) OPTIONAL MATCH (a)-->(b) RETURN a, b", "cleared"),
        ("MATCH p = allShortestPaths((a)-[*..9]-(b)) RETURN p", "apart"),
        ("MATCH p = shortestPath((a {k: 1})-[*..2]-(b {k: 2})) RETURN p", "cleared"),
        ("MATCH (a {k: 1})-[*..3]-(b) RETURN b", "cleared"),
        ("MATCH (a)-[*..9]-(b) RETURN b", "apart"),
        ("MATCH p = (a)-[*..9]-(b) RETURN p", "apart"),
    ],
)
def test_loops_and_what_rows_carry(text, expected):
    assert looked_at(text, list=tuple(range(5_000))) == expected


@pytest.mark.parametrize(
    "text",
    [
        "MATCH (a:Author) WITH collect(a) AS c RETURN [x IN c | x.name] AS x",
        "MATCH p = shortestPath((a {name: 'x'})-[*..30]-(b {name: 'y'})) RETURN p",
    ],
)
def test_a_schema_tells_how_much_there_is(text):
    assert looked_at(text) == "apart"
    assert looked_at(text, schema=SCHEMA) == "cleared"


@pytest.mark.parametrize(
    ("limit", "text", "code"),
    [
        ("max_items", "RETURN range(1, 11) AS x", "B010"),
        ("max_text", "RETURN 'aaaaaa' + 'bbbbbb' AS x", "B011"),
        ("max_steps", "RETURN [x IN [1, 2] | x] AS x", "B012"),
        ("max_value_depth", "WITH [[[[[[1]]]]]] AS a WITH [[[[[a]]]]] AS b RETURN [b] + 1 AS x", "B014"),
    ],
)
def test_a_policy_sets_the_bounds(limit, text, code):
    assert looked_at(text) == "cleared"
    assert looked_at(text, Policy(**{limit: 10})) == code


def test_the_finding_points_at_what_is_too_large():
    (found,) = findings("RETURN 1 AS a, size(range(1, 100000000)) AS b")
    assert (found.code, found.position) == ("B010", 20)


def nested(width):
    body = f"size([{', '.join('x' * width)}])"
    for _ in range(5):
        body = f"reduce(a = 0, x IN range(1, 4) | {body})"
    return f"WITH 1 AS x RETURN {body} AS y"


def test_a_query_that_is_too_much_to_look_at_is_not_cleared():
    assert looked_at(nested(1)) == "cleared"
    assert looked_at(nested(100)) == "apart"


def test_only_what_is_cleared_is_sealed_as_such():
    assert verify("MATCH (n) RETURN n").cleared
    assert not verify("MATCH (n) WITH collect(n) AS c RETURN [x IN c | x.k] AS x").cleared


@pytest.mark.parametrize(
    "pattern",
    [
        "(a+)+",
        "(a*)*b",
        "((a+)b?)*",
        "(?:a+){2,}",
        "(a|a)*",
        "(?i)(a|A)*",
        "(ab|ac)+",
        "(.|x)*",
        "((a{100}){100}){100}",
        "a{1001}",
        "(a{500}){3}",
        ".*.*.*.*.*.*.*",
        "a" * 1_001,
        "(?<name>x+)+",
        r"(\w+\s?)*",
    ],
)
def test_regular_expressions_that_are_not_taken(pattern):
    assert trouble(pattern) is not None
    assert looked_at("MATCH (n) WHERE n.k =~ $p RETURN n", p=pattern) == "B015"


@pytest.mark.parametrize(
    "pattern",
    [
        "",
        "(?i).*emma.*",
        ".*a.*b.*c.*",
        r"\d{4}-\d{2}-\d{2}",
        "(foo|bar)*",
        "(a|a)?",
        "[(+*]+",
        r"\(a+\)+",
        "a{,3}",
        "x{",
        "(a",
        "a)+",
        "(?:ab){1,1000}",
        "[]a]*",
        "[^]]+",
        "a++b*?",
        "(?=a+)b",
    ],
)
def test_regular_expressions_that_are_taken(pattern):
    assert trouble(pattern) is None
    assert looked_at("MATCH (n) WHERE n.k =~ $p RETURN n", p=pattern) == "cleared"


def test_a_regular_expression_is_put_together_where_it_is_known():
    text = "WITH '(a' AS a MATCH (n) WHERE n.k =~ (a + $p) RETURN n"
    assert looked_at(text, p="+)+") == "B015"
    assert looked_at(text, p="b)+") == "cleared"
    assert looked_at("MATCH (n) WHERE n.k =~ ('.*' + n.name) RETURN n") == "apart"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("MATCH (b:Book) RETURN b", "cleared"),
        ("MATCH (m:Member)-[:BORROWED]->(b:Book)<-[:BORROWED]-(o:Member) RETURN o", "cleared"),
        ("MATCH (a:Book), (b:Book) RETURN count(*)", "apart"),
        ("MATCH (a:Book {title: 'Emma'}), (b:Book) RETURN a, b", "cleared"),
        ("MATCH (a:Book), (b:Book) WHERE a.title = $t AND b.year = 1900 RETURN a, b", "cleared"),
        ("MATCH (a:Book) MATCH (b:Book) RETURN a, b", "apart"),
        ("MATCH (a:Book) WITH a LIMIT 5 MATCH (b:Book) RETURN a, b", "cleared"),
        ("MATCH (a:Book) WITH a.year AS year, count(*) AS n MATCH (b:Book) WHERE b.year = year RETURN b", "cleared"),
        ("MATCH (a:Book) WITH DISTINCT a.title AS t MATCH (b:Book) WHERE b.title = t RETURN b", "apart"),
        ("MATCH (a:Member)-[:BORROWED]->(b:Book), (c:Member)-[:BORROWED]->(d:Book) RETURN a, c", "apart"),
        ("MATCH (m:Member) WHERE EXISTS { (m)-[:BORROWED]->(:Book) } RETURN m", "cleared"),
        ("MATCH (m:Member) WHERE (m)-[:BORROWED]->(:Book) RETURN m", "cleared"),
        ("MATCH (m:Member) WHERE EXISTS { MATCH (a:Book), (b:Book) WHERE a.year < b.year } RETURN m", "apart"),
        ("MATCH (m:Member {name: 'Ann'}) WHERE EXISTS { MATCH (a:Book) WHERE a.year = m.age } RETURN m", "cleared"),
        ("MATCH (m:Member) WHERE NOT (m)-[*1..8]-(:Book {title: 'Emma'}) RETURN m", "apart"),
        ("MATCH (m:Member) RETURN COUNT { MATCH (a:Book) } AS n", "apart"),
        ("MATCH (m:Member {name: 'Ann'}) CALL (m) { MATCH (m)-[:BORROWED]->(b) RETURN b } RETURN b", "cleared"),
        ("MATCH (m:Member) CALL (m) { MATCH (b:Book) RETURN b } RETURN b", "apart"),
        ("MATCH (m:Member)-[:BORROWED*1..8]-(x) RETURN DISTINCT x", "apart"),
        ("MATCH (m:Member {name: 'Ann'})-[:BORROWED*1..3]-(x) RETURN DISTINCT x", "cleared"),
        ("MATCH (m:Member)((a)--(b)){1,9}(x) RETURN count(x)", "apart"),
        ("MATCH (b:Book) WITH collect(b) AS bs UNWIND bs AS x MATCH (x)<-[:BORROWED]-(m) RETURN m", "cleared"),
    ],
)
def test_what_holds_many_rows_runs_apart(text, expected):
    assert looked_at(text, schema=TOWN, t="Emma") == expected


def _label(name, count, /, **distinct):
    infos = [PropertyInfo(name=key, type=ValueType.STRING, present=count, distinct=n) for key, n in distinct.items()]
    return LabelInfo(name=name, count=count, properties=tuple(infos))


TOWN = GraphSchema(
    labels=(_label("Book", 5_000, title=5_000, year=50), _label("Member", 5_000, name=5_000, age=80)),
    relationships=(
        RelationshipInfo(
            type="BORROWED", count=20_000, endpoints=(Endpoints(start="Member", end="Book", count=20_000),)
        ),
    ),
    node_count=10_000,
    relationship_count=20_000,
)


def test_what_a_query_holds_is_estimated_from_the_counts_of_the_graph():
    pair = "MATCH (m:Member)-[r:BORROWED]->(b:Book) RETURN m, r, b"
    assert (verify(pair, TOWN).held, verify(pair, TOWN).width) == (60_000, 3)
    twice = "MATCH (m:Member)-[:BORROWED]->(b:Book)<-[:BORROWED]-(o:Member) RETURN m, o"
    assert (verify(twice, TOWN).held, verify(twice, TOWN).width) == (400_000, 5)


@pytest.mark.parametrize("hubs", [1, 5_000])
def test_lists_of_a_hub_in_each_of_its_rows_are_not_cleared(hubs):
    """5,000 of one node: few rows by the mean, and each of them may go through the list of them all."""
    ends = (Endpoints(start="Leaf", end="Hub", count=10_000),)
    schema = GraphSchema(
        labels=(_label("Hub", hubs), _label("Leaf", 10_000, k=10_000)),
        relationships=(RelationshipInfo(type="R", count=10_000, endpoints=ends),),
        node_count=hubs + 10_000,
        relationship_count=10_000,
    )
    collected = "MATCH (h:Hub)<--(a) WITH h, collect(a) AS all "
    assert looked_at(collected + "RETURN [x IN all | x.k] AS ks", schema=schema) == "cleared"
    assert looked_at(collected + "MATCH (h)<--(b) RETURN b.k, [x IN all | x.k] AS ks", schema=schema) == "apart"
