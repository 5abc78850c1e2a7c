"""Measures what answers in a base with a graph and documents: `python -m scripts.eval.routing DATA`.

Each graph of DATA/plain gets passages of DATA/multihop beside it. Questions of the graph are the graph's, questions of
the passages the documents'. It prints how many were answered by which, and with which confidence the graph's answers
to questions of the documents were given up.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections import Counter
from pathlib import Path

import fingerpost as fp
from fingerpost.core.settings import Settings
from scripts.eval.retrieval_sets import RetrievalSet, sets_in

PASSAGES, QUESTIONS = 1_500, 60


def main() -> None:
    """Print a line for each pair of a graph and a set of passages."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--shown", action="store_true", help="print the questions that the other side answered")
    given = parser.parse_args()
    lines = (given.data / "plain" / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    asked = [json.loads(line) for line in lines]
    sets = {one.family: one for one in sets_in(given.data / "multihop")}
    for graph, family in (("northwind", "hotpot"), ("movies", "musique")):
        plain = [one["question"] for one in asked if one["graph"] == graph]
        measure(graph, given.data / "plain" / graph, plain, sets[family], shown=given.shown)


def measure(name: str, graph: Path, plain: list[str], beside: RetrievalSet, *, shown: bool) -> None:
    """Ask the questions of both in one base."""
    questions = beside.questions[:QUESTIONS]
    wanted = {number for _, gold in questions for number in gold}
    numbers = [*sorted(wanted), *(n for n in range(len(beside.passages)) if n not in wanted)][:PASSAGES]
    settings = Settings(embeddings="static")
    with tempfile.TemporaryDirectory() as folder:
        records = Path(folder, "passages.jsonl")
        with records.open("w", encoding="utf-8") as file:
            for number in numbers:
                title, text = beside.passages[number]
                file.write(json.dumps({"id": str(number), "title": title, "text": text}) + "\n")
        place = Path(folder, "joint.fp")
        fp.load([graph, records], place, settings=settings)
        with fp.open(place, settings) as base:
            for kind, texts in (("graph", plain), ("documents", [question for question, _ in questions])):
                found: Counter[str] = Counter()
                for text in texts:
                    answer = base.ask(text)
                    by = str(answer.metadata.get("answered_by"))
                    found[by] += 1
                    if shown and by not in (kind, "neither"):
                        print(f"  {by}: {text} [{answer.trace.steps[-1].decided}]")
                counts = ", ".join(f"{by} {count}" for by, count in found.most_common())
                print(f"{name} and {beside.name}: {len(texts)} questions of the {kind}: {counts}", flush=True)


if __name__ == "__main__":
    main()
