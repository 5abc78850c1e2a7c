"""Parts of a whole as plain stages: the whole is counted, then the part beside it."""

from __future__ import annotations

from fingerpost.plans import Aggregate, AggregateFunction, Call, Column, Comparison, Holds, Order, Ref, Stage, Test
from fingerpost.questions.algebra import Head, Kind, Part, Term
from fingerpost.questions.building import PlanBuilder
from fingerpost.questions.sharing import without_part
from fingerpost.questions.superlatives import same, shown

_WHOLE, _PART, _HUNDRED = "whole", "part", "hundred"


def share(builder: PlanBuilder, head: Head) -> list[Stage]:
    """How many percent of the whole the part is, or each group; or whether it is all of it."""
    part = head.part or Part()
    state = without_part(builder.state, part)
    if head.keys and part.filters and not part.nodes:
        of_each = _share_of_each(builder.beside(state, head), builder, head, part)
        if of_each is not None:
            return of_each
    focus = head.focus.owner - sum(n < head.focus.owner for n in part.nodes)
    whole = builder.beside(state, Head(head.kind, Term(focus), then=head.then))
    before = whole.matched()
    counted = Aggregate(name=_WHOLE, function=AggregateFunction.COUNT, operand=whole.ref(Term(focus)), distinct=True)
    found = [*before, whole.stage(aggregates=(counted,))]
    chosen = builder.matched()
    passed = [stage.model_copy(update={"columns": (*stage.columns, same(_WHOLE))}) for stage in chosen]
    keys = shown(builder, head.keys)
    some = Aggregate(
        name=_PART, function=AggregateFunction.COUNT, operand=builder.ref(Term(head.focus.owner)), distinct=True
    )
    base = builder.base()
    if not chosen and not keys:
        # None of them still is an answer.
        base = base.model_copy(update={"matches": tuple(m.model_copy(update={"optional": True}) for m in base.matches)})
    counts = base.model_copy(update={"columns": (*keys, same(_WHOLE)), "aggregates": (some,)})
    return [*found, *passed, counts, _answer(builder, head, keys)]


def _share_of_each(whole: PlanBuilder, builder: PlanBuilder, head: Head, part: Part) -> list[Stage] | None:
    """How many percent of each group the part is; None where conditional counts cannot tell."""
    told = [builder.state.filters[number] for number in sorted(part.filters)]
    before = whole.matched()
    tests = [test for condition in told if not condition.edge for test in whole.tests(condition)]
    plain = [test for test in tests if isinstance(test, Test)]
    if len(plain) != len(tests) or any(condition.edge for condition in told):
        return None
    operand = whole.ref(Term(head.focus.owner))
    all_of = Aggregate(name=_WHOLE, function=AggregateFunction.COUNT, operand=operand, distinct=True)
    some = all_of.model_copy(update={"name": _PART, "only": tuple(plain)})
    keys = shown(whole, head.keys)
    return [*before, whole.stage(columns=keys, aggregates=(all_of, some)), _answer(builder, head, keys)]


def ratio(builder: PlanBuilder, head: Head) -> list[Stage]:
    """How many there are of one kind for each of another: the two that a condition names."""
    term = head.columns[0]
    told = next(f for f in builder.state.filters if (f.owner, f.property, f.edge) == term[:3])
    values = told.value if isinstance(told.value, tuple) else ()
    before = builder.matched()
    counts = tuple(
        Aggregate(
            name=name,
            function=AggregateFunction.COUNT,
            operand=builder.ref(Term(term.owner)),
            distinct=True,
            only=(Test(left=builder.ref(term), comparison=Comparison.EQ, right=builder.value(value)),),
        )
        for name, value in zip((_PART, _WHOLE), values, strict=True)
    )
    divided = Call(name="quota", function="divide", arguments=(Ref(name=_PART), Ref(name=_WHOLE)))
    answer = Stage(lets=(divided,), columns=(Column(name="ratio", operand=Ref(name="quota")),))
    return [*before, builder.stage(aggregates=counts), answer]


def _answer(builder: PlanBuilder, head: Head, keys: tuple[Column, ...]) -> Stage:
    if head.kind is Kind.ALL:
        equal = Test(left=Ref(name=_PART), comparison=Comparison.EQ, right=Ref(name=_WHOLE))
        return Stage(
            lets=(Holds(name="holds", conditions=(equal,)),),
            columns=(Column(name="answer", operand=Ref(name="holds")),),
        )
    hundred = Call(name=_HUNDRED, function="multiply", arguments=(Ref(name=_PART), builder.value(100)))
    divided = Call(name="quota", function="divide", arguments=(Ref(name=_HUNDRED), Ref(name=_WHOLE)))
    columns = (*(same(key.name) for key in keys), Column(name="percentage", operand=Ref(name="quota")))
    order = (Order(operand=Ref(name="percentage"), descending=True),) if keys else ()
    return Stage(lets=(hundred, divided), columns=columns, order=order)
