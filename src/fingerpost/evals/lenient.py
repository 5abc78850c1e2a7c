"""Whether an answer agrees with a gold, leniently where form is a matter of taste.

- A node or relationship may stand for any of its values, and the other way round.
- A row may have more or fewer columns, as long as one contains all of the other.
- Repetition and order of rows make no difference.
- What a gold counts may be counted once, even if it matches several times.
- Where the gold cuts, any tied rows will do, or all of them; any rows at all if it does not sort, or sorts by something
  that the question does not mention ("name three people who ...", of whom a gold takes the tallest).
- What a gold cuts may be cut after repeated rows are dropped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from fingerpost.core.cells import Cell, Node, Relationship
from fingerpost.core.errors import FingerpostError
from fingerpost.engine import KnowledgeBase
from fingerpost.evals.compare import plain
from fingerpost.evals.ties import tied_rows, with_last
from fingerpost.plans import Aggregate, AggregateFunction, Plan, Ref, Stage

Rows = Sequence[Sequence[Cell]]
_MOST_ROWS = 1000
"""Longer answers are not looked at."""
_DIGITS = 7
_ASKS = re.compile(
    r"\b(most|more|least|less|few\w*|\w+est|best|worst|last|recent\w*|popular|common\w*|frequent\w*|order\w*|sort\w*|rank\w*"
    r"|number|count|total|average|longer|shorter|alphabetical\w*)\b",
    re.IGNORECASE,
)
"""Words that ask for an order."""
_STEM = 4


def agrees(kb: KnowledgeBase, answer: Rows, gold: Rows, plan: Plan | None, question: str = "") -> bool:
    """Whether an answer's rows agree with those of a gold, whose plan tells what else it could have answered. The
    question tells whether an order was asked for; without one, every order of a gold was."""
    mine = _said(answer)
    if _same(kb, mine, gold, plan, question):
        return True
    once = None if plan is None else _counting_once(plan)
    rows = None if once is None else _rows(kb, once)
    return rows is not None and _same(kb, mine, rows, once, question)


def _same(kb: KnowledgeBase, mine: list[tuple[Any, ...]], gold: Rows, plan: Plan | None, question: str) -> bool:
    wanted = _said(gold)
    if not mine or not wanted:
        return mine == wanted
    if len(mine) > _MOST_ROWS or len(wanted) > _MOST_ROWS:
        return False
    if _all_in(mine, wanted) and _all_in(wanted, mine):
        return True
    cut = None if plan is None else _cut(plan)
    if cut is None:
        return False
    limit = cut.last.limit or 0
    return any(_among(mine, _said(rows), limit) for rows in _allowed(kb, cut, question))


def _among(mine: list[tuple[Any, ...]], allowed: list[tuple[Any, ...]], limit: int) -> bool:
    """Whether rows are all of those allowed, or as many of them as were asked for."""
    if len(allowed) > _MOST_ROWS or len(mine) not in (len(allowed), min(limit, len(allowed))):
        return False
    return _all_in(mine, allowed)


def _counting_once(plan: Plan) -> Plan | None:
    """A plan that counts things where this one counts matches; None if it does not."""

    def once(stages: tuple[Stage, ...]) -> tuple[Stage, ...]:
        return tuple(stage.model_copy(update={"aggregates": tuple(map(_once, stage.aggregates))}) for stage in stages)

    changed = plan.model_copy(update={"branches": tuple(map(once, plan.branches)), "then": once(plan.then)})
    return None if changed == plan else changed


def _once(aggregate: Aggregate) -> Aggregate:
    counts = aggregate.function is AggregateFunction.COUNT and aggregate.operand is not None
    return aggregate.model_copy(update={"distinct": True}) if counts else aggregate


def _said(rows: Rows) -> list[tuple[Any, ...]]:
    """Rows in a form in which an element is the set of its values; each once."""
    return list(dict.fromkeys(tuple(_cell(cell) for cell in row) for row in rows))


def _cell(cell: Cell) -> Any:
    if isinstance(cell, (Node, Relationship)):
        own = (_cell(value) for value in cell.properties.values() if value is not None)
        return frozenset((("element", cell.element_id), *own))
    if isinstance(cell, Mapping):
        return frozenset(_cell(value) for value in cell.values() if value is not None)
    if isinstance(cell, (list, tuple)):
        return tuple(_cell(item) for item in cell)
    known = plain(cell)
    return float(f"{known:.{_DIGITS}g}") if isinstance(known, float) else known


def _all_in(rows: Sequence[tuple[Any, ...]], others: Sequence[tuple[Any, ...]]) -> bool:
    known = set(others)
    return all(row in known or any(_covers(row, other) or _covers(other, row) for other in others) for row in rows)


def _covers(row: tuple[Any, ...], other: tuple[Any, ...]) -> bool:
    """Whether every cell of a row is among those of another."""
    return all(any(_alike(cell, one) for one in other) for cell in row)


def _alike(one: Any, other: Any) -> bool:
    if one == other:
        return True
    if isinstance(one, frozenset):
        return other is not None and other in one
    if isinstance(other, frozenset):
        return one is not None and one in other
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and _covers(one, other) and _covers(other, one)
    return False


def _cut(plan: Plan) -> Plan | None:
    """A plan up to the stage that cuts its rows last, where what follows only shows them; None if nothing cuts."""
    stages = plan.then or (plan.branches[0] if len(plan.branches) == 1 else ())
    for place in range(len(stages) - 1, -1, -1):
        if stages[place].limit is not None:
            kept = stages[: place + 1]
            return plan.model_copy(update={"then": kept} if plan.then else {"branches": (kept,)})
        if stages[place].matches or stages[place].aggregates or stages[place].having or stages[place].unwind:
            return None
    return None


def _allowed(kb: KnowledgeBase, cut: Plan, question: str) -> Iterator[Rows]:
    """Every row that could have stayed, as often as it is met and only once."""
    last = cut.last
    if last.order:
        yield tied_rows(kb, cut) or ()
        yield tied_rows(kb, cut, once=True) or ()
    if not last.order or (question and not _asked_for(cut, question)):
        yield _rows(kb, with_last(cut, last.model_copy(update={"limit": None, "skip": None}))) or ()


def _asked_for(cut: Plan, question: str) -> bool:
    """Whether a question asks for an order, or names what a plan sorts by."""
    said = question.lower()
    return _ASKS.search(question) is not None or any(word[:_STEM] in said for word in _sorted_by(cut))


def _sorted_by(cut: Plan) -> Iterator[str]:
    """The words of what the last stage sorts by."""
    operands = {column.name: column.operand for stage in cut.stages for column in stage.columns}
    for order in cut.last.order:
        operand = order.operand
        seen: set[str] = set()
        while isinstance(operand, Ref) and operand.property is None and operand.name not in seen:
            seen.add(operand.name)
            operand = operands.get(operand.name, operand)
        name = (operand.property or operand.name) if isinstance(operand, Ref) else ""
        yield from (word.lower() for word in re.findall(r"[A-Z]?[a-z]{3,}", name))


def _rows(kb: KnowledgeBase, plan: Plan) -> Rows | None:
    try:
        return kb.run(plan).rows
    except FingerpostError:
        return None
