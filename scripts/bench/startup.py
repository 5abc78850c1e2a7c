"""Whole processes: what a person waits for between Enter and the answer, in milliseconds.

    python -m scripts.bench.startup [--runs 10]

Each command is run in turn with the others, so that they share the machine's moods; its processor time tells what it
costs where the machine does other work. Modules are compiled before, as installing does it.
"""

from __future__ import annotations

import argparse
import compileall
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import fingerpost as fp
from fingerpost.samples import LIBRARY_FOLDER, copy_sample

_QUESTION = "Who borrowed Emma?"


@dataclass
class Timed:
    """The runs of one command: seconds on the clock, and of processor time."""

    name: str
    command: Sequence[str]
    clock: list[float] = field(default_factory=list)
    processor: list[float] = field(default_factory=list)

    def run(self) -> None:
        """Run it once more.

        Raises:
            subprocess.CalledProcessError: it failed.
        """
        started = time.perf_counter()
        process = subprocess.Popen(self.command, stdout=subprocess.DEVNULL)
        _, status, used = os.wait4(process.pid, 0)
        self.clock.append(time.perf_counter() - started)
        self.processor.append(used.ru_utime + used.ru_stime)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            raise subprocess.CalledProcessError(process.returncode, list(self.command))

    def line(self) -> str:
        """The figures, in milliseconds."""
        return (
            f"{self.name:<52} n {len(self.clock):>5}  min {1000 * min(self.clock):10.0f}  "
            f"median {1000 * statistics.median(self.clock):10.0f} ms  "
            f"(processor: min {1000 * min(self.processor):.0f}, median {1000 * statistics.median(self.processor):.0f})"
        )


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print a line a command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=10)
    options = parser.parse_args(arguments)
    compileall.compile_dir(Path(fp.__file__).parent, quiet=2)
    with tempfile.TemporaryDirectory(prefix="fingerpost-bench-") as scratch:
        place = Path(scratch) / "library.fp"
        fp.load([copy_sample(LIBRARY_FOLDER, Path(scratch))], into=place)
        program = [sys.executable, "-m", "fingerpost.surfaces.cli.main"]
        commands = [
            Timed("process: fingerpost --help", [*program, "--help"]),
            Timed("process: fingerpost ask, library sample", [*program, "ask", str(place), _QUESTION]),
        ]
        for command in commands:
            command.run()
            command.clock.clear()
            command.processor.clear()
        for _ in range(options.runs):
            for command in commands:
                command.run()
    for command in commands:
        print(command.line())
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
