"""Conditions and values of SQL as those of a plan."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sqlglot import exp

from fingerpost.core.cells import Cell
from fingerpost.core.schema import PropertyInfo, ValueType
from fingerpost.plans import AnyOf, Call, Comparison, Condition, Exists, Operand, Pattern, Ref, Test, Value
from fingerpost.query_languages.sql.errors import refused
from fingerpost.query_languages.sql.sources import Rows, Sources
from fingerpost.query_languages.sql.view import NodeTable, TableColumn

if TYPE_CHECKING:
    from fingerpost.plans import Let

_COMPARISONS: dict[type[exp.Expr], Comparison] = {
    exp.EQ: Comparison.EQ,
    exp.NEQ: Comparison.NE,
    exp.LT: Comparison.LT,
    exp.LTE: Comparison.LE,
    exp.GT: Comparison.GT,
    exp.GTE: Comparison.GE,
}
_TURNED = {
    Comparison.LT: Comparison.GT,
    Comparison.LE: Comparison.GE,
    Comparison.GT: Comparison.LT,
    Comparison.GE: Comparison.LE,
}
ARITHMETIC: dict[type[exp.Expr], str] = {
    exp.Add: "add",
    exp.Sub: "subtract",
    exp.Mul: "multiply",
    exp.Div: "divide",
}
_FUNCTIONS: dict[type[exp.Expr], str] = {exp.Lower: "toLower", exp.Upper: "toUpper", exp.Length: "size"}
_LONGEST_OR = 64


@dataclass
class Values:
    """The parameters of a plan, made of the literals of a query, and the steps that its arithmetic needs."""

    parameters: dict[str, Cell] = field(default_factory=dict)
    lets: list[Let] = field(default_factory=list)

    def parameter(self, value: Cell) -> Value:
        """A parameter of this value."""
        name = f"p{len(self.parameters) + 1}"
        self.parameters[name] = value
        return Value(parameter=name)


Scalar = Callable[[exp.Query], Ref]
"""Makes the one value that an inner SELECT gives, before anything else is matched."""
Inner = Callable[[exp.Expr, Sources], tuple[Sources, list[Operand]]]
"""Reads an inner SELECT of plain columns within a scope: what it reads, and its columns."""


@dataclass
class Conditions:
    """Reads conditions in a scope."""

    sources: Sources
    values: Values
    scalar: Scalar
    inner: Inner
    existential: bool = False
    """Whether it is of an inner SELECT that is only asked whether it has a row."""

    def read(self, condition: exp.Expr) -> Iterator[Condition]:
        """The conditions of a conjunction. Equal keys join nodes, and are not conditions of their own."""
        condition = condition.unnest()
        if isinstance(condition, exp.And):
            yield from self.read(condition.left)
            yield from self.read(condition.right)
        elif isinstance(condition, exp.Or):
            yield self._any(condition)
        elif self.existential and isinstance(condition, exp.In) and condition.args.get("query") is not None:
            yield from self._taken_in(condition.this, condition.args["query"].this)
        elif not (isinstance(condition, exp.EQ) and self._joins(condition)):
            yield self._one(condition)

    def _joins(self, condition: exp.EQ) -> bool:
        """Take two equal keys for one node."""
        left, right = condition.left, condition.right
        if not isinstance(left, exp.Column) or not isinstance(right, exp.Column):
            return False
        one, other = (self.sources.node_of(c.name, c.table) for c in (left, right))
        if one is not None and other is None:
            other = self.sources.told_by(right.name, right.table, one, self.sources.label(one))
        elif one is None and other is not None:
            one = self.sources.told_by(left.name, left.table, other, self.sources.label(other))
        if one is None or other is None:
            return False
        own = [self.sources.is_own(node) for node in (one, other)]
        label = self.sources.label(one)
        if not any(own) or label is None or label != self.sources.label(other):
            return False
        if all(own):
            self.sources.unite(one, other)
        else:  # with a table of the SELECT around it
            inner, outer = (one, other) if own[0] else (other, one)
            self.sources.take_for(inner, outer, label)
        return True

    def _any(self, condition: exp.Or) -> Condition:
        alternatives = [part.unnest() for part in condition.flatten()]
        tests: list[Test | Exists] = []
        self.sources.alternative = True
        for part in alternatives:
            if isinstance(part, exp.And):
                raise refused("AND inside OR is too deep", "Q104")
            found = self._leading(part) or self._one(part)
            if isinstance(found, AnyOf):
                tests.extend(found.tests)
            else:
                tests.append(found)
        self.sources.alternative = False
        if len(tests) > _LONGEST_OR:
            raise refused(f"a condition has more than {_LONGEST_OR} alternatives", "Q104")
        return AnyOf(tests=tuple(tests)) if len(tests) > 1 else tests[0]

    def _leading(self, condition: exp.Expr) -> Exists | None:
        """Whether a reference is compared with a value: whether there is such a node that it leads to."""
        comparison, column = _COMPARISONS.get(type(condition)), condition.this
        if (
            comparison is None
            or not isinstance(column, exp.Column)
            or not isinstance(condition.expression, exp.Literal)
        ):
            return None
        reference = self._reference(column)
        if reference is None:
            return None
        node, found = reference
        assert found.target is not None
        key = self.sources.view.node_table(found.target).key
        if key is None:
            return None
        leads = self._leads(node, found)
        value = self.values.parameter(_literal(condition.expression, self._info(column)))
        test = Test(left=Ref(name=leads.pattern.nodes[1].name, property=key), comparison=comparison, right=value)
        return leads.model_copy(update={"where": (test,)})

    def _reference(self, column: exp.Column) -> tuple[str, TableColumn] | None:
        """The node that has a reference, and the reference; None for other columns."""
        scope, source, name = self.sources.find(column.name, column.table)
        if isinstance(source, Rows) or not isinstance(source.table, NodeTable) or source.node is None:
            return None
        found = self.sources.column(source, name)
        return (scope.same(source.node), found) if found.type is not None and found.target is not None else None

    def _one(self, condition: exp.Expr) -> Condition:
        condition = condition.unnest()
        if isinstance(condition, exp.Not):
            return self._denied(condition.this.unnest())
        comparison = _COMPARISONS.get(type(condition))
        if comparison is not None:
            return self._compared(condition.this, comparison, condition.expression)
        if isinstance(condition, exp.Like):
            return self._like(condition)
        if isinstance(condition, exp.Is):
            return self._null(condition)
        if isinstance(condition, exp.In):
            return self._in(condition)
        if isinstance(condition, exp.Exists):
            return self._exists(condition.this)
        if isinstance(condition, (exp.Column, exp.Boolean)):
            return Test(left=self.operand(condition), comparison=Comparison.EQ, right=self.values.parameter(True))
        raise refused(f"{condition.key.upper()} is not understood as a condition", "Q103")

    def _denied(self, condition: exp.Expr) -> Condition:
        found = self._one(condition)
        if isinstance(found, AnyOf):
            raise refused("NOT before OR is not understood", "Q104")
        if isinstance(found, Test) and found.comparison in (Comparison.EQ, Comparison.NE) and not found.negated:
            other = Comparison.NE if found.comparison is Comparison.EQ else Comparison.EQ
            return found.model_copy(update={"comparison": other})
        return found.model_copy(update={"negated": not found.negated})

    def _compared(self, left: exp.Expr, comparison: Comparison, right: exp.Expr) -> Test:
        if any(side.find(*ARITHMETIC) for side in (left, right) if side.find(exp.Query) is None):
            raise refused("arithmetic is understood in the SELECT list only", "Q103")
        left, right = left.unnest(), right.unnest()
        if isinstance(left, (exp.Literal, exp.Boolean, exp.Neg)) and not isinstance(right, (exp.Literal, exp.Boolean)):
            left, right, comparison = right, left, _TURNED.get(comparison, comparison)
        return Test(left=self.operand(left), comparison=comparison, right=self.operand(right, like=self._info(left)))

    def _like(self, condition: exp.Like) -> Test:
        pattern = condition.expression
        if not isinstance(pattern, exp.Literal) or not pattern.is_string:
            raise refused("LIKE needs a text", "Q103")
        left = self.operand(condition.this)
        if isinstance(left, Ref) and left.function is None:
            left = left.model_copy(update={"function": "toLower"})
        text = pattern.this.lower()
        bare = text.strip("%")
        comparison, value = Comparison.MATCHES, _regex(text)
        if "%" not in bare and "_" not in bare:
            ends = (text.startswith("%"), text.endswith("%") and len(text) > 1)
            comparison = {
                (True, True): Comparison.CONTAINS,
                (False, True): Comparison.STARTS_WITH,
                (True, False): Comparison.ENDS_WITH,
                (False, False): Comparison.EQ,
            }[ends]
            value = bare
        return Test(left=left, comparison=comparison, right=self.values.parameter(value))

    def _null(self, condition: exp.Is) -> Test | Exists:
        if not isinstance(condition.expression, exp.Null):
            raise refused("IS takes only NULL", "Q103")
        column = condition.this
        reference = self._reference(column) if isinstance(column, exp.Column) else None
        if reference is not None:
            return self._leads(*reference).model_copy(update={"negated": True})
        return Test(left=self.operand(condition.this), comparison=Comparison.IS_NULL)

    def _leads(self, node: str, column: TableColumn) -> Exists:
        """Whether a reference of a node leads to another."""
        other = Sources(self.sources.view, self.sources.taken)
        label = column.target
        assert label is not None
        end = other.node(label, None)
        pattern = Pattern.model_validate(
            {
                "nodes": [{"name": node}, {"name": end, "label": label}],
                "edges": [{"start": node, "end": end, "types": [column.type]}],
            }
        )
        return Exists(pattern=pattern)

    def _in(self, condition: exp.In) -> Condition:
        query = condition.args.get("query")
        if query is not None:
            return self._inside([condition.this], query.this)
        info = self._info(condition.this)
        items = tuple(_literal(item, info) for item in condition.expressions)
        if not items:
            raise refused("IN needs a list", "Q103")
        return Test(left=self.operand(condition.this), comparison=Comparison.IN, right=self.values.parameter(items))

    def _inside(self, columns: list[exp.Expr], select: exp.Expr) -> Exists:
        """Whether an inner SELECT has a row of these values."""
        inner, found = self.inner(select, self.sources)
        if len(found) != len(columns):
            raise refused("IN compares one column", "Q103")
        return self.equal(inner, found, columns, select)

    def equal(self, inner: Sources, found: list[Operand], outer: Sequence[exp.Expr], select: exp.Expr) -> Exists:
        """Whether what an inner SELECT reads exists with its columns equal to these; one node, if both are keys."""
        expressions = select.expressions if isinstance(select, exp.Select) else []
        tests: list[Test] = []
        for place, (mine, theirs) in enumerate(zip(found, outer, strict=True)):
            column = expressions[place].unalias() if place < len(expressions) else None
            own = inner.node_of(column.name, column.table) if isinstance(column, exp.Column) else None
            node = self.node(theirs)
            if own is not None and node is None and isinstance(theirs, exp.Column):
                node = self.sources.told_by(theirs.name, theirs.table, own, inner.labels.get(own))
            if own is not None and node is not None and inner.labels.get(own) == self.sources.label(node):
                inner.take_for(own, node, inner.labels[own])
            else:
                tests.append(Test(left=mine, comparison=Comparison.EQ, right=self.operand(theirs)))
        return self._pattern_of(inner, tests)

    def _taken_in(self, column: exp.Expr, select: exp.Expr) -> Iterator[Condition]:
        """What an inner SELECT in an inner SELECT reads, as if it were joined: whether there is a row is all that
        matters."""
        inner, found = self.inner(select, self.sources)
        if len(found) != 1 or inner.groups:
            raise refused("IN compares one column", "Q103")
        shown = select.expressions[0].unalias() if isinstance(select, exp.Select) else None
        own = inner.node_of(shown.name, shown.table) if isinstance(shown, exp.Column) else None
        node = self.node(column)
        if own is not None and node is None and isinstance(column, exp.Column):
            node = self.sources.told_by(column.name, column.table, own, inner.labels.get(own))
        same = own is not None and node is not None and inner.labels.get(own) == self.sources.label(node)
        yield from self.sources.absorb(inner)
        if same and own is not None and node is not None:
            self.sources.unite(node, own)
        else:
            yield Test(left=found[0], comparison=Comparison.EQ, right=self.operand(column))

    def _exists(self, select: exp.Expr) -> Exists:
        inner, _ = self.inner(select, self.sources)
        return self._pattern_of(inner, [])

    def _pattern_of(self, inner: Sources, more: list[Test]) -> Exists:
        matches = inner.matches()
        if len(matches) != 1 or matches[0].optional:
            raise refused("an inner SELECT reads the same relationship twice, or has a LEFT JOIN", "Q104")
        where: list[Test] = []
        for condition in (*matches[0].where, *more):
            if not isinstance(condition, Test):
                raise refused("an inner SELECT has conditions that are too deep", "Q104")
            where.append(condition)
        return Exists(pattern=matches[0].pattern, where=tuple(where))

    def node(self, expression: exp.Expr) -> str | None:
        return self.sources.node_of(expression.name, expression.table) if isinstance(expression, exp.Column) else None

    def operand(self, expression: exp.Expr, like: PropertyInfo | None = None) -> Operand:
        """A value of an expression; arithmetic becomes steps."""
        expression = expression.unnest()
        if isinstance(expression, exp.Column):
            if isinstance(expression.this, exp.Star):
                raise refused("* stands only in the SELECT list", "Q103")
            return self.sources.operand(expression.name, expression.table)
        if isinstance(expression, exp.Query):
            return self.scalar(expression)
        if isinstance(expression, (exp.Literal, exp.Boolean, exp.Neg, exp.Null)):
            return self.values.parameter(_literal(expression, like))
        function = _FUNCTIONS.get(type(expression))
        if function is not None:
            inner = self.operand(expression.this)
            if inner.function is not None:
                raise refused("functions in functions are not understood", "Q103")
            return inner.model_copy(update={"function": function})
        operation = ARITHMETIC.get(type(expression))
        if operation is not None:
            parts = (self.operand(expression.this), self.operand(expression.expression))
            name = self.sources.fresh("v")
            self.values.lets.append(Call(name=name, function=operation, arguments=parts))
            return Ref(name=name)
        if isinstance(expression, exp.Cast):
            return self.operand(expression.this)
        raise refused(f"{expression.key.upper()} is not understood", "Q103")

    def _info(self, expression: exp.Expr) -> PropertyInfo | None:
        """What is known of the values of a column."""
        if not isinstance(expression, exp.Column):
            return None
        _, source, name = self.sources.find(expression.name, expression.table)
        if isinstance(source, Rows):
            return None
        column = self.sources.column(source, name)
        if column.target is not None:
            table = self.sources.view.node_table(column.target)
            return table.columns[table.key.lower()].info if table.key is not None else None
        return column.info


def _regex(pattern: str) -> str:
    """A pattern of LIKE as a regular expression."""
    return "".join({"%": ".*", "_": "."}.get(character, re.escape(character)) for character in pattern)


def _literal(expression: exp.Expr, info: PropertyInfo | None) -> Cell:
    """A literal as a value of the type that the column has."""
    expression = expression.unnest()
    if isinstance(expression, exp.Neg):
        value = _literal(expression.this, None)
        if isinstance(value, (int, float)):
            return -value
    if isinstance(expression, exp.Boolean):
        return bool(expression.this)
    if isinstance(expression, exp.Null):
        return None
    if not isinstance(expression, exp.Literal):
        raise refused("only values stand in a list", "Q103")
    text: str = expression.this
    if not expression.is_string:
        if info is not None and info.type is ValueType.BOOLEAN and text in ("0", "1"):
            return text == "1"
        number = _number(text)
        return str(text) if info is not None and info.type is ValueType.STRING and not info.numeric else number
    if info is not None and info.number and _is_number(text):
        return _number(text)
    if info is not None and info.type is ValueType.BOOLEAN and text.lower() in ("true", "false"):
        return text.lower() == "true"
    if info is not None and info.type is ValueType.DATE:
        try:
            return dt.date.fromisoformat(text)
        except ValueError:
            return text
    return text


def _number(text: str) -> int | float:
    return int(text) if re.fullmatch(r"[+-]?\d+", text) else float(text)


def _is_number(text: str) -> bool:
    return re.fullmatch(r"[+-]?\d+(?:\.\d+)?", text) is not None
