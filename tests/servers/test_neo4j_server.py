"""The server that tests run against: it answers, keeps its data through a kill, and can be emptied, frozen, secured."""

from __future__ import annotations

import neo4j
import pytest
from neo4j.exceptions import AuthError, Neo4jError
from servers.fixtures import PASSWORD

from scripts.servers import Neo4jServer, ServerFailed
from scripts.servers.neo4j import shakes_hands

COUNT = "MATCH (n) RETURN count(n) AS n"


def test_it_answers_through_the_driver(neo4j_server):
    with neo4j_server.driver() as driver:
        rows = driver.execute_query("CREATE (n:Person {name: $name}) RETURN n.name AS name", name="Ada").records
    assert [row["name"] for row in rows] == ["Ada"]
    assert neo4j_server.url.startswith("bolt://127.0.0.1:")


def test_a_paused_server_accepts_and_says_nothing_until_it_is_resumed(neo4j_server):
    neo4j_server.pause()
    try:
        assert neo4j_server.pid is not None
        assert not shakes_hands(neo4j_server.port, 0.5)
    finally:
        neo4j_server.resume()
    assert shakes_hands(neo4j_server.port, 10)


def test_wiping_leaves_no_data_no_rules_no_files_and_nothing_running(neo4j_server):
    (neo4j_server.home / "import" / "a.csv").write_text("a\n1\n")
    with neo4j_server.driver() as driver:
        for text in (
            "CREATE CONSTRAINT `a ``name` FOR (n:P) REQUIRE n.k IS UNIQUE",
            "CREATE FULLTEXT INDEX words FOR (n:P) ON EACH [n.name]",
            "UNWIND range(1, 12000) AS x CREATE (:P {k: x})-[:NEXT]->(:Q)",
        ):
            driver.execute_query(text)
        with driver.session() as session:
            held = session.begin_transaction()
            held.run("MATCH (n:P {k: 1}) SET n.held = true").consume()
            neo4j_server.wipe()
            with pytest.raises(Neo4jError):
                held.run(COUNT).consume()
        assert driver.execute_query(COUNT).records[0]["n"] == 0
        assert driver.execute_query("CALL db.labels()").records == []
        kinds = driver.execute_query("SHOW INDEXES YIELD type RETURN collect(type) AS kinds").records[0]["kinds"]
        assert kinds == ["LOOKUP", "LOOKUP"]
        assert driver.execute_query("SHOW CONSTRAINTS").records == []
    assert list((neo4j_server.home / "import").iterdir()) == []


def test_one_with_a_password_lets_nobody_else_in_and_has_its_limits(neo4j_server, neo4j_apoc):
    assert neo4j_apoc.home != neo4j_server.home
    assert neo4j_apoc.auth == ("neo4j", PASSWORD)
    for wrong in (None, ("neo4j", "another-password"), ("neo4j", "neo4j")):
        with neo4j.GraphDatabase.driver(neo4j_apoc.url, auth=wrong) as driver, pytest.raises(AuthError):
            driver.verify_connectivity()
    with neo4j_apoc.driver() as driver:
        (limit,) = driver.execute_query("SHOW SETTINGS 'db.transaction.timeout' YIELD value").records
    assert limit["value"] == "30s"


def test_with_apoc_it_reads_and_writes_files(neo4j_apoc):
    (neo4j_apoc.home / "secret.json").write_text('{"found": true}')
    with neo4j_apoc.driver() as driver:
        read = f"CALL apoc.load.json('file://{neo4j_apoc.home}/secret.json') YIELD value RETURN value.found AS found"
        assert driver.execute_query(read).records[0]["found"] is True
        driver.execute_query(f"CALL apoc.export.csv.all('file://{neo4j_apoc.home}/written.csv', {{}})")
    assert (neo4j_apoc.home / "written.csv").is_file()


def test_a_server_that_cannot_start_says_why(neo4j_servers):
    neo4j_servers("shared")
    server = Neo4jServer(settings={"server.memory.pagecache.size": "much"})
    with pytest.raises(ServerFailed, match="much"), server:
        pass
    with pytest.raises(ServerFailed, match="no folder"):
        _ = server.home
