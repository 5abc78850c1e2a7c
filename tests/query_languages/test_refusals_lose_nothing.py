"""What the gate refuses or repairs for not fitting the graph finds nothing as it is written: tried on a store.

The queries say anything of a graph, right or wrong: any label, type and direction, names that a WITH renames or drops,
and comparisons of anything with anything. One that finds something is right, so it must come through unchanged.
"""

from __future__ import annotations

from collections import Counter
from contextlib import closing
from random import Random

import pytest
from hypothesis import given, settings, strategies as st
from scale import examples

from fingerpost.core.errors import QueryRejected, StoreError
from fingerpost.core.limits import Limits
from fingerpost.query_languages.cypher.gate import verify
from fingerpost.stores.kglite.store import KgliteStore

LABELS = {
    ("Person",): ({"nick": "text", "age": "number", "tags": "list"}, 6),
    ("Person", "Author"): ({"nick": "text", "age": "number", "pen": "text"}, 3),
    ("Film",): ({"nick": "text", "year": "number", "seen": "truth"}, 5),
    ("City",): ({"nick": "text", "code": "digits"}, 4),
}
TYPES = {
    "KNOWS": (("Person", "Person"), ("Author", "Person")),
    "MADE": (("Author", "Film"),),
    "LIKES": (("Person", "Film"), ("Person", "City")),
    "SET_IN": (("Film", "City"),),
}
PROPERTIES = ("nick", "age", "tags", "pen", "year", "seen", "code", "wings")
VALUES = ("'a'", "'1'", "1", "2.0", "true", "['a']", "null")
COMPARED = ("=", "=", "<", ">=", "IN", "CONTAINS", "STARTS WITH")
"""Not <>: it holds of what can never be equal, and that is refused though it finds something."""
MADE = {
    "text": lambda number: "abc"[number % 3],
    "number": lambda number: number,
    "digits": lambda number: str(number),
    "truth": lambda number: number % 2 == 0,
    "list": lambda number: ["abc"[number % 3], "d"],
}


@pytest.fixture(scope="module")
def store():
    random = Random(3)
    with closing(KgliteStore.writer()) as writer:
        ids, first = {}, {}
        for labels, (properties, count) in LABELS.items():
            named = [f"{'-'.join(labels)}{number}" for number in range(count)]
            rows = [
                (name, number, {key: MADE[kind](number) for key, kind in properties.items()})
                for number, name in enumerate(named)
            ]
            writer.add_nodes(labels, rows)
            for label in labels:
                ids.setdefault(label, []).extend(named)
                first[label] = labels[0]
        for type_, pairs in TYPES.items():
            for start, end in pairs:
                ends = [(random.choice(ids[start]), random.choice(ids[end])) for _ in range(8)]
                rows = [(one, other, number, {"since": number % 2}) for number, (one, other) in enumerate(ends)]
                writer.add_relationships(first[start], type_, first[end], rows)
        with closing(writer.reading()) as reading:
            yield reading


class Guesses:
    """Writes queries that may or may not fit; half of what it says is what the graph has."""

    def __init__(self, random):
        self.random = random
        self.nodes = []
        self.relationships = []

    def query(self):
        text = [self.match()]
        for _ in range(self.random.randrange(3)):
            text.append(self.random.choice((self.with_, self.match, self.match, self.optional))())
        return " ".join([*text, "RETURN count(*) AS n"])

    def fresh(self, names, letter):
        names.append(f"{letter}{self.random.randrange(1_000_000)}")
        return names[-1]

    def label(self):
        known = sorted({label for labels in LABELS for label in labels})
        chance = self.random.random()
        if chance < 0.08:
            return f":{'|'.join(self.random.sample(known, 2))}"
        if chance < 0.12:
            return f":!{self.random.choice(known)}"
        return f":{self.random.choice((*known, *known, 'Ghost'))}"

    def node(self):
        if self.nodes and self.random.random() < 0.4:
            name = self.random.choice(self.nodes)
            return f"({name}{self.label()})" if self.random.random() < 0.1 else f"({name})"
        name = self.fresh(self.nodes, "n") if self.random.random() < 0.9 else ""
        return f"({name}{self.label() if self.random.random() < 0.6 else ''})"

    def relationship(self):
        chance = self.random.random()
        types = "" if chance < 0.3 else f":{'|'.join(self.random.sample([*TYPES], 1 if chance < 0.8 else 2))}"
        hops = self.random.choice(("*1..2", "*2", "*0..1")) if self.random.random() < 0.1 else ""
        name = self.fresh(self.relationships, "r") if not hops and self.random.random() < 0.3 else ""
        left, right = self.random.choice((("-", "->"), ("-", "->"), ("<-", "-"), ("-", "-")))
        return f"{left}[{name}{types}{hops}]{right}"

    def path(self):
        if self.random.random() < 0.6:
            type_ = self.random.choice([*TYPES])
            start, end = self.random.choice(TYPES[type_])
            ends = [f"({self.fresh(self.nodes, 'n')}{self.random.choice(('', f':{label}'))})" for label in (start, end)]
            return f"{ends[0]}-[:{type_}]->{ends[1]}"
        text = self.node()
        for _ in range(self.random.choice((0, 1, 1, 2))):
            text += self.relationship() + self.node()
        return text

    def optional(self):
        """One that can find something: what follows from it for a name holds only where it does."""
        type_ = self.random.choice([*TYPES])
        start, end = self.random.choice(TYPES[type_])
        known = self.random.choice(self.nodes) if self.nodes else ""
        return f"OPTIONAL MATCH ({known}:{start})-[:{type_}]->({self.fresh(self.nodes, 'n')}:{end})"

    def match(self):
        paths = ", ".join(self.path() for _ in range(self.random.choice((1, 1, 1, 2))))
        tests = " AND ".join(self.test() for _ in range(self.random.choice((0, 0, 0, 1, 2))))
        return f"MATCH {paths}" + (f" WHERE {tests}" if tests and self.nodes else "")

    def operand(self):
        names = [*self.nodes, *self.nodes, *self.relationships]
        if not names:
            return self.random.choice(VALUES)
        key = self.random.choice((*PROPERTIES, "since"))
        return f"{self.random.choice(names)}.{key}"

    def test(self):
        other = self.random.choice(VALUES) if self.random.random() < 0.7 else self.operand()
        return f"{self.operand()} {self.random.choice(COMPARED)} {other}"

    def with_(self):
        kept = [name for name in self.nodes if self.random.random() < 0.7]
        if not kept:
            self.nodes, self.relationships = [], []
            return "WITH 1 AS one"
        self.nodes, self.relationships, items = [], [], []
        for name in kept:
            renamed = self.random.random() < 0.4
            items.append(f"{name} AS {self.fresh(self.nodes, 'm')}" if renamed else name)
            if not renamed:
                self.nodes.append(name)
        return f"WITH {', '.join(items)}"


def counted(store, query):
    """What the query counts; 0 where it fails, as one that looks for something IN a text."""
    try:
        ((number,),) = store.run(query, Limits(rows=10)).rows
    except StoreError:
        return 0
    return number


def outcome(store, text):
    """What the gate does with a query; it must leave alone what finds something as it is written."""
    try:
        written = verify(text, dialect="kglite")
    except QueryRejected as refusal:  # it would be wrong on any graph
        return f"invalid {refusal.details['findings'][0]['code']}"
    assert not written.fixes_applied
    found = counted(store, written)
    try:
        checked = verify(text, store.schema(), dialect="kglite")
    except QueryRejected as refusal:
        done, reason = "refused", refusal.message
    else:
        if not checked.fixes_applied:
            assert counted(store, checked) == found, text
            return "same"
        done, reason = "repaired", checked.fixes_applied
    assert found == 0, f"{found} rows are {done}: {reason}\n{text}"
    return done


@settings(max_examples=examples(400))
@given(st.integers(0, 2**32))
def test_what_finds_something_is_neither_refused_nor_repaired(store, seed):
    outcome(store, Guesses(Random(seed)).query())


def test_they_come_out_in_every_way(store):
    outcomes = Counter(outcome(store, Guesses(Random(seed)).query()) for seed in range(150))
    assert outcomes["same"] > 40, outcomes
    assert outcomes["refused"] > 40, outcomes
    assert outcomes["repaired"] > 2, outcomes
