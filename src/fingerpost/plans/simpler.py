"""Simplifies a plan for execution, with the same rows.

If every row is a different node, "distinct" is redundant, but engines would collect all rows first, or scan what they
could count directly. A condition on a property that is passed on can also be tested where the node is matched, where
engines can use an index.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence

from fingerpost.plans.model import Aggregate, Column, Condition, Operand, Plan, Ref, Stage, Test


def simplified(plan: Plan) -> Plan:
    """A plan with the same rows, in the same order if it is sorted."""
    branches = tuple(tuple(_simplified(branch)) for branch in plan.branches)
    return plan.model_copy(update={"branches": branches})


def _simplified(stages: Sequence[Stage]) -> Iterator[Stage]:
    node: str | None = None
    for number, stage in enumerate(stages):
        tested = _tested_where_matched(stage)
        node = _only_node(tested) if number == 0 else None if tested.unwind or tested.matches else node
        if node is None:
            yield tested
        else:
            plain = _plain(tested, node)
            yield plain
            node = _handed_on(plain, node)


def _only_node(stage: Stage) -> str | None:
    """The single node that a first stage matches, so that its rows are distinct."""
    if stage.unwind is not None or len(stage.matches) != 1 or stage.matches[0].pattern.edges:
        return None
    nodes = stage.matches[0].pattern.nodes
    return nodes[0].name if len(nodes) == 1 else None


def _handed_on(stage: Stage, node: str) -> str | None:
    """The node's name in the next stage, if the rows are still distinct."""
    if stage.aggregates:
        return None
    return next((column.name for column in stage.columns if column.operand == Ref(name=node)), None)


def _plain(stage: Stage, node: str) -> Stage:
    """A stage of distinct nodes, without redundant "distinct"."""

    def counted(aggregate: Aggregate) -> Aggregate:
        plain = aggregate.distinct and aggregate.operand == Ref(name=node)
        return aggregate.model_copy(update={"distinct": False}) if plain else aggregate

    changes = {
        "aggregates": tuple(map(counted, stage.aggregates)),
        "distinct": stage.distinct and _handed_on(stage, node) is None,
    }
    return stage.model_copy(update=changes)


def _tested_where_matched(stage: Stage) -> Stage:
    """A stage that tests properties in its match instead of afterwards."""
    if len(stage.matches) != 1 or stage.matches[0].optional or stage.aggregates:
        return stage
    match = stage.matches[0]
    nodes = {node.name for node in match.pattern.nodes}
    read = {column.name: column.operand for column in stage.columns if _reads(column, nodes)}
    handed_on = {column.name for column in stage.columns if column.operand == Ref(name=column.name)}
    moved, kept = list[Condition](), list[Condition]()
    for condition in stage.having:
        operand = _tested(condition, read, handed_on)
        if operand is None:
            kept.append(condition)
        else:
            moved.append(condition.model_copy(update={"left": operand}))
    where = match.model_copy(update={"where": (*match.where, *moved)})
    return stage.model_copy(update={"matches": (where,), "having": tuple(kept)}) if moved else stage


def _tested(condition: Condition, columns: Mapping[str, Operand], handed_on: Container[str]) -> Operand | None:
    """The operand that a condition compares with a value or earlier name, if it is one of these unchanged columns."""
    if not isinstance(condition, Test) or condition.each is not None:
        return None
    if isinstance(condition.right, Ref) and condition.right.name not in handed_on:
        return None
    left = condition.left
    return columns.get(left.name) if isinstance(left, Ref) and left == Ref(name=left.name) else None


def _reads(column: Column, nodes: set[str]) -> bool:
    """Whether a column is a stored property of a node."""
    operand = column.operand
    return isinstance(operand, Ref) and operand.name in nodes and operand.property is not None and not operand.function
