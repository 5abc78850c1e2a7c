"""Says of an answer what of it was computed, from shapes or other quantities, and not stated by the model."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from pydantic import BaseModel

from fingerpost.core.errors import FingerpostError
from fingerpost.domains.buildings.questions.phrase import in_list
from fingerpost.engine import AskContext
from fingerpost.plans import (
    Aggregate,
    AggregateFunction,
    Comparison,
    EdgePattern,
    Match,
    Plan,
    Ref,
    Stage,
    Value,
    words,
)

_NAMES: Final = "computed"
_PARAMETER: Final = "computed_name"
_RELATIONS: Final = {
    "NEXT_TO": "which rooms are adjacent is computed from their shapes",
    "ABOVE": "which room is above which is computed from their shapes",
}


def computed_notes(context: AskContext, plan: Plan) -> tuple[str, ...]:
    """A line for each quantity that some of what the plan matches has by its shape, and for each such relation."""
    labels = context.schema.label_by_name
    notes = [_RELATIONS[kind] for kind in dict.fromkeys(_types(plan)) if kind in _RELATIONS]
    for stage in plan.stages:
        for match in stage.matches:
            for node in match.pattern.nodes:
                held = labels.get(node.label or "")
                if held is not None and _NAMES in held.by_name:
                    for name in sorted(_read(plan, node.name) & set(held.by_name)):
                        notes += _told(context, plan, match, node.name, name)
    return tuple(dict.fromkeys(notes))


def _told(context: AskContext, plan: Plan, match: Match, node: str, name: str) -> Iterator[str]:
    is_computed = in_list(node, _NAMES, Value(parameter=_PARAMETER), Comparison.EQ)
    count = Aggregate(name="count", function=AggregateFunction.COUNT, operand=Ref(name=node), distinct=True)
    numbers = []
    for where in (match.where, (*match.where, is_computed)):
        stage = Stage(matches=(match.model_copy(update={"where": where, "optional": False}),), aggregates=(count,))
        asked = Plan(branches=((stage,),), parameters={**plan.parameters, _PARAMETER: name})
        try:
            numbers.append(context.run(asked).rows[0][0])
        except FingerpostError:  # the match uses what stands before it
            return
    if numbers[1]:
        yield f"the {words(name)} of {numbers[1]} of {numbers[0]} is computed, not stated by the model"


def _parts(value: Any) -> Iterator[BaseModel]:
    """All models within a plan."""
    if isinstance(value, BaseModel):
        yield value
        for name in type(value).model_fields:
            yield from _parts(getattr(value, name))
    elif isinstance(value, (list, tuple)):
        for one in value:
            yield from _parts(one)


def _read(plan: Plan, node: str) -> set[str]:
    """The properties of a node that a plan reads."""
    return {one.property for one in _parts(plan) if isinstance(one, Ref) and one.name == node and one.property}


def _types(plan: Plan) -> Iterator[str]:
    for one in _parts(plan):
        if isinstance(one, EdgePattern):
            yield from one.types
