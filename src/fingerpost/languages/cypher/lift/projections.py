"""WITH and RETURN: one projection becomes one stage or two.

A second stage is needed where something is computed from aggregates, where a column stands behind an aggregate, where
sorting computes from what was projected, and where WHERE filters after LIMIT.
"""

from __future__ import annotations

from collections.abc import Sequence

from fingerpost.languages.cypher import ast
from fingerpost.languages.cypher.lift import conditions as _conditions
from fingerpost.languages.cypher.lift.context import NeedsLet, refuse
from fingerpost.languages.cypher.lift.operands import operand
from fingerpost.languages.cypher.lift.stage import StageBuilder
from fingerpost.languages.cypher.vocabulary import AGGREGATES
from fingerpost.languages.cypher.walk import has_aggregate, replace, variables
from fingerpost.plans.model import (
    Aggregate,
    AggregateFunction,
    Column,
    Condition,
    Conditions,
    Operand,
    Order,
    Ref,
    Stage,
)

_Item = tuple[str, ast.Expression]


def lift_projection(clause: ast.Projection, builder: StageBuilder) -> tuple[list[Stage], StageBuilder]:
    """The stages of a WITH or RETURN, and the builder for what follows."""
    items = _items(clause, builder)
    if any(has_aggregate(expression) for _, expression in items) or _sorts_by_aggregate(clause):
        stages = _Grouped(clause, items, builder).stages()
    else:
        stages = _plain(clause, items, builder)
    if clause.where is not None:
        stages = _filtered(clause, stages, builder)
    return stages, StageBuilder(builder.context, stages[-1].outputs)


def _items(clause: ast.Projection, builder: StageBuilder) -> list[_Item]:
    items: list[_Item] = []
    if clause.star:
        items = [(name, ast.Variable(name)) for name in builder.names]
    items += [(item.name, item.expression) for item in clause.items]
    if not items:
        refuse("RETURN * with nothing in scope")
    if len({name for name, _ in items}) != len(items):
        refuse("two columns of one name")
    return items


def _sorts_by_aggregate(clause: ast.Projection) -> bool:
    return any(has_aggregate(item.expression) for item in clause.order)


def _count(expression: ast.Expression | None, what: str) -> int | None:
    """The number of SKIP or LIMIT."""
    if expression is None:
        return None
    value: object = None
    if isinstance(expression, ast.Literal):
        value = expression.value
    elif isinstance(expression, ast.FunctionCall) and expression.name.lower() == "tointeger":
        return _count(expression.arguments[0], what)
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        refuse(f"{what} with something other than a whole number")
    return value


def _plain(clause: ast.Projection, items: list[_Item], builder: StageBuilder) -> list[Stage]:
    """A projection that does not group."""
    context = builder.context
    context.lets = builder.lets
    columns = tuple(Column(name=name, operand=operand(expression, context)) for name, expression in items)
    skip, limit = _count(clause.skip, "SKIP"), _count(clause.limit, "LIMIT")
    by_expression = {expression: name for name, expression in items}
    outputs = {name for name, _ in items}
    order: list[Order] = []
    for item in clause.order:
        known = by_expression.get(item.expression)
        if known is None and isinstance(item.expression, ast.Variable) and item.expression.name in outputs:
            known = item.expression.name
        if known is not None:
            order.append(Order(operand=Ref(name=known), descending=item.descending))
        elif clause.distinct or (variables(item.expression) & (outputs - set(builder.names))):
            return _sorted_after(clause, items, builder, columns)
        else:
            order.append(Order(operand=operand(item.expression, context), descending=item.descending))
    return [
        builder.stage(columns=columns, distinct=clause.distinct, order=tuple(order), skip=skip, limit=limit),
    ]


def _sorted_after(
    clause: ast.Projection, items: list[_Item], builder: StageBuilder, columns: tuple[Column, ...]
) -> list[Stage]:
    """Project first, then sort by what is computed from the projected columns."""
    first = builder.stage(columns=columns, distinct=clause.distinct)
    names = [name for name, _ in items]
    return [first, _arrange(clause, names, {e: n for n, e in items}, StageBuilder(builder.context, first.outputs))]


def _arrange(
    clause: ast.Projection,
    wanted: Sequence[str],
    by_expression: dict[ast.Expression, str],
    builder: StageBuilder,
    computed: dict[str, ast.Expression] | None = None,
) -> Stage:
    """The stage that computes from what the stage before projected, sorts, and cuts."""
    context = builder.context
    context.lets = builder.lets

    def known(node: ast.AnyNode) -> ast.AnyNode | None:
        name = by_expression.get(node) if not isinstance(node, ast.Variable) else None
        return None if name is None else ast.Variable(name)

    columns = tuple(
        Column(
            name=name,
            operand=operand(replace(computed[name], known), context)
            if computed and name in computed
            else Ref(name=name),
        )
        for name in wanted
    )
    order = tuple(
        Order(operand=operand(replace(item.expression, known), context), descending=item.descending)
        for item in clause.order
    )
    skip, limit = _count(clause.skip, "SKIP"), _count(clause.limit, "LIMIT")
    return builder.stage(columns=columns, order=order, skip=skip, limit=limit)


class _Grouped:
    """A projection with aggregates."""

    def __init__(self, clause: ast.Projection, items: list[_Item], builder: StageBuilder) -> None:
        self.clause = clause
        self.items = items
        self.builder = builder
        self.context = builder.context
        self.columns: list[Column] = []
        self.aggregates: list[Aggregate] = []
        self.by_expression: dict[ast.Expression, str] = {}
        self.computed: dict[str, ast.Expression] = {}

    def stages(self) -> list[Stage]:
        self.context.lets = self.builder.lets
        for name, expression in self.items:
            if not has_aggregate(expression):
                self.columns.append(Column(name=name, operand=operand(expression, self.context)))
                self.by_expression[expression] = name
        for name, expression in self.items:
            if _is_aggregate(expression):
                self._add(name, expression)
            elif has_aggregate(expression):
                self._inner(expression)
                self.computed[name] = expression
        for item in self.clause.order:
            self._inner(item.expression)
        wanted = [name for name, _ in self.items]
        outputs = [*(c.name for c in self.columns), *(a.name for a in self.aggregates)]
        order = self._order(set(outputs))
        if wanted == outputs and order is not None:
            return [self._stage(order)]
        first = self.builder.stage(columns=tuple(self.columns), aggregates=tuple(self.aggregates))
        after = StageBuilder(self.context, first.outputs)
        second = _arrange(self.clause, wanted, self.by_expression, after, self.computed)
        if self.clause.distinct and self.computed:
            if self.clause.order:
                refuse("DISTINCT with ORDER BY over computed aggregates")
            second = second.model_copy(update={"distinct": True})
        return [first, second]

    def _stage(self, order: tuple[Order, ...]) -> Stage:
        return self.builder.stage(
            columns=tuple(self.columns),
            aggregates=tuple(self.aggregates),
            order=order,
            skip=_count(self.clause.skip, "SKIP"),
            limit=_count(self.clause.limit, "LIMIT"),
        )

    def _order(self, outputs: set[str]) -> tuple[Order, ...] | None:
        """The sort keys where each is a projected name; None where something is computed."""
        order: list[Order] = []
        for item in self.clause.order:
            name = self.by_expression.get(item.expression)
            if name is None and isinstance(item.expression, ast.Variable) and item.expression.name in outputs:
                name = item.expression.name
            if name is None:
                return None
            order.append(Order(operand=Ref(name=name), descending=item.descending))
        return tuple(order)

    def _inner(self, expression: ast.Expression) -> None:
        """Add the aggregates inside an expression, each once."""

        def visit(node: ast.AnyNode) -> ast.AnyNode | None:
            if node in self.by_expression:
                return node
            if _is_aggregate(node):
                self._add(self.context.fresh("x"), node)
                return node
            return None

        replace(expression, visit)

    def _add(self, name: str, expression: ast.Expression) -> None:
        self.by_expression.setdefault(expression, name)
        if isinstance(expression, ast.CountStar):
            self.aggregates.append(Aggregate(name=name, function=AggregateFunction.COUNT))
            return
        assert isinstance(expression, ast.FunctionCall)
        function = AGGREGATES[expression.name.lower()]
        arguments = expression.arguments
        if not arguments or any(has_aggregate(argument) for argument in arguments):
            refuse("an aggregate of an aggregate")
        argument = operand(arguments[1], self.context) if len(arguments) > 1 else None
        lifted, only = self._conditional(function, arguments[0], expression.distinct)
        self.aggregates.append(
            Aggregate(
                name=name,
                function=function,
                operand=lifted,
                distinct=expression.distinct,
                argument=argument,
                only=only,
            )
        )

    def _conditional(
        self, function: AggregateFunction, argument: ast.Expression, distinct: bool
    ) -> tuple[Operand | None, Conditions]:
        """`count(CASE WHEN c THEN x END)` aggregates x only where c holds."""
        if isinstance(argument, ast.Case) and argument.subject is None and len(argument.branches) == 1:
            empty = argument.default is None or argument.default == ast.Literal(None)
            condition, result = argument.branches[0]
            if empty:
                only = tuple(_conditions.conditions(condition, self.context))
                constant = isinstance(result, ast.Literal) and result.value is not None
                if only and function is AggregateFunction.COUNT and constant and not distinct:
                    return None, only
                if only:
                    return operand(result, self.context), only
        return operand(argument, self.context), ()


def _is_aggregate(node: ast.AnyNode) -> bool:
    if isinstance(node, ast.CountStar):
        return True
    return isinstance(node, ast.FunctionCall) and node.name.lower() in AGGREGATES


def _filtered(clause: ast.Projection, stages: list[Stage], builder: StageBuilder) -> list[Stage]:
    """Add the WHERE of a WITH: to the last stage where it can stand there, else in a stage of its own."""
    assert clause.where is not None
    last, context = stages[-1], builder.context
    predicates = _conditions.conjuncts(clause.where)
    if last.limit is None and last.skip is None:
        context.lets = None
        try:
            having: list[Condition] = [c for p in predicates for c in _conditions.conditions(p, context)]
            return [*stages[:-1], last.model_copy(update={"having": tuple(having)})]
        except NeedsLet:
            if len(stages) == 1 and _same_names(predicates, last, builder):
                having = builder.computed(predicates)
                update = {"having": tuple(having), "lets": tuple(builder.lets)}
                return [last.model_copy(update=update)]
    after = StageBuilder(context, last.outputs)
    return [*stages, after.passed_on(predicates)]


def _same_names(predicates: Sequence[ast.Expression], stage: Stage, builder: StageBuilder) -> bool:
    """Whether what the predicates mention means the same before and after the projection."""
    if stage.aggregates or stage.distinct:
        return False
    passed = {c.name for c in stage.columns if c.operand == Ref(name=c.name)}
    bound = {*builder.names, *stage.outputs}
    return all(variables(predicate) & bound <= passed for predicate in predicates)
