"""How a question ends that is not answered: refused, ambiguous, unanswerable, failed."""

from __future__ import annotations

from fingerpost.core.answer import Status
from fingerpost.core.errors import LimitExceeded
from fingerpost.core.trace import OpenStep
from fingerpost.engine.run import Run
from fingerpost.engine.scoring.answer_signs import ONE_EACH
from fingerpost.questions import MOST_WORDS, find_missing

_ALL_ALIKE = "As I read this question, each has one, so none has the most."


def refuse(run: Run, step: OpenStep) -> str:
    assert run.route is not None
    run.status, run.text = Status.REFUSED, run.route.message
    step.decided = run.route.kind
    return "done"


def leave_open(run: Run, step: OpenStep) -> str:
    run.status = Status.AMBIGUOUS
    if run.offered:
        step.decided = f"{len(run.offered)} parts that answer differently"
        return "done"
    run.text = "This question can be read in several ways, and they lead to different answers."
    step.decided = f"{len(run.rivals)} readings that are about as likely"
    return "done"


def tell_missing(run: Run, step: OpenStep) -> str:
    run.status = Status.UNANSWERABLE
    assert run.parsed is not None
    words = len(run.parsed.linked.tokens)
    if words > MOST_WORDS:
        run.text = f"This question has {words} words; at most {MOST_WORDS} are read."
        step.decided = f"{words} words"
        return "done"
    run.missing = find_missing(run.context.schema, run.parsed, run.best.candidate if run.ranked else None)
    if run.context.unfound:
        said = ", ".join(run.context.unfound)
        run.notes.append(f"values of {said} cannot be found: `fingerpost doctor` says what to do")
    alike = not run.missing.words and bool(run.ranked) and ONE_EACH in run.best.signs
    run.text = _ALL_ALIKE if alike else run.missing.text
    step.decided = ", ".join(run.missing.words)
    return "done"


def fail(run: Run, step: OpenStep) -> str:
    assert run.error is not None
    run.status = Status.FAILED
    run.text = run.error.message
    if isinstance(run.error, LimitExceeded):
        run.notes.append(run.error.hint or "the limit can be raised in the settings")
    step.decided = run.error.code
    return "done"
