"""Attacks on a real server whose APOC may read and write files and call out: nothing is touched, whoever lets it by.

Each text of the hostile corpus is sent through the gate, and around it: what the gate would refuse is sealed all the
same, so that the store's second lock, the operators of the server's plan, stands alone.
"""

from __future__ import annotations

from contextlib import closing, suppress
from pathlib import Path

import pytest
from bolt_watch import watching

from fingerpost.core.errors import FingerpostError, QueryRejected, StoreError
from fingerpost.core.limits import Limits
from fingerpost.core.names import ELEMENT_ID
from fingerpost.core.seal import mint
from fingerpost.engine.registry import store_class
from fingerpost.query_languages.cypher.gate import verify
from fingerpost.testing.graphs import write_authors
from scripts.fuzz.gate_cases import HOSTILE, read_cases

FILES = sorted(HOSTILE.glob("*.txt"))
CASES = {path.stem: list(read_cases([path])) for path in FILES}
SHORT = Limits(time_ms=1_000, rows=100, memory_mb=256)
ENDINGS = ("", "store.failed", "store.access", "query.operator", "limit.time", "limit.memory")
"""What may be said to an attack; access, where it is to a database that is not there."""


def minted(text, parameters=None):
    """A query that no gate would make."""
    return mint(text=text, language="cypher", dialect="neo4j", parameters=parameters or {}, columns=())


@pytest.fixture(scope="module")
def server(neo4j_servers):
    running = neo4j_servers("apoc")
    running.wipe(kept=ELEMENT_ID)
    return running


@pytest.fixture(scope="module")
def watch(server, tmp_path_factory):
    with closing(store_class("neo4j").writer(server.place)) as writer:
        write_authors(writer)
        writer.save()
    folder = tmp_path_factory.mktemp("canary")
    with closing(store_class("neo4j").open(server.place)) as store, watching(server, store, folder) as watched:
        yield watched


def test_the_canaries_sing(watch, server):
    """What is watched for would be seen."""
    read = f"CALL apoc.load.json('{watch.site}/sung') YIELD value RETURN value.found AS found"
    with server.driver() as driver:
        assert driver.execute_query(read).records[0]["found"] == 1
        before = watch.state()
        rows = driver.execute_query(watch.aimed("LOAD CSV FROM 'http://127.0.0.1/csv' AS row RETURN row")).records
        driver.execute_query(watch.aimed("CALL apoc.export.csv.all('/tmp/out.csv', {})"))
        assert rows
        driver.execute_query("CREATE (:New)")
        after = watch.state()
        driver.execute_query("MATCH (n:New) DELETE n")
    assert {name for name in before if before[name] != after[name]} == {"content", "secret", "asked"}
    assert watch.asked == ["/sung", "/csv"]
    for name in after["secret"].keys() - before["secret"].keys():
        Path(name).unlink()
    watch.asked.clear()


def ending(use, query, *more):
    """What an attack ended with: an error's code, or nothing where it ran."""
    try:
        use(query, *more)
    except (StoreError, QueryRejected) as error:
        return error.code
    return ""


@pytest.mark.sampled(5)
@pytest.mark.parametrize("name", CASES)
def test_what_the_gate_lets_by_touches_nothing(watch, name):
    before = watch.state()
    passed = []
    for case in CASES[name]:
        with suppress(FingerpostError):
            passed.append((case, verify(watch.aimed(case.text), dialect="neo4j")))
    assert [case for case, _ in passed] == [case for case in CASES[name] if not case.code]
    for case, query in passed:
        assert ending(watch.store.run, query, SHORT) in ("", "store.failed"), case.where
    assert watch.state() == before


@pytest.mark.sampled(7)
@pytest.mark.parametrize("name", CASES)
def test_around_the_gate_the_plan_is_a_lock_of_its_own(watch, name):
    before = watch.state()
    for case in CASES[name]:
        query = minted(watch.aimed(case.text))
        assert ending(watch.store.run, query, SHORT) in ENDINGS, case.where
        assert ending(watch.store.explain, query) in ENDINGS, case.where
    assert watch.state() == before


REACHING = {
    "LOAD CSV FROM 'SITE/csv' AS row RETURN row": "LoadCSV",
    "LOAD CSV FROM 'file:///secret.csv' AS row RETURN row": "LoadCSV",
    "MATCH (n) CALL { LOAD CSV FROM 'SITE/csv' AS row RETURN row } RETURN row": "LoadCSV",
    "CALL apoc.load.json('SITE/json') YIELD value RETURN value": "apoc.load.json",
    "CALL apoc.load.jsonParams('SITE/json', {}, null) YIELD value RETURN value": "apoc.load.jsonParams",
    "CALL apoc.export.csv.all('/tmp/out.csv', {})": "apoc.export.csv.all",
    "CALL apoc.export.json.query('RETURN 1', '/tmp/out.json', {})": "apoc.export.json.query",
    "CALL apoc.cypher.run('RETURN 1', {}) YIELD value RETURN value": "apoc.cypher.run",
    "CALL apoc.util.sleep(10) RETURN 1": "apoc.util.sleep",
    "RETURN apoc.cypher.runFirstColumnMany(\"LOAD CSV FROM 'SITE/f' AS row RETURN row\", {}) AS x": "apoc.cypher.runF",
    "RETURN `apoc`.`cypher`.`runFirstColumnMany`('CALL apoc.load.json(\"SITE/q\")', {}) AS x": "apoc.cypher.runF",
    "RETURN apoc\\u002Ecypher\\u002ErunFirstColumnMany('CALL apoc.load.json(\"SITE/u\")', {}) AS x": "apoc.cypher.runF",
    "MATCH (n) RETURN n LIMIT size('`') + size(apoc.cypher.runFirstColumnMany('RETURN \"`\"', {}))": "apoc.cypher.runF",
    "RETURN [x IN [1] | COUNT { MATCH (n {a: apoc.cypher.runFirstColumnMany('RETURN 1', {})}) }]": "apoc.cypher",
    "SHOW TRANSACTIONS": "ShowTransactions",
    "SHOW TRANSACTIONS YIELD transactionId AS id TERMINATE TRANSACTIONS id YIELD message RETURN 1": "TerminateTrans",
    "SHOW SETTINGS": "ShowSettings",
    "SHOW USERS": "kind s",
    "CALL dbms.killConnection('bolt-1')": "kind s",
    "CALL db.clearQueryCaches()": "kind s",
    "CREATE (:Ghost)": "kind w",
    "MATCH (n) SET n.ghost = 1": "kind w",
    "MATCH (n) DETACH DELETE n": "kind w",
    "MERGE (n:Ghost) RETURN n": "kind rw",
    "CREATE INDEX ghost FOR (n:Person) ON (n.ghost)": "kind s",
    "MATCH (n) CALL (n) { DETACH DELETE n } IN TRANSACTIONS": "kind w",
    "CALL apoc.create.node(['Ghost'], {})": "kind rw",
    "CALL apoc.periodic.iterate('MATCH (n) RETURN n', 'DETACH DELETE n', {})": "kind rw",
}


@pytest.mark.sampled(5)
@pytest.mark.parametrize("text", REACHING, ids=range(len(REACHING)))
def test_what_reaches_out_or_writes_is_refused_by_the_plan(watch, text):
    before = watch.state()
    for use in (watch.store.run, watch.store.explain):
        with pytest.raises(QueryRejected) as refused:
            use(minted(watch.aimed(text.replace("SITE", watch.site))))
        assert refused.value.code == "query.operator"
        assert REACHING[text] in refused.value.details["operator"]
    assert watch.state() == before


def test_functions_that_only_compute_and_names_that_look_like_others_pass(watch):
    for text in (
        "RETURN date.truncate('day', date('2020-01-31')) AS d",
        "RETURN point.distance(point({x: 1, y: 2}), point({x: 1, y: 3})) AS m",
        "RETURN apoc.text.clean('A b') AS x",
        "MATCH (n) RETURN n.`apoc.cypher.run(` AS `a``b.c(`, [x IN n.`it's` | x.`f.g(`] AS y",
    ):
        assert watch.store.run(minted(text)).rows
