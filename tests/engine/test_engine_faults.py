"""A database that fails while it is asked, loaded or copied: no wrong answer, nothing lost, an error in time."""

from __future__ import annotations

import json
import threading
import time
from contextlib import closing

import pytest
from scale import LONG
from servers.fixtures import PASSWORD
from servers.tcp_proxy import Proxy

import fingerpost as fp
from fingerpost.core.errors import StoreError
from fingerpost.core.names import ELEMENT_ID
from fingerpost.engine.transfer import content_of

LIMIT_S = 1.5
CONNECT_S = 5.0
"""How long a connection may take to be made, which comes before a query's limit."""
LATE_S = 1.0
PATIENCE_S = 30.0
MANY = 2_000
WRITE_S = 3.0
"""In place of the minutes that a batch may take."""


def people(folder, name, prefix, many=0):
    """A source of people who know the next, as many and as long whatever the prefix."""
    path = folder / name
    nodes = [(i, f"{prefix}{i:05d}", {"text": "x" * 200} if many else {}) for i in range(max(3, many))]
    lines = [
        {"type": "node", "id": f"p{i}", "labels": ["Person"], "properties": {"name": said, **more}}
        for i, said, more in nodes
    ]
    lines += [
        {"type": "relationship", "label": "KNOWS", "start": {"id": f"p{i}"}, "end": {"id": f"p{i + 1}"}}
        for i in range(len(nodes) - 1)
    ]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


@pytest.fixture
def server(neo4j_server):
    return neo4j_server


@pytest.fixture(scope="module")
def filled(neo4j_servers, tmp_path_factory):
    """The server with people in it, loaded once: it is wiped by the tests that come after those of sessions."""
    server = neo4j_servers("shared")
    server.wipe(kept=ELEMENT_ID)
    folder = tmp_path_factory.mktemp("people")
    fp.load([people(folder, "people.jsonl", "Anna")], server.url, settings=fp.Settings(cache_folder=folder / "cache"))
    return server


@pytest.fixture
def proxy(neo4j_servers):
    with closing(Proxy(neo4j_servers("shared").port)) as made:
        yield made


@pytest.fixture
def settings(tmp_path):
    """With credentials, because one of the servers wants them; the other takes any."""
    database = {"user": "neo4j", "password": PASSWORD}
    return fp.Settings(cache_folder=tmp_path / "cache", time_limit_ms=int(LIMIT_S * 1000), database=database)


@pytest.fixture
def kb(filled, proxy, settings):
    """A session over a connection that can be cut."""
    with fp.open(proxy.url, settings) as opened:
        assert answer(opened) == "Anna00001."
        yield opened


def answer(kb):
    return kb.ask("Who does Anna00000 know?").text


def recovers(kb):
    """Answers again after a while, and says nothing wrong until then: a server that just started is slow."""
    until = time.monotonic() + PATIENCE_S
    while (said := kb.ask("Who does Anna00000 know?")).status == "failed" and time.monotonic() < until:
        assert said.error_code in ("store.unavailable", "limit.time"), said
    return said.text == "Anna00001."


def fails(seconds, use, *codes):
    """How long it takes until something fails with one of these codes."""
    started = time.monotonic()
    with pytest.raises(StoreError) as failed:
        use()
    spent = time.monotonic() - started
    assert failed.value.code in codes, failed.value
    assert spent < seconds, spent
    return spent


def unanswered(seconds, kb):
    """A question that cannot be answered says so, and says nothing else."""
    started = time.monotonic()
    said = kb.ask("Who does Anna00000 know?")
    assert time.monotonic() - started < seconds
    assert (said.status, said.rows) == ("failed", ()), said
    assert said.error_code in ("store.unavailable", "limit.time")


def test_a_session_over_a_server_that_stands_still(kb, filled):
    filled.pause()
    try:
        fails(LIMIT_S + LATE_S, lambda: kb.query("MATCH (n) RETURN n"), "limit.time")
        fails(CONNECT_S + LIMIT_S + LATE_S, lambda: kb.query("MATCH (n) RETURN n"), "store.unavailable", "limit.time")
        unanswered(CONNECT_S + LIMIT_S + LATE_S, kb)
    finally:
        filled.resume()
    assert recovers(kb)


def test_a_session_over_half_a_connection(kb, proxy):
    proxy.stop()
    fails(LIMIT_S + LATE_S, lambda: kb.query("MATCH (n) RETURN n"), "limit.time")
    unanswered(CONNECT_S + LIMIT_S + LATE_S, kb)
    proxy.cut()
    proxy.resume()
    assert recovers(kb)


def test_a_connection_that_stands_still_while_citations_are_looked_up(kb, proxy):
    for after in (1_000, 2_000, 4_000):
        proxy.after_received(after, proxy.stop)
        started = time.monotonic()
        said = kb.ask("Who does Anna00000 know?")
        assert time.monotonic() - started < LIMIT_S + 2 * CONNECT_S + LATE_S
        assert said.text == "Anna00001." or said.status == "failed", said
        proxy.forget()
        proxy.cut()
        proxy.resume()
        assert recovers(kb)


def test_a_connection_that_was_closed_is_made_again(kb, proxy):
    proxy.cut()
    assert answer(kb) == "Anna00001."


def test_a_connection_that_is_cut_again_and_again(kb, proxy):
    """Whatever is said is right."""
    for after in (50, 300, 1_000, 2_000, 4_000):
        proxy.after(after, proxy.cut)
        said = kb.ask("Who does Anna00000 know?")
        assert said.text == "Anna00001." or said.error_code == "store.unavailable", said
    assert recovers(kb)


def test_other_data_behind_the_same_url_are_not_asked_with_the_index_of_the_first(
    kb, proxy, settings, neo4j_servers, tmp_path
):
    other = neo4j_servers("apoc")
    other.wipe(kept=ELEMENT_ID)
    fp.load([people(tmp_path, "others.jsonl", "Berta")], other.url, settings=settings)
    proxy.port = other.port
    proxy.cut()
    patient = settings.model_copy(update={"time_limit_ms": int(PATIENCE_S * 1000)})
    with fp.open(proxy.url, patient) as second:
        assert second.schema.node_count == kb.schema.node_count
        assert second.ask("Who does Berta00000 know?").text == "Berta00001."
        assert "Anna" not in second.ask("Who does Anna00000 know?").text.replace("Anna00000", "")
    assert kb.refresh()
    assert kb.ask("Who does Berta00000 know?").text == "Berta00001."


def test_the_same_database_filled_anew_is_looked_through_again(kb, filled, proxy, settings, tmp_path):
    """Counts and names are the same; the values are not. The last of the tests of sessions."""
    filled.wipe(kept=ELEMENT_ID)
    elsewhere = fp.Settings(cache_folder=tmp_path / "of-another")
    fp.load([people(tmp_path, "others.jsonl", "Berta")], filled.url, settings=elsewhere)
    with fp.open(proxy.url, settings) as second:
        assert second.ask("Who does Berta00000 know?").text == "Berta00001."


def impatient(settings):
    """With a database that answers in time or is given up."""
    hurried = settings.database.model_copy(update={"wait_ms": int(WRITE_S * 1000)})
    return settings.model_copy(update={"database": hurried})


@pytest.fixture(scope="module")
def many(tmp_path_factory):
    """A source of many people, a knowledge base of it, and what that holds."""
    folder = tmp_path_factory.mktemp("many")
    source = people(folder, "many.jsonl", "Anna", MANY)
    fp.load([source], folder / "many.fp")
    with fp.open(folder / "many.fp") as opened:
        return source, folder / "many.fp", content_of(opened.store)


SENT = 675_000
"""What a load of many people sends, about."""
BREAKS = [("cut", 0.05), ("half", 0.6), *([("killed", 0.6), ("cut", 0.9)] if LONG else [])]
"""A load over a server that is killed is also tested on the store alone."""


@pytest.mark.parametrize(("how", "share"), BREAKS)
def test_a_load_that_was_cut_off_goes_on(how, share, server, proxy, settings, many):
    source, _, content = many
    port, done = proxy.port, threading.Event()
    broken = []

    def stay_cut():
        proxy.port = 1
        proxy.cut()

    def breaks():
        broken.append(time.monotonic())
        {"killed": server.kill, "cut": stay_cut, "half": proxy.stop}[how]()
        done.set()

    proxy.after(int(SENT * share), breaks)
    with pytest.raises(StoreError) as failed:
        fp.load([source], proxy.url, settings=impatient(settings))
    assert failed.value.code in ("store.unavailable", "limit.time"), failed.value
    assert time.monotonic() - broken[0] < WRITE_S + CONNECT_S + LATE_S
    assert done.wait(PATIENCE_S)
    proxy.cut()
    proxy.port = port
    proxy.resume()
    server.revive()
    load_again(source, proxy.url, settings)
    with fp.open(proxy.url, settings) as opened:
        assert content_of(opened.store) == content
        assert recovers(opened)


def load_again(source, url, settings):
    """Asked again, a load goes on; a server that just started may be slow to let one in."""
    until = time.monotonic() + PATIENCE_S
    while True:
        try:
            return fp.load([source], url, settings=settings)
        except StoreError as error:
            if error.code != "store.unavailable" or time.monotonic() > until:
                raise


def test_a_copy_that_was_cut_off_goes_on(server, proxy, settings, many, tmp_path):
    _, base, content = many
    port = proxy.port

    def stay_cut():
        proxy.port = 1
        proxy.cut()

    proxy.after(int(SENT * 0.5), stay_cut)
    with pytest.raises(StoreError) as failed:
        fp.copy(base, proxy.url, settings=settings)
    assert failed.value.code == "store.unavailable"
    proxy.port = port
    _, copied = fp.copy(base, proxy.url, settings=settings)
    assert copied == content
    fp.copy(proxy.url, tmp_path / "back.fp", settings=settings)
    with fp.open(tmp_path / "back.fp") as opened:
        assert content_of(opened.store) == content


def test_a_copy_from_a_database_that_is_gone_half_way_is_not_published(proxy, server, settings, many, tmp_path):
    source, *_ = many
    fp.load([source], proxy.url, settings=settings)
    settings = impatient(settings)
    for how in (proxy.cut, proxy.stop):
        proxy.after_received(350_000, how)
        started = time.monotonic()
        with pytest.raises(StoreError) as failed:
            fp.copy(proxy.url, tmp_path / "half.fp", settings=settings)
        assert failed.value.code == "store.unavailable"
        assert time.monotonic() - started < PATIENCE_S
        assert not (tmp_path / "half.fp").exists()
        proxy.cut()
        proxy.resume()
