"""Parts of a whole as plain stages: the whole is counted, then the part beside it."""

from __future__ import annotations

from fingerpost.core.errors import PlanError
from fingerpost.plans import (
    Aggregate,
    AggregateFunction,
    AnyOf,
    Call,
    Column,
    Comparison,
    Holds,
    Order,
    Ref,
    Stage,
    Test,
)
from fingerpost.questions.algebra import Head, Kind, Left, Part, Term
from fingerpost.questions.building import PlanBuilder
from fingerpost.questions.contraries import alternatives
from fingerpost.questions.sharing import without_part
from fingerpost.questions.state import State
from fingerpost.questions.superlatives import BEST, cut, extreme, in_order_of, passing, reached, same, shown
from fingerpost.questions.tree import reached as reached_from

_WHOLE, _PART, _HUNDRED, _PERCENTAGE, _MEASURED = "whole", "part", "hundred", "percentage", "measured"
_TOLD = "told"


def share(builder: PlanBuilder, head: Head) -> list[Stage]:
    """How many percent of the whole the part is, or each group; or whether it is all of it, or most."""
    part = head.part or Part()
    state = without_part(builder.state, part)
    if head.keys and (part.filters or part.nodes):
        of_each = _share_of_each(builder, head, part)
        if of_each is not None:
            return of_each
    if head.best is not None:
        raise PlanError("the share of each group needs what is said of the part alone", code="plan.shape")
    focus = head.focus.owner - sum(n < head.focus.owner for n in part.nodes)
    whole = builder.beside(state, Head(head.kind, Term(focus), then=head.then))
    before = whole.matched()
    found = [*before, *_amount(whole, head.focus._replace(owner=focus), _WHOLE)]
    chosen = builder.matched()
    passed = [stage.model_copy(update={"columns": (*stage.columns, same(_WHOLE))}) for stage in chosen]
    keys = shown(builder, head.keys)
    some = _amount(builder, head.focus, _PART, (*keys, same(_WHOLE)))
    if not chosen and not keys:
        # None of them still is an answer.
        matches = tuple(m.model_copy(update={"optional": True}) for m in some[0].matches)
        some[0] = some[0].model_copy(update={"matches": matches})
    return [*found, *passed, *some, _answer(builder, head, keys)]


def _amount(builder: PlanBuilder, term: Term, name: str, handed: tuple[Column, ...] = ()) -> list[Stage]:
    """How many there are, or the sum of a property, each thing once."""
    owner = builder.ref(Term(term.owner))
    if term.property is None:
        counted = Aggregate(name=name, function=AggregateFunction.COUNT, operand=owner, distinct=True)
        return [builder.stage(columns=handed, aggregates=(counted,))]
    measured = Column(name=_MEASURED, operand=builder.number(term))
    once = builder.stage(columns=(*handed, same(owner.name), measured), distinct=True)
    total = Aggregate(name=name, function=AggregateFunction.SUM, operand=Ref(name=_MEASURED))
    return [once, Stage(columns=tuple(same(column.name) for column in handed), aggregates=(total,))]


def _share_of_each(builder: PlanBuilder, head: Head, part: Part) -> list[Stage] | None:
    """How many percent of each group the part is, or which group has most; None where counts of some cannot tell."""
    state = builder.state
    kept = state.but(filters=tuple(f for n, f in enumerate(state.filters) if n not in part.filters))
    whole = builder.beside(kept, head._replace(best=None, part=None)).part(
        head._replace(best=None, part=None), Left(nodes=part.nodes)
    )
    told = [state.filters[number] for number in sorted(part.filters)]
    hung = part.nodes and _hung(state, head.focus.owner, part)
    own = [f for f in told if not f.edge and f.owner == head.focus.owner]
    if head.focus.property is not None or hung is False or (not part.nodes and len(own) < len(told)):
        return None
    before = whole.matched()
    if any(len(choice) > 1 for choice in alternatives(own)):
        told_so = Holds(name=_TOLD, conditions=tuple(whole.all_of(own)))
        whole.lets.append(told_so)
        tests: list[Test | AnyOf] = [Test(left=Ref(name=_TOLD), comparison=Comparison.EQ, right=whole.value(True))]
    else:
        tests = [test for condition in own for test in whole.tests(condition)]
    plain = [test for test in tests if isinstance(test, Test)]
    if len(plain) != len(tests):
        return None
    base = whole.base()
    if part.nodes:
        there = builder.branch({*part.nodes, head.focus.owner}, head.focus.owner)
        base = base.model_copy(update={"matches": (*base.matches, there.model_copy(update={"optional": True}))})
        nodes = (builder.ref(Term(max(part.nodes))),)
        plain += [Test(left=node, comparison=Comparison.IS_NULL, negated=True) for node in nodes]
    operand = whole.ref(Term(head.focus.owner))
    all_of = Aggregate(name=_WHOLE, function=AggregateFunction.COUNT, operand=operand, distinct=True)
    some = all_of.model_copy(update={"name": _PART, "only": tuple(plain)})
    keys = shown(whole, head.keys)
    counted = {"columns": keys, "aggregates": (all_of, some)}
    first = [*before, base.model_copy(update=counted), _answer(builder, head, keys)]
    if head.best is None:
        return first
    top = Stage(aggregates=(extreme(head.best, Ref(name=_PERCENTAGE)),))
    again = base.model_copy(update={**counted, "columns": (*keys, same(BEST))})
    divided = _answer(builder, head, keys)
    reaching = divided.model_copy(
        update={"columns": (*divided.columns, same(BEST)), "having": (reached(_PERCENTAGE, head.best),), "order": ()}
    )
    answer = Stage(columns=tuple(same(c.name) for c in divided.columns), order=in_order_of(_PERCENTAGE, head.best))
    highest = cut(head.best, _PERCENTAGE) if head.best.count > 1 else []
    return [*first, *highest, top, *map(passing, before), again, reaching, answer]


def _hung(state: State, focus: int, part: Part) -> bool:
    """Whether what is said of a part hangs on the focus alone, all of it together."""
    near = {n for e in state.edges for n in (e.start, e.end) if not part.nodes.isdisjoint((e.start, e.end))}
    first = [n for n in sorted(part.nodes) if any({n, focus} == {e.start, e.end} for e in state.edges)]
    together = len(first) == 1 and reached_from(state, first, {focus}) == part.nodes
    return together and near <= {*part.nodes, focus} and not any(state.nodes[n].absent for n in part.nodes)


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
    if head.kind is Kind.MOST:
        double = Call(name="double", function="multiply", arguments=(Ref(name=_PART), builder.value(2)))
        half = Test(left=Ref(name="double"), comparison=Comparison.GT, right=Ref(name=_WHOLE))
        answer = Column(name="answer", operand=Ref(name="holds"))
        return Stage(lets=(double, Holds(name="holds", conditions=(half,))), columns=(answer,))
    if head.kind is Kind.ALL:
        equal = Test(left=Ref(name=_PART), comparison=Comparison.EQ, right=Ref(name=_WHOLE))
        return Stage(
            lets=(Holds(name="holds", conditions=(equal,)),),
            columns=(Column(name="answer", operand=Ref(name="holds")),),
        )
    hundred = Call(name=_HUNDRED, function="multiply", arguments=(Ref(name=_PART), builder.value(100)))
    divided = Call(name="quota", function="divide", arguments=(Ref(name=_HUNDRED), Ref(name=_WHOLE)))
    columns = (*(same(key.name) for key in keys), Column(name=_PERCENTAGE, operand=Ref(name="quota")))
    order = (Order(operand=Ref(name=_PERCENTAGE), descending=True),) if keys else ()
    return Stage(lets=(hundred, divided), columns=columns, order=order)
