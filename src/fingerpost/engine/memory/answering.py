"""Answers from passages: sentences of documents, each cited; or why there is none."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from fingerpost.core.answer import Answer, Citation, SourceRef, Status
from fingerpost.core.errors import QuestionError
from fingerpost.core.settings import Settings
from fingerpost.core.trace import Step, Trace
from fingerpost.engine.memory.library import Library, Quote
from fingerpost.plans import Plan

_NEAREST = 3
_RECEIPTS = 5
"""The number of sentences below an answer from the graph; its citations have all."""
_TRUST = {
    "likely": (0.8, "the documents state this only as likely"),
    "possible": (0.6, "the documents state this only as possible"),
    "conflicting": (0.5, "the documents contradict each other about this"),
}
"""What is left of the confidence in facts that are not plainly stated, and the note about it."""
_NOTE = "this is what the documents state in plain sentences; what they say in other words is not counted"


def answer_from(library: Library, question: str, settings: Settings) -> Answer[Plan]:
    """Answer a question with sentences of the documents.

    Raises:
        QuestionError: the question is empty or too long.
    """
    if not question.strip():
        raise QuestionError("the question is empty", code="question.empty")
    if len(question) > settings.question_limit:
        message = f"the question has {len(question):,} characters; at most {settings.question_limit:,} are read"
        raise QuestionError(message, code="question.too-long")
    started = time.perf_counter()
    extract, quotes, read, latency = library.answer(question)
    milliseconds = (time.perf_counter() - started) * 1000
    decided = f"{len(read)} passages read, {len(quotes)} sentences, {extract.covered:.0%} of the question covered"
    trace = Trace(steps=(Step(name="passages", milliseconds=milliseconds, decided=decided, details=dict(latency)),))
    metadata: dict[str, Any] = {
        "source_type": "passages",
        "latency_breakdown": latency,
        "sources_read": [f"{one.document} {one.position}" for one in read],
    }
    if not extract.answers:
        return Answer[Plan](
            question=question,
            status=Status.UNANSWERABLE,
            text=_refusal(extract.unknown, read),
            missing=extract.unknown,
            suggestions=tuple(dict.fromkeys(one.title or one.document for one in read[:_NEAREST])),
            confidence=0.0,
            metadata=metadata,
            trace=trace,
        )
    metadata["quotes"] = [asdict(quote) for quote in quotes]
    return Answer[Plan](
        question=question,
        status=Status.ANSWERED,
        text="\n".join(quote.quote for quote in quotes),
        columns=("sentence", "document", "start", "end"),
        rows=tuple((quote.quote, quote.document, quote.start, quote.end) for quote in quotes),
        citations=tuple(_citation(row, quote) for row, quote in enumerate(quotes)),
        citation_total=len(quotes),
        confidence=round(min(extract.covered, 1.0), 3),
        reading="sentences of the documents that say most about the question",
        metadata=metadata,
        trace=trace,
    )


def with_receipts(
    answer: Answer[Plan], receipts: Sequence[Quote], certainty: str, passages: Answer[Plan]
) -> Answer[Plan]:
    """An answer from the graph of facts, with the sentences that state them, then what the passages say beside."""
    trust, doubt = _TRUST.get(certainty, (1.0, ""))
    shown = list(map(_shown, receipts[:_RECEIPTS]))
    if len(receipts) > _RECEIPTS:
        shown.append(f"  and {len(receipts) - _RECEIPTS} more")
    stated = {one.quote for one in receipts}
    quoted = passages.metadata.get("quotes", []) if passages.status is Status.ANSWERED else []
    beside = [Quote(**one) for one in quoted if one["quote"] not in stated and not one["quote"].endswith("?")]
    also = ["Also in the documents:", *map(_shown, beside)] if beside else []
    quotes = [*receipts, *beside]
    return answer.model_copy(
        update={
            "text": "\n".join([answer.text, *shown, *also]),
            "citations": tuple(_citation(None, one) for one in quotes),
            "citation_total": len(quotes),
            "confidence": round(answer.confidence * trust, 4),
            "notes": (*answer.notes, *filter(None, [doubt]), _NOTE),
            "metadata": {
                **answer.metadata,
                "source_type": "graph",
                "certainty": certainty,
                "quotes": [asdict(one) for one in quotes],
                "latency_breakdown": passages.metadata.get("latency_breakdown", {}),
            },
        }
    )


def _shown(quote: Quote) -> str:
    return f"  “{quote.quote}” ({quote.document}, {quote.position})"


def _refusal(unknown: tuple[str, ...], read: list[Quote]) -> str:
    missing = ", ".join(f"“{name}”" for name in unknown)
    reason = f"they do not mention {missing}" if unknown else "no sentence says enough about what was asked"
    nearest = "; ".join(f"{one.title or one.document} ({one.document}, {one.position})" for one in read[:_NEAREST])
    return f"That is not in these documents: {reason}." + (f" Nearest: {nearest}." if nearest else "")


def _citation(row: int | None, quote: Quote) -> Citation:
    return Citation(
        element_id=f"{quote.document}:{quote.start}-{quote.end}",
        kind="passage",
        label="Passage",
        name=" › ".join(dict.fromkeys([quote.title, *quote.headings])) or None,
        source=SourceRef(file=quote.document, position=quote.position),
        row=row,
    )
