"""The same documents in a folder and in Neo4j: `python -m scripts.bench.memory_places DATA --passages 5000`.

It asks the questions of DATA (folders with `corpus.jsonl` and `queries.jsonl`) of both, and prints how often they give
the same answer, the same passages, and how long each takes. It starts a server of its own; `--url` names another,
whose database should be empty.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import islice, zip_longest
from pathlib import Path

import fingerpost as fp
from fingerpost.core.settings import Settings
from scripts.eval.retrieval_sets import sets_in
from scripts.servers import Neo4jServer

COUNT = 5


@dataclass
class Agreement:
    """Of how many questions both places gave the same answer, the same passages, and the share of passages in both."""

    questions: int = 0
    answers: int = 0
    passages: int = 0
    shared: float = 0.0
    needed: list[float] = field(default_factory=lambda: [0.0, 0.0])
    milliseconds: list[list[float]] = field(default_factory=lambda: [[], []])
    added_a_second: list[float] = field(default_factory=list)


@dataclass(frozen=True)
class Sample:
    """Passages as (title, text), and questions with the numbers of the passages that each needs."""

    passages: list[tuple[str, str]]
    questions: list[tuple[str, frozenset[int]]]


def sets(data: Path, most: int) -> Sample:
    """The questions of all sets in turn, whose passages are among the first `most` of each set together."""
    passages: list[tuple[str, str]] = []
    asked: list[list[tuple[str, frozenset[int]]]] = []
    found = list(sets_in(data))
    for one in found:
        share = one.passages[: most // len(found)]
        start = len(passages)
        passages += share
        asked.append(
            [(text, frozenset(n + start for n in needed)) for text, needed in one.questions if max(needed) < len(share)]
        )
    turns = [pair for turn in zip_longest(*asked) for pair in turn if pair is not None]
    return Sample(passages, turns)


def agreement(url: str, sample: Sample, most: int, settings: Settings | None = None) -> Agreement:
    """Fill a folder and the database at a URL, and ask both."""
    found = Agreement()
    chosen = settings or Settings(embeddings="static")
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        places = [stack.enter_context(fp.memory(place, chosen)) for place in (Path(folder, "here.fp"), url)]
        for memory in places:
            started = time.perf_counter()
            for number, (title, text) in enumerate(sample.passages):
                memory.add_text(text, key=f"{number:06}", title=title)
            found.added_a_second.append(len(sample.passages) / (time.perf_counter() - started))
        for question, needed in islice(sample.questions, most):
            answers, passages = [], []
            for at, memory in enumerate(places):
                started = time.perf_counter()
                hits = [one.passage for one in memory.search(question, COUNT)]
                found.milliseconds[at].append((time.perf_counter() - started) * 1000)
                passages.append([(hit.document, hit.start) for hit in hits])
                kept = {int(hit.document) for hit in hits}
                found.needed[at] += len(kept & needed) / len(needed)
                answer = memory.ask(question)
                answers.append((answer.status, answer.text, [one.element_id for one in answer.citations]))
            found.questions += 1
            found.answers += answers[0] == answers[1]
            found.passages += set(passages[0]) == set(passages[1])
            found.shared += len(set(passages[0]) & set(passages[1])) / COUNT
    return found


def main(arguments: Sequence[str] | None = None) -> None:
    """Compare, and print a few lines."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--passages", type=int, default=5_000)
    parser.add_argument("--questions", type=int, default=100)
    parser.add_argument("--url", help="a Neo4j database; default: a server of its own")
    given = parser.parse_args(arguments)
    with ExitStack() as stack:
        url = given.url or stack.enter_context(Neo4jServer()).url
        sample = sets(given.data, given.passages)
        found = agreement(url, sample, given.questions)
    count = found.questions
    print(f"{len(sample.passages):,} passages, {count} questions")
    print(f"the same answer {found.answers}, the same passages {found.passages}, shared {found.shared / count:.1%}")
    for name, needed, taken, added in zip(
        ("folder", "Neo4j"), found.needed, found.milliseconds, found.added_a_second, strict=True
    ):
        taken.sort()
        times = f"p50 {taken[count // 2]:.0f} ms, p95 {taken[int(count * 0.95)]:.0f} ms"
        print(f"{name}: recall at {COUNT} {needed / count:.1%}, {times}, {added:.0f} added a second")


if __name__ == "__main__":
    main()
