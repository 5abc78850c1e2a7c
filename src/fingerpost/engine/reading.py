"""Reads a question without running anything: the same steps as asking, up to the verified query."""

from __future__ import annotations

from collections.abc import Iterator

from fingerpost.core.answer import Choice, Status
from fingerpost.core.reading import Reading, ReadStatus
from fingerpost.core.trace import Tracer
from fingerpost.engine.context import AskContext
from fingerpost.engine.debugging import log_question
from fingerpost.engine.finishing import spans_of
from fingerpost.engine.pipeline import checked, walk
from fingerpost.engine.run import Run
from fingerpost.plans import Plan

_STATUSES = {Status.REFUSED: ReadStatus.REFUSED, Status.UNANSWERABLE: ReadStatus.UNANSWERABLE}


def read(context: AskContext, question: str, *, trying: bool = False) -> Reading[Plan]:
    """Read a question over one state of a graph; no query runs, not even to compare readings, unless `trying`.

    Raises:
        QuestionError: `question.empty` or `question.too-long`.
        KnowledgeBaseError: `kb.damaged`; a part of the knowledge base cannot be read.
    """
    run, tracer = tried(context, question, trying=trying)
    plan = run.plan
    best = run.ranked[0] if run.ranked else None
    found = Reading[Plan](
        question=run.question,
        status=ReadStatus.READ if is_read(run) else _STATUSES.get(run.status, ReadStatus.FAILED),
        text=run.text,
        readings=tuple(_readings(run)),
        reading=run.reading(plan) if plan is not None else "",
        plan=plan,
        query=run.query.text if run.query is not None else None,
        parameters=dict(run.query.parameters) if run.query is not None else {},
        confidence=round(best.confidence if best is not None else run.confidence, 4),
        spans=spans_of(run),
        ignored=tuple(best.ignored) if best is not None else (),
        missing=run.missing.words if run.missing is not None else (),
        suggestions=run.missing.suggestions if run.missing is not None else (),
        notes=tuple(dict.fromkeys([*run.notes, *(best.notes if best is not None else ())])),
        error_code=run.error.code if run.error is not None else None,
        metadata=dict(run.metadata),
        trace=tracer.trace(),
    )
    log_question(context.settings, found)
    return found


def _readings(run: Run) -> Iterator[Choice[Plan]]:
    """What a question was read as; one of a question that the parser did not read, as one that was approved."""
    found = [(ranked.candidate.plan, ranked.confidence) for ranked in run.ranked]
    for plan, confidence in found or ([(run.plan, run.confidence)] if run.plan is not None else []):
        yield Choice[Plan](reading=run.reading(plan), confidence=round(confidence, 4), plan=plan)


def tried(context: AskContext, question: str, *, trying: bool = True) -> tuple[Run, Tracer]:
    """What `read` finds out, before it is told; it raises the same."""
    run = Run(context, checked(context, question), None, dry=True, trying=trying)
    tracer = Tracer(raising=context.settings.raise_internal_errors)
    walk(run, tracer)
    return run, tracer


def is_read(run: Run) -> bool:
    """Whether a question was read as a query that may run."""
    return run.query is not None and run.error is None
