"""Questions over many rows that each lead to one other do not make them distinct first, and have the same answers."""

from __future__ import annotations

from contextlib import closing

import pytest

import fingerpost as fp
from fingerpost.core.cells import Node, Relationship
from fingerpost.engine.gate import Gate
from fingerpost.query_languages import Policy
from fingerpost.query_languages.cypher.lift import lift
from fingerpost.query_languages.cypher.parser import parse
from fingerpost.stores import KnowsToOne
from fingerpost.stores.kglite import store as kglite_store
from scripts.fuzz.reference import Graph
from scripts.fuzz.stores_graphs import write_graph

ROUTES = tuple(Node(f"r{i}", ("Route",), {"name": f"R{i}", "length": 10 * i}) for i in range(6))
OWNERS = tuple(Node(f"o{i}", ("Owner",), {"name": f"O{i}"}) for i in range(2))
OWNED = tuple(("OWNED_BY", f"r{i}", f"o{i % 2}") for i in range(6))
AGAIN = ("OWNED_BY", "r0", "o0")
QUERIES = [
    "MATCH (r:Route)-[:OWNED_BY]->(o:Owner) WITH DISTINCT r, o WITH o AS w, avg(r.length) AS x RETURN w.name AS n, x",
    "MATCH (o:Owner)<-[:OWNED_BY]-(r:Route) WITH DISTINCT o, r RETURN o.name AS n, sum(r.length) AS x, count(r) AS y",
    "MATCH (r:Route)-[:OWNED_BY]->(o:Owner) RETURN o.name AS n, count(DISTINCT r) AS x",
    "MATCH (r:Route)-[:OWNED_BY]->(o:Owner) WITH DISTINCT o RETURN count(o) AS x",
    "OPTIONAL MATCH (r:Route)-[:OWNED_BY]->(o:Owner) WITH DISTINCT r, o RETURN o.name AS n, sum(r.length) AS x",
]


@pytest.fixture
def few(monkeypatch):
    monkeypatch.setattr(kglite_store, "_MANY_TO_ONE", 1)


def opened(*ends):
    graph = Graph((*ROUTES, *OWNERS), tuple(Relationship(f"e{i}", *end, {}) for i, end in enumerate(ends)))
    with closing(kglite_store.KgliteStore.writer()) as writer:
        write_graph(graph, writer)
        return writer.reading()


@pytest.mark.parametrize("text", QUERIES)
@pytest.mark.parametrize("ends", [OWNED, (*OWNED, AGAIN), (*OWNED, ("OWNED_BY", "r0", "o1"))])
def test_the_rows_are_those_of_the_plan(text, ends, few):
    plan = lift(parse(text))
    with closing(opened(*ends)) as store:
        assert isinstance(store, KnowsToOne)
        told = Gate(store.schema(), Policy(), store.dialect, to_one=store.to_one).check_plan(plan)
        plain = Gate(store.schema(), Policy(), store.dialect).check_plan(plan)
        assert sorted(map(repr, store.run(told).rows)) == sorted(map(repr, store.run(plain).rows))
        assert ("DISTINCT" not in told.text) == (ends is OWNED and "DISTINCT o " not in text)


def test_few_relationships_are_not_looked_at():
    with closing(opened(*OWNED)) as store:
        assert not store.to_one("OWNED_BY")


def test_two_of_one_node_and_a_type_that_is_not_there_are_told(few):
    with closing(opened(*OWNED)) as store:
        assert store.to_one("OWNED_BY")
        assert not store.to_one("LEADS_TO")
    for other in (AGAIN, ("OWNED_BY", "r3", "o0")):
        with closing(opened(*OWNED, other)) as store:
            assert not store.to_one("OWNED_BY")


def test_a_question_over_a_table_asks_the_store_for_less(tmp_path, few):
    (tmp_path / "owner.csv").write_text("owner_id,name\n1,Ada\n2,Bo\n")
    rows = "".join(f"{i},{1 + i % 2},{i * 10}\n" for i in range(1, 9))
    (tmp_path / "route.csv").write_text("route_id,owner_id,length\n" + rows)
    fp.load(tmp_path, into=tmp_path / "kb.fp")
    with fp.open(tmp_path / "kb.fp") as kb:
        answer = kb.ask("What is the average length of the routes of each owner?")
    assert sorted(answer.rows) == [("Ada", 50.0), ("Bo", 40.0)]
    assert "DISTINCT" not in answer.query
