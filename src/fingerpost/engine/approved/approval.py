"""One approval: a question, the plan that it means, and the readings that were turned down for it."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime
from enum import StrEnum

from fingerpost.core.schema import Frozen
from fingerpost.plans import Plan

_ID = 8


class Verdict(StrEnum):
    """Whether a plan is what the question means."""

    RIGHT = "right"
    WRONG = "wrong"


class Approval(Frozen):
    """What a person said about a question and a plan.

    Attributes:
        id: eight hexadecimal digits.
        plan: what the question means; with the verdict "wrong", what it does not mean.
        instead: readings that were offered beside it and not chosen.
        source: what wrote it: teach, choice, feedback, code, ...
        who: the person, where known.
        when: the moment, in UTC.
    """

    id: str
    question: str
    plan: Plan
    instead: tuple[Plan, ...] = ()
    verdict: Verdict = Verdict.RIGHT
    source: str = "teach"
    who: str | None = None
    when: datetime


def approval(
    question: str,
    plan: Plan,
    *,
    instead: tuple[Plan, ...] = (),
    verdict: Verdict = Verdict.RIGHT,
    source: str = "teach",
    who: str | None = None,
) -> Approval:
    """A new approval, with the moment and an id of its own."""
    now = datetime.now(UTC)
    said = f"{now.isoformat()} {question} {plan.fingerprint} {verdict}"
    key = hashlib.blake2s(said.encode(), digest_size=_ID // 2).hexdigest()
    when = now.replace(microsecond=0)
    return Approval(
        id=key, question=question, plan=plan, instead=instead, verdict=verdict, source=source, who=who, when=when
    )
