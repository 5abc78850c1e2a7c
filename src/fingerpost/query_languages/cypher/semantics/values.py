"""What an expression is: every name in it is looked up, every operator and function is given what it takes."""

from __future__ import annotations

from fingerpost.core.nearest import closest
from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.semantics import operators, parts
from fingerpost.query_languages.cypher.semantics.analysis import Analysis, start_of
from fingerpost.query_languages.cypher.semantics.functions import SIGNATURES, UNKNOWN
from fingerpost.query_languages.cypher.semantics.kinds import (
    ANY,
    BOOLEAN,
    INTEGER,
    LIST,
    MAP,
    NUMBERS,
    PATH,
    Kind,
    ListOf,
    item_of,
    joined,
    kind_of,
    list_of,
)
from fingerpost.query_languages.cypher.semantics.operators import Wanted

Scope = dict[str, Kind]
"""What is visible, and what it is."""

_MOST_SUGGESTIONS = 10
"""For how many undefined names a near one is looked for: looking is slow where there are many of both."""


class Values:
    """Reads expressions.

    `projected` are expressions that stand for a column wherever they appear again, `forgotten` the names that a WITH
    did not carry on.

    A subclass that knows more, as from a schema, says so in `of_property`, `of_index` and `wrong`.
    """

    def __init__(self, analysis: Analysis) -> None:
        self.analysis = analysis
        self.report = analysis.report
        self.projected: frozenset[ast.Expression] = frozenset()
        self.forgotten: set[str] = set()
        self._undefined: set[str] = set()

    def bind(self, path: ast.PathPattern, scope: Scope, *, new: bool = True) -> None:
        raise NotImplementedError

    def bound(self, patterns: tuple[ast.PathPattern, ...], scope: Scope) -> None:
        """Patterns were bound together: what follows from that can be learnt."""

    def inside(self, path: ast.PathPattern, scope: Scope) -> None:
        raise NotImplementedError

    def query(self, query: ast.Query, outer: Scope) -> tuple[Scope, ...]:
        raise NotImplementedError

    def of(self, expression: ast.Expression, scope: Scope) -> Kind:
        """The kind of an expression."""
        if self.projected and expression in self.projected:
            return ANY
        kind: Kind = getattr(self, _RULES[type(expression)])(expression, scope)
        return kind

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
                self.wrong(operators.wanted_as_truth(kind), kind, node)

    def look_up(self, name: str, position: int, scope: Scope) -> Kind:
        kind = scope.get(name)
        if kind is not None:
            return kind
        if name not in self._undefined:
            self._undefined.add(name)
            let_go = name in self.forgotten
            near = closest(name, scope) if len(self._undefined) <= _MOST_SUGGESTIONS and not let_go else None
            message = f"the variable {name} is not defined" + (
                ": a WITH before this does not name it" if let_go else ""
            )
            self.report("S101", "UndefinedVariable", message, position, near)
        return ANY

    def wrong(
        self, wanted: Wanted, kind: Kind, node: ast.AnyNode, what: str = "", *, position: int | None = None
    ) -> None:
        """Report that `node` is of a kind that `what` does not take, where it is; `wanted` says what would be right."""
        if wanted is not None:
            right = operators.said(wanted)
            subject = f"{what} takes {right}" if what else f"{right} is expected here"
            position = start_of(node) if position is None else position
            self.report("S130", "InvalidArgumentType", f"{subject}, and this is {kind}", position)

    def _literal(self, node: ast.Literal, _scope: Scope) -> Kind:
        return kind_of(node.value)

    def _parameter(self, node: ast.Parameter, _scope: Scope) -> Kind:
        return kind_of(self.analysis.parameters.get(node.name)) if node.name in self.analysis.parameters else ANY

    def _variable(self, node: ast.Variable, scope: Scope) -> Kind:
        return self.look_up(node.name, node.pos, scope)

    def _property(self, node: ast.Property, scope: Scope) -> Kind:
        return self.of_property(node, self.of(node.subject, scope))

    def of_property(self, node: ast.Property, subject: Kind) -> Kind:
        """The kind of a property of something of a kind."""
        wanted = operators.wanted_with_properties(subject) or parts.wanted_with_part(subject, node.key)
        self.wrong(wanted, subject, node.subject, f".{node.key}", position=node.pos)
        return parts.kind_of_part(subject, node.key)

    def _unary(self, node: ast.Unary, scope: Scope) -> Kind:
        if node.operator == "NOT":
            self.truth(node, scope)
            return BOOLEAN
        kind = self.of(node.operand, scope)
        self.wrong(operators.wanted_as_number(kind), kind, node, f"the sign {node.operator}")
        return kind

    def _binary(self, node: ast.Binary, scope: Scope) -> Kind:
        if node.operator in operators.LOGIC:
            self.truth(node, scope)
            return BOOLEAN
        left, right = self.of(node.left, scope), self.of(node.right, scope)
        for own, other, at, last in ((left, right, node.left, False), (right, left, node.right, True)):
            wanted = operators.wanted_of_operand(node.operator, own, other, right=last)
            if wanted is not None:
                self.wrong(wanted, own, at, node.operator)
                break
        return operators.result(node.operator, left, right)

    def _tested(self, node: ast.IsNull | ast.IsTyped, scope: Scope) -> Kind:
        self.of(node.operand, scope)
        return BOOLEAN

    def _has_labels(self, node: ast.HasLabels, scope: Scope) -> Kind:
        kind = self.of(node.operand, scope)
        self.wrong(operators.wanted_with_labels(kind), kind, node.operand, "a label test", position=node.pos)
        return BOOLEAN

    def _function(self, node: ast.FunctionCall, scope: Scope) -> Kind:
        lower = node.name.lower()
        kinds: list[Kind] = []
        for argument in node.arguments:
            if lower == "exists" and isinstance(argument, ast.PatternPredicate):
                self._pattern(argument, scope)
                kinds.append(BOOLEAN)
            else:
                kinds.append(self.of(argument, scope))
        signature = SIGNATURES.get(lower, UNKNOWN)
        wanted = signature.wanted_count(len(node.arguments))
        if wanted is not None:
            message = f"{node.name}() takes {wanted}, but has {len(node.arguments)}"
            self.report("S130", "InvalidNumberOfArguments", message, node.pos)
        else:
            for place, (argument, kind) in enumerate(zip(node.arguments, kinds, strict=True)):
                self.wrong(signature.wanted(place, kind), kind, argument, f"{node.name}()")
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
        return self.of_index(node, kind, place)

    def of_index(self, node: ast.Index, subject: Kind, place: Kind) -> Kind:
        """The kind of what stands at a place of something, both of a kind."""
        self.wrong(operators.wanted_with_items(subject), subject, node.subject, "[...]")
        if isinstance(subject, ListOf):
            self.wrong(operators.wanted_as_place(place), place, node.index, "a place in a list")
        return item_of(subject)

    def _slice(self, node: ast.Slice, scope: Scope) -> Kind:
        kind = self.of(node.subject, scope)
        self.wrong(operators.wanted_as_list(kind), kind, node.subject, "[..]")
        for end in (node.start, node.end):
            if end is not None:
                self.of(end, scope)
        return kind if isinstance(kind, ListOf) else LIST

    def _case(self, node: ast.Case, scope: Scope) -> Kind:
        if node.subject is not None:
            self.of(node.subject, scope)
        kinds: list[Kind] = []
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
        self.wrong(operators.wanted_as_list(kind), kind, source, "IN")
        return item_of(kind)

    def _list_comprehension(self, node: ast.ListComprehension, scope: Scope) -> Kind:
        item = self._items(node.source, scope)
        inner = {**scope, node.variable: item}
        self.truth(node.where, inner)
        return ListOf(item if node.projection is None else self.of(node.projection, inner))

    def _pattern_comprehension(self, node: ast.PatternComprehension, scope: Scope) -> Kind:
        inner = dict(scope)
        self.bind(node.pattern, inner)
        self.bound((node.pattern,), inner)
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
        self.wrong(operators.wanted_with_properties(kind), kind, node, "{...}")
        for what, name, value in node.items:
            if what == "variable":
                self.look_up(name, node.pos, scope)
            elif value is not None:
                self.of(value, scope)
        return MAP

    def _pattern(self, node: ast.PatternPredicate, scope: Scope) -> None:
        inner = dict(scope)
        self.bind(node.pattern, inner, new=False)
        self.bound((node.pattern,), inner)
        self.inside(node.pattern, scope)

    def _pattern_as_value(self, node: ast.PatternPredicate, scope: Scope) -> Kind:
        self._pattern(node, scope)
        if node.pattern.selector:
            return PATH if node.pattern.selector == "shortestPath" else ListOf(PATH)
        message = "a pattern is not a value; put EXISTS { } or COUNT { } around it"
        self.report("S132", "UnexpectedSyntax", message, node.pos)
        return ANY

    def _subquery(self, node: ast.SubqueryExpression, scope: Scope) -> Kind:
        returned = self.query(node.query, scope)
        if node.kind != "COLLECT":
            return INTEGER if node.kind == "COUNT" else BOOLEAN
        return ListOf(joined(kind for columns in returned for kind in columns.values()))


_RULES: dict[type, str] = {
    ast.Literal: Values._literal.__name__,
    ast.Parameter: Values._parameter.__name__,
    ast.Variable: Values._variable.__name__,
    ast.Property: Values._property.__name__,
    ast.Unary: Values._unary.__name__,
    ast.Binary: Values._binary.__name__,
    ast.IsNull: Values._tested.__name__,
    ast.IsTyped: Values._tested.__name__,
    ast.HasLabels: Values._has_labels.__name__,
    ast.FunctionCall: Values._function.__name__,
    ast.CountStar: Values._count_star.__name__,
    ast.ListLiteral: Values._list.__name__,
    ast.MapLiteral: Values._map.__name__,
    ast.Index: Values._index.__name__,
    ast.Slice: Values._slice.__name__,
    ast.Case: Values._case.__name__,
    ast.ListComprehension: Values._list_comprehension.__name__,
    ast.PatternComprehension: Values._pattern_comprehension.__name__,
    ast.Quantified: Values._quantified.__name__,
    ast.Reduce: Values._reduce.__name__,
    ast.MapProjection: Values._map_projection.__name__,
    ast.PatternPredicate: Values._pattern_as_value.__name__,
    ast.SubqueryExpression: Values._subquery.__name__,
}
