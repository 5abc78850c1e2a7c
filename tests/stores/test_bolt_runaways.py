"""Queries that run away on a real server although no gate stood before them: the client is let go in time."""

from __future__ import annotations

import time
from contextlib import closing

import pytest
from scale import some

from fingerpost.core.errors import LimitExceeded, StoreError
from fingerpost.core.limits import Limits
from fingerpost.core.names import ELEMENT_ID
from fingerpost.core.seal import mint
from fingerpost.engine.registry import store_class
from fingerpost.query_languages.cypher.gate import verify
from fingerpost.testing.runaways import AFTER, PARAMETERS, RUNAWAYS, write_runaway

SHORT = Limits(time_ms=300, memory_mb=256)
LATE_S = 1.0
NEXT = Limits(time_ms=10_000)
"""The server may be busy with what it does not interrupt, and still answers another question."""


@pytest.fixture(scope="module")
def store(neo4j_servers):
    server = neo4j_servers("apoc")
    server.wipe(kept=ELEMENT_ID)
    with closing(store_class("neo4j").writer(server.place)) as writer:
        write_runaway(writer)
        writer.save()
    with closing(store_class("neo4j").open(server.place)) as opened:
        yield opened
    server.kill()  # it may still be busy; who asks for it next has it started


@pytest.mark.parametrize("kind", some(list(RUNAWAYS), 6))
def test_around_the_gate_it_is_let_go_in_time_and_the_next_is_answered(store, kind):
    text = RUNAWAYS[kind]
    given = PARAMETERS if "$list" in text else {}
    query = mint(text=text, language="cypher", dialect="neo4j", parameters=given, columns=())
    started = time.perf_counter()
    try:  # where the server is quick it has ended by itself; where it is busy it takes no connection in time
        assert len(store.run(query, SHORT).rows) == 1
    except StoreError as error:
        if not isinstance(error, LimitExceeded) and error.code != "store.unavailable":
            raise
    assert time.perf_counter() - started < SHORT.time_ms / 1000 + LATE_S, kind
    assert store.run(verify(AFTER, dialect="neo4j"), NEXT).rows == ((5_000,),)
