"""The server that tests run against: it answers, keeps its data through a kill, and can be emptied, frozen, secured."""

from __future__ import annotations

import os
import time

import neo4j
import pytest
from neo4j.exceptions import AuthError, Neo4jError, ServiceUnavailable
from servers.fixtures import QUICK

from scripts.servers import Neo4jServer, ServerFailed
from scripts.servers.neo4j import shakes_hands

pytestmark = pytest.mark.xdist_group("neo4j-faults")

COUNT = "MATCH (n) RETURN count(n) AS n"


def test_it_answers_through_the_driver(neo4j_server):
    with neo4j_server.driver() as driver:
        rows = driver.execute_query("CREATE (n:Person {name: $name}) RETURN n.name AS name", name="Ada").records
    assert [row["name"] for row in rows] == ["Ada"]
    assert neo4j_server.url.startswith("bolt://127.0.0.1:")


def test_a_killed_server_comes_back_at_the_same_place_with_its_data(neo4j_server):
    with neo4j_server.driver() as driver:
        driver.execute_query("UNWIND range(1, 100) AS x CREATE (:Kept {x: x})")
    url, pid = neo4j_server.url, neo4j_server.pid
    neo4j_server.kill()
    assert neo4j_server.pid is None
    assert not shakes_hands(neo4j_server.port)
    neo4j_server.restart()
    assert neo4j_server.url == url
    assert neo4j_server.pid not in (None, pid)
    with neo4j_server.driver() as driver:
        assert driver.execute_query(COUNT).records[0]["n"] == 100


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


def test_a_second_server_has_its_own_password_and_limit_stops_while_paused_and_leaves_nothing(neo4j_server):
    with Neo4jServer(password="a-long-password", transaction_timeout=0.5, jvm=QUICK) as other:
        home, pid = other.home, other.pid
        assert home != neo4j_server.home
        assert other.auth == ("neo4j", "a-long-password")
        for wrong in (None, ("neo4j", "another-password")):
            with neo4j.GraphDatabase.driver(other.url, auth=wrong) as driver, pytest.raises(AuthError):
                driver.verify_connectivity()
        with other.driver() as driver, driver.session() as session, pytest.raises(Neo4jError) as error:
            session.run("UNWIND range(1, 1000000000) AS x RETURN count(x)").consume()
        assert "TimedOut" in (error.value.code or "")
        other.pause()
        started = time.monotonic()
        other.stop()
        assert other.pid is None
        assert time.monotonic() - started < 60
        with other.driver() as driver, pytest.raises(ServiceUnavailable):
            driver.verify_connectivity()
    assert pid is not None
    assert not home.exists()
    assert other.pid is None
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


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
