"""A part of `make fuzz`, and that the fuzzer sees what it watches for."""

from __future__ import annotations

import secrets
import socket
import subprocess
import sys
from contextlib import closing
from random import Random
from threading import Event, Thread

import pytest
from scale import LONG

from fingerpost.query_languages.cypher import ast
from scripts.fuzz import gate as fuzz
from scripts.fuzz.gate_cases import hostile_texts
from scripts.fuzz.gate_texts import Statements, tampered
from scripts.fuzz.gate_watch import Watch
from scripts.servers.processes import children

COUNT = 10_000 if LONG else 600
FIXED_SEED = 4


@pytest.mark.parametrize(("seed", "processes"), [(FIXED_SEED, 2), (secrets.randbelow(2**32), 1)], ids=["fixed", "new"])
def test_nothing_gets_through(seed, processes, capsys):
    status = fuzz.main(["--seed", str(seed), "--count", str(COUNT // 2), "--processes", str(processes)])
    said = capsys.readouterr().out
    assert f"seed {seed}" in said
    assert status == 0, said


@pytest.fixture
def watch(tmp_path):
    with closing(Watch(tmp_path)) as watch:
        yield watch


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("CREATE (:Ghost)", ["the graph has changed"]),
        ("MATCH (n:Film) SET n.since = 1", ["the graph has changed"]),
        ("MATCH ()-[r:LIKES]->() DELETE r", ["the graph has changed"]),
        ("MATCH (n) RETURN n; MERGE (:Ghost)", ["the graph has changed"]),
        ("CREATE INDEX FOR (n:Person) ON (n.nick)", ["the graph has changed"]),
        ("CREATE CONSTRAINT FOR (n:Person) REQUIRE n.nick IS UNIQUE", ["the graph has changed"]),
        ("LOAD CSV FROM 'file:///etc/passwd' AS line RETURN line", ["the file was read"]),
        ("MATCH (n) RETURN n", []),
        ("CREATE (", []),
    ],
)
def test_the_watch_sees_what_a_statement_does(watch, text, told):
    assert watch.run(watch.aimed(text), {})[1] == told


def test_the_watch_sees_files_callers_and_children(watch, tmp_path):
    assert watch.changes() == []
    with socket.create_connection(watch.address):
        assert watch.changes() == ["the server was called"]
    child = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    assert watch.changes() == ["what the process has started changed"]
    child.communicate()
    watch.file.write_text("changed")
    (tmp_path / "new").touch()
    assert watch.changes() == ["the file changed", "the folder changed"]


def test_children_are_seen_while_threads_end():
    ended = Event()

    def churn():
        while not ended.is_set():
            Thread(target=ended.wait, args=(0.0001,)).start()

    churner = Thread(target=churn)
    child = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    churner.start()
    try:
        assert all(str(child.pid) in children() for _ in range(1_000))
    finally:
        ended.set()
        churner.join()
        child.communicate(b"\n")


@pytest.mark.parametrize("seed", [1, 2])
def test_a_gate_that_lets_all_through_is_found_out(seed, watch, monkeypatch):
    class Open:
        def __init__(self, text):
            self.text, self.parameters = text, {}

    monkeypatch.setattr(fuzz, "verify", lambda made, dialect: Open(made if isinstance(made, str) else "RETURN 1 AS x"))
    report = fuzz.Report()
    attack = fuzz.Attack(seed, watch)
    for number in range(1_000):
        attack.one(number, report)
        if "the graph has changed" in {what for _, what, _ in report.through}:
            return
    raise AssertionError("nothing was noticed")


def test_a_gate_that_breaks_is_found_out(watch, monkeypatch):
    def broken(_made, dialect):
        raise KeyError("x")

    monkeypatch.setattr(fuzz, "verify", broken)
    report = fuzz.Report()
    fuzz.Attack(1, watch).one(0, report)
    assert [(number, what) for number, what, _ in report.through] == [(0, "the gate failed: KeyError('x')")]


def test_a_statement_is_told_by_its_seed_and_number():
    corpus = hostile_texts()
    first, again, other = (Statements(seed, corpus) for seed in (7, 7, 8))
    made = [first.make(number) for number in range(50)]
    assert made == [again.make(number) for number in range(50)]
    assert made != [other.make(number) for number in range(50)]
    assert {type(one) for one in made} == {str, ast.Query}


def test_what_is_tampered_with_is_not_as_it_was():
    random = Random(1)
    text = "MATCH (n:Person) WHERE n.nick = 'a' RETURN n"
    changed = [tampered(random, text, hostile_texts()) for _ in range(200)]
    assert sum(one != text for one in changed) > 180
    assert len(set(changed)) > 180
