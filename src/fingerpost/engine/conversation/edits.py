"""Edits of plans: narrowing them to fewer elements, counting, sorting."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from fingerpost.core.cells import Cell
from fingerpost.plans import (
    Aggregate,
    AggregateFunction,
    Column,
    Condition,
    Exists,
    Match,
    Order,
    Plan,
    Ref,
    SmallAny,
    Stage,
    Test,
    canonical_json,
    plural,
)


def subject_of(plan: Plan) -> tuple[str, str] | None:
    """The variable and label of what a plan lists or counts; None if it is not one thing."""
    if len(plan.branches) != 1:
        return None
    first = plan.branches[0][0]
    labels = {node.name: node.label for match in first.matches for node in match.pattern.nodes}
    shown = [column.operand for column in first.columns]
    for operand in (*(aggregate.operand for aggregate in first.aggregates), *shown):
        label = labels.get(operand.name) if isinstance(operand, Ref) else None
        if isinstance(operand, Ref) and label is not None:
            return operand.name, label
    return None


def noun_of(label: str) -> str:
    """The plural of a label as a word: `wall types` for WallType."""
    words = "".join(f" {c.lower()}" if c.isupper() and n else c.lower() for n, c in enumerate(label))
    return plural(words.replace("_", " "))


def narrowed(plan: Plan, other: Plan) -> Plan | None:
    """A plan with the conditions that another one sets on the same kind of thing; None if they do not fit.

    What the other plan requires beyond the thing itself becomes an existence test, so that no row is repeated.
    """
    mine, theirs = subject_of(plan), subject_of(other)
    if mine is None or theirs is None or mine[1] != theirs[1]:
        return None
    stage = other.branches[0][0]
    if len(other.branches) != 1 or other.then or len(stage.matches) != 1 or not _is_plain(stage):
        return None
    match = stage.matches[0]
    if match.optional or match.pattern.path or match.pattern.shortest:
        return None
    names = {node.name: f"{node.name}_then" for node in match.pattern.nodes}
    names |= {edge.name: f"{edge.name}_then" for edge in match.pattern.edges if edge.name}
    names[theirs[0]] = mine[0]
    parameters = _fresh(plan, other)
    renamed = Match.model_validate(_renamed(match.model_dump(), names, parameters))
    conditions = _conditions(renamed)
    if conditions is None:
        return None
    first, *rest = plan.branches[0]
    place = next(n for n, m in enumerate(first.matches) if any(node.name == mine[0] for node in m.pattern.nodes))
    changed = first.matches[place].model_copy(update={"where": (*first.matches[place].where, *conditions)})
    matches = (*first.matches[:place], changed, *first.matches[place + 1 :])
    stages = (first.model_copy(update={"matches": matches}), *rest)
    values = {**plan.parameters, **{parameters[name]: value for name, value in other.parameters.items()}}
    return plan.model_copy(update={"branches": (stages,), "parameters": values})


def _is_plain(stage: Stage) -> bool:
    return not (stage.unwind or stage.lets or stage.having or stage.limit is not None or stage.skip is not None)


def _fresh(plan: Plan, other: Plan) -> dict[str, str]:
    """Names for the other plan's parameters that this one does not use."""
    taken, found = set(plan.parameters), {}
    for name in other.parameters:
        number = 1
        while f"p{number}" in taken:
            number += 1
        found[name] = f"p{number}"
        taken.add(found[name])
    return found


def _renamed(value: Any, names: Mapping[str, str], parameters: Mapping[str, str]) -> Any:
    """A dumped pattern with other names; only fields that hold names are touched."""
    if isinstance(value, dict):
        return {
            key: names.get(inner, inner)
            if key in ("name", "start", "end", "item") and isinstance(inner, str)
            else parameters.get(inner, inner)
            if key == "parameter"
            else _renamed(inner, names, parameters)
            for key, inner in value.items()
        }
    if isinstance(value, (list, tuple)):
        return [_renamed(inner, names, parameters) for inner in value]
    return value


def _conditions(match: Match) -> tuple[Condition, ...] | None:
    """A match as conditions on what it starts from: itself if it has no edges, else that it exists."""
    if not match.pattern.edges:
        return match.where or None
    where: list[Test | SmallAny] = []
    for condition in match.where:
        if not isinstance(condition, Test):
            return None
        where.append(condition)
    return (Exists(pattern=match.pattern, where=tuple(where)),)


def counted(plan: Plan) -> Plan | None:
    """The plan that counts what a plan lists; None if it counts already, or lists no single thing."""
    subject = subject_of(plan)
    if subject is None or any(stage.aggregates for stage in _stages(plan)):
        return None
    first = plan.branches[0][0]
    count = Aggregate(
        name=f"count of {subject[1]}", function=AggregateFunction.COUNT, operand=Ref(name=subject[0]), distinct=True
    )
    stage = first.model_copy(update={"columns": (), "aggregates": (count,), "distinct": False, "order": ()})
    return plan.model_copy(update={"branches": ((stage,),), "then": ()})


def listed(plan: Plan) -> Plan | None:
    """The plan that lists what a plan counts; None if it does more than count one kind of thing."""
    subject, stages = subject_of(plan), list(_stages(plan))
    if subject is None or len(stages) != 1 or stages[0].columns or len(stages[0].aggregates) != 1:
        return None
    if stages[0].aggregates[0].function is not AggregateFunction.COUNT:
        return None
    column = Column(name=subject[1], operand=Ref(name=subject[0]))
    stage = stages[0].model_copy(update={"columns": (column,), "aggregates": (), "distinct": True})
    return plan.model_copy(update={"branches": ((stage,),)})


def shape_of(plan: Plan) -> str:
    """What a plan is but for its values, its comparisons, and the label of what it asks for."""
    subject = subject_of(plan)
    kinds: dict[str, Cell] = {name: type(value).__name__ for name, value in plan.parameters.items()}
    text = canonical_json(plan.model_copy(update={"parameters": kinds}))
    text = re.sub(r',"(?:=|<>|<=?|>=?)",', ",,", text)
    return text.replace(subject[1], "_") if subject is not None else text


def ordered(plan: Plan, other: Plan) -> Plan | None:
    """A plan of one list in the order of another list of the same thing; None if they do not fit."""
    mine, theirs = subject_of(plan), subject_of(other)
    last = other.last
    if mine is None or theirs is None or mine[1] != theirs[1] or not last.order or last.limit is not None:
        return None
    if len(plan.branches[0]) != 1 or plan.then or any(stage.aggregates for stage in _stages(plan)):
        return None
    properties = [key.operand.property for key in last.order if isinstance(key.operand, Ref)]
    by = next((p for p in properties if p), None) or _property_of(other, theirs[0])
    if by is None:
        return None
    first = plan.branches[0][0]
    column = Column(name=by, operand=Ref(name=mine[0], property=by))
    columns = first.columns if any(c.name == by for c in first.columns) else (*first.columns, column)
    order = (Order(operand=Ref(name=by), descending=last.order[0].descending),)
    return plan.model_copy(
        update={"branches": ((first.model_copy(update={"columns": columns, "order": order}),),), "then": ()}
    )


def _property_of(plan: Plan, name: str) -> str | None:
    """The property by which a plan is sorted, if it is sorted by a column."""
    by = {key.operand.name for key in plan.last.order if isinstance(key.operand, Ref)}
    for stage in _stages(plan):
        for column in stage.columns:
            if column.name in by and isinstance(column.operand, Ref) and column.operand.name == name:
                return column.operand.property
    return None


def _stages(plan: Plan) -> Iterator[Stage]:
    for branch in plan.branches:
        yield from branch
    yield from plan.then
