"""One plan for two questions that each ask for a number: the one without the other, or both side by side."""

from __future__ import annotations

from fingerpost.plans import (
    Aggregate,
    AggregateFunction,
    Call,
    Column,
    Comparison,
    Holds,
    Plan,
    Ref,
    Stage,
    Test,
    Value,
)
from fingerpost.questions.two_questions import Halves, Joint

_NUMBER, _BETWEEN, _HOLDS = "number", "between", "holds"
_ONE = "n"
_SIDES = ("one", "other")
_ZERO = Value(parameter="zero")


def of_numbers(parts: Halves, first: tuple[Stage, ...], second: tuple[Stage, ...]) -> Plan | None:
    """The plan for both; None where one of them gives no number."""
    counts = [_counted(stages) for stages in (first, second)]
    if None in counts:
        return None
    numbers = tuple(filter(None, counts))
    return _side_by_side(numbers, parts.names) if parts.joint is Joint.BESIDE else _subtracted(parts.joint, numbers)


def _side_by_side(numbers: tuple[tuple[Stage, ...], ...], names: tuple[str, str]) -> Plan | None:
    """Both numbers in one row: summed, so that one which nothing matches is nothing."""
    if len(set(names)) != len(names):
        return None
    branches = tuple(
        (
            *stages,
            Stage(
                columns=tuple(
                    Column(name=side, operand=Ref(name=_ONE) if place == number else _ZERO)
                    for place, side in enumerate(_SIDES)
                )
            ),
        )
        for number, stages in enumerate(numbers)
    )
    totals = tuple(Aggregate(name=side, function=AggregateFunction.SUM, operand=Ref(name=side)) for side in _SIDES)
    lets = tuple(_computed(f"{side} in all", side) for side in _SIDES)
    columns = tuple(Column(name=name, operand=Ref(name=let.name)) for name, let in zip(names, lets, strict=True))
    then = (Stage(aggregates=totals), Stage(lets=lets, columns=columns))
    return Plan(branches=branches, union_all=True, then=then, parameters={"zero": 0})


def _subtracted(joint: Joint, numbers: tuple[tuple[Stage, ...], ...]) -> Plan:
    """The one number without the other: summed, so that one which nothing matches is nothing."""
    turned = joint in (Joint.LESS, Joint.ARE_LESS)
    branches = tuple((*stages, _signed(negative=(number == 1) != turned)) for number, stages in enumerate(numbers))
    total = Aggregate(name=_BETWEEN, function=AggregateFunction.SUM, operand=Ref(name=_NUMBER))
    then = (Stage(aggregates=(total,)),)
    if joint not in (Joint.ARE_MORE, Joint.ARE_LESS):
        beyond = _computed("beyond", _BETWEEN)
        answer = Stage(lets=(beyond,), columns=(Column(name="difference", operand=Ref(name="beyond")),))
        return Plan(branches=branches, union_all=True, then=(*then, answer), parameters={"zero": 0})
    more = Test(left=Ref(name=_BETWEEN), comparison=Comparison.GT, right=_ZERO)
    holds = Holds(name=_HOLDS, conditions=(more,))
    answer = Stage(lets=(holds,), columns=(Column(name="answer", operand=Ref(name=_HOLDS)),))
    return Plan(branches=branches, union_all=True, then=(*then, answer), parameters={"zero": 0})


def _counted(stages: tuple[Stage, ...]) -> tuple[Stage, ...] | None:
    """The stages, the one number that they give named; None where they give another thing."""
    last = stages[-1]
    alone = len(last.aggregates) == 1 and not (last.columns or last.having or last.order or last.limit)
    if not alone or last.aggregates[0].function not in (AggregateFunction.COUNT, AggregateFunction.SUM):
        return None
    named = last.aggregates[0].model_copy(update={"name": _ONE})
    return (*stages[:-1], last.model_copy(update={"aggregates": (named,)}))


def _signed(*, negative: bool) -> Stage:
    if not negative:
        return Stage(columns=(Column(name=_NUMBER, operand=Ref(name=_ONE)),))
    turned = Call(name="turned", function="negate", arguments=(Ref(name=_ONE),))
    return Stage(lets=(turned,), columns=(Column(name=_NUMBER, operand=Ref(name="turned")),))


def _computed(name: str, number: str) -> Call:
    """A number as one that was computed, and not as the count or sum of what it was made from."""
    return Call(name=name, function="subtract", arguments=(Ref(name=number), _ZERO))
