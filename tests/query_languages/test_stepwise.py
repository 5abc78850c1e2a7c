"""How patterns are written for an engine that joins what stands between commas: the same rows, path by path."""

from __future__ import annotations

import dataclasses
import time
from collections import Counter
from contextlib import closing
from random import Random

import pytest
from cypher_queries import EDGES, Queries
from hypothesis import given, settings, strategies as st
from scale import examples

from fingerpost.core.errors import FingerpostError
from fingerpost.core.limits import Limits
from fingerpost.query_languages.cypher import gate
from fingerpost.query_languages.cypher.dialects import KGLITE
from fingerpost.query_languages.cypher.gate import verify
from fingerpost.query_languages.cypher.rewrites.stepwise import stepwise
from fingerpost.stores.kglite.store import KgliteStore

AS_WRITTEN = tuple(rewrite for rewrite in KGLITE.rewrites if getattr(rewrite, "__wrapped__", None) is not stepwise)
TREES = [
    # What is one path is written as one.
    (
        "MATCH (a:A)-[:R]->(b:B), (a)<-[:S]-(c:C) RETURN b",
        "MATCH (b:B)<-[:R]-(a:A)<-[:S]-(c:C) RETURN b",
    ),
    # What goes on from it has a clause of its own, with what can be tested there.
    (
        "MATCH (a:A)-[:R]->(b:B), (a)-[:S]->(c:C), (a)-[:T]->(d:D) WHERE c.k = $p AND d.k > b.k RETURN b",
        "MATCH (b:B)<-[:R]-(a:A)-[:S]->(c:C) WHERE c.k = $p MATCH (a)-[:T]->(d:D) WHERE d.k > b.k RETURN b",
    ),
    # One clause never matches one relationship twice.
    (
        "MATCH (a:A)-[:R]->(b), (a)-[:R]->(c), (a)-[r:R|S]->(d) RETURN b",
        "MATCH (b)<-[fp_s0:R]-(a:A)-[fp_s1:R]->(c) MATCH (a)-[r:R|S]->(d) WHERE fp_s0 <> r AND fp_s1 <> r RETURN b",
    ),
    # Nor any of several in a row, which cannot be tested: these stay in one clause.
    (
        "MATCH (a:A)-[:R*1..2]->(b), (a)-[:R]->(c), (a)-[:R]->(d) RETURN b",
        "MATCH (b)<-[:R*1..2]-(a:A)-[:R]->(c), (a)-[:R]->(d) RETURN b",
    ),
    # A later clause begins with what is tested, wherever it stands.
    (
        "MATCH (x:X) WITH max(x.k) AS best MATCH (a:A)-[:R]->(b:B) WHERE b.k = $p AND a.k = best RETURN a",
        "MATCH (x:X) WITH max(x.k) AS best MATCH (b:B)<-[:R]-(a:A) WHERE b.k = $p AND a.k = best RETURN a",
    ),
    (
        "MATCH (x:X) WITH x.k AS k MATCH (a:A)-[:R]->(b:B {k: $p})-[:S]->(c:C) WHERE a.k = k RETURN c",
        "MATCH (x:X) WITH x.k AS k MATCH (b:B {k: $p})-[:S]->(c:C) MATCH (b)<-[:R]-(a:A) WHERE a.k = k RETURN c",
    ),
    # What is bound is found by itself.
    (
        "MATCH (b:B) WITH b MATCH (a:A)-[:R]->(b) WHERE a.k = $p RETURN a",
        "MATCH (b:B) WITH b MATCH (a:A)-[:R]->(b) WHERE a.k = $p RETURN a",
    ),
    # What need not be there is one clause, and so is what only must exist.
    (
        "MATCH (a:A) OPTIONAL MATCH (a)-[:R]->(b), (b)-[:S]->(c), (b)-[:T]->(d) RETURN a",
        "MATCH (a:A) OPTIONAL MATCH (a)-[:R]->(b)-[:S]->(c), (b)-[:T]->(d) RETURN a",
    ),
    (
        "MATCH (a:A) WHERE EXISTS { MATCH (b)-[:S]->(c), (a)-[:R]->(b) } RETURN a",
        "MATCH (a:A) WHERE EXISTS { MATCH (c)<-[:S]-(b)<-[:R]-(a) WHERE true } RETURN a",
    ),
    # A node without a name gets one where two paths meet at it.
    (
        "MATCH (x:X) WITH x.k AS k MATCH (a:A)-[:R]->({k: $p})-[:S]->(c:C) WHERE a.k = k RETURN c",
        "MATCH (x:X) WITH x.k AS k MATCH (fp_s0 {k: $p})-[:S]->(c:C) MATCH (fp_s0)<-[:R]-(a:A) WHERE a.k = k RETURN c",
    ),
    # Paths that are asked for, and what does not hang together, stay as they are.
    (
        "MATCH q = (a:A)-[:R]->(b:B), (a)-[:S]->(c:C) RETURN q",
        "MATCH q = (a:A)-[:R]->(b:B), (a)-[:S]->(c:C) RETURN q",
    ),
    (
        "MATCH (a:A)-[:R]->(b:B), (c:C)-[:S]->(d:D) WHERE a.k = c.k RETURN a",
        "MATCH (a:A)-[:R]->(b:B), (c:C)-[:S]->(d:D) WHERE a.k = c.k RETURN a",
    ),
]


@pytest.mark.parametrize(("text", "expected"), TREES)
def test_how_a_pattern_is_written(text, expected):
    assert verify(text, parameters={"p": 1} if "$p" in text else {}, dialect="kglite").text == expected


@pytest.mark.parametrize("steps", [12, 40])
def test_ways_through_a_dense_pattern_are_not_all_tried(steps):
    """Twelve relationships between the same two nodes can be walked in 12! orders."""
    dense = ", ".join(["(a)-[:R]->(b)"] * steps)
    began = time.process_time()
    assert verify(f"MATCH {dense} RETURN a", dialect="kglite").text.count("[") >= steps
    assert time.process_time() - began < 5


def test_only_for_engines_that_need_it():
    text = TREES[0][0]
    assert verify(text, dialect="neo4j").text == text


@pytest.fixture(scope="module")
def store():
    """Few nodes and many relationships, parallel ones and loops among them."""
    random = Random(7)
    with closing(KgliteStore.writer()) as writer:
        for label, number in (("Person", 7), ("City", 4), ("Film", 4)):
            rows = [(f"{label}{i}", i, {"nick": random.choice("ab"), "age": i % 3, "year": i}) for i in range(number)]
            writer.add_nodes((label,), rows)
        sizes = {"Person": 7, "City": 4, "Film": 4}
        for type_, (start, end, _) in EDGES.items():
            ends = [(random.randrange(sizes[start]), random.randrange(sizes[end])) for _ in range(9)]
            rows = [(f"{start}{one}", f"{end}{other}", i, {"since": i % 2}) for i, (one, other) in enumerate(ends)]
            writer.add_relationships(start, type_, end, rows)
        with closing(writer.reading()) as reading:
            yield reading


TESTS = ("nick = 'a'", "age = 1", "age > 0")


def patterns(random: Random) -> str:
    """A query of branching and closed patterns, cut into paths by chance."""
    text, names = [], {}
    for number in range(random.choice([1, 1, 2])):
        if text and random.random() < 0.5:
            text.append("WITH " + ", ".join(names))
        steps = [step(random, names) for _ in range(random.randint(2, 4))]
        tests = [f"{name}.{random.choice(TESTS)}" for name in names if random.random() < 0.4]
        kind = "OPTIONAL MATCH" if number and random.random() < 0.3 else "MATCH"
        text.append(f"{kind} {', '.join(steps)}" + (f" WHERE {' AND '.join(tests)}" if tests else ""))
    return f"{' '.join(text)} RETURN {', '.join(f'{name}.year AS {name}' for name in names)}"


def step(random: Random, names: dict[str, str]) -> str:
    """One relationship between nodes that are there or new."""
    type_, (start, end, _) = random.choice(list(EDGES.items()))
    ends = []
    for label in (start, end):
        known = [name for name, of in names.items() if of == label]
        if known and random.random() < 0.8:
            ends.append(f"({random.choice(known)})")
        else:
            names[f"n{len(names)}"] = label
            ends.append(f"(n{len(names) - 1}:{label})")
    return f"{ends[0]}-[:{type_}]-{random.choice('>> ').strip()}{ends[1]}"


def outcome(store, text):
    try:
        result = store.run(verify(text, dialect="kglite"), Limits(rows=50_000))
        return result.total if result.cut else Counter(map(repr, result.rows))
    except FingerpostError as error:
        return error.code


def outcomes(store, text):
    """What a query finds, as it is run, and with its patterns as they were written."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(gate, "dialect_of", lambda _: dataclasses.replace(KGLITE, rewrites=AS_WRITTEN))
        plain = outcome(store, text)
    return outcome(store, text), plain


@settings(max_examples=examples(400))
@given(st.integers(0, 2**32))
def test_patterns_cut_into_paths_have_the_rows_they_had(store, seed):
    text = patterns(Random(seed))
    found, plain = outcomes(store, text)
    assert found == plain, text


@settings(max_examples=examples(200))
@given(st.integers(0, 2**32))
def test_queries_have_the_rows_they_had(store, seed):
    text = Queries(Random(seed)).query()
    found, plain = outcomes(store, text)
    assert found == plain, text


def test_most_patterns_that_are_compared_are_changed_and_find_something(store):
    texts = [patterns(Random(seed)) for seed in range(60)]
    changed = 0
    for text in texts:
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(gate, "dialect_of", lambda _: dataclasses.replace(KGLITE, rewrites=AS_WRITTEN))
            plain = verify(text, dialect="kglite").text
        changed += verify(text, dialect="kglite").text != plain
    assert changed > 30
    assert sum(bool(outcome(store, text)) for text in texts) > 30
