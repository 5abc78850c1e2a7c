"""What retrieval knows of the passages: words, names, sentences and their embeddings, kept in memory.

What one passage contributes (`Analysis`) depends on that passage alone, so passages may come in any order.
"""

from __future__ import annotations

import math
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from fingerpost.core.sentences import sentence_spans
from fingerpost.retrieval.embedder import Embedder
from fingerpost.retrieval.meaning import Meaning
from fingerpost.retrieval.words import Phrase, names_of, phrases, stems

_TOKENIZE = "porter unicode61 remove_diacritics 2"


@dataclass(frozen=True, slots=True)
class Analysis:
    """What one passage contributes.

    `text` has the title before the passage, which is its last `length` characters. `names` are what the passage is
    about, `mentions` its capitalised phrases with the number of their sentence, `spans` the sentences of `text`.
    """

    title: str
    text: str
    names: tuple[str, ...]
    mentions: tuple[tuple[Phrase, int], ...]
    spans: tuple[tuple[int, int], ...]
    terms: frozenset[str]
    sentence_terms: tuple[frozenset[str], ...]
    length: int


def analysed(title: str, text: str) -> Analysis:
    """The analysis of one passage; `title` may be empty."""
    whole = f"{title}. {text}" if title else text
    spans = tuple(sentence_spans(whole)) or ((0, len(whole)),)
    mentions = []
    number = 0
    for phrase in phrases(whole):
        while number + 1 < len(spans) and spans[number + 1][0] <= phrase.start:
            number += 1
        mentions.append((phrase, number))
    names = tuple(sorted(names_of(title, text)))
    said = tuple(frozenset(stems(whole[start:end])) for start, end in spans)
    return Analysis(title, whole, names, tuple(mentions), spans, frozenset().union(*said), said, len(text))


class PassageIndex:
    """All passages, by number in the order in which they were given. Not thread-safe while it is built."""

    def __init__(
        self,
        passages: Iterable[tuple[str, str]],
        embedder: Embedder,
        meaning: Meaning | None = None,
        *,
        weights: Mapping[str, float] | None = None,
    ) -> None:
        """Index passages given as (title, text); `meaning` has sentence embeddings of each, if there are any.

        `weights` are those of stems in a larger collection that the passages come from; default: from these passages.

        Raises:
            MissingExtra: the extra `documents` is not installed.
        """
        import numpy

        self.embedder = embedder
        self.meaning = meaning
        self.passages = [analysed(title, text) for title, text in passages]
        sentences = [one.text[start:end] for one in self.passages for start, end in one.spans]
        self.vectors = embedder.embed(sentences)
        counts = [len(one.spans) for one in self.passages]
        self.first_sentence = numpy.concatenate([[0], numpy.cumsum(counts)]).astype(int) if counts else numpy.zeros(1)
        self.passage_vectors = self._pooled()
        self.by_name: dict[str, list[int]] = defaultdict(list)
        self.by_mention: dict[str, list[int]] = defaultdict(list)
        frequency: Counter[str] = Counter()
        for number, one in enumerate(self.passages):
            for name in one.names:
                self.by_name[name].append(number)
            for name in {phrase.name for phrase, _ in one.mentions}:
                self.by_mention[name].append(number)
            frequency.update(one.terms)
        size = len(self.passages)
        own = {term: math.log(1 + (size - n + 0.5) / (n + 0.5)) for term, n in frequency.items()}
        self.weights = own if weights is None else {**own, **weights}
        self.unknown_weight = math.log(1 + (size + 0.5) / 0.5)
        self._full_text = self._indexed()

    def _pooled(self) -> Any:
        """The mean of each passage's sentence vectors, of length 1."""
        import numpy

        if not self.passages:
            return numpy.zeros((0, self.embedder.size), dtype=numpy.float32)
        sums = numpy.add.reduceat(self.vectors, self.first_sentence[:-1], axis=0)
        lengths = numpy.linalg.norm(sums, axis=1, keepdims=True)
        return numpy.divide(sums, lengths, out=sums, where=lengths > 0)

    def _indexed(self) -> sqlite3.Connection:
        connection = sqlite3.connect(":memory:", check_same_thread=False)
        connection.execute(f"CREATE VIRTUAL TABLE words USING fts5(title, text, content='', tokenize='{_TOKENIZE}')")
        rows = ((n, one.title, one.text[len(one.title) :]) for n, one in enumerate(self.passages))
        connection.executemany("INSERT INTO words (rowid, title, text) VALUES (?, ?, ?)", rows)
        return connection

    def full_text(self, words: Sequence[str], most: int) -> list[tuple[int, float]]:
        """The passages with the highest BM25 score for any of these words, best first."""
        wanted = " OR ".join('"' + word.replace('"', "") + '"' for word in words)
        if not wanted:
            return []
        found = self._full_text.execute(
            "SELECT rowid, bm25(words, 1.0, 1.0) FROM words WHERE words MATCH ? ORDER BY 2, 1 LIMIT ?", (wanted, most)
        )
        return [(number, -score) for number, score in found]

    def weight(self, term: str) -> float:
        """How much a stem says: its inverse document frequency."""
        return self.weights.get(term, self.unknown_weight)

    def close(self) -> None:
        """Free the full-text index."""
        self._full_text.close()

    def __len__(self) -> int:
        return len(self.passages)
