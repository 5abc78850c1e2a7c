"""What is lost when the names of a graph are written in another style: the same questions, six styles.

    python -m scripts.eval.renamed DATA [--graphs N] [--sample N] [--keep FOLDER] [--jobs N] [--json FILE]

Ten open graphs of DATA/spider are renamed (snake_case, camelCase, joinedlower, UPPER, `tbl_` before it, and four
letters of each word with a pack) and asked the same questions. Golds are rows, which hold whatever the names are.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import multiprocessing
import tempfile
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from fingerpost.core.settings import Settings
from fingerpost.engine import KnowledgeBase
from fingerpost.evals.report import percent, table
from scripts.eval.reading_graphs import loaded
from scripts.eval.reading_sets import data
from scripts.eval.renamed_graphs import STYLES, renamed
from scripts.reading.asking import Outcome, outcomes
from scripts.reading.cases import Case, Graph
from scripts.reading.figures import figures

_ORIGINAL = "as it is"
Task = tuple[str, Graph, Path | None, list[Case], Path]


def main(arguments: Sequence[str] | None = None) -> int:
    """Rename, ask, and show what each style loses."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--graphs", type=int, default=10, help="how many graphs are renamed")
    parser.add_argument("--sample", type=int, default=20, help="at most so many questions of each graph and wording")
    parser.add_argument("--keep", type=Path, help="where loaded graphs stay, or are already")
    parser.add_argument("--jobs", type=int, default=2, help="processes that share the work")
    parser.add_argument("--json", type=Path, help="gets the figures")
    chosen = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="fingerpost-renamed-") as made:
        found = _asked(chosen.data, chosen.graphs, chosen.sample, chosen.keep or Path(made), chosen.jobs)
    told = {style: figures(own) for style, own in found.items()}
    print(_shown(told))
    if chosen.json is not None:
        chosen.json.write_text(json.dumps(told, indent=1), encoding="utf-8")
    return 0


def _asked(folder: Path, number: int, sample: int, keep: Path, jobs: int) -> dict[str, list[Outcome]]:
    """The outcomes of the questions by style, first of the graphs as they are."""
    asked = data(folder, openly=True, closed=False, sample=sample, week=0)
    spider = [name for name, cases in asked.cases.items() if cases[0].rows is not None]
    names = sorted(spider, key=lambda name: hashlib.sha256(name.encode()).digest())[:number]
    tasks: list[Task] = []
    for name in names:
        graph, cases = asked.graphs[name], asked.cases[name]
        tasks.append((_ORIGINAL, graph, None, cases, keep))
        tasks += [(style.name, *renamed(graph, style, keep), cases, keep) for style in STYLES]
    found: dict[str, list[Outcome]] = {_ORIGINAL: [], **{style.name: [] for style in STYLES}}
    with ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn")) as pool:
        for task, own in zip(tasks, pool.map(_ask, tasks), strict=True):
            found[task[0]] += own
    return found


def _ask(task: Task) -> list[Outcome]:
    _, graph, pack, cases, keep = task
    keep.mkdir(parents=True, exist_ok=True)
    settings = Settings(learned="none", pack=str(pack) if pack is not None else None)
    with KnowledgeBase(loaded(graph, keep), settings) as kb:
        return list(outcomes(kb, cases, lacks=False, oracle=False))


def _shown(told: dict[str, dict[str, int]]) -> str:
    before = told[_ORIGINAL]
    rows = []
    for style, own in told.items():
        lost = 100 * (before["right"] / before["n"] - own["right"] / own["n"])
        right, sure = percent(own["right"], own["n"]), percent(own["wrong_sure"], own["n"])
        rows.append((style, own["n"], right, percent(own["right"], own["answered"]), sure, f"{lost:+.1f}"))
    return table(("names", "n", "right", "of answered", "wrong, sure", "points lost"), rows)


if __name__ == "__main__":
    raise SystemExit(main())
