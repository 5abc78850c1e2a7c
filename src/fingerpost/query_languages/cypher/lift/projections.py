"""WITH and RETURN: one projection becomes one stage or two.

A second stage is needed if something is computed from aggregates, a column follows an aggregate, sorting computes from
projected values, or WHERE filters after LIMIT.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from fingerpost.plans import Aggregate, AggregateFunction, Column, Condition, Conditions, Operand, Order, Ref, Stage
from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.build import conjuncts
from fingerpost.query_languages.cypher.lift import conditions as _conditions
from fingerpost.query_languages.cypher.lift.context import NeedsLet, refuse
from fingerpost.query_languages.cypher.lift.operands import operand
from fingerpost.query_languages.cypher.lift.stage import StageBuilder
from fingerpost.query_languages.cypher.vocabulary import AGGREGATES
from fingerpost.query_languages.cypher.walk import has_aggregate, replace, variables

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
    elif isinstance(expression, ast.FunctionCall) and expression.name.lower() == "tointeger" and expression.arguments:
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
    names = _Names(items)
    order: list[Order] = []
    for item in clause.order:
        known = names.of(item.expression)
        if known is not None:
            order.append(Order(operand=Ref(name=known), descending=item.descending))
        elif clause.distinct or names.mentions_new(item.expression):
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
    _require_handed_on([item.expression for item in clause.order], first, builder)
    after = StageBuilder(builder.context, first.outputs)
    return [first, _arrange(clause, [name for name, _ in items], _Names(items), after)]


def _arrange(
    clause: ast.Projection,
    wanted: Sequence[str],
    names: _Names,
    builder: StageBuilder,
    computed: Mapping[str, ast.Expression] = MappingProxyType({}),
) -> Stage:
    """The stage that computes from what the stage before projected, sorts, and cuts."""
    context = builder.context
    context.lets = builder.lets
    columns = tuple(
        Column(name=name, operand=operand(names.put_in(computed[name]), context))
        if name in computed
        else Column(name=name, operand=Ref(name=name))
        for name in wanted
    )
    order: list[Order] = []
    for item in clause.order:
        expression = item.expression
        if not (isinstance(expression, ast.Variable) and expression.name in computed):
            expression = names.put_in(_written_out(expression, computed), sorting=True)
        order.append(Order(operand=operand(expression, context), descending=item.descending))
    skip, limit = _count(clause.skip, "SKIP"), _count(clause.limit, "LIMIT")
    return builder.stage(columns=columns, order=tuple(order), skip=skip, limit=limit)


def _written_out(expression: ast.Expression, computed: Mapping[str, ast.Expression]) -> ast.Expression:
    """The expression with the names of columns that its stage computes replaced by what they stand for."""

    def value(node: ast.AnyNode) -> ast.AnyNode | None:
        return computed.get(node.name) if isinstance(node, ast.Variable) else None

    written: ast.Expression = replace(expression, value)
    return written


class _Names:
    """What a projection calls its expressions. Sorting sees these names before those that they hide."""

    def __init__(self, items: Iterable[_Item]) -> None:
        self._by_expression: dict[ast.Expression, str] = {}
        self._new: set[str] = set()
        self._outputs: set[str] = set()
        for name, expression in items:
            self.add(name, expression)

    def add(self, name: str, expression: ast.Expression) -> None:
        self._by_expression.setdefault(expression, name)
        self._outputs.add(name)
        if expression != ast.Variable(name):
            self._new.add(name)

    def __contains__(self, expression: object) -> bool:
        return expression in self._by_expression

    def mentions_new(self, expression: ast.Expression) -> bool:
        """Whether an expression computes from a name that means something else since the projection."""
        subject = expression.subject if isinstance(expression, ast.Property) else expression
        return not isinstance(subject, ast.Variable) and bool(variables(expression) & self._new)

    def of(self, expression: ast.Expression) -> str | None:
        """The projected name that an expression for sorting is."""
        if isinstance(expression, ast.Variable) and expression.name in self._outputs:
            return expression.name
        if variables(expression) & self._new:
            return None
        return self._by_expression.get(expression)

    def put_in(self, expression: ast.Expression, *, sorting: bool = False) -> ast.Expression:
        """The expression with what was projected replaced by its names."""

        def known(node: ast.AnyNode) -> ast.AnyNode | None:
            name = self.of(node) if sorting else self._by_expression.get(node)
            return None if name is None else ast.Variable(name)

        changed: ast.Expression = replace(expression, known)
        return changed


class _Grouped:
    """A projection with aggregates."""

    def __init__(self, clause: ast.Projection, items: list[_Item], builder: StageBuilder) -> None:
        self.clause = clause
        self.items = items
        self.builder = builder
        self.context = builder.context
        self.columns: list[Column] = []
        self.aggregates: list[Aggregate] = []
        self.names = _Names(())
        self.computed: dict[str, ast.Expression] = {}

    def stages(self) -> list[Stage]:
        self.context.lets = self.builder.lets
        for name, expression in self.items:
            if not has_aggregate(expression):
                self.columns.append(Column(name=name, operand=operand(expression, self.context)))
                self.names.add(name, expression)
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
        second = _arrange(self.clause, wanted, self.names, after, self.computed)
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
        """The sort keys where each is a projected name; None if something is computed."""
        order: list[Order] = []
        for item in self.clause.order:
            name = self.names.of(item.expression)
            if name is None or name not in outputs:
                return None
            order.append(Order(operand=Ref(name=name), descending=item.descending))
        return tuple(order)

    def _inner(self, expression: ast.Expression) -> None:
        """Add the aggregates inside an expression, each once."""

        def visit(node: ast.AnyNode) -> ast.AnyNode | None:
            if node in self.names:
                return node
            if _is_aggregate(node):
                self._add(self.context.fresh("x"), node)
                return node
            return None

        replace(expression, visit)

    def _add(self, name: str, expression: ast.Expression) -> None:
        self.names.add(name, expression)
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
        if isinstance(argument, ast.Case) and len(argument.branches) == 1:
            empty = argument.default is None or argument.default == ast.Literal(None)
            condition, result = argument.branches[0]
            if argument.subject is not None:
                condition = ast.Binary("=", argument.subject, condition)
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
    """Add the WHERE of a WITH to the last stage if possible, else as a stage of its own."""
    assert clause.where is not None
    last, context = stages[-1], builder.context
    predicates = list(conjuncts(clause.where))
    if last.limit is None and last.skip is None:
        if len(stages) > 1:
            _require_handed_on(predicates, stages[0], builder)
        context.lets = None
        try:
            having: list[Condition] = [c for p in predicates for c in _conditions.conditions(p, context)]
            return [*stages[:-1], last.model_copy(update={"having": tuple(having)})]
        except NeedsLet:
            if len(stages) == 1 and _same_names(predicates, last):
                having = builder.computed(predicates)
                update = {"having": tuple(having), "lets": tuple(builder.lets)}
                return [last.model_copy(update=update)]
    _require_handed_on(predicates, last, builder)
    return [*stages, StageBuilder(context, last.outputs).passed_on(predicates)]


def _require_handed_on(expressions: Iterable[ast.Expression], stage: Stage, builder: StageBuilder) -> None:
    """Refuse what is computed after a stage from names that it does not pass on but that are still visible."""
    if stage.distinct or stage.aggregates:
        return
    lost = set(builder.names) - set(stage.outputs)
    if any(variables(expression) & lost for expression in expressions):
        refuse("computing from what was projected and what was not, together")


def _same_names(predicates: Sequence[ast.Expression], stage: Stage) -> bool:
    """Whether what the predicates mention means the same before and after the projection."""
    if stage.aggregates or stage.distinct:
        return False
    new = {c.name for c in stage.columns if c.operand != Ref(name=c.name)}
    return not any(variables(predicate) & new for predicate in predicates)
