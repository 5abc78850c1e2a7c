"""Printing a tree as text of one dialect.

Names are quoted unless they are plain and mean nothing in Cypher; every string becomes a parameter, so nothing that
came from outside is ever part of the text except names, and these are quoted.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable

from fingerpost.core.cells import Cell
from fingerpost.core.errors import UnsupportedConstruct
from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.build import label_tests
from fingerpost.query_languages.cypher.dialect import Draft
from fingerpost.query_languages.cypher.element_ids import element_id, known_by_id
from fingerpost.query_languages.cypher.spelling import quote
from fingerpost.query_languages.cypher.vocabulary import SELECTOR, TYPE, function_name
from fingerpost.query_languages.protocol import Printed

_LIKE_A_COMPREHENSION = re.compile(r"(?:\w+|`(?:[^`]|``)+`) IN ")

# Binding strength, as the parser has it.
_OR, _XOR, _AND, _NOT, _COMPARISON, PREDICATE, SUM, _PRODUCT, _POWER, _UNARY, _POSTFIX = range(1, 12)
_STRENGTH = {
    "OR": _OR,
    "XOR": _XOR,
    "AND": _AND,
    **dict.fromkeys(("=", "<>", "<", ">", "<=", ">="), _COMPARISON),
    **dict.fromkeys(("=~", "IN", "STARTS WITH", "ENDS WITH", "CONTAINS"), PREDICATE),
    **dict.fromkeys(("+", "-", "||"), SUM),
    **dict.fromkeys(("*", "/", "%"), _PRODUCT),
    "^": _POWER,
}


class Printer:
    """Writes one query. A dialect that says much in its own way has a printer of its own, with other methods."""

    def __init__(self, draft: Draft) -> None:
        self._dialect = draft.dialect
        self._taken = frozenset(draft.parameters)
        self._names: dict[tuple[type, str], str] = {}
        self.parameters: dict[str, Cell] = {}

    def quote(self, name: str) -> str:
        """A name as it is written."""
        return quote(name)

    def within(self, text: str, own: int, strength: int) -> str:
        return f"({text})" if own < strength else text

    @classmethod
    def printed(cls, draft: Draft) -> Printed:
        """Print a query that was rewritten for its dialect (`Dialect.rewritten`).

        Raises:
            UnsupportedConstruct: the dialect cannot say something; the message names it.
        """
        printer = cls(draft)
        return Printed(printer.query(draft.tree), printer.parameters)

    # Queries and clauses

    def query(self, query: ast.Query) -> str:
        return (" UNION ALL " if query.all else " UNION ").join(
            " ".join(self._clause(clause) for clause in part.clauses) for part in query.parts
        )

    def _clause(self, clause: ast.Clause) -> str:
        if isinstance(clause, ast.Match):
            head = "OPTIONAL MATCH " if clause.optional else "MATCH "
            return head + ", ".join(self._path(p) for p in clause.patterns) + self._where(clause.where)
        if isinstance(clause, ast.Projection):
            return self._projection(clause)
        if isinstance(clause, ast.Unwind):
            return f"UNWIND {self.expression(clause.source)} AS {self.quote(clause.variable)}"
        if isinstance(clause, ast.CallSubquery):
            imports = "" if clause.imports is None else f"({', '.join(_imported(n) for n in clause.imports)}) "
            return f"CALL {imports}{{ {self.query(clause.query)} }}"
        return self._procedure(clause)

    def _procedure(self, clause: ast.CallProcedure) -> str:
        name = ".".join(self.quote(part) for part in clause.name.split("."))
        text = f"CALL {name}"
        if clause.arguments is not None:
            text += f"({', '.join(self.expression(a) for a in clause.arguments)})"
        if clause.yields is not None:
            text += " YIELD " + (
                ", ".join(
                    _imported(field) if field == alias else f"{self.quote(field)} AS {self.quote(alias)}"
                    for field, alias in clause.yields
                )
                or "-"
            )
        return text + self._where(clause.where)

    def _projection(self, clause: ast.Projection) -> str:
        items = ["*"] if clause.star else []
        items += [self._item(item) for item in clause.items]
        text = ("RETURN " if clause.final else "WITH ") + ("DISTINCT " if clause.distinct else "") + ", ".join(items)
        if clause.order:
            text += " ORDER BY " + ", ".join(
                self.expression(item.expression) + (" DESC" if item.descending else "") for item in clause.order
            )
        if clause.skip is not None:
            text += f" SKIP {self.expression(clause.skip)}"
        if clause.limit is not None:
            text += f" LIMIT {self.expression(clause.limit)}"
        return text + self._where(clause.where)

    def _item(self, item: ast.ProjectionItem) -> str:
        expression = item.expression
        if isinstance(expression, ast.Variable) and expression.name == item.name:
            return self.quote(expression.name)
        return f"{self.expression(expression)} AS {self.quote(item.name)}"

    def _where(self, where: ast.Expression | None) -> str:
        return "" if where is None else f" WHERE {self.expression(where)}"

    # Patterns

    def _path(self, path: ast.PathPattern) -> str:
        legacy = path.selector in ("", "shortestPath", "allShortestPaths")
        starred = legacy and not any(isinstance(element, ast.QuantifiedGroup) for element in path.elements)
        text = "".join(self._element(element, starred) for element in path.elements)
        if path.selector in ("shortestPath", "allShortestPaths"):
            text = f"{path.selector}({text})"
        elif path.selector:
            if not self._dialect.path_selectors or SELECTOR.fullmatch(path.selector) is None:
                raise UnsupportedConstruct(f"the path selector {path.selector} cannot be written in this dialect")
            text = f"{path.selector} {text}"
        return text if path.variable is None else f"{self.quote(path.variable)} = {text}"

    def _element(self, element: ast.PathElement, starred: bool) -> str:
        """An element of a path; Neo4j takes no `*` beside quantified groups, selectors or an inner WHERE."""
        if isinstance(element, ast.NodePattern):
            return f"({self._inside(element.variable, element.labels, element.properties, element.where)})"
        if isinstance(element, ast.QuantifiedGroup):
            return f"({self._path(element.pattern)}{self._where(element.where)}){_quantifier(element.hops)}"
        quantified = self._dialect.quantified_paths and not (starred and element.where is None)
        hops = "" if element.hops is None or quantified else _stars(element.hops)
        inside = self._inside(element.variable, element.types, element.properties, element.where, hops)
        line = f"-[{inside}]-" if inside else "--"
        line = ("<" if element.direction == "<" else "") + line + (">" if element.direction == ">" else "")
        return line + _quantifier(element.hops) if quantified and element.hops is not None else line

    def _inside(
        self,
        variable: str | None,
        labels: ast.LabelExpression | None,
        properties: ast.MapLiteral | ast.Parameter | None,
        where: ast.Expression | None,
        hops: str = "",
    ) -> str:
        text = "" if variable is None else self.quote(variable)
        if labels is not None:
            text += ":" + self._labels(labels)
        text += hops
        if properties is not None:
            keys = self._map(properties) if isinstance(properties, ast.MapLiteral) else self.expression(properties)
            text += f" {keys}" if text else keys
        return (text + self._where(where)).strip()

    def _labels(self, labels: ast.LabelExpression, within: str = "|") -> str:
        if isinstance(labels, ast.LabelName):
            return self.quote(labels.name)
        if not self._dialect.label_operators and not isinstance(labels, ast.LabelJunction):
            raise UnsupportedConstruct("labels or types with ! or % cannot be written in this place in this dialect")
        if isinstance(labels, ast.LabelWildcard):
            return "%"
        if isinstance(labels, ast.LabelNot):
            return f"!{self._labels(labels.operand, '!')}"
        joint = ":" if labels.operator == "&" and not self._dialect.label_operators else labels.operator
        text = joint.join(self._labels(operand, labels.operator) for operand in labels.operands)
        weaker = within == "!" or (within == "&" and labels.operator == "|")
        return f"({text})" if weaker else text

    def _map(self, literal: ast.MapLiteral) -> str:
        stored = self._dialect.stored_name
        items = (f"{self.quote(stored(key))}: {self.expression(value)}" for key, value in literal.items)
        return f"{{{', '.join(items)}}}"

    # Expressions

    def expression(self, expression: ast.Expression, strength: int = 0) -> str:
        """The text of an expression, in parentheses where it binds more weakly than `strength`."""
        text: str = getattr(self, _PRINTERS[type(expression)].__name__)(expression, strength)
        return text

    def _subject(self, expression: ast.Expression) -> str:
        return self.expression(expression, _POSTFIX)

    def literal(self, node: ast.Literal, strength: int) -> str:
        value = node.value
        if value is None:
            return "null"
        if value is True or value is False:
            return "true" if value else "false"
        if isinstance(value, int):
            return f"({value})" if value < 0 and strength > SUM else str(value)
        if isinstance(value, float) and math.isfinite(value):
            text = repr(value)
            return f"({text})" if text[0] == "-" and strength > SUM else text
        return self._parameter(value)

    def _parameter(self, value: Cell) -> str:
        key = (type(value), repr(value))
        name = self._names.get(key)
        if name is None:
            count = len(self._names) + 1
            while f"fp{count}" in self._taken or f"fp{count}" in self.parameters:
                count += 1
            name = self._names[key] = f"fp{count}"
            self.parameters[name] = value
        return f"${name}"

    def parameter(self, node: ast.Parameter, _strength: int) -> str:
        return f"${self.quote(node.name)}"

    def variable(self, node: ast.Variable, _strength: int) -> str:
        return self.quote(node.name)

    def property(self, node: ast.Property, _strength: int) -> str:
        return f"{self.expression(node.subject, _POSTFIX)}.{self.quote(self._dialect.stored_name(node.key))}"

    def unary(self, node: ast.Unary, strength: int) -> str:
        if node.operator == "NOT":
            return self.within(f"NOT {self.expression(node.operand, _NOT)}", _NOT, strength)
        if node.operator not in ("-", "+"):
            raise UnsupportedConstruct(f"the operator {node.operator} cannot be written")
        return self.within(f"{node.operator}{self.expression(node.operand, _UNARY)}", _UNARY, strength)

    def binary(self, node: ast.Binary, strength: int) -> str:
        own = _STRENGTH.get(node.operator)
        if own is None:
            raise UnsupportedConstruct(f"the operator {node.operator} cannot be written")
        if self._dialect.own_ids and (known := known_by_id(node, self._subject)) is not None:
            return known
        # A comparison beside a comparison would read as a chain, and kglite reads no predicate beside another.
        single = own in (_COMPARISON, PREDICATE)
        left = self.expression(node.left, SUM if single else own)
        right = self.expression(node.right, SUM if single else own + 1)
        return self.within(f"{left} {node.operator} {right}", own, strength)

    def is_null(self, node: ast.IsNull, strength: int) -> str:
        test = "IS NOT NULL" if node.negated else "IS NULL"
        return self.within(f"{self.expression(node.operand, SUM)} {test}", PREDICATE, strength)

    def is_typed(self, node: ast.IsTyped, strength: int) -> str:
        if TYPE.fullmatch(node.type) is None:
            raise UnsupportedConstruct(f"there is no type {node.type}")
        text = f"{self.expression(node.operand, SUM)} IS {'NOT ' if node.negated else ''}:: {node.type}"
        return self.within(text, PREDICATE, strength)

    def has_labels(self, node: ast.HasLabels, strength: int) -> str:
        if self._dialect.label_operators or isinstance(node.labels, ast.LabelName):
            text = f"{self.expression(node.operand, _POSTFIX)}:{self._labels(node.labels)}"
            # In a comprehension a bar after a label could be the one before the projection.
            return f"({text})" if "|" in text else text
        return self.expression(label_tests(node.operand, node.labels), strength)

    def function(self, node: ast.FunctionCall, _strength: int) -> str:
        name = self._dialect.function(function_name(node.name))
        if name == "elementId" and self._dialect.own_ids and len(node.arguments) == 1:
            return element_id(node, self._subject)
        arguments = ", ".join(self.expression(argument) for argument in node.arguments)
        return f"{name}({'DISTINCT ' if node.distinct else ''}{arguments})"

    def count_star(self, _node: ast.CountStar, _strength: int) -> str:
        return "count(*)"

    def list(self, node: ast.ListLiteral, _strength: int) -> str:
        items = [self.expression(item) for item in node.items]
        if items and _LIKE_A_COMPREHENSION.match(items[0]):
            items[0] = f"({items[0]})"
        return f"[{', '.join(items)}]"

    def map(self, node: ast.MapLiteral, _strength: int) -> str:
        return self._map(node)

    def index(self, node: ast.Index, _strength: int) -> str:
        return f"{self.expression(node.subject, _POSTFIX)}[{self.expression(node.index)}]"

    def slice(self, node: ast.Slice, _strength: int) -> str:
        start = "" if node.start is None else self.expression(node.start)
        end = "" if node.end is None else self.expression(node.end)
        return f"{self.expression(node.subject, _POSTFIX)}[{start}..{end}]"

    def case(self, node: ast.Case, _strength: int) -> str:
        text = "CASE" if node.subject is None else f"CASE {self.expression(node.subject)}"
        for condition, result in node.branches:
            text += f" WHEN {self.expression(condition)} THEN {self.expression(result)}"
        return text + ("" if node.default is None else f" ELSE {self.expression(node.default)}") + " END"

    def list_comprehension(self, node: ast.ListComprehension, _strength: int) -> str:
        text = f"{self.quote(node.variable)} IN {self.expression(node.source)}{self._where(node.where)}"
        return f"[{text}]" if node.projection is None else f"[{text} | {self.expression(node.projection)}]"

    def pattern_comprehension(self, node: ast.PatternComprehension, _strength: int) -> str:
        return f"[{self._path(node.pattern)}{self._where(node.where)} | {self.expression(node.projection)}]"

    def quantified(self, node: ast.Quantified, _strength: int) -> str:
        inner = f"{self.quote(node.variable)} IN {self.expression(node.source)}{self._where(node.where)}"
        return f"{node.quantifier}({inner})"

    def reduce(self, node: ast.Reduce, _strength: int) -> str:
        start = f"{self.quote(node.accumulator)} = {self.expression(node.initial)}"
        over = f"{self.quote(node.variable)} IN {self.expression(node.source)}"
        return f"reduce({start}, {over} | {self.expression(node.step)})"

    def map_projection(self, node: ast.MapProjection, _strength: int) -> str:
        stored = self._dialect.stored_name
        parts: list[str] = []
        for kind, name, value in node.items:
            if kind == "all":
                parts.append(".*")
            elif kind == "property":
                parts.append(f".{self.quote(stored(name))}")
            elif kind == "variable" and stored(name) == name:
                parts.append(self.quote(name))
            elif kind == "variable":
                parts.append(f"{self.quote(stored(name))}: {self.quote(name)}")
            else:
                assert value is not None
                parts.append(f"{self.quote(stored(name))}: {self.expression(value)}")
        return f"{self.quote(node.subject)} {{{', '.join(parts)}}}"

    def pattern_predicate(self, node: ast.PatternPredicate, strength: int) -> str:
        # An operator after a pattern could read as the pattern going on.
        return self.within(self._path(node.pattern), _COMPARISON, strength)

    def subquery(self, node: ast.SubqueryExpression, _strength: int) -> str:
        return f"{node.kind} {{ {self.query(node.query)} }}"


def _imported(name: str) -> str:
    return "*" if name == "*" else quote(name)


def _stars(hops: ast.HopRange) -> str:
    if hops.minimum is not None and hops.minimum == hops.maximum:
        return f"*{hops.minimum}"
    low = "" if hops.minimum is None else str(hops.minimum)
    high = "" if hops.maximum is None else str(hops.maximum)
    return f"*{low}..{high}" if low or high else "*"


def _quantifier(hops: ast.HopRange) -> str:
    low = str(1 if hops.minimum is None else hops.minimum)
    high = "" if hops.maximum is None else str(hops.maximum)
    return f"{{{low}}}" if low == high else f"{{{low},{high}}}"


_PRINTERS: dict[type, Callable[..., str]] = {
    ast.Literal: Printer.literal,
    ast.Parameter: Printer.parameter,
    ast.Variable: Printer.variable,
    ast.Property: Printer.property,
    ast.Unary: Printer.unary,
    ast.Binary: Printer.binary,
    ast.IsNull: Printer.is_null,
    ast.IsTyped: Printer.is_typed,
    ast.HasLabels: Printer.has_labels,
    ast.FunctionCall: Printer.function,
    ast.CountStar: Printer.count_star,
    ast.ListLiteral: Printer.list,
    ast.MapLiteral: Printer.map,
    ast.Index: Printer.index,
    ast.Slice: Printer.slice,
    ast.Case: Printer.case,
    ast.ListComprehension: Printer.list_comprehension,
    ast.PatternComprehension: Printer.pattern_comprehension,
    ast.Quantified: Printer.quantified,
    ast.Reduce: Printer.reduce,
    ast.MapProjection: Printer.map_projection,
    ast.PatternPredicate: Printer.pattern_predicate,
    ast.SubqueryExpression: Printer.subquery,
}
