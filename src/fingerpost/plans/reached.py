"""Recognises superlatives: a stage that finds a best value, and one that keeps everything that reaches it.

"The longest book" is a stage that finds the greatest number of pages, and one that matches again and keeps the books
with that number. If both match the same pattern, they are described as one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from fingerpost.plans.model import (
    Aggregate,
    AggregateFunction,
    Column,
    Comparison,
    Operand,
    Order,
    Ref,
    Stage,
    Test,
)

_EXTREMES = {AggregateFunction.MAX: "greatest", AggregateFunction.MIN: "least"}


@dataclass(frozen=True)
class Reached:
    """A superlative of a pipeline.

    `name` is the name of the best value and `key` the operand that must reach it. `which` is "the greatest" or "the
    least"; for several, "greatest" or "least" with their `number`, counted over the distinct `over`. `stages` are those
    after the first, without the columns that pass on the best value.
    """

    name: str
    key: str
    which: str
    number: int | None
    over: tuple[str, ...]
    stages: tuple[Stage, ...]


def superlative_of(stages: Sequence[Stage]) -> Reached | None:
    """The first superlative of a pipeline whose second match equals its first."""
    for index, stage in enumerate(stages[:-1]):
        aggregate = _lone_extreme(stage)
        if aggregate is not None:
            found = _one_look(stages, index, aggregate) or _two_looks(stages, index, aggregate)
            if found is not None:
                return found
    return None


def _lone_extreme(stage: Stage) -> Aggregate | None:
    """The aggregate of a stage that only finds a maximum or minimum."""
    if len(stage.aggregates) != 1 or stage.columns or stage.having or stage.order or stage.unwind is not None:
        return None
    aggregate = stage.aggregates[0]
    cut = stage.skip is not None or stage.limit is not None
    extreme = aggregate.function in _EXTREMES and aggregate.operand is not None
    return aggregate if extreme and not aggregate.only and not cut else None


def _one_look(stages: Sequence[Stage], index: int, aggregate: Aggregate) -> Reached | None:
    """A best value of everything that is matched."""
    again = _again(stages, index, stages[:index], stages[index], aggregate.name)
    if again is None:
        return None
    test = _test(again[-1], aggregate.name, Comparison.EQ)
    if test is None or _meant(test.left, again[-1]) != aggregate.operand:
        return None
    rest = tuple(stages[index + 1 + len(again) :])
    which = f"the {_EXTREMES[aggregate.function]}"
    return Reached(aggregate.name, _named(test.left), which, None, (), (*again, *rest))


def _two_looks(stages: Sequence[Stage], index: int, aggregate: Aggregate) -> Reached | None:
    """The best of the values that the previous stage lists or counts."""
    value = aggregate.operand
    if index == 0 or stages[index].matches or stages[index].lets or not isinstance(value, Ref) or value.property:
        return None
    listing = stages[index - 1]
    again = _again(stages, index, stages[: index - 1], listing, aggregate.name)
    if again is None or value.function is not None or value.name not in listing.outputs:
        return None
    number, descending = listing.limit, aggregate.function is AggregateFunction.MAX
    if number is not None:  # the others must reach the last of the best
        descending = not descending
        if listing.order != (Order(operand=Ref(name=value.name), descending=descending),) or listing.skip is not None:
            return None
    reaches = Comparison.EQ if number is None else Comparison.GE if descending else Comparison.LE
    test = _test(again[-1], aggregate.name, reaches)
    if test is None or not _same_value(test.left, again[-1], value, listing):
        return None
    over = () if listing.aggregates else tuple(c.name for c in listing.columns if c.name != value.name)
    which = "greatest" if descending else "least"
    rest = tuple(stages[index + 1 + len(again) :])
    said = which if number is not None else f"the {which}"
    return Reached(aggregate.name, _named(test.left), said, number, over, (*again, *rest))


def _again(
    stages: Sequence[Stage], index: int, before: Sequence[Stage], source: Stage, best: str
) -> tuple[Stage, ...] | None:
    """The stages that match the same again, without the best value among their columns."""
    looks = tuple(_without(stage, best) for stage in stages[index + 1 : index + 2 + len(before)])
    if len(looks) <= len(before) or looks[:-1] != tuple(before):
        return None
    last = _filtered_last(looks[-1], best)
    looks = (*looks[:-1], last)
    same = (last.matches, last.lets, last.unwind) == (source.matches, source.lets, source.unwind)
    return looks if same else None


def _filtered_last(stage: Stage, best: str) -> Stage:
    """The stage with the superlative's test after its last match instead of inside it."""
    if not stage.matches or stage.matches[-1].optional or stage.aggregates or stage.having:
        return stage
    where = stage.matches[-1].where
    tests = tuple(c for c in where if isinstance(c, Test) and c.right == Ref(name=best))
    match = stage.matches[-1].model_copy(update={"where": tuple(c for c in where if c not in tests)})
    return stage.model_copy(update={"matches": (*stage.matches[:-1], match), "having": tests})


def _without(stage: Stage, name: str) -> Stage:
    columns = tuple(column for column in stage.columns if column != Column(name=name, operand=Ref(name=name)))
    return stage.model_copy(update={"columns": columns})


def _test(stage: Stage, best: str, comparison: Comparison) -> Test | None:
    """The only condition of a stage, if it is the superlative's test."""
    if len(stage.having) != 1 or not isinstance(stage.having[0], Test):
        return None
    test = stage.having[0]
    plain = test.comparison is comparison and not test.negated and test.each is None
    return test if plain and test.right == Ref(name=best) else None


def _meant(operand: Operand, stage: Stage) -> Operand:
    """The operand of a column of the stage, if the given operand names one."""
    columns = {Ref(name=column.name): column.operand for column in stage.columns}
    return columns.get(operand, operand) if isinstance(operand, Ref) else operand


def _named(operand: Operand) -> str:
    return operand.name if isinstance(operand, Ref) and operand.property is None else ""


def _same_value(left: Operand, again: Stage, value: Ref, listing: Stage) -> bool:
    """Whether the value compared with the best value is the one that it was computed from."""
    if not listing.aggregates:
        known = Test(left=value, comparison=Comparison.IS_NULL, negated=True)
        plain = listing.distinct and listing.having in ((), (known,))
        return plain and listing.limit is not None and _meant(left, again) == _meant(value, listing)
    counted = {Ref(name=a.name): a.model_copy(update={"name": "value"}) for a in listing.aggregates}
    recounted = {Ref(name=a.name): a.model_copy(update={"name": "value"}) for a in again.aggregates}
    same = isinstance(left, Ref) and recounted.get(left) == counted.get(value) and counted.get(value) is not None
    return same and again.columns == listing.columns and not listing.having
