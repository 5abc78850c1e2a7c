"""What a write to a workspace costs, and the next question: `python -m scripts.bench.workspaces --nodes 100000`."""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from fingerpost.engine import NodeFact, RelationFact, Workspace, WorkspaceBase, Write


def facts(first: int, count: int) -> list[Write]:
    """So many facts, each about a new person and one that may be there."""
    found: list[Write] = []
    for number in range(first, first + count):
        name, other = f"Person {number} Smith{number % 977}", f"Company {number % 1_000}"
        found += [NodeFact(name, "Person", {"age": number % 90}), NodeFact(other, "Company")]
        found.append(RelationFact(name, "works_at", other))
    return found


def timed(times: int, call: Callable[[int], object]) -> tuple[float, float]:
    """Median and 95th percentile in milliseconds."""
    spent = []
    for number in range(times):
        started = time.perf_counter()
        call(number)
        spent.append((time.perf_counter() - started) * 1_000)
    return statistics.median(spent), sorted(spent)[int(len(spent) * 0.95)]


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

        print("batch of ten facts, ms: p50 {:.2f}, p95 {:.2f}".format(*timed(given.times, write)))
        base = WorkspaceBase(workspace)
        base.ask("How many people are there?")
        print("asking, ms: p50 {:.1f}, p95 {:.1f}".format(*timed(20, lambda _: base.ask("Who works at Company 7?"))))
        next_ += given.times * 10

        def both(number: int) -> None:
            write(number)
            base.ask("Who works at Company 7?")

        print("writing ten facts, then asking, ms: p50 {:.1f}, p95 {:.1f}".format(*timed(20, both)))
        started = time.perf_counter()
        workspace.checkpoint()
        print(f"saving the graph: {time.perf_counter() - started:.2f} s")
        workspace.close()
        started = time.perf_counter()
        Workspace(Path(folder) / "w").close()
        print(f"opening it: {time.perf_counter() - started:.2f} s")


if __name__ == "__main__":
    main()
