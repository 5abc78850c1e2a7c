"""How far the Plan reaches: gold Cypher to a plan and back, and the same rows by both ways."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from fingerpost.core.errors import FingerpostError, PlanError, QueryRejected, UnsupportedConstruct
from fingerpost.engine import KnowledgeBase
from fingerpost.evals.compare import as_published, equal, plain_rows, published, without_list_order
from fingerpost.evals.data import Example
from fingerpost.evals.report import percent, table
from fingerpost.evals.ties import is_one_of, tied_rows
from fingerpost.plans import AggregateFunction, Plan
from fingerpost.query_languages import Policy, Severity, language
from fingerpost.stores import Result

LENIENT = Policy(misfits=Severity.NOTE)
"""Golds may name what a graph lacks: they are run as they are, with nulls."""


@dataclass(frozen=True)
class Outcome:
    """What became of one gold. `why` says what stopped it."""

    id: str
    valid: bool
    lifted: bool = False
    same_plan: bool = False
    ran: bool = False
    same_rows: bool = False
    published: str = ""
    why: str = ""
    cypher: str = ""

    def to_json(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__dataclass_fields__}


@dataclass
class RoundtripReport:
    """All outcomes, counted."""

    outcomes: list[Outcome] = field(default_factory=list)

    def text(self) -> str:
        found = self.outcomes
        valid = [o for o in found if o.valid]
        lifted = [o for o in valid if o.lifted]
        ran = [o for o in lifted if o.ran]
        checked = [o for o in found if o.published]
        rows: list[tuple[Any, ...]] = [
            ("golds", len(found), ""),
            ("valid (parse, and use no name that is not bound)", len(valid), percent(len(valid), len(found))),
            ("lifted to a plan", len(lifted), percent(len(lifted), len(valid))),
            ("plan -> Cypher -> the same plan", sum(o.same_plan for o in lifted), _share("same_plan", lifted)),
            ("ran, as they are and as plans", len(ran), percent(len(ran), len(lifted))),
            ("same rows by both ways", sum(o.same_rows for o in ran), _share("same_rows", ran)),
        ]
        for kind in ("equal", "tie", "cut", "different"):
            number = sum(o.published == kind for o in checked)
            if checked:
                rows.append((f"published answer: {_PUBLISHED[kind]}", number, percent(number, len(checked))))
        text = table(("what", "golds", "share"), rows)
        outside = Counter(o.why for o in found if o.why)
        if outside:
            text += "\n\nWhat falls outside, and why:\n"
            text += table(("golds", "why"), [(count, why) for why, count in outside.most_common(20)])
        return text

    def to_json(self) -> dict[str, Any]:
        return {"kind": "roundtrip", "outcomes": [outcome.to_json() for outcome in self.outcomes]}


_PUBLISHED = {
    "equal": "equal",
    "tie": "another of those tied at the LIMIT",
    "cut": "equal as far as published (published answers were cut)",
    "different": "different",
}


def _share(name: str, outcomes: list[Outcome]) -> str:
    return percent(sum(getattr(o, name) for o in outcomes), len(outcomes))


def judge(kb: KnowledgeBase, example: Example) -> Outcome:
    """Take one gold there and back."""
    base: dict[str, Any] = {"id": example.id, "cypher": example.cypher}
    cypher = language("cypher")
    try:
        plan = cypher.lift(example.cypher)
    except QueryRejected as error:
        found = ", ".join(finding["message"] for finding in error.details["findings"])
        return Outcome(**base, valid=False, why=f"not valid: {found}")
    except PlanError as error:
        return Outcome(**base, valid=False, why=f"not valid: {_general(error.message)}")
    except UnsupportedConstruct as error:
        return Outcome(**base, valid=True, why=error.message)
    written = cypher.write(plan)
    again = cypher.lift(written.text, {**plan.parameters, **written.parameters})
    same = again.fingerprint == plan.fingerprint
    try:
        query = cypher.verify(example.cypher, kb.schema, dialect=kb.store.dialect, policy=LENIENT)
        direct = kb.store.run(query, kb.limits)
        ours = kb.store.run(cypher.verify_plan(plan, kb.schema, dialect=kb.store.dialect, policy=LENIENT), kb.limits)
    except FingerpostError as error:
        return Outcome(**base, valid=True, lifted=True, same_plan=same, why=f"does not run: {_general(error.message)}")
    one, other = plain_rows(direct.rows), plain_rows(ours.rows)
    rows = equal(one, other) or _tied(kb, plan, direct, ours)
    if not rows and any(a.function is AggregateFunction.COLLECT for stage in plan.stages for a in stage.aggregates):
        # Cypher leaves the order of a collected list open where nothing sorted before.
        rows = equal(without_list_order(one), without_list_order(other))
    return Outcome(
        **base,
        valid=True,
        lifted=True,
        same_plan=same,
        ran=True,
        same_rows=rows,
        published=_published(kb, plan, ours, example),
        why="" if rows else "different rows by the plan",
    )


def _general(message: str) -> str:
    """A message without the names that make each one different."""
    head, _, _ = message.partition(" does not see ")
    return "uses a name that is not bound" if head != message else message.splitlines()[0][:90]


def _tied(kb: KnowledgeBase, plan: Plan, direct: Result, ours: Result) -> bool:
    """Rows tied at a LIMIT may come out differently by two ways."""
    tied = tied_rows(kb, plan)
    if tied is None:
        return False
    allowed = set(plain_rows(tied))
    return len(direct.rows) == len(ours.rows) and {*plain_rows(direct.rows), *plain_rows(ours.rows)} <= allowed


def _published(kb: KnowledgeBase, plan: Plan, ours: Result, example: Example) -> str:
    """How our rows compare with a published answer."""
    if example.answer is None:
        return ""
    wanted = [tuple(published(cell) for cell in row) for row in example.answer]
    mine = as_published(ours.rows)
    if equal(mine, wanted):
        return "equal"
    if example.answer_count is not None and example.answer_count > len(wanted):
        whole = len(mine) == example.answer_count and set(wanted) <= set(mine)
        return "cut" if whole else "different"
    tied = tied_rows(kb, plan)
    if tied is not None and is_one_of(wanted, as_published(tied), len(wanted)):
        return "tie"
    return "different"
