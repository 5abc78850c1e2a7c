"""What a graph says, compared with what the documents beside it demand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from fingerpost.core.answer import Answer
from fingerpost.core.trace import Step, Trace
from fingerpost.engine.memory.answering import citation_of
from fingerpost.engine.question_reader import QuestionReader, SpecificationReader
from fingerpost.plans import Plan

if TYPE_CHECKING:
    from fingerpost.engine.memory.base import DocumentBase

_PASSAGES = 8


def against_documents(
    question: str,
    graph: Answer[Plan],
    reader: QuestionReader | None,
    documents: DocumentBase,
    collections: Sequence[str],
) -> Answer[Plan] | None:
    """The graph's answer as a verdict on what the documents demand; None if that is not asked, or not known."""
    if not isinstance(reader, SpecificationReader):
        return None
    sought = reader.demand_sought(question, graph)
    if sought is None:
        return None
    quotes = [one.passage for one in documents.retrieve(sought, _PASSAGES, collections=collections).passages]
    held = reader.held(graph, [one.quote for one in quotes])
    if held is None:
        return None
    demanded = citation_of(None, quotes[held.passage])
    total = graph.citation_total
    step = Step(name="sources", milliseconds=0.0, decided="both: a document demands a bound")
    return graph.model_copy(
        update={
            "text": held.text,
            "confidence": min(graph.confidence, held.confidence),
            "citations": (*graph.citations, demanded),
            "citation_total": None if total is None else total + 1,
            "notes": held.notes,
            "metadata": {**graph.metadata, "source_type": "both", "answered_by": "both"},
            "trace": Trace(steps=(*graph.trace.steps, step)),
        }
    )
