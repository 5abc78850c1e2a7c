"""Measures retrieval: `python -m scripts.eval.retrieval DATA` prints recall at 5 for each data set below a folder.

Each set is ranked by the trees that were learned without its family. Recall is the mean over questions of the share
of supporting passages among the first five.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from pathlib import Path

from fingerpost.retrieval import Ranker, Retriever, ranker_for
from scripts.eval.retrieval_sets import FAMILIES, RetrievalSet, sets_in

COUNT = 5
LEFT_OUT = Path(__file__).parent / "left_out"
"""Trees that were learned without one family of data sets."""


def main() -> None:
    """Print a line for each set, with and without titles."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path, help="a folder of data sets")
    parser.add_argument("--limit", type=int, help="only the first N questions of each set")
    parser.add_argument("--kept", type=Path, help="a folder that keeps embeddings from one run to the next")
    parser.add_argument("--static", action="store_true", help="without sentence embeddings, even if installed")
    given = parser.parse_args()
    print(f"{'set':<20} titles  R@5    bm25   dense  ms p50  p95   passages  passages/s")
    for one in sets_in(given.data):
        for titles in (True, False):
            measure(one, titles=titles, limit=given.limit, kept=given.kept, static=given.static)


def ranker_without(family: str, *, meaning: bool = False) -> Ranker:
    """The ranker that was learned without a family of data sets; for any other family, the one learned from all."""
    if family in FAMILIES:
        return ranker_for(meaning=meaning, folder=LEFT_OUT, name=family)
    return ranker_for(meaning=meaning)


def measure(
    data: RetrievalSet, *, titles: bool, limit: int | None = None, kept: Path | None = None, static: bool = False
) -> float:
    """Measure one set and print its line; returns the recall at 5 (0..1)."""
    started = time.perf_counter()
    index = data.index(titles=titles, kept=kept, static=static)
    speed = len(index) / (time.perf_counter() - started)
    embedder = index.embedder
    assert embedder is not None
    retriever = Retriever(index, ranker_without(data.family, meaning=index.meaning is not None))
    questions = data.questions[:limit]
    taken: list[float] = []

    def found(question: str) -> set[int]:
        at = time.perf_counter()
        hits = retriever.search(question, COUNT).hits
        taken.append((time.perf_counter() - at) * 1000)
        return {hit.number for hit in hits}

    def by_words(question: str) -> set[int]:
        from fingerpost.retrieval import asked

        return {number for number, _ in index.full_text(asked(question, index).words, COUNT)}

    def by_vectors(question: str) -> set[int]:
        scores = index.passage_vectors @ embedder.embed([question])[0]
        return {int(n) for n in (-scores).argsort()[:COUNT]}

    def recall(search: Callable[[str], set[int]]) -> float:
        return sum(len(search(q) & gold) / len(gold) for q, gold in questions) / len(questions)

    ours, words, vectors = recall(found), recall(by_words), recall(by_vectors)
    taken.sort()
    p50, p95 = taken[len(taken) // 2], taken[int(len(taken) * 0.95)]
    shown = "shown" if titles else "hidden"
    print(
        f"{data.name:<20} {shown:<7} {ours * 100:5.1f}  {words * 100:5.1f}  {vectors * 100:5.1f}  "
        f"{p50:5.1f}  {p95:5.1f}  {len(index):>8,}  {speed:,.0f}",
        flush=True,
    )
    index.close()
    return ours


if __name__ == "__main__":
    main()
