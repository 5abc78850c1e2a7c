"""The answer of a run that has come to its end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fingerpost.core.answer import Answer, Choice, Span, Status
from fingerpost.core.trace import Trace, Tracer
from fingerpost.engine.question_reader import TimingReader
from fingerpost.engine.run import Run
from fingerpost.plans import Plan


def answer_of(run: Run, tracer: Tracer) -> Answer[Plan]:
    """The answer of a run that has come to its end."""
    answered = run.status in (Status.ANSWERED, Status.EMPTY)
    best = run.ranked[0] if run.ranked else None
    plan = run.plan
    result = run.result if answered else None
    ignored: Sequence[str] = best.ignored if best is not None else ()
    most = run.rephrased.confidence if run.rephrased is not None else 1.0
    trace = tracer.trace()
    return Answer[Plan](
        question=run.question,
        status=run.status,
        text=run.text,
        columns=result.columns if result is not None else (),
        rows=result.rows if result is not None else (),
        units=run.shown_units if result is not None else {},
        citations=run.citations,
        citation_total=run.citation_total,
        confidence=round(min(best.confidence if best is not None else run.confidence, most), 4),
        reading=_reading(run),
        plan=plan,
        query=run.query.text if run.query is not None else None,
        parameters=dict(run.query.parameters) if run.query is not None else {},
        spans=spans_of(run),
        ignored=tuple(ignored),
        choices=run.offered
        or tuple(
            Choice[Plan](reading=r.candidate.plan.reading, confidence=round(r.confidence, 4), plan=r.candidate.plan)
            for r in run.rivals
        ),
        missing=run.missing.words if run.missing is not None else (),
        suggestions=run.missing.suggestions if run.missing is not None else (),
        notes=tuple(dict.fromkeys(run.notes)),
        cut=result.cut if result is not None else False,
        error_code=run.error.code if run.error is not None else None,
        metadata=_metadata(run, trace),
        trace=trace,
    )


def _metadata(run: Run, trace: Trace) -> dict[str, Any]:
    """What a domain adds, with the time of the answer where its clients look for it."""
    reader = run.context.reader
    time = {reader.time_name: round(trace.milliseconds, 3)} if isinstance(reader, TimingReader) else {}
    return {**run.metadata, **time}


def _reading(run: Run) -> str:
    """The plan in English, with what a domain limited it to."""
    if run.told is None:
        return ""
    scope = run.rephrased.scope if run.rephrased is not None else ""
    return f"{run.reading(run.told)}, in {scope}" if scope else run.reading(run.told)


def spans_of(run: Run) -> tuple[Span, ...]:
    """What the words of the question were read as."""
    if run.parsed is None or not run.ranked or len(run.asked) != len(run.question):
        return ()
    return run.context.parser.spans(run.parsed, run.best.candidate)
