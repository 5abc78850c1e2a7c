"""Answers from the text of provisions: the sentences that say most about a question, word for word.

For questions that ask for no relation between instruments: who is eligible, how to apply, what one must do.
"""

from __future__ import annotations

import datetime as dt
import shutil
import tempfile
import threading
import time
import weakref
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from fingerpost.core.answer import Citation, SourceRef, Status
from fingerpost.core.errors import MissingExtra
from fingerpost.core.limits import Limits
from fingerpost.domains.regulations.questions.content import Topic, in_law_words, searched
from fingerpost.domains.regulations.questions.intents import Signs
from fingerpost.domains.regulations.questions.ranking import Found, Words, score, words_of
from fingerpost.domains.regulations.questions.sources import current_to, iso
from fingerpost.domains.regulations.sections import FOLDER, LABELS, entries
from fingerpost.engine import AskContext, DomainReading, DomainRefusal, Evidence
from fingerpost.plans import Column, Comparison, Match, NodePattern, Pattern, Plan, Ref, Stage, Test, Value
from fingerpost.retrieval import (
    Asked,
    Candidate,
    DiskIndex,
    Embedder,
    Entry,
    Extract,
    PassageIndex,
    StaticEmbedder,
    asked,
    build,
    extracted,
    needed_of,
    stems,
    unknown_weight,
    weights_for,
)
from fingerpost.stores import Result

INTENTS: Final = frozenset(("eligibility", "procedure", "compliance", "interpretation", "definition"))
"""The intents that passages answer."""

_WORDS_ALONE: Final = "the text was searched by words only: other wordings may be missed"
_LATER: Final = "; load again to have it searched by meaning too"
_INSTALL: Final = '; install "fingerpost[laws]" to search by meaning too'
_COLUMNS: Final = ("identifier", "documentId", "document", "label", "heading", "text", "start", "repealed")
_ANY_NUMBER: Final = Limits(rows=1_000_000)
_AT_ONCE: Final = 100
"""Instruments whose provisions are read at once."""

_POOL: Final = 32
"""The number of passages that are compared with the question."""
_QUOTED: Final = 3
"""Passages that a sentence is quoted from, at most."""
_ALWAYS: Final = 2
"""Those of them that are quoted wherever one says enough: the second is often the one."""
_READ: Final = 5
"""The number of passages that sentences are chosen from."""
_NEAREST: Final = 3
_FAR_WITHIN, _FAR = 0.25, 0.4
"""How near the best passage must be to the question in meaning; less in a law that is asked about."""
_NEAR_WITHIN, _NEAR = 0.45, 0.55
"""How near it is where fewer of the question's words are enough: people tell a case in other words than the law."""
_LEAST_WITHIN, _LEAST = 0.3, 0.4
"""The share of these words."""
_WHOLE: Final = 0.8
"""The share of the words that is enough however far a passage is in meaning."""
_TRUST: Final = 0.75
"""What full coverage of the question's words is worth as confidence: a sentence with all of them may say another thing,
so that a quotation is never given as sure (0.8)."""

_NO_TOPIC: Final = Topic()
_NO_SIGNS: Final = Signs()


@dataclass(frozen=True, slots=True)
class _Passage:
    """Characters `first` on of a provision's text; `start` is where that text begins in the document's.

    `headings` are those of its section and its own; `near` is how near it is to the question in meaning.
    """

    identifier: str
    document_id: str
    document: str
    label: str
    headings: str
    text: str
    first: int
    start: int
    near: float

    @property
    def title(self) -> str:
        """What stands above it."""
        return ". ".join(filter(None, (self.document, self.headings)))

    @property
    def section(self) -> str:
        """The identifier of the section that it is part of."""
        return self.identifier.partition("(")[0]

    @property
    def name(self) -> str:
        return f"section {self.label} of the {self.document}"


class Passages:
    """The provisions of one corpus, searched by full text, vectors and learned ranking. Thread-safe.

    Without what makes vectors (the libraries of the extra `laws`) they are searched by full text alone.
    """

    def __init__(
        self,
        context: AskContext,
        documents: Callable[[], Sequence[str]],
        dates: Callable[[], Mapping[str, dt.date]],
        file: Callable[[str], str | None],
    ) -> None:
        """`documents` gives the identifiers of what was loaded; `dates` up to when their texts are consolidated.

        `file` gives the name of a document's file.
        """
        self._context = context
        self._documents = documents
        self._dates = dates
        self._file = file
        self._lock = threading.Lock()
        self._opened: DiskIndex | None = None

    @property
    def index(self) -> DiskIndex:
        """The index of the provisions: that of the knowledge base, which is made if there is none.

        Raises:
            StoreError: the graph cannot be read.
        """
        with self._lock:
            if self._opened is None:
                self._opened = DiskIndex(self._built(self._embedder), self._embedder)
            return self._opened

    @cached_property
    def _embedder(self) -> Embedder | None:
        try:
            return StaticEmbedder()
        except MissingExtra:
            return None

    @property
    def notes(self) -> tuple[str, ...]:
        """What an answer says about how the text was searched."""
        if self.index.has_vectors:
            return ()
        return (_WORDS_ALONE + (_LATER if self._embedder is not None else _INSTALL),)

    def _built(self, embedder: Embedder | None) -> Path:
        """The folder of the index. Where the knowledge base cannot be written, it is a temporary one."""
        kept = self._context.folder / FOLDER if self._context.folder is not None else None
        if kept is not None and kept.is_dir():
            return kept
        try:
            place = Path(tempfile.mkdtemp(prefix=f".{FOLDER}-", dir=kept.parent if kept is not None else None))
        except OSError:
            kept, place = None, Path(tempfile.mkdtemp(prefix="fingerpost-"))
        try:
            build(place, self._entries(), embedder)
            if kept is None:
                weakref.finalize(self, shutil.rmtree, place, ignore_errors=True)
                return place
            try:
                place.rename(kept)
            except OSError:  # another process was faster
                shutil.rmtree(place, ignore_errors=True)
            return kept
        except BaseException:
            shutil.rmtree(place, ignore_errors=True)
            raise

    def _entries(self) -> Iterator[Entry]:
        documents = self._documents()
        for at in range(0, len(documents), _AT_ONCE):
            yield from entries(self._provisions("documentId", documents[at : at + _AT_ONCE]))

    def _provisions(self, key: str, values: Sequence[str]) -> list[dict[str, Any]]:
        """Sections and subsections whose property has one of some values."""
        branches = []
        for label in LABELS:
            about = self._context.schema.label_by_name.get(label)
            if about is None:
                continue
            columns = tuple(
                Column(
                    name=name,
                    operand=Ref(name="part", property=name) if name in about.by_name else Value(parameter="none"),
                )
                for name in _COLUMNS
            )
            branches.append((_of_parts(label, key, columns),))
        parameters = {"values": tuple(values), "none": None}
        plan = Plan(branches=tuple(branches), union_all=len(branches) > 1, parameters=parameters)
        rows = self._context.run(plan, _ANY_NUMBER).rows
        return [
            {name: "" if cell is None and name != "start" else cell for name, cell in zip(_COLUMNS, row, strict=True)}
            for row in rows
        ]

    def read(
        self,
        question: str,
        intent: str,
        documents: Sequence[str],
        language: str,
        *,
        signs: Signs = _NO_SIGNS,
        topic: Topic = _NO_TOPIC,
    ) -> DomainReading | DomainRefusal | None:
        """The sentences that answer, as a plan for their provisions; a refusal that names the nearest provisions.

        `documents` are the ids of the instruments that the question names; none means all. `topic` are those that it
        is about without naming them: they are searched first. None if no provision has any of the question's words.
        """
        started = time.perf_counter()
        whole = self.index
        without = ":fr" if language == "en" else ""
        words = searched(question, signs)
        found = whole.candidates(words, _POOL, documents, without) or whole.candidates(words, _POOL, (), without)
        if topic.documents:
            inside = whole.candidates(searched(topic.rest, signs), _POOL, topic.documents, without)
            found = list(dict.fromkeys([*inside[: _POOL // 2], *found[: _POOL // 2]]))
        pool = self._fetched(found)
        if not pool:
            return None
        looked = time.perf_counter()
        in_law = f"{question} {in_law_words(question)}"
        weights, unknown = weights_for(in_law, whole), unknown_weight(whole)
        wanted = words_of(question)
        pool = self._best(pool, wanted, words_of(topic.rest), signs, topic, weights, unknown)
        index = PassageIndex(((one.title, one.text) for one in pool), self._embedder, weights=weights)
        index.unknown_weight = unknown
        try:
            within = bool(documents or topic.documents)
            by_meaning = whole.has_vectors and intent != "search"  # "which section deals with fees": the word is enough
            extract, enough = _chosen(asked(in_law, index), wanted, index, pool, within=within, by_meaning=by_meaning)
        finally:
            index.close()
        ended = time.perf_counter()
        nearest = pool[:_NEAREST]
        metadata: dict[str, Any] = {
            "intent": intent,
            "relationship_type": None,
            "query_type": "passages",
            "entities": list(dict.fromkeys(one.document for one in nearest)),
            "latency_breakdown": {
                "passage_search_ms": round((looked - started) * 1000, 3),
                "sentence_choice_ms": round((ended - looked) * 1000, 3),
            },
        }
        if not enough:
            said = "; ".join(one.name for one in nearest)
            text = f"No provision of this corpus says enough about what was asked. Nearest: {said}."
            text = "\n".join((text, *(f"{note[0].upper()}{note[1:]}." for note in self.notes)))
            return DomainRefusal(text, intent, extract.unknown, tuple(one.name for one in nearest), metadata)
        current = current_to(self._dates(), [pool[one.passage].document_id for one in extract.sentences])
        return self._answer(extract, pool, metadata, current, round(_TRUST * min(extract.covered, 1.0), 3))

    @staticmethod
    def _best(
        pool: Sequence[_Passage], question: Words, rest: Words, signs: Signs, topic: Topic,
        weights: Mapping[str, float], unknown: float,
    ) -> list[_Passage]:  # fmt: skip
        """The passages to read, best first: by the search, and by how well they say what is asked."""
        scores = []
        for rank, one in enumerate(pool):
            inside = one.document_id in topic.documents
            main = one.label == one.section.partition("#")[2] or one.label.endswith("(1)")
            found = Found(rank, one.near, inside, one.document, one.headings, one.text, main)
            words = rest if inside and rest.asked else question
            scores.append(score(found, words, signs, weights, unknown))
        order = sorted(range(len(pool)), key=lambda rank: (-scores[rank], rank))
        return [pool[rank] for rank in order[:_READ]]

    def _fetched(self, found: Sequence[Candidate]) -> list[_Passage]:
        """The passages that were found, with their texts from the graph."""
        keys = {one.key for one in found}
        keys |= {key.partition("(")[0] for key in keys}
        rows = {one["identifier"]: one for one in (self._provisions("identifier", sorted(keys)) if found else ())}
        passages = []
        for one in found:
            row, section = rows.get(one.key), rows.get(one.key.partition("(")[0])
            if row is not None:
                above = section["heading"] if section is not None else ""
                passages.append(
                    _Passage(
                        identifier=row["identifier"],
                        document_id=row["documentId"],
                        document=row["document"],
                        label=row["label"],
                        headings=". ".join(dict.fromkeys(filter(None, (above, row["heading"])))),
                        text=row["text"][one.start : one.stop],
                        first=one.start,
                        start=row["start"] or 0,
                        near=one.near,
                    )
                )
        return passages

    def _answer(
        self, extract: Extract, pool: Sequence[_Passage], metadata: dict[str, Any], current: str, confidence: float
    ) -> DomainReading:
        """The plan for the provisions of the sentences, what quotes them from its rows, and their citations."""
        quoted = [(pool[one.passage], one.start, one.end) for one in extract.sentences]
        identifiers = tuple(dict.fromkeys(passage.identifier for passage, _, _ in quoted))
        labels = [label for label in LABELS if label in self._context.schema.label_by_name]
        column = (Column(name="provision", operand=Ref(name="part")),)
        branches = tuple((_of_parts(label, "identifier", column),) for label in labels)
        plan = Plan(branches=branches, union_all=len(branches) > 1, parameters={"values": identifiers})
        dates = self._dates()
        sources = [
            {
                "document": passage.document,
                "document_id": passage.document_id,
                "provision": passage.label,
                "start": passage.start + passage.first + start,
                "end": passage.start + passage.first + end,
                "snippet": passage.text[start:end],
                "file": self._file(passage.document_id),
                "current_to": iso(dates.get(passage.document_id)),
            }
            for passage, start, end in quoted
        ]
        metadata["sources"] = sources
        metadata["quotes"] = [
            {
                "document": passage.document,
                "title": passage.name,
                "provision": passage.label,
                "start": passage.first + start,
                "end": passage.first + end,
                "quote": passage.text[start:end],
            }
            for passage, start, end in quoted
        ]

        def compose(result: Result) -> tuple[str, Status]:
            held = {str(row[0].properties.get("identifier")): row[0].properties for row in result.rows}
            lines = []
            for passage, start, end in quoted:
                text = str(held.get(passage.identifier, {}).get("text", ""))[passage.first :]
                if text[start:end] == passage.text[start:end]:
                    lines.append(f"“{' '.join(text[start:end].split())}” ({passage.name})")
            return "\n".join(filter(None, [*lines, current])), Status.ANSWERED if lines else Status.EMPTY

        def cite(result: Result) -> tuple[tuple[Citation, ...], int]:
            order = [str(row[0].properties.get("identifier")) for row in result.rows]
            cited = [
                _cited(passage, source, order.index(passage.identifier))
                for (passage, _, _), source in zip(quoted, sources, strict=True)
                if passage.identifier in order
            ]
            return tuple(cited), len(cited)

        evidence = tuple(Evidence(passage.name, passage.text) for passage, _, _ in quoted)
        return DomainReading(
            plan, str(metadata["intent"]), confidence, compose, metadata, self.notes, cite,
            remark=lambda *_: current, evidence=evidence,
        )  # fmt: skip


def _chosen(
    read_: Asked, words: Words, index: PassageIndex, pool: Sequence[_Passage], *, within: bool, by_meaning: bool
) -> tuple[Extract, bool]:
    """The sentence that says most in each of the best sections, if one of them says enough; else of all together.

    And whether they say enough: `within` the law that is asked about, less is. Where nothing `near` is in vectors, the
    words that are there say something else.
    """
    needed = replace(words, asked=tuple(needed_of(read_, frozenset(words.asked))))
    near = pool[0].near

    def says(one: Extract) -> bool:
        if not by_meaning or one.unknown or one.contrary is not None or not one.sentences:
            return one.answers
        if one.answers:
            return near >= (_FAR_WITHIN if within else _FAR) or (within and one.covered >= _WHOLE)
        return near >= (_NEAR_WITHIN if within else _NEAR) and one.covered >= (_LEAST_WITHIN if within else _LEAST)

    def measured(one: Extract, *, whole: bool = False) -> Extract:
        passages = [pool[each.passage] for each in one.sentences]
        said = [
            passage.text if whole else passage.text[each.start : each.end]
            for passage, each in zip(passages, one.sentences, strict=True)
        ]
        held = frozenset(stems("\n".join((*(passage.title for passage in passages), *said))))
        return replace(one, covered=max(one.covered, needed.covered(held, index.weights, index.unknown_weight)))

    first = {one.section: number for number, one in reversed(list(enumerate(pool)))}
    numbers = sorted(first.values())[:_QUOTED]
    each = [measured(extracted(read_, index, [number])) for number in numbers]
    each[0] = each[0] if each[0].answers else measured(each[0], whole=True)
    if not any(says(one) for one in each):
        every = measured(extracted(read_, index, range(len(pool))))
        return every, says(every)
    best = max(each, key=lambda one: (one.answers, one.covered))
    quoted = [one for place, one in enumerate(each) if one.sentences and (one.answers or place < _ALWAYS)]
    return replace(best, sentences=tuple(one.sentences[0] for one in quoted)), True


def _cited(passage: _Passage, source: dict[str, Any], row: int) -> Citation:
    """The citation of one sentence."""
    position = f"characters {source['start']}-{source['end']}"
    return Citation(
        element_id=passage.identifier,
        label="Provision",
        name=f"{passage.document}, section {passage.label}",
        source=SourceRef(file=source["file"], position=position) if source["file"] is not None else None,
        row=row,
    )


def _of_parts(label: str, key: str, columns: tuple[Column, ...]) -> Stage:
    """The provisions of a label whose property `key` is one of the parameter `values`."""
    where = Test(left=Ref(name="part", property=key), comparison=Comparison.IN, right=Value(parameter="values"))
    pattern = Pattern(nodes=(NodePattern(name="part", label=label),))
    return Stage(matches=(Match(pattern=pattern, where=(where,)),), columns=columns)
