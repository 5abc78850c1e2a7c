"""The passages of a folder and their index, in the latest state."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import takewhile
from typing import Any

from fingerpost import retrieval
from fingerpost.core.collecting import collecting_rarely
from fingerpost.core.errors import MissingExtra, ModelError, QuestionError
from fingerpost.core.settings import Settings
from fingerpost.engine.memory.amending import amendments
from fingerpost.engine.memory.embedding import EMBEDDINGS_FALLBACK, embedder_of, meaning_of, rules_of, static_embedder
from fingerpost.engine.memory.saying import are_timed, said_in
from fingerpost.retrieval import (
    AskedTime,
    Extract,
    Kept,
    PassageIndex,
    PassageStore,
    Retriever,
    Said,
    Sentence,
    StaticEmbedder,
    StoredDocument,
    StoredPassage,
    asked_time,
    asks_events,
    kept,
    ranker_for,
    recalled,
    stating,
    title_of,
    unknown_names,
)

_KEPT = 4
"""Selections of collections whose indexes are kept."""
WORDS_ALONE = (
    "the documents were searched by words only, so other wordings may be missed; "
    'install "fingerpost[documents]" to search by meaning too'
)
"""What is noted where nothing that makes vectors is installed."""
_READ_FOR_DOCUMENTS = 20
"""Passages that are read for the documents that say something."""
_MOST_NEWER = 5
"""Passages of documents that amend those found, which are read, too."""
SEARCHED = 5
"""Passages that an answer is taken from."""


@dataclass(frozen=True)
class Quote:
    """A sentence of a document, word for word: characters and lines of the document's text.

    `time` is that of the document, or of the message of a chat, whose writer is `speaker`; `date` is the day that the
    sentence names, counted from there. `head` are the names of the columns, as written, if it is a row of a table.
    """

    document: str
    title: str
    quote: str
    start: int
    end: int
    first_line: int
    last_line: int
    headings: tuple[str, ...] = ()
    page: int | None = None
    time: str | None = None
    speaker: str = ""
    date: str | None = None
    head: str = ""

    @property
    def position(self) -> str:
        """Its place: `line 3, characters 120-180`."""
        several = self.last_line > self.first_line
        lines = f"lines {self.first_line}-{self.last_line}" if several else f"line {self.first_line}"
        page = f"page {self.page}, " if self.page is not None else ""
        return f"{page}{lines}, characters {self.start}-{self.end}"


@dataclass(frozen=True)
class Found:
    """A passage that was found, with its score (for ranking only)."""

    passage: Quote
    score: float


@dataclass(frozen=True)
class Reading:
    """Sentences that answer a question (`quotes`), the passages that were read, and milliseconds of each stage.

    `score` is that of the best passage: how likely the question needs it (0..1). `note` says what was left out.
    `others` are statements of other times about the same. `changes`: the first sentence reports a change. `differs`:
    the second has another number than the first. `contrary` denies or demands what is asked about, if nothing answers.
    """

    extract: Extract
    quotes: list[Quote]
    passages: list[Quote]
    score: float
    latency: dict[str, float]
    note: str = ""
    others: tuple[Quote, ...] = ()
    changes: bool = False
    contrary: Quote | None = None
    differs: bool = False


@dataclass(frozen=True)
class State:
    """One state of the documents, or of those in some collections."""

    stamp: tuple[int, int]
    documents: dict[str, StoredDocument]
    passages: list[StoredPassage]
    retriever: Retriever
    by_document: dict[str, list[StoredPassage]]

    @cached_property
    def amended(self) -> dict[str, frozenset[str]]:
        """The documents that amend each."""
        return amendments(self.documents)

    def newer(self, passage: int) -> frozenset[int]:
        """The passages of the documents that amend that of a passage, by number."""
        keys = self.amended.get(self.passages[passage].document, ())
        return frozenset(number for key in keys for number in self._numbers.get(key, ()))

    @cached_property
    def _numbers(self) -> dict[str, list[int]]:
        """The passages of documents that amend others."""
        wanted = frozenset().union(*self.amended.values())
        found: dict[str, list[int]] = {}
        for number, one in enumerate(self.passages):
            if one.document in wanted:
                found.setdefault(one.document, []).append(number)
        return found


class Library:
    """Searches the passages of a store. Thread-safe; the index follows what is written."""

    def __init__(self, store: PassageStore, settings: Settings | None = None) -> None:
        """The settings say whether the embeddings that are stored with the passages are used."""
        self.store = store
        self._settings = settings or Settings()
        self._lock = threading.Lock()
        self._states: dict[tuple[str, ...], State] = {}

    def _for(self, question: str, collections: Sequence[str]) -> State:
        """What a question is asked of: here always all."""
        return self._current(collections)

    def _current(self, collections: Sequence[str] = ()) -> State:
        """The latest state of all documents, or of those in some collections, with an index of their own."""
        wanted = tuple(sorted(set(collections)))
        with self._lock:
            stamp = self.store.stamp
            held = self._states.get(wanted)
            if held is not None and held.stamp == stamp:
                return held
            old = [name for name, state in self._states.items() if state.stamp != stamp]
            for name in old or (list(self._states) if len(self._states) >= _KEPT else ()):
                self._states.pop(name).retriever.index.close()
            with self.store.unchanged(), collecting_rarely():  # an index is millions of objects without circles
                made = self._states[wanted] = self._made(self.store.stamp, wanted)
            return made

    def _made(self, stamp: tuple[int, int], collections: tuple[str, ...]) -> State:
        every = self.store.documents()
        if collections:
            known = {one.collection for one in every}
            missing = [name for name in collections if name not in known]
            if missing:
                listed = ", ".join(sorted(filter(None, known))) or "none"
                message = f"there is no collection {missing[0]}; there are: {listed}"
                raise QuestionError(message, code="collection.unknown")
        documents = {one.key: one for one in every if not collections or one.collection in collections}
        passages = [one for one in self.store.passages() if one.document in documents]
        texts = [(title_of(documents[p.document], p), _text(documents, p)) for p in passages]
        meaning = meaning_of(embedder_of(self._settings), self.store, passages)
        embedder = _embedder_if_installed()
        kept_ = None if embedder is None else self._kept(passages, texts, embedder)
        index = PassageIndex(texts, embedder, meaning, analyses=kept_)
        by_document: dict[str, list[StoredPassage]] = {}
        for one in passages:
            by_document.setdefault(one.document, []).append(one)
        retriever = Retriever(index, None if embedder is None else ranker_for(meaning=meaning is not None))
        return State(stamp, documents, passages, retriever, by_document)

    def _kept(
        self, passages: Sequence[StoredPassage], texts: Sequence[tuple[str, str]], embedder: StaticEmbedder
    ) -> Iterator[Kept]:
        """What is kept of passages, one by one; of those that were stored by another version it is made anew."""
        held = self.store.analyses(rules_of(embedder))
        one = next(held, None)
        for passage, text in zip(passages, texts, strict=True):
            wanted = (passage.document, passage.number)
            while one is not None and one[:2] < wanted:
                one = next(held, None)
            yield one[2] if one is not None and one[:2] == wanted else kept(*text, embedder)

    def search(self, question: str, count: int, collections: Sequence[str] = ()) -> list[Found]:
        """The passages that a question needs, best first.

        Raises:
            QuestionError: `collection.unknown`.
        """
        state = self._for(question, collections)
        found, _ = _searched(state, question, count)
        quoted = []
        for hit in found.hits:
            passage = state.passages[hit.number]
            quoted.append(Found(_of(state, passage, 0, passage.stop - passage.start), hit.score))
        return quoted

    def likeness(self, question: str, texts: Sequence[str]) -> list[float]:
        """How near each text is to a question, by their embeddings; all alike without an embedder."""
        embedder = self._current().retriever.index.embedder
        if not texts or embedder is None:
            return [0.0] * len(texts)
        vectors = embedder.embed([question, *texts])
        return [float(score) for score in vectors[1:] @ vectors[0]]

    def answer(self, question: str, collections: Sequence[str] = ()) -> Reading:
        """The sentences that answer a question, and the passages that were read.

        Raises:
            QuestionError: `collection.unknown`.
        """
        state = self._for(question, collections)
        time = asked_time(question)
        if time.rest != question and not are_timed(state.documents.values(), state.passages):
            time = AskedTime(
                time.rest if time.earlier else question, earlier=time.earlier
            )  # what has no time of its own may speak of any
        found, note = _searched(state, question if asks_events(time.rest) else time.rest, SEARCHED)
        numbers = _with_newer(state, found)

        def saying(number: int, start: int, end: int) -> Said:
            passage = state.passages[number]
            held, first = state.documents[passage.document], passage.start
            return said_in(held, first + start, first + end, passage.headings)

        answer = recalled(found.asked, time, state.retriever.index, numbers, saying, state.newer)

        def quoted(sentence: Sentence, said: Said) -> Quote:
            quote = _of(state, state.passages[sentence.passage], sentence.start, sentence.end)
            return replace(quote, time=said.time, speaker=said.speaker, date=said.date)

        quotes = [quoted(one, said) for one, said in zip(answer.extract.sentences, answer.said, strict=True)]
        others = tuple(quoted(one, said) for one, said in answer.others)
        passages = [state.passages[number] for number in numbers]
        read = [_of(state, p, 0, p.stop - p.start) for p in passages]
        score = found.hits[0].score if found.hits else 0.0
        against = answer.extract.contrary
        contrary = None if against is None else _of(state, state.passages[against.passage], against.start, against.end)
        return Reading(
            answer.extract,
            quotes,
            read,
            score,
            found.latency,
            note,
            others,
            answer.changes,
            contrary,
            answer.differs,
        )

    def stating(
        self, statement: str, collections: Sequence[str] = (), *, mentioned: bool = False
    ) -> tuple[list[tuple[Quote, float]], list[Quote]]:
        """The best sentence of each document that says something, with the share of the words that it has (0..1), best
        first; and the passages that were read. `mentioned`: sentences need only speak of it.

        Raises:
            QuestionError: `collection.unknown`.
        """
        state = self._for(statement, collections)
        found, _ = _searched(state, statement, _READ_FOR_DOCUMENTS)
        numbers = [hit.number for hit in found.hits]
        best: dict[str, tuple[Quote, float]] = {}
        if not unknown_names(found.asked, state.retriever.index):
            index = state.retriever.index
            for one, share in stating(found.asked, index, numbers, lambda *_: Said(), mentioned=mentioned):
                quote = _of(state, state.passages[one.passage], one.start, one.end)
                best.setdefault(quote.document, (quote, share))
        read = [_of(state, p, 0, p.stop - p.start) for p in map(state.passages.__getitem__, numbers)]
        return list(best.values()), read

    def quote(self, document: str, start: int, end: int) -> Quote | None:
        """Characters of a document as a quote; None if they are in no passage any more."""
        held, passages = self._where(document)
        for passage in passages:
            if held is not None and passage.start <= start and end <= passage.stop:
                said = said_in(held, start, end, passage.headings)
                quote = _quote(held, passage, start - passage.start, end - passage.start)
                return replace(quote, time=said.time, speaker=said.speaker, date=said.date)
        return None

    def _where(self, document: str) -> tuple[StoredDocument | None, Sequence[StoredPassage]]:
        """A document with its passages."""
        state = self._current()
        return state.documents.get(document), state.by_document.get(document, ())

    def collection_of(self, document: str) -> str | None:
        """The collection of a document; None if there is no such document."""
        held, _ = self._where(document)
        return None if held is None else held.collection

    @property
    def size(self) -> int:
        """The number of passages."""
        return len(self._current().passages)


def _embedder_if_installed() -> StaticEmbedder | None:
    try:
        return static_embedder()
    except MissingExtra:
        return None


def _searched(state: State, question: str, count: int) -> tuple[retrieval.Found, str]:
    """The passages for a question; without sentence embeddings, and a note, if their endpoint fails."""
    if state.retriever.ranker is None:
        return state.retriever.search(question, count), WORDS_ALONE
    try:
        return state.retriever.search(question, count), ""
    except ModelError as error:
        index = copy(state.retriever.index)
        index.meaning = None
        note = f"{EMBEDDINGS_FALLBACK} {error.message}: this was found without sentence embeddings"
        return Retriever(index, ranker_for(meaning=False)).search(question, count), note


def _with_newer(state: State, found: retrieval.Found) -> list[int]:
    """The passages found, and the nearest of those that amend them."""
    numbers = [hit.number for hit in found.hits]
    newer = frozenset[int]().union(*map(state.newer, numbers)) - frozenset(numbers)
    index = state.retriever.index
    if not newer or index.embedder is None:
        return numbers
    near: Any = index.passage_vectors[sorted(newer)] @ found.asked.vector
    best = sorted(zip(near.tolist(), sorted(newer), strict=True), reverse=True)[:_MOST_NEWER]
    return [*numbers, *(number for _, number in best)]


def _text(documents: dict[str, StoredDocument], passage: StoredPassage) -> str:
    return documents[passage.document].text[passage.start : passage.stop]


def _of(state: State, passage: StoredPassage, start: int, end: int) -> Quote:
    """Characters `start` to `end` of a passage as a quote."""
    return _quote(state.documents[passage.document], passage, start, end)


def _quote(document: StoredDocument, passage: StoredPassage, start: int, end: int) -> Quote:
    first, last = passage.start + start, passage.start + end
    line = passage.first_line + document.text.count("\n", passage.start, first)
    return Quote(
        document=document.key,
        title=document.title,
        quote=document.text[first:last],
        start=first,
        end=last,
        first_line=line,
        last_line=line + document.text.count("\n", first, last),
        headings=passage.headings,
        page=passage.page,
        time=document.time,
        head=_head_of(document.text, first),
    )


def _head_of(text: str, start: int) -> str:
    """The first line of the table in which a row begins; empty for what is no row below one."""
    if not text.startswith("|", start):
        return ""
    above = text[:start].rpartition("\n\n")[2].splitlines()
    rows = list(takewhile(lambda line: line.lstrip().startswith("|"), reversed(above)))
    return rows[-1].strip() if rows else ""
