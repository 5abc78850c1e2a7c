"""Asking one question and judging the answer by its gold."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from fingerpost.core.answer import Answer, Status
from fingerpost.core.cells import Cell, encode
from fingerpost.core.errors import FingerpostError
from fingerpost.engine import KnowledgeBase
from fingerpost.evals.data import Example
from fingerpost.evals.golds import Gold, gold_of
from fingerpost.evals.oracle import first_right
from fingerpost.evals.splits import kind, relations
from fingerpost.evals.why import why
from fingerpost.plans import Plan

Rows = Sequence[Sequence[Cell]]
_KEPT_ROWS = 50


@dataclass(frozen=True)
class Outcome:
    """What became of one question.

    `verdict`: equal (as multisets), set (equal but for repeated rows), tie (one of those tied at the gold's LIMIT),
    typed (equal to the gold with its text sorted by meaning), wrong, none (not answered), gold (the gold did not run).
    `gold_empty` marks a gold that answers nothing. `kind` and `relations` are what the gold returns and joins. `rank`
    is the place (from 1) of the first plan that gives the gold's rows; None if none of those looked at does. `lost`
    says where the gold's plan was lost (`evals.why.Why`), and `lenient` whether the answer is right or says the same
    in another form (`evals.lenient`), where that was asked for. `tokens` and `cost` are those of a language model.
    """

    id: str
    group: str
    question: str
    verdict: str
    status: str = ""
    confidence: float = 0.0
    milliseconds: float = 0.0
    gold_empty: bool = False
    query: str | None = None
    reading: str = ""
    cypher: str = ""
    answer_rows: tuple[Any, ...] = ()
    gold_rows: tuple[Any, ...] = ()
    why: str = ""
    graph: str | None = None
    kind: str = ""
    relations: tuple[str, ...] = ()
    rank: int | None = None
    cause: str = ""
    lost: dict[str, Any] = field(default_factory=dict)
    lenient: bool | None = None
    tokens: int = 0
    cost: float = 0.0

    @property
    def right(self) -> bool:
        """Whether the answer is right by any measure."""
        return self.verdict in RIGHT

    def to_json(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__dataclass_fields__}


RIGHT = {"equal": 0, "set": 1, "tie": 2, "typed": 3}
"""Verdicts of right answers, the strictest first."""


@dataclass(frozen=True)
class Measures:
    """What is measured beside the answers: whether a right plan is among the first `oracle` (0: it is not looked for);
    with `why`, where the gold's plan was lost; with `lenient`, whether answers say the same in another form."""

    oracle: int = 20
    why: bool = False
    lenient: bool = False


def judge(kb: KnowledgeBase, example: Example, measures: Measures = Measures()) -> Outcome:
    """Ask one question and compare the answer with its gold's."""
    gold = gold_of(kb, example)
    plan = gold.plan if isinstance(gold, Gold) else None
    outcome = Outcome(
        id=example.id,
        group=example.group,
        question=example.question,
        cypher=example.cypher,
        verdict="gold",
        graph=example.graph,
        kind=kind(example, plan),
        relations=relations(example, plan),
    )
    if isinstance(gold, str):
        return replace(outcome, why=gold)
    outcome = replace(outcome, verdict="none", gold_empty=not gold.rows)
    started = time.perf_counter()
    try:
        answer = kb.ask(example.question)
    except FingerpostError as error:
        return replace(outcome, milliseconds=_since(started), why=error.message)
    return _judged(kb, gold, answer, replace(outcome, milliseconds=_since(started)), measures)


def _judged(kb: KnowledgeBase, gold: Gold, answer: Answer[Plan], outcome: Outcome, measures: Measures) -> Outcome:
    """An outcome with what there is to say of an answer."""
    answered = answer.status in (Status.ANSWERED, Status.EMPTY)
    outcome = replace(
        outcome,
        verdict=gold.verdict(kb, answer.rows) if answered else "none",
        status=answer.status.value,
        confidence=answer.confidence,
        query=answer.query,
        reading=answer.reading,
        **_spent(answer),
        answer_rows=_shown(answer.rows),
        gold_rows=tuple(list(row) for row in gold.rows[:_KEPT_ROWS]) if gold.from_file else (),
    )
    if measures.lenient:
        outcome = replace(
            outcome, lenient=outcome.right or (answered and gold.agrees(kb, answer.rows, outcome.question))
        )
    if outcome.verdict == "equal":
        return replace(outcome, rank=1)
    if measures.oracle:
        outcome = replace(outcome, rank=first_right(kb, outcome.question, gold, measures.oracle))
    if measures.why:
        reason = why(kb, outcome.question, gold, answer)
        outcome = replace(outcome, cause=reason.category, lost=reason.to_json())
    return outcome


def _spent(answer: Answer[Plan]) -> dict[str, Any]:
    """The tokens and the cost of the calls to a language model."""
    details = [step.details for step in answer.trace.steps if step.name == "generate"]
    calls = [call for one in details for call in one.get("calls", ())]
    return {"tokens": sum(call["tokens"] for call in calls), "cost": sum(one.get("cost", 0.0) for one in details)}


def _since(started: float) -> float:
    return round((time.perf_counter() - started) * 1000, 2)


def _shown(rows: Rows) -> tuple[Any, ...]:
    return tuple([encode(cell) for cell in row] for row in rows[:_KEPT_ROWS])
