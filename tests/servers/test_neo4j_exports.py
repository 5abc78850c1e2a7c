"""What a real Neo4j exports through APOC, and the server itself, load as the same graph."""

from __future__ import annotations

from pathlib import Path

import pytest

import fingerpost as fp

GRAPH = """
CREATE (a:Person:Actor {name: 'Keanu Reeves', born: date('1964-09-02'), langs: ['en', 'fr'],
                        loc: point({longitude: -122.3, latitude: 37.5})})
CREATE (b:Person {name: 'Lana "W" Wachowski, jr', height: 1.75, note: 'line\\none'})
CREATE (m:Movie {title: 'The Matrix', released: 1999, at: datetime('1999-03-31T10:00:00Z'), len: duration('PT136M')})
CREATE (:`My Label` {`odd key`: true})
CREATE (a)-[:ACTED_IN {roles: ['Neo']}]->(m) CREATE (b)-[:DIRECTED {year: 1999}]->(m)
"""
EXPORTS = {
    "lines.json": "CALL apoc.export.json.all(null, {stream: true}) YIELD data RETURN data",
    "array.json": "CALL apoc.export.json.all(null, {stream: true, jsonFormat: 'ARRAY_JSON'}) YIELD data RETURN data",
    "document.json": "CALL apoc.export.json.all(null, {stream: true, jsonFormat: 'JSON'}) YIELD data RETURN data",
    "all.csv": "CALL apoc.export.csv.all(null, {stream: true}) YIELD data RETURN data",
    "typed.graphml": "CALL apoc.export.graphml.all(null, {stream: true, useTypes: true}) YIELD data RETURN data",
    "gephi.graphml": "CALL apoc.export.graphml.all(null, {stream: true, format: 'gephi'}) YIELD data RETURN data",
    "shell.cypher": "CALL apoc.export.cypher.all(null, {stream: true, format: 'cypher-shell'}) "
    "YIELD cypherStatements RETURN cypherStatements AS data",
    "result.json": "CALL apoc.export.json.query('MATCH (n) OPTIONAL MATCH (n)-[r]->() RETURN n, r', null, "
    "{stream: true}) YIELD data RETURN data",
    "parameters.cypher": "CALL apoc.export.cypher.all(null, {stream: true, format: 'cypher-shell', useOptimizations: "
    "{type: 'UNWIND_BATCH_PARAMS'}}) YIELD cypherStatements RETURN cypherStatements AS data",
    "plain.cypher": "CALL apoc.export.cypher.all(null, {stream: true, format: 'plain', useOptimizations: "
    "{type: 'NONE'}}) YIELD cypherStatements RETURN cypherStatements AS data",
}


@pytest.fixture(scope="module")
def exports(neo4j_servers, tmp_path_factory) -> Path:
    """A folder with an export in each form, the folder that bulk import reads, and a copy of the server."""
    folder = tmp_path_factory.mktemp("exports")
    (folder / "bulk").mkdir()
    server = neo4j_servers("apoc")
    server.wipe()
    with server.driver() as driver:
        driver.execute_query(GRAPH)
        for name, query in EXPORTS.items():
            records = driver.execute_query(query).records
            (folder / name).write_text("".join(record["data"] or "" for record in records), encoding="utf-8")
        bulk = str(folder / "bulk" / "graph.csv")
        driver.execute_query("CALL apoc.export.csv.all($file, {bulkImport: true})", file=bulk)
    fp.load([server.place], folder / "live.fp", settings=fp.Settings(cache_folder=folder / "cache"))
    return folder


@pytest.mark.parametrize("name", [*EXPORTS, "bulk", "live"])
def test_an_export_is_the_graph(exports, tmp_path, name):
    place = exports / "live.fp" if name == "live" else tmp_path / "kb.fp"
    if name != "live":
        report = fp.load([exports / name], place)
        assert not report.problems
    with fp.open(place) as kb:
        assert kb.ask("Who acted in The Matrix?").text.startswith("Keanu Reeves.")
        assert {label.name: label.count for label in kb.schema.labels} == {
            "Person": 2,
            "Actor": 1,
            "Movie": 1,
            "My Label": 1,
        }
        (row,) = kb.query("MATCH (p)-[d:DIRECTED]->(m) RETURN p.name, d.year, m.title, p.note").rows
        assert (row[0], str(row[1]), row[2]) == ('Lana "W" Wachowski, jr', "1999", "The Matrix")
        assert row[3].replace("\\n", "\n") == "line\none"
        ((languages,),) = kb.query("MATCH (p:Actor) RETURN p.langs").rows
        assert tuple(languages) == ("en", "fr") or name in ("bulk", "gephi.graphml")  # as text
