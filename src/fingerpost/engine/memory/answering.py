"""Answers from passages: sentences of documents, each cited; or why there is none."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from typing import Any

from fingerpost.core.answer import Answer, Citation, SourceRef, Status
from fingerpost.core.errors import QuestionError
from fingerpost.core.names import NO_TEXT, is_text
from fingerpost.core.settings import Settings
from fingerpost.core.trace import Step, Trace
from fingerpost.engine.memory.chains import Chain
from fingerpost.engine.memory.library import Library, Quote, Reading
from fingerpost.plans import Plan
from fingerpost.retrieval import asks_number, change, lacks_subject

_NEAREST = 3
_RECEIPTS = 5
"""The number of sentences below an answer from the graph; its citations have all."""
_CHAINED = 0.8
"""The confidence in what a chain of two relationships reaches, before their certainty."""
_CHANGED = 0.9
"""What is left of the confidence in what a later sentence says to have changed."""
_TRUST = {
    "likely": (0.8, "the documents state this only as likely"),
    "possible": (0.6, "the documents state this only as possible"),
    "conflicting": (0.5, "the documents contradict each other about this"),
}
"""What is left of the confidence in facts that are not plainly stated, and the note about it."""
_DIFFER = "the documents disagree about this: the first two sentences have different {}"
_WHO = re.compile(r"\s*who(?:m|se)?\b", re.IGNORECASE)
_NOBODY = 0.6, "the documents do not give a name"
_JOINT = re.compile(
    r"(?:[,;]\s*(?:and\s+)?(?:also\s+)?|\s+and\s+(?:also\s+)?|\?\s+(?:and\s+)?(?:also\s+)?)"
    r"(?=(?:show|list|give|find|tell|count|which|who|what|when|where|how)\b)",
    re.IGNORECASE,
)
"""What joins two requests: the second begins with a word that begins a request."""
_RELATIVE = re.compile(r"[,;]\s*(?:which|who|what|when|where)\b", re.IGNORECASE)
_REQUEST = re.compile(
    r"\W*(?:show|list|give|find|tell|count|which|who|whose|what|when|where|how|is|are|was|were|do|does|did|has|have|can|in|"
    r"on|at|for|from|to|of|by|with)\b",
    re.IGNORECASE,
)
"""How a request begins: what does not may be a statement, behind which "who" or "which" goes on about it."""
_CONDITION = re.compile(
    r"\W*(?:if|whenever|after|before|since|because|although|once|as|in case|suppose|"
    r"when (?!(?:is|are|was|were|do|does|did|will|has|have|had|can|should)\b))",
    re.IGNORECASE,
)
"""How what is only a clause of a question begins."""
_REFERS = re.compile(
    r"\b(?:it|its|they|them|their|he|his|she|her|that|this|those|these|(?<!are )(?<!is )there)\b", re.IGNORECASE
)
_LEAST_WORDS = 3
_LIKELY = "no sentence says this in the words of the question: these come nearest in meaning, and may not answer it"
_NOTE = "only what the documents state plainly is counted"


def require_question(question: str, settings: Settings) -> None:
    """Refuse a question that is empty, too long, or no text.

    Raises:
        QuestionError: `question.empty`, `question.too-long`, `question.invalid`.
    """
    if not question.strip():
        raise QuestionError("the question is empty", code="question.empty")
    if len(question) > settings.question_limit:
        message = f"the question has {len(question):,} characters; at most {settings.question_limit:,} are read"
        raise QuestionError(message, code="question.too-long")
    if not is_text(question):
        raise QuestionError(NO_TEXT)


def answer_from(
    library: Library,
    question: str,
    settings: Settings,
    collections: Sequence[str] = (),
    worded: Callable[[str, Answer[Plan], Sequence[Quote]], Answer[Plan]] | None = None,
) -> Answer[Plan]:
    """Answer a question with sentences of the documents, of these collections only if any are given.

    `worded` may word the answer, given the passages that were read; it is not asked where documents do not know a name.

    Raises:
        QuestionError: the question is empty or too long; `collection.unknown`.
    """
    require_question(question, settings)
    started = time.perf_counter()
    reading = library.answer(question, collections)
    extract, quotes, read, latency = reading.extract, reading.quotes, reading.passages, reading.latency
    milliseconds = (time.perf_counter() - started) * 1000
    decided = f"{len(read)} passages read, {len(quotes)} sentences, {extract.covered:.0%} of the question covered"
    trace = Trace(steps=(Step(name="passages", milliseconds=milliseconds, decided=decided, details=dict(latency)),))
    metadata: dict[str, Any] = {
        "source_type": "passages",
        "latency_breakdown": latency,
        "collections": list(collections),
        "sources_read": [f"{one.document} {one.position}" for one in read],
    }
    differing = _differing(question) if reading.differs and extract.answers else ""
    likely = _LIKELY if extract.likely else ""
    notes = tuple(filter(None, (reading.note, likely, *_times(reading), differing)))
    if not extract.answers:
        refused = Answer[Plan](
            question=question,
            status=Status.UNANSWERABLE,
            text=refusal(extract.unknown, read, reading.contrary),
            missing=extract.unknown,
            suggestions=tuple(dict.fromkeys(one.title or one.document for one in read[:_NEAREST])),
            confidence=0.0,
            notes=notes,
            metadata=metadata,
            trace=trace,
        )
        return worded(question, refused, read) if worded is not None and read and not extract.unknown else refused
    metadata["quotes"] = [asdict(quote) for quote in quotes]
    metadata["changes"] = reading.changes
    metadata["best_sentence"] = {"covered": round(extract.first[0], 3), "words": extract.first[1]}
    metadata["best_passage"] = round(reading.score, 4)
    metadata["nearest"] = extract.likely > 0
    answer = Answer[Plan](
        question=question,
        status=Status.ANSWERED,
        text="\n".join([*_subject(question, quotes[0]), *_lines(quotes)]),
        columns=("sentence", "document", "start", "end"),
        rows=tuple((quote.quote, quote.document, quote.start, quote.end) for quote in quotes),
        citations=tuple(citation_of(row, quote) for row, quote in enumerate(quotes)),
        citation_total=len(quotes),
        confidence=round(extract.likely or min(extract.covered, extract.sure, 1.0) * _trust(reading), 3),
        reading="sentences of the documents that say most about the question",
        notes=notes,
        metadata=metadata,
        trace=trace,
    )
    return worded(question, answer, read) if worded is not None else answer


def _subject(question: str, quote: Quote) -> list[str]:
    """What a sentence without a subject is about, if a question asks for it: what stands above it."""
    above = quote.headings[-1] if quote.headings else quote.title
    return [above] if above and lacks_subject(quote.quote, question) else []


def _lines(quotes: Sequence[Quote]) -> Iterator[str]:
    """The sentences of an answer; above rows of a table, the names of its columns."""
    head = ""
    for quote in quotes:
        if quote.head and quote.head != head:
            yield quote.head
        head = quote.head
        yield quote.quote


def _differing(question: str) -> str:
    """The note on two sentences that answer differently."""
    return _DIFFER.format("numbers" if asks_number(question) else "names")


def _trust(reading: Reading) -> float:
    """The confidence that remains when another sentence says something else."""
    return _CHANGED if reading.changes else _TRUST["conflicting"][0] if reading.differs else 1.0


def _times(reading: Reading) -> Iterator[str]:
    """When the sentences of an answer were said, if known, and what was said of the same at other times."""
    if not reading.extract.answers or not reading.quotes or reading.quotes[0].time is None:
        return
    for quote in reading.quotes[:1]:
        yield f"said {_by(quote)}{_dated(quote)}"
    for quote in reading.others:
        order = "later" if (quote.time or "") > (reading.quotes[0].time or "") else "earlier"
        yield f"{order}, {_by(quote)}: “{quote.quote}”{_dated(quote)}"


def _by(quote: Quote) -> str:
    by = f"by {quote.speaker} " if quote.speaker else ""
    day = (quote.time or "")[:10]
    return f"{by}{'on' if '-' in day else 'in'} {day}"


def _dated(quote: Quote) -> str:
    """The day that a sentence names in words such as "yesterday"."""
    if quote.date is None or quote.date in quote.quote:
        return ""
    return f" (it names {quote.date})"


def chained_answer(question: str, found: Chain, receipts: Sequence[Quote]) -> Answer[Plan]:
    """An answer that two relationships lead to."""
    names = found.names
    listed = f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else names[0]
    return Answer[Plan](
        question=question,
        status=Status.ANSWERED,
        text=f"{listed}.",
        columns=("name",),
        rows=tuple((name,) for name in names),
        citation_total=len(receipts),
        confidence=_CHAINED,
        reading=found.reading,
        metadata={"path": [{k: link[k] for k in ("source", "relationship", "target")} for link in found.links]},
        trace=Trace(steps=(Step(name="chain", milliseconds=0.0, decided=found.reading),)),
    )


def is_outdated(receipts: Sequence[Quote], passages: Answer[Plan]) -> bool:
    """Whether passages say that something changed after the last of the sentences that state a fact was said."""
    quotes = _said(passages)
    if not quotes or not quotes[0]["time"]:
        return False
    times = [quote.time for quote in receipts]
    return all(times) and quotes[0]["time"] > max(filter(None, times)) and change(quotes[0]["quote"]) > 0


def _said(passages: Answer[Plan]) -> list[dict[str, Any]]:
    """The sentences of an answer from passages that say what is asked, as `Quote` has them; none that are only near."""
    if passages.status is not Status.ANSWERED or passages.metadata.get("nearest"):
        return []
    found: list[dict[str, Any]] = passages.metadata.get("quotes", [])
    return found


def with_receipts(
    answer: Answer[Plan], receipts: Sequence[Quote], certainty: str, passages: Answer[Plan]
) -> Answer[Plan]:
    """An answer from the graph of facts, with the sentences that state them, then what the passages say beside."""
    trust, doubt = _TRUST.get(certainty, (1.0, ""))
    if not doubt and _WHO.match(answer.question) and answer.text == answer.text.lower():
        trust, doubt = _NOBODY
    lines = list(map(shown, receipts[:_RECEIPTS]))
    if len(receipts) > _RECEIPTS:
        lines.append(f"  and {len(receipts) - _RECEIPTS} more")
    said = [Quote(**one) for one in _said(passages) if not one["quote"].endswith("?")]
    beside = [one for one in said if not any(_within(one, other) for other in receipts)]
    also = ["Also in the documents:", *map(shown, beside)] if beside else []
    quotes = [*receipts, *beside]
    return answer.model_copy(
        update={
            "text": "\n".join([answer.text, *lines, *also]),
            "citations": tuple(citation_of(None, one) for one in quotes),
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


def with_rows_of_tables(answer: Answer[Plan], rows: Sequence[Quote], passages: Answer[Plan]) -> Answer[Plan]:
    """An answer from the tables in documents, with the rows that it rests on."""
    lines = list(map(shown, rows[:_RECEIPTS]))
    if len(rows) > _RECEIPTS:
        lines.append(f"  and {len(rows) - _RECEIPTS} more")
    metadata = {
        "source_type": "table",
        "collections": passages.metadata.get("collections", []),
        "sources_read": passages.metadata.get("sources_read", []),
        "latency_breakdown": passages.metadata.get("latency_breakdown", {}),
        "quotes": [asdict(one) for one in rows],
    }
    return answer.model_copy(
        update={
            "plan": None,  # it is none of the graph that others ask
            "query": None,
            "text": "\n".join([answer.text, *lines]),
            "citations": tuple(citation_of(None, one) for one in rows),
            "citation_total": max(answer.citation_total or 0, len(rows)),
            "metadata": metadata,
        }
    )


def _within(one: Quote, other: Quote) -> bool:
    return one.quote == other.quote or (
        one.document == other.document and other.start <= one.start and one.end <= other.end
    )


def shown(quote: Quote) -> str:
    """A quote and its place, as a line of an answer."""
    return f"  “{quote.quote}” ({quote.document}, {quote.position})"


def refusal(unknown: tuple[str, ...], read: list[Quote], contrary: Quote | None) -> str:
    """Why there is no answer: unknown names, a sentence that says the opposite, or the nearest documents."""
    missing = ", ".join(f"“{name}”" for name in unknown)
    reason = f"they do not mention {missing}" if unknown else "no sentence says enough about what was asked"
    if contrary is not None and not unknown:
        return f"That is not in these documents. What they say of it, which is no answer:\n{shown(contrary)}"
    nearest = "; ".join(f"{one.title or one.document} ({one.document}, {one.position})" for one in read[:_NEAREST])
    return f"That is not in these documents: {reason}." + (f" Nearest: {nearest}." if nearest else "")


def citation_of(row: int | None, quote: Quote) -> Citation:
    """A quote as the citation of a row, or of the whole answer."""
    return Citation(
        element_id=f"{quote.document}:{quote.start}-{quote.end}",
        kind="passage",
        label="Passage",
        name=" › ".join(dict.fromkeys([quote.title, *quote.headings])) or None,
        source=SourceRef(file=quote.document, position=quote.position),
        row=row,
    )


def split(question: str, *, referring: bool = False) -> tuple[str, ...]:
    """The two requests of a question such as "fire rules for the beams, and show me all beams"; else the question.

    The second must stand for itself, unless it may be `referring`: one that says "it" or "they" speaks of the first.
    """
    match = _JOINT.search(question)
    if match is None:
        return (question,)
    first, second = question[: match.start()].strip(" ,;"), question[match.end() :].strip()
    if _RELATIVE.match(question, match.start()) and not _REQUEST.match(first):
        return (question,)  # "This is Ann Lee, who wrote which book?"
    if _CONDITION.match(first):
        return (question,)  # "If the pump fails, who is to be called?"
    if min(len(first.split()), len(second.split())) < _LEAST_WORDS or (not referring and _REFERS.search(second)):
        return (question,)
    return first, second


def together(question: str, parts: Sequence[tuple[str, Answer[Plan]]]) -> Answer[Plan]:
    """The answers to the requests of a question, each below its heading."""
    answered = [answer for _, answer in parts if answer.status is Status.ANSWERED]
    apart = [
        {"question": part, "status": answer.status.value, **answer.metadata, "state": answer.state()}
        for part, answer in parts
    ]
    lead = answered[0] if answered else parts[0][1]
    return lead.model_copy(
        update={
            "question": question,
            "text": "\n\n".join(f"## {part[:1].upper()}{part[1:]}\n{answer.text}" for part, answer in parts),
            "citations": tuple(citation for _, answer in parts for citation in answer.citations),
            "citation_total": sum(answer.citation_total or 0 for _, answer in parts),
            "confidence": min((answer.confidence for answer in answered), default=0.0),
            "notes": tuple(dict.fromkeys(note for _, answer in parts for note in answer.notes)),
            "missing": tuple(name for _, answer in parts for name in answer.missing),
            "metadata": {
                **lead.metadata,
                "parts": apart,
                "quotes": [quote for _, answer in parts for quote in answer.metadata.get("quotes", ())],
            },
        }
    )
