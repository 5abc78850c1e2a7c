"""Says which condition left an answer empty: what there is without it, and the stored value that comes nearest.

Each condition of the plan is left out in turn, and what then matches is counted, through the gate and within the limits
of citations.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from fingerpost.answers import Wording
from fingerpost.core.cells import Cell
from fingerpost.core.errors import FingerpostError
from fingerpost.core.schema import PropertyInfo
from fingerpost.engine.context import AskContext
from fingerpost.plans import (
    Aggregate,
    AggregateFunction,
    Call,
    Column,
    Comparison,
    Condition,
    Match,
    Operand,
    Plan,
    Ref,
    Stage,
    Test,
    Value,
    conditions_read,
    counted,
    joined,
    with_used,
    words,
)

_MOST_CONDITIONS = 4
"""With more conditions, nothing is looked up."""
_BEYOND = {
    Comparison.GT: ((Comparison.LE, AggregateFunction.MAX),),
    Comparison.GE: ((Comparison.LT, AggregateFunction.MAX),),
    Comparison.LT: ((Comparison.GE, AggregateFunction.MIN),),
    Comparison.LE: ((Comparison.GT, AggregateFunction.MIN),),
    Comparison.EQ: ((Comparison.LT, AggregateFunction.MAX), (Comparison.GT, AggregateFunction.MIN)),
}
"""Where the values nearest to a condition lie: what they are compared by, and which of them is the nearest."""


def emptied(context: AskContext, plan: Plan) -> str | None:
    """A sentence on what there is without the condition that nothing meets; None if no one condition is to blame."""
    look = _look(plan)
    if look is None or not 0 < len(look.groups) <= _MOST_CONDITIONS:
        return None
    found = []
    try:
        for group in look.groups:
            number = look.run(context, group, AggregateFunction.COUNT, Ref(name=look.head))
            if isinstance(number, int) and number:
                there = f"there {'is' if number == 1 else 'are'} {counted(number, words(look.label))}"
                nearest = _nearest(context, look, group)
                found.append(f"without the condition that {conditions_read(plan, group)}, {there}{nearest}")
    except FingerpostError:
        return None  # the answer stands without it
    text = "; ".join(found)
    return f"{text[:1].upper()}{text[1:]}." if text else None


@dataclass(frozen=True)
class _Look:
    """The one match of a plan, its conditions in groups, and the name and label of what it lists or counts."""

    plan: Plan
    stage: Stage
    match: Match
    head: str
    label: str
    groups: tuple[tuple[Condition, ...], ...]

    def run(
        self,
        context: AskContext,
        without: Sequence[Condition],
        function: AggregateFunction,
        operand: Operand,
        instead: Test | None = None,
    ) -> Cell:
        """One aggregate over what matches without some conditions, with another one instead of them."""
        where = tuple(condition for condition in self.match.where if condition not in without)
        grouped = self._of_group(operand)
        having = () if self.stage.aggregates and grouped is None else self.stage.having
        having = tuple(condition for condition in having if condition not in without)
        if instead is not None:
            having = (*having, instead)
        first = Stage(
            matches=(self.match.model_copy(update={"where": where}),),
            lets=self.stage.lets,
            columns=(Column(name="measured", operand=operand),) if grouped is None else self.stage.columns,
            aggregates=() if grouped is None else self.stage.aggregates,
            having=having,
        )
        distinct = function is AggregateFunction.COUNT
        measured = grouped or Ref(name="measured")
        aggregate = Aggregate(name="found", function=function, operand=measured, distinct=distinct)
        plan = Plan(branches=((first, Stage(aggregates=(aggregate,))),), parameters=self.plan.parameters)
        plan = with_used(plan, plan.parameters)
        settings, counts = context.settings, context.store.capabilities.work_limit
        bounds = {
            "work_units": min(settings.limits.work_units, settings.citation_work),
            "time_ms": settings.limits.time_ms if counts else min(settings.limits.time_ms, settings.citation_time_ms),
        }
        rows = context.run(plan, settings.limits.model_copy(update=bounds)).rows
        return rows[0][0] if rows else None

    def _of_group(self, operand: Operand) -> Ref | None:
        """What an operand is called once the matches are grouped and conditions are on what was computed of the groups;
        None where they are not, or it is no part of a group."""
        if not (self.stage.aggregates and self.stage.having):
            return None
        key = next((column.name for column in self.stage.columns if column.operand == operand), None)
        computed = self.computed(operand)
        name = computed.name if computed is not None else key
        return None if name is None else Ref(name=name)

    def computed(self, operand: Operand) -> Aggregate | None:
        """The aggregate over a group that an operand stands for."""
        if not isinstance(operand, Ref) or operand.property is not None:
            return None
        return next((each for each in self.stage.aggregates if each.name == operand.name), None)

    def property_of(self, operand: Operand) -> tuple[str, str] | None:
        """The label and property that an operand stands for."""
        lets = {let.name: let.arguments[0] for let in self.stage.lets if isinstance(let, Call) and let.arguments}
        if isinstance(operand, Ref) and operand.property is None:
            operand = lets.get(operand.name, operand)
        labels = {node.name: node.label for node in self.match.pattern.nodes}
        label = labels.get(operand.name) if isinstance(operand, Ref) else None
        if not isinstance(operand, Ref) or operand.property is None or operand.function is not None or label is None:
            return None
        return label, operand.property


def _look(plan: Plan) -> _Look | None:
    """What is to be looked at of a plan that matches once, without optional parts."""
    if len(plan.branches) != 1 or any(stage.matches for stage in plan.stages[1:]):
        return None
    stage = plan.stages[0]
    if len(stage.matches) != 1 or stage.unwind is not None or stage.matches[0].optional:
        return None
    if any(not isinstance(let, Call) or let.function != "typed" for let in stage.lets):
        return None
    match = stage.matches[0]
    labels = {node.name: node.label for node in match.pattern.nodes if node.label is not None}
    operands = [column.operand for column in stage.columns] + [one.operand for one in stage.aggregates]
    heads = [operand.name for operand in operands if isinstance(operand, Ref) and operand.name in labels]
    if not heads:
        return None
    if stage.aggregates and any(
        not isinstance(test, Test) or not isinstance(test.right, Value) for test in stage.having
    ):
        return None
    groups = tuple(_groups((*match.where, *stage.having)))
    return _Look(plan, stage, match, heads[0], labels[heads[0]], groups)


def _groups(conditions: Sequence[Condition]) -> Iterator[tuple[Condition, ...]]:
    """Conditions apart, those on one property together: "between 10 and 20"."""
    by_operand: dict[object, list[Condition]] = {}
    for place, condition in enumerate(conditions):
        on_operand = isinstance(condition, Test) and condition.each is None
        by_operand.setdefault(condition.left if on_operand else place, []).append(condition)  # type: ignore[union-attr]
    for group in by_operand.values():
        yield tuple(group)


def _nearest(context: AskContext, look: _Look, group: Sequence[Condition]) -> str:
    """The stored values that come nearest to a range or number: " (nearest: 26.5)"."""
    left = group[0].left if isinstance(group[0], Test) else None
    computed = look.computed(left) if left is not None else None
    counts = computed is not None and computed.function is AggregateFunction.COUNT
    of = computed.operand if computed is not None else left
    known = look.property_of(of) if of is not None else None
    info = None if counts else _info(context, known)
    if not counts and (info is None or not (info.numeric or info.temporal)):
        return ""
    nearest: list[Cell] = []
    for test in group:
        if not isinstance(test, Test) or test.negated or test.comparison not in _BEYOND:
            return ""
        for comparison, function in _BEYOND[test.comparison]:
            other = test.model_copy(update={"comparison": comparison})
            value = look.run(context, group, function, test.left, other)
            if value is not None and value not in nearest:
                nearest.append(value)
    if not nearest:
        return ""
    wording = Wording(context.display)
    said = joined([wording.cell(value, info.unit if info is not None else None) for value in nearest])
    return f" (nearest: {said})"


def _info(context: AskContext, known: tuple[str, str] | None) -> PropertyInfo | None:
    label = context.schema.label_by_name.get(known[0]) if known is not None else None
    return label.by_name.get(known[1]) if label is not None and known is not None else None
