"""Routes of the HTTP service for statutes: questions and batches, in the shape of regulatory RAG services."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

from pydantic import BaseModel, Field

from fingerpost.core.answer import Answer, Citation
from fingerpost.engine import DomainRoute
from fingerpost.plans import Plan

_PREVIEW = 200
_ANSWERED = ("answered", "empty")


class RagQuestion(BaseModel):
    """Answer a question about statutes. Settings of retrieval and of language models are accepted and not used."""

    question: str = Field(min_length=5, max_length=10_000, examples=["What does the Harbour Safety Act cite?"])
    filters: dict[str, Any] | None = Field(
        default=None, description="type (act, regulation), date (2023, 2020-2023), jurisdiction, program (EI)."
    )


class RagQuestions(BaseModel):
    """Answer up to ten questions about statutes."""

    questions: list[RagQuestion | str] = Field(min_length=1, max_length=10)


class RagCitation(BaseModel):
    """A provision or document behind an answer."""

    text: str
    document_id: str
    document_title: str | None
    section: str | None = None
    confidence: float


class RagSource(BaseModel):
    """A provision or document behind an answer: `content_preview` is what it says."""

    id: str
    title: str | None
    citation: str
    section_number: str | None = None
    score: float = Field(description="The confidence of the answer.")
    content_preview: str | None = None


class RagAnswer(BaseModel):
    """The answer to one question."""

    success: bool
    question: str
    answer: str
    citations: list[RagCitation]
    confidence_score: float = Field(description="0 if the question was not answered.")
    source_documents: list[RagSource]
    intent: str
    processing_time_ms: float
    cached: bool = False
    metadata: dict[str, Any]


class RagAnswers(BaseModel):
    """The answers to several questions, in their order."""

    answers: list[RagAnswer]
    total_questions: int
    total_processing_time_ms: float


def _text(given: RagQuestion | str) -> str:
    return given if isinstance(given, str) else given.question


def _filters(given: RagQuestion | str) -> dict[str, Any]:
    return {} if isinstance(given, str) else given.filters or {}


def _answer(answer: Answer[Plan]) -> RagAnswer:
    answered = answer.status in _ANSWERED
    return RagAnswer(
        success=answered,
        question=answer.question,
        answer=answer.text,
        citations=[_citation(answer, citation) for citation in answer.citations],
        confidence_score=answer.confidence if answered else 0.0,
        source_documents=[
            _source(answer, citation, described)
            for citation, described in zip_longest(answer.citations, answer.metadata.get("sources", ()))
            if citation is not None and citation.source is not None
        ],
        intent=str(answer.metadata.get("intent", "unknown")),
        processing_time_ms=round(answer.trace.milliseconds, 3),
        metadata={"response_time_ms": answer.trace.milliseconds, **answer.metadata, "status": answer.status.value},
    )


def _source(answer: Answer[Plan], citation: Citation, described: dict[str, Any] | None) -> RagSource:
    said = described or {}
    snippet = said.get("snippet")
    return RagSource(
        id=citation.element_id,
        title=citation.name,
        citation=str(citation),
        section_number=said.get("provision"),
        score=answer.confidence,
        content_preview=str(snippet)[:_PREVIEW] if snippet else None,
    )


def _citation(answer: Answer[Plan], citation: Citation) -> RagCitation:
    document, _, provision = citation.element_id.partition("#")
    row = answer.rows[citation.row] if citation.row is not None and citation.row < len(answer.rows) else ()
    cells = dict(zip(answer.columns, row, strict=False))
    section = provision or cells.get("citing_section") or cells.get("cited_section")
    title = (citation.name or "").removesuffix(f", section {provision}") if provision else citation.name
    return RagCitation(
        text=str(citation),
        document_id=document,
        document_title=title,
        section=str(section) if section is not None else None,
        confidence=answer.confidence,
    )


def _one(given: RagQuestion, answers: Sequence[Answer[Plan]], milliseconds: float) -> RagAnswer:
    return _answer(answers[0]).model_copy(update={"processing_time_ms": round(milliseconds, 3)})


def _all(given: RagQuestions, answers: Sequence[Answer[Plan]], milliseconds: float) -> RagAnswers:
    return RagAnswers(
        answers=[_answer(answer) for answer in answers],
        total_questions=len(answers),
        total_processing_time_ms=round(milliseconds, 3),
    )


ROUTES = (
    DomainRoute(
        "/api/rag/ask",
        RagQuestion,
        RagAnswer,
        lambda given: [given.question],
        _one,
        lambda given: [given.filters or {}],
    ),
    DomainRoute(
        "/api/rag/ask/batch",
        RagQuestions,
        RagAnswers,
        lambda given: [_text(each) for each in given.questions],
        _all,
        lambda given: [_filters(each) for each in given.questions],
    ),
)
