"""The plan that lists the elements that the values of a plan's rows were read from."""

from __future__ import annotations

from collections.abc import Iterator

from fingerpost.plans.model import Call, Column, Operand, Plan, Ref, Stage
from fingerpost.plans.scope import check


def with_sources(plan: Plan, *, limit: int | None = None) -> Plan | None:
    """A plan with the same rows in the same order, each followed by the elements that its values were read from.

    Only the first `limit` rows if they are unsorted, because a store may choose which of equal rows a limit keeps. None
    if a row stands for several matches (the last stage aggregates, distinct values, unions) or shows only whole
    elements; use `plans.evidence` for those.
    """
    stages = plan.stages
    last = stages[-1]
    if len(plan.branches) > 1 or last.distinct or last.aggregates:
        return None
    names = [name for name in dict.fromkeys(_read(last)) if name not in last.outputs]
    if not names:
        return None
    carried = tuple(Column(name=name, operand=Ref(name=name)) for name in names)
    if limit is not None and not last.order:
        limit = limit if last.limit is None else min(limit, last.limit)
    else:
        limit = last.limit
    shown = last.model_copy(update={"columns": (*last.columns, *carried), "limit": limit})
    if plan.then:
        return check(plan.model_copy(update={"then": (*plan.then[:-1], shown)}))
    return check(plan.model_copy(update={"branches": ((*plan.branches[0][:-1], shown),)}))


def _read(stage: Stage) -> Iterator[str]:
    """The names whose properties a stage's columns show."""
    calls = {let.name: let for let in stage.lets if isinstance(let, Call)}

    def owners(operand: Operand) -> Iterator[str]:
        if not isinstance(operand, Ref):
            return
        if operand.name in calls:
            for argument in calls[operand.name].arguments:
                yield from owners(argument)
        elif operand.property is not None:
            yield operand.name

    for column in stage.columns:
        yield from owners(column.operand)
