"""Expressions for the reference evaluator: three-valued logic, functions and aggregates, written out plainly."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from fingerpost.core.cells import Cell, Node, Path, Relationship, freeze
from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.vocabulary import AGGREGATE_NAMES
from fingerpost.query_languages.cypher.walk import has_aggregate, replace

Row = dict[str, Cell]


class Unknown(Exception):
    """The reference evaluator does not know what this means."""


def same_values(one: Cell, other: Cell) -> bool | None:
    """`one = other`: null where it depends on a null."""
    if one is None or other is None:
        return None
    if isinstance(one, tuple) and isinstance(other, tuple):
        if len(one) != len(other):
            return False
        found = [same_values(a, b) for a, b in zip(one, other, strict=True)]
        return False if False in found else None if None in found else True
    return bool(freeze(one) == freeze(other))


def rank(value: Cell) -> tuple[Any, ...]:
    """By what values sort: null is the greatest."""
    if value is None:
        return (9,)
    if isinstance(value, (list, tuple)):
        return (1, tuple(rank(item) for item in value))
    if isinstance(value, str):
        return (3, value)
    if isinstance(value, bool):
        return (4, value)
    if isinstance(value, (int, float)):
        return (5, value)
    raise Unknown(f"the order of a {type(value).__name__}")


def with_aggregates(expression: ast.Expression, group: Sequence[Row], values: Values) -> ast.Expression:
    """The expression with each aggregate as what it gives for the rows of a group."""
    if not has_aggregate(expression):
        return expression

    def change(node: ast.AnyNode) -> ast.AnyNode | None:
        if isinstance(node, (ast.SubqueryExpression, ast.PatternPredicate, ast.PatternComprehension)):
            return node
        if isinstance(node, ast.CountStar):
            return ast.Literal(len(group))
        if isinstance(node, ast.FunctionCall) and node.name.lower() in AGGREGATE_NAMES:
            found = [values.of(node.arguments[0], row) for row in group]
            found = [value for value in found if value is not None]
            if node.distinct:
                found = list({freeze(value): value for value in found}.values())
            return ast.Literal(_aggregate(node.name.lower(), found))
        return None

    changed: ast.Expression = replace(expression, change)
    return changed


def _aggregate(name: str, values: list[Cell]) -> Cell:
    if name == "count":
        return len(values)
    if name == "collect":
        return tuple(values)
    if name == "sum":
        return sum(values)
    if not values:
        return None
    if name == "avg":
        return sum(values) / len(values)
    if name in ("min", "max"):
        return (min if name == "min" else max)(values, key=rank)
    raise Unknown(name)


class Values:
    """What expressions are worth in a row."""

    def __init__(
        self,
        parameters: Mapping[str, Cell],
        nodes: Mapping[str, Node],
        subquery: Callable[[ast.Query, Row], list[Row]],
        matches: Callable[[Sequence[ast.PathPattern], Row], Iterator[Row]],
    ) -> None:
        self._parameters = parameters
        self._nodes = nodes
        self._subquery = subquery
        self._matches = matches

    def of(self, node: Any, row: Row) -> Cell:
        """The value of an expression."""
        method = getattr(self, f"_{type(node).__name__.lower()}", None)
        if method is None:
            raise Unknown(type(node).__name__)
        return method(node, row)

    def labelled(self, wanted: ast.LabelExpression, labels: Sequence[str]) -> bool:
        """Whether labels, or a type, fit a label expression."""
        if isinstance(wanted, ast.LabelName):
            return wanted.name in labels
        if isinstance(wanted, ast.LabelNot):
            return not self.labelled(wanted.operand, labels)
        if isinstance(wanted, ast.LabelJunction):
            return (all if wanted.operator == "&" else any)(self.labelled(one, labels) for one in wanted.operands)
        return bool(labels)

    def _literal(self, node: ast.Literal, _row: Row) -> Cell:
        return node.value

    def _parameter(self, node: ast.Parameter, _row: Row) -> Cell:
        return self._parameters[node.name]

    def _variable(self, node: ast.Variable, row: Row) -> Cell:
        return row[node.name]

    def _property(self, node: ast.Property, row: Row) -> Cell:
        subject = self.of(node.subject, row)
        return None if subject is None else subject.properties.get(node.key)

    def _listliteral(self, node: ast.ListLiteral, row: Row) -> Cell:
        return tuple(self.of(item, row) for item in node.items)

    def _mapliteral(self, node: ast.MapLiteral, row: Row) -> Cell:
        return {key: self.of(value, row) for key, value in node.items}

    def _unary(self, node: ast.Unary, row: Row) -> Cell:
        value = self.of(node.operand, row)
        if value is None:
            return None
        return not value if node.operator == "NOT" else -value if node.operator == "-" else value

    def _isnull(self, node: ast.IsNull, row: Row) -> Cell:
        return (self.of(node.operand, row) is None) != node.negated

    def _haslabels(self, node: ast.HasLabels, row: Row) -> Cell:
        subject = self.of(node.operand, row)
        if subject is None:
            return None
        return self.labelled(node.labels, subject.labels if isinstance(subject, Node) else (subject.type,))

    def _binary(self, node: ast.Binary, row: Row) -> Cell:
        left, right = self.of(node.left, row), self.of(node.right, row)
        sign = node.operator
        if sign in ("AND", "OR"):
            decided = sign == "OR"
            return decided if decided in (left, right) else None if None in (left, right) else not decided
        if sign == "=":
            return same_values(left, right)
        if sign == "<>":
            equal = same_values(left, right)
            return None if equal is None else not equal
        if sign == "IN":
            return self._in(left, right)
        if left is None or right is None:
            return None
        return _OPERATORS[sign](left, right)

    def _in(self, value: Cell, items: Cell) -> bool | None:
        if items is None:
            return None
        found = [same_values(value, item) for item in items]
        return True if True in found else None if None in found else False

    def _case(self, node: ast.Case, row: Row) -> Cell:
        for condition, result in node.branches:
            found = self.of(condition, row)
            if found is True if node.subject is None else same_values(self.of(node.subject, row), found) is True:
                return self.of(result, row)
        return None if node.default is None else self.of(node.default, row)

    def _index(self, node: ast.Index, row: Row) -> Cell:
        subject, index = self.of(node.subject, row), self.of(node.index, row)
        if subject is None or index is None:
            return None
        if isinstance(subject, (Node, Relationship)):
            return subject.properties.get(index)
        return subject[index] if -len(subject) <= index < len(subject) else None

    def _listcomprehension(self, node: ast.ListComprehension, row: Row) -> Cell:
        source = self.of(node.source, row)
        if source is None:
            return None
        rows = [{**row, node.variable: item} for item in source]
        kept = [one for one in rows if node.where is None or self.of(node.where, one) is True]
        return tuple(one[node.variable] if node.projection is None else self.of(node.projection, one) for one in kept)

    def _quantified(self, node: ast.Quantified, row: Row) -> Cell:
        source = self.of(node.source, row)
        if source is None:
            return None
        found = [True if node.where is None else self.of(node.where, {**row, node.variable: i}) for i in source]
        unsure = None in found
        if node.quantifier == "all":
            return False if False in found else None if unsure else True
        if node.quantifier == "single":
            return False if found.count(True) > 1 else None if unsure else found.count(True) == 1
        some = True if True in found else None if unsure else False
        return some if node.quantifier == "any" or some is None else not some

    def _patternpredicate(self, node: ast.PatternPredicate, row: Row) -> Cell:
        return any(True for _ in self._matches((node.pattern,), row))

    def _patterncomprehension(self, node: ast.PatternComprehension, row: Row) -> Cell:
        found = self._matches((node.pattern,), row)
        kept = [one for one in found if node.where is None or self.of(node.where, one) is True]
        return tuple(self.of(node.projection, one) for one in kept)

    def _subqueryexpression(self, node: ast.SubqueryExpression, row: Row) -> Cell:
        rows = self._subquery(node.query, row)
        if node.kind == "COLLECT":
            return tuple(next(iter(one.values())) for one in rows)
        return bool(rows) if node.kind == "EXISTS" else len(rows)

    def _functioncall(self, node: ast.FunctionCall, row: Row) -> Cell:
        name = node.name.lower()
        values = [self.of(argument, row) for argument in node.arguments]
        if name == "coalesce":
            return next((value for value in values if value is not None), None)
        if values and values[0] is None:
            return None
        if name in ("startnode", "endnode"):
            return self._nodes[values[0].start if name == "startnode" else values[0].end]
        if name not in _FUNCTIONS:
            raise Unknown(f"{name}()")
        return _FUNCTIONS[name](*values)


def _divided(one: Cell, other: Cell) -> Cell:
    if isinstance(one, int) and isinstance(other, int):
        return abs(one) // abs(other) * (1 if (one < 0) == (other < 0) else -1)
    return one / other


def _size(value: Cell) -> int:
    return len(value.relationships) if isinstance(value, Path) else len(value)


_OPERATORS: dict[str, Callable[[Cell, Cell], Cell]] = {
    "<": lambda one, other: one < other,
    "<=": lambda one, other: one <= other,
    ">": lambda one, other: one > other,
    ">=": lambda one, other: one >= other,
    "+": lambda one, other: one + other,
    "-": lambda one, other: one - other,
    "*": lambda one, other: one * other,
    "/": _divided,
    "%": lambda one, other: abs(one) % abs(other) * (-1 if one < 0 else 1),
    "XOR": lambda one, other: one != other,
    "STARTS WITH": str.startswith,
    "ENDS WITH": str.endswith,
    "CONTAINS": lambda one, other: other in one,
}

_FUNCTIONS: dict[str, Callable[..., Cell]] = {
    "abs": abs,
    "size": _size,
    "length": _size,
    "type": lambda one: one.type,
    "elementid": lambda one: one.element_id,
    "keys": lambda one: tuple(one.properties),
    "labels": lambda one: tuple(one.labels),
    "head": lambda one: one[0] if one else None,
    "last": lambda one: one[-1] if one else None,
    "tail": lambda one: one[1:],
    "nodes": lambda path: path.nodes,
    "relationships": lambda path: path.relationships,
    "tolower": str.lower,
    "toupper": str.upper,
    "range": lambda first, last: tuple(range(first, last + 1)),
}
