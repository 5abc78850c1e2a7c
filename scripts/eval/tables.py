"""How well questions are answered over databases that were loaded as tables, beside those over the graphs made of them.

    python -m scripts.eval.tables DATA [--sample N] [--graphs NAME,...]

DATA is as in `scripts.eval.reading`. Each database in its `spider/sqlite` is loaded in three ways: the graph in `open`,
the database as it is, and the database by the mapping proposed for it. All are asked the same questions. One line for
each database and way: questions, and percent right and wrong; then the same over all.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import fingerpost
from fingerpost.core.settings import Settings
from fingerpost.engine import KnowledgeBase
from scripts.eval.reading import this_week
from scripts.eval.reading_sets import data
from scripts.reading.asking import Outcome, outcomes
from scripts.reading.cases import Case

WAYS = ("graph", "tables", "mapping")
_ROWS = 200_000


def main(arguments: Sequence[str] | None = None) -> int:
    """Ask, and show the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--sample", type=int, help="at most so many questions of each graph and set")
    parser.add_argument("--graphs", help="some databases only, with commas between them")
    chosen = parser.parse_args(arguments)
    databases = {path.stem: path for path in sorted((chosen.data / "spider" / "sqlite").glob("*/*.sqlite"))}
    names = chosen.graphs.split(",") if chosen.graphs else list(databases)
    asked = data(chosen.data, openly=True, closed=False, sample=chosen.sample, week=this_week())
    totals: dict[str, list[Outcome]] = {way: [] for way in WAYS}
    for name in names:
        with tempfile.TemporaryDirectory(prefix="fingerpost-tables-") as made:
            for way, kb in loaded(asked.graphs[name].source, databases[name], Path(made)):
                found = answered(kb, asked.cases[name])
                totals[way] += found
                print(shown(name, way, found), flush=True)
    for way in WAYS:
        print(shown("all", way, totals[way]))
    return 0


def loaded(graph: Path, database: Path, folder: Path) -> Iterator[tuple[str, Path]]:
    """The knowledge bases of one database, each with the way in which it was made."""
    for way, source in zip(WAYS, (graph, database, database), strict=True):
        mapping = fingerpost.propose([source]).mapping if way == "mapping" else None
        fingerpost.load([source], folder / f"{way}.fp", mapping=mapping)
        yield way, folder / f"{way}.fp"


def answered(place: Path, cases: Sequence[Case]) -> list[Outcome]:
    """The outcomes of the cases."""
    with KnowledgeBase(place, Settings(learned="none", row_limit=_ROWS)) as kb:
        return list(outcomes(kb, cases, lacks=False, oracle=False))


def shown(name: str, way: str, found: Sequence[Outcome]) -> str:
    """A line of figures."""
    right = sum(outcome.verdict == "right" for outcome in found)
    wrong = sum(outcome.verdict == "wrong" for outcome in found)
    percent = 100 / max(1, len(found))
    return f"{name:32} {way:8} {len(found):5}  right {right * percent:5.1f}%  wrong {wrong * percent:5.1f}%"


if __name__ == "__main__":
    raise SystemExit(main())
