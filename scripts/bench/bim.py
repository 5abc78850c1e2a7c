"""Building models: loading compared with opening and walking the file, and how long questions take.

    python -m scripts.bench.bim [MODEL.ifc ...]

Each load is a whole process, as a user starts it; so is what it is compared with: a process that opens the file with
ifcopenshell and walks every entity. All figures are processor time. Without models, those beside the repository and the
sample house are taken.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import fingerpost as fp

ROOT: Final = Path(__file__).resolve().parents[2]
SHARED: Final = ROOT.parent / "shared" / "data" / "bim"
HOUSE: Final = ROOT / "src/fingerpost/samples/house/house.ifc"
REPEATS: Final = 3
MOST: Final = 2.5
"""How many times as long as the walk a load may take."""
WALK: Final = """
import sys, ifcopenshell
model = ifcopenshell.open(sys.argv[1])
for entity in model:
    for place in range(len(entity)):
        entity[place]
"""
QUESTIONS: Final = (
    "How many walls are there?",
    "How many doors are on each level?",
    "Which rooms are larger than 10 m2?",
    "What is the total area of the windows in square feet?",
    "How many external walls are there?",
    "Which doors are wider than 90 cm?",
    "What materials are used in the walls?",
    "Which room is the largest?",
    "How many windows does each wall have?",
    "Which walls have no material?",
    "What does the roof cost?",
    "How many columns are there?",
)


def timed(command: Sequence[str]) -> tuple[float, float]:
    """The processor time of a process in seconds, the least of a few runs, and the most memory that it held in MB.

    What else runs on the machine hardly changes them.
    """
    spent, peak = [], 0
    for _ in range(REPEATS):
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            raise subprocess.CalledProcessError(process.returncode, list(command))
        spent.append(used.ru_utime + used.ru_stime)
        peak = max(peak, used.ru_maxrss)
    return min(spent), peak / 1024


def asked(base: Path) -> Iterator[float]:
    """The milliseconds of each question, the second time that it is asked."""
    with fp.open(base) as kb:
        for question in QUESTIONS:
            kb.ask(question)
            started = time.process_time()
            kb.ask(question)
            yield (time.process_time() - started) * 1000


def measure(model: Path, folder: Path) -> str:
    """A line about one model."""
    base = folder / f"{model.stem}.fp"
    walk, _ = timed([sys.executable, "-c", WALK, str(model)])
    load, peak = timed([sys.executable, "-m", "fingerpost", "load", str(model), "--into", str(base)])
    spent = sorted(asked(base))
    p50, p95 = statistics.median(spent), spent[round(0.95 * (len(spent) - 1))]
    size = model.stat().st_size / 1e6
    ratio = load / walk
    said = "" if ratio <= MOST else f"  over {MOST}"
    return (
        f"{model.name:24} {size:6.1f} MB  walk {walk:6.2f} s  load {load:6.2f} s  ratio {ratio:4.1f}{said}"
        f"  peak {peak:6.0f} MB  ask p50 {p50:5.0f} ms  p95 {p95:5.0f} ms"
    )


def main(paths: Sequence[str]) -> None:
    """Print a line for each model."""
    models = [Path(path) for path in paths] or [HOUSE, *sorted(SHARED.glob("*.ifc"))]
    with tempfile.TemporaryDirectory(prefix="fingerpost-bench-") as folder:
        for model in models:
            print(measure(model, Path(folder)), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
