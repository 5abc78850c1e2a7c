"""The part of approvals in the pipeline: an approved plan instead of a reading, and readings settled between."""

from __future__ import annotations

from fingerpost.core.errors import FingerpostError
from fingerpost.core.trace import OpenStep
from fingerpost.engine.question_reader import DomainReading, EnrichingReader
from fingerpost.engine.ranking import Ranked
from fingerpost.engine.run import Run
from fingerpost.engine.settling import settled, without_denied
from fingerpost.linking import without_courtesy
from fingerpost.plans import Plan


def reader_of(run: Run) -> str:
    """Who reads a question."""
    if run.context.reader is None:
        return "question"
    return "enrich" if isinstance(run.context.reader, EnrichingReader) else "domain"


def recall(run: Run, step: OpenStep) -> str:
    """The plan that people approved for a question that says the same."""
    assert run.context.recall is not None
    recalled = run.context.recall.find(run.question)
    if recalled is None:
        step.decided = "nothing was approved for this question"
        return reader_of(run)
    try:
        run.context.gate.check_plan(recalled.plan)
    except FingerpostError as error:
        step.decided = f"{recalled.approval.id} does not fit the graph any more: {error.code}"
        run.notes.append(f"what was approved for “{recalled.approval.question}” does not fit this graph any more")
        return reader_of(run)
    step.decided = f"{recalled.approval.id}: {run.reading(recalled.plan)}"
    if _reads_so(run, recalled.plan):
        return reader_of(run)
    run.write(recalled.plan, recalled.confidence, {"author": "person", "approved": recalled.approval.id})
    if recalled.approval.question != run.question:
        run.notes.append(f"read as was approved for “{recalled.approval.question}”")
    return "recalled"


def _reads_so(run: Run, plan: Plan) -> bool:
    """Whether the reader of the domain reads the question as this plan: then it also tells the answer in its words."""
    reader = run.context.reader
    found = reader.read(without_courtesy(run.question)) if reader is not None else None
    return isinstance(found, DomainReading) and found.plan.fingerprint == plan.fingerprint


def as_approved(run: Run, ranked: tuple[Ranked, ...]) -> tuple[tuple[Ranked, ...], tuple[str, ...]]:
    """The readings as people have settled between them, and the approvals that did."""
    recall = run.context.recall
    if not recall or run.choice is not None:
        return ranked, ()
    return settled(without_denied(ranked, recall.denied(run.question)), recall.preferences())
