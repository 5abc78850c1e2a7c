"""Queries that would run away end, and leave the store as it was; what may run away runs in a process of its own."""

from __future__ import annotations

import gc
import os
import re
import signal
import subprocess
import sys
import time
import warnings
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Event, Thread, Timer

import pytest

from fingerpost.core.errors import LimitExceeded, StoreError
from fingerpost.core.limits import Limits
from fingerpost.query_languages.cypher.gate import verify
from fingerpost.stores.kglite.store import KgliteStore
from fingerpost.testing.runaways import AFTER, AFTER_APART, RUNAWAYS
from scripts.fuzz.runaways import graph

SHORT = Limits(time_ms=300, memory_mb=256)
ENDLESS = "MATCH (n:P) WITH collect(n.k) AS c RETURN size([x IN c WHERE size([y IN c WHERE y > x]) > 3]) AS n"


@pytest.fixture(scope="module")
def store():
    with closing(graph()) as opened:
        yield opened


@pytest.fixture(scope="module")
def schema(store):
    return store.schema()


def test_usual_queries_stay_where_they_are(store, schema):
    with closing(graph()) as other:
        for text in (AFTER, "MATCH (a:P)-[:R]->(b) WITH a, collect(b.k) AS ks RETURN a.k, [k IN ks WHERE k > 3] AS ks"):
            assert verify(text, schema, dialect="kglite").cleared
            other.run(verify(text, schema, dialect="kglite"))
        assert _children(other) == []


def test_what_runs_apart_gives_what_it_gives_here(people):
    text = (
        "MATCH p = (a)-[r]->(b) WITH p, a, r ORDER BY a.name, elementId(b) "
        "RETURN p, a, r, [date('2020-01-31'), 1.5, null] AS c"
    )
    query = verify(text, dialect=people.dialect)
    rows = people.answer(query.text, query.parameters, Limits())[1]
    assert rows
    assert people._apart().run(query.text, query.parameters, Limits()).rows == rows


def test_an_error_in_the_process_is_the_store_s_error(store):
    with pytest.raises(StoreError, match="the store failed") as apart:
        store._apart().run("MATCH (n:P) RETURN nothing(n) AS n", {}, Limits())
    with pytest.raises(StoreError) as here:
        store.answer("MATCH (n:P) RETURN nothing(n) AS n", {}, Limits())
    assert (apart.value.code, apart.value.message, apart.value.details) == (
        here.value.code,
        here.value.message,
        here.value.details,
    )


def test_rows_are_cut_and_counted_apart(store):
    result = store._apart().run("MATCH (n:P) RETURN n.k AS k", {}, Limits(rows=3))
    assert (len(result.rows), result.cut, result.total) == (3, True, 5_000)


@pytest.mark.skipif(sys.platform != "linux", reason="memory is limited on Linux only")
def test_memory_ends_the_process_before_time_does(store):
    text = RUNAWAYS["a stored text that replace multiplies"]
    with pytest.raises(LimitExceeded, match="64 MiB") as ended:
        store.run(verify(text, dialect="kglite"), Limits(time_ms=60_000, memory_mb=64))
    assert (ended.value.code, "status" in ended.value.details) == ("limit.memory", True)
    assert store.run(verify(AFTER_APART, dialect="kglite")).rows == ((146,),)


PAIRS = "MATCH (a:P)-->(b:P), (c:P)-->(d:P), (e:P)-->(f:P) RETURN a, b, c, d, e, f"
PRODUCT_IN_EXISTS = "MATCH (n:P) WHERE EXISTS { MATCH (a:P), (b:P), (c:P) WHERE a.k + b.k + c.k < 0 } RETURN count(n)"
DENSE_IN_EXISTS = "MATCH (n:P {k: 1}) WHERE EXISTS { MATCH (n)-[*1..12]-(m:P) WHERE m.k < 0 } RETURN count(n)"


@pytest.mark.skipif(sys.platform != "linux", reason="memory is limited on Linux only")
@pytest.mark.parametrize("text", [PAIRS, PRODUCT_IN_EXISTS, DENSE_IN_EXISTS])
def test_many_rows_stay_within_the_limit_on_memory(store, text):
    limits = Limits(time_ms=60_000, memory_mb=64)
    store.run(verify(AFTER_APART, dialect="kglite"))
    (child,) = _children(store)
    before, here = _resident_mb(child, "VmRSS"), _resident_mb(os.getpid(), "VmHWM")
    with _most_mb(child) as most, pytest.raises(LimitExceeded) as ended:
        store.run(verify(text, dialect="kglite"), limits)
    assert ended.value.code == "limit.memory"
    assert ended.value.hint == "FINGERPOST_MEMORY_LIMIT_MB sets how much"
    assert most
    assert max(most) - before < 64
    assert _resident_mb(os.getpid(), "VmHWM") - here < 64
    assert store.run(verify(AFTER, dialect="kglite")).rows == ((5_000,),)


def test_what_waits_for_another_query_has_the_rest_of_its_time(store):
    store.run(verify(AFTER_APART, dialect="kglite"))
    child, query = store._apart(), verify(ENDLESS, dialect="kglite")
    spent = []
    for _ in range(4):  # other processes may hold a machine up
        child.start()
        with child._lock:
            Timer(0.5, child._lock.release).start()
            started = time.perf_counter()
            with pytest.raises(LimitExceeded, match="took longer than 1000 ms"):
                store.run(query, Limits(time_ms=1_000))
            spent.append(time.perf_counter() - started)
            child._lock.acquire()
        if spent[-1] <= 1.2:
            return
    pytest.fail(f"with a limit of 1 s it ended after {spent}")


def test_threads_take_turns(store):
    def one(number):
        if number % 3 == 0:
            with pytest.raises(LimitExceeded):
                store.run(verify(ENDLESS, dialect="kglite"), SHORT)
            return 146
        return store.run(verify(AFTER_APART, dialect="kglite"), Limits(time_ms=60_000)).rows[0][0]

    with ThreadPoolExecutor(max_workers=4) as pool:
        assert set(pool.map(one, range(8))) == {146}


def test_who_waits_too_long_is_told(store):
    child = store._apart()
    with child._lock, pytest.raises(LimitExceeded, match="other queries were not finished after 50 ms"):
        store.run(verify(AFTER_APART, dialect="kglite"), Limits(time_ms=50))


def test_a_process_that_was_killed_is_replaced(store):
    store.run(verify(AFTER_APART, dialect="kglite"))
    (before,) = _children(store)
    os.kill(before, signal.SIGKILL)
    store._child._process._popen.wait(60)
    assert store.run(verify(AFTER_APART, dialect="kglite")).rows == ((146,),)
    assert _children(store) != [before]


def test_a_graph_that_was_replaced_on_disk_is_still_read(tmp_path):
    with closing(KgliteStore.writer(tmp_path)) as writer:
        writer.add_nodes(("P",), [(str(i), 0, {"k": i}) for i in range(200)])
        writer.save()
    with closing(KgliteStore.open(tmp_path)) as opened:
        for file in tmp_path.iterdir():
            file.unlink()
        assert opened.run(verify(AFTER_APART, dialect="kglite")).rows == ((146,),)


def test_closing_leaves_no_process_and_no_warning():
    opened = graph()
    opened.run(verify(AFTER_APART, dialect="kglite"))
    (pid,) = _children(opened)
    opened.close()
    opened.close()
    _wait_until_gone(pid)
    with pytest.raises(StoreError) as closed:
        opened.run(verify(AFTER_APART, dialect="kglite"))
    assert closed.value.code == "store.closed"


def test_a_store_that_nobody_closed_leaves_no_process():
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        opened = graph()
        opened.run(verify(AFTER_APART, dialect="kglite"))
        (pid,) = _children(opened)
        copy = opened._folder
        del opened
        gc.collect()
        _wait_until_gone(pid)
    assert not copy.exists()
    assert seen == []


PARENT = """
import os, sys
from fingerpost.testing.runaways import AFTER_APART
from scripts.fuzz.runaways import graph
from fingerpost.query_languages.cypher.gate import verify
store = graph()
store.run(verify(AFTER_APART, dialect="kglite"))
print(store._child._process._popen.pid, flush=True)
if sys.argv[1] == "killed":
    os.kill(os.getpid(), 9)
"""


@pytest.mark.parametrize("how", ["ended", "killed"])
def test_no_process_outlives_the_one_that_started_it(how):
    root = Path(__file__).resolve().parents[2]
    said = subprocess.run([sys.executable, "-c", PARENT, how], cwd=root, capture_output=True, text=True, timeout=120)
    _wait_until_gone(int(said.stdout))
    assert said.stderr == ""


def _children(store):
    """The process that a store keeps, if any."""
    process = None if store._child is None else store._child._process
    return [] if process is None else [process._popen.pid]


def _resident_mb(pid, what):
    """Memory of a process that is resident (VmRSS), or was at most (VmHWM); 0 where it has ended."""
    try:
        status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    except OSError:
        return 0.0
    found = re.search(rf"^{what}:\s+(\d+) kB", status, re.MULTILINE)
    return 0.0 if found is None else int(found[1]) / 1024


@contextmanager
def _most_mb(pid):
    """Looks again and again at the most memory that a process had."""
    seen, done = [], Event()

    def look():
        while not done.wait(0.002):
            seen.append(_resident_mb(pid, "VmHWM"))

    thread = Thread(target=look, daemon=True)
    thread.start()
    yield seen
    done.set()
    thread.join()


def _wait_until_gone(pid):
    """Fails where a process is still there after a while."""
    for _ in range(400):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return
        time.sleep(0.05)
    pytest.fail(f"process {pid} is still there")


def test_opening_the_graph_is_part_of_the_time():
    """The process goes on opening it: the next query finds it open."""
    query = verify(AFTER_APART, dialect="kglite")
    with closing(graph()) as opened:
        started = time.perf_counter()
        with pytest.raises(LimitExceeded) as caught:
            opened.run(query, Limits(time_ms=30))
        assert time.perf_counter() - started < 0.3
        assert (caught.value.code, caught.value.details) == ("limit.time", {"opening": True})
        pids = _children(opened)
        assert opened.run(query).rows == ((146,),)
        assert _children(opened) == pids


def test_what_opening_a_large_graph_takes_is_no_part_of_the_time(tmp_path):
    """Whoever asks has waited as long for the graph before; else the first such question would always fail."""
    with closing(KgliteStore.writer(tmp_path)) as writer:
        writer.add_nodes(("P",), [(str(number), 0, {"k": number}) for number in range(146)])
        writer.save()
    with closing(KgliteStore.open(tmp_path)) as opened:
        assert 0 < opened._opens_s < 5
        opened._opens_s = 60.0
        assert opened.run(verify(AFTER_APART, dialect="kglite"), Limits(time_ms=150)).rows == ((142,),)
