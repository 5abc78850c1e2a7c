"""Questions about how many there are of what another question lists: how many people own nothing."""

from __future__ import annotations

from dataclasses import replace

from fingerpost.engine.context import AskContext
from fingerpost.engine.graph_questions.plans import composed
from fingerpost.engine.question_reader import DomainReading
from fingerpost.plans import Aggregate, AggregateFunction, Plan, Stage


def counting(context: AskContext, reading: DomainReading) -> DomainReading | None:
    """The same reading, counted; None if its plan does not list distinct nodes (`Building.listing`)."""
    plan = _counted(reading.plan)
    return None if plan is None else replace(reading, plan=plan, compose=composed(context, plan))


def _counted(plan: Plan) -> Plan | None:
    """A plan with a count instead of the stage that puts its only column in order."""
    stages = plan.then or plan.branches[0]
    last = stages[-1]
    if not last.order or len(last.columns) != 1 or last.matches or last.aggregates:
        return None
    column = last.columns[0]
    count = Aggregate(name="count", function=AggregateFunction.COUNT, operand=column.operand, distinct=True)
    ending = (*stages[:-1], Stage(aggregates=(count,)))
    changed = {"then": ending} if plan.then else {"branches": (ending,)}
    return plan.model_copy(update=changed)
