"""Retrieval: a question to the passages that answer it."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any

from fingerpost.retrieval.features import linked, pooled, seeded
from fingerpost.retrieval.index import PassageIndex
from fingerpost.retrieval.question import Asked, asked
from fingerpost.retrieval.ranker import Ranker


@dataclass(frozen=True, slots=True)
class Hit:
    """A passage found: its number in the index, and how likely it is needed (0..1, for ranking only)."""

    number: int
    score: float


@dataclass(frozen=True)
class Found:
    """The passages for one question, best first, with the milliseconds of each stage."""

    asked: Asked
    hits: tuple[Hit, ...]
    latency: dict[str, float] = field(default_factory=dict)


class Retriever:
    """Ranks the passages of an index with a learned ranker, without one by full text. Safe to use from threads."""

    def __init__(self, index: PassageIndex, ranker: Ranker | None) -> None:
        self.index = index
        self.ranker = ranker

    def search(self, question: str, count: int = 5) -> Found:
        """The passages that a question needs, at most `count`."""
        started = time.perf_counter()
        if not len(self.index):
            return Found(asked(question, self.index), ())
        read = asked(question, self.index)
        read_at = time.perf_counter()
        if self.ranker is None:
            return _by_words(read, self.index, count, {"entity_pinning_ms": round((read_at - started) * 1000, 3)})
        pool = pooled(read, self.index)
        seeded_at = time.perf_counter()
        numbers, features = linked(pool, self.index, seeded(pool, self.index, self.ranker.alone(pool.alone)))
        expanded_at = time.perf_counter()
        scores: Any = self.ranker.final(features)
        order = sorted(range(len(numbers)), key=lambda at: (-float(scores[at]), numbers[at]))[:count]
        ended = time.perf_counter()
        latency = {
            "entity_pinning_ms": read_at - started,
            "vector_seed_ms": seeded_at - read_at,
            "graph_expansion_ms": expanded_at - seeded_at,
            "context_pack_ms": ended - expanded_at,
            "total_pipeline_ms": ended - started,
        }
        return Found(
            read,
            tuple(Hit(numbers[at], float(scores[at])) for at in order),
            {name: round(seconds * 1000, 3) for name, seconds in latency.items()},
        )


def _by_words(read: Asked, index: PassageIndex, count: int, latency: dict[str, float]) -> Found:
    """The passages with the highest score of full text, as shares of the best."""
    scored = index.full_text(read.words, count)
    best = max((score for _, score in scored), default=0.0)
    hits = tuple(Hit(number, score / best if best > 0 else 0.0) for number, score in scored)
    return Found(read, hits, latency)
