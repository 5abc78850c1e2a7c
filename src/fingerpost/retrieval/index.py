"""What retrieval knows of the passages: words, names, sentences and their embeddings, in memory.

What one passage contributes (`Analysis`) may have been kept: then opening many passages is quick, and what is seldom
needed stays packed.
"""

from __future__ import annotations

import io
import math
import tempfile
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from fingerpost.retrieval.analysis import Analyses, Analysis, Kept, analysed, sentences_of
from fingerpost.retrieval.embedder import Embedder
from fingerpost.retrieval.full_text_counts import Counts, indexed, scored
from fingerpost.retrieval.meaning import Meaning
from fingerpost.retrieval.packed import NamePostings, SpooledBytes

_MOST_UNPACKED = 25_000
"""Passages up to which kept analyses are unpacked at once, which takes 8 KB each. Vectors and full text of more lie in
temporary files, the vectors mapped; names are looked up in arrays."""
_MOST_WIDE = 100_000
"""Passages up to which vectors have 32 bits: widening those of 16 takes most of the time of a search."""


_POOLED = 8_192


class PassageIndex:
    """All passages, by number in the order in which they were given. Not thread-safe while it is built."""

    def __init__(
        self,
        passages: Iterable[tuple[str, str]],
        embedder: Embedder | None,
        meaning: Meaning | None = None,
        *,
        weights: Mapping[str, float] | None = None,
        analyses: Iterable[Kept] | None = None,
    ) -> None:
        """Index passages given as (title, text); `meaning` has sentence embeddings of each, if there are any.

        Without an embedder there are words and names only: the full text ranks, and no kept `analyses` are read.

        `weights` are those of stems in a larger collection that the passages come from; default: from these passages.
        `analyses` are what was kept of each passage, in order; they are read once, one by one.

        Raises:
            MissingExtra: the extra `documents` is not installed.
        """
        self.embedder = embedder
        self.meaning = meaning
        given = list(passages)
        self.passages: Sequence[Analysis]
        self.vectors: Any = None
        many = len(given) > _MOST_UNPACKED
        if analyses is None or embedder is None:
            self.passages = [analysed(title, text) for title, text in given]
            if embedder is not None:
                self.vectors = embedder.embed([one for each in self.passages for one in sentences_of(each)])
        else:
            import numpy

            kind = numpy.float32 if len(given) <= _MOST_WIDE else numpy.float16
            data, self.vectors = _spooled(analyses, embedder.size, kind, mapped=many)
            packed = Analyses(given, data)
            self.passages = packed if many else list(packed)
        frequency: Counter[str] = Counter()
        counts = array("I")
        named = NamePostings(), NamePostings()
        names: tuple[dict[str, list[int]], dict[str, list[int]]] = defaultdict(list), defaultdict(list)
        for number, one in enumerate(self.passages):
            counts.append(len(one.spans))
            for kind_, found in enumerate((one.names, {phrase.name for phrase, _ in one.mentions})):
                for name in found:
                    if many:
                        named[kind_].add(name, number)
                    else:
                        names[kind_][name].append(number)
            frequency.update(one.terms)
        for each in named:
            each.settle()
        self.by_name: Any
        self.by_mention: Any
        self.by_name, self.by_mention = named if many else names
        """The numbers of the passages that have a name, or mention it, by the name; of many with `get` alone."""
        if embedder is not None:
            self._pool(counts, embedder.size)
        size = len(self.passages)
        own = {term: math.log(1 + (size - n + 0.5) / (n + 0.5)) for term, n in frequency.items()}
        self.weights = own if weights is None else {**own, **weights}
        self.unknown_weight = math.log(1 + (size + 0.5) / 0.5)
        self._full_text = indexed(given, on_disk=len(given) > _MOST_UNPACKED)
        self._among: tuple[Mapping[str, Sequence[str]], Sequence[int], Counts] | None = None

    def _pool(self, counts: Sequence[int], size: int) -> None:
        """Where each passage's sentences begin, and the mean of their vectors, of length 1."""
        import numpy

        self.first_sentence = numpy.concatenate([[0], numpy.cumsum(counts)]).astype(int) if counts else numpy.zeros(1)
        self.passage_vectors = self._pooled(size) if counts else numpy.zeros((0, size), dtype=numpy.float32)

    def _pooled(self, size: int) -> Any:
        """The vectors of all passages, of as many bits as those of sentences; piece by piece, as they may be many."""
        import numpy

        first = self.first_sentence
        found: Any = numpy.empty((len(first) - 1, size), dtype=self.vectors.dtype)
        for start in range(0, len(found), _POOLED):
            part = first[start : start + _POOLED + 1]
            rows = self.vectors[part[0] : part[-1]]
            sums = numpy.add.reduceat(rows, part[:-1] - part[0], axis=0, dtype=numpy.float32)
            lengths = numpy.linalg.norm(sums, axis=1, keepdims=True)
            found[start : start + _POOLED] = numpy.divide(sums, lengths, out=sums, where=lengths > 0)
        return found

    def count_among(self, forms: Mapping[str, Sequence[str]], lengths: Sequence[int], counts: Counts) -> None:
        """Score full text by the counts of the larger collection that the passages come from.

        `forms` are the words of the full text for each word that will be asked, `lengths` are those of the passages.
        """
        self._among = (forms, lengths, counts)

    def full_text(self, words: Sequence[str], most: int) -> list[tuple[int, float]]:
        """The passages with the highest BM25 score for any of these words, best first."""
        if self._among is not None:
            forms, lengths, counts = self._among
            asked = [form for word in words for form in forms.get(word, ())]
            return scored(self._full_text, asked, lengths, counts, most)
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


def _spooled(analyses: Iterable[Kept], size: int, kind: Any, *, mapped: bool) -> tuple[Sequence[bytes], Any]:
    """What analyses kept as `data`, and the vectors of all: in memory, or in files without names, the second mapped."""
    import numpy

    data: list[bytes] | SpooledBytes = SpooledBytes() if mapped else []
    with tempfile.TemporaryFile() if mapped else io.BytesIO() as file:
        for one in analyses:
            data.append(one.data)
            file.write(numpy.frombuffer(one.vectors, dtype="<f2").astype(kind, copy=False).data)
        file.flush()
        if isinstance(data, SpooledBytes):
            data.flush()
        if not mapped or not file.tell():
            file.seek(0)
            found: Any = numpy.frombuffer(file.read(), dtype=kind)
        else:
            found = numpy.memmap(file, dtype=kind, mode="r")
    return data, found.reshape(-1, size)
