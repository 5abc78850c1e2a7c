"""What is lost when a question is put in other words: five wordings of each of our own, and pairs over databases.

    python -m scripts.eval.paraphrased [DATA] [--sample N] [--keep FOLDER] [--jobs N] [--misses FILE] [--json FILE]

tests/questions/wordings has 200 questions in five wordings each (a question, an instruction, a search, small talk,
other words than the graph's), over the graphs beside it. With DATA, the open questions of DATA/spider are asked as they
are and with synonyms: both should come to the same rows, or one of them be asked back or refused.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import tempfile
import tomllib
from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

from fingerpost.core.answer import Answer
from fingerpost.core.errors import FingerpostError
from fingerpost.core.settings import Settings
from fingerpost.engine import KnowledgeBase, rows_key
from fingerpost.evals.report import percent, table
from fingerpost.stores import Result
from scripts.eval.reading_graphs import loaded
from scripts.eval.reading_sets import data
from scripts.reading.asking import Outcome, outcomes
from scripts.reading.cases import Case, Graph
from scripts.reading.figures import figures

QUESTIONS = Path(__file__).resolve().parents[2] / "tests" / "questions"
WORDINGS = ("question", "instruction", "search", "small talk", "other words")
_SYNONYMS = "spider synonyms"
_SAME, _NOT_ANSWERED, _OTHER = "same rows", "asked back or refused", "other rows"
Task = tuple[Graph, list[Case], Path]


def main(arguments: Sequence[str] | None = None) -> int:
    """Ask, and show what the wordings lose."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, nargs="?")
    parser.add_argument("--sample", type=int, default=20, help="at most so many pairs of each database")
    parser.add_argument("--keep", type=Path, help="where loaded graphs stay, or are already")
    parser.add_argument("--jobs", type=int, default=2, help="processes that share the work")
    parser.add_argument("--misses", type=Path, help="gets a line for each wording that was not answered right")
    parser.add_argument("--json", type=Path, help="gets the figures")
    chosen = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="fingerpost-paraphrased-") as made:
        keep = chosen.keep or Path(made)
        keep.mkdir(parents=True, exist_ok=True)
        with ProcessPoolExecutor(chosen.jobs, multiprocessing.get_context("spawn")) as pool:
            found = [outcome for own in pool.map(_ask, _own(keep)) for outcome in own]
            pairs = Counter(one for own in pool.map(_compare, _pairs(chosen.data, chosen.sample, keep)) for one in own)
    told = {name: figures([o for o in found if o.case.set == name]) for name in WORDINGS}
    print(_shown(told, found))
    if pairs:
        print()
        shares = [(name, number, percent(number, pairs.total())) for name, number in pairs.items()]
        print(table(("pairs over databases", "n", ""), shares))
    if chosen.misses is not None:
        chosen.misses.write_text("".join(_missed(found)), encoding="utf-8")
    if chosen.json is not None:
        chosen.json.write_text(json.dumps({**told, "pairs": dict(pairs)}, indent=1), encoding="utf-8")
    return 0


def _own(keep: Path) -> list[Task]:
    """Our own questions, graph by graph; the set of a case is its kind of wording."""
    tasks: list[Task] = []
    for file in sorted((QUESTIONS / "wordings").glob("*.toml")):
        graph = Graph(file.stem, QUESTIONS / "graphs" / file.stem)
        asked = tomllib.loads(file.read_text(encoding="utf-8"))["question"]
        cases = [
            Case(f"{graph.name}-{number}", kind, graph.name, text, question["gold"])
            for number, question in enumerate(asked)
            for kind, text in zip(WORDINGS, question["wordings"], strict=True)
        ]
        tasks.append((graph, cases, keep))
    return tasks


def _ask(task: Task) -> list[Outcome]:
    graph, cases, keep = task
    with KnowledgeBase(loaded(graph, keep), Settings(learned="none")) as kb:
        return list(outcomes(kb, cases, lacks=False, oracle=False))


def _pairs(folder: Path | None, sample: int, keep: Path) -> list[Task]:
    """Questions over open databases, each before the same with synonyms."""
    if folder is None:
        return []
    asked = data(folder, openly=True, closed=False, sample=None, week=0)
    tasks: list[Task] = []
    for name, cases in asked.cases.items():
        plain = {case.id: case for case in cases if case.set == "spider"}
        others = [case for case in cases if case.set == _SYNONYMS and case.id in plain][:sample]
        if others:
            tasks.append((asked.graphs[name], [one for case in others for one in (plain[case.id], case)], keep))
    return tasks


def _compare(task: Task) -> list[str]:
    graph, cases, keep = task
    with KnowledgeBase(loaded(graph, keep), Settings(learned="none")) as kb:
        found = [_rows(kb, case.question) for case in cases]
    return [
        _NOT_ANSWERED if None in (one, other) else _SAME if one == other else _OTHER
        for one, other in zip(found[::2], found[1::2], strict=True)
    ]


def _rows(kb: KnowledgeBase, question: str) -> Any:
    try:
        answer: Answer[Any] = kb.ask(question)
    except FingerpostError:
        return None
    return rows_key(Result(answer.columns, answer.rows)) if answer.status in ("answered", "empty") else None


def _shown(told: dict[str, dict[str, int]], found: Sequence[Outcome]) -> str:
    first = told[WORDINGS[0]]
    rows = []
    for name, own in told.items():
        lost = 100 * (first["right"] / first["n"] - own["right"] / own["n"])
        right, answered = percent(own["right"], own["n"]), percent(own["right"], own["answered"])
        rows.append((name, own["n"], right, answered, percent(own["wrong_sure"], own["n"]), f"{lost:+.1f}"))
    ways = Counter(outcome.case.id for outcome in found if outcome.verdict == "right")
    every = sum(number == len(WORDINGS) for number in ways.values())
    whole = f"right in all wordings: {percent(every, first['n'])}; in any: {percent(len(ways), first['n'])}"
    return table(("wording", "n", "right", "of answered", "wrong, sure", "points lost"), rows) + "\n" + whole


def _missed(found: Iterable[Outcome]) -> Iterable[str]:
    for outcome in found:
        if outcome.verdict not in ("right", "gold"):
            case = outcome.case
            told = {
                "graph": case.graph,
                "wording": case.set,
                "question": case.question,
                "verdict": outcome.verdict,
                "confidence": outcome.confidence,
                "text": outcome.text,
                "cypher": case.cypher,
            }
            yield json.dumps(told, ensure_ascii=False, default=str) + "\n"


if __name__ == "__main__":
    raise SystemExit(main())
