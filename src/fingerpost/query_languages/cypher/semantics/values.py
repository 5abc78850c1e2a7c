"""What an expression is: every name in it is looked up, every operator and function is given what it takes."""

from __future__ import annotations

from collections.abc import Callable

from fingerpost.core.nearest import closest
from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.semantics import operators
from fingerpost.query_languages.cypher.semantics.analysis import Analysis, start_of
from fingerpost.query_languages.cypher.semantics.functions import SIGNATURES, UNKNOWN
from fingerpost.query_languages.cypher.semantics.kinds import (
    ANY,
    BOOLEAN,
    INTEGER,
    LIST,
    MAP,
    NODE,
    NUMBERS,
    OPEN,
    PATH,
    RELATIONSHIP,
    Kind,
    ListOf,
    item_of,
    joined,
    kind_of,
    list_of,
)

Scope = dict[str, Kind]
"""What is visible, and what it is."""

_MOST_SUGGESTIONS = 10
"""For how many undefined names a near one is looked for: looking is slow where there are many of both."""


class Values:
    """Reads expressions. `projected` are expressions that stand for a column wherever they appear again."""

    def __init__(self, analysis: Analysis) -> None:
        self.analysis = analysis
        self.report = analysis.report
        self.projected: frozenset[ast.Expression] = frozenset()
        self._undefined: set[str] = set()

    def bind(self, path: ast.PathPattern, scope: Scope, *, new: bool = True) -> None:
        raise NotImplementedError

    def inside(self, path: ast.PathPattern, scope: Scope) -> None:
        raise NotImplementedError

    def query(self, query: ast.Query, outer: Scope) -> tuple[Scope, ...]:
        raise NotImplementedError

    def of(self, expression: ast.Expression, scope: Scope) -> Kind:
        """The kind of an expression."""
        if self.projected and expression in self.projected:
            return ANY
        return _RULES[type(expression)](self, expression, scope)

    def truth(self, condition: ast.Expression | None, scope: Scope) -> None:
        """A place where only a condition may stand. Long chains of AND, OR and NOT are no deeper than short ones."""
        stack = [] if condition is None else [condition]
        while stack:
            node = stack.pop()
            if self.projected and node in self.projected:
                continue
            if isinstance(node, ast.Binary) and node.operator in operators.LOGIC:
                stack += (node.right, node.left)
            elif isinstance(node, ast.Unary) and node.operator == "NOT":
                stack.append(node.operand)
            elif isinstance(node, ast.PatternPredicate):
                self._pattern(node, scope)
            else:
                kind = self.of(node, scope)
                self._wrong(operators.wanted_as_truth(kind), kind, node)

    def look_up(self, name: str, position: int, scope: Scope) -> Kind:
        kind = scope.get(name)
        if kind is not None:
            return kind
        if name not in self._undefined:
            self._undefined.add(name)
            near = closest(name, scope) if len(self._undefined) <= _MOST_SUGGESTIONS else None
            self.report("S101", "UndefinedVariable", f"nothing here is called {name}", position, near)
        return ANY

    def _wrong(
        self, wanted: str | None, kind: Kind, node: ast.AnyNode, what: str = "", *, position: int | None = None
    ) -> None:
        if wanted is not None:
            position = start_of(node) if position is None else position
            subject = f"{what} takes {wanted}" if what else f"{wanted} is expected here"
            self.report("S130", "InvalidArgumentType", f"{subject}, and this is {kind}", position)

    def _literal(self, node: ast.Literal, _scope: Scope) -> Kind:
        return kind_of(node.value)

    def _parameter(self, node: ast.Parameter, _scope: Scope) -> Kind:
        return kind_of(self.analysis.parameters.get(node.name)) if node.name in self.analysis.parameters else ANY

    def _variable(self, node: ast.Variable, scope: Scope) -> Kind:
        return self.look_up(node.name, node.pos, scope)

    def _property(self, node: ast.Property, scope: Scope) -> Kind:
        kind = self.of(node.subject, scope)
        self._wrong(operators.wanted_with_properties(kind), kind, node, f".{node.key}", position=node.pos)
        return ANY

    def _unary(self, node: ast.Unary, scope: Scope) -> Kind:
        if node.operator == "NOT":
            self.truth(node, scope)
            return BOOLEAN
        kind = self.of(node.operand, scope)
        self._wrong(operators.wanted_as_number(kind), kind, node, f"the sign {node.operator}")
        return kind

    def _binary(self, node: ast.Binary, scope: Scope) -> Kind:
        if node.operator in operators.LOGIC:
            self.truth(node, scope)
            return BOOLEAN
        left, right = self.of(node.left, scope), self.of(node.right, scope)
        for own, other, at, last in ((left, right, node.left, False), (right, left, node.right, True)):
            wanted = operators.wanted_of_operand(node.operator, own, other, right=last)
            if wanted is not None:
                self._wrong(wanted, own, at, node.operator)
                break
        return operators.result(node.operator, left, right)

    def _tested(self, node: ast.IsNull | ast.IsTyped, scope: Scope) -> Kind:
        self.of(node.operand, scope)
        return BOOLEAN

    def _has_labels(self, node: ast.HasLabels, scope: Scope) -> Kind:
        kind = self.of(node.operand, scope)
        fits = kind in OPEN or kind in (NODE, RELATIONSHIP, BOOLEAN)  # a:B:C is read as (a:B):C
        self._wrong(None if fits else "a node or a relationship", kind, node, "a label test", position=node.pos)
        return BOOLEAN

    def _function(self, node: ast.FunctionCall, scope: Scope) -> Kind:
        lower = node.name.lower()
        kinds = []
        for argument in node.arguments:
            if lower == "exists" and isinstance(argument, ast.PatternPredicate):
                self._pattern(argument, scope)
            else:
                kinds.append(self.of(argument, scope))
        signature = SIGNATURES.get(lower, UNKNOWN)
        if kinds:
            self._wrong(signature.wanted(kinds[0]), kinds[0], node.arguments[0], f"{node.name}()")
        return signature.result(kinds)

    def _count_star(self, _node: ast.CountStar, _scope: Scope) -> Kind:
        return INTEGER

    def _list(self, node: ast.ListLiteral, scope: Scope) -> Kind:
        return list_of([self.of(item, scope) for item in node.items])

    def _map(self, node: ast.MapLiteral, scope: Scope) -> Kind:
        for _, value in node.items:
            self.of(value, scope)
        return MAP

    def _index(self, node: ast.Index, scope: Scope) -> Kind:
        kind, place = self.of(node.subject, scope), self.of(node.index, scope)
        self._wrong(operators.wanted_with_items(kind), kind, node, "[...]")
        if isinstance(kind, ListOf):
            self._wrong(operators.wanted_as_place(place), place, node.index, "a place in a list")
        return item_of(kind)

    def _slice(self, node: ast.Slice, scope: Scope) -> Kind:
        kind = self.of(node.subject, scope)
        self._wrong(operators.wanted_as_list(kind), kind, node, "[..]")
        for end in (node.start, node.end):
            if end is not None:
                self.of(end, scope)
        return kind if isinstance(kind, ListOf) else LIST

    def _case(self, node: ast.Case, scope: Scope) -> Kind:
        if node.subject is not None:
            self.of(node.subject, scope)
        kinds = []
        for condition, value in node.branches:
            if node.subject is None:
                self.truth(condition, scope)
            else:
                self.of(condition, scope)
            kinds.append(self.of(value, scope))
        if node.default is not None:
            kinds.append(self.of(node.default, scope))
        return joined(kinds)

    def _items(self, source: ast.Expression, scope: Scope) -> Kind:
        """What the items are over which an expression goes."""
        kind = self.of(source, scope)
        self._wrong(operators.wanted_as_list(kind), kind, source, "IN")
        return item_of(kind)

    def _list_comprehension(self, node: ast.ListComprehension, scope: Scope) -> Kind:
        item = self._items(node.source, scope)
        inner = {**scope, node.variable: item}
        self.truth(node.where, inner)
        return ListOf(item if node.projection is None else self.of(node.projection, inner))

    def _pattern_comprehension(self, node: ast.PatternComprehension, scope: Scope) -> Kind:
        inner = dict(scope)
        self.bind(node.pattern, inner)
        self.inside(node.pattern, inner)
        self.truth(node.where, inner)
        return ListOf(self.of(node.projection, inner))

    def _quantified(self, node: ast.Quantified, scope: Scope) -> Kind:
        item = self._items(node.source, scope)
        self.truth(node.where, {**scope, node.variable: item})
        return BOOLEAN

    def _reduce(self, node: ast.Reduce, scope: Scope) -> Kind:
        initial = self.of(node.initial, scope)
        item = self._items(node.source, scope)
        step = self.of(node.step, {**scope, node.accumulator: ANY, node.variable: item})
        return joined((initial, step)) if initial in NUMBERS else ANY

    def _map_projection(self, node: ast.MapProjection, scope: Scope) -> Kind:
        kind = self.look_up(node.subject, node.pos, scope)
        self._wrong(operators.wanted_with_properties(kind), kind, node, "{...}")
        for what, name, value in node.items:
            if what == "variable":
                self.look_up(name, node.pos, scope)
            elif value is not None:
                self.of(value, scope)
        return MAP

    def _pattern(self, node: ast.PatternPredicate, scope: Scope) -> None:
        self.bind(node.pattern, dict(scope), new=False)
        self.inside(node.pattern, scope)

    def _pattern_as_value(self, node: ast.PatternPredicate, scope: Scope) -> Kind:
        self._pattern(node, scope)
        if node.pattern.selector:
            return PATH if node.pattern.selector == "shortestPath" else ListOf(PATH)
        message = "a pattern stands here where a value is expected; EXISTS { } or COUNT { } around it makes it one"
        self.report("S132", "UnexpectedSyntax", message, node.pos)
        return ANY

    def _subquery(self, node: ast.SubqueryExpression, scope: Scope) -> Kind:
        returned = self.query(node.query, scope)
        if node.kind != "COLLECT":
            return INTEGER if node.kind == "COUNT" else BOOLEAN
        return ListOf(joined(kind for columns in returned for kind in columns.values()))


_RULES: dict[type, Callable[[Values, ast.AnyNode, Scope], Kind]] = {
    ast.Literal: Values._literal,
    ast.Parameter: Values._parameter,
    ast.Variable: Values._variable,
    ast.Property: Values._property,
    ast.Unary: Values._unary,
    ast.Binary: Values._binary,
    ast.IsNull: Values._tested,
    ast.IsTyped: Values._tested,
    ast.HasLabels: Values._has_labels,
    ast.FunctionCall: Values._function,
    ast.CountStar: Values._count_star,
    ast.ListLiteral: Values._list,
    ast.MapLiteral: Values._map,
    ast.Index: Values._index,
    ast.Slice: Values._slice,
    ast.Case: Values._case,
    ast.ListComprehension: Values._list_comprehension,
    ast.PatternComprehension: Values._pattern_comprehension,
    ast.Quantified: Values._quantified,
    ast.Reduce: Values._reduce,
    ast.MapProjection: Values._map_projection,
    ast.PatternPredicate: Values._pattern_as_value,
    ast.SubqueryExpression: Values._subquery,
}
