"""What kglite 0.21 computes otherwise than Cypher says: `1 / 0.0`, `round(-2.5)`, `[1] + null`, `date('...') = '...'`.

In the query that it gets, such an expression is written so that its value is Neo4j's; what has no such form is refused.
"""

from __future__ import annotations

import dataclasses
import datetime as dt
from collections.abc import Callable, Mapping

from fingerpost.core.cells import Cell, Duration
from fingerpost.core.errors import UnsupportedConstruct
from fingerpost.core.schema import GraphSchema
from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.census import Census
from fingerpost.query_languages.cypher.dialect import Draft
from fingerpost.query_languages.cypher.dialects.kglite.lacking import LACKING, REPEATING
from fingerpost.query_languages.cypher.fit.owners import KnownProperties
from fingerpost.query_languages.cypher.fit.typed import Typed
from fingerpost.query_languages.cypher.semantics.kinds import (
    ANY,
    DATE,
    DURATION,
    FLOAT,
    INTEGER,
    MAP,
    MOMENTS,
    NUMBER,
    STRING,
    TEMPORAL,
    Kind,
    ListOf,
    item_of,
)
from fingerpost.query_languages.cypher.vocabulary import VARYING
from fingerpost.query_languages.cypher.walk import replace, walk

_COMPARING = frozenset(("=", "<>", "<", ">", "<=", ">=", "IN"))
_ORDERING = frozenset(("<", ">", "<=", ">="))
_WITHOUT_ORDER = frozenset((MAP, DURATION))
_COMPUTING = frozenset(("+", "-", "*", "/", "%", "||"))
_CALLED = frozenset(("round", "sqrt", "log", "log10", "stdev", "sum", "avg", "split"))
_CLOCKS = frozenset(("hours", "minutes", "seconds", "milliseconds", "microseconds", "nanoseconds"))
_TYPED = frozenset(("date", "datetime", "localdatetime", "time", "localtime", "duration"))
"""Functions whose values kglite compares otherwise."""
_TYPES = (dt.date, dt.time, Duration, Mapping)
_NONE = GraphSchema(labels=(), relationships=(), node_count=0, relationship_count=0)
_NAN = ast.FunctionCall("toFloat", (ast.Literal("NaN"),))
_INVERSE = ast.Literal(-1.0)


def computed_as_meant(draft: Draft) -> Draft:
    """The query with every expression such that its value is the right one.

    Raises:
        UnsupportedConstruct: kglite has no way to compute one; the message names it.
    """
    if not _is_concerned(draft):
        return draft
    census = Census(draft.tree)
    typed = Typed(draft.tree, census, KnownProperties(draft.schema or _NONE), draft.parameters)
    tree: ast.Query = replace(draft.tree, _Computing(typed.kinds, draft.parameters).change)
    return draft if tree is draft.tree else dataclasses.replace(draft, tree=tree)


def _is_concerned(draft: Draft) -> bool:
    compares, typed = False, any(isinstance(value, _TYPES) for value in draft.parameters.values())
    for node in walk(draft.tree):
        if isinstance(node, ast.Binary):
            if node.operator in _COMPUTING:
                return True
            compares |= node.operator in _COMPARING
        elif isinstance(node, ast.Unary):
            if node.operator == "+":
                return True
        elif isinstance(node, ast.FunctionCall):
            name = node.name.lower()
            if name in _CALLED or name in LACKING:
                return True
            typed |= name.split(".")[0] in _TYPED
        elif isinstance(node, ast.MapLiteral):
            typed = True
    return compares and typed


class _Computing:
    def __init__(self, kinds: Mapping[int, Kind], parameters: Mapping[str, Cell]) -> None:
        self._kinds = kinds
        self._parameters = parameters

    def change(self, node: ast.AnyNode) -> ast.AnyNode | None:
        if isinstance(node, ast.Binary):
            rule = _OPERATORS.get(node.operator)
            if rule is None:
                return None
            left, right = (replace(each, self.change) for each in (node.left, node.right))
            return rule(self, node, dataclasses.replace(node, left=left, right=right))
        if isinstance(node, ast.Unary) and node.operator == "+":
            return replace(node.operand, self.change)
        if isinstance(node, ast.FunctionCall):
            return self._called(node)
        return None

    def _called(self, node: ast.FunctionCall) -> ast.Expression | None:
        name = node.name.lower()
        rule, lacking = _FUNCTIONS.get(name), LACKING.get(name)
        if rule is None and lacking is None:
            return None
        new = dataclasses.replace(node, arguments=tuple(replace(each, self.change) for each in node.arguments))
        if lacking is None:
            return new if rule is None or not node.arguments else rule(self, node, new)
        if name in REPEATING and _varies(node):
            raise UnsupportedConstruct(f"{node.name}() of a random number cannot be called in the kglite dialect")
        return lacking(new, [self._kind(each) for each in node.arguments])

    def _kind(self, expression: ast.Expression) -> Kind:
        return self._kinds.get(id(expression), ANY)

    def _both(self, node: ast.Binary) -> tuple[Kind, Kind]:
        return self._kind(node.left), self._kind(node.right)

    def _quotient(self, node: ast.Binary, new: ast.Binary) -> ast.Expression:
        """Of fractions: an infinity, or no number, where kglite gives null. Of whole numbers it is an error in both."""
        kinds = self._both(node)
        if DURATION in kinds:
            raise UnsupportedConstruct("a duration divided by a number cannot be computed in the kglite dialect")
        if kinds == (INTEGER, INTEGER) or _is_never_zero(node.right) or _varies(node):
            return new
        unbounded = ast.Binary("*", new.left, ast.Binary("^", new.right, _INVERSE))
        if node.operator == "%":
            unbounded = ast.Binary("*", unbounded, ast.Literal(0.0))
        return _call("coalesce", new, unbounded)

    def _product(self, node: ast.Binary, new: ast.Binary) -> ast.Expression:
        kinds = set(self._both(node))
        if DURATION in kinds and kinds & {FLOAT, NUMBER}:
            raise UnsupportedConstruct("a duration times a fraction cannot be computed in the kglite dialect")
        return new

    def _sum(self, node: ast.Binary, new: ast.Binary) -> ast.Expression:
        """A list and null are null, and a list joined to a list by || is a list."""
        self._require_days(node)
        new = dataclasses.replace(new, operator="+")
        kinds = self._both(node)
        if not any(isinstance(kind, ListOf) for kind in kinds) or _varies(node):
            return new
        tests = [
            ast.IsNull(side, False)
            for own, side in ((node.left, new.left), (node.right, new.right))
            if not _is_never_null(own)
        ]
        if not tests:
            return new
        test = tests[0] if len(tests) == 1 else ast.Binary("OR", tests[0], tests[1])
        return ast.Case(None, ((test, ast.Literal(None)),), new)

    def _difference(self, node: ast.Binary, new: ast.Binary) -> ast.Expression:
        self._require_days(node)
        return new

    def _require_days(self, node: ast.Binary) -> None:
        """To a date, only days and months are added: kglite leaves out the days that hours add up to."""
        left, right = self._both(node)
        span = node.right if (left, right) == (DATE, DURATION) else node.left
        if {left, right} == {DATE, DURATION} and self._has_hours(span):
            raise UnsupportedConstruct("hours added to a date cannot be computed in the kglite dialect")

    def _has_hours(self, span: ast.Expression) -> bool:
        if isinstance(span, ast.Parameter):
            value = self._parameters.get(span.name)
            return isinstance(value, Duration) and bool(value.seconds or value.nanoseconds)
        argument = span.arguments[0] if isinstance(span, ast.FunctionCall) and span.arguments else None
        if isinstance(argument, ast.MapLiteral):
            return any(name.lower() in _CLOCKS for name, _ in argument.items)
        return isinstance(argument, ast.Literal) and isinstance(argument.value, str) and "T" in argument.value.upper()

    def _comparison(self, node: ast.Binary, new: ast.Binary) -> ast.Expression:
        """Dates are neither text nor datetimes, though kglite treats them alike; maps and durations it cannot order."""
        left, right = self._both(node)
        if left == right and left in _WITHOUT_ORDER and node.operator in _ORDERING:
            raise UnsupportedConstruct(f"{left} {node.operator} {right} cannot be computed in the kglite dialect")
        kinds = left, item_of(right) if node.operator == "IN" else right
        moments = [kind for kind in kinds if kind in MOMENTS]
        if not moments or kinds[0] == kinds[1] or TEMPORAL in moments:
            return new
        if len(moments) == 2 or STRING in kinds:
            said = f"{kinds[0]} compared with {kinds[1]}"
            raise UnsupportedConstruct(f"{said}: they are never equal, and the kglite dialect takes them for the same")
        return new

    def _rounded(self, node: ast.FunctionCall, new: ast.FunctionCall) -> ast.Expression:
        """Half of one goes up: -2.5 to -2."""
        if len(node.arguments) > 2 and not _is(node.arguments[2], "HALF_UP"):
            raise UnsupportedConstruct("round() by another mode than HALF_UP cannot be computed in the kglite dialect")
        digits = node.arguments[1] if len(node.arguments) > 1 else ast.Literal(0)
        if isinstance(digits, ast.Unary) or (isinstance(digits, ast.Literal) and _below_zero(digits.value)):
            raise UnsupportedConstruct("round() to tens cannot be computed in the kglite dialect")
        if not _is(digits, 0) or self._kind(node.arguments[0]) == INTEGER or _varies(node):
            return new
        number = new.arguments[0]
        whole = _call("round", number)
        half = ast.Binary("=", ast.Binary("-", whole, number), ast.Literal(-0.5))
        test = ast.Binary("AND", ast.Binary("<", number, ast.Literal(0)), half)
        return ast.Case(None, ((test, ast.Binary("+", whole, ast.Literal(1))),), whole)

    def _root(self, node: ast.FunctionCall, new: ast.FunctionCall) -> ast.Expression:
        """No number below zero, where kglite gives null."""
        return self._where_undefined(node, new)

    def _logarithm(self, node: ast.FunctionCall, new: ast.FunctionCall) -> ast.Expression:
        infinity = ast.Binary("*", ast.Literal(-1.0), ast.Binary("^", ast.Literal(0.0), _INVERSE))
        return self._where_undefined(node, new, (ast.Binary("=", new.arguments[0], ast.Literal(0)), infinity))

    def _where_undefined(
        self, node: ast.FunctionCall, new: ast.FunctionCall, *more: tuple[ast.Expression, ast.Expression]
    ) -> ast.Expression:
        number = new.arguments[0]
        if _is_never_zero(number) or _varies(node):
            return new
        undefined = ast.Binary("<", number, ast.Literal(0)), _NAN
        return _call("coalesce", new, ast.Case(None, (undefined, *more), None))

    def _deviation(self, node: ast.FunctionCall, new: ast.FunctionCall) -> ast.Expression:
        """Of one number it is 0, where kglite gives null."""
        count = dataclasses.replace(new, name="count")
        one = ast.Case(None, ((ast.Binary("=", count, ast.Literal(1)), ast.Literal(0.0)),), None)
        return new if _varies(node) else _call("coalesce", new, one)

    def _total(self, node: ast.FunctionCall, new: ast.FunctionCall) -> ast.Expression:
        if self._kind(node.arguments[0]) == DURATION:
            raise UnsupportedConstruct(f"{node.name}() of durations cannot be computed in the kglite dialect")
        return new

    def _split(self, node: ast.FunctionCall, new: ast.FunctionCall) -> ast.Expression:
        if len(node.arguments) > 1 and isinstance(self._kind(node.arguments[1]), ListOf):
            raise UnsupportedConstruct("split() at several texts cannot be computed in the kglite dialect")
        return new


def _call(name: str, *arguments: ast.Expression) -> ast.FunctionCall:
    return ast.FunctionCall(name, arguments)


def _is(expression: ast.Expression, value: object) -> bool:
    return isinstance(expression, ast.Literal) and expression.value == value


def _below_zero(value: object) -> bool:
    return isinstance(value, (int, float)) and value < 0


def _is_never_zero(expression: ast.Expression) -> bool:
    """Whether it is a number above zero that is written out."""
    value = expression.value if isinstance(expression, ast.Literal) else None
    return isinstance(value, (int, float)) and value > 0


def _is_never_null(expression: ast.Expression) -> bool:
    if isinstance(expression, ast.Literal):
        return expression.value is not None
    collected = isinstance(expression, ast.FunctionCall) and expression.name.lower() == "collect"
    return collected or isinstance(expression, (ast.ListLiteral, ast.MapLiteral))


def _varies(expression: ast.Expression) -> bool:
    """Whether it gives another value each time: it cannot be written twice."""
    return any(isinstance(node, ast.FunctionCall) and node.name.lower() in VARYING for node in walk(expression))


_OPERATORS: dict[str, Callable[[_Computing, ast.Binary, ast.Binary], ast.Expression]] = {
    "/": _Computing._quotient,
    "%": _Computing._quotient,
    "*": _Computing._product,
    "+": _Computing._sum,
    "||": _Computing._sum,
    "-": _Computing._difference,
    **dict.fromkeys(_COMPARING, _Computing._comparison),
}
_FUNCTIONS: dict[str, Callable[[_Computing, ast.FunctionCall, ast.FunctionCall], ast.Expression]] = {
    "round": _Computing._rounded,
    "sqrt": _Computing._root,
    "log": _Computing._logarithm,
    "log10": _Computing._logarithm,
    "stdev": _Computing._deviation,
    "sum": _Computing._total,
    "avg": _Computing._total,
    "split": _Computing._split,
}
