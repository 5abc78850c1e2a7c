"""Approvals as JSON Lines that people read, keep and carry to another knowledge base; and CPGQL as a plan."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from pydantic import ValidationError

from fingerpost.core.errors import FingerpostError, QuestionError
from fingerpost.core.schema import Frozen
from fingerpost.engine.approved.approval import Approval, Verdict
from fingerpost.engine.generation.examples import cypher_of
from fingerpost.engine.knowledge_base import KnowledgeBase
from fingerpost.plans import Plan
from fingerpost.query_languages import language

SOURCE = "code"
_END = re.compile(r"(\.take\(\d+\))*\.toJson$")
"""What the gate adds to the end of a query."""


class ApprovalLine(Frozen):
    """One line: a question and what it means, as a plan, Cypher or CPGQL. One of them is enough."""

    question: str
    verdict: Verdict = Verdict.RIGHT
    cypher: str | None = None
    cpgql: str | None = None
    plan: Plan | None = None
    who: str | None = None


@dataclass(frozen=True)
class Imported:
    """What became of the lines of a file: `refused` are their numbers, from 1, with the reasons."""

    kept: int
    known: int
    refused: tuple[tuple[int, str], ...]


def plan_of_cpgql(kb: KnowledgeBase, question: str, cpgql: str) -> Plan:
    """The reading of a question that is written as this CPGQL.

    Raises:
        QueryRejected: it is not CPGQL that the gate lets through.
        QuestionError: the question is empty or too long; `approve.no-reading`: no reading of it is written so.
    """
    answer = kb.ask(question)
    plans = [answer.plan, *(one.plan for one in answer.choices), *(one.plan for one in kb.read(question).readings)]
    written = [(plan, text) for plan in plans if plan is not None and (text := _cpgql(plan)) is not None]
    for plan, text in written:  # as an answer shows it, which may be longer than what people may write
        if text == cpgql.strip():
            return plan
    wanted = _END.sub("", language("cpgql").verify(cpgql).text)
    for plan, text in written:
        if _END.sub("", text) == wanted:
            return plan
    raise QuestionError(
        "no reading of the question is written so in CPGQL",
        code="approve.no-reading",
        hint="say it in Cypher: --means",
        details={"readings": list(dict.fromkeys(text for _, text in written))},
    )


def export_approvals(approvals: Iterable[Approval]) -> Iterator[str]:
    """A line of JSON for each approval, with its Cypher and CPGQL where they can say it."""
    for one in approvals:
        line = ApprovalLine(
            question=one.question,
            verdict=one.verdict,
            cypher=_cypher(one.plan),
            cpgql=_cpgql(one.plan),
            plan=one.plan,
            who=one.who,
        )
        yield line.model_dump_json(exclude_none=True)


def import_approvals(kb: KnowledgeBase, lines: Iterable[str], *, anyway: bool = False) -> Imported:
    """Keep the approvals of some lines, each as `teach` does; those that stand already are left as they are.

    Raises:
        SettingsError: `approved.unwritable`.
    """
    kept = known = 0
    refused: list[tuple[int, str]] = []
    standing = {(one.question, one.plan.fingerprint, one.verdict) for one in kb.approvals()}
    for number, text in enumerate(lines, 1):
        if not text.strip():
            continue
        try:
            line = ApprovalLine.model_validate_json(text)
            plan = _plan(kb, line)
            key = line.question, plan.fingerprint, line.verdict
            if key in standing:
                known += 1
                continue
            if line.verdict is Verdict.WRONG:
                kb.reject(line.question, plan, who=line.who)
            else:
                kb.teach(line.question, plan, who=line.who, anyway=anyway, source=SOURCE)
        except ValidationError:
            refused.append((number, "it is not an approval"))
        except FingerpostError as error:
            if error.code == "approved.unwritable":
                raise
            refused.append((number, f"{error.message} [{error.code}]"))
        else:
            standing.add(key)
            kept += 1
    return Imported(kept, known, tuple(refused))


def _plan(kb: KnowledgeBase, line: ApprovalLine) -> Plan:
    """What a line means. A plan goes before Cypher, and that before CPGQL; Cypher that was edited is refused."""
    if line.plan is not None:
        if line.cypher is not None and line.cypher != _cypher(line.plan):
            message = "its Cypher is not that of its plan"
            raise QuestionError(message, code="approve.two-meanings", hint="leave the plan out")
        kb.context.gate.check_plan(line.plan)
        return line.plan
    if line.cypher is not None:
        kb.context.gate.check(line.cypher)
        return language().lift(line.cypher)
    if line.cpgql is not None:
        return plan_of_cpgql(kb, line.question, line.cpgql)
    raise QuestionError("it does not say what the question means", code="approve.no-meaning")


def _cypher(plan: Plan) -> str | None:
    try:
        return cypher_of(plan)
    except FingerpostError:
        return None


def _cpgql(plan: Plan) -> str | None:
    """A plan as CPGQL, None if that cannot say it."""
    try:
        return language("cpgql").verify_plan(plan).text
    except FingerpostError:
        return None
