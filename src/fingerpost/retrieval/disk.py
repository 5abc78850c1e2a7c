"""Full text and vectors of many passages on disk: finds the few that a `PassageIndex` then ranks.

A folder holds an SQLite file with the full text, and two arrays: a vector for each passage (float16), and the signs of
its components as bits, which are compared first. Where no embedder is installed, there is the full text alone.
"""

from __future__ import annotations

import json
import math
import sqlite3
import threading
from collections.abc import Collection, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any, Final

from fingerpost.core.errors import KnowledgeBaseError
from fingerpost.retrieval.embedder import Embedder
from fingerpost.retrieval.words import STOP, stem, tokens

FILE: Final = "passage_index.sqlite"
VECTORS: Final = "passage_vectors.npy"
SIGNS: Final = "passage_signs.npy"
_FORMAT: Final = 1
_TOKENIZE: Final = "porter unicode61 remove_diacritics 2"
_SCHEMA: Final = f"""
PRAGMA journal_mode = OFF;
PRAGMA synchronous = OFF;
CREATE TABLE entries (
    id INTEGER PRIMARY KEY, key TEXT NOT NULL, start INTEGER NOT NULL, stop INTEGER NOT NULL,
    partition INTEGER NOT NULL);
CREATE TABLE partitions (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
CREATE VIRTUAL TABLE words USING fts5(title, text, partition, content='', tokenize='{_TOKENIZE}');
CREATE VIRTUAL TABLE vocabulary USING fts5vocab(words, 'row');
"""
"""A partition is a group's number: full text is restricted to some groups by it."""

_STEMS: Final = f"""
CREATE VIRTUAL TABLE said USING fts5(word, tokenize='{_TOKENIZE}');
CREATE VIRTUAL TABLE said_terms USING fts5vocab(said, 'instance');
"""
_HELD: Final = "SELECT id, key, start, stop, partition FROM entries WHERE id IN (SELECT value FROM json_each(?))"
_BATCH: Final = 2_000
_EMBEDDED: Final = 400
"""Characters of a passage, after its title, that its vector is made from."""
_MOST_POSTINGS: Final = 15_000
"""Passages that the words of a question may stand in together: its rarest words are looked up first."""
_RESCORED: Final = 200
_FULL_TEXT_SHARE: Final = 0.6


@dataclass(frozen=True, slots=True)
class Entry:
    """A passage to be found: characters `start` to `stop` of the text that has a key, in a group."""

    key: str
    group: str
    title: str
    text: str
    start: int
    stop: int


@dataclass(frozen=True, slots=True)
class Candidate:
    """A passage that was found. `near` is how near it is to the question in meaning (-1..1; 0 without vectors)."""

    key: str
    start: int
    stop: int
    near: float = field(default=0.0, compare=False)


class DiskIndex:
    """The passages in a folder, for reading. Thread-safe."""

    def __init__(self, folder: Path, embedder: Embedder | None) -> None:
        """Open what `build` wrote; without an embedder, to be searched by full text alone.

        Raises:
            KnowledgeBaseError: `kb.damaged`: a file is missing or unreadable; `kb.newer`.
        """
        self._embedder = embedder if (folder / VECTORS).exists() else None
        self._lock = threading.Lock()
        path = folder / FILE
        try:
            self._database = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, check_same_thread=False)
            (version,) = self._database.execute("PRAGMA user_version").fetchone()
            (self.size,) = self._database.execute("SELECT count(*) FROM entries").fetchone()
            self._partitions = dict(self._database.execute("SELECT name, id FROM partitions"))
            if self._embedder is not None:
                self._open_vectors(folder)
        except (sqlite3.Error, OSError, ValueError) as error:
            raise KnowledgeBaseError(f"{path} cannot be read: {error}", code="kb.damaged") from error
        if version != _FORMAT:
            raise KnowledgeBaseError(f"{path} has format {version}, this one reads {_FORMAT}", code="kb.newer")
        self._stemmer = sqlite3.connect(":memory:", check_same_thread=False)
        self._stemmer.executescript(_STEMS)

    def _open_vectors(self, folder: Path) -> None:
        import numpy

        pairs = self._database.execute("SELECT partition FROM entries ORDER BY id").fetchall()
        self._partition_of: Any = numpy.array([partition for (partition,) in pairs], dtype=numpy.int32)
        self._vectors: Any = numpy.load(folder / VECTORS, mmap_mode="r")
        self._signs: Any = numpy.load(folder / SIGNS)

    @property
    def has_vectors(self) -> bool:
        """Whether passages are found by their meaning too, not by full text alone."""
        return self._embedder is not None

    def candidates(self, question: str, count: int, groups: Collection[str] = (), without: str = "") -> list[Candidate]:
        """The passages that are likely to be needed, at most `count`; best first, by full text and vectors.

        `groups` are those that may be found (none: all); groups whose name ends with `without` are left out.
        """
        partitions = {self._partitions[name] for name in groups if name in self._partitions}
        if groups and not partitions:
            return []
        barred = {partition for name, partition in self._partitions.items() if without and name.endswith(without)}
        vector = self._embedder.embed([question])[0] if self._embedder is not None else None
        by_words = self._by_words(question, 2 * count, partitions, barred)
        by_meaning = self._by_meaning(vector, count, partitions, barred)
        score: dict[int, float] = {}
        for share, ranked in ((_FULL_TEXT_SHARE, by_words), (1 - _FULL_TEXT_SHARE, by_meaning)):
            for rank, number in enumerate(ranked):
                score[number] = score.get(number, 0.0) + share / (rank + 10)
        chosen = sorted(score, key=lambda number: (-score[number], number))[:count]
        near = (
            (self._vectors[chosen].astype("float32") @ vector).tolist() if vector is not None else [0.0] * len(chosen)
        )
        with self._lock:
            held = self._held(chosen)
        return [Candidate(*held[number][:3], how) for number, how in zip(chosen, near, strict=True)]

    def frequencies(self, words: Iterable[str]) -> dict[str, int]:
        """In how many passages each word stands, in any of its forms."""
        terms = self._terms(words)
        counts: dict[str, int] = {}
        with self._lock:
            for term in set(terms.values()):
                row = self._database.execute("SELECT doc FROM vocabulary WHERE term = ?", (term,)).fetchone()
                counts[term] = row[0] if row is not None else 0
        return {word: counts[term] for word, term in terms.items()}

    def _terms(self, words: Iterable[str]) -> dict[str, str]:
        """The stems of words, as the full text has them."""
        given = list(dict.fromkeys(words))
        with self._lock:
            self._stemmer.execute("DELETE FROM said")
            self._stemmer.executemany("INSERT INTO said (rowid, word) VALUES (?, ?)", enumerate(given))
            rows = self._stemmer.execute("SELECT doc, term FROM said_terms").fetchall()
        return {given[number]: term for number, term in rows}

    def _by_words(self, question: str, most: int, partitions: Collection[int], barred: Collection[int]) -> list[int]:
        """The passages with the highest BM25 score for the rarest words."""
        frequencies = self.frequencies(token.word for token in tokens(question) if token.word not in STOP)
        wanted: list[str] = []
        postings = 0
        for word, count in sorted(frequencies.items(), key=lambda pair: (pair[1], pair[0])):
            if not count:
                continue
            if wanted and not partitions and postings + count > _MOST_POSTINGS:
                break
            postings += count
            wanted.append('"' + word.replace('"', "") + '"')
        if not wanted:
            return []
        query = f"{{title text}} : ({' OR '.join(wanted)})"
        if partitions:
            query = f"partition : ({' OR '.join(f'p{partition}' for partition in sorted(partitions))}) AND {query}"
        with self._lock:
            rows = self._database.execute(
                "SELECT rowid FROM words WHERE words MATCH ? ORDER BY bm25(words, 2.0, 1.0, 0.0), rowid LIMIT ?",
                (query, most * (3 if barred else 1)),
            ).fetchall()
            held = self._held([number for (number,) in rows]) if barred else {}
        return [number for (number,) in rows if number not in held or held[number][3] not in barred][:most]

    def _held(self, numbers: Collection[int]) -> dict[int, tuple[str, int, int, int]]:
        """The key, the place in its text, and the partition of passages, by their numbers."""
        rows = self._database.execute(_HELD, (json.dumps([*numbers]),))
        return {number: (key, start, stop, partition) for number, key, start, stop, partition in rows}

    def _by_meaning(self, vector: Any, most: int, partitions: Collection[int], barred: Collection[int]) -> list[int]:
        """The passages whose vectors are nearest: by their signs first, then the best of them exactly."""
        if not self.size or vector is None:
            return []
        import numpy

        numbers: Any = None
        signs = self._signs
        if partitions:
            numbers = numpy.flatnonzero(numpy.isin(self._partition_of, sorted(partitions)))
            signs = signs[numbers]
        away = numpy.bitwise_count(signs ^ _signs(vector[None])).sum(axis=1)
        kept = min(_RESCORED, len(away))
        near = numpy.argpartition(away, kept - 1)[:kept] if kept else numpy.zeros(0, dtype=int)
        near = numpy.sort(numbers[near] if numbers is not None else near)
        if barred:
            near = near[~numpy.isin(self._partition_of[near], sorted(barred))]
        scores = self._vectors[near].astype(numpy.float32) @ vector
        return [int(near[at]) for at in numpy.argsort(-scores, kind="stable")[:most]]

    def close(self) -> None:
        """Close the files."""
        with self._lock:
            self._database.close()
            self._stemmer.close()


def build(folder: Path, entries: Iterable[Entry], embedder: Embedder | None) -> int:
    """Write the index of passages into an empty folder, without vectors if there is no embedder; how many there are."""
    database = sqlite3.connect(folder / FILE, isolation_level=None, check_same_thread=False)
    parts: list[Any] = []
    partitions: dict[str, int] = {}
    number = 0

    def written(first: int, batch: list[Entry]) -> None:
        database.executemany(
            "INSERT INTO entries VALUES (?, ?, ?, ?, ?)",
            ((n, one.key, one.start, one.stop, partitions[one.group]) for n, one in enumerate(batch, first)),
        )
        database.executemany(
            "INSERT INTO words (rowid, title, text, partition) VALUES (?, ?, ?, ?)",
            ((n, one.title, one.text, f"p{partitions[one.group]}") for n, one in enumerate(batch, first)),
        )

    try:
        database.executescript(_SCHEMA)
        database.execute("BEGIN")
        waiting = iter(entries)
        with ThreadPoolExecutor(1) as writer:  # while the next are read, and vectors made
            last: Future[None] | None = None
            while batch := list(islice(waiting, _BATCH)):
                if last is not None:
                    last.result()
                for one in batch:
                    partitions.setdefault(one.group, len(partitions))
                last = writer.submit(written, number, batch)
                if embedder is not None:
                    texts = [f"{one.title}. {one.text[:_EMBEDDED]}" for one in batch]
                    parts.append(embedder.embed(texts).astype("float16"))
                number += len(batch)
            if last is not None:
                last.result()
        named = ((partition, name) for name, partition in partitions.items())
        database.executemany("INSERT INTO partitions VALUES (?, ?)", named)
        database.execute(f"PRAGMA user_version = {_FORMAT}")
        database.execute("COMMIT")
    finally:
        database.close()
    if embedder is not None:
        _write_vectors(folder, parts, embedder.size)
    return number


def _write_vectors(folder: Path, parts: list[Any], size: int) -> None:
    import numpy

    vectors: Any = numpy.concatenate(parts) if parts else numpy.zeros((0, size), dtype=numpy.float16)
    numpy.save(folder / VECTORS, vectors)
    numpy.save(folder / SIGNS, _signs(vectors))


def _signs(vectors: Any) -> Any:
    """The signs of vectors as bits: an array of shape (vectors, size / 64), uint64."""
    import numpy

    return numpy.packbits(vectors > 0, axis=1).view(numpy.uint64)


def weights_for(question: str, index: DiskIndex) -> dict[str, float]:
    """How much the words of a question say among all passages: the inverse document frequency of their stems."""
    frequencies = index.frequencies(token.word for token in tokens(question) if token.word not in STOP)
    return {
        stem(word): math.log(1 + (index.size - count + 0.5) / (count + 0.5))
        for word, count in frequencies.items()
        if count
    }


def unknown_weight(index: DiskIndex) -> float:
    """How much a word says that no passage has."""
    return math.log(1 + (index.size + 0.5) / 0.5)
