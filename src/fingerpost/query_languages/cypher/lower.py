"""From the Plan to a syntax tree: the inverse of `lift`.

Lets are written out where they are used, as no clause of Cypher sees a name that it defines itself. Patterns come out
as chains in the order of the plan's edges: engines walk a chain where they multiply comma patterns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from fingerpost.core.cells import Cell, Duration, Point
from fingerpost.plans import (
    Aggregate,
    AggregateFunction,
    AnyOf,
    Call,
    Choose,
    Comparison,
    Condition,
    CountOf,
    Exists,
    Holds,
    Let,
    Match,
    Operand,
    Plan,
    Ref,
    SmallAny,
    Stage,
    Test,
)
from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.build import joined
from fingerpost.query_languages.cypher.lower_patterns import lower_pattern
from fingerpost.query_languages.cypher.meanings import typed
from fingerpost.query_languages.cypher.vocabulary import COMPONENTS, OPERATORS, SIGNS


def lower(plan: Plan) -> ast.Query:
    """The syntax tree of a plan. Its parameters keep the plan's names and are bound by `plan.parameters`."""
    branches = [_Lowering(plan).stages(branch, final=True) for branch in plan.branches]
    union = ast.Query(tuple(ast.SingleQuery(clauses) for clauses in branches), plan.union_all)
    if not plan.then:
        return union
    rest = _Lowering(plan).stages(plan.then, final=True)
    return ast.Query((ast.SingleQuery((ast.CallSubquery(union), *rest)),))


class _Lowering:
    """Lowers the stages of one branch; `_steps` maps a let's name to the expression that it stands for."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._steps: dict[str, ast.Expression] = {}

    def stages(self, stages: Sequence[Stage], *, final: bool) -> tuple[ast.Clause, ...]:
        clauses: list[ast.Clause] = []
        for index, stage in enumerate(stages):
            clauses.extend(self._stage(stage, final=final and index == len(stages) - 1))
        return tuple(clauses)

    def _stage(self, stage: Stage, *, final: bool) -> Iterable[ast.Clause]:
        self._steps = {}
        if stage.unwind is not None:
            yield ast.Unwind(self._operand(stage.unwind.source), stage.unwind.name)
        for match in stage.matches:
            yield self._match(match)
        for let in stage.lets:
            self._steps[let.name] = self._let(let)
        items = [ast.ProjectionItem(self._operand(c.operand), c.name) for c in stage.columns]
        items += [ast.ProjectionItem(self._aggregate(a), a.name) for a in stage.aggregates]
        order = tuple(ast.SortItem(self._operand(o.operand), o.descending) for o in stage.order)
        where = self._conditions(stage.having)
        skip = None if stage.skip is None else ast.Literal(stage.skip)
        limit = None if stage.limit is None else ast.Literal(stage.limit)
        if where is None or not (final or skip or limit):
            yield ast.Projection(tuple(items), final, False, stage.distinct, order, skip, limit, where)
            return
        # RETURN takes no WHERE, and that of a WITH filters what was cut already: filter, then sort and cut.
        outputs = set(stage.outputs)
        unseen = [o for o in stage.order if isinstance(o.operand, Ref) and o.operand.name not in outputs]
        yield ast.Projection(tuple(items), False, False, stage.distinct, order if unseen else (), None, None, where)
        handed_on = tuple(ast.ProjectionItem(ast.Variable(name), name) for name in stage.outputs)
        yield ast.Projection(handed_on, final, False, False, () if unseen else order, skip, limit)

    def _match(self, match: Match) -> ast.Match:
        patterns = lower_pattern(match.pattern)
        return ast.Match(patterns, self._conditions(match.where), match.optional)

    def _operand(self, operand: Operand) -> ast.Expression:
        if isinstance(operand, Ref):
            base: ast.Expression = self._steps.get(operand.name) or ast.Variable(operand.name)
            if operand.property is not None:
                base = ast.Property(base, operand.property)
        else:
            base = constant(operand.parameter, self._plan.parameters.get(operand.parameter))
        return base if operand.function is None else _applied(operand.function, base)

    def _aggregate(self, aggregate: Aggregate) -> ast.Expression:
        argument: ast.Expression | None = None
        if aggregate.operand is not None:
            argument = self._operand(aggregate.operand)
        only = self._conditions(aggregate.only)
        if only is not None:
            argument = ast.Case(None, ((only, argument or ast.Literal(1)),), None)
        if argument is None:
            return ast.CountStar()
        if aggregate.function is AggregateFunction.MEDIAN:
            return ast.FunctionCall("median", (argument,), aggregate.distinct)
        extra = () if aggregate.argument is None else (self._operand(aggregate.argument),)
        return ast.FunctionCall(aggregate.function.value, (argument, *extra), aggregate.distinct)

    def _let(self, let: Let) -> ast.Expression:
        if isinstance(let, Call):
            return _called(let, [self._operand(argument) for argument in let.arguments])
        if isinstance(let, Choose):
            when = self._conditions(let.when)
            assert when is not None
            default = None if let.otherwise is None else self._operand(let.otherwise)
            return ast.Case(None, ((when, self._operand(let.then)),), default)
        if isinstance(let, Holds):
            holds = self._conditions(let.conditions)
            assert holds is not None
            return holds
        return ast.SubqueryExpression("COUNT", self._subquery(let))

    def _subquery(self, inner: CountOf | Exists) -> ast.Query:
        clause = ast.Match(lower_pattern(inner.pattern), self._conditions(inner.where))
        return ast.Query((ast.SingleQuery((clause,)),))

    def _conditions(self, conditions: Sequence[Condition | SmallAny]) -> ast.Expression | None:
        return joined("AND", [self._condition(condition) for condition in conditions])

    def _condition(self, condition: Condition | SmallAny) -> ast.Expression:
        if isinstance(condition, Test):
            return self._test(condition)
        if isinstance(condition, Exists):
            exists = ast.SubqueryExpression("EXISTS", self._subquery(condition))
            return ast.Unary("NOT", exists) if condition.negated else exists
        assert isinstance(condition, (AnyOf, SmallAny))
        either = joined("OR", [self._condition(test) for test in condition.tests])
        assert either is not None
        return either

    def _test(self, test: Test) -> ast.Expression:
        left = self._operand(test.left)
        result: ast.Expression
        if test.comparison is Comparison.IS_NULL:
            result = ast.IsNull(left, test.negated)
        elif test.comparison is Comparison.IS_LABEL:
            result = ast.HasLabels(left, ast.LabelName(test.label or ""))
            result = ast.Unary("NOT", result) if test.negated else result
        else:
            assert test.right is not None
            result = ast.Binary(OPERATORS[test.comparison], left, self._operand(test.right))
            result = ast.Unary("NOT", result) if test.negated else result
        if test.each is None:
            return result
        return ast.Quantified(test.each.quantifier.value, test.each.item, self._operand(test.each.source), result)


def constant(parameter: str, value: Cell) -> ast.Expression:
    """A parameter; durations and points are built from text and numbers, as drivers differ in how they bind them."""
    if isinstance(value, Duration):
        return ast.FunctionCall("duration", (ast.Literal(str(value)),))
    if isinstance(value, Point):
        names = ("longitude", "latitude", "height") if value.geographic else ("x", "y", "z")
        parts = zip(names, (value.x, value.y, value.z), strict=True)
        items = tuple((name, ast.Literal(part)) for name, part in parts if part is not None)
        return ast.FunctionCall("point", (ast.MapLiteral(items),))
    return ast.Parameter(parameter)


def _applied(function: str, argument: ast.Expression) -> ast.Expression:
    if function in COMPONENTS:
        return ast.Property(argument, function)
    return ast.FunctionCall(function, (argument,))


def _called(let: Call, arguments: list[ast.Expression]) -> ast.Expression:
    function = let.function
    if function in SIGNS:
        return ast.Binary(SIGNS[function], arguments[0], arguments[1])
    if function == "typed":
        return typed(let.keys[0], arguments[0])
    build = _FORMS.get(function)
    if build is not None:
        return build(let, arguments)
    if len(arguments) == 1:
        return _applied(function, arguments[0])
    return ast.FunctionCall(function, tuple(arguments))


def _divide(_let: Call, arguments: list[ast.Expression]) -> ast.Expression:
    return ast.Binary("/", ast.FunctionCall("toFloat", (arguments[0],)), arguments[1])


_FORMS: dict[str, Callable[[Call, list[ast.Expression]], ast.Expression]] = {
    "divide": _divide,
    "negate": lambda _, a: ast.Unary("-", a[0]),
    "list": lambda _, a: ast.ListLiteral(tuple(a)),
    "map": lambda let, a: ast.MapLiteral(tuple(zip(let.keys, a, strict=True))),
    "property": lambda let, a: ast.Property(a[0], let.keys[0]),
    "index": lambda _, a: ast.Index(a[0], a[1]),
    "slice": lambda _, a: ast.Slice(a[0], a[1], a[2]),
    "slice_from": lambda _, a: ast.Slice(a[0], a[1], None),
    "slice_to": lambda _, a: ast.Slice(a[0], None, a[1]),
}
