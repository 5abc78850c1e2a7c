"""Describes one element: which one is meant, and its card, with how many others it is joined with, counted through the
gate."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, NamedTuple

from fingerpost.answers import Cards, Joined, only_names
from fingerpost.core.cells import Cell, Node
from fingerpost.core.errors import FingerpostError
from fingerpost.core.schema import GraphSchema
from fingerpost.engine.context import AskContext
from fingerpost.engine.ranking import Ranked
from fingerpost.plans import (
    Aggregate,
    AggregateFunction,
    Column,
    EdgePattern,
    Match,
    NodePattern,
    Pattern,
    Plan,
    Ref,
    counted,
    singular,
    words,
)
from fingerpost.stores import Result

_MOST_KINDS = 12
"""The number of kinds of relationships that a card counts; those that are commonest in the graph."""
_NAMED = 3
"""Up to so many others are named."""
_OTHER = "joined"


class _Way(NamedTuple):
    type: str
    incoming: bool
    label: str | None
    """The label of all that is joined this way, if it is one."""


def one_first(context: AskContext, ranked: tuple[Ranked, ...]) -> tuple[Ranked, ...]:
    """The readings of "tell me about Iron Maiden" with the artist first, who is the only one called so and joined with
    most, rather than five tracks; what else is called so is noted."""
    best = ranked[0]
    names = [one for one in ranked if one.result is not None and only_names(one.candidate.plan, context.display)]
    single = [one for one in names if one.answers and one.ignored == best.ignored and len(_rows(one)) == 1]
    if best not in names or len(_rows(best)) < 2 or not single:
        return ranked
    chosen = max(single, key=lambda one: _joined_with(context, one.candidate.plan))
    others = [
        counted(len(_rows(one)), singular(words(_label(one.candidate.plan)))) for one in names if one is not chosen
    ]
    told = f"called so, too: {', '.join(others)}"
    first = replace(chosen, confidence=best.confidence, notes=(*chosen.notes, told))
    less = replace(best, confidence=min(chosen.confidence, best.confidence / 2))
    return (first, *(less if one is best else one for one in ranked if one is not chosen))


def _rows(one: Ranked) -> Sequence[tuple[Cell, ...]]:
    return one.result.rows if one.result is not None else ()


def _label(plan: Plan) -> str:
    return plan.branches[0][0].matches[0].pattern.nodes[0].label or ""


def _joined_with(context: AskContext, plan: Plan) -> int:
    """With how many others what a plan finds is joined, in the ways that are commonest in the graph."""
    total = 0
    for _, way in sorted(_ways(context.schema, _label(plan)), key=lambda found: -found[0])[:_MOST_KINDS]:
        with suppress(FingerpostError):
            total += _counted(context, plan, way)
    return total


def described(
    context: AskContext, plan: Plan, result: Result, *, wanted: bool = False
) -> tuple[str, tuple[str, ...]] | None:
    """The card of the element that a plan finds by its name alone, or, where one is `wanted`, by any property of it;
    and notes. None for every other answer."""
    if len(result.rows) != 1 or not isinstance(result.rows[0][0], Node):
        return None
    if not only_names(plan, None if wanted else context.display):
        return None
    node = result.rows[0][0]
    ways = sorted(_ways(context.schema, _label(plan)), key=lambda found: -found[0])
    joined, notes = [], []
    for _, way in ways[:_MOST_KINDS]:
        try:
            count = _counted(context, plan, way)
            named = _others(context, plan, way) if 0 < count <= _NAMED else ()
        except FingerpostError as error:
            notes.append(f"relationships of the kind {way.type} could not be counted: {error.message}")
            continue
        if count:
            joined.append(Joined(way.type, way.label, count, way.incoming, named))
    if len(ways) > _MOST_KINDS:
        notes.append(f"{len(ways) - _MOST_KINDS} more kinds of relationships were not counted")
    return Cards(context.display).card(node, joined), tuple(notes)


def _ways(schema: GraphSchema, label: str) -> Iterator[tuple[int, _Way]]:
    """The relationships that nodes of a label have, each with how many there are in the graph."""
    for info in schema.relationships:
        for incoming in (False, True):
            mine = [(pair.end, pair.start) if incoming else (pair.start, pair.end) for pair in info.endpoints]
            counts = [pair.count for pair in info.endpoints]
            found = {other: count for (own, other), count in zip(mine, counts, strict=True) if own == label and count}
            apart = sum(counts) == info.count  # no node has two labels
            for others in [{other: count} for other, count in found.items()] if apart else [found] if found else []:
                yield sum(others.values()), _Way(info.type, incoming, _one_of(schema, others, info.count))


def _one_of(schema: GraphSchema, found: dict[str, int], total: int) -> str | None:
    """The label that all joined nodes have, the rarest in the graph; None if that is not known."""
    common = list(found) if len(found) == 1 else [label for label, count in found.items() if count == total]
    return min(common, key=lambda label: schema.label_by_name[label].count, default=None)


def _counted(context: AskContext, plan: Plan, way: _Way) -> int:
    """How many others the element is joined with in one way."""
    count = Aggregate(name="n", function=AggregateFunction.COUNT, operand=Ref(name=_OTHER), distinct=True)
    rows = _run(context, plan, way, {"columns": (), "aggregates": (count,), "distinct": False})
    return int(rows[0][0]) if rows else 0


def _others(context: AskContext, plan: Plan, way: _Way) -> tuple[Node, ...]:
    """The others themselves, where they are few."""
    column = Column(name=_OTHER, operand=Ref(name=_OTHER))
    rows = _run(context, plan, way, {"columns": (column,), "distinct": True, "limit": _NAMED})
    return tuple(cell for (cell,) in rows if isinstance(cell, Node))


def _run(context: AskContext, plan: Plan, way: _Way, update: Mapping[str, Any]) -> Sequence[tuple[Cell, ...]]:
    stage = plan.branches[0][0]
    mine = stage.matches[0].pattern.nodes[0].name
    start, end = (_OTHER, mine) if way.incoming else (mine, _OTHER)
    pattern = Pattern(
        nodes=(NodePattern(name=mine), NodePattern(name=_OTHER, label=way.label)),
        edges=(EdgePattern(start=start, end=end, types=(way.type,)),),
    )
    joined = {"matches": (*stage.matches, Match(pattern=pattern)), "order": (), "limit": None}
    changed = plan.model_copy(update={"branches": ((stage.model_copy(update={**joined, **update}),),)})
    limits = context.settings.limits
    work = min(limits.work_units, context.settings.citation_work)
    return context.run(changed, limits.model_copy(update={"work_units": work})).rows
