"""How a memory grows: `python -m scripts.bench.memory_growth DATA --sizes 1000 10000 --static`.

For each number of passages it prints how many are added a second, the size on disk, the seconds from opening the
folder to the first answer, the memory of the process, and how long searches take. DATA has folders with `corpus.jsonl`
and `queries.jsonl`; where more passages are wanted, they are repeated with other titles. Adding and searching have a
process each.
"""

from __future__ import annotations

import argparse
import json
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from fingerpost.core.settings import Settings
from fingerpost.engine import Memory
from scripts.eval.retrieval_sets import sets_in

ASKED = 100
RECORDS = 50_000
"""Documents in one file, which is smaller than the largest that is read."""


def main() -> None:
    """Fill and measure a memory of each size; `--step` is one step, in the process that this starts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path, help="a folder of data sets")
    parser.add_argument("--sizes", type=int, nargs="+", default=[1_000, 10_000])
    parser.add_argument("--static", action="store_true", help="without sentence embeddings")
    parser.add_argument("--step", nargs=2, help=argparse.SUPPRESS)
    given = parser.parse_args()
    settings = Settings(embeddings="static" if given.static else "auto")
    if given.step is not None:
        kind, place = given.step
        (fill if kind == "fill" else search)(Path(place), given.data, given.sizes[0], settings)
        return
    print(
        f"{'passages':>9} {'added/s':>8} {'MB disk':>8} {'open s':>7} {'MB':>6} {'p50 ms':>7} {'p95 ms':>7}", flush=True
    )
    for size in given.sizes:
        place = Path(tempfile.mkdtemp(), "grown.fp")
        try:
            for kind in ("fill", "search"):
                command = [sys.executable, "-m", __spec__.name, str(given.data), "--sizes", str(size)]
                command += [*(["--static"] if given.static else []), "--step", kind, str(place)]
                subprocess.run(command, check=True)
        finally:
            shutil.rmtree(place.parent)


def fill(place: Path, data: Path, size: int, settings: Settings) -> None:
    """Add documents of one passage each, as files of records; print the first columns."""
    source = place.parent / "records"
    source.mkdir()
    lines = islice(_records(data), size)
    for number in range(-(-size // RECORDS)):
        with (source / f"{number:04}.jsonl").open("w", encoding="utf-8") as file:
            file.writelines(islice(lines, RECORDS))
    started = time.perf_counter()
    with Memory(place, settings) as memory:
        report = memory.add(source)
    if report.problems:
        sys.exit(str(report.problems[0]))
    speed = report.passages / (time.perf_counter() - started)
    disk = sum(file.stat().st_size for file in place.rglob("*") if file.is_file()) / 2**20
    print(f"{report.passages:>9,} {speed:>8,.0f} {disk:>8,.0f}", end=" ", flush=True)


def search(place: Path, data: Path, size: int, settings: Settings) -> None:
    """Open a memory and search it; print the other columns."""
    questions = [question for one in sets_in(data) for question, _ in one.questions][:ASKED]
    started = time.perf_counter()
    with Memory(place, settings) as memory:
        memory.search(questions[0], 5)
        opened = time.perf_counter() - started
        taken = []
        for question in questions:
            at = time.perf_counter()
            memory.search(question, 5)
            taken.append((time.perf_counter() - at) * 1000)
    taken.sort()
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    p50, p95 = taken[len(taken) // 2], taken[int(len(taken) * 0.95)]
    print(f"{opened:>7.1f} {used:>6,.0f} {p50:>7.0f} {p95:>7.0f}", flush=True)


def _records(data: Path) -> Iterator[str]:
    """Lines of JSON Lines, without end."""
    passages = [passage for one in sets_in(data) for passage in one.passages]
    number = 0
    while True:
        for title, text in passages:
            again = number // len(passages)
            shown = f"{title} {again}" if again else title
            yield json.dumps({"id": str(number), "title": shown, "text": text}) + "\n"
            number += 1


if __name__ == "__main__":
    main()
