"""Awaiting answers: steps come as they are taken, and cancelling ends the work."""

from __future__ import annotations

import asyncio
import threading
import time
from contextlib import closing

import pytest

import fingerpost as fp
from fingerpost.core.errors import QuestionError
from fingerpost.core.limits import Limits
from fingerpost.core.seal import mint
from fingerpost.core.trace import Step
from fingerpost.core.watching import Watch, watched
from fingerpost.engine.pipeline import STEPS
from fingerpost.engine.registry import store_class
from fingerpost.query_languages import language

QUESTION = "Who borrowed Emma?"
LONG = "RETURN size([x IN range(1, 50000) | size([y IN range(1, 50000) | x * y])]) AS n"
NEO4J_LONG = "UNWIND range(1, 100000000) AS x UNWIND range(1, 1000) AS y RETURN count(x + y) AS n"


def test_steps_come_as_they_are_taken_and_the_answer_last(kb):
    async def walk():
        return [found async for found in kb.astream(QUESTION)]

    *steps, answer = asyncio.run(walk())
    assert [step.name for step in steps] == ["route", "parse", "rank", "verify", "run", "cite", "compose"]
    assert answer.trace.steps == tuple(steps)
    assert answer.text == kb.ask(QUESTION).text


def test_who_stops_listening_ends_the_work(kb, monkeypatch):
    ran = []
    run, parse = type(kb.store).run, STEPS["parse"]
    monkeypatch.setattr(type(kb.store), "run", lambda *given: ran.append(1) or run(*given))
    # The work would be done before anybody could stop listening.
    monkeypatch.setitem(STEPS, "parse", lambda *given: (time.sleep(1), parse(*given))[1])

    async def walk():
        async for step in kb.astream(QUESTION):
            if step.name == "route":
                break

    asyncio.run(walk())
    assert not ran, "the question was given up before anything ran"


def test_what_is_asked_wrongly_is_raised_to_who_awaits_it(kb):
    async def walk():
        return [found async for found in kb.astream(" ")]

    with pytest.raises(QuestionError, match="empty"):
        asyncio.run(walk())


def cancelled_after(seconds, store, text):
    """How long a query takes that is cancelled after so many seconds."""
    query = mint(text=text, language="cypher", dialect=store.dialect, parameters={}, columns=())
    watch = Watch()
    threading.Timer(seconds, watch.cancel).start()
    started = time.monotonic()
    with watched(watch), pytest.raises(QuestionError) as caught:
        store.run(query, Limits(time_ms=60_000))
    assert caught.value.code == "question.cancelled"
    with watched(watch), pytest.raises(QuestionError):
        store.run(query)
    return time.monotonic() - started


def test_a_query_in_a_process_of_its_own_is_ended(kb):
    assert cancelled_after(0.3, kb.store, LONG) < 20  # of hours; a busy machine takes seconds to end a process
    assert kb.ask("How many books are there?").rows == ((34,),)


def test_a_query_of_a_database_is_ended(neo4j_server):
    with closing(store_class("neo4j").open(neo4j_server.url)) as store:
        assert cancelled_after(0.5, store, NEO4J_LONG) < 5
        check = language().verify("RETURN 1 AS n", dialect="neo4j")
        assert store.run(check).rows == ((1,),)


def test_an_answer_that_was_ready_before_is_not_taken_back():
    watch = Watch()
    with watched(watch), watch.ended_by(lambda: pytest.fail("nothing runs")):
        pass
    watch.cancel()


def test_steps_are_told_on_the_thread_that_takes_them(kb):
    told: list[Step] = []
    with watched(Watch(told.append)):
        answer = kb.ask(QUESTION)
    kb.ask(QUESTION)
    assert tuple(told) == answer.trace.steps
    assert fp.Answer.model_validate_json(answer.model_dump_json()) == answer
