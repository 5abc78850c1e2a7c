"""Superlatives as plain stages: first the value to reach is found, then all that reach it. Ties are kept."""

from __future__ import annotations

from collections.abc import Sequence

from fingerpost.plans import (
    Aggregate,
    AggregateFunction,
    Call,
    Column,
    Comparison,
    Each,
    Operand,
    Order,
    Quantifier,
    Ref,
    Stage,
    Test,
)
from fingerpost.questions.algebra import Against, Best, Head, Kind, Term
from fingerpost.questions.building import PlanBuilder
from fingerpost.questions.state import Filter, State, TreeNode

BEST, KEY, COUNT = "best", "key", "n"
VALUE = "value"
"""The key of the first look. The second look has other names: kglite carries a condition on a name that is defined
again back to where it was first defined."""


def most_of(builder: PlanBuilder, best: Best) -> tuple[list[Stage], tuple[Order, ...]]:
    """Those with the most of a property: the stages, and the order that several of them stand in."""
    if best.each:
        return _most_of_each(builder, best), ()
    before = builder.matched()
    key = builder.measured(best.term)
    base = builder.base()
    if best.against in (Against.OTHER, Against.SAME, Against.SHARED):
        builder.stage()
        found = other_value(builder, best)
    else:
        found = [*before, *_to_reach(builder, best, key)]
    columns = (same(BEST), Column(name=KEY, operand=key), *map(same, builder.visible()))
    if before:
        again = [*map(passing, before), Stage(lets=base.lets, columns=columns, having=(reached(KEY, best),))]
    else:
        again = [base.model_copy(update={"columns": columns, "having": (reached(KEY, best),)})]
    return [*found, *again], in_order_of(KEY, best) if best.count > 1 else ()


def _to_reach(builder: PlanBuilder, best: Best, key: Operand) -> list[Stage]:
    """The value to reach, under the name `BEST`."""
    if best.count == 1 and best.rank == 1 and best.against is Against.BEST:
        return [builder.stage(aggregates=(extreme(best, key),))]
    owner = builder.ref(Term(best.term.owner, None, best.term.edge)).name
    known = Test(left=Ref(name=VALUE), comparison=Comparison.IS_NULL, negated=True)
    if best.against is Against.AVERAGE:
        keyed = builder.stage(columns=(same(owner), Column(name=VALUE, operand=key)), distinct=True, having=(known,))
        return [keyed, Stage(aggregates=(extreme(best, Ref(name=VALUE)),))]
    columns = (Column(name=VALUE, operand=key),)
    keyed = builder.stage(
        columns=columns if best.rank > 1 else (same(owner), *columns),
        distinct=True,
        having=(known,),
        order=in_order_of(VALUE, best),
        skip=best.rank - 1 or None,
        limit=best.count,
    )
    return [keyed, Stage(aggregates=(extreme(best, Ref(name=VALUE)),))]


def other_value(builder: PlanBuilder, best: Best) -> list[Stage]:
    """The value that another thing has, of which only a name was said."""
    state = builder.state
    label = state.nodes[best.term.owner].label
    named = State(nodes=(TreeNode(label, 0, True),), filters=tuple(f for _, f in state.others))
    beside = builder.beside(named, Head(Kind.LIST, Term(0)))
    before = beside.matched()
    key = beside.measured(Term(0, best.term.property, part=best.term.part))
    return [*before, beside.stage(aggregates=(extreme(best, key),))]


def _most_of_each(builder: PlanBuilder, best: Best) -> list[Stage]:
    """The best of each group: found for each, then all that reach the best of their own."""
    before = builder.matched()
    key = builder.measured(best.term)
    base = builder.base()
    groups = [
        Column(name=f"each{number}" if term.property else builder.ref(term).name, operand=builder.ref(term))
        for number, term in enumerate(best.each, 1)
    ]
    found = [*before, builder.stage(columns=tuple(groups), aggregates=(extreme(best, key),))]
    own = in_same_groups(builder, best.each, groups)
    columns = (same(BEST), Column(name=KEY, operand=key), *map(same, builder.visible()))
    last = Stage(lets=base.lets) if before else base
    stages = [*map(passing, before), last.model_copy(update={"columns": columns, "having": (reached(KEY, best),)})]
    match = stages[0].matches[0]
    joined = match.model_copy(update={"where": (*match.where, *own)})
    return [*found, stages[0].model_copy(update={"matches": (joined,)}), *stages[1:]]


def in_same_groups(builder: PlanBuilder, terms: Sequence[Term], groups: Sequence[Column]) -> tuple[Test, ...]:
    """The tests of a second look: each term that is a property has the value that its group has."""
    return tuple(
        Test(left=builder.ref(term), comparison=Comparison.EQ, right=Ref(name=group.name))
        for term, group in zip(terms, groups, strict=True)
        if term.property
    )


def subtracted(ends: tuple[Ref, ...]) -> Stage:
    """The last stage of a difference: the first of two values without the second."""
    between = Call(name="between", function="subtract", arguments=ends)
    return Stage(lets=(between,), columns=(Column(name="difference", operand=Ref(name="between")),))


def sorted_list(builder: PlanBuilder, head: Head, sort: Sequence[Order]) -> list[Stage]:
    """Distinct rows in the order of the key that they were chosen by."""
    terms = list(dict.fromkeys((*head.keys, *head.columns)))
    distinct = Stage(columns=tuple(map(same, (*builder.owners(terms), KEY))), distinct=True)
    return [distinct, Stage(columns=shown(builder, terms), order=tuple(sort))]


def most_counted(builder: PlanBuilder, head: Head, best: Best) -> list[Stage]:
    """Those with the most others, or the highest average: an aggregate for each, the value to reach, and who does."""
    if best.each:
        return _most_counted_of_each(builder, head, best)
    focus = head.focus if head.focus.property else Term(head.focus.owner, None, head.focus.edge)
    name = builder.ref(focus).name if focus.property is None else "group"
    owner = Column(name=name, operand=builder.ref(focus))
    before = builder.matched()
    distinct, number = _measured_once(builder, best, focus)
    base = builder.base()
    first = builder.stage
    if best.against is Against.OTHER:
        builder.stage()
        found = _other_count(builder, best, focus)
    else:
        grouped = (
            [first(columns=distinct, distinct=True), Stage(columns=(_again(owner),), aggregates=(number,))]
            if distinct
            else [first(columns=(owner,), aggregates=(number,))]
        )
        if best.rank > 1 or best.count > 1:
            grouped += cut(best)
        found = [*before, *grouped, Stage(aggregates=(extreme(best, Ref(name=VALUE)),))]
    counted = number.model_copy(update={"name": COUNT})
    passed = {"columns": (_again(owner) if distinct else owner, same(BEST)), "aggregates": (counted,)}
    again = {**passed, "having": (reached(COUNT, best),)}
    last = (
        [
            base.model_copy(update={"columns": (*distinct, same(BEST)), "distinct": True}),
            Stage().model_copy(update=again),
        ]
        if distinct
        else [base.model_copy(update=again)]
    )
    return [*found, *map(passing, before), *last, _answered(builder, head, best, owner)]


def _most_counted_of_each(builder: PlanBuilder, head: Head, best: Best) -> list[Stage]:
    """The best aggregate of each group: "for each genre, the author with the highest average price"."""
    focus = head.focus if head.focus.property else Term(head.focus.owner)
    owner = Column(name="group" if focus.property else builder.ref(focus).name, operand=builder.ref(focus))
    before = builder.matched()
    distinct, number = _measured_once(builder, best, focus)
    base = builder.base()
    groups = tuple(
        Column(name=f"each{place}" if term.property else builder.ref(term).name, operand=builder.ref(term))
        for place, term in enumerate(best.each, 1)
    )
    keys = tuple(map(_again, groups))

    def counted(first: Stage, grouped: tuple[Column, ...], name: str, handed: tuple[Column, ...]) -> list[Stage]:
        whole = number.model_copy(update={"name": name})
        if not distinct:
            return [first.model_copy(update={"columns": (*grouped, owner, *handed), "aggregates": (whole,)})]
        rows = first.model_copy(update={"columns": (*grouped, *distinct, *handed), "distinct": True})
        return [rows, Stage(columns=(*keys, _again(owner), *handed), aggregates=(whole,))]

    found = counted(builder.stage(), groups, VALUE, ())
    top = Stage(columns=keys, aggregates=(extreme(best, Ref(name=VALUE)),))
    own = in_same_groups(builder, best.each, groups)
    joined = tuple(match.model_copy(update={"where": (*match.where, *own)}) for match in base.matches)
    again = counted(base.model_copy(update={"matches": joined}), keys, COUNT, (same(BEST),))
    again[-1] = again[-1].model_copy(update={"having": (reached(COUNT, best),)})
    answer = _answered(builder, head, best, owner)
    shown_groups = tuple(
        column for term, key in zip(best.each, keys, strict=True) for column in _called(builder, head, term, key.name)
    )
    return [*before, *found, top, *map(passing, before), *again, _beside(answer, shown_groups)]


def _called(builder: PlanBuilder, head: Head, group: Term, name: str) -> list[Column]:
    """The columns that show a group: what is asked of it, else itself."""
    if group.property is not None:
        return [Column(name=group.property, operand=Ref(name=name))]
    terms = [t for t in head.columns if t.owner == group.owner and not t.edge] or [group]
    titles = [f"{builder.label(t)} {t.property}" if t.property else builder.label(t) for t in terms]
    return [
        Column(name=title, operand=Ref(name=name, property=t.property)) for title, t in zip(titles, terms, strict=True)
    ]


def _beside(answer: Stage, columns: tuple[Column, ...]) -> Stage:
    """An answer with columns before its own, named apart."""
    taken = {column.name for column in answer.columns}
    apart = (c if c.name not in taken else c.model_copy(update={"name": f"{c.name} of each"}) for c in columns)
    return answer.model_copy(update={"columns": (*apart, *answer.columns)})


def difference(builder: PlanBuilder, head: Head, best: Best) -> list[Stage]:
    """How far one thing is beyond another: the value of the other, that of the one, and what lies between."""
    before = builder.matched()
    if best.function is None:
        key = builder.measured(best.term)
        base = builder.base()
        found = other_value(builder, best)
        number = Aggregate(name=VALUE, function=AggregateFunction.MAX, operand=key)
    else:
        base = builder.base()
        focus = Term(head.focus.owner)
        found = _other_count(builder, best, focus)
        _, number = _measured_once(builder, best, focus)
    valued = base.model_copy(update={"columns": (same(BEST),), "aggregates": (number,)})
    pair = (Ref(name=VALUE), Ref(name=BEST)) if best.descending else (Ref(name=BEST), Ref(name=VALUE))
    return [*found, *map(passing, before), valued, subtracted(pair)]


def cut(best: Best, name: str = VALUE) -> list[Stage]:
    """Only the first of the values under a name; of a second best, each value once."""
    order = in_order_of(name, best)
    if best.rank == 1:
        return [Stage(columns=(same(name),), order=order, limit=best.count)]
    return [Stage(columns=(same(name),), distinct=True, order=order, skip=best.rank - 1, limit=best.count)]


def _measured_once(builder: PlanBuilder, best: Best, focus: Term) -> tuple[tuple[Column, ...], Aggregate]:
    """The aggregate for each group, and what makes the rows distinct before: each thing is averaged once."""
    if best.function is AggregateFunction.COUNT or best.function is None:
        operand = builder.ref(best.term)
        return (), Aggregate(name=VALUE, function=AggregateFunction.COUNT, operand=operand, distinct=True)
    key = builder.measured(best.term)
    if best.term.edge or len(builder.visible()) == 1:
        return (), Aggregate(name=VALUE, function=best.function, operand=key)
    owner = builder.ref(Term(best.term.owner)).name
    group = Column(name="group" if focus.property else builder.ref(focus).name, operand=builder.ref(focus))
    columns = (group, *((same(owner),) if owner != group.name else ()), Column(name="measured", operand=key))
    return columns, Aggregate(name=VALUE, function=best.function, operand=Ref(name="measured"))


def _other_count(builder: PlanBuilder, best: Best, focus: Term) -> list[Stage]:
    """How many another thing has."""
    state = builder.state
    filters = tuple(f for f in state.filters if f.owner != focus.owner or f.edge)
    named = tuple(_owned(f, focus.owner) for _, f in state.others)
    beside = builder.beside(state.but(filters=(*filters, *named)))
    before = beside.matched()
    _, number = _measured_once(beside, best, focus)
    return [*before, beside.stage(aggregates=(number.model_copy(update={"name": BEST}),))]


def _answered(builder: PlanBuilder, head: Head, best: Best, owner: Column) -> Stage:
    """What is shown of those that were chosen, with what they were chosen by."""
    function = (best.function or AggregateFunction.COUNT).value
    number = Column(
        name=f"{function} of {builder.called(best.term) or builder.label(best.term)}", operand=Ref(name=COUNT)
    )
    focus = head.focus
    if focus.property is not None:
        chosen: tuple[Column, ...] = (Column(name=focus.property, operand=Ref(name=owner.name)),)
    else:
        terms = [t for t in head.columns if (t.owner, t.edge) == (focus.owner, focus.edge)]
        chosen = shown(builder, terms or [Term(focus.owner, None, focus.edge)])
    return Stage(columns=(*chosen, number), order=in_order_of(COUNT, best))


def extreme(best: Best, operand: Operand) -> Aggregate:
    """The value to reach: the best one, of several the last, or the average."""
    upward = best.descending == (best.count == 1)
    function = AggregateFunction.MAX if upward else AggregateFunction.MIN
    if best.against is Against.AVERAGE:
        function = AggregateFunction.AVG
    return Aggregate(name=BEST, function=function, operand=operand)


def reached(name: str, best: Best) -> Test:
    """The test that a value reaches what is to be reached."""
    comparison = Comparison.EQ
    if best.against is Against.SHARED:
        each = Each(quantifier=Quantifier.ANY, item="one", source=Ref(name=name))
        return Test(left=Ref(name="one"), comparison=Comparison.IN, right=Ref(name=BEST), each=each)
    if best.against in (Against.AVERAGE, Against.OTHER):
        comparison = Comparison.GT if best.descending else Comparison.LT
    elif best.count > 1:
        comparison = Comparison.GE if best.descending else Comparison.LE
    return Test(left=Ref(name=name), comparison=comparison, right=Ref(name=BEST))


def in_order_of(name: str, best: Best) -> tuple[Order, ...]:
    """The best first."""
    return (Order(operand=Ref(name=name), descending=best.descending),)


def passing(stage: Stage) -> Stage:
    """The stage, handing on the value to reach as well."""
    return stage.model_copy(update={"columns": (*stage.columns, same(BEST))})


def same(name: str) -> Column:
    """A name handed on as it is."""
    return Column(name=name, operand=Ref(name=name))


def _again(column: Column) -> Column:
    return same(column.name)


def _owned(condition: Filter, owner: int) -> Filter:
    return condition._replace(owner=owner)


def shown(builder: PlanBuilder, terms: Sequence[Term]) -> tuple[Column, ...]:
    """Terms as columns, with names for a reader."""
    titles = builder.titles(terms)
    return tuple(Column(name=name, operand=builder.ref(term)) for term, name in zip(terms, titles, strict=True))
