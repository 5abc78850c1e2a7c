"""What the names of a plan stand for: a node of a label, or a property of one."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from fingerpost.linking import Display
from fingerpost.plans import (
    AggregateFunction,
    Column,
    Condition,
    Match,
    NodePattern,
    Order,
    Pattern,
    Plan,
    Ref,
    Stage,
    Test,
    with_used,
    words,
)

_BEST = (AggregateFunction.MAX, AggregateFunction.MIN)


class Origin(NamedTuple):
    """A node of a label or, with a property, the values that its nodes have there."""

    label: str
    property: str | None = None


def shows_itself(origin: Origin, display: Display) -> bool:
    """Whether what is shown is a node itself, or what it is called by."""
    return origin.property in (None, *display.parts(origin.label))


class Scope(NamedTuple):
    """The names that one stage sees and passes on, with what they refer to."""

    seen: dict[str, Origin]
    passed: dict[str, Origin]


def stages_of(plan: Plan) -> tuple[Stage, ...] | None:
    """The stages of a plan without a union; None for a union."""
    return (*plan.branches[0], *plan.then) if len(plan.branches) == 1 else None


def scopes(stages: Sequence[Stage]) -> list[Scope]:
    """What the names of each stage refer to, without computed ones."""
    found: list[Scope] = []
    passed: dict[str, Origin] = {}
    for stage in stages:
        seen = dict(passed)
        for match in stage.matches:
            for node in match.pattern.nodes:
                if node.label is not None:
                    seen.setdefault(node.name, Origin(node.label))
        columns = ((column.name, origin_of(column, seen)) for column in stage.columns)
        passed = {name: origin for name, origin in columns if origin is not None}
        found.append(Scope(seen, passed))
    return found


def origin_of(column: Column | Order, seen: dict[str, Origin]) -> Origin | None:
    """What a column shows, if that is a node or a property as it is stored."""
    operand = column.operand
    if not isinstance(operand, Ref) or operand.function is not None or operand.name not in seen:
        return None
    origin = seen[operand.name]
    if operand.property is None:
        return origin
    return Origin(origin.label, operand.property) if origin.property is None else None


def listing(label: str, node: str = "n", where: tuple[Condition, ...] = ()) -> Stage:
    """The stage that lists the things of a label that meet conditions."""
    match = Match(pattern=Pattern(nodes=(NodePattern(name=node, label=label),)), where=where)
    return Stage(matches=(match,), columns=(Column(name=label, operand=Ref(name=node)),))


def shown(plan: Plan) -> tuple[Origin, ...]:
    """What the columns of a plan show, and what its aggregates are computed of."""
    stages = stages_of(plan)
    if stages is None:
        return ()
    last, scope = stages[-1], scopes(stages)[-1]
    found = [origin_of(column, scope.seen) for column in last.columns]
    measured = (Column(name=a.name, operand=a.operand) for a in last.aggregates if isinstance(a.operand, Ref))
    found.extend(origin_of(column, scope.seen) for column in measured)
    return tuple(dict.fromkeys(origin for origin in found if origin is not None))


def shown_node(stage: Stage, seen: dict[str, Origin], label: str) -> str | None:
    """The node of a label that a stage shows, names by a property, or computes something of: of two of one kind, as an
    employee and the boss, the one that was asked for."""
    operands = [*(column.operand for column in stage.columns), *(aggregate.operand for aggregate in stage.aggregates)]
    names = (operand.name for operand in operands if isinstance(operand, Ref))
    return next((name for name in names if seen.get(name) == Origin(label)), None)


def shown_property(plan: Plan) -> Origin | None:
    """The one property that a plan shows; None if it shows more, or nodes."""
    found = [origin for origin in shown(plan) if origin.property is not None]
    return found[0] if len(found) == 1 and len(shown(plan)) == 1 else None


def labels_of(plan: Plan) -> tuple[str, ...]:
    """The labels of a plan, those that it counts or shows first."""
    return tuple(dict.fromkeys([*_counted_first(plan), *(label for stage in plan.stages for label in _matched(stage))]))


def _counted_first(plan: Plan) -> Iterator[str]:
    """The labels behind aggregates, then those behind the columns of the result; these first where only those with the
    most of something are kept."""
    stages = stages_of(plan)
    if stages is None:
        return
    if ranks(plan):
        yield from (origin.label for origin in shown(plan))
    for stage, scope in zip(stages, scopes(stages), strict=True):
        for aggregate in stage.aggregates:
            if isinstance(aggregate.operand, Ref) and aggregate.operand.name in scope.seen:
                yield scope.seen[aggregate.operand.name].label
    yield from (origin.label for origin in shown(plan))


def _matched(stage: Stage) -> Iterator[str]:
    for match in stage.matches:
        for node in match.pattern.nodes:
            if node.label is not None:
                yield node.label


def ranks(plan: Plan) -> bool:
    """Whether a plan keeps those with the greatest or least value only."""
    stages = stages_of(plan) or ()
    best = any(a.function in _BEST for stage in stages[:-1] for a in stage.aggregates)
    return best or any(stage.limit is not None for stage in stages)


def subject_of(plan: Plan, label: str, naming: Collection[str]) -> Plan | None:
    """What a question to be answered by yes or no is about, of a label, whatever it asks of that; None for other plans.

    `naming` are the properties by which nodes of the label are called.
    """
    stages = stages_of(plan)
    if stages is None or not stages[-1].lets or not stages[0].matches:
        return None
    match = stages[0].matches[0]
    for node in match.pattern.nodes:
        tests = tuple(c for c in match.where if isinstance(c, Test) and _is_of(c, node.name, naming))
        if node.label == label and tests:
            found = Match(pattern=Pattern(nodes=(node,)), where=tests)
            listed = Stage(matches=(found,), columns=(Column(name=label, operand=Ref(name=node.name)),))
            made = Plan(branches=((listed,),), parameters=plan.parameters)
            return with_used(made, plan.parameters)
    return None


def _is_of(test: Test, name: str, properties: Collection[str]) -> bool:
    """Whether a test compares one of the properties of a node with a value."""
    left = test.left
    return (
        isinstance(left, Ref) and left.name == name and left.property in properties and not isinstance(test.right, Ref)
    )


def noun_of(label: str) -> str:
    """A label or property as words: `wall type` for WallType."""
    return words(label).lower()


def nouns_of(plan: Plan) -> frozenset[str]:
    """Words for the subject of a plan: its labels and the properties that it shows."""
    properties = (origin.property for origin in shown(plan) if origin.property is not None)
    return frozenset(noun_of(name) for name in (*labels_of(plan), *properties))
