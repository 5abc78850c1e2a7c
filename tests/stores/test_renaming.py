"""Names that are defined again, and hidden ones, mean in a store what they mean in Cypher."""

from __future__ import annotations

import pytest
from store_graphs import PROPERTIES

from fingerpost.core.errors import FingerpostError
from fingerpost.core.names import quoted

OLDEST = (
    "MATCH (p:Person) WHERE p.age IS NOT NULL WITH p, p.age AS key ORDER BY key DESC LIMIT 2 WITH min(key) AS best "
)


@pytest.mark.parametrize(("text", "rows"), [
    (OLDEST + "MATCH (q:Person) WITH best, q.age AS key, q WHERE key >= best RETURN q.name, key ORDER BY key",
     [("P2", 32), ("P3", 33)]),
    (OLDEST + "MATCH (q:Person) WITH best, q.age AS p, q WHERE p >= best RETURN q.name, p AS key ORDER BY key",
     [("P2", 32), ("P3", 33)]),
    (OLDEST + "MATCH (p:Person) WITH best, p.age AS key, p WHERE key >= best RETURN p.name, key ORDER BY p.name",
     [("P2", 32), ("P3", 33)]),
    ("UNWIND [1, 5] AS key WITH max(key) AS m UNWIND [4, 5, 6] AS x WITH x AS key, m WHERE key >= m RETURN key",
     [(5,), (6,)]),
    ("UNWIND [1, 2] AS x WITH x AS a WITH a AS b WITH b AS a WHERE a > 1 RETURN a", [(2,)]),
    ("UNWIND [1, 2] AS a WITH a + 1 AS a WITH a + 1 AS a WHERE a > 3 RETURN a", [(4,)]),
    (OLDEST + "MATCH (p:Person) WITH best, p.age AS key, count(*) AS n WHERE n = 2 AND key < best RETURN key, n",
     [(30, 2)]),
    (OLDEST + "CALL { MATCH (q:Person) RETURN q.age AS key, q } WITH key, q, best WHERE key >= best RETURN q.name",
     [("P2",), ("P3",)]),
    (OLDEST + "UNWIND [31, 32, 40] AS key WITH key, best WHERE key > best RETURN key", [(40,)]),
    (OLDEST + "MATCH (key:Person) WITH key, best WHERE key.age > best RETURN key.name", [("P3",)]),
    (OLDEST + "MATCH (q:Person) WITH best, q.age AS key, q WHERE key >= best "
     "WITH collect(q.name) AS names UNWIND names AS key WITH key WHERE key <> 'P2' RETURN key", [("P3",)]),
    (OLDEST + "MATCH (q:Person) WITH best, q.age AS key, q WITH *, key + 1 AS next WHERE next > best + 1 "
     "RETURN q.name, [key IN [key, next] | key] AS key", [("P3", (33, 34))]),
    (OLDEST + "CALL { WITH best MATCH (q:Person) WITH best, q.age AS key, q WHERE key >= best RETURN q.name AS name } "
     "RETURN name ORDER BY name", [("P2",), ("P3",)]),
    (OLDEST + "MATCH (q:Person) WITH best, q.age AS key WHERE key >= best RETURN key "
     "UNION MATCH (t:Town) WITH t.name AS key WHERE key STARTS WITH 'K' RETURN key", [(32,), (33,), ("Kirkby",)]),
])  # fmt: skip
def test_a_name_that_is_defined_again_is_the_new_one(people, ask, text, rows):
    found = ask(people, text)
    assert sorted(found.rows, key=repr) == sorted(rows, key=repr)


def test_columns_keep_their_names(people, ask):
    text = OLDEST + "MATCH (q:Person) WITH best, q.age AS key, q WHERE key >= best RETURN q, key, best"
    assert ask(people, text).columns == ("q", "key", "best")


def test_a_name_that_went_out_of_scope_is_not_there(people, ask):
    with pytest.raises(FingerpostError):
        ask(people, OLDEST + "MATCH (q:Person) RETURN key")


@pytest.mark.parametrize("name", PROPERTIES)
def test_a_pattern_binds_variables_of_any_name(people, ask, name):
    """An engine reads `n:Town` in backticks as a variable and a label: its patterns get plain names."""
    said = quoted(name)
    for text, rows in (
        (f"MATCH ({said}) RETURN count({said})", [(7,)]),
        (f"MATCH ({said}:Town) RETURN {said}.name AS x", [("Kirkby",)]),
        (f"MATCH (a)-[{said}:LIVES_IN]->(b) RETURN type({said}), b.name", [("LIVES_IN", "Kirkby")]),
        (f"MATCH {said} = (a)-[:LIVES_IN]->(b) RETURN length({said})", [(1,)]),
        (f"MATCH ({said}:Town) WITH {said}.name AS {said} RETURN {said}", [("Kirkby",)]),
        (f"MATCH ({said}:Author) RETURN DISTINCT {said}.name AS x ORDER BY x", [("P4",), ("P5",)]),
        (f"MATCH ({said}:Town) RETURN {said} {{.name}} AS x", [({"name": "Kirkby"},)]),
        (f"MATCH ({said}:Town) RETURN [{said} IN [1, 2] | {said}] AS x, {said}.name AS y", [((1, 2), "Kirkby")]),
        (f"MATCH (a:Town) WHERE EXISTS {{ MATCH ({said})-->(a) WHERE {said}.age = 30 }} RETURN a.name", [("Kirkby",)]),
        (f"MATCH (a:Town) RETURN [({said})-[:LIVES_IN]->(a) | {said}.name] AS x", [(("P0",),)]),
        (f"CALL {{ MATCH ({said}:Town) RETURN {said} }} RETURN {said}.name AS x", [("Kirkby",)]),
    ):
        assert list(ask(people, text).rows) == rows, text


@pytest.mark.parametrize("name", PROPERTIES)
def test_columns_keep_the_names_of_their_variables(people, ask, name):
    said = quoted(name)
    found = ask(people, f"MATCH ({said}:Author) RETURN {said} ORDER BY {said}.name DESC")
    assert found.columns == (name,)
    assert [node.element_id for (node,) in found.rows] == ["p5", "p4"]
    with_alias = ask(people, f"MATCH ({said}:Author) RETURN {said}.name AS {said} ORDER BY {said} DESC")
    assert (with_alias.columns, with_alias.rows) == ((name,), (("P5",), ("P4",)))


@pytest.mark.parametrize("name", PROPERTIES)
def test_a_pattern_asks_for_properties_of_any_name(names, ask, name):
    said, value = quoted(name), f"value of {name}"
    for text, rows in (
        (f"MATCH (n {{{said}: $v}}) RETURN n.number", ((0,),)),
        (f"MATCH ({{{said}: $v}})-[r]->() RETURN r.number", ((0,),)),
        (f"MATCH (n {{number: 0, {said}: $v}}) WHERE n.number = 0 RETURN n.number", ((0,),)),
        (f"MATCH ()-[r {{{said}: $v}}]->() RETURN r.number", ((0,),)),
        (f"MATCH (a)-[* 1..2 {{{said}: $v}}]->(b) RETURN count(*)", ((1,),)),
        (f"MATCH (n) WHERE (n)-[{{{said}: $v}}]->() RETURN n.number", ((0,),)),
        (f"MATCH (n {{number: 0}}) RETURN [(n {{{said}: $v}})-->(m) | m.number] AS x", (((1,),),)),
        (f"MATCH (n {{{said}: 'another'}}) RETURN n.number", ()),
    ):
        assert ask(names, text, v=value).rows == rows, text
