"""Several measures of different things for each of one: "the number of books and the average fine per author".

Matched together, only what has all of them would count. So each is matched by itself; what hangs on another measured
thing ("the number of books and the average rating of their reviews") need not be there.
"""

from __future__ import annotations

from collections.abc import Callable

from fingerpost.plans import Aggregate, AggregateFunction, Column, Stage
from fingerpost.questions.algebra import Head, Measure, Term
from fingerpost.questions.building import PlanBuilder
from fingerpost.questions.state import State
from fingerpost.questions.superlatives import same, shown
from fingerpost.questions.tree import ends, way


def measured_apart(
    builder: PlanBuilder, head: Head, aggregate: Callable[[Measure, int], Aggregate]
) -> list[Stage] | None:
    """The stages that measure each by itself, the last one grouped; None where all are of the same things."""
    group = _group(head)
    if group is None or head.having or head.per is not None or not builder.base().matches:
        return None
    needed = [_needed(builder.state, group, m.term) for m in head.measures]
    if any(nodes is None for nodes in needed) or len({frozenset(nodes or ()) for nodes in needed}) < 2:
        return None
    branches = [nodes or set() for nodes in needed]
    common = set.intersection(*branches)
    used = set.union(*branches)
    spare = {n for n, node in enumerate(builder.state.nodes) if not node.absent} - used
    if spare or {group} in branches or any(node.absent for node in builder.state.nodes):
        return None
    owner = same(builder.ref(Term(group)).name)
    stages = [Stage(matches=(builder.branch(common, None),), columns=(owner,), distinct=True)]
    known: tuple[Column, ...] = ()
    for number, (measure, nodes) in enumerate(zip(head.measures, branches, strict=True)):
        builder.lets = []
        measured = aggregate(measure, number)
        nested = any(other < nodes for other in branches)
        stages += _one(builder, head, measure, measured, nodes, group, known, nested=nested)
        known = (*known, same(stages[-1].aggregates[0].name))
    builder.stage()
    return stages


def _group(head: Head) -> int | None:
    """The one node for each of which something is measured."""
    owners = {(term.owner, term.edge) for term in (*head.keys, *head.groups)}
    whole = any(term.property is None for term in (*head.keys, *head.groups))
    return next(iter(owners))[0] if len(owners) == 1 and whole and not next(iter(owners))[1] else None


def _needed(state: State, group: int, term: Term) -> set[int] | None:
    """The nodes between a group and what is measured, both among them."""
    ways = [way(state, group, end) for end in ends(state, term.owner, edge=term.edge)]
    return None if None in ways else {node for nodes in ways for node in nodes or ()}


def _one(
    builder: PlanBuilder,
    head: Head,
    measure: Measure,
    aggregate: Aggregate,
    nodes: set[int],
    group: int,
    known: tuple[Column, ...],
    *,
    nested: bool,
) -> list[Stage]:
    """The stages that find one measure for each group, beside those that are known."""
    matched = builder.branch(nodes, group).model_copy(update={"optional": nested})
    last = len(known) + 1 == len(head.measures)
    owner = same(builder.ref(Term(group)).name)
    hidden = tuple(same(builder.ref(term).name) for term in head.groups)
    columns = (*shown(builder, head.keys), *hidden) if last else (owner,)
    once = measure.function is not AggregateFunction.COUNT and not measure.term.edge
    if once:
        # Each thing is averaged once, however often it matches.
        held = map(same, builder.owners((measure.term,)))
        first = Stage(matches=(matched,), columns=tuple(dict.fromkeys((owner, *known, *held))), distinct=True)
        return [first, Stage(lets=tuple(builder.lets), columns=(*columns, *known), aggregates=(aggregate,))]
    lets = tuple(builder.lets)
    return [Stage(matches=(matched,), lets=lets, columns=(*columns, *known), aggregates=(aggregate,))]
