"""Golds: the rows and the plan of a gold query, and whether other rows are as right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from fingerpost.core.cells import Cell
from fingerpost.core.errors import FingerpostError, UnsupportedConstruct
from fingerpost.engine import KnowledgeBase
from fingerpost.evals.compare import as_published, equal, plain_rows, published
from fingerpost.evals.data import Example
from fingerpost.evals.lenient import agrees
from fingerpost.evals.roundtrip import LENIENT
from fingerpost.evals.ties import in_typed_order, is_one_of, tied_rows
from fingerpost.plans import Plan
from fingerpost.query_languages import language

Rows = Sequence[Sequence[Cell]]


@dataclass(frozen=True)
class Gold:
    """A gold that ran: its rows in plain form, and its plan where it has one. `from_file` tells that the rows are
    published ones, in which an element is its id; else `cells` holds them as they came."""

    rows: list[tuple[Any, ...]]
    plan: Plan | None
    from_file: bool = False
    cells: Rows = ()

    def form(self, rows: Rows) -> list[tuple[Any, ...]]:
        """Rows in the form of this gold's."""
        return as_published(rows) if self.from_file else plain_rows(rows)

    @property
    def telling(self) -> bool:
        """Whether another query hardly gives the same rows by chance: there are some, and not just a 0, 1 or null."""
        if len(self.rows) != 1:
            return bool(self.rows)
        return any(cell not in (None, 0.0, 1.0, ("boolean", False), ("boolean", True)) for cell in self.rows[0])

    def equals(self, rows: Rows) -> bool:
        """Whether rows are these, each as often."""
        return equal(self.form(rows), self.rows)

    def verdict(self, kb: KnowledgeBase, rows: Rows) -> str:
        """What rows are beside these: equal, set, tie, typed or wrong (`evals.questions.Outcome`)."""
        mine = self.form(rows)
        if equal(mine, self.rows):
            return "equal"
        if equal(mine, self.rows, as_sets=True):
            return "set"
        if self.plan is None:
            return "wrong"
        if self._among_tied(kb, self.plan, mine):
            return "tie"
        typed = in_typed_order(kb.schema, self.plan)
        if typed is None:
            return "wrong"
        right = equal(mine, self.form(kb.run(typed).rows), as_sets=True) or self._among_tied(kb, typed, mine)
        return "typed" if right else "wrong"

    def agrees(self, kb: KnowledgeBase, rows: Rows, question: str = "") -> bool:
        """Whether rows say what these say, leniently (`evals.lenient`). Published rows do not tell enough for that."""
        return not self.from_file and agrees(kb, rows, self.cells, self.plan, question)

    def _among_tied(self, kb: KnowledgeBase, plan: Plan, mine: list[tuple[Any, ...]]) -> bool:
        tied = tied_rows(kb, plan)
        return tied is not None and is_one_of(mine, self.form(tied), plan.last.limit or 0)


def gold_of(kb: KnowledgeBase, example: Example) -> Gold | str:
    """The gold of an example, its rows the published ones where all of them are; a message where it does not run."""
    plan = lifted(example.cypher)
    from_file = example.answer is not None
    if example.answer is not None and (example.answer_count or 0) <= len(example.answer):
        return Gold([tuple(published(cell) for cell in row) for row in example.answer], plan, from_file)
    try:
        query = language().verify(example.cypher, kb.schema, dialect=kb.store.dialect, policy=LENIENT)
        rows = kb.store.run(query, kb.limits).rows
    except FingerpostError as error:
        return error.message.splitlines()[0]
    return Gold(as_published(rows), plan, from_file) if from_file else Gold(plain_rows(rows), plan, cells=rows)


def lifted(text: str) -> Plan | None:
    """The plan of a query; None if it has none."""
    try:
        return language().lift(text)
    except (UnsupportedConstruct, FingerpostError):
        return None
