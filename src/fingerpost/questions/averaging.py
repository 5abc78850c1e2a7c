"""Averages of counts: "the average number of goals per match", with what else is measured for each group.

What is counted is counted for each match, and the counts are averaged. What else is measured is found in looks of its
own at the same groups, each at its part of the pattern.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from fingerpost.core.errors import PlanError
from fingerpost.plans import Aggregate, AggregateFunction, Column, Ref, Stage
from fingerpost.questions.algebra import Head, Left, Measure, Term
from fingerpost.questions.belonging import left_out
from fingerpost.questions.building import PlanBuilder
from fingerpost.questions.superlatives import in_same_groups, same

_SAID = {"avg": "average", "max": "highest", "min": "lowest"}


def averaged_counts(builder: PlanBuilder, head: Head, per: Term) -> list[Stage]:
    """The stages; the last one has what groups, what was found in looks before, and what is measured last."""
    stages: list[Stage] = []
    groups: tuple[Column, ...] = ()
    known: tuple[Column, ...] = ()
    whole = bool(builder.base().matches)
    for measures, without in _looks(head, _left(builder, head)):
        if stages and not whole:
            raise PlanError("what is left of a match cannot be looked at again")
        look = builder if without == Left() and not stages else _look(builder, head, measures, without)
        groups = groups if stages else _groups(look, head)
        first, *rest = _averaged(look, measures, per, groups) if measures[0].each else _measured(look, measures)
        if stages:
            first = _in_groups(look, head, groups, first)
        columns = (*groups, *known, *first.columns)
        groups = tuple(same(group.name) for group in groups)
        stages += [first.model_copy(update={"columns": columns})]
        stages += [stage.model_copy(update={"columns": (*groups, *known)}) for stage in rest]
        known = (*known, *(same(aggregate.name) for aggregate in stages[-1].aggregates))
    return stages


def _left(builder: PlanBuilder, head: Head) -> Mapping[Measure, Left]:
    """What each measure leaves out of the pattern; of one that is not what is averaged, what need not be there."""
    found = left_out(builder.state, head) if builder.base().matches else None
    left = {measure: Left() for measure in head.measures} if found is None else found
    if head.optional is None:
        # "The number of players and the average number of matches per player": of the same players.
        averaged = [w for measure, w in left.items() if measure.each is not None]
        return {m: averaged[0] if m.term == head.per and averaged else w for m, w in left.items()}
    node = frozenset(() if head.optional.edge else (head.optional.owner,))
    edge = frozenset((head.optional.owner,) if head.optional.edge else ())
    return {m: w if m.each else Left(w.nodes | node, w.edges | edge) for m, w in left.items()}


def _looks(head: Head, left: Mapping[Measure, Left]) -> Iterator[tuple[list[Measure], Left]]:
    """The measures that are found together, averages of counts first; things are averaged by themselves."""
    looks: dict[object, list[Measure]] = {}
    for measure in sorted(head.measures, key=lambda m: m.each is None):
        alone = measure if measure.function is not AggregateFunction.COUNT else None
        looks.setdefault((measure.each is None, left[measure], alone), []).append(measure)
    for measures in looks.values():
        yield measures, left[measures[0]]


def _look(builder: PlanBuilder, head: Head, measures: list[Measure], without: Left) -> PlanBuilder:
    """A builder for one look, its pattern matched."""
    optional = head.optional if measures[0].each is not None else None
    look = builder.part(head._replace(optional=optional, measures=tuple(measures)), without)
    if look.matched():
        raise PlanError("what is computed before it is compared is looked at once")
    return look


def _groups(look: PlanBuilder, head: Head) -> tuple[Column, ...]:
    """What groups, and what is grouped by and not shown."""
    keys = (
        Column(name=title if term.property else look.ref(term).name, operand=look.ref(term))
        for term, title in zip(head.keys, look.titles(head.keys), strict=True)
    )
    return (*keys, *(same(look.ref(term).name) for term in head.groups))


def _in_groups(look: PlanBuilder, head: Head, groups: tuple[Column, ...], first: Stage) -> Stage:
    """The first stage of a look, at the groups that are known."""
    own = in_same_groups(look, head.keys, groups[: len(head.keys)])
    matches = tuple(match.model_copy(update={"where": (*match.where, *own)}) for match in first.matches)
    return first.model_copy(update={"matches": matches})


def _averaged(look: PlanBuilder, measures: list[Measure], per: Term, groups: tuple[Column, ...]) -> list[Stage]:
    """What is counted for each, and what is asked of the counts."""
    unit = look.ref(per)
    each = Column(name="each", operand=unit) if per.property is not None else same(unit.name)
    terms = list(dict.fromkeys(measure.term for measure in measures))
    averages = [_of_counts(look, measure, terms.index(measure.term) + 1) for measure in measures]
    columns = () if any(group.name == each.name for group in groups) else (each,)
    counted = look.stage(columns=columns, aggregates=tuple(dict.fromkeys(count for count, _ in averages)))
    return [counted, Stage(aggregates=tuple(average for _, average in averages))]


def _of_counts(look: PlanBuilder, measure: Measure, number: int) -> tuple[Aggregate, Aggregate]:
    """A count for each of something, and what is asked of these counts."""
    assert measure.each is not None
    name = "n" if number == 1 else f"n{number}"
    operand = look.ref(measure.term)
    count = Aggregate(name=name, function=measure.function, operand=operand, distinct=measure.distinct)
    said = _SAID.get(measure.each.value, measure.each.value)
    title = f"{said} number of {look.label(measure.term)}"
    return count, Aggregate(name=title, function=measure.each, operand=Ref(name=name))


def _measured(look: PlanBuilder, measures: list[Measure]) -> list[Stage]:
    """What else is measured; each thing is averaged once, however often it matches."""
    once = measures[0].function is not AggregateFunction.COUNT and not measures[0].term.edge
    owner = look.ref(Term(measures[0].term.owner, None, measures[0].term.edge))
    stages = [look.stage(columns=(same(owner.name),), distinct=True)] if once else []
    aggregates = tuple(look.aggregate(measure, measures[:number]) for number, measure in enumerate(measures))
    return [*stages, look.stage(aggregates=aggregates)]
