"""How well questions are answered: equal answers, precision of what was answered, share answered, time."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from fingerpost.core.answer import Answer, Status
from fingerpost.core.cells import Cell, encode
from fingerpost.core.errors import FingerpostError, UnsupportedConstruct
from fingerpost.engine.knowledge_base import KnowledgeBase
from fingerpost.evals.compare import as_published, equal, plain_rows, published
from fingerpost.evals.data import Example
from fingerpost.evals.report import percent, quantile, table
from fingerpost.evals.roundtrip import LENIENT
from fingerpost.evals.ties import in_typed_order, is_one_of, tied_rows
from fingerpost.languages.cypher.lift import lift
from fingerpost.languages.cypher.parser import parse
from fingerpost.languages.cypher.verify import verify
from fingerpost.plans.model import Plan

Rows = Sequence[Sequence[Cell]]
_KEPT_ROWS = 50


@dataclass(frozen=True)
class Outcome:
    """What became of one question.

    `verdict`: equal (as multisets), set (equal but for repeated rows), tie (one of those tied at the gold's LIMIT),
    typed (equal to the gold with its text sorted by meaning), wrong, none (not answered), gold (the gold did not run).
    `gold_empty` marks a gold that answers nothing.
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

    def to_json(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__dataclass_fields__}


_RIGHT = {"equal": 0, "set": 1, "tie": 2, "typed": 3}


@dataclass
class QuestionsReport:
    """All outcomes, counted."""

    outcomes: list[Outcome] = field(default_factory=list)

    def text(self) -> str:
        counted = [o for o in self.outcomes if o.verdict != "gold"]
        groups: dict[str, list[Outcome]] = defaultdict(list)
        for outcome in counted:
            groups[outcome.group].append(outcome)
        rows = [self._row("all", counted)]
        full = [o for o in counted if not o.gold_empty]
        empty = [o for o in counted if o.gold_empty]
        if empty:
            rows.append(self._row("gold answers something", full))
            rows.append(self._row("gold answers nothing", empty))
        if len(groups) > 1:
            rows.extend(self._row(f"  {name}", found) for name, found in sorted(groups.items()))
        text = table(_HEAD, rows)
        times = [o.milliseconds for o in counted]
        text += f"\n\nmilliseconds a question: p50 {quantile(times, 0.5):.1f}, p95 {quantile(times, 0.95):.1f}"
        failed = len(self.outcomes) - len(counted)
        if failed:
            text += f"\n{failed} golds did not run and are not counted: "
            text += ", ".join(o.id for o in self.outcomes if o.verdict == "gold")
        return text

    @staticmethod
    def _row(name: str, outcomes: list[Outcome]) -> tuple[Any, ...]:
        number = len(outcomes)
        answered = [o for o in outcomes if o.verdict != "none"]

        def within(least: int) -> int:
            return sum(_RIGHT.get(o.verdict, 9) <= least for o in outcomes)

        return (
            name,
            number,
            percent(within(0), number),
            percent(within(1), number),
            percent(within(2), number),
            percent(within(3), number),
            percent(sum(o.verdict in _RIGHT for o in answered), len(answered)),
            percent(len(answered), number),
        )

    def to_json(self) -> dict[str, Any]:
        return {"kind": "questions", "outcomes": [outcome.to_json() for outcome in self.outcomes]}


_HEAD = ("questions", "n", "equal", "+ as sets", "+ ties", "+ typed order", "precision", "answered")


def judge(kb: KnowledgeBase, example: Example) -> Outcome:
    """Ask one question and compare the answer with its gold's."""
    gold = _gold_rows(kb, example)
    base: dict[str, Any] = {
        "id": example.id,
        "group": example.group,
        "question": example.question,
        "cypher": example.cypher,
    }
    if isinstance(gold, str):
        return Outcome(**base, verdict="gold", why=gold)
    started = time.perf_counter()
    try:
        answer = kb.ask(example.question)
    except FingerpostError as error:
        spent = (time.perf_counter() - started) * 1000
        return Outcome(**base, verdict="none", milliseconds=spent, gold_empty=not gold, why=error.message)
    spent = (time.perf_counter() - started) * 1000
    return Outcome(
        **base,
        verdict=_verdict(kb, example, gold, answer),
        status=answer.status.value,
        confidence=answer.confidence,
        milliseconds=round(spent, 2),
        gold_empty=not gold,
        query=answer.query,
        reading=answer.reading,
        answer_rows=_shown(answer.rows),
        gold_rows=tuple(list(row) for row in gold[:_KEPT_ROWS]) if example.answer is not None else (),
    )


def _gold_rows(kb: KnowledgeBase, example: Example) -> list[tuple[Any, ...]] | str:
    """The gold's rows in plain form: the published ones, else those that it gives here; why it does not run."""
    if example.answer is not None and (example.answer_count or 0) <= len(example.answer):
        return [tuple(published(cell) for cell in row) for row in example.answer]
    try:
        query = verify(example.cypher, kb.schema, dialect=kb.store.dialect, policy=LENIENT)
        rows = kb.store.run(query, kb.limits).rows
    except FingerpostError as error:
        return error.message.splitlines()[0]
    return as_published(rows) if example.answer is not None else plain_rows(rows)


def _verdict(kb: KnowledgeBase, example: Example, gold: list[tuple[Any, ...]], answer: Answer[Plan]) -> str:
    if answer.status not in (Status.ANSWERED, Status.EMPTY):
        return "none"

    def form(rows: Rows) -> list[tuple[Any, ...]]:
        return as_published(rows) if example.answer is not None else plain_rows(rows)

    mine = form(answer.rows)
    if equal(mine, gold):
        return "equal"
    if equal(mine, gold, as_sets=True):
        return "set"
    plan = _lifted(example.cypher)
    if plan is None:
        return "wrong"
    if _among_tied(kb, plan, mine, form):
        return "tie"
    typed = in_typed_order(kb.schema, plan)
    if typed is not None:
        rows = form(kb.run(typed).rows)
        if equal(mine, rows, as_sets=True) or _among_tied(kb, typed, mine, form):
            return "typed"
    return "wrong"


def _among_tied(kb: KnowledgeBase, plan: Plan, mine: list[tuple[Any, ...]], form: Any) -> bool:
    tied = tied_rows(kb, plan)
    last = plan.then[-1] if plan.then else plan.branches[0][-1]
    return tied is not None and is_one_of(mine, form(tied), last.limit or 0)


def _lifted(text: str) -> Plan | None:
    try:
        return lift(parse(text))
    except (UnsupportedConstruct, FingerpostError):
        return None


def _shown(rows: Rows) -> tuple[Any, ...]:
    return tuple([encode(cell) for cell in row] for row in rows[:_KEPT_ROWS])
