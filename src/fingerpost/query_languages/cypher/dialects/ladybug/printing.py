"""The printer of the Ladybug dialect."""

from __future__ import annotations

import dataclasses

from fingerpost.core.errors import UnsupportedConstruct
from fingerpost.core.names import quoted
from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.dialect import Draft
from fingerpost.query_languages.cypher.dialects.ladybug.kinds import ELEMENTS, NUMBERS, Kind
from fingerpost.query_languages.cypher.dialects.ladybug.listing import Lists

_SELECTORS = {"shortestPath": "SHORTEST", "allShortestPaths": "ALL SHORTEST"}
_PARTS = frozenset(("year", "month", "day", "quarter", "hour", "minute", "second"))
_TIMES = frozenset((Kind.DATE, Kind.TIMESTAMP))


class LadybugPrinter(Lists):
    """Prints a tree that the passes of this package made."""

    def __init__(self, draft: Draft) -> None:
        super().__init__(draft)
        self._selector = ""
        self._final = False

    def quote(self, name: str) -> str:
        """A name, always quoted: the store finds labels and properties by their backticks."""
        return quoted(name)

    def _item(self, item: ast.ProjectionItem) -> str:
        plain = isinstance(item.expression, (ast.Variable, ast.Parameter, ast.Property))
        if self._kinds.of(item.expression) is Kind.DURATION and not plain:
            raise UnsupportedConstruct("duration() as a result cannot be expressed in the ladybug dialect")
        if isinstance(item.expression, ast.Variable) and self._kinds.of(item.expression) is Kind.HOPS and self._final:
            return f"{self.expression(item.expression)} AS {self.quote(item.name)}"
        return super()._item(item)

    def _projection(self, clause: ast.Projection) -> str:
        self._final = clause.final
        if any(self._kinds.of(key.expression) in ELEMENTS for key in clause.order):
            raise UnsupportedConstruct("ORDER BY a node or relationship cannot be expressed in the ladybug dialect")
        return super()._projection(clause)

    def _where(self, where: ast.Expression | None) -> str:
        return "" if where is None else f" WHERE ({self.expression(where)})"

    def _path(self, path: ast.PathPattern) -> str:
        if path.selector and path.selector not in _SELECTORS:
            raise UnsupportedConstruct(f"the path selector {path.selector} cannot be expressed in the ladybug dialect")
        before, self._selector = self._selector, path.selector
        try:
            written = "".join(self._element(element, False) for element in path.elements)
        finally:
            self._selector = before
        return written if path.variable is None else f"{self.quote(path.variable)} = {written}"

    def _element(self, element: ast.PathElement, starred: bool) -> str:
        if isinstance(element, ast.NodePattern):
            return f"({self._inside(element.variable, element.labels, None, None)})"
        assert isinstance(element, ast.RelationshipPattern), "groups were refused"
        inside = self._inside(element.variable, element.types, None, None, self._hops(element.hops))
        if element.hops is not None and element.properties is not None:
            inside += self._of_each(element.properties)
        line = f"-[{inside}]-" if inside else "--"
        return ("<" if element.direction == "<" else "") + line + (">" if element.direction == ">" else "")

    def _of_each(self, properties: ast.MapLiteral | ast.Parameter) -> str:
        """What holds of every relationship of several hops."""
        if isinstance(properties, ast.Parameter):
            raise UnsupportedConstruct("a parameter for all properties cannot be expressed in the ladybug dialect")
        if any(not isinstance(value, (ast.Literal, ast.Parameter)) for _, value in properties.items):
            raise UnsupportedConstruct("a computed property of hops cannot be expressed in the ladybug dialect")
        each = (
            f"`fp_hop`.{self.quote(self._dialect.stored_name(key))} = {self.expression(value)}"
            for key, value in properties.items
        )
        return f" (`fp_hop`, `fp_stop` | WHERE ({' AND '.join(each)}))"

    def _hops(self, hops: ast.HopRange | None) -> str:
        """`*TRAIL 1..3`, `*SHORTEST 1..30`: a shortest path of the engine has a relationship at least."""
        if hops is None:
            return "*SHORTEST 1..1" if self._selector else ""
        low = 1 if hops.minimum is None else hops.minimum
        if hops.maximum is None or hops.maximum < max(low, 1):
            raise UnsupportedConstruct(
                "hops without an upper bound, or with none, cannot be expressed in the ladybug dialect"
            )
        if self._selector and low != 1:
            raise UnsupportedConstruct("a shortest path with a least length cannot be expressed in the ladybug dialect")
        return f"*{_SELECTORS.get(self._selector, 'TRAIL')} {low}..{hops.maximum}"

    # Expressions

    def variable(self, node: ast.Variable, _strength: int) -> str:
        written = self.quote(node.name)
        return f"rels({written})" if self._kinds.of(node) is Kind.HOPS else written

    def property(self, node: ast.Property, _strength: int) -> str:
        owner = self._kinds.of(node.subject)
        if node.key == "days" and self._between_dates(node.subject):
            return self._days(node.subject)
        if isinstance(node.subject, ast.MapLiteral):
            held = dict(node.subject.items).get(node.key)
            return "null" if held is None else self.expression(held, 99)
        if owner in _TIMES:
            if node.key not in _PARTS:
                raise UnsupportedConstruct(
                    f"the part {node.key} of a date or time cannot be expressed in the ladybug dialect"
                )
            return f"date_part('{node.key}', {self.expression(node.subject)})"
        if owner in ELEMENTS or owner is None:
            if isinstance(node.subject, ast.Property) and node.key in _PARTS and self._of_element(node.subject):
                return f"date_part('{node.key}', {self.expression(node.subject)})"
            if not isinstance(node.subject, (ast.Variable, ast.Parameter, ast.Property)):
                said = f"the property {node.key} of an expression cannot be expressed in the ladybug dialect"
                raise UnsupportedConstruct(said)
            return super().property(node, _strength)
        said = "an expression" if owner is None else owner.value
        raise UnsupportedConstruct(f"the part {node.key} of {said} cannot be expressed in the ladybug dialect")

    def _of_element(self, node: ast.Property) -> bool:
        return self._kinds.of(node.subject) in ELEMENTS

    def unary(self, node: ast.Unary, strength: int) -> str:
        if node.operator == "+":
            return self.expression(node.operand, strength)
        return super().unary(node, strength)

    def binary(self, node: ast.Binary, strength: int) -> str:
        kinds = (self._kinds.of(node.left), self._kinds.of(node.right))
        if Kind.NULL in kinds and node.operator not in ("AND", "OR", "XOR", "IN"):
            return "null"
        if node.operator == "IN":
            return self._in(node, strength)
        if node.operator in ("+", "||") and not any(kind in NUMBERS for kind in kinds):
            return self._joined(node)
        if node.operator in ("+", "||") and Kind.LIST in kinds:
            left, right = self.expression(node.left), self.expression(node.right)
            if kinds[0] is Kind.LIST:
                return f"list_append({left}, {right})"
            return f"list_prepend({right}, {left})"
        if node.operator == "CONTAINS":
            return self._contains(node)
        return f"({super().binary(node, 0)})"

    def is_null(self, node: ast.IsNull, strength: int) -> str:
        return f"({super().is_null(node, 0)})"

    def has_labels(self, node: ast.HasLabels, strength: int) -> str:
        if isinstance(node.labels, ast.LabelWildcard):
            return self.expression(ast.IsNull(node.operand, True), strength)
        if not isinstance(node.labels, ast.LabelName):
            return f"({super().has_labels(node, 0)})"
        return f"(label({self.expression(node.operand)}) = {self._parameter(node.labels.name)})"

    def count_star(self, _node: ast.CountStar, _strength: int) -> str:
        return "count(*)"

    def case(self, node: ast.Case, strength: int) -> str:
        """By conditions: the engine finds that null is null."""
        subject = node.subject
        if subject is not None:
            branches = tuple((ast.Binary("=", subject, value), result) for value, result in node.branches)
            node = dataclasses.replace(node, subject=None, branches=branches)
        return super().case(node, strength)

    def map_projection(self, node: ast.MapProjection, _strength: int) -> str:
        parts = []
        for kind, name, value in node.items:
            if kind == "all":
                raise UnsupportedConstruct(
                    "a map projection of all properties cannot be expressed in the ladybug dialect"
                )
            held = value or (
                ast.Variable(name) if kind == "variable" else ast.Property(ast.Variable(node.subject), name)
            )
            parts.append((name, held))
        return self.map(ast.MapLiteral(tuple(parts)), 0)
