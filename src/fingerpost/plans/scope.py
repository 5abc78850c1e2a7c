"""The scope check: finds names that are not visible, names bound twice, and parameters without a value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from fingerpost.core.cells import Cell
from fingerpost.core.errors import PlanError
from fingerpost.core.schema import Frozen
from fingerpost.plans.model import (
    AnyOf,
    Call,
    Choose,
    Comparison,
    Condition,
    CountOf,
    Each,
    Exists,
    Holds,
    Let,
    Match,
    Operand,
    Pattern,
    Plan,
    Ref,
    SmallAny,
    Stage,
    Test,
    Value,
)


def check(plan: Plan) -> Plan:
    """Return the plan if all its names and parameters are defined.

    Raises:
        PlanError: `plan.scope` for a name that is not visible or is bound twice, `plan.shape` for an invalid part (a
            comparison without its right side, branches with different columns).
    """
    widths = {len(branch[-1].outputs) for branch in plan.branches if branch}
    if len(widths) != 1 or not all(plan.branches):
        raise PlanError("the branches of a union have different columns", code="plan.shape")
    names = {branch[-1].outputs for branch in plan.branches}
    if len(names) != 1:
        raise PlanError("the branches of a union name their columns differently", code="plan.shape")
    for branch in plan.branches:
        _check_stages(branch, (), plan)
    if plan.then:
        _check_stages(plan.then, plan.branches[0][-1].outputs, plan)
    return plan


def _check_stages(stages: Iterable[Stage], seen: tuple[str, ...], plan: Plan) -> None:
    for number, stage in enumerate(stages, 1):
        _StageCheck(set(seen), plan, f"stage {number}").run(stage)
        seen = stage.outputs


class _StageCheck:
    def __init__(self, names: set[str], plan: Plan, where: str) -> None:
        self.names = names
        self.plan = plan
        self.where = where

    def run(self, stage: Stage) -> None:
        if stage.unwind is not None:
            self._operand(stage.unwind.source)
            self._bind(stage.unwind.name)
        for match in stage.matches:
            self._match(match)
        for let in stage.lets:
            self._let(let)
        outputs = stage.outputs
        if not outputs:
            raise PlanError(f"{self.where} projects nothing", code="plan.shape")
        if len(set(outputs)) != len(outputs):
            raise PlanError(f"{self.where} projects a name twice: {', '.join(outputs)}")
        for column in stage.columns:
            self._operand(column.operand)
        for aggregate in stage.aggregates:
            for operand in (aggregate.operand, aggregate.argument):
                if operand is not None:
                    self._operand(operand)
            self._conditions(aggregate.only)
        inner = set(self.names)
        # After grouping or DISTINCT, only the projected names can be used to filter and sort.
        self.names = set(outputs) if stage.aggregates or stage.distinct else inner | set(outputs)
        self._conditions(stage.having)
        for order in stage.order:
            self._operand(order.operand)

    def _bind(self, name: str) -> None:
        if name in self.names:
            raise PlanError(f"{self.where} binds {name} twice")
        self.names.add(name)

    def _operand(self, operand: Operand) -> None:
        if isinstance(operand, Ref):
            if operand.name not in self.names:
                raise PlanError(f"{self.where} does not see {operand.name}")
        elif operand.parameter not in self.plan.parameters:
            raise PlanError(f"{self.where} uses parameter {operand.parameter}, which has no value")

    def _match(self, match: Match) -> None:
        self._pattern(match.pattern)
        self._conditions(match.where)

    def _pattern(self, pattern: Pattern) -> None:
        own: set[str] = set()
        for node in pattern.nodes:
            if node.name in own:
                raise PlanError(f"{self.where} lists node {node.name} twice in one pattern")
            own.add(node.name)
        for edge in pattern.edges:
            for end in (edge.start, edge.end):
                if end not in own:
                    raise PlanError(f"{self.where} has an edge to {end}, which is not a node of its pattern")
        self.names |= own
        for edge in pattern.edges:
            if edge.name is not None and edge.name not in self.names:
                self.names.add(edge.name)
        if pattern.path is not None:
            self._bind(pattern.path)

    def _let(self, let: Let) -> None:
        if isinstance(let, Call):
            for operand in let.arguments:
                self._operand(operand)
        elif isinstance(let, Choose):
            self._conditions(let.when)
            self._operand(let.then)
            if let.otherwise is not None:
                self._operand(let.otherwise)
        elif isinstance(let, Holds):
            self._conditions(let.conditions)
        else:
            self._subpattern(let)
        self._bind(let.name)

    def _subpattern(self, inner: CountOf | Exists) -> None:
        outer = set(self.names)
        self._pattern(inner.pattern)
        self._conditions(inner.where)
        self.names = outer

    def _conditions(self, conditions: Iterable[Condition | SmallAny]) -> None:
        for condition in conditions:
            if isinstance(condition, (AnyOf, SmallAny)):
                self._conditions(condition.tests)
            elif isinstance(condition, Exists):
                self._subpattern(condition)
            else:
                self._test(condition)

    def _test(self, test: Test) -> None:
        with _Item(self, test.each):
            self._operand(test.left)
            if test.right is not None:
                self._operand(test.right)
        if test.comparison is Comparison.IS_LABEL:
            if not test.label:
                raise PlanError(f"{self.where} has a label test without a label", code="plan.shape")
        elif (test.right is None) != (test.comparison is Comparison.IS_NULL):
            raise PlanError(f"{self.where} has a {test.comparison.value} test with one side missing", code="plan.shape")


class _Item:
    """Makes the item of an `Each` visible only inside its test."""

    def __init__(self, check: _StageCheck, each: Each | None) -> None:
        self._check = check
        self._each = each

    def __enter__(self) -> None:
        if self._each is not None:
            self._check._operand(self._each.source)
            self._check._bind(self._each.item)

    def __exit__(self, *_: object) -> None:
        if self._each is not None:
            self._check.names.discard(self._each.item)


def parameters_of(plan: Plan) -> frozenset[str]:
    """The names of the parameters that a plan uses."""
    found: set[str] = set()
    stack: list[object] = [*plan.branches, *plan.then]
    while stack:
        current = stack.pop()
        if isinstance(current, Value):
            found.add(current.parameter)
        elif isinstance(current, tuple):
            stack.extend(current)
        elif isinstance(current, Frozen):
            stack.extend(value for _, value in current)
    return frozenset(found)


def with_used(plan: Plan, values: Mapping[str, Cell]) -> Plan:
    """The plan with those of the values that it uses as its parameters."""
    used = parameters_of(plan)
    return plan.model_copy(update={"parameters": {name: value for name, value in values.items() if name in used}})


def names_in(plan: Plan) -> set[str]:
    """Every local name and parameter name of a plan."""
    found: set[str] = set(plan.parameters)
    stack: list[object] = [*plan.branches, *plan.then]
    while stack:
        current = stack.pop()
        if isinstance(current, tuple):
            stack.extend(current)
        elif isinstance(current, Frozen):
            for field, value in current:
                if isinstance(value, str) and field in _NAME_FIELDS:
                    found.add(value)
                else:
                    stack.append(value)
    return found


_NAME_FIELDS = frozenset(("name", "start", "end", "item", "path", "parameter"))


def tests_of(conditions: Iterable[Condition | SmallAny]) -> Iterator[Test]:
    """Every test in conditions, those inside disjunctions and existence tests included."""
    for condition in conditions:
        if isinstance(condition, Test):
            yield condition
        elif isinstance(condition, Exists):
            yield from tests_of(condition.where)
        else:
            yield from tests_of(condition.tests)
