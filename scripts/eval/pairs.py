"""Questions over schemas that nothing was written for: how often the answers are right on graphs filled by chance.

    python -m scripts.eval.pairs DATA [--sample N] [--seed N] [--graphs NAME,...] [--jobs N] [--keep FOLDER]
        [--outcomes FILE] [--json FILE]

DATA holds `pairs` as its README says: schemas, and questions with golds, but no graphs. Each schema is filled
(`scripts.eval.fill_schema`), the questions are asked, and the answers compared with those of the golds over the same
graph.
FOLDER keeps the graphs; those that it has for this seed are taken as they are.

Golds that do not run there or answer nothing are left out. An answer is strictly right where it gives the gold's rows
(as sets, or others that tie), and leniently where its form differs (`fingerpost.evals.lenient`): these golds return
now nodes, now names, and one column more or less. Precision and the calibration error are by the lenient measure.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import shutil
import tempfile
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from fingerpost.core.settings import Settings
from fingerpost.engine import load
from fingerpost.evals.calibration import calibration_error
from fingerpost.evals.data import Example, Graphs
from fingerpost.evals.golds import lifted
from fingerpost.evals.questions import Measures, Outcome
from fingerpost.evals.report import percent, table
from fingerpost.evals.splits import sample
from fingerpost.evals.workers import judged
from scripts.eval.fill_schema import Filling
from scripts.tables.learn_pairs import Shape, read_pairs, shapes

_HEAD = ("schema", "asked", "usable", "strict", "lenient", "precision", "answered", "calibration error")


def main(arguments: Sequence[str] | None = None) -> int:
    """Fill the schemas, ask, and show the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--sample", type=int, help="so many questions of all, drawn by chance")
    parser.add_argument("--seed", type=int, default=0, help="what chance draws, of values and of questions")
    parser.add_argument("--graphs", help="some schemas only, with commas between them")
    parser.add_argument("--jobs", type=int, default=2, help="processes that share the work")
    parser.add_argument("--keep", type=Path, help="where the graphs stay, or are already")
    parser.add_argument("--outcomes", type=Path, help="gets a line of JSON for each question")
    parser.add_argument("--json", type=Path, help="gets the figures")
    chosen = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="fingerpost-pairs-") as made:
        place = (chosen.keep or Path(made)) / f"seed-{chosen.seed}"
        names = chosen.graphs.split(",") if chosen.graphs else None
        graphs, asked = filled(chosen.data / "pairs", place, names, chosen.seed, chosen.jobs)
        drawn = asked if chosen.sample is None else sample(asked, chosen.sample, chosen.seed)
        outcomes = ask(graphs, drawn, chosen.jobs, chosen.outcomes)
    found = figures(outcomes)
    print(shown(found))
    if chosen.json is not None:
        chosen.json.write_text(json.dumps(found, indent=1), encoding="utf-8")
    return 0


def filled(
    folder: Path, place: Path, names: Sequence[str] | None, seed: int, jobs: int
) -> tuple[dict[str, Path], list[Example]]:
    """The graphs of schemas, all or some of them, and the questions about these."""
    asked = read_pairs(folder)
    known = {name: shape for name, shape in shapes(folder).items() if names is None or name in names}
    place.mkdir(parents=True, exist_ok=True)
    tasks = [(name, shape, [e for e in asked if e.graph == name], place, seed) for name, shape in known.items()]
    if jobs < 2:
        graphs = dict(map(_fill, tasks))
    else:
        with ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn")) as pool:
            graphs = dict(pool.map(_fill, tasks))
    return graphs, [example for example in asked if example.graph in graphs]


def _fill(task: tuple[str, Shape, list[Example], Path, int]) -> tuple[str, Path]:
    name, shape, own, place, seed = task
    into = place / f"{name}.fp"
    if not into.exists():
        plans = [plan for plan in (lifted(example.cypher) for example in own) if plan is not None]
        source = place / name
        Filling(shape, plans, f"{seed} {name}").write(source)
        load([source], into)
        shutil.rmtree(source)
    return name, into


def ask(graphs: dict[str, Path], asked: Sequence[Example], jobs: int, into: Path | None) -> list[Outcome]:
    """The outcomes of questions, written down while they are asked."""
    settings = Settings(learned="none", row_limit=200_000)
    outcomes = []
    with ExitStack() as stack:
        opened = stack.enter_context(Graphs([f"{name}={folder}" for name, folder in graphs.items()], None, settings))
        lines = stack.enter_context(into.open("w", encoding="utf-8")) if into is not None else None
        for outcome in judged(opened, asked, Measures(oracle=0, lenient=True), jobs):
            outcomes.append(outcome)
            if lines is not None:
                lines.write(json.dumps(outcome.to_json(), ensure_ascii=False, default=str) + "\n")
    return outcomes


def figures(outcomes: Sequence[Outcome]) -> dict[str, dict[str, Any]]:
    """The figures of all outcomes and of each schema's."""
    by_graph = {name: [o for o in outcomes if o.graph == name] for name in sorted({o.graph or "" for o in outcomes})}
    return {name: _counted(found) for name, found in {"all": list(outcomes), **by_graph}.items()}


def _counted(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    usable = [outcome for outcome in outcomes if outcome.verdict != "gold" and not outcome.gold_empty]
    answered = [outcome for outcome in usable if outcome.verdict != "none"]
    return {
        "asked": len(outcomes),
        "usable": len(usable),
        "strict": sum(outcome.right for outcome in usable),
        "lenient": sum(bool(outcome.lenient) for outcome in usable),
        "answered": len(answered),
        "calibration_error": calibration_error([(o.confidence, bool(o.lenient)) for o in answered]),
    }


def shown(found: dict[str, dict[str, Any]]) -> str:
    """Figures as a table."""
    rows = []
    for name, own in found.items():
        shares = [percent(own[key], own["usable"]) for key in ("strict", "lenient")]
        precision = percent(own["lenient"], own["answered"])
        error = own["calibration_error"]
        told = "-" if error is None else f"{error:.3f}"
        rows.append(
            (name, own["asked"], own["usable"], *shares, precision, percent(own["answered"], own["usable"]), told)
        )
    return table(_HEAD, rows)


if __name__ == "__main__":
    raise SystemExit(main())
