"""One kill, seen from every door at once: each says what happened, in time, and goes on when the server is back."""

from __future__ import annotations

import threading
import time
from contextlib import closing, suppress

import pytest

import fingerpost as fp
from fingerpost.core.errors import StoreError
from fingerpost.core.limits import Limits
from fingerpost.core.seal import mint
from fingerpost.query_languages.cypher.gate import verify
from fingerpost.stores.bolt.store import BoltStore
from scripts.servers.neo4j import shakes_hands

IN_TIME_S = 6.0
"""What making a connection may take, and a second more."""
PATIENCE_S = 30.0
ENDLESS = mint(
    text="RETURN reduce(a = 0, x IN range(1, 300000000) | a + x) AS r",
    language="cypher",
    dialect="neo4j",
    parameters={},
    columns=(),
)
COUNT = verify("MATCH (n:Kept) RETURN count(n)", dialect="neo4j")
QUESTION = "Who does Anna know?"


@pytest.fixture
def settings(tmp_path):
    return fp.Settings(cache_folder=tmp_path / "cache", time_limit_ms=1_500)


def told(use):
    """The code of the error that something ends with, in time."""
    started = time.monotonic()
    with pytest.raises(StoreError) as error:
        use()
    assert time.monotonic() - started < IN_TIME_S
    return error.value.code


def opened(url, settings):
    """What a database that may not be there yet opens as; nothing where it says so in time."""
    started = time.monotonic()
    try:
        return fp.open(url, settings)
    except StoreError as error:
        if error.code != "store.unavailable" or time.monotonic() - started > 2 * IN_TIME_S:
            raise
    return None


def recovers(kb):
    """Answers again after a while, and says nothing wrong until then: a server that just started is slow."""
    until = time.monotonic() + PATIENCE_S
    while (said := kb.ask(QUESTION)).status == "failed" and time.monotonic() < until:
        assert said.error_code in ("store.unavailable", "limit.time"), said
    return said.text == "Berta."


@pytest.mark.restarts
def test_a_kill_is_told_at_every_door_and_none_needs_to_be_opened_again(neo4j_server, settings, tmp_path):
    server, url, pid = neo4j_server, neo4j_server.url, neo4j_server.pid
    (tmp_path / "people.csv").write_text("id:ID,name,:LABEL\na,Anna,Person\nb,Berta,Person\n")
    (tmp_path / "knows.csv").write_text(":START_ID,:END_ID,:TYPE\na,b,KNOWS\n")
    fp.load([tmp_path / "people.csv", tmp_path / "knows.csv"], url, settings=settings)
    with (
        fp.open(url, settings) as kb,
        closing(BoltStore.open(url)) as store,
        closing(BoltStore.writer(url)) as writer,
    ):
        assert recovers(kb)
        kept, codes = [], {}

        def asks():
            codes["query"] = told(lambda: store.run(ENDLESS, Limits(time_ms=30_000)))

        def loads():
            with suppress(StoreError):
                while True:
                    start = len(kept) * 100
                    writer.add_nodes(("Kept",), [(f"n{i}", i, {}) for i in range(start, start + 100)])
                    kept.append(start)

        busy = [threading.Thread(target=asks), threading.Thread(target=loads)]
        for thread in busy:
            thread.start()
        while len(kept) < 3:
            time.sleep(0.05)
        server.kill()
        for thread in busy:
            thread.join(PATIENCE_S)
        assert codes == {"query": "store.unavailable"}
        assert server.pid is None
        assert not shakes_hands(server.port)

        said = kb.ask(QUESTION)
        assert (said.status, said.rows, said.error_code) == ("failed", (), "store.unavailable")
        for door in (
            lambda: kb.query("MATCH (n) RETURN n"),
            lambda: store.run(COUNT),
            lambda: list(store.values("N", "x")),
            store.outline,
            lambda: writer.add_nodes(("Kept",), [("last", 0, {})]),
        ):
            assert told(door) == "store.unavailable"

        starting = threading.Thread(target=server.start)
        starting.start()
        tries = 0
        while (again := opened(url, settings)) is None:
            tries += 1
            time.sleep(0.1)
        starting.join()
        with again:
            assert recovers(again)
        assert tries > 1
        assert (server.url, server.pid == pid) == (url, False)
        assert recovers(kb)
        assert store.run(COUNT).rows[0][0] >= 100 * len(kept)
