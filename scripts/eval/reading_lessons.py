"""Lessons for the model of readings, gathered over the graphs that may be read, and what they are about.

Besides questions with their golds there are questions that cannot be answered: those about another graph, and those
about a graph of which what the gold names was taken away.
"""

from __future__ import annotations

import gzip
import json
import multiprocessing
import random
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from fingerpost.core.settings import Settings
from fingerpost.engine import KnowledgeBase
from fingerpost.samples import HOUSE_FILE, LIBRARY_FOLDER, copy_sample
from scripts.eval.reading_graphs import NODES, loaded, records, without
from scripts.eval.reading_sets import Data
from scripts.reading.asking import Judge
from scripts.reading.cases import Case, Graph
from scripts.reading.lessons import Lesson, lesson, lesson_of_json

FOREIGN, GONE, OWN, REFUSED = "foreign", "gone", "own", "refused"
"""Sets of questions: about another graph, about what was taken away, of the tests, and what these want refused."""
SMALL, SMALL_ABSENT = "small", "small absent"
"""Questions about small graphs of our own, and those about what these do not hold."""
_TAKEN = 0.35
"""The share of the names that golds use that is taken away."""
_ROWS = 200_000
_CORPORA = Path("tests/questions")
_REFUSED = "unanswerable.toml"
_SMALL = Path("scripts/eval/small_graphs")
_SAMPLES = {"library": LIBRARY_FOLDER, "house": HOUSE_FILE}


@dataclass(frozen=True)
class Class:
    """One graph with what it teaches: cases, each with a kind where nothing is right."""

    graph: Graph
    cases: tuple[tuple[Case, str], ...]


def classes(asked: Data, keep: Path, foreign: int) -> Iterator[Class]:
    """What the graphs of open sets teach, with so many questions about others each."""
    chance = random.Random(0)
    pool = [case for name, cases in asked.cases.items() if asked.graphs[name].readable for case in cases]
    for name, graph in asked.graphs.items():
        own = [(case, "") for case in asked.cases[name]]
        drawn = chance.sample(pool, min(2 * foreign, len(pool)))
        others = [(replace(case, rows=None), FOREIGN) for case in drawn if case.graph != name]
        yield Class(graph, (*own, *others[:foreign]))
        if graph.readable and (graph.source / NODES).is_file():
            yield _gone(graph, asked.cases[name], keep, chance)


def _gone(graph: Graph, cases: Sequence[Case], keep: Path, chance: random.Random) -> Class:
    """A graph without some of the names that golds use, and the questions about these."""
    nodes = list(records(graph.source / NODES))
    labels = {label for node in nodes for label in node["labels"]}
    names = sorted(labels.union(*(node["props"] for node in nodes)))
    used = [name for name in names if any(_names(case, name) for case in cases)]
    taken = frozenset(chance.sample(used, max(1, round(_TAKEN * len(used))))) if used else frozenset[str]()
    if labels <= taken:
        taken -= labels
    about = tuple((case, GONE) for case in cases if any(_names(case, name) for name in taken))
    return Class(without(graph, taken, keep), about)


def _names(case: Case, name: str) -> bool:
    return f".{name}" in case.cypher or f".`{name}`" in case.cypher or f":{name}" in case.cypher


def own_classes(keep: Path) -> Iterator[Class]:
    """The questions of the tests over the small graphs that they were written for."""
    refused = tomllib.loads((_CORPORA / _REFUSED).read_text(encoding="utf-8"))
    for file in sorted(_CORPORA.glob("*.toml")):
        if file.name == _REFUSED:
            continue
        name = file.stem
        asked = tomllib.loads(file.read_text(encoding="utf-8"))
        golds = [(question, gold) for own in asked.values() for question, gold in own.items()]
        cases = [(Case(question, OWN, name, question, gold, exact=True), "") for question, gold in golds]
        none = [(Case(question, REFUSED, name, question, ""), REFUSED) for question in refused.get(name, ())]
        sample = _SAMPLES.get(name)
        source = copy_sample(sample, keep) if sample else _CORPORA / "graphs" / name
        yield Class(Graph(name, source), (*cases, *none))


def small_classes() -> Iterator[Class]:
    """The questions about small graphs, written from what these hold, with the rows that are right."""
    for file in sorted(_SMALL.glob("*.jsonl")):
        graph = Graph(file.stem, _SMALL / file.stem)
        yield Class(graph, tuple(_small(record, graph.name) for record in records(file)))


def _small(record: dict[str, Any], graph: str) -> tuple[Case, str]:
    number, question, answer = str(record["id"]), record["question"], record["answer"]
    if answer is None:
        return Case(number, SMALL_ABSENT, graph, question, ""), SMALL_ABSENT
    rows = tuple(tuple(row) if isinstance(row, list) else (row,) for row in answer)
    return Case(number, SMALL, graph, question, "", rows), ""


def gathered(found: Iterable[Class], keep: Path, jobs: int) -> Iterator[Lesson]:
    """The lessons of all classes."""
    tasks = sorted(((one, keep) for one in found), key=lambda task: -len(task[0].cases))
    with ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn")) as pool:
        for lessons in pool.map(_taught, tasks):
            yield from lessons


def _taught(task: tuple[Class, Path]) -> list[Lesson]:
    one, keep = task
    settings = Settings(learned="none", row_limit=_ROWS)
    with KnowledgeBase(loaded(one.graph, keep), settings) as kb:
        judge = Judge(kb)
        taught = (lesson(kb, judge, case, kind) for case, kind in one.cases)
        return [each for each in taught if each is not None]


def write(lessons: Iterable[Lesson], file: Path) -> None:
    with gzip.open(file, "wt", encoding="utf-8") as lines:
        for each in lessons:
            lines.write(json.dumps(each.to_json()) + "\n")


def read(file: Path) -> Iterator[Lesson]:
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        for line in lines:
            yield lesson_of_json(json.loads(line))
