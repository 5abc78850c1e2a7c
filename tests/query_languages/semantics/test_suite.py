"""The passes against queries that others wrote: openCypher's conformance suite, and golds that ran.

A short run takes half of both.
"""

from __future__ import annotations

import json

import pytest
from scale import LONG, some

from fingerpost.query_languages.cypher.parser import parse
from fingerpost.query_languages.cypher.semantics import analyse
from scripts.eval.tck import measure

EVERY = 2
WHOLE = 1 if LONG else EVERY
"""Into how many such parts all of them go."""


@pytest.fixture(scope="module")
def figures(shared):
    return measure(some(json.loads(shared("tck/tck.json").read_text(encoding="utf-8")), EVERY))


def test_every_read_of_the_suite_passes(figures):
    reads = figures[0]
    assert reads.count * WHOLE > 2800
    assert reads.misses == []


def test_every_statement_of_the_suite_that_writes_is_refused_as_writing(figures):
    writes = figures[1]
    assert writes.count * WHOLE > 240
    assert writes.misses == []


def test_compile_time_errors_are_rejected_and_by_their_name(figures):
    _, _, errors, named = figures
    assert 580 < errors.count * WHOLE < 620
    assert errors.share >= 0.98
    assert named.share >= 0.96


def test_golds_that_ran_mean_something(shared):
    lines = shared("mind_the_query/auto_validated.jsonl").read_text(encoding="utf-8").splitlines()
    golds = {json.loads(line)["cypher"] for line in lines}
    assert len(golds) > 5000
    assert [(gold, found) for gold in some(sorted(golds), EVERY) if (found := analyse(parse(gold), {}))] == []
