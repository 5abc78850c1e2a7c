"""Answers from the text of provisions: the sentences that say most about a question, word for word.

For questions that ask for no relation between instruments: who is eligible, how to apply, what one must do.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from fingerpost.core.answer import Status
from fingerpost.core.limits import Limits
from fingerpost.engine import AskContext, DomainReading, DomainRefusal
from fingerpost.plans import Column, Comparison, Match, NodePattern, Pattern, Plan, Ref, Stage, Test, Value
from fingerpost.retrieval import Extract, PassageIndex, Retriever, StaticEmbedder, extracted, ranker_for
from fingerpost.stores import Result

INTENTS: Final = frozenset(("eligibility", "procedure", "compliance", "interpretation", "definition"))
"""The intents that passages answer."""
_SECTION: Final = "Section"
_COLUMNS: Final = ("identifier", "documentId", "document", "label", "heading", "text", "language")
_ANY_NUMBER: Final = Limits(rows=1_000_000)
_POOL: Final = 100
"""The number of sections, by full text, whose sentences are compared with the question."""
_READ: Final = 5
_NEAREST: Final = 3
_TRUST: Final = 0.75
"""What full coverage of the question's words is worth as confidence: a sentence with all of them may say another thing,
so that a quotation is never given as sure (0.8)."""


@dataclass(frozen=True, slots=True)
class _Section:
    identifier: str
    document_id: str
    document: str
    label: str
    heading: str
    text: str
    language: str

    @property
    def name(self) -> str:
        return f"section {self.label} of the {self.document}"


class Passages:
    """The sections of one corpus, searched by full text, sentence vectors and learned ranking. Thread-safe."""

    def __init__(self, context: AskContext, current: Callable[[Sequence[str]], str]) -> None:
        """Read the sections of the graph. `current` says to which date the texts of some instruments are current.

        Raises:
            StoreError: the graph cannot be read.
        """
        node = NodePattern(name="section", label=_SECTION)
        columns = tuple(Column(name=name, operand=Ref(name="section", property=name)) for name in _COLUMNS)
        plan = Plan(branches=((Stage(matches=(Match(pattern=Pattern(nodes=(node,))),), columns=columns),),))
        rows = context.run(plan, _ANY_NUMBER).rows
        self._sections = [_Section(*(str(cell) if cell is not None else "" for cell in row)) for row in rows]
        self._current = current
        self._lock = threading.Lock()
        self._words = sqlite3.connect(":memory:", check_same_thread=False)
        self._words.execute(
            "CREATE VIRTUAL TABLE words USING fts5(title, text, tokenize='porter unicode61 remove_diacritics 2')"
        )
        self._words.executemany(
            "INSERT INTO words (rowid, title, text) VALUES (?, ?, ?)",
            ((n, f"{one.document} {one.heading}", one.text) for n, one in enumerate(self._sections)),
        )

    def read(
        self, question: str, intent: str, documents: Sequence[str], language: str
    ) -> DomainReading | DomainRefusal | None:
        """The sentences that answer, as a plan for their sections; a refusal that names the nearest sections.

        `documents` are the ids of the instruments that the question names; none means all. None if no section has
        any of the question's words.

        Raises:
            MissingExtra: the extra `documents` is not installed.
        """
        pool = self._pool(question, documents, language) or self._pool(question, (), language)
        if not pool:
            return None
        titled = ((". ".join(filter(None, (one.document, one.heading))), one.text) for one in pool)
        index = PassageIndex(titled, StaticEmbedder())
        try:
            found = Retriever(index, ranker_for()).search(question, _READ)
            extract = extracted(found.asked, index, [hit.number for hit in found.hits])
        finally:
            index.close()
        nearest = [pool[hit.number] for hit in found.hits[:_NEAREST]]
        metadata: dict[str, Any] = {
            "intent": intent,
            "query_type": "passages",
            "entities": list(dict.fromkeys(one.document for one in nearest)),
            "latency_breakdown": found.latency,
        }
        if not extract.answers:
            said = "; ".join(one.name for one in nearest)
            text = f"No provision of this corpus says enough about what was asked. Nearest: {said}."
            return DomainRefusal(text, intent, extract.unknown, tuple(one.name for one in nearest), metadata)
        current = self._current([pool[one.passage].document_id for one in extract.sentences])
        plan, compose = _answer(extract, pool, metadata, current)
        return DomainReading(plan, intent, round(_TRUST * min(extract.covered, 1.0), 3), compose, metadata)

    def _pool(self, question: str, documents: Sequence[str], language: str) -> list[_Section]:
        """The sections that share most words with the question."""
        words = [word for word in "".join(c if c.isalnum() else " " for c in question).split() if len(word) > 1]
        wanted = " OR ".join(f'"{word}"' for word in words)
        if not wanted:
            return []
        found = "SELECT rowid FROM words WHERE words MATCH ? ORDER BY bm25(words, 1.0, 1.0), rowid"
        with self._lock:
            numbers = [number for (number,) in self._words.execute(found, (wanted,))]
        chosen = (self._sections[number] for number in numbers)
        kept = (
            one
            for one in chosen
            if one.language == language and (not documents or one.document_id in documents) and one.text.strip()
        )
        return [one for _, one in zip(range(_POOL), kept, strict=False)]


def _answer(
    extract: Extract, pool: Sequence[_Section], metadata: dict[str, Any], current: str
) -> tuple[Plan, Callable[[Result], tuple[str, Status]]]:
    """The plan for the sections of the sentences, and what quotes them from its rows."""
    quoted = [(pool[one.passage], one.start, one.end) for one in extract.sentences]
    identifiers = tuple(dict.fromkeys(section.identifier for section, _, _ in quoted))
    node = NodePattern(name="section", label=_SECTION)
    where = Test(
        left=Ref(name="section", property="identifier"), comparison=Comparison.IN, right=Value(parameter="sections")
    )
    column = Column(name=_SECTION, operand=Ref(name="section"))
    stage = Stage(matches=(Match(pattern=Pattern(nodes=(node,)), where=(where,)),), columns=(column,))
    metadata["quotes"] = [
        {
            "document": section.document,
            "provision": section.label,
            "start": start,
            "end": end,
            "quote": section.text[start:end],
        }
        for section, start, end in quoted
    ]

    def compose(result: Result) -> tuple[str, Status]:
        held = {str(row[0].properties.get("identifier")): row[0].properties for row in result.rows}
        lines = []
        for section, start, end in quoted:
            text = str(held.get(section.identifier, {}).get("text", ""))
            if text[start:end] == section.text[start:end]:
                lines.append(f"“{' '.join(text[start:end].split())}” ({section.name})")
        return "\n".join(filter(None, [*lines, current])), Status.ANSWERED if lines else Status.EMPTY

    return Plan(branches=((stage,),), parameters={"sections": identifiers}), compose
