"""Walking a plan from stage to stage: what each name stands for, and the facts that the stages add."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from fingerpost.evals.sketch_text import Expression, has_aggregate
from fingerpost.plans import (
    Aggregate,
    Call,
    Choose,
    Comparison,
    Condition,
    CountOf,
    Exists,
    Let,
    Match,
    Operand,
    Pattern,
    Plan,
    Reached,
    Ref,
    SmallAny,
    Stage,
    Test,
    superlative_of,
)

_TRANSPARENT = frozenset(("typed", "toInteger", "toFloat", "toString", "date", "datetime", "trim"))
"""Functions that read a value by its meaning, and change nothing of what is asked."""
Names = dict[str, Expression]


@dataclass(frozen=True)
class Edge:
    """A relationship between two nodes, by number; `how` tells a variable or shortest length."""

    start: int
    end: int
    types: str
    either: bool
    how: str


class Walk:
    """The nodes, edges and facts of a plan. A fact is an expression, under the part of a sketch that it belongs to."""

    def __init__(self, plan: Plan) -> None:
        self._parameters: Mapping[str, Any] = plan.parameters
        self.labels: list[str | None] = []
        self.edges: list[Edge] = []
        parts = ("conditions", "aggregates", "columns", "grouping", "having", "choice", "form")
        self.facts: dict[str, list[Expression]] = {part: [] for part in parts}
        ends = [self._stages(branch, {}) for branch in plan.branches]
        names = self._stages(plan.then, ends[0]) if plan.then else {}
        for outputs in [names] if plan.then else ends:
            for expression in outputs.values():
                self.facts["aggregates" if has_aggregate(expression) else "columns"].append(expression)
        if len(plan.branches) > 1:
            self.facts["choice"].append(("word", f"union of {len(plan.branches)}"))

    def _stages(self, stages: Sequence[Stage], names: Names) -> Names:
        best = superlative_of(stages)
        for stage in best.stages if best is not None else stages:
            names = self._stage(stage, names, best)
        return names

    def _stage(self, stage: Stage, names: Names, best: Reached | None) -> Names:
        names = dict(names)
        if stage.unwind is not None:
            names[stage.unwind.name] = ("call", "each of", self._operand(stage.unwind.source, names))
        for match in stage.matches:
            self._match(match, names)
        for let in stage.lets:
            names[let.name] = self._let(let, names)
        outputs: Names = {column.name: self._operand(column.operand, names) for column in stage.columns}
        if stage.aggregates:
            self.facts["grouping"].extend(outputs.values())
        for aggregate in stage.aggregates:
            outputs[aggregate.name] = self._aggregate(aggregate, names)
        if stage.distinct:
            self.facts["form"].append(("word", "distinct rows"))
        seen = {**names, **outputs}
        for condition in stage.having:
            if best is not None and isinstance(condition, Test) and condition.right == Ref(name=best.name):
                key = self._operand(condition.left, seen)
                self.facts["choice"].append(("best", best.number or 1, ((key, "greatest" in best.which),)))
            else:
                self._fact(self._condition(condition, seen))
        if stage.limit is not None:
            order = tuple((self._operand(order.operand, seen), order.descending) for order in stage.order)
            self.facts["choice"].append(("best", stage.limit, order))
        return outputs

    def _match(self, match: Match, names: Names) -> None:
        """Take in a pattern: names that are bound already join with it."""
        for node in match.pattern.nodes:
            known = names.get(node.name)
            if known is None or known[0] != "node":
                names[node.name] = ("node", len(self.labels))
                self.labels.append(node.label)
            elif node.label is not None and self.labels[known[1]] is None:
                self.labels[known[1]] = node.label
        how = f" shortest {match.pattern.shortest.value}" if match.pattern.shortest is not None else ""
        for edge in match.pattern.edges:
            hops = f" {edge.hops.minimum}..{edge.hops.maximum or ''}" if edge.hops is not None else ""
            start, end = names[edge.start][1], names[edge.end][1]
            if edge.name is not None:
                names[edge.name] = ("edge", len(self.edges))
            self.edges.append(Edge(start, end, "|".join(sorted(edge.types)), edge.either, hops + how))
            if match.optional:
                self.facts["form"].append(("word", f"optional {'|'.join(sorted(edge.types))}"))
        if match.pattern.path is not None:
            names[match.pattern.path] = ("word", "the path")
        for condition in match.where:
            self._fact(self._condition(condition, names))

    def _fact(self, expression: Expression) -> None:
        """File a condition under its part. That something is known says little: it is form."""
        known = expression[0] == "test" and expression[2] == Comparison.IS_NULL.value and expression[4]
        part = "form" if known else "having" if has_aggregate(expression) else "conditions"
        self.facts[part].append(expression)

    def _operand(self, operand: Operand | None, names: Names) -> Expression:
        if operand is None:
            return ("word", "rows")
        if isinstance(operand, Ref):
            found: Expression = names.get(operand.name, ("word", operand.name))
            if operand.property is not None:
                found = ("property", found, operand.property)
        else:
            found = ("value", self._parameters.get(operand.parameter))
        return self._called(operand.function, (found,))

    @staticmethod
    def _called(function: str | None, arguments: tuple[Expression, ...]) -> Expression:
        if function is None or (function in _TRANSPARENT and len(arguments) == 1):
            return arguments[0]
        if function == "size" and arguments[0][:2] == ("aggregate", "collect"):
            return ("aggregate", "count", *arguments[0][2:])
        return ("call", function, *arguments)

    def _condition(self, condition: Condition | SmallAny, names: Names) -> Expression:
        if isinstance(condition, Test):
            return self._test(condition, names)
        if isinstance(condition, Exists):
            steps, tests = self._small(condition.pattern, condition.where, names)
            return ("exists", condition.negated, steps, tests)
        return ("any", *(self._condition(test, names) for test in condition.tests))

    def _test(self, test: Test, names: Names) -> Expression:
        each = None
        if test.each is not None:
            each = test.each.quantifier.value
            names = {**names, test.each.item: self._operand(test.each.source, names)}
        comparison, negated = test.comparison.value, test.negated
        if negated and test.comparison in (Comparison.EQ, Comparison.NE):
            comparison, negated = ("<>" if test.comparison is Comparison.EQ else "="), False
        right = self._operand(test.right, names) if test.right is not None else None
        if test.label is not None:
            right = ("word", test.label)
        return ("test", self._operand(test.left, names), comparison, right, negated, each)

    def _small(
        self, pattern: Pattern, where: Iterable[Test | SmallAny], names: Names
    ) -> tuple[Expression, tuple[Expression, ...]]:
        """The steps and tests of a pattern within a condition; its own nodes are identified by their labels alone."""
        inner = dict(names)
        for node in pattern.nodes:
            inner.setdefault(node.name, ("some", node.label or "node"))
        for edge in pattern.edges:
            if edge.name is not None:
                inner[edge.name] = ("some", "|".join(sorted(edge.types)))
        steps = tuple((inner[e.start], "|".join(sorted(e.types)), inner[e.end]) for e in pattern.edges)
        return steps, tuple(self._condition(condition, inner) for condition in where)

    def _let(self, let: Let, names: Names) -> Expression:
        if isinstance(let, Call):
            arguments = tuple(self._operand(argument, names) for argument in let.arguments)
            if let.function == "property" and len(let.keys) == 1:
                return ("property", arguments[0], let.keys[0])
            return self._called(let.function, arguments)
        if isinstance(let, CountOf):
            steps, tests = self._small(let.pattern, let.where, names)
            return ("aggregate", "count", ("exists", False, steps, tests))
        if isinstance(let, Choose):
            when = ("all", *(self._condition(condition, names) for condition in let.when))
            return ("call", "if", when, self._operand(let.then, names), self._operand(let.otherwise, names))
        return ("all", *(self._condition(condition, names) for condition in let.conditions))

    def _aggregate(self, aggregate: Aggregate, names: Names) -> Expression:
        """An aggregate. That a count is of distinct ones is form: a pattern that repeats nothing needs no such word."""
        of = self._operand(aggregate.operand, names)
        if aggregate.distinct:
            self.facts["form"].append(("call", f"distinct {aggregate.function.value}", of))
        extra = () if aggregate.argument is None else (self._operand(aggregate.argument, names),)
        only = tuple(self._condition(condition, names) for condition in aggregate.only)
        return ("aggregate", aggregate.function.value, of, *extra, *(("all", *only),) * bool(only))
