"""A question about one thing that several parts of the graph have: where their answers differ, it is asked back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from fingerpost.core.answer import Choice
from fingerpost.core.errors import QueryRejected, QuestionError, StoreError
from fingerpost.engine.run import Run
from fingerpost.plans import Plan
from fingerpost.stores import Result

_MOST = 8


@dataclass(frozen=True)
class _Way:
    """A part that answers the question: its name, the limited plan, and what it finds."""

    name: str
    plan: Plan
    result: Result


def asks_back(run: Run) -> bool:
    """Whether the parts that the domain names have different answers, so that they are offered.

    If one was chosen, the question is limited to it from now on.

    Raises:
        QuestionError: `question.choice`: there is no such part.
    """
    which = run.which
    if which is None or run.plan is None or run.given is not None:
        return False
    ways = () if run.rivals else _ways(run)  # with rivals, the choice was one of them
    if len(ways) < 2 or all(one.result.rows == ways[0].result.rows for one in ways):
        run.notes.append(which.note)
        return False
    if run.choice is not None:
        if run.choice > min(len(ways), _MOST):
            raise QuestionError(f"there is no reading {run.choice}", code="question.choice")
        _limit(run, ways[run.choice - 1])
        return False
    confidence = run.best.confidence if run.ranked else run.confidence
    run.offered = tuple(
        Choice[Plan](reading=one.name, confidence=round(confidence, 4), plan=one.plan) for one in ways[:_MOST]
    )
    run.text = which.text
    if len(ways) > _MOST:
        run.notes.append(f"only the first {_MOST} are offered; name any other in the question")
    return True


def _ways(run: Run) -> Sequence[_Way]:
    """The parts that answer the question; none where one cannot be asked, and not many more than are offered."""
    assert run.which is not None
    assert run.plan is not None
    found: list[_Way] = []
    for name, limited in run.which.limits.items():
        plan = limited(run.plan)
        try:
            result = run.context.run(plan)
        except (QueryRejected, StoreError):
            return []
        if _answers(plan, result):
            found.append(_Way(name, plan, result))
        if len(found) > _MOST:
            break
    return found


def _answers(plan: Plan, result: Result) -> bool:
    """Whether a part holds what is asked for: a value, and no sum or count of nothing."""
    nothing = (None, 0) if plan.branches[-1][-1].aggregates else (None,)
    return any(row[-1] not in nothing for row in result.rows)


def _limit(run: Run, way: _Way) -> None:
    assert run.which is not None
    limit = run.which.limits[way.name]
    if run.domain is not None:
        run.domain = replace(run.domain, plan=way.plan, parts={}, which=None)
    elif run.rephrased is not None:
        run.rephrased = replace(run.rephrased, adapt=limit, scope=way.name, parts={}, which=None)
    run.notes.append(f"in {way.name}, as you chose")
