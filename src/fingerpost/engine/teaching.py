"""Teaching: a question and the plan that it means are kept, after a look at what else would change."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from fingerpost.core.answer import Answer
from fingerpost.core.cells import freeze
from fingerpost.core.errors import FingerpostError, QuestionError
from fingerpost.engine.approved.approval import Approval, Verdict, approval
from fingerpost.engine.approved.memory import ApprovedMemory
from fingerpost.engine.approved.recall import Recall
from fingerpost.engine.context import AskContext
from fingerpost.engine.conversation.cues import follow_up
from fingerpost.engine.example_questions import example_questions, likely_questions
from fingerpost.engine.pipeline import ask, checked
from fingerpost.plans import Plan
from fingerpost.query_languages import language

_EXAMPLES = 8
"""The number of example questions that are asked after a choice."""


@dataclass(frozen=True)
class Taught:
    """What was kept.

    Attributes:
        approval: the new approval.
        answer: the answer that its question gets from now on.
        replaced: earlier approvals of the same question, which were undone.
        checked: the number of other questions whose answers were compared, before and after.
        changed: those of them whose answers are others now.
    """

    approval: Approval
    answer: Answer[Plan]
    replaced: tuple[Approval, ...]
    checked: int
    changed: tuple[str, ...]


def teach(
    context: AskContext,
    memory: ApprovedMemory,
    taught: Approval,
    *,
    check: Sequence[str] | None = None,
    anyway: bool = False,
) -> Taught:
    """Keep what a question means.

    Every question that was approved before, and those of `check` (by default example questions of the graph), must be
    answered as without it. They are asked without it and with it where it says something about them: a choice between
    readings about all, anything else about those in its words.

    Raises:
        QueryRejected: the gate refuses the plan.
        QuestionError: `teach.changes`: other answers would change, and `anyway` is not set; nothing is kept.
        SettingsError: `approved.unwritable`.
    """
    context.gate.check_plan(taught.plan)
    standing = memory.all()
    alone = _recall(context, (taught.model_copy(update={"verdict": Verdict.RIGHT}),))
    said = {one.id for one in standing if alone.find(one.question) is not None}
    replaced = tuple(one for one in standing if one.id in said and _contradicts(taught, one))
    kept = tuple(one for one in standing if one not in replaced)
    old, new = _recall(context, standing), _recall(context, (*kept, taught))
    before, after = replace(context, recall=old), replace(context, recall=new)
    settles = old.preferences() != new.preferences()
    if check is None:
        check = _examples(context, asked=settles)
    others = [q for q in dict.fromkeys((*(one.question for one in kept), *check)) if alone.find(q) is None]
    open_ = others if settles or context.model is not None else [q for q in others if not _says_the_same(old, new, q)]
    changed = tuple(question for question in open_ if _found(before, question) != _found(after, question))
    if changed and not anyway:
        raise QuestionError(
            f"nothing was stored, because other answers would change: {'; '.join(changed)}",
            code="teach.changes",
            hint="--anyway stores it",
            details={"changed": list(changed)},
        )
    answer = ask(after, taught.question)
    memory.add((taught,), instead_of=replaced)
    return Taught(taught, answer, replaced, len(others), changed)


def meaning(
    context: AskContext, question: str, means: str | Plan | int, *, who: str | None, source: str = "teach"
) -> Approval:
    """The approval of what a question means: Cypher, a plan, or the number of a reading.

    A reading was chosen over the others that were offered.

    Raises:
        QueryRejected: the Cypher is not a query of this graph.
        QuestionError: the question is empty or too long; `question.choice`: there is no such reading.
    """
    question = checked(context, question)
    if isinstance(means, int):
        plain = replace(context, recall=None)
        first = ask(plain, question)
        plan = ask(plain, question, means).plan
        if plan is None:
            raise QuestionError(f"there is no reading {means}", code="question.choice")
        offered = [one.plan for one in first.choices] or [first.plan]
        instead = tuple(one for one in offered if one is not None and one != plan)
        return approval(question, plan, instead=instead, source="choice", who=who)
    if isinstance(means, str):
        context.gate.check(means)
        means = language().lift(means)
    return approval(question, means, who=who, source=source)


def judged(
    context: AskContext,
    memory: ApprovedMemory,
    question: str,
    *,
    right: bool,
    query: str | None = None,
    who: str | None = None,
    check: Sequence[str] | None = None,
) -> Approval | None:
    """Keep a person's verdict on an answer: on a Cypher query, or without one on how the question is read now.

    None, and nothing is kept, for a question that has no plan, or is a follow-up, which means nothing by itself.

    Raises:
        QueryRejected: the Cypher is not a query of this graph.
        QuestionError: the question is empty or too long; `teach.changes`.
        SettingsError: `approved.unwritable`.
    """
    if follow_up(question) is not None:
        return None
    plan = meaning(context, question, query, who=who).plan if query else ask(context, question).plan
    if plan is None:
        return None
    if right:
        said = meaning(context, question, plan, who=who, source="feedback")
        return teach(context, memory, said, check=check).approval
    kept = rejection(question, plan, who=who)
    memory.add((kept,))
    return kept


def rejection(question: str, plan: Plan, *, who: str | None) -> Approval:
    """The approval that says that a question does not mean a plan."""
    return approval(question, plan, verdict=Verdict.WRONG, source="feedback", who=who)


def _contradicts(new: Approval, old: Approval) -> bool:
    """Whether of one question both cannot stand: it means one plan, and not one that it does not mean."""
    if new.verdict is old.verdict:
        return new.verdict is Verdict.RIGHT
    return new.plan.fingerprint == old.plan.fingerprint


def _recall(context: AskContext, approvals: tuple[Approval, ...]) -> Recall:
    return Recall(lambda: approvals, context.parser.link)


def _examples(context: AskContext, *, asked: bool) -> tuple[str, ...]:
    """Example questions of the graph: those that are answered with confidence, or whatever may be asked there."""
    if asked:
        return example_questions(context.schema, context.display, lambda one: ask(context, one), _EXAMPLES)
    return likely_questions(context.schema, context.display)


def _says_the_same(one: Recall, other: Recall, question: str) -> bool:
    """Whether two memories give and deny a question the same plans: it is then answered the same by both."""
    return one.find(question) == other.find(question) and one.denied(question) == other.denied(question)


def _found(context: AskContext, question: str) -> object:
    """What a question finds: its status and rows."""
    try:
        answer = ask(context, question)
    except FingerpostError as error:
        return error.code
    return answer.status, frozenset(tuple(map(freeze, row)) for row in answer.rows)
