"""What the gate prints for Ladybug: fixtures of what its engine does otherwise, and what it is refused for."""

from __future__ import annotations

from random import Random

import pytest
from cypher_queries import Queries
from hypothesis import given, settings, strategies as st
from scale import examples

from fingerpost.core.errors import QueryRejected, UnsupportedConstruct
from fingerpost.query_languages.cypher.gate import verify


def printed(text, **parameters):
    return verify(text, dialect="ladybug", parameters=parameters).text


@pytest.mark.parametrize(("text", "wanted"), [
    ("MATCH (a)-[r:T]->(b) RETURN type(r) AS t", "label(`r`) AS `t`"),
    ("MATCH (a)-[:T]->(b)-[:T]->(c) RETURN a", "(`fp_l0` <> `fp_l1`)"),
    ("MATCH (a)-[:T*1..3]->(b) RETURN a", "-[:`T`*TRAIL 1..3]->"),
    ("MATCH (a {x: 1}), (b {x: 2}) MATCH p = shortestPath((a)-[:T*..5]->(b)) RETURN p", "-[:`T`*SHORTEST 1..5]->"),
    ("MATCH (a)-->(A) RETURN a.x", "(`fp_u0`)"),
    ("MATCH (n) WITH n ORDER BY n.x LIMIT 2 RETURN collect(n.x)", "LIMIT 2 UNWIND [1] AS"),
    ("MATCH (n) WITH n ORDER BY n.x RETURN collect(n.x)", "LIMIT 9223372036854775807 UNWIND [1] AS"),
    ("MATCH (n) RETURN n.x AS x, count(*) AS c ORDER BY count(*) DESC", "ORDER BY `c` DESC"),
    ("MATCH (n) WHERE n:Town RETURN n", "(label(`n`) = $fp1)"),
    ("MATCH (n) RETURN labels(n) AS l", "[label(`n`)]"),
    ("RETURN log(2) AS x", "ln(2)"),
    ("RETURN substring('hello', 1, 2) AS x", "substring($fp1, 2, 2)"),
    ("WITH [1, 2] AS l RETURN l[0] AS x", "list_slice(`l`, 1, 1)"),
    ("MATCH (n) RETURN sum(n.x) AS s", "coalesce(sum(`n`.`x`), 0)"),
    ("MATCH (n) RETURN collect(DISTINCT n.x) AS s", "list_distinct(collect(`n`.`x`))"),
    ("MATCH (n) RETURN n.a + n.b + n.c AS s", "`n`.`a` IS NULL OR `n`.`b` IS NULL OR `n`.`c` IS NULL"),
    ("RETURN [x IN [1, 2] | x + 1] AS y", "list_transform([1, 2], "),
    ("MATCH (n) RETURN elementId(n) AS e", "`n`.`fp_id`"),
    ("MATCH (n) WHERE n.fp_id = 1 RETURN n", "`n`.`fp_id_`"),
    ("MATCH (n) WHERE (n)-->() RETURN n", "EXISTS { MATCH (`n`)-->() }"),
])  # fmt: skip
def test_what_the_engine_does_otherwise(text, wanted):
    assert wanted in printed(text)


def test_conditions_of_a_long_pattern_stand_behind_it():
    text = "MATCH (a:A)-[:R]->(b:A)-[:S]->(c:A)-[:T]->(d:A) WHERE b.x = 1 AND d.y > 2 RETURN a.x AS x"
    assert printed(text) == (
        "MATCH (`b`:`A`) WHERE ((`b`.`x` = 1)) WITH `b` "
        "MATCH (`a`:`A`)-[`fp_l0`:`R`]->(`b`:`A`)-[`fp_l1`:`S`]->(`c`:`A`)-[`fp_l2`:`T`]->(`d`:`A`) "
        "WITH `a`, `d` WHERE ((`d`.`y` > 2)) RETURN `a`.`x` AS `x`"
    )


@pytest.mark.parametrize(("text", "named"), [
    ("CALL { MATCH (n) RETURN n } RETURN n", "CALL { }"),
    ("RETURN reduce(s = 0, x IN [1] | s + x) AS r", "reduce"),
    ("MATCH (n) RETURN [(n)-->(m) | m.x] AS r", "comprehension"),
    ("MATCH (n) RETURN n {.*} AS r", "map projection"),
    ("MATCH (n) RETURN stDev(n.x) AS r", "stDev"),
    ("MATCH (n) RETURN keys(n) AS r", "comprehension"),
    ("RETURN [x IN [1, 2] WHERE x > 1] AS y", "comprehension"),
    ("MATCH (a)-[r:T*1..2]->(b) WHERE all(x IN r WHERE x.w = 1) RETURN b", "quantifier"),
    ("MATCH (n) RETURN properties(n) AS r", "properties"),
    ("RETURN '5' = 5 AS x", "compared"),
    ("MATCH (n) WHERE toString(n.x) > 5 RETURN n", "compared"),
    ("RETURN toString(1.5) AS x", "toString"),
    ("RETURN duration('P1M') AS x", "duration"),
    ("RETURN time('04:05:06Z') AS x", "time"),
    ("RETURN point({x: 1, y: 2}) AS x", "point"),
    ("MATCH (n) RETURN n ORDER BY n", "ORDER BY"),
    ("MATCH (n) OPTIONAL MATCH (n)-[:A]->()-[:B]->()-[:C]->(m) WHERE m.x = 1 RETURN m", "OPTIONAL MATCH"),
    ("MATCH (n) WHERE EXISTS { (n)-[:A]->()-[:B]->()-[:C]->(:M {x: 1}) } RETURN n", "EXISTS"),
    ("RETURN [x IN [1] | any(y IN [x] WHERE y = x)] AS z", "inside another"),
])  # fmt: skip
def test_what_cannot_be_said_is_refused_by_its_name(text, named):
    with pytest.raises(UnsupportedConstruct) as refusal:
        printed(text)
    assert named in refusal.value.message


@pytest.mark.parametrize(
    "text",
    [
        "LOAD FROM '/etc/passwd' RETURN *",
        "COPY (MATCH (n) RETURN n) TO '/tmp/x.csv'",
        "EXPORT DATABASE '/tmp/x'",
        "INSTALL httpfs",
        "LOAD EXTENSION '/tmp/x.so'",
        "ATTACH '/tmp/x' AS x",
        "CALL timeout=100000",
        "CALL show_tables() RETURN *",
        "CALL db.labels() YIELD label RETURN label",
        "PROFILE MATCH (n) RETURN n",
        "RETURN 1; EXPORT DATABASE '/tmp/x'",
        "MATCH (n) RETURN error('x')",
        "MATCH (n) RETURN internal_id(1, 2)",
    ],
)
def test_what_the_engine_would_do_beside_reading_is_refused(text):
    with pytest.raises((QueryRejected, UnsupportedConstruct)):
        printed(text)


@pytest.mark.parametrize("hostile", ["'; DROP TABLE x; --", "\\'", "y`", "$fp_no_loops", "a' OR 'b", "\x00", "\u2028"])
def test_a_hostile_string_is_no_part_of_the_text(hostile):
    for text in (
        "MATCH (n) WHERE n.x = $given RETURN n",
        "MATCH (n) WHERE n.x IN [$given] RETURN split(n.x, $given)",
        "MATCH (n) WHERE any(x IN n.list WHERE x = $given) RETURN n",
    ):
        try:
            query = verify(text, dialect="ladybug", parameters={"given": hostile})
        except UnsupportedConstruct:
            continue
        assert hostile not in query.text


@settings(max_examples=examples(200))
@given(st.integers(0, 2**32))
def test_every_query_is_printed_or_refused_and_no_text_is_part_of_it(seed):
    try:
        query = verify(Queries(Random(seed)).query(), dialect="ladybug")
    except (QueryRejected, UnsupportedConstruct):
        return
    assert not any(
        isinstance(value, str) and "'" in value and value in query.text for value in query.parameters.values()
    )
