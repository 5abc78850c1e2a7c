# ruff: noqa: E501 - a query a line
"""Cypher through the tool: a row for everything that models write, and for everything that is refused."""

from __future__ import annotations

import pytest

QUERIES = """
MATCH (n:Person) RETURN n.label ORDER BY n.label ; Ann | Bob | Cid
MATCH (n {label: 'Ann'}) RETURN n.type ; Person
MATCH (n {label: "Ann"}) RETURN n.type ; Person
MATCH (a)-[r:works_at]->(c) RETURN a.label, c.label ORDER BY a.label ; Ann, Acme | Bob, Acme | Cid, Blue Whale
MATCH (a)-[:works_at]->(c)-[:located_in]->(p) RETURN DISTINCT p.label ; Oslo
MATCH (a {label: 'Ann'})-[]->()-[:located_in]->(p) RETURN p.label ; Oslo
MATCH (a)-[r: works_at]->(c {label: 'Acme'}) RETURN count(a) ; 2
MATCH (a)-[r:knows|likes]->(b) RETURN count(r) ; 3
MATCH (a {label: 'Ann'})-[r:knows*1..2]->(b) RETURN b.label ORDER BY b.label ; Bob | Cid
MATCH (a {label: 'Oslo'})-[:part_of*]->(b) RETURN b.label ORDER BY b.label ; Europe | Norway
MATCH (a {label: 'Acme'})-[*1..3]->(b) RETURN b.label ORDER BY b.label ; Europe | Norway | Oslo
MATCH (a {label: 'Bob'})--(b) RETURN DISTINCT b.label ORDER BY b.label ; Acme | Ann | Cid
MATCH (a {label: 'Bob'})<-[:knows]-(b) RETURN b.label ; Ann
MATCH (a)-[r]->(b {label: 'Bob'}) RETURN type(r) ORDER BY type(r) ; knows | likes
MATCH (a)-[r]->(b {label: 'Bob'}) RETURN r.relation ORDER BY r.relation ; knows | likes
MATCH (a)-[r]->(b) WHERE r.relation = 'likes' RETURN a.label, b.label ; Ann, Bob
MATCH (a)-[r:knows]->(b) WHERE r.since > 2000 RETURN a.label ; Ann
MATCH (a:Person) MATCH (b:Company) WHERE (a)-[:works_at]->(b) RETURN count(*) ; 3
MATCH (a:Person) OPTIONAL MATCH (a)-[:likes]->(b) RETURN a.label, b.label ORDER BY a.label ; Ann, Bob | Bob, None | Cid, None
MATCH (n) RETURN count(n) ; 8
MATCH (n) RETURN COUNT(*) ; 8
MATCH (n) RETURN n.type AS type, count(*) AS count ORDER BY count DESC, type LIMIT 2 ; Person, 3 | Company, 2
MATCH (c:Company)<-[:works_at]-(p) WITH c, count(p) AS staff WHERE staff > 1 RETURN c.label, staff ; Acme, 2
MATCH (c {label: 'Acme'})<-[:works_at]-(p) WITH p ORDER BY p.label RETURN collect(p.label) ; ['Ann', 'Bob']
MATCH (n:City) RETURN n.label UNION MATCH (n:Country) RETURN n.label ; Oslo | Norway
MATCH (n) WHERE n.label =~ 'B.*' RETURN n.label ORDER BY n.label ; Blue Whale | Bob
MATCH (n) WHERE (n.label = 'Ann' OR n.label = 'Bob') AND NOT n.label = 'Bob' RETURN n.label ; Ann
MATCH (n) WHERE n.label IN ['Ann', 'Oslo'] RETURN n.label ORDER BY n.label ; Ann | Oslo
MATCH (n) WHERE n.label CONTAINS 'l' AND n.label STARTS WITH 'B' RETURN n.label ; Blue Whale
MATCH (n) WHERE n.label ENDS WITH 'o' RETURN n.label ; Oslo
MATCH (n) WHERE toLower(n.label) CONTAINS 'whale' RETURN n.label ; Blue Whale
MATCH (n:Person) WHERE n.age <> 41 RETURN n.label ; Bob
MATCH (n:Person) WHERE n.age IS NULL RETURN n.label ; Cid
MATCH (n:Person) RETURN n.label ORDER BY n.label SKIP 1 LIMIT 1 ; Bob
MATCH (n:City) RETURN * ; {'label': 'Oslo', 'type': 'City'}
MATCH (n:City) RETURN n ; {'label': 'Oslo', 'type': 'City'}
MATCH (:Company {label: 'Acme'})-[r]->() RETURN r ; located_in
MATCH (a {label: 'Ann'})-[r:knows]->(b) RETURN r ; {'relation': 'knows', 'source': 'Ann', 'target': 'Bob', 'since': 2001}
MATCH p = (a {label: 'Oslo'})-[:part_of]->(b) RETURN [n IN nodes(p) | n.label] ; ['Oslo', 'Norway']
MATCH p = shortestPath((a {label: 'Ann'})-[*..6]->(b {label: 'Europe'})) RETURN length(p) ; 4
MATCH (n:City) RETURN n.label; ; Oslo
MATCH (p:Person) WHERE NOT (p)-[:knows]->() RETURN p.label ; Cid
MATCH (p:Person) WHERE EXISTS { (p)-[:likes]->() } RETURN p.label ; Ann
MATCH (n) WHERE n.label = 'RETURN it''s' OR n.label = 'Oslo' RETURN n.label ; Oslo
MATCH (n) WHERE n.label = "it's RETURN" RETURN n.label ;
MATCH (a {label: 'Ann'})-[]->(x)<-[]-(b {label: 'Bob'}) RETURN DISTINCT x.label ; Acme
CREATE (n:Person {label: 'Eve'}) ; refused
MATCH (n) DETACH DELETE n ; refused
MATCH (n) SET n.label = 'x' RETURN n ; refused
MERGE (n:Person {label: 'Eve'}) RETURN n ; refused
LOAD CSV FROM 'file:///etc/passwd' AS row RETURN row ; refused
CALL db.labels() ; refused
MATCH (n:Country) RETURN n.nothing ; None
MATCH (n:Nobody) RETURN n ;
MATCH (n:person) RETURN n ;
MATCH (n)-[:works]->(m) RETURN m.label ;
MATCH (n:Person) OPTIONAL MATCH (n)-[:owns]->(m:Car) RETURN DISTINCT m.label ; None
MATCH (n RETURN n ; refused
MATCH (n) RETURN n.label; MATCH (n) RETURN n.type ; refused
""".strip().splitlines()


def _rows(expected):
    return [row.strip() for row in expected.split(" | ")] if expected.strip() else []


@pytest.mark.sampled(3)
@pytest.mark.parametrize("line", QUERIES)
def test_a_query(town, line):
    query, _, expected = line.rpartition(" ;")
    found = town.call("cypher_query", query=query)
    if expected.strip() == "refused":
        assert found["success"] is False
        assert found["error"]
        assert found["code"].startswith("query.")
        return
    assert found["success"], found
    said = [", ".join(str(cell) for cell in row.values()) for row in found["rows"]]
    assert said == _rows(expected)
    assert found["count"] == len(said)


def test_a_query_that_needs_no_repair_says_so_and_one_that_does_says_which(town):
    plain = town.call("cypher_query", query="MATCH (n:City) RETURN n.label")
    assert (plain["query_executed"], plain["fixes_applied"]) == (None, [])
    repaired = town.call("cypher_query", query="MATCH (c:Company)-[:works_at]->(p:Person) RETURN count(p)")
    assert repaired["rows"] == [{"count(p)": 3}]
    assert len(repaired["fixes_applied"]) == 1
    assert "<-[:works_at]-" in repaired["query_executed"]


def test_nothing_found_names_what_is_near(town):
    found = town.call("cypher_query", query="MATCH (n {label: 'ann'}) RETURN n")
    assert found["rows"] == []
    assert found["hints"] == ["no value is 'ann'; near to it: 'Ann'"]


def test_names_stay_as_they_are_written_and_the_nearest_are_named(town):
    unknown = town.call("cypher_query", query="MATCH (n:Prson)-[:work_at]->(c) RETURN n")
    assert (unknown["success"], unknown["rows"], unknown["fixes_applied"]) == (True, [], [])
    assert "no node of this graph has the label Prson; did you mean Person?" in unknown["hints"]
    assert "this graph has no relationship of type work_at; did you mean works_at?" in unknown["hints"]
    assert any("relations: " in hint and "works_at" in hint for hint in unknown["hints"])
    counted = town.call("cypher_query", query="MATCH (n:Prson) RETURN count(n) AS n")
    assert counted["rows"] == [{"n": 0}]
    assert "no node of this graph has the label Prson; did you mean Person?" in counted["hints"]
    missing = town.call("cypher_query", query="MATCH (n:Person) RETURN n.agee")
    assert "Person has no property agee; did you mean age?" in missing["hints"]
    planned = town.call("cypher_query", query="MATCH (n:Prson) RETURN n", explain=True)
    assert "no node of this graph has the label Prson; did you mean Person?" in planned["hints"]


def test_explain_runs_nothing_and_reads_the_plan_in_english(town):
    found = town.call("cypher_query", query="MATCH (p:Person) RETURN count(p)", explain=True)
    assert found["plan"] == "The number of people"
    assert "rows" not in found


def test_parameters_and_pages(town):
    first = town.call("cypher_query", query="MATCH (n) RETURN n.label ORDER BY n.label", limit=5)
    assert (len(first["rows"]), first["count"]) == (5, 8)
    more = town.call(
        "cypher_query", query="MATCH (n) RETURN n.label ORDER BY n.label", limit=5, cursor=first["next_cursor"]
    )
    assert [row["n.label"] for row in more["rows"]] == ["Europe", "Norway", "Oslo"][-len(more["rows"]) :]
    assert "next_cursor" not in more
    named = town.call("cypher_query", query="MATCH (n {label: $who}) RETURN n.type", parameters={"who": "Ann"})
    assert named["rows"] == [{"n.type": "Person"}]
    wrong = town.call("cypher_query", query="MATCH (n) RETURN n.label", cursor="nonsense")
    assert (wrong["is_error"], wrong["code"]) == (True, "cursor.invalid")


def test_results_are_cached_until_the_graph_is_written_to(user):
    user.call("add_knowledge", knowledge="A r B")
    query = "MATCH (n) RETURN count(n)"
    for expected in (2, 2):
        assert user.call("cypher_query", query=query)["rows"] == [{"count(n)": expected}]
    assert (user.graphs.cache.hits, user.graphs.cache.misses) == (1, 1)
    user.call("add_knowledge", knowledge="A r C")
    assert user.call("cypher_query", query=query)["rows"] == [{"count(n)": 3}]
    user.call("delete_graph")
    user.call("add_knowledge", knowledge="A r B")
    assert user.call("cypher_query", query=query)["rows"] == [{"count(n)": 2}]
