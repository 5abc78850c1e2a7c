"""What sentence embeddings add: candidates by their meaning, also of what the first ones leave unsaid, and features."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from fingerpost.retrieval.embedder import QuestionEmbedder
from fingerpost.retrieval.products import products, products_of

MEANING = ("meaning meaning_rank meaning_below_best link_meaning share_meaning back_meaning residual best_pair").split()
"""The features of a passage by its embedding, in order, after those of `ALONE` and `LINKED`."""
MOST = 40
_SEEDS = 5
_MORE = 8
_SAID = 0.8
"""How much of what a seed says is taken out of a question, to look for the rest."""


@dataclass(frozen=True)
class Meaning:
    """The embeddings of all passages, as an array of shape (passages, size) with rows of length 1, of 16 or 32 bits."""

    embedder: QuestionEmbedder
    vectors: Any


class Way(Protocol):
    """How a passage was reached: from which (-1: not at all)."""

    by: int


@dataclass
class Meant:
    """What the embeddings say about one question: its vector, the likeness of all passages, and the best of them."""

    vector: Any
    scores: Any
    top: list[int]

    @property
    def best(self) -> float:
        return float(self.scores[self.top[0]]) if self.top else 0.0

    def ranks(self) -> dict[int, int]:
        return {n: rank for rank, n in enumerate(self.top)}


def meant(question: str, meaning: Meaning) -> Meant:
    """The passages that are nearest to a question."""

    vector = meaning.embedder.embed_question(question)
    scores = products(meaning.vectors, vector)
    return Meant(vector, scores, _top(scores, MOST))


def blended(scores: Any, numbers: Sequence[int], meant_: Meant) -> Any:
    """Scores (0..1) of candidates by their words, joined with how near their meaning is."""
    import numpy

    near = numpy.clip(1 + 4 * (meant_.scores[list(numbers)] - meant_.best), 0, 1)
    ranks = meant_.ranks()
    by_rank = numpy.array([1 / (1 + ranks[n]) if n in ranks else 0.0 for n in numbers])
    return numpy.clip(0.6 * scores + 0.32 * near + 0.1 * by_rank, 0, 1)


def unsaid(numbers: Sequence[int], scores: Any, meaning: Meaning, meant_: Meant) -> list[int]:
    """More candidates: near to what the best passages leave of the question, alone and with what they say."""
    import numpy

    known = set(numbers)
    wanted = []
    for at in numpy.argsort(-scores, kind="stable")[:_SEEDS]:
        seed = meaning.vectors[numbers[int(at)]].astype(numpy.float32)
        rest = meant_.vector - _SAID * float(meant_.vector @ seed) * seed
        rest = rest / max(float(numpy.linalg.norm(rest)), 1e-6)
        wanted += [0.5 * rest + 0.5 * seed, rest]
    scored = products_of(meaning.vectors, wanted)
    near = (n for column in range(len(wanted)) for n in _top(scored[:, column], _MORE))
    return list(dict.fromkeys(n for n in near if n not in known))


def columns(
    numbers: Sequence[int], seeds: Sequence[int], ways: Sequence[Mapping[int, Way]], meaning: Meaning, meant_: Meant
) -> Any:
    """The features of `MEANING` of candidates; `ways` are by link, by sharing and by leading back."""
    import numpy

    each = numpy.array(numbers, dtype=int)
    vectors, scores = meaning.vectors[each].astype(numpy.float32), meant_.scores[each]
    ranks = meant_.ranks()
    by_rank = numpy.array([1 / (1 + ranks[n]) if n in ranks else 0.0 for n in numbers])
    origins = [numpy.array([way[n].by if n in way else -1 for n in numbers], dtype=int) for way in ways]
    pairs = [_pairs(vectors, scores, origin, meaning, meant_) for origin in origins]
    origin = numpy.where(origins[0] >= 0, origins[0], numpy.where(origins[1] >= 0, origins[1], origins[2]))
    best = numpy.zeros(len(numbers))
    for seed in seeds[:_SEEDS]:
        with_seed = _pairs(vectors, scores, numpy.full(len(numbers), seed), meaning, meant_)
        best = numpy.maximum(best, numpy.where(each == seed, 0.0, with_seed))
    rest = _residual(vectors, scores, origin, meaning, meant_)
    return numpy.stack([scores, by_rank, scores - meant_.best, *pairs, rest, best], axis=1).astype(numpy.float32)


def _pairs(vectors: Any, scores: Any, origin: Any, meaning: Meaning, meant_: Meant) -> Any:
    """How near a passage and the one that leads to it are together; 0 if none leads to it."""
    import numpy

    both = vectors + meaning.vectors[origin]
    near = (scores + meant_.scores[origin]) / numpy.maximum(numpy.linalg.norm(both, axis=1), 1e-6)
    return numpy.where(origin >= 0, near, 0.0)


def _residual(vectors: Any, scores: Any, origin: Any, meaning: Meaning, meant_: Meant) -> Any:
    """How near a passage is to what the one that leads to it leaves of the question."""
    import numpy

    said = meant_.scores[origin]
    overlap = numpy.einsum("ij,ij->i", vectors, meaning.vectors[origin])
    length = numpy.sqrt(numpy.maximum(1 - said * said, 1e-6))
    return numpy.where(origin >= 0, (scores - said * overlap) / length, 0.0)


def _top(scores: Any, most: int) -> list[int]:
    import numpy

    if len(scores) <= most:
        return [int(n) for n in numpy.argsort(-scores, kind="stable")]
    found = numpy.argpartition(-scores, most)[:most]
    return [int(n) for n in found[numpy.argsort(-scores[found], kind="stable")]]
