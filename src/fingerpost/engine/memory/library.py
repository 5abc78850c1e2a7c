"""The passages of a folder and their index, in the latest state."""

from __future__ import annotations

import threading
from dataclasses import dataclass

from fingerpost.retrieval import (
    Extract,
    Hit,
    PassageIndex,
    PassageStore,
    Retriever,
    StaticEmbedder,
    StoredDocument,
    StoredPassage,
    extracted,
    ranker_for,
)

SEARCHED = 5
"""Passages that an answer is taken from."""


@dataclass(frozen=True)
class Quote:
    """A sentence of a document, word for word: characters and lines of the document's text."""

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

    @property
    def position(self) -> str:
        """Where it stands: `line 3, characters 120-180`."""
        several = self.last_line > self.first_line
        lines = f"lines {self.first_line}-{self.last_line}" if several else f"line {self.first_line}"
        page = f"page {self.page}, " if self.page is not None else ""
        return f"{page}{lines}, characters {self.start}-{self.end}"


@dataclass(frozen=True)
class _State:
    """One state of the documents."""

    stamp: tuple[int, int]
    documents: dict[str, StoredDocument]
    passages: list[StoredPassage]
    retriever: Retriever


class Library:
    """Searches the passages of a store. Thread-safe; the index follows what is written."""

    def __init__(self, store: PassageStore) -> None:
        self.store = store
        self._lock = threading.Lock()
        self._state: _State | None = None

    def _current(self) -> _State:
        with self._lock:
            stamp = self.store.stamp
            if self._state is None or self._state.stamp != stamp:
                if self._state is not None:
                    self._state.retriever.index.close()
                documents = {one.key: one for one in self.store.documents()}
                passages = [one for one in self.store.passages() if one.document in documents]
                texts = ((_title(documents[p.document], p), _text(documents, p)) for p in passages)
                index = PassageIndex(texts, StaticEmbedder())
                self._state = _State(stamp, documents, passages, Retriever(index, ranker_for()))
            return self._state

    def search(self, question: str, count: int) -> list[tuple[Quote, Hit]]:
        """The passages that a question needs, best first."""
        state = self._current()
        found = state.retriever.search(question, count)
        quoted = []
        for hit in found.hits:
            passage = state.passages[hit.number]
            quoted.append((_quote(state, passage, 0, passage.stop - passage.start), hit))
        return quoted

    def answer(self, question: str) -> tuple[Extract, list[Quote], list[Quote], dict[str, float]]:
        """The sentences that answer a question, the passages that were read, and milliseconds of each stage."""
        state = self._current()
        found = state.retriever.search(question, SEARCHED)
        numbers = [hit.number for hit in found.hits]
        extract = extracted(found.asked, state.retriever.index, numbers)
        quotes = [_quote(state, state.passages[s.passage], s.start, s.end) for s in extract.sentences]
        passages = [state.passages[number] for number in numbers]
        return extract, quotes, [_quote(state, p, 0, p.stop - p.start) for p in passages], found.latency

    def quote(self, document: str, start: int, end: int) -> Quote | None:
        """Characters of a document as a quote; None if they are in no passage any more."""
        state = self._current()
        for passage in state.passages:
            if passage.document == document and passage.start <= start and end <= passage.stop:
                return _quote(state, passage, start - passage.start, end - passage.start)
        return None

    @property
    def size(self) -> int:
        """The number of passages."""
        return len(self._current().passages)


def _title(document: StoredDocument, passage: StoredPassage) -> str:
    """What stands above a passage: the title of its document and its headings, each once."""
    above = [heading for heading in passage.headings if heading != document.title]
    return ". ".join(filter(None, [document.title, *above]))


def _text(documents: dict[str, StoredDocument], passage: StoredPassage) -> str:
    return documents[passage.document].text[passage.start : passage.stop]


def _quote(state: _State, passage: StoredPassage, start: int, end: int) -> Quote:
    """Characters `start` to `end` of a passage as a quote."""
    document = state.documents[passage.document]
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
    )
