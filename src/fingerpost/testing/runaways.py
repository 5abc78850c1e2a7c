"""Queries that would run away, each of its own kind: each is refused, done or ended in time, and the store goes on."""

from __future__ import annotations

import time
from contextlib import suppress

import pytest

from fingerpost.core.cells import Cell
from fingerpost.core.errors import LimitExceeded, QueryRejected, UnsupportedConstruct
from fingerpost.core.limits import Limits
from fingerpost.core.verified import VerifiedQuery
from fingerpost.query_languages import language
from fingerpost.stores import GraphWriter, NodeRow, RelationshipRow, Store
from fingerpost.testing.base import Conformance, shared
from fingerpost.testing.concurrency import interrupted_after
from fingerpost.testing.shelf import Shelf

_NODES = 5_000
_DEGREE = 2
_TRIES = 6
"""Other processes may hold a machine up: the quickest of so many runs counts."""
AFTER = "MATCH (n:P) RETURN count(n) AS n"
AFTER_APART = (
    "MATCH (n:P) WITH n ORDER BY n.k LIMIT 150 WITH collect(n.k) AS c "
    "RETURN size([x IN c WHERE size([y IN c WHERE y > x]) > 3]) AS n"
)
CANCELLED = (
    "MATCH (n:P) WITH n LIMIT 2000 WITH collect(n.k) AS c "
    "RETURN size([x IN c WHERE size([y IN c WHERE y > x]) > 3]) AS n"
)
"""Long enough to be cancelled, and no longer: a server that ends no single expression goes on for as long as it is."""
_DOUBLED = " ".join(f"WITH s{i} + s{i} AS s{i + 1}" for i in range(30))

RUNAWAYS: dict[str, str] = {
    "a long range": "UNWIND range(1, 100000000) AS x RETURN count(x) AS n",
    "a long range whose end is stored": "MATCH (n:P {k: 4999}) UNWIND range(1, n.k * 100000) AS x RETURN count(x) AS n",
    "UNWINDs in one another": (
        "UNWIND range(1, 3000) AS a UNWIND range(1, 3000) AS b UNWIND range(1, 3000) AS c RETURN count(*) AS n"
    ),
    "UNWINDs of a parameter": "UNWIND $list AS a UNWIND $list AS b UNWIND $list AS c RETURN count(*) AS n",
    "a nested comprehension": "RETURN size([x IN range(1, 50000) | size([y IN range(1, 50000) | x * y])]) AS n",
    "a nested comprehension over what was collected": (
        "MATCH (n:P) WITH collect(n.k) AS c RETURN size([x IN c WHERE size([y IN c WHERE y > x]) > 3]) AS n"
    ),
    "a comprehension in every row": "MATCH (n:P) RETURN sum(size([x IN range(1, 100000) | x + n.k])) AS n",
    "ranges inside a list": "RETURN size([x IN range(1, 100000) | range(1, 10000)]) AS n",
    "a text doubled in reduce": "RETURN size(reduce(s = 'x', i IN range(1, 40) | s + s)) AS n",
    "a text doubled for each node": (
        "MATCH (n:P) WITH collect(n.k) AS c RETURN size(reduce(s = 'x', i IN c | s + s)) AS n"
    ),
    "a text doubled by WITH": f"WITH 'xxxxxxxxxx' AS s0 {_DOUBLED} RETURN size(s30) AS n",
    "a text that replace multiplies": (
        "RETURN size(reduce(s = 'aaaaaaaaaa', i IN range(1, 9) | replace(s, 'a', 'aaaaaaaaaa'))) AS n"
    ),
    "a stored text that replace multiplies": (
        "MATCH (n:P {k: 1}) RETURN size(reduce(s = n.s, i IN range(1, 9) | replace(s, 'a', n.s))) AS n"
    ),
    "a list doubled in reduce": "RETURN size(reduce(l = [1], i IN range(1, 40) | l + l)) AS n",
    "a list that grows for each node": (
        "MATCH (a:P)-[:R]->(b:P) WITH collect(a.k) AS c RETURN size(reduce(l = [], x IN c | l + x)) AS n"
    ),
    "a reduce in a reduce": (
        "RETURN reduce(a = 0, x IN range(1, 50000) | a + reduce(b = 0, y IN range(1, 50000) | b + y)) AS n"
    ),
    "a map doubled in reduce": "RETURN size(keys(reduce(m = {a: 1}, i IN range(1, 40) | {a: m, b: m}))) AS n",
    "lists in lists": "RETURN size(reduce(l = [], i IN range(1, 200000) | [l])) AS n",
    "lists in lists for each node": (
        "MATCH (n:P) WITH collect(n) AS c RETURN size(reduce(l = [], x IN c | [l, l])) AS n"
    ),
    "quantifiers in one another": (
        "RETURN any(x IN range(1, 50000) WHERE any(y IN range(1, 50000) WHERE x * y = -1)) AS n"
    ),
    "a quantifier over what was collected": (
        "MATCH (n:P) WITH collect(n.k) AS c MATCH (m:P) WHERE any(x IN c WHERE x = -1 - m.k) RETURN count(m) AS n"
    ),
    "what was collected unwound again": (
        "MATCH (n:P) WITH collect(n.k) AS c UNWIND c AS x UNWIND c AS y UNWIND c AS z RETURN count(*) AS n"
    ),
    "a list carried into every row": "WITH $list AS l MATCH (n:P), (m:P) WHERE n.k + m.k IN l RETURN count(*) AS n",
    "a cross product that is collected": "MATCH (a:P), (b:P) WITH collect(a.s + b.s) AS c RETURN size(c) AS n",
    "a cross product of three": "MATCH (a:P), (b:P), (c:P) WHERE a.k + b.k + c.k = -1 RETURN count(*) AS n",
    "OPTIONAL MATCHes without a tie": (
        "OPTIONAL MATCH (a:P) OPTIONAL MATCH (b:P) OPTIONAL MATCH (c:P) RETURN count(*) AS n"
    ),
    "a subquery in every row": (
        "UNWIND range(1, 9999) AS x CALL { WITH x UNWIND range(1, 99999) AS y RETURN count(y) AS c } RETURN sum(c) AS n"
    ),
    "a repetition of repetitions": "MATCH (n:P) WHERE n.s =~ '(a+)+b' RETURN count(n) AS n",
    "a regular expression that counts high": "MATCH (n:P) WHERE n.s =~ '((a{100}){100}){100}' RETURN count(n) AS n",
    "a regular expression made of rows": (
        "MATCH (n:P), (m:P) WHERE n.s =~ ('(a?){50}{' + (n.k % 60) + '}b' + m.k) RETURN count(n) AS n"
    ),
    "a long path": "MATCH p = (a:P)-[*1..12]-(b:P) RETURN count(p) AS n",
    "long paths in a comprehension": "MATCH (a:P) RETURN sum(size([(a)-[*1..12]-(b) | b.k])) AS n",
    "all shortest paths": (
        "MATCH (a:P {k: 1}), (b:P) WHERE b.k > 1 MATCH p = allShortestPaths((a)-[*..30]-(b)) RETURN count(p) AS n"
    ),
    "a text searched in a loop": (
        "MATCH (n:P) WITH collect(n.s) AS c WITH reduce(s = '', x IN c | s + x) AS t UNWIND range(1, 100000) AS x "
        "RETURN count(t CONTAINS (left(t, 60000) + 'b')) AS n"
    ),
    "a list cut again and again": "RETURN size(reduce(l = range(1, 100000), i IN range(1, 100000) | tail(l))) AS n",
}
PARAMETERS: dict[str, Cell] = {"list": tuple(range(5_000))}
SHORT = Limits(time_ms=300, memory_mb=256)


def write_runaway(writer: GraphWriter) -> None:
    """A small graph that is dense enough to run away in."""
    rows: list[NodeRow] = [(str(i), 0, {"k": i, "s": "a" * 40}) for i in range(_NODES)]
    writer.add_nodes(("P",), rows)
    ends = [(str(i), str((i * 7 + j * 13 + 1) % _NODES)) for i in range(_NODES) for j in range(_DEGREE)]
    joined: list[RelationshipRow] = [(start, end, 0, {}) for start, end in ends]
    writer.add_relationships("P", "R", "P", joined)


class Runaways(Conformance):
    """What the gate lets by is ended by the store: within the limit and `overrun_ms`, its process being there."""

    @pytest.fixture
    def dense(self, shelf: Shelf) -> Store:
        """The graph to run away in."""
        return shelf.store("dense", write_runaway)

    @shared("runaway", RUNAWAYS, 3)
    def test_it_ends_in_time_and_the_next_query_is_answered(self, dense: Store, shelf: Shelf, runaway: str) -> None:
        text = RUNAWAYS[runaway]
        given = PARAMETERS if "$list" in text else {}
        try:
            query = language().verify(text, shelf.schema("dense"), dialect=dense.dialect, parameters=given)
        except (QueryRejected, UnsupportedConstruct):
            return
        spent = []
        for number in range(_TRIES):
            time.sleep(0.2 * number)
            self._goes_on(dense)
            spent.append(_ended_after(dense, query))
            if spent[-1] <= SHORT.time_ms + self.overrun_ms:
                break
        self._goes_on(dense)
        assert min(spent) <= SHORT.time_ms + self.overrun_ms, spent

    @pytest.mark.parametrize("error", [KeyboardInterrupt, TimeoutError, RuntimeError])
    def test_a_runaway_that_is_cancelled_leaves_the_next_its_own_answer(
        self, dense: Store, shelf: Shelf, error: type[BaseException]
    ) -> None:
        """Also where it runs in a process of its own, whose answer may still come."""
        try:
            query = language().verify(CANCELLED, shelf.schema("dense"), dialect=dense.dialect)
        except UnsupportedConstruct as refusal:
            pytest.skip(f"dialect: {refusal.message}")
        self._goes_on(dense)
        with pytest.raises(error), interrupted_after(0.1, error):
            dense.run(query, Limits(time_ms=600, memory_mb=1024))
        time.sleep(0.3)
        self._goes_on(dense)

    def _goes_on(self, store: Store) -> None:
        try:
            self._answers(store)
        except LimitExceeded:  # with all of its ten seconds gone: a machine that was held up
            self._answers(store)

    def _answers(self, store: Store) -> None:
        assert store.run(language().verify(AFTER, dialect=store.dialect)).rows == ((_NODES,),)
        try:
            apart = language().verify(AFTER_APART, dialect=store.dialect)
        except UnsupportedConstruct:
            return
        assert store.run(apart).rows == ((146,),)


def _ended_after(store: Store, query: VerifiedQuery) -> float:
    """Milliseconds until a query was done, or a limit ended it."""
    started = time.perf_counter()
    with suppress(LimitExceeded):
        store.run(query, SHORT)
    return (time.perf_counter() - started) * 1000
