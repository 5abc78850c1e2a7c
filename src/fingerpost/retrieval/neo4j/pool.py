"""The passages of a Neo4j database that may answer a question, found by its indexes and by links between names.

They become a `PassageIndex` of their own, with the weights of words among all passages, and are ranked as all passages
of a folder are.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Sequence
from typing import Any

from fingerpost.core.errors import ModelError
from fingerpost.retrieval.analysis import Kept
from fingerpost.retrieval.embedder import Embedder, QuestionEmbedder
from fingerpost.retrieval.full_text_counts import Counts, words_of
from fingerpost.retrieval.index import PassageIndex
from fingerpost.retrieval.meaning import Meaning
from fingerpost.retrieval.neo4j import statements as cypher
from fingerpost.retrieval.neo4j.database import MEANING_SIZE, DocumentDatabase
from fingerpost.retrieval.ranker import Ranker
from fingerpost.retrieval.search import Retriever
from fingerpost.retrieval.stored import StoredPassage
from fingerpost.retrieval.words import STOP, phrases, stem, tokens

_BY_TEXT, _BY_VECTOR, _BY_MEANING = 80, 80, 60
_SEEDS = 20
_STEPS = 2
_LONGEST_NAME = 14
_MOST_ABOUT, _MOST_MENTIONING = 20, 50
"""Passages that a name may lead to; a name of more is left alone, as it is by those who rank them."""
_FILTERED = 10
"""How many times as many are looked up where only some collections are wanted: the indexes have all."""


class PassagePool:
    """Finds the passages of one database. Safe to use from several threads."""

    def __init__(
        self,
        database: DocumentDatabase,
        embedder: Embedder,
        sentences: QuestionEmbedder | None,
        ranker: Callable[[bool], Ranker],
    ) -> None:
        """`ranker` gives the ranker with sentence embeddings, or without."""
        self._database = database
        self._embedder = embedder
        self._sentences = sentences
        self._ranker = ranker

    def read(self, question: str, collections: Sequence[str]) -> tuple[list[StoredPassage], Retriever]:
        """The passages, by document and number, and what ranks them. Raises `StoreError`."""
        search = _Search(self._database, list(collections))
        search.add(self._first(question, search))
        done: set[str] = set()
        for _ in range(_STEPS):
            index = self._index(question, search)
            order = search.order
            hits = Retriever(index, self._ranker(index.meaning is not None)).search(question, _SEEDS).hits
            seeds = [order[hit.number] for hit in hits if order[hit.number] not in done]
            done.update(seeds)
            numbers = {id_: number for number, id_ in enumerate(order)}
            search.add(_linked(search, [index.passages[numbers[id_]] for id_ in seeds]))
            index.close()
        index = self._index(question, search)
        passages = [search.rows[id_].passage for id_ in search.order]
        return passages, Retriever(index, self._ranker(index.meaning is not None))

    def _first(self, question: str, search: _Search) -> list[str]:
        """What the indexes find, and the passages about names in the question."""
        words = [token.word for token in tokens(question)]
        wanted = dict.fromkeys(word.replace('"', "").replace("\\", "") for word in words if word not in STOP)
        text = " OR ".join(f'"{word}"' for word in wanted if word)
        parts = {
            " ".join(words[at : at + size])
            for size in range(1, min(_LONGEST_NAME, len(words)) + 1)
            for at in range(len(words) - size + 1)
        }
        vector = self._embedder.embed([question])[0]
        found = search.ids(cypher.ABOUT, names=sorted(parts), most=_MOST_ABOUT)
        names = [phrase.name for phrase in phrases(question)]
        found += search.ids(cypher.MENTIONING, names=names, most=_MOST_MENTIONING)
        if text:
            found += search.ids(cypher.BY_TEXT, text=text, most=search.most(_BY_TEXT))
        if vector.any():
            found += search.ids(cypher.BY_VECTOR, vector=vector.tolist(), most=search.most(_BY_VECTOR))
        if self._sentences is not None and (meant := self._meant(question)):
            found += search.ids(cypher.BY_MEANING, vector=meant, most=search.most(_BY_MEANING))
        return found

    def _meant(self, question: str) -> list[float]:
        """The vector of a question; none if the endpoint fails, or the index has vectors of another length."""
        try:
            vector = self._sentences.embed_question(question) if self._sentences is not None else ()
        except ModelError:
            return []
        return [float(number) for number in vector] if len(vector) == MEANING_SIZE else []

    def _index(self, question: str, search: _Search) -> PassageIndex:
        """The index of what was found so far."""
        import numpy

        rows = [search.rows[id_] for id_ in search.order]
        meaning = None
        if (
            self._sentences is not None
            and self._meant(question)
            and rows
            and all(row.meaning is not None for row in rows)
        ):
            vectors: Any = numpy.array([row.meaning for row in rows], dtype=numpy.float32)
            meaning = Meaning(self._sentences, vectors)
        words = [token.word for token in tokens(question)]
        size, weights = search.weights([stem(word) for word in words])
        texts = [(row.title, row.text) for row in rows]
        kept = [row.kept for row in rows]
        index = PassageIndex(texts, self._embedder, meaning, weights=weights, analyses=kept)
        forms, counts = search.counts(words)
        index.count_among(forms, [row.length for row in rows], counts)
        index.unknown_weight = math.log(1 + (size + 0.5) / 0.5)
        for name, about, mentions in search.holders([*index.by_name, *index.by_mention]):
            if about > _MOST_ABOUT:
                index.by_name.pop(name, None)
            if mentions > _MOST_MENTIONING:
                index.by_mention.pop(name, None)
        return index


class _Row:
    """A passage with its texts and what is kept of it."""

    def __init__(self, row: Sequence[Any]) -> None:
        self.passage = StoredPassage(*(*row[1:8], tuple(row[8])))
        self.title, self.text = row[9], row[10]
        self.kept = Kept(bytes(row[11]), bytes(row[12]))
        self.length: int = row[13]
        self.meaning: list[float] | None = row[14]


class _Search:
    """What was read of the database for one question."""

    def __init__(self, database: DocumentDatabase, collections: list[str]) -> None:
        self._database = database
        self._collections = collections
        self._weights: tuple[int, dict[str, float]] | None = None
        self._counts: tuple[dict[str, list[str]], Counts] | None = None
        self._holders: dict[str, tuple[int, int]] = {}
        self.rows: dict[str, _Row] = {}

    @property
    def order(self) -> list[str]:
        """The identifiers of what was read, by document and number."""
        return sorted(self.rows, key=lambda id_: (self.rows[id_].passage.document, self.rows[id_].passage.number))

    def most(self, count: int) -> int:
        """How many to look up, to have as many as this."""
        return count * (_FILTERED if self._collections else 1)

    def ids(self, query: str, **parameters: Any) -> list[str]:
        """The identifiers of passages that a statement finds."""
        return [id_ for (id_,) in self._database.rows(query, collections=self._collections, **parameters)]

    def add(self, ids: Collection[str]) -> None:
        """Read passages that were not read yet."""
        wanted = [id_ for id_ in dict.fromkeys(ids) if id_ not in self.rows]
        for row in self._database.rows(cypher.ROWS, ids=wanted) if wanted else ():
            self.rows[row[0]] = _Row(row)

    def weights(self, stems: Sequence[str]) -> tuple[int, dict[str, float]]:
        """How many passages there are, and how much these stems say among them."""
        if self._weights is None:
            size = self._size()[0]
            counts = self._database.rows(cypher.STEMS, stems=sorted(set(stems)))
            self._weights = size, {one: math.log(1 + (size - n + 0.5) / (n + 0.5)) for one, n in counts}
        return self._weights

    def _size(self) -> tuple[int, int]:
        """How many passages there are, and how many words in all of them."""
        found = self._database.rows(cypher.COUNT)
        return (found[0][0], found[0][1]) if found else (0, 0)

    def counts(self, words: Sequence[str]) -> tuple[dict[str, list[str]], Counts]:
        """Words as the full text has them, and their counts among all passages."""
        if self._counts is None:
            given = list(dict.fromkeys(words))
            forms = {word: list(said) for word, said in zip(given, words_of([("", w) for w in given]), strict=True)}
            wanted = sorted({form for said in forms.values() for form in said})
            holding = dict(self._database.rows(cypher.WORDS, words=wanted))
            self._counts = forms, Counts(*self._size(), holding)
        return self._counts

    def holders(self, names: Sequence[str]) -> list[tuple[str, int, int]]:
        """Names with the numbers of passages about them, and of those that mention them."""
        wanted = [name for name in dict.fromkeys(names) if name not in self._holders]
        for name, about, mentions in self._database.rows(cypher.HOLDERS, names=wanted) if wanted else ():
            self._holders[name] = about, mentions
        return [(name, *self._holders[name]) for name in dict.fromkeys(names) if name in self._holders]


def _linked(search: _Search, seeds: Sequence[Any]) -> list[str]:
    """The passages that these lead to: about what they mention, mentioning the same, or mentioning them."""
    mentions = {phrase.name for one in seeds for phrase, _ in one.mentions}
    own = {name for one in seeds for name in one.names}
    parts: set[str] = set()
    for name in mentions:
        words = name.split()
        for size in range(2, len(words)):
            parts.update(" ".join(words[at : at + size]) for at in range(len(words) - size + 1))
    found = search.ids(cypher.ABOUT, names=sorted(mentions | parts), most=_MOST_ABOUT)
    found += search.ids(cypher.MENTIONING, names=sorted(mentions), most=_MOST_MENTIONING // 2)
    return found + search.ids(cypher.MENTIONING, names=sorted(own), most=_MOST_MENTIONING)
