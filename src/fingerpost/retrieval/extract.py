"""Picks the sentences that answer a question from the passages found."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from fingerpost.retrieval.index import PassageIndex
from fingerpost.retrieval.question import Asked
from fingerpost.retrieval.words import DEMANDS, OF_TEXTS, stem, stems

MOST_SENTENCES = 3
_HOW = re.compile(r"\bhow (?:much (?=money\b|time\b))?(\w+)", re.IGNORECASE)
"""What a question measures ("how long", "how often"): a sentence that answers may give the number alone."""
_LASTING = frozenset(map(stem, "last take".split()))
_OF_RATES = frozenset(map(stem, "per each every".split()))
"""Words of a rate, for which a sentence may have "a": "20 cents a day"."""
_LEAST_COVERED = 0.5
_LEAST_GAIN = 0.12
_HIT_DISCOUNT = 0.03
_DENSE = 0.3
_LEAST_NEAR = 0.35
"""How near a sentence is to the question's words beside names, if it has none of them."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a passage: its number, and its characters in the passage's text (without the title)."""

    passage: int
    start: int
    end: int
    score: float


@dataclass(frozen=True, slots=True)
class Extract:
    """The sentences that answer, best first, and the share of the question's words that they cover (0..1).

    `unknown` are names in the question that no passage has. `on_topic`: beside names, the sentences have one of the
    question's words, or are near to them in meaning. `first` are the share and the number of the words that the best
    sentence has with the title above it. `sure` (0..1) is how far one place alone says what is asked for. `contrary` is
    a sentence that says more of the question, but denies what it asks about, demands it, or only tells what to say.
    `supported`: sentences that belong together say enough of the question, and have the time or number it asks for.
    `likely` (0..1) is how likely the sentences answer, if they only are nearest to the question in meaning, else 0.
    """

    sentences: tuple[Sentence, ...]
    covered: float
    unknown: tuple[str, ...] = ()
    on_topic: bool = True
    first: tuple[float, int] = (0.0, 0)
    sure: float = 1.0
    contrary: Sentence | None = None
    supported: bool = True
    likely: float = 0.0

    @property
    def answers(self) -> bool:
        """Whether the sentences say enough about what was asked."""
        enough = self.likely > 0 or (self.covered >= _LEAST_COVERED and self.on_topic and self.supported)
        return bool(self.sentences) and not self.unknown and enough and self.contrary is None


def extracted(asked: Asked, index: PassageIndex, hits: Sequence[int]) -> Extract:
    """The sentences of the passages that together cover most of the question."""
    unknown = unknown_names(asked, index)
    needed = needed_of(asked, asked.stems)
    total = sum(map(index.weight, needed)) or 1.0
    candidates = []
    for rank, number in enumerate(hits):
        one = index.passages[number]
        offset = len(one.text) - one.length
        title = frozenset(stems(one.title)) & asked.stems
        vectors = index.vectors[index.first_sentence[number] :] if index.embedder is not None else None
        for position, (start, end) in enumerate(one.spans):
            if start < offset:  # the title
                start = offset
            while start < end and one.text[start].isspace():
                start += 1
            if end - start < 3:
                continue
            words = frozenset(stems(one.text[start:end])) & asked.stems
            dense: Any = vectors[position] @ asked.vector if vectors is not None else 0.0
            candidates.append((number, start - offset, end - offset, words, title, float(dense), rank))
    chosen: list[Sentence] = []
    covered: frozenset[str] = frozenset()
    first = (0.0, 0)
    while candidates and len(chosen) < MOST_SENTENCES:
        scored = [(_value(one, covered, total, index), one) for one in candidates]
        value, best = max(scored, key=lambda pair: (pair[0], -pair[1][6], -pair[1][1]))
        gained = sum(map(index.weight, (best[3] | best[4]) - covered)) / total
        if chosen and gained < _LEAST_GAIN:
            break
        covered |= best[3] | best[4]
        first = first if chosen else (sum(map(index.weight, covered & needed)) / total, len(covered & needed))
        chosen.append(Sentence(best[0], best[1], best[2], round(value, 4)))
        candidates.remove(best)
    share = sum(map(index.weight, covered & needed)) / total
    return Extract(tuple(chosen), share, unknown, on_topic(asked, index, chosen, covered), first)


def unknown_names(asked: Asked, index: PassageIndex) -> tuple[str, ...]:
    """The names in a question that no passage has."""
    return tuple(sorted(name for name in asked.names if not _known(name, index)))


def needed_of(asked: Asked, stems_: frozenset[str]) -> frozenset[str]:
    """Those of the stems of a question that a sentence which answers should have."""
    measures = frozenset(stem(word.lower()) for word in _HOW.findall(asked.text))
    measures |= _LASTING if "long" in measures else frozenset()
    return (stems_ - OF_TEXTS - DEMANDS - measures - _OF_RATES) or stems_


def on_topic(asked: Asked, index: PassageIndex, chosen: Sequence[Sentence], covered: frozenset[str]) -> bool:
    """Whether the sentences say something of what is asked about the names, not of the names alone."""
    rest = asked.rest - OF_TEXTS
    if not rest or rest & covered:
        return True
    if index.embedder is None:
        return False
    texts = [index.passages[one.passage].text[-index.passages[one.passage].length :] for one in chosen]
    said = [text[one.start : one.end] for text, one in zip(texts, chosen, strict=True)]
    vectors: Any = index.embedder.embed(said) if said else ()
    return any(float(vector @ asked.rest_vector) >= _LEAST_NEAR for vector in vectors)


def _value(one: tuple[Any, ...], covered: frozenset[str], total: float, index: PassageIndex) -> float:
    _, _, _, words, title, dense, rank = one
    new = sum(map(index.weight, words - covered)) / total
    by_title = 0.5 * sum(map(index.weight, title - words - covered)) / total
    return float(new + by_title + _DENSE * dense - _HIT_DISCOUNT * rank)


def _known(name: str, index: PassageIndex) -> bool:
    """Whether any passage has every word of a name."""
    wanted = frozenset(stems(name))
    return not wanted or all(term in index.weights for term in wanted)
