"""Long queries of a shared process: they go on in a few processes, in turns, and give what they give here."""

from __future__ import annotations

import threading
import time
from contextlib import closing

import pytest

from fingerpost.core.errors import LimitExceeded, QuestionError
from fingerpost.core.limits import Limits
from fingerpost.core.sharing import Sharing, sharing
from fingerpost.core.watching import Watch, watched
from fingerpost.query_languages.cypher.gate import verify
from fingerpost.stores.support.worker_pool import WorkerPool, shared_pool
from scripts.fuzz.runaways import graph
from scripts.servers.processes import children

LONG = "MATCH (a:P)-[:R]->(b)-[:R]->(c) WHERE a.k + c.k > 10 RETURN count(*) AS n"
AT_ONCE = Limits(time_ms=100)


@pytest.fixture(scope="module")
def store():
    with closing(graph()) as opened:
        yield opened
    shared_pool().close()


def test_what_takes_long_goes_on_elsewhere_and_gives_the_same(store):
    query = verify(LONG, store.schema(), dialect="kglite")
    assert query.cleared
    here = store.run(query)
    before = set(children())
    with sharing(Sharing(1)):
        assert store.run(query).rows == here.rows
        assert store.run(query).rows == here.rows
    assert len(set(children()) - before) == 1
    with sharing(Sharing(60_000)):
        assert store.run(query).rows == here.rows


def test_a_short_query_stays_here(store):
    shared_pool().close()
    before = set(children())
    with sharing(Sharing(1_000)):
        assert store.run(verify("MATCH (n:P {k: 1}) RETURN n.k AS k", store.schema(), dialect="kglite")).rows == ((1,),)
    assert set(children()) == before


def test_the_caller_with_the_fewest_running_is_next():
    pool = WorkerPool(2)
    order: list[str] = []
    leave = threading.Semaphore(0)

    def stay(caller):
        with pool._turn(caller, Limits()):
            order.append(caller)
            leave.acquire()

    threads = []
    for count, caller in enumerate(["ann", "ann", "ann", "ann", "bob", "ann"], 1):
        threads.append(threading.Thread(target=stay, args=(caller,)))
        threads[-1].start()
        _until(lambda count=count: len(pool._running) + len(pool._waiting) == count)
    for left in range(len(threads)):
        _until(lambda left=left: len(order) == min(left + 2, len(threads)))
        leave.release()
    for thread in threads:
        thread.join()
    assert order == ["ann", "ann", "bob", "ann", "ann", "ann"]


def test_only_so_many_wait_and_not_for_ever():
    pool = WorkerPool(1)
    with pool._turn("ann", Limits()):
        started = time.monotonic()
        with pytest.raises(LimitExceeded) as late, pool._turn("ann", AT_ONCE):
            pass
        assert (late.value.code, time.monotonic() - started < 5) == ("limit.time", True)
        waiting = [threading.Thread(target=_stay, args=(pool, "ann")) for _ in range(8)]
        for thread in waiting:
            thread.start()
        _until(lambda: len(pool._waiting) == 8)
        with pytest.raises(LimitExceeded) as busy, pool._turn("ann", Limits()):
            pass
        assert busy.value.code == "limit.busy"
    for thread in waiting:
        thread.join()
    with pool._turn("ann", AT_ONCE):
        assert pool._running == ["ann"]


def test_who_does_not_wait_any_more_leaves_at_once():
    pool = WorkerPool(1)
    watch = Watch()
    with pool._turn("ann", Limits()):
        threading.Timer(0.1, watch.cancel).start()
        started = time.monotonic()
        with watched(watch), pytest.raises(QuestionError, match="was cancelled"), pool._turn("bob", Limits()):
            pass
        assert time.monotonic() - started < 5
    assert (pool._running, pool._waiting) == ([], [])


def _stay(pool, caller):
    with pool._turn(caller, Limits()):
        pass


def _until(true):
    end = time.monotonic() + 20
    while not true():
        assert time.monotonic() < end
        time.sleep(0.002)
