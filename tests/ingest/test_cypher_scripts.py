"""Cypher scripts of data: read as nodes and relationships, never executed."""

from __future__ import annotations

import datetime as dt

import pytest

import fingerpost as fp
from fingerpost.core.errors import SourceError
from fingerpost.ingest.scripts.loader import CypherScriptLoader


@pytest.fixture
def drawn(tmp_path, load):
    def read(text):
        (tmp_path / "a.cypher").write_text(text)
        loaded = load(CypherScriptLoader(), tmp_path / "a.cypher")
        names = {node.id: node.properties.get("name") for node in loaded.nodes}
        edges = {(names[r.start], r.type, names[r.end]) for r in loaded.relationships}
        return loaded, dict(zip(names.values(), loaded.nodes, strict=True)), edges

    return read


def test_one_statement_of_many_clauses(drawn):
    loaded, nodes, edges = drawn(
        """// the film
        CREATE (m:Movie:Classic {name: 'It\\'s', year: 1999, score: -1.5e1, open: true, none: null})
        CREATE (k:Person {name: "Keanu", born: date('1964-09-02'), tags: ['a', 'b;']}), (l
        :Person {name: 'Lana'})
        CREATE (k)-[:ACTED_IN {roles: ['Neo']}]->(m)<-[:`DIRECTED BY`]-(l);"""
    )
    assert nodes["It's"].labels == ("Movie", "Classic")
    assert nodes["It's"].properties == {"name": "It's", "year": 1999, "score": -15.0, "open": True}
    assert nodes["Keanu"].properties["born"] == dt.date(1964, 9, 2)
    assert nodes["Keanu"].properties["tags"] == ("a", "b;")
    assert edges == {("Keanu", "ACTED_IN", "It's"), ("Lana", "DIRECTED BY", "It's")}
    assert nodes["Keanu"].line == 3
    assert not loaded.problems


def test_an_export_of_apoc(drawn):
    loaded, nodes, edges = drawn(
        """:begin
CREATE CONSTRAINT UNIQUE_IMPORT_NAME FOR (node:`UNIQUE IMPORT LABEL`) REQUIRE (node.`UNIQUE IMPORT ID`) IS UNIQUE;
:commit
CALL db.awaitIndexes(300);
:begin
UNWIND [{_id:0, properties:{name:"Ann"}}, {_id:1, properties:{name:"Bo"}}] AS row
CREATE (n:`UNIQUE IMPORT LABEL`{`UNIQUE IMPORT ID`: row._id}) SET n += row.properties SET n:Person;
:commit
UNWIND [{start: {_id:0}, end: {_id:1}, properties:{since:1999}}] AS row
MATCH (start:`UNIQUE IMPORT LABEL`{`UNIQUE IMPORT ID`: row.start._id})
MATCH (end:`UNIQUE IMPORT LABEL`{`UNIQUE IMPORT ID`: row.end._id})
CREATE (start)-[r:KNOWS]->(end) SET r += row.properties;
MATCH (n:`UNIQUE IMPORT LABEL`)  WITH n LIMIT 20000 REMOVE n:`UNIQUE IMPORT LABEL` REMOVE n.`UNIQUE IMPORT ID`;
DROP CONSTRAINT UNIQUE_IMPORT_NAME;"""
    )
    assert (nodes["Ann"].labels, nodes["Ann"].properties) == (("Person",), {"name": "Ann"})
    assert edges == {("Ann", "KNOWS", "Bo")}
    assert loaded.relationships[0].properties == {"since": 1999}
    assert not loaded.problems


def test_an_export_of_apoc_for_a_shell(drawn):
    """In this form, BEGIN and COMMIT end with the line, not with a semicolon."""
    loaded, nodes, edges = drawn(
        """BEGIN
CREATE (:`Person`:`UNIQUE IMPORT LABEL` {`name`:"Ann", `born`: date('1999-01-02'), `UNIQUE IMPORT ID`:0});
CREATE (:`Person`:`UNIQUE IMPORT LABEL` {`name`:"Bo", `UNIQUE IMPORT ID`:1});
COMMIT
BEGIN
CREATE CONSTRAINT UNIQUE_IMPORT_NAME FOR (node:`UNIQUE IMPORT LABEL`) REQUIRE (node.`UNIQUE IMPORT ID`) IS UNIQUE;
COMMIT
SCHEMA AWAIT
BEGIN
MATCH (n1:`UNIQUE IMPORT LABEL`{`UNIQUE IMPORT ID`:0}), (n2:`UNIQUE IMPORT LABEL`{`UNIQUE IMPORT ID`:1})
CREATE (n1)-[r:`KNOWS` {`since`:1999}]->(n2);
COMMIT
"""
    )
    assert nodes["Ann"].properties == {"name": "Ann", "born": dt.date(1999, 1, 2)}
    assert nodes["Ann"].labels == ("Person",)
    assert edges == {("Ann", "KNOWS", "Bo")}
    assert not loaded.problems


def test_what_is_merged_is_there_once(drawn):
    loaded, _, edges = drawn(
        """MERGE (a:City {name: 'Lyon'}) ON CREATE SET a.size = 5;
        MERGE (a:City {name: 'Lyon'});
        MERGE (b:River {name: 'Rhône'});
        MATCH (a:City), (b:River) WHERE a.name = 'Lyon' AND b.name = 'Rhône' MERGE (b)-[:CROSSES]->(a);
        MATCH (a:City {name: 'Lyon'}) MATCH (b:River {name: 'Rhône'}) MERGE (b)-[:CROSSES]->(a)"""
    )
    assert len(loaded.nodes) == 2
    assert loaded.nodes[0].properties["size"] == 5
    assert edges == {("Rhône", "CROSSES", "Lyon")}
    assert len(loaded.relationships) == 1


@pytest.mark.parametrize(
    "statement",
    [
        "MATCH (n) DETACH DELETE n",
        "LOAD CSV FROM 'file:///etc/passwd' AS row CREATE (:A {name: row[0]})",
        "CALL apoc.load.json('http://example.org')",
        "CREATE (:A {name: $given})",
        "CREATE (:A {name: toUpper('x')})",
        "CREATE (:A {name: 'x' + 'y'})",
        "COPY A FROM 'a.csv'",
        "CREATE (:A {x: " + "[" * 200 + "]" * 200 + "})",
        "MATCH (a:Nowhere) CREATE (a)-[:R]->(:B)",
    ],
)
def test_what_is_not_data_is_reported_with_its_line(drawn, statement):
    loaded, nodes, edges = drawn(f"CREATE (:A {{name: 'one'}});\n{statement};\nCREATE (:A {{name: 'two'}});")
    assert {"one", "two"} <= set(nodes)
    assert not edges
    assert loaded.counts == {"bad-record": 1}
    assert ":2: " in loaded.problems["bad-record"][0]


def test_a_script_may_begin_with_a_clearance_and_end_with_a_question(drawn):
    loaded, nodes, edges = drawn(
        "// start anew\nMATCH (n) DETACH DELETE n;\nMATCH ()-[r]->() DELETE r;\n"
        "CREATE (:A {name: 'one'})-[:R]->(:A {name: 'two'});\n"
        "MATCH p = (a:A)-[:R]->(b) WHERE a.name = 'one' RETURN p;\nRETURN 1;"
    )
    assert set(nodes) == {"one", "two"}
    assert edges == {("one", "R", "two")}
    assert not loaded.problems


@pytest.mark.parametrize(
    "statement", ["MATCH (a:A) DETACH DELETE a", "MATCH (a:A) REMOVE a.name", "MATCH (a) DELETE a"]
)
def test_what_a_script_takes_away_later_is_reported(drawn, statement):
    loaded, nodes, _ = drawn(f"CREATE (:A {{name: 'one'}});\n{statement};")
    assert set(nodes) == {"one"}
    (problem,) = loaded.problems["bad-record"]
    assert ":2: a script is only read for what it creates, never executed: the rest is left out at" in problem


def test_a_script_without_a_node_is_refused(drawn):
    with pytest.raises(SourceError, match="writes no node"):
        drawn("RETURN 1;")


def test_a_question_about_a_script(tmp_path):
    (tmp_path / "rivers.cypher").write_text(
        "CREATE (l:City {name: 'Lyon'}) CREATE (:River {name: 'Rhône'})-[:FLOWS_THROUGH]->(l);"
    )
    fp.load([tmp_path / "rivers.cypher"], tmp_path / "kb.fp")
    with fp.open(tmp_path / "kb.fp") as kb:
        assert kb.ask("Which river flows through Lyon?").text == "Rhône."


def test_parameters_of_a_shell_are_unwound(tmp_path, load):
    script = """:begin
:param rows => [{name: "Ada; Co", properties: {born: 1970}}, {name: 'Ben', properties: {}}]
UNWIND $rows AS row CREATE (n:Keeper {name: row.name}) SET n += row.properties;
:param rows => [{start: {name: "Ada; Co"}, end: {name: "Ben"}, properties: {since: 2001}}]
UNWIND $rows as row
MATCH (a:Keeper {name: row.start.name}) MATCH (b:Keeper {name: row.end.name})
CREATE (a)-[r:KNOWS]->(b) SET r += row.properties;
:commit
"""
    (tmp_path / "a.cypher").write_text(script)
    loaded = load(CypherScriptLoader(), tmp_path / "a.cypher")
    assert [node.properties for node in loaded.nodes] == [{"name": "Ada; Co", "born": 1970}, {"name": "Ben"}]
    assert [(r.type, r.properties, r.line) for r in loaded.relationships] == [("KNOWS", {"since": 2001}, 7)]
    assert not loaded.problems
