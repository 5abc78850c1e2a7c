"""Renames local names in parts of a plan."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fingerpost.plans.model import (
    Aggregate,
    Call,
    Choose,
    Column,
    EdgePattern,
    Exists,
    Holds,
    Let,
    Match,
    NodePattern,
    Operand,
    Pattern,
    Ref,
    Stage,
    Test,
    Unwind,
)


def rename_operand(operand: Operand, mapping: Mapping[str, str]) -> Operand:
    """The operand with its name replaced if the mapping has it."""
    if isinstance(operand, Ref) and operand.name in mapping:
        return operand.model_copy(update={"name": mapping[operand.name]})
    return operand


def rename_pattern(pattern: Pattern, mapping: Mapping[str, str]) -> Pattern:
    """The pattern with its names replaced."""

    def new(name: str) -> str:
        return mapping.get(name, name)

    nodes = tuple(NodePattern(name=new(node.name), label=node.label) for node in pattern.nodes)
    edges = tuple(
        EdgePattern(
            start=new(edge.start),
            end=new(edge.end),
            types=edge.types,
            either=edge.either,
            name=None if edge.name is None else new(edge.name),
            hops=edge.hops,
        )
        for edge in pattern.edges
    )
    path = None if pattern.path is None else new(pattern.path)
    return Pattern(nodes=nodes, edges=edges, path=path, shortest=pattern.shortest)


def rename_condition(condition: Any, mapping: Mapping[str, str]) -> Any:
    """The condition (of any kind) with its names replaced; names bound by an existence test stay."""
    if isinstance(condition, Test):
        inner = {k: v for k, v in mapping.items() if condition.each is None or k != condition.each.item}
        changes: dict[str, object] = {"left": rename_operand(condition.left, inner)}
        if condition.right is not None:
            changes["right"] = rename_operand(condition.right, inner)
        if condition.each is not None:
            source = rename_operand(condition.each.source, mapping)
            changes["each"] = condition.each.model_copy(update={"source": source})
        return condition.model_copy(update=changes)
    if isinstance(condition, Exists):
        where = tuple(rename_condition(test, mapping) for test in condition.where)
        pattern = rename_pattern(condition.pattern, mapping)
        return condition.model_copy(update={"pattern": pattern, "where": where})
    return condition.model_copy(update={"tests": tuple(rename_condition(t, mapping) for t in condition.tests)})


def rename_match(match: Match, mapping: Mapping[str, str]) -> Match:
    """The match with its names replaced."""
    where = tuple(rename_condition(condition, mapping) for condition in match.where)
    return Match(pattern=rename_pattern(match.pattern, mapping), where=where, optional=match.optional)


def rename_let(let: Let, mapping: Mapping[str, str]) -> Let:
    """The step with its names replaced."""
    changes: dict[str, object] = {"name": mapping.get(let.name, let.name)}
    if isinstance(let, Call):
        changes["arguments"] = tuple(rename_operand(argument, mapping) for argument in let.arguments)
    elif isinstance(let, Choose):
        changes["when"] = tuple(rename_condition(condition, mapping) for condition in let.when)
        changes["then"] = rename_operand(let.then, mapping)
        if let.otherwise is not None:
            changes["otherwise"] = rename_operand(let.otherwise, mapping)
    elif isinstance(let, Holds):
        changes["conditions"] = tuple(rename_condition(condition, mapping) for condition in let.conditions)
    else:
        changes["pattern"] = rename_pattern(let.pattern, mapping)
        changes["where"] = tuple(rename_condition(test, mapping) for test in let.where)
    return let.model_copy(update=changes)


def rename_stage(stage: Stage, mapping: Mapping[str, str]) -> Stage:
    """The stage with every local name replaced that the mapping has, its outputs included."""

    def aggregate(old: Aggregate) -> Aggregate:
        changes: dict[str, object] = {"name": mapping.get(old.name, old.name)}
        if old.operand is not None:
            changes["operand"] = rename_operand(old.operand, mapping)
        changes["only"] = tuple(rename_condition(condition, mapping) for condition in old.only)
        return old.model_copy(update=changes)

    unwind = stage.unwind
    if unwind is not None:
        source = rename_operand(unwind.source, mapping)
        unwind = Unwind(name=mapping.get(unwind.name, unwind.name), source=source)
    changes = {
        "unwind": unwind,
        "matches": tuple(rename_match(match, mapping) for match in stage.matches),
        "lets": tuple(rename_let(let, mapping) for let in stage.lets),
        "columns": tuple(
            Column(name=mapping.get(c.name, c.name), operand=rename_operand(c.operand, mapping)) for c in stage.columns
        ),
        "aggregates": tuple(aggregate(a) for a in stage.aggregates),
        "having": tuple(rename_condition(condition, mapping) for condition in stage.having),
        "order": tuple(o.model_copy(update={"operand": rename_operand(o.operand, mapping)}) for o in stage.order),
    }
    return stage.model_copy(update=changes)
