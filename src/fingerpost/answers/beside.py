"""Which properties of the listed elements decided that they are listed, to show beside their names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fingerpost.plans import (
    ORDERINGS,
    AggregateFunction,
    Call,
    Comparison,
    Operand,
    Plan,
    Ref,
    Stage,
    Test,
    Value,
)

_MOST = 2
_EXTREMES = (AggregateFunction.MIN, AggregateFunction.MAX)


def beside(plan: Plan) -> tuple[str, ...]:
    """Properties that a single column of elements is compared by ("wider than") or chosen by ("the oldest")."""
    if len(plan.branches) != 1 or plan.then or len(plan.columns) != 1:
        return ()
    stages = plan.branches[0]
    shown = _shown(stages)
    found = dict.fromkeys(property_ for stage in stages for property_ in _deciding(stage, stages, shown))
    return tuple(found)[:_MOST]


def _shown(stages: Sequence[Stage]) -> frozenset[str]:
    """The names, stage by stage, of the element in the last stage's only column."""
    names = {column.name for column in stages[-1].columns}
    for stage in reversed(stages):
        for column in stage.columns:
            operand = column.operand
            if column.name in names and isinstance(operand, Ref) and not (operand.property or operand.function):
                names.add(operand.name)
    return frozenset(names)


def _deciding(stage: Stage, stages: Sequence[Stage], shown: frozenset[str]) -> Iterator[str]:
    meant = {column.name: column.operand for column in stage.columns}
    typed = {let.name: let.arguments[0] for let in stage.lets if isinstance(let, Call) and let.function == "typed"}
    best = {one.name for other in stages for one in other.aggregates if one.function in _EXTREMES}

    def property_of(operand: Operand) -> str | None:
        for names in (meant, typed):
            if isinstance(operand, Ref) and operand.property is None:
                operand = names.get(operand.name, operand)
        return operand.property if isinstance(operand, Ref) and operand.name in shown else None

    for test in (*(one for match in stage.matches for one in match.where), *stage.having):
        if not isinstance(test, Test) or test.each is not None or test.negated:
            continue
        chosen = test.comparison is Comparison.EQ and isinstance(test.right, Ref) and test.right.name in best
        compared = test.comparison in ORDERINGS and isinstance(test.right, (Ref, Value))
        property_ = property_of(test.left) if chosen or compared else None
        if property_ is not None:
            yield property_
    if stage.limit is not None:
        for order in stage.order:
            property_ = property_of(order.operand)
            if property_ is not None:
                yield property_
