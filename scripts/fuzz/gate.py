"""Attack the gate: random statements, most of them tampered with, through the gate for kglite and then to the engine.

    python -m scripts.fuzz.gate [--count 100000] [--seed N] [--processes N]

What the gate lets through is run, with tight limits, on a graph that is open for writing. The graph, a file with a
secret, a server on this machine and the processes that were started are looked at after every statement. Ends with 1
and the statement when one of them was touched, when the gate fails with anything but a refusal, when the engine ends
the process, or when a statement takes too long. A statement is told by the seed and its number.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import queue
import resource
import secrets
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from multiprocessing.context import SpawnContext, SpawnProcess
from pathlib import Path
from typing import Any

from fingerpost.core.errors import QueryRejected, UnsupportedConstruct
from fingerpost.core.verified import VerifiedQuery
from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.gate import verify
from scripts.fuzz.gate_cases import hostile_texts
from scripts.fuzz.gate_texts import Statements
from scripts.fuzz.gate_watch import Watch

_LONGEST_S = 20.0
_START_S = 60.0
_MEMORY = 4 * 2**30


@dataclass
class Report:
    """What came of a run: how often what, and the statements that got through, each with its number."""

    counts: Counter[str] = field(default_factory=Counter)
    through: list[tuple[int, str, str]] = field(default_factory=list)


class Attack:
    """Statements of one seed, against one watched graph."""

    def __init__(self, seed: int, watch: Watch) -> None:
        self._statements = Statements(seed, tuple(watch.aimed(text) for text in hostile_texts()))
        self._watch = watch

    def one(self, number: int, report: Report) -> None:
        """Make, verify and run one statement."""
        made = self._statements.make(number)
        report.counts["trees" if isinstance(made, ast.Query) else "texts"] += 1
        try:
            query = verify(self._watch.aimed(made) if isinstance(made, str) else made, dialect="kglite")
        except QueryRejected:
            report.counts["refused"] += 1
        except UnsupportedConstruct:
            report.counts["cannot be said for kglite"] += 1
        except Exception as error:
            report.through.append((number, f"the gate failed: {error!r}", _shown(made)))
        else:
            self._run(number, query, report)

    def _run(self, number: int, query: VerifiedQuery, report: Report) -> None:
        ran, touched = self._watch.run(query.text, query.parameters)
        report.counts["let through and run" if ran else "let through, failed in the engine"] += 1
        if touched:
            report.through.append((number, "; ".join(touched), query.text))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run, print what came of it, and return 1 where something got through."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=secrets.randbelow(2**32))
    parser.add_argument("--processes", type=int, default=max(1, (os.cpu_count() or 2) // 2))
    options = parser.parse_args(arguments)
    print(f"seed {options.seed}, {options.count} statements, {options.processes} processes", flush=True)
    started = time.perf_counter()
    report = attack(options.seed, options.count, options.processes)
    for what, count in sorted(report.counts.items()):
        print(f"{count:>9}  {what}")
    print(f"{time.perf_counter() - started:9.1f}  seconds")
    for number, what, text in report.through:
        print(f"GOT THROUGH: number {number} of seed {options.seed}: {what}\n  {text!r}")
    print("nothing got through" if not report.through else f"{len(report.through)} got through")
    return 1 if report.through else 0


def attack(seed: int, count: int, processes: int) -> Report:
    """Statements 0 to `count` of a seed, in several processes."""
    context = multiprocessing.get_context("spawn")
    results: Any = context.Queue()
    workers = [_Worker(context, seed, range(first, count, processes), results) for first in range(processes)]
    whole = Report()
    try:
        waiting = list(workers)
        while waiting:
            _collect(results, whole)
            waiting = [worker for worker in waiting if not worker.ended(whole)]
        _collect(results, whole)
    finally:
        for worker in workers:
            worker.stop()
    return whole


def _collect(results: Any, whole: Report) -> None:
    """Add what has come in, after waiting for it for a moment."""
    try:
        while True:
            report = results.get(timeout=0.2)
            whole.counts.update(report.counts)
            whole.through.extend(report.through)
    except queue.Empty:
        return


class _Worker:
    """One process, and which statement it is at."""

    def __init__(self, context: SpawnContext, seed: int, numbers: range, results: Any) -> None:
        self._seed = seed
        self._at: Any = context.Value("q", -1, lock=False)
        self._seen, self._since = -2, time.monotonic()
        self._process: SpawnProcess = context.Process(target=_work, args=(seed, numbers, self._at, results))
        self._process.start()

    def ended(self, whole: Report) -> bool:
        """Whether it is done; a process that died or hangs is reported with its statement."""
        if not self._process.is_alive():
            if self._process.exitcode:
                self._accuse(whole, f"the process ended with {self._process.exitcode}")
            return True
        if self._at.value != self._seen:
            self._seen, self._since = self._at.value, time.monotonic()
        if time.monotonic() - self._since < (_START_S if self._seen < 0 else _LONGEST_S):
            return False
        self._accuse(whole, f"it ran longer than {_LONGEST_S:.0f} s")
        return True

    def _accuse(self, whole: Report, what: str) -> None:
        number = self._at.value
        made = Statements(self._seed, hostile_texts()).make(number) if number >= 0 else ""
        whole.through.append((number, what, _shown(made)))

    def stop(self) -> None:
        if self._process.is_alive():
            self._process.kill()
        self._process.join()


def _work(seed: int, numbers: range, at: Any, results: Any) -> None:
    """Run statements in a folder of its own, with a bound on memory."""
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    report = Report()
    with tempfile.TemporaryDirectory(prefix="fingerpost-fuzz-") as folder:
        os.chdir(folder)
        watch = Watch(Path(folder))
        attacker = Attack(seed, watch)
        for number in numbers:
            at.value = number
            attacker.one(number, report)
            if report.through:
                break
        watch.close()
        os.chdir("/")
    results.put(report)


def _shown(made: str | ast.Query) -> str:
    return made if isinstance(made, str) else repr(made)[:2_000]


if __name__ == "__main__":
    sys.exit(main())
