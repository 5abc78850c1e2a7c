"""Time of answering by stages: `python -m scripts.bench.ask`.

Questions about a graph, about documents, and two-part ones about both, over the samples; generation (parsing, ranking,
and calls to a model), verification, execution (with citations) and the whole, without a language model and, if
FINGERPOST_MODEL names one, with it.
"""

from __future__ import annotations

import argparse
import os
import statistics
import tempfile
import time
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

import fingerpost as fp
from fingerpost.samples import LIBRARY_FOLDER, NOTES_FOLDER, copy_sample

GRAPH = (
    "How many books are there?",
    "Who borrowed Emma?",
    "Which books cost more than 20?",
    "How many books does each branch hold?",
    "Which author wrote the most books?",
    "What is the average price of books in French?",
    "Which tomes are pricier than 22?",
    "Which gribbles are cheap?",
)
PASSAGES = (
    "Who wrote ADR-004?",
    "What supersedes ADR-001?",
    "What do passengers without a printed ticket show?",
    "Who approved ADR-003?",
)
BOTH = (
    "Who approved ADR-003, and how many books are there?",
    "What supersedes ADR-001, and which books cost more than 20?",
)
STAGES = {
    "generation": ("route", "recall", "intent", "parse", "rank", "generate"),
    "verification": ("verify",),
    "execution": ("run", "cite"),
}


def measure(ask: Callable[[str], fp.Answer], questions: tuple[str, ...], rounds: int) -> dict[str, list[float]]:
    """Milliseconds of each stage and of the whole, for each time that a question was asked."""
    spent: dict[str, list[float]] = {stage: [] for stage in (*STAGES, "whole")}
    for question in questions:
        ask(question)  # what is built on first use is not counted
    for question in questions * rounds:
        started = time.perf_counter()
        answer = ask(question)
        spent["whole"].append((time.perf_counter() - started) * 1_000)
        for stage, names in STAGES.items():
            spent[stage].append(sum(step.milliseconds for step in answer.trace.steps if step.name in names))
    return spent


def ask_both(bases: Mapping[str, fp.KnowledgeBase], question: str) -> fp.Answer:
    """Ask all of them, in a conversation of its own."""
    return fp.Joint(bases).ask(question)


def show(kind: str, spent: dict[str, list[float]]) -> None:
    for stage, values in spent.items():
        p95 = statistics.quantiles(values, n=20, method="inclusive")[-1]
        print(f"{kind:24} {stage:13} p50 {statistics.median(values):9.2f} ms   p95 {p95:9.2f} ms", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=10)
    rounds = parser.parse_args().rounds
    with tempfile.TemporaryDirectory(prefix="fingerpost-ask-") as folder:
        library, notes = Path(folder) / "library.fp", Path(folder) / "notes.fp"
        fp.load([copy_sample(LIBRARY_FOLDER, Path(folder))], library, pack="library")
        with fp.memory(notes) as memory:
            memory.add(copy_sample(NOTES_FOLDER, Path(folder)))
        model = os.environ.get("FINGERPOST_MODEL")
        for name in (None, model) if model else (None,):
            with fp.open(library, fp.Settings(model=name)) as kb, fp.open(notes, fp.Settings(model=name)) as documents:
                way = f", {name}" if name else ""
                show(f"graph{way}", measure(kb.ask, GRAPH, rounds))
                show(f"passages{way}", measure(documents.ask, PASSAGES, rounds))
                show(f"both{way}", measure(partial(ask_both, {"library": kb, "notes": documents}), BOTH, rounds))


if __name__ == "__main__":
    main()
