"""A question whose store fails is told so after one try, and is not answered from half of what should be known."""

from __future__ import annotations

import json

import pytest

import fingerpost as fp
from fingerpost.core.errors import LimitExceeded, StoreError

GONE = StoreError("the server cannot be reached", code="store.unavailable")
SLOW = LimitExceeded("the query took longer than 10 ms", code="limit.time")
BROKEN = StoreError("the store failed")


@pytest.fixture
def films(tmp_path):
    """A graph in which a question has two readings that find different things."""
    nodes = [("a", "Person", {"name": "Anna"}), ("b", "Person", {"name": "Bo"}), ("f", "Film", {"title": "Up"})]
    links = [("a", "WROTE", "f"), ("b", "DIRECTED", "f")]
    lines = [{"type": "node", "id": i, "labels": [label], "properties": held} for i, label, held in nodes]
    lines += [{"type": "relationship", "label": t, "start": {"id": a}, "end": {"id": b}} for a, t, b in links]
    source = tmp_path / "films.jsonl"
    source.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    fp.load([source], tmp_path / "films.fp")
    with fp.open(tmp_path / "films.fp") as kb:
        yield kb


def failing(kb, monkeypatch, fails):
    """Has the runs of these numbers fail; a list of the texts that were run."""
    ran = []
    real = type(kb.store).run

    def run(store, query, limits=None):
        ran.append(query.text)
        if len(ran) in fails:
            raise fails[len(ran)]
        return real(store, query, limits)

    monkeypatch.setattr(type(kb.store), "run", run)
    return ran


@pytest.mark.parametrize("error", [GONE, SLOW, BROKEN])
def test_what_failed_with_all_of_the_limits_is_not_run_again(kb, monkeypatch, error):
    ran = failing(kb, monkeypatch, {1: error})
    answer = kb.ask("Who wrote Emma?")
    assert (answer.status, answer.error_code, len(ran)) == ("failed", error.code, 1)
    assert answer.text == error.message
    assert answer.query == ran[0]


def test_readings_are_not_told_apart_by_what_could_not_be_asked(films, monkeypatch):
    question = "Which persons are in films?"
    assert films.ask(question).status == "ambiguous"
    ran = failing(films, monkeypatch, {2: GONE})
    answer = films.ask(question)
    assert len(ran) == 2
    assert (answer.status, answer.error_code) == ("failed", "store.unavailable")
    assert films.ask(question).status == "ambiguous"
