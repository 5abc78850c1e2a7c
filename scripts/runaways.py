"""Queries that would run away, each of a kind of its own, and what ends them.

    python -m scripts.runaways [--time-ms 300] [--memory-mb 256]

Prints for each what ended it (the gate, the engine's own limit, or the end of its process), the milliseconds that it
took, the memory that was taken beyond what an open store has, and the milliseconds of the query after it.
"""

from __future__ import annotations

import argparse
import sys
import threading
import time
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from fingerpost.core.cells import Cell
from fingerpost.core.errors import LimitExceeded, QueryRejected
from fingerpost.core.limits import Limits
from fingerpost.languages.cypher.verify import verify
from fingerpost.stores.kglite import KgliteStore

_NODES = 5_000
_DEGREE = 4
AFTER = "MATCH (n:P) RETURN count(n) AS n"
AFTER_APART = (
    "MATCH (n:P) WITH n ORDER BY n.k LIMIT 150 WITH collect(n.k) AS c "
    "RETURN size([x IN c WHERE size([y IN c WHERE y > x]) > 3]) AS n"
)
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
        "MATCH (a:P {k: 1}), (b:P) MATCH p = allShortestPaths((a)-[*..30]-(b)) RETURN count(p) AS n"
    ),
    "a text searched in a loop": (
        "MATCH (n:P) WITH collect(n.s) AS c WITH reduce(s = '', x IN c | s + x) AS t UNWIND range(1, 100000) AS x "
        "RETURN count(t CONTAINS (left(t, 60000) + 'b')) AS n"
    ),
    "a list cut again and again": "RETURN size(reduce(l = range(1, 100000), i IN range(1, 100000) | tail(l))) AS n",
}
PARAMETERS: dict[str, Cell] = {"list": tuple(range(5_000))}


@dataclass(frozen=True)
class Ending:
    """How one query ended, and the one after it."""

    by: str
    milliseconds: float
    memory_mb: float
    after_ms: float


def graph() -> KgliteStore:
    """A small graph that is dense enough to run away in."""
    with closing(KgliteStore.writer()) as writer:
        rows = [(str(i), 0, {"k": i, "s": "a" * 40}) for i in range(_NODES)]
        writer.add_nodes(("P",), rows)
        ends = [(str(i), str((i * 7 + j * 13 + 1) % _NODES)) for i in range(_NODES) for j in range(_DEGREE)]
        writer.add_relationships("P", "R", "P", [(start, end, 0, {}) for start, end in ends])
        return writer.reading()


def run(store: KgliteStore, text: str, limits: Limits, watch: _Watch) -> Ending:
    """Run one query, and a plain one after it; the process is there before."""
    store.run(verify(AFTER_APART), limits)
    with watch:
        started = time.perf_counter()
        by = _ended_by(store, text, limits)
        spent = (time.perf_counter() - started) * 1000
    started = time.perf_counter()
    store.run(verify(AFTER), limits)
    return Ending(by, spent, watch.most_mb, (time.perf_counter() - started) * 1000)


def _ended_by(store: KgliteStore, text: str, limits: Limits) -> str:
    used: Mapping[str, Cell] = PARAMETERS if "$list" in text else {}
    try:
        query = verify(text, store.schema(), parameters=used)
    except QueryRejected as error:
        return f"gate {error.details['findings'][0]['code']}"
    try:
        store.run(query, limits)
    except LimitExceeded as error:
        return f"{'child' if 'status' in error.details else 'engine'} {error.code}"
    return "its own end"


class _Watch:
    """The most memory that this process and its children took, beyond what they had before."""

    def __enter__(self) -> None:
        self._done = threading.Event()
        self._before = {pid: _resident_mb(pid) for pid in _family()}
        self.most_mb = 0.0
        self._thread = threading.Thread(target=self._look, daemon=True)
        self._thread.start()

    def __exit__(self, *_: object) -> None:
        self._done.set()
        self._thread.join()

    def _look(self) -> None:
        start = max(self._before.values(), default=0.0)
        while not self._done.wait(0.005):
            for pid in _family():
                self.most_mb = max(self.most_mb, _resident_mb(pid) - self._before.get(pid, start))


def _family() -> list[str]:
    """This process and those that it started."""
    own = Path("/proc/self/task")
    children = [pid for task in own.glob("*/children") for pid in task.read_text(encoding="ascii").split()]
    return ["self", *children]


def _resident_mb(pid: str) -> float:
    try:
        pages = Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]
    except (OSError, IndexError):
        return 0.0
    return int(pages) * 4096 / 2**20


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--time-ms", type=int, default=300)
    parser.add_argument("--memory-mb", type=int, default=256)
    given = parser.parse_args()
    limits = Limits(time_ms=given.time_ms, memory_mb=given.memory_mb)
    with closing(graph()) as store:
        started = time.perf_counter()
        store.run(verify(AFTER_APART), limits)
        print(f"the first start of the process: {(time.perf_counter() - started) * 1000:.0f} ms\n")
        print(f"{'kind':<50}{'ended by':<22}{'ms':>7}{'MiB':>7}{'next':>7}")
        for kind, text in RUNAWAYS.items():
            ending = run(store, text, limits, _Watch())
            figures = f"{ending.milliseconds:>7.0f}{ending.memory_mb:>7.0f}{ending.after_ms:>7.1f}"
            print(f"{kind:<50}{ending.by:<22}{figures}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
