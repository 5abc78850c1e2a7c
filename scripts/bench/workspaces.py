"""What a write to a workspace costs, and the next question: `python -m scripts.bench.workspaces --nodes 100000`.

A write waits for the disk. So the time of a batch stands beside the processor time that it takes, the part of it that
keeps up schema and index, and what the disk takes to flush as many bytes.
"""

from __future__ import annotations

import argparse
import os
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from fingerpost.engine import NodeFact, RelationFact, Workspace, WorkspaceBase, Write


def facts(first: int, count: int) -> list[Write]:
    """So many facts, each about a new person and one that may be there."""
    found: list[Write] = []
    for number in range(first, first + count):
        name, other = f"Person {number} Smith{number % 977}", f"Company {number % 1_000}"
        found += [NodeFact(name, "Person", {"age": number % 90}), NodeFact(other, "Company")]
        found.append(RelationFact(name, "works_at", other))
    return found


def timed(times: int, call: Callable[[int], object], clock: Callable[[], float] = time.perf_counter) -> list[float]:
    """How long each call takes, in milliseconds."""
    spent = []
    for number in range(times):
        started = clock()
        call(number)
        spent.append((clock() - started) * 1_000)
    return spent


def said(spent: list[float]) -> str:
    """Median and 95th percentile."""
    return f"p50 {statistics.median(spent):.2f}, p95 {sorted(spent)[int(len(spent) * 0.95)]:.2f}"


def flushes(folder: Path, times: int) -> list[float]:
    """How long the disk takes to flush 200 KiB, about what a batch of ten facts writes."""
    with (folder / "flushed").open("wb", buffering=0) as file:

        def flush(_: int) -> None:
            file.write(bytes(200 * 1024))
            os.fdatasync(file.fileno())

        return timed(times, flush)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nodes", type=int, default=100_000)
    parser.add_argument("--times", type=int, default=200)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, Workspace.create(Path(folder) / "w") as workspace:
        started = time.perf_counter()
        for first in range(0, given.nodes, 5_000):
            workspace.write(facts(first, min(5_000, given.nodes - first)))
        filled = time.perf_counter() - started
        print(f"filled {given.nodes:,} facts in {filled:.1f} s")
        next_ = given.nodes

        def write(number: int) -> None:
            workspace.write(facts(next_ + number * 10, 10))

        kept_up: list[float] = []
        take = workspace._schema.take

        def timed_take(*effects: Any) -> None:
            kept_up.extend(timed(1, lambda _: take(*effects), time.process_time))

        workspace._schema.take = timed_take  # type: ignore[assignment, method-assign]
        print(f"batch of ten facts, ms: {said(timed(given.times, write))}")
        next_ += given.times * 10
        kept_up.clear()
        print(f"  of processor time: {said(timed(given.times, write, time.process_time))}")
        print(f"  of it to keep up schema and index: {said(kept_up)}")
        print(f"  one flush of the disk takes: {said(flushes(Path(folder), given.times))}")
        next_ += given.times * 10
        base = WorkspaceBase(workspace)
        base.ask("How many people are there?")
        print(f"asking, ms: {said(timed(20, lambda _: base.ask('Who works at Company 7?')))}")

        def both(number: int) -> None:
            write(number)
            base.ask("Who works at Company 7?")

        print(f"writing ten facts, then asking, ms: {said(timed(20, both))}")
        started = time.perf_counter()
        workspace.checkpoint()
        print(f"saving the graph: {time.perf_counter() - started:.2f} s")
        workspace.close()
        started = time.perf_counter()
        Workspace(Path(folder) / "w").close()
        print(f"opening it: {time.perf_counter() - started:.2f} s")


if __name__ == "__main__":
    main()
