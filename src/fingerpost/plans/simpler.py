"""Simplifies a plan for execution, with the same rows.

If every row is a different node, "distinct" is redundant, but engines would collect all rows first, or scan what they
could count directly. A condition on a property that is passed on can also be tested where the node is matched, where
engines can use an index.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence

from fingerpost.plans.model import Aggregate, Column, Condition, Match, Operand, Pattern, Plan, Ref, Stage, Test, Value

ToOne = Callable[[str], bool]
"""Whether no node starts two relationships of a type."""


def simplified(plan: Plan, to_one: ToOne | None = None) -> Plan:
    """A plan with the same rows, in the same order if it is sorted.

    `to_one` tells of a type that no node starts two of its relationships; it is asked only where something depends on
    it, and False means "not known".
    """
    branches = tuple(tuple(_simplified(_tested_earlier(branch), to_one)) for branch in plan.branches)
    return plan.model_copy(update={"branches": branches})


def _simplified(stages: Sequence[Stage], to_one: ToOne | None) -> Iterator[Stage]:
    node: str | None = None
    depends = any(stage.distinct or any(each.distinct for each in stage.aggregates) for stage in stages)
    for number, stage in enumerate(stages):
        tested = _tested_where_matched(stage)
        if number == 0:
            node = _only_node(tested, to_one) if depends else None
        elif tested.unwind or tested.matches:
            node = None
        if node is None:
            yield tested
        else:
            plain = _plain(tested, node)
            yield plain
            node = _handed_on(plain, node)


def _only_node(stage: Stage, to_one: ToOne | None) -> str | None:
    """The node that differs in each row of a first stage: its only one, or the one that tells all others."""
    if stage.unwind is not None or len(stage.matches) != 1:
        return None
    pattern = stage.matches[0].pattern
    if not pattern.edges:
        return pattern.nodes[0].name if len(pattern.nodes) == 1 else None
    plain = all(len(edge.types) == 1 and not edge.either and edge.hops is None for edge in pattern.edges)
    if to_one is None or not plain or pattern.shortest is not None:
        return None
    root = next((node.name for node in pattern.nodes if _tells_all(node.name, pattern)), None)
    return root if root and all(to_one(type_) for edge in pattern.edges for type_ in edge.types) else None


def _tells_all(root: str, pattern: Pattern) -> bool:
    """Whether every node is reached from this one in the directions of the relationships."""
    reached = {root}
    for _ in pattern.edges:
        reached |= {edge.end for edge in pattern.edges if edge.start in reached}
    return reached == {node.name for node in pattern.nodes}


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


def _tested_earlier(stages: Sequence[Stage]) -> list[Stage]:
    """Stages of which those that only rename a matched node leave tests of its properties to the match before."""
    done = list(stages[:1])
    for stage in stages[1:]:
        before = done[-1]
        match = _open_match(before)
        passing = not (stage.unwind or stage.matches or stage.lets or stage.aggregates)
        moved, kept = list[Condition](), list[Condition]()
        for condition in stage.having if match and passing else ():
            test = _of_matched(condition, stage, before)
            kept.append(condition) if test is None else moved.append(test)
        if match and moved:
            where = match.model_copy(update={"where": (*match.where, *moved)})
            done[-1] = before.model_copy(update={"matches": (where,)})
            stage = stage.model_copy(update={"having": tuple(kept)})
        done.append(stage)
    return done


def _open_match(stage: Stage) -> Match | None:
    """The only match of a stage that passes on all of its rows."""
    if stage.aggregates or stage.skip is not None or stage.limit is not None or len(stage.matches) != 1:
        return None
    match = stage.matches[0]
    return None if match.optional or match.pattern.shortest is not None else match


def _of_matched(condition: Condition, stage: Stage, before: Stage) -> Condition | None:
    """A comparison of a property with a value, said of the node as the stage before matches it."""
    if not isinstance(condition, Test) or condition.each or not isinstance(condition.right, Value):
        return None
    left = condition.left
    if not isinstance(left, Ref) or left.property is None or left.function:
        return None
    whole = {column.name: column.operand for column in stage.columns}.get(left.name)
    if not isinstance(whole, Ref) or whole != Ref(name=whole.name):
        return None
    origin = {column.name: column.operand for column in before.columns}.get(whole.name)
    nodes = {node.name for node in before.matches[0].pattern.nodes}
    if not isinstance(origin, Ref) or origin != Ref(name=origin.name) or origin.name not in nodes:
        return None
    return condition.model_copy(update={"left": left.model_copy(update={"name": origin.name})})


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
