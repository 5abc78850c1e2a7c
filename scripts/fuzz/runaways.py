"""Queries that would run away, each of a kind of its own, and what ends them.

    python -m scripts.fuzz.runaways [--time-ms 300] [--memory-mb 256]

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
from fingerpost.query_languages.cypher.gate import verify
from fingerpost.stores import Store
from fingerpost.stores.kglite.store import KgliteStore
from fingerpost.testing.runaways import AFTER, AFTER_APART, PARAMETERS, RUNAWAYS, write_runaway
from scripts.servers.processes import children

_TO_START_MS = 60_000
"""Starting the process is part of the time of the query that needs it."""


@dataclass(frozen=True)
class Ending:
    """How one query ended, and the one after it."""

    by: str
    milliseconds: float
    memory_mb: float
    after_ms: float


def graph() -> Store:
    """The graph of the kit to run away in."""
    with closing(KgliteStore.writer()) as writer:
        write_runaway(writer)
        return writer.reading()


def run(store: Store, text: str, limits: Limits, watch: _Watch) -> Ending:
    """Run one query, and a plain one after it; the process is there before."""
    store.run(verify(AFTER_APART, dialect="kglite"), _to_start(limits))
    with watch:
        started = time.perf_counter()
        by = _ended_by(store, text, limits)
        spent = (time.perf_counter() - started) * 1000
    started = time.perf_counter()
    store.run(verify(AFTER, dialect="kglite"), limits)
    return Ending(by, spent, watch.most_mb, (time.perf_counter() - started) * 1000)


def _to_start(limits: Limits) -> Limits:
    """The limits of a query that may have to start the process."""
    return limits.model_copy(update={"time_ms": _TO_START_MS})


def _ended_by(store: Store, text: str, limits: Limits) -> str:
    used: Mapping[str, Cell] = PARAMETERS if "$list" in text else {}
    try:
        query = verify(text, store.schema(), parameters=used, dialect="kglite")
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
    return ["self", *children()]


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
        store.run(verify(AFTER_APART, dialect="kglite"), _to_start(limits))
        print(f"the first start of the process: {(time.perf_counter() - started) * 1000:.0f} ms\n")
        print(f"{'kind':<50}{'ended by':<22}{'ms':>7}{'MiB':>7}{'next':>7}")
        for kind, text in RUNAWAYS.items():
            ending = run(store, text, limits, _Watch())
            figures = f"{ending.milliseconds:>7.0f}{ending.memory_mb:>7.0f}{ending.after_ms:>7.1f}"
            print(f"{kind:<50}{ending.by:<22}{figures}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
