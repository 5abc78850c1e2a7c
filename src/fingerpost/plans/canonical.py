"""Canonical form and stable hash: equal plans have equal fingerprints, whatever their local names are.

Local names are numbered in order of appearance and parameters replaced by their values; output names count as local.
Conditions and disjunctions are unordered, an edge in either direction has no first end, and a stage that only sorts or
limits the previous one is merged with it (`plans.merge`).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from typing import Any

from fingerpost.core.cells import encode
from fingerpost.plans.merge import merged
from fingerpost.plans.model import (
    Aggregate,
    Call,
    Choose,
    Condition,
    CountOf,
    Exists,
    Holds,
    Let,
    Operand,
    Pattern,
    Plan,
    Ref,
    SmallAny,
    Stage,
    Test,
)

# `json.dumps` creates an encoder for every call with options.
_COMPACT = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False)
_SORTABLE = json.JSONEncoder(sort_keys=True, ensure_ascii=False)


def fingerprint(plan: Plan) -> str:
    """SHA-256 of the canonical form, in hex."""
    return hashlib.sha256(canonical_json(plan).encode()).hexdigest()


def canonical_json(plan: Plan) -> str:
    """The canonical form as JSON text."""
    form = _Canonical(plan).form()
    return _COMPACT.encode(form)


class _Canonical:
    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._names: dict[str, str] = {}
        self._count = 0

    def form(self) -> Any:
        branches = []
        for branch in self._plan.branches:
            self._names, self._count = {}, 0
            branches.append([self._stage(stage) for stage in merged(branch)])
        then = []
        if self._plan.then:
            self._names = {name: f"u{i}" for i, name in enumerate(self._plan.branches[0][-1].outputs)}
            then = [self._stage(stage) for stage in merged(self._plan.then)]
        return [branches, self._plan.union_all if len(branches) > 1 else False, then]

    def _fresh(self, name: str) -> str:
        self._names[name] = f"v{self._count}"
        self._count += 1
        return self._names[name]

    def _stage(self, stage: Stage) -> Any:
        unwind = None
        if stage.unwind is not None:
            source = self._operand(stage.unwind.source)
            unwind = [self._fresh(stage.unwind.name), source]
        matches = []
        for match in stage.matches:
            pattern = self._pattern(match.pattern)
            matches.append([pattern, self._conditions(match.where), match.optional])
        lets = [self._let(let) for let in stage.lets]
        columns = [self._operand(column.operand) for column in stage.columns]
        aggregates = [self._aggregate(aggregate) for aggregate in stage.aggregates]
        inner = self._names
        self._names = {} if stage.aggregates or stage.distinct else dict(inner)
        outputs = {name: self._fresh(name) for name in stage.outputs}
        having = self._conditions(stage.having)
        order = [[self._operand(order.operand), order.descending] for order in stage.order]
        self._names = outputs
        return [unwind, matches, lets, columns, aggregates, stage.distinct, having, order, stage.skip, stage.limit]

    def _operand(self, operand: Operand | None) -> Any:
        if operand is None:
            return None
        if isinstance(operand, Ref):
            name = self._names.get(operand.name, operand.name)
            return [name, operand.property, operand.function]
        return {"value": encode(self._plan.parameters.get(operand.parameter)), "function": operand.function}

    def _pattern(self, pattern: Pattern) -> Any:
        nodes = []
        for node in pattern.nodes:
            known = self._names.get(node.name)
            nodes.append([known or self._fresh(node.name), node.label])
        edges = []
        for edge in pattern.edges:
            start, end = self._names[edge.start], self._names[edge.end]
            if edge.either and _number(end) < _number(start):
                start, end = end, start
            name = None
            if edge.name is not None:
                name = self._names.get(edge.name) or self._fresh(edge.name)
            hops = [edge.hops.minimum, edge.hops.maximum] if edge.hops else None
            edges.append([start, end, sorted(edge.types), edge.either, name, hops])
        path = self._fresh(pattern.path) if pattern.path is not None else None
        return [nodes, edges, path, pattern.shortest]

    def _conditions(self, conditions: Iterable[Condition | SmallAny]) -> Any:
        forms = [self._condition(condition) for condition in conditions]
        return sorted(forms, key=_text) if len(forms) > 1 else forms

    def _condition(self, condition: Condition | SmallAny) -> Any:
        if isinstance(condition, Test):
            return self._test(condition)
        if isinstance(condition, Exists):
            return ["exists", *self._subpattern(condition), condition.negated]
        return ["any", self._conditions(condition.tests)]

    def _subpattern(self, inner: Exists | CountOf) -> list[Any]:
        """A scope for local names, so that the order of such tests does not matter."""
        outer, count = dict(self._names), self._count
        form = [self._pattern(inner.pattern), self._conditions(inner.where)]
        self._names, self._count = outer, count
        return form

    def _test(self, test: Test) -> Any:
        each = None
        outer = self._names
        if test.each is not None:
            each = [test.each.quantifier, self._operand(test.each.source)]
            self._names = {**outer, test.each.item: "item"}
        form = [
            self._operand(test.left),
            test.comparison,
            self._operand(test.right),
            test.label,
            test.negated,
            each,
        ]
        self._names = outer
        return form

    def _let(self, let: Let) -> Any:
        if isinstance(let, Call):
            form: Any = [let.function, [self._operand(argument) for argument in let.arguments], list(let.keys)]
        elif isinstance(let, Choose):
            form = ["choose", self._conditions(let.when), self._operand(let.then), self._operand(let.otherwise)]
        elif isinstance(let, Holds):
            form = ["holds", self._conditions(let.conditions)]
        else:
            form = ["count of", *self._subpattern(let)]
        return [self._fresh(let.name), form]

    def _aggregate(self, aggregate: Aggregate) -> Any:
        return [
            aggregate.function,
            self._operand(aggregate.operand),
            aggregate.distinct,
            self._operand(aggregate.argument),
            self._conditions(aggregate.only),
        ]


def _number(name: str) -> int:
    return int(name[1:]) if name[1:].isdigit() else -1


def _text(form: Any) -> str:
    return _SORTABLE.encode(form)
