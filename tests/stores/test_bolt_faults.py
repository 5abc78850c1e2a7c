"""A server that is not there, does not let one in, runs on, stops answering or dies: an error tells which, in time."""

from __future__ import annotations

import gc
import socket
import threading
import time
import warnings
from contextlib import closing

import pytest
from servers.fixtures import PASSWORD
from servers.tcp_proxy import Proxy

from fingerpost.core.access import Access
from fingerpost.core.errors import LimitExceeded, QueryRejected, StoreError
from fingerpost.core.limits import Limits
from fingerpost.core.names import ELEMENT_ID
from fingerpost.core.seal import mint
from fingerpost.query_languages.cypher.gate import verify
from fingerpost.stores.bolt.store import BoltStore

ACCESS = Access(user="neo4j", password=PASSWORD)
ONE = verify("RETURN 1 AS one", dialect="neo4j")
ENDLESS = "RETURN reduce(a = 0, x IN range(1, 30000000) | a + x) AS r"
"""One big expression, which the server does not interrupt."""
ROWS = "UNWIND range(1, 1000000) AS x RETURN x"
WAITS = "UNWIND range(1, 3000) AS a UNWIND range(1, 3000) AS b UNWIND range(1, 3000) AS c RETURN count(*) AS n"
"""Long, and interrupted."""


def minted(text):
    """A query that no gate would make."""
    return mint(text=text, language="cypher", dialect="neo4j", parameters={}, columns=())


@pytest.fixture
def server(neo4j_servers):
    return neo4j_servers("apoc")


def url(server, scheme="bolt", rest=""):
    return f"{scheme}://127.0.0.1:{server.port}{rest}"


@pytest.fixture
def proxy(server):
    with closing(Proxy(server.port)) as made:
        yield made


@pytest.fixture
def store(server):
    with closing(BoltStore.open(url(server), ACCESS)) as opened:
        yield opened


@pytest.fixture
def behind(proxy):
    """The store behind a proxy, for what looks from here as if the server were killed."""
    with closing(BoltStore.open(proxy.url, ACCESS)) as opened:
        yield opened


def refused(seconds, code, use):
    started = time.monotonic()
    with pytest.raises(StoreError) as refusal:
        use()
    assert refusal.value.code == code, refusal.value.message
    assert time.monotonic() - started < seconds
    assert PASSWORD not in refusal.value.message
    return refusal.value


@pytest.mark.parametrize(("access", "scheme", "rest"), [
    (Access(user="neo4j", password="another"), "bolt", ""),
    (Access(), "bolt", ""),
    (Access(token="nobody's"), "bolt", ""),
    (Access(user="neo4j", password=PASSWORD), "bolt", "/nowhere"),
    (Access(user="neo4j", password=PASSWORD, database="nowhere"), "neo4j", ""),
])  # fmt: skip
def test_who_may_not_get_in_is_told_so(server, access, scheme, rest):
    refused(5, "store.access", lambda: BoltStore.open(url(server, scheme, rest), access))


def test_user_and_password_of_the_url(server):
    place = url(server).replace("//", f"//neo4j:{PASSWORD.replace(' ', '%20')}@")
    with closing(BoltStore.open(place)) as opened:
        assert opened.run(ONE).rows == ((1,),)


def test_a_routed_address(server):
    access = Access(user="neo4j", password=PASSWORD)
    with closing(BoltStore.open(url(server, "neo4j", "/neo4j"), access)) as opened:
        assert opened.run(ONE).rows == ((1,),)


@pytest.mark.parametrize("place", ["bolt://127.0.0.1:1", "neo4j://127.0.0.1:1", "bolt://nowhere.invalid"])
def test_where_nobody_listens(place):
    refused(10, "store.unavailable", lambda: BoltStore.open(place))


def test_encryption_that_the_server_does_not_have(server):
    refused(10, "store.unavailable", lambda: BoltStore.open(url(server, "bolt+s")))


def test_a_socket_that_says_nothing():
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        refused(8, "store.unavailable", lambda: BoltStore.open(f"bolt://127.0.0.1:{silent.getsockname()[1]}"))


@pytest.mark.parametrize(("text", "operator"), [
    ("LOAD CSV FROM 'file:///etc/passwd' AS line RETURN line", "LoadCSV"),
    ("SHOW SETTINGS", "ShowSettings"),
    ("SHOW TRANSACTIONS", "ShowTransactions"),
    ("TERMINATE TRANSACTIONS 'neo4j-transaction-1'", "TerminateTransactions"),
    ("SHOW USERS", "kind s"),
    ("CALL dbms.listConfig()", "kind s"),
    ("CALL dbms.killConnection('bolt-1')", "kind s"),
    ("CALL db.clearQueryCaches()", "kind s"),
    ("CALL db.awaitIndexes()", "db.awaitIndexes"),
    ("CREATE INDEX FOR (n:X) ON (n.y)", "kind s"),
    ("MATCH (n) CALL { WITH n DELETE n } IN TRANSACTIONS RETURN 1", "kind rw"),
    ("USE system MATCH (n) RETURN n", "system"),
])  # fmt: skip
def test_what_a_read_can_do_besides_is_refused_by_the_second_lock(store, text, operator):
    for use in (store.run, store.explain):
        with pytest.raises((QueryRejected, StoreError)) as refusal:
            use(minted(text))
        assert refusal.value.code in ("query.operator", "store.failed")
        assert operator in refusal.value.message or refusal.value.code == "store.failed"


def test_an_expression_that_the_server_does_not_interrupt_is_given_up(store):
    limits = Limits(time_ms=700)
    for _ in range(2):
        started = time.monotonic()
        with pytest.raises(LimitExceeded) as ended:
            store.run(minted(ENDLESS), limits)
        assert ended.value.code == "limit.time"
        assert 0.6 < time.monotonic() - started < 2
    assert store.run(ONE).rows == ((1,),)


@pytest.mark.parametrize("text", [
    "UNWIND range(1, 10000000) AS a WITH collect(a) AS c RETURN size(c) AS n",
    "RETURN size(reduce(s = 'ab', i IN range(1, 34) | s + s)) AS n",
])  # fmt: skip
def test_memory_that_the_server_does_not_give(store, text):
    with pytest.raises(LimitExceeded) as ended:
        store.run(minted(text), Limits(time_ms=20_000))
    assert ended.value.code == "limit.memory"
    assert store.run(ONE).rows == ((1,),)


def test_a_large_list_is_not_kept_here(store):
    with pytest.raises(LimitExceeded) as ended:
        store.run(minted("RETURN range(1, 300000) AS r"), Limits(memory_mb=16))
    assert ended.value.code == "limit.memory"


def test_a_server_that_stops_answering(server, store):
    store.run(ONE)
    server.pause()
    try:
        refused(3, "limit.time", lambda: store.run(ONE, Limits(time_ms=500)))
        refused(8, "store.unavailable", lambda: store.run(ONE, Limits(time_ms=500)))
        refused(8, "store.unavailable", lambda: BoltStore.open(url(server)))
    finally:
        server.resume()
    assert store.run(ONE).rows == ((1,),)


def test_time_that_ends_between_the_plan_and_the_query(store, monkeypatch):
    """The session has no connection then, and yet the server is there."""
    check = store._plans.check

    def slow(session, *given):
        with session.begin_transaction():
            time.sleep(0.1)  # time counts once a connection was seen, which a quick look at a plan may escape
        check(session, *given)
        given_up.wait(5)
        raise TimeoutError  # or it would run the query when the store is closed, in the middle of another test

    given_up = threading.Event()
    monkeypatch.setattr(store._plans, "check", slow)
    refused(3, "limit.time", lambda: store.run(minted("RETURN 2 AS two"), Limits(time_ms=200)))
    given_up.set()
    for thread in threading.enumerate():
        if thread.name == "fingerpost-bolt":
            thread.join(5)


def test_a_server_that_is_gone_in_the_middle_of_a_query(proxy, behind):
    gone = threading.Timer(0.5, proxy.die)
    gone.start()
    refused(5, "store.unavailable", lambda: behind.run(minted(WAITS), Limits(time_ms=10_000)))
    gone.join()
    refused(5, "store.unavailable", lambda: behind.run(ONE))
    refused(5, "store.unavailable", lambda: list(behind.values("N", "x")))
    refused(5, "store.unavailable", behind.outline)
    proxy.rise()
    assert behind.run(ONE).rows == ((1,),)


def test_a_server_that_came_back_is_asked_over_a_new_connection(proxy, behind):
    assert behind.run(ONE).rows == ((1,),)
    proxy.die()
    proxy.rise()
    assert behind.run(ONE).rows == ((1,),)


@pytest.mark.parametrize(("sent", "in_nodes"), [(30_000, True), (120_000, False)], ids=["nodes", "relationships"])
def test_a_load_that_broke_off_is_run_again(server, proxy, sent, in_nodes):
    """What was acknowledged is there; the rest is added, and nothing twice."""
    server.wipe(kept=ELEMENT_ID)
    nodes = [(f"n{i}", i, {"k": i}) for i in range(2_000)]
    joined = [(f"n{i}", f"n{i * 7 % 2_000}", i % 3, {"k": i % 5}) for i in range(2_000)]
    joined += joined[:100]
    acknowledged = 0

    def load(writer):
        nonlocal acknowledged
        for start in range(0, len(nodes), 500):
            writer.add_nodes(("N",), nodes[start : start + 500])
            acknowledged = max(acknowledged, start + 500)
        for start in range(0, len(joined), 500):
            writer.add_relationships("N", "T", "N", joined[start : start + 500])

    proxy.after(sent, proxy.die)
    with closing(BoltStore.writer(proxy.url, ACCESS)) as writer, pytest.raises(StoreError) as broken:
        load(writer)
    assert broken.value.code == "store.unavailable"
    assert (acknowledged < len(nodes)) == in_nodes
    proxy.rise()
    with closing(BoltStore.open(url(server), ACCESS)) as store:
        ((there,),) = store.run(verify("MATCH (n:N) RETURN count(n)", dialect="neo4j")).rows
        assert there >= acknowledged
    for _ in range(2):
        with closing(BoltStore.writer(url(server), ACCESS)) as writer:
            load(writer)
            writer.save()
            with closing(writer.reading()) as store:
                outline = store.outline()
        assert (outline.node_count, outline.relationship_count) == (2_000, 2_100)
        assert outline.relationships["T"].endpoints == {("N", "N"): 2_100}


def test_relationships_without_their_ends_are_refused(server):
    server.wipe(kept=ELEMENT_ID)
    with closing(BoltStore.writer(url(server), ACCESS)) as writer:
        writer.add_nodes(("N",), [("a", 0, {}), ("b", 0, {})])
        with pytest.raises(StoreError, match="from a to nobody") as refusal:
            writer.add_relationships("N", "T", "N", [("a", "b", 0, {}), ("a", "nobody", 0, {})])
        assert refusal.value.code == "store.write"


def test_a_database_that_others_filled_is_read_with_its_own_ids(server):
    server.wipe(kept=ELEMENT_ID)
    with server.driver() as driver:
        driver.execute_query("CREATE (:A {name: 'x', fp_id_: 'theirs'})-[:T {w: 1}]->(:B:C)")
    with closing(BoltStore.open(url(server), ACCESS)) as store:
        ((a, r, b, known),) = store.run(
            verify("MATCH (a:A)-[r]->(b) RETURN a, r, b, elementId(a) AS known", dialect="neo4j")
        ).rows
        assert (r.start, r.end, known, b.labels) == (a.element_id, b.element_id, a.element_id, ("B", "C"))
        assert a.properties == {"name": "x", "fp_id": "theirs"}
        assert store.nodes([a.element_id, "nobody"]) == {a.element_id: a}
        assert list(store.origins([a, r])) == [None, None]
        found = verify("MATCH (n:A) WHERE elementId(n) = $id RETURN n.name", dialect="neo4j", parameters={"id": known})
        assert store.run(found).rows == (("x",),)


@pytest.mark.parametrize("text", [ROWS, WAITS])
def test_closing_under_a_query_leaves_no_session_open(server, text):
    """The driver raises what it likes when its connection goes, also while a session is being closed."""
    codes = []

    def runs(opened):
        try:
            opened.run(minted(text), Limits(time_ms=5_000, rows=1_000_000))
        except StoreError as error:
            codes.append(error.code)

    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        for milliseconds in (0, 2, 5, 10, 20, 40, 80):
            opened = BoltStore.open(url(server), ACCESS)
            threads = [threading.Thread(target=runs, args=(opened,)) for _ in range(3)]
            for thread in threads:
                thread.start()
            time.sleep(milliseconds / 1000)
            opened.close()
            for thread in threads:
                thread.join(10)
        gc.collect()
    assert [str(one.message) for one in seen] == []
    assert set(codes) <= {"store.closed", "limit.time"}
