"""Superlatives as plain stages: first the best value is found, then all that reach it. Ties are kept."""

from __future__ import annotations

from collections.abc import Sequence

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
from fingerpost.questions.algebra import Best, Head, Term
from fingerpost.questions.building import PlanBuilder

_BEST, _KEY, _COUNT = "best", "key", "n"
_VALUE = "value"
"""The key of the first look. The second look has other names: kglite carries a condition on a name that is defined
again back to where it was first defined."""


def most_of(builder: PlanBuilder, best: Best) -> tuple[list[Stage], tuple[Order, ...]]:
    """Those with the most of a property: the stages, and the order that several of them stand in."""
    before = builder.matched()
    key = builder.measured(best.term)
    base = builder.base()
    if best.count == 1:
        first = builder.stage(aggregates=(_extreme(best, key),))
        found = [*before, first]
    else:
        owner = builder.ref(Term(best.term.owner, None, best.term.edge)).name
        keyed = builder.stage(
            columns=(_same(owner), Column(name=_VALUE, operand=key)),
            distinct=True,
            having=(Test(left=Ref(name=_VALUE), comparison=Comparison.IS_NULL, negated=True),),
            order=_ordered(_VALUE, best),
            limit=best.count,
        )
        found = [*before, keyed, Stage(aggregates=(_extreme(best, Ref(name=_VALUE)),))]
    columns = (_same(_BEST), Column(name=_KEY, operand=key), *map(_same, builder.visible()))
    if before:
        again = [*map(_passing, before), Stage(lets=base.lets, columns=columns, having=(_reached(_KEY, best),))]
    else:
        again = [base.model_copy(update={"columns": columns, "having": (_reached(_KEY, best),)})]
    return [*found, *again], _ordered(_KEY, best) if best.count > 1 else ()


def sorted_list(builder: PlanBuilder, head: Head, sort: Sequence[Order]) -> list[Stage]:
    """Distinct rows in the order of the key that they were chosen by."""
    terms = list(dict.fromkeys((*head.keys, *head.columns)))
    owners = dict.fromkeys(builder.ref(Term(term.owner, None, term.edge)).name for term in terms)
    distinct = Stage(columns=tuple(map(_same, (*owners, _KEY))), distinct=True)
    return [distinct, Stage(columns=_shown(builder, terms), order=tuple(sort))]


def most_counted(builder: PlanBuilder, head: Head, best: Best) -> list[Stage]:
    """Those with the most others: count for each, take the most, then all that reach it."""
    focus = Term(head.focus.owner, None, head.focus.edge)
    owner = _same(builder.ref(focus).name)
    number = Aggregate(name=_VALUE, function=AggregateFunction.COUNT, operand=builder.ref(best.term), distinct=True)
    counted = number.model_copy(update={"name": _COUNT})
    before = builder.matched()
    base = builder.base()
    grouped = builder.stage(columns=(owner,), aggregates=(number,))
    if best.count > 1:
        grouped = grouped.model_copy(update={"order": _ordered(_VALUE, best), "limit": best.count})
    found = [*before, grouped, Stage(aggregates=(_extreme(best, Ref(name=_VALUE)),))]
    again = base.model_copy(
        update={"columns": (owner, _same(_BEST)), "aggregates": (counted,), "having": (_reached(_COUNT, best),)}
    )
    terms = [t for t in head.columns if (t.owner, t.edge) == (focus.owner, focus.edge)] or [focus]
    shown = (
        *_shown(builder, terms),
        Column(name=f"count of {builder.label(best.term)}", operand=Ref(name=_COUNT)),
    )
    return [*found, *map(_passing, before), again, Stage(columns=shown, order=_ordered(_COUNT, best))]


def _extreme(best: Best, operand: Operand) -> Aggregate:
    """The value to reach: the best one, or of several the last."""
    upward = best.descending == (best.count == 1)
    function = AggregateFunction.MAX if upward else AggregateFunction.MIN
    return Aggregate(name=_BEST, function=function, operand=operand)


def _reached(name: str, best: Best) -> Test:
    comparison = Comparison.EQ
    if best.count > 1:
        comparison = Comparison.GE if best.descending else Comparison.LE
    return Test(left=Ref(name=name), comparison=comparison, right=Ref(name=_BEST))


def _ordered(name: str, best: Best) -> tuple[Order, ...]:
    return (Order(operand=Ref(name=name), descending=best.descending),)


def _passing(stage: Stage) -> Stage:
    """The stage, handing on the value to reach as well."""
    return stage.model_copy(update={"columns": (*stage.columns, _same(_BEST))})


def _same(name: str) -> Column:
    return Column(name=name, operand=Ref(name=name))


def _shown(builder: PlanBuilder, terms: Sequence[Term]) -> tuple[Column, ...]:
    titles = builder.titles(terms)
    return tuple(Column(name=name, operand=builder.ref(term)) for term, name in zip(terms, titles, strict=True))
