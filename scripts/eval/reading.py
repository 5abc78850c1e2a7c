"""How well questions are read over a hundred graphs, most of them seen by nobody: one command, open and closed sets.

    python -m scripts.eval.reading DATA [--sets open,closed] [--sample N] [--graphs NAME,...] [--week N] [--jobs N]
        [--keep FOLDER] [--misses FILE] [--json FILE] [--kinds] [--no-oracle]

DATA holds `spider`, `plain`, `mind_the_query` and `mind_the_query_closed` as its README says; `--sets judges` asks over
the graphs in `judges` beside this file, closed as well. Graphs are loaded into FOLDER under a digest of their files, or
taken from there. `--sample` takes so many questions of each graph and set, ten times as many of graphs with thousands
of them.

A third of the open graphs, another each week, is held back: neither read nor learned from. Of them and of the closed
graphs only figures are shown; `--misses` gets a line for each question of the others that was not answered right.

`oracle@20` is how often a right plan is among the first twenty candidates, by the rows that they give and whatever
would be refused; `calibration` the expected calibration error of what was answered; `none right` how often an answer of
no rows is right, `empty right` how often a gold that says nothing was met.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

from fingerpost.core.settings import Settings
from fingerpost.engine import KnowledgeBase
from scripts.eval.reading_graphs import loaded
from scripts.eval.reading_sets import Data, data
from scripts.reading.asking import Outcome, outcomes
from scripts.reading.cases import Case, Graph
from scripts.reading.figures import figures, parts, shown

_WEEK_S = 7 * 24 * 60 * 60
_CHUNK = 300
"""Questions that one process asks at once."""
_ROWS = 200_000
Task = tuple[Graph, list[Case], Path, bool]


def main(arguments: Sequence[str] | None = None) -> int:
    """Ask, and show the figures."""
    parser = parser_of(__doc__)
    parser.add_argument("--week", type=int, default=this_week(), help="which open graphs are held back")
    parser.add_argument("--misses", type=Path, help="gets what went wrong on graphs that may be read")
    parser.add_argument("--kinds", action="store_true", help="show figures by kind of gold query")
    parser.add_argument("--no-oracle", action="store_true", help="do not look at other candidates: twice as fast")
    chosen = parser.parse_args(arguments)
    asked = chosen_data(chosen, chosen.week)
    with tempfile.TemporaryDirectory(prefix="fingerpost-reading-") as made:
        found = list(answered(asked, chosen.keep or Path(made), chosen.jobs, oracle=not chosen.no_oracle))
    print(shown(found, asked.graphs, by_kind=chosen.kinds))
    if chosen.misses is not None:
        chosen.misses.write_text("".join(misses(found, asked.graphs)), encoding="utf-8")
    if chosen.json is not None:
        told = {name.strip(): figures(own) for name, own in parts(found, asked.graphs).items()}
        chosen.json.write_text(json.dumps(told, indent=1), encoding="utf-8")
    return 0


def parser_of(description: str | None) -> argparse.ArgumentParser:
    """A parser of what is asked, by how many processes, and where figures go."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--sets", default="open,closed", help="open, closed, judges, or more with commas between")
    parser.add_argument("--sample", type=int, help="at most so many questions of each graph and set")
    parser.add_argument("--graphs", help="some graphs only, with commas between them")
    parser.add_argument("--jobs", type=int, default=2, help="processes that share the work")
    parser.add_argument("--keep", type=Path, help="where loaded graphs stay, or are already")
    parser.add_argument("--json", type=Path, help="gets the figures")
    return parser


def chosen_data(chosen: argparse.Namespace, week: int) -> Data:
    """The questions that were chosen, as they are held back in a week."""
    sets = chosen.sets.split(",")
    asked = data(
        chosen.data,
        openly="open" in sets,
        closed="closed" in sets,
        judges="judges" in sets,
        sample=chosen.sample,
        week=week,
    )
    return some(asked, chosen.graphs.split(",")) if chosen.graphs else asked


def this_week() -> int:
    """The number of this week, counted on over the years."""
    return int(time.time()) // _WEEK_S


def some(asked: Data, names: Sequence[str]) -> Data:
    """The data of some graphs only."""
    return Data({n: asked.graphs[n] for n in names}, {n: asked.cases[n] for n in names})


def answered(asked: Data, keep: Path, jobs: int, *, oracle: bool) -> Iterator[Outcome]:
    """The outcomes of all cases, graph by graph."""
    keep.mkdir(parents=True, exist_ok=True)
    tasks: list[Task] = [
        (asked.graphs[name], cases[start : start + _CHUNK], keep, oracle)
        for name, cases in asked.cases.items()
        for start in range(0, len(cases), _CHUNK)
    ]
    if jobs < 2:
        for task in tasks:
            yield from _ask(task)
        return
    for graph in asked.graphs.values():
        loaded(graph, keep)
    with ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn")) as pool:
        for found in pool.map(_ask, sorted(tasks, key=lambda task: -len(task[1]))):
            yield from found


def opened(graph: Graph, keep: Path) -> KnowledgeBase:
    """The knowledge base of a graph without what was learned, for rows as many as golds have."""
    return KnowledgeBase(loaded(graph, keep), Settings(learned="none", row_limit=_ROWS))


def _ask(task: Task) -> list[Outcome]:
    graph, cases, keep, oracle = task
    with opened(graph, keep) as kb:
        return list(outcomes(kb, cases, lacks=graph.readable, oracle=oracle))


def misses(found: Iterable[Outcome], graphs: dict[str, Graph]) -> Iterator[str]:
    """A line of JSON for each question that was not answered right, of graphs that may be read."""
    for outcome in found:
        if graphs[outcome.case.graph].readable and outcome.verdict not in ("right", "gold"):
            yield json.dumps(_told(outcome), ensure_ascii=False, default=str) + "\n"


def _told(outcome: Outcome) -> dict[str, Any]:
    case = outcome.case
    return {
        "set": case.set,
        "graph": case.graph,
        "id": case.id,
        "question": case.question,
        "verdict": outcome.verdict,
        "confidence": outcome.confidence,
        "lack": outcome.lack,
        "rank": outcome.rank,
        "text": outcome.text,
        "cypher": case.cypher,
        "kinds": case.kinds,
    }


if __name__ == "__main__":
    raise SystemExit(main())
