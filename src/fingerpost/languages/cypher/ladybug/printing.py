"""The printer of the Ladybug dialect."""

from __future__ import annotations

from collections.abc import Mapping

from fingerpost.core.cells import Cell
from fingerpost.core.errors import UnsupportedConstruct
from fingerpost.core.names import quoted
from fingerpost.languages.cypher import ast
from fingerpost.languages.cypher.dialects import Dialect
from fingerpost.languages.cypher.ladybug.calling import Calls
from fingerpost.languages.cypher.ladybug.functions import item
from fingerpost.languages.cypher.ladybug.kinds import ELEMENTS, NUMBERS, Kind, Kinds

_SELECTORS = {"shortestPath": "SHORTEST", "allShortestPaths": "ALL SHORTEST"}
_PARTS = frozenset(("year", "month", "day", "quarter", "hour", "minute", "second"))
_TIMES = frozenset((Kind.DATE, Kind.TIMESTAMP))


class LadybugPrinter(Calls):
    """Prints a tree that the passes of this package made."""

    def __init__(self, dialect: Dialect, taken: frozenset[str], kinds: Kinds, given: Mapping[str, Cell]) -> None:
        super().__init__(dialect, taken, kinds, given)
        self._selector = ""

    def quote(self, name: str) -> str:
        """A name, always quoted: the store finds labels and properties by their backticks."""
        return quoted(name)

    def parameter(self, node: ast.Parameter, _strength: int) -> str:
        return f"${node.name}"

    # Clauses and patterns

    def _item(self, item: ast.ProjectionItem) -> str:
        plain = isinstance(item.expression, (ast.Variable, ast.Parameter, ast.Property))
        if self._kinds.of(item.expression) is Kind.DURATION and not plain:
            raise UnsupportedConstruct("duration() as a result cannot be said in the ladybug dialect")
        return super()._item(item)

    def _where(self, where: ast.Expression | None) -> str:
        return "" if where is None else f" WHERE ({self.expression(where)})"

    def _path(self, path: ast.PathPattern) -> str:
        if path.selector and path.selector not in _SELECTORS:
            raise UnsupportedConstruct(f"the path selector {path.selector} cannot be said in the ladybug dialect")
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
        line = f"-[{inside}]-" if inside else "--"
        return ("<" if element.direction == "<" else "") + line + (">" if element.direction == ">" else "")

    def _hops(self, hops: ast.HopRange | None) -> str:
        """`*TRAIL 1..3`, `*SHORTEST 1..30`: a shortest path of the engine has a relationship at least."""
        if hops is None:
            return "*SHORTEST 1..1" if self._selector else ""
        low = 1 if hops.minimum is None else hops.minimum
        if hops.maximum is None or hops.maximum < max(low, 1):
            raise UnsupportedConstruct(
                "hops without an upper bound, or with none, cannot be said in the ladybug dialect"
            )
        if self._selector and low != 1:
            raise UnsupportedConstruct("a shortest path with a least length cannot be said in the ladybug dialect")
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
                    f"the part {node.key} of a date or time cannot be said in the ladybug dialect"
                )
            return f"date_part('{node.key}', {self.expression(node.subject)})"
        if owner in ELEMENTS or owner is None:
            if not isinstance(node.subject, (ast.Variable, ast.Parameter)):
                raise UnsupportedConstruct(
                    f"the property {node.key} of an expression cannot be said in the ladybug dialect"
                )
            return super().property(node, _strength)
        said = "an expression" if owner is None else owner.value
        raise UnsupportedConstruct(f"the part {node.key} of {said} cannot be said in the ladybug dialect")

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
            left, right = self.expression(node.left, 7), self.expression(node.right, 8)
            maybe = [side for side, of in ((left, node.left), (right, node.right)) if not self.never_null(of)]
            if not maybe:
                return f"({left} + {right})"
            nothing = " OR ".join(f"{side} IS NULL" for side in maybe)
            return f"CASE WHEN {nothing} THEN null ELSE ({left} + {right}) END"
        return f"({super().binary(node, 0)})"

    def _in(self, node: ast.Binary, strength: int) -> str:
        """A list that is written or given and has nulls is one of comparisons: the engine knows no unknown there."""
        items: tuple[ast.Expression, ...] | None = None
        if isinstance(node.right, ast.ListLiteral):
            items = node.right.items
        elif isinstance(node.right, ast.Parameter):
            value = self._given.get(node.right.name)
            if value is None or any(one is None for one in value):
                raise UnsupportedConstruct("IN a parameter with nulls cannot be said in the ladybug dialect")
            items = () if not value else None
        if items is None:
            if self._kinds.of(node.left) is Kind.NULL:
                return "null"
            return f"list_contains({self.expression(node.right)}, {self.expression(node.left)})"
        if not items:
            return "false"
        tests = [self.expression(ast.Binary("=", node.left, one), 5) for one in items]
        return f"({' OR '.join(tests)})"

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

    def index(self, node: ast.Index, _strength: int) -> str:
        place = node.index
        if self._kinds.of(place) is Kind.NULL:
            return "null"
        if self._kinds.of(node.subject) not in (Kind.LIST, Kind.HOPS, None) or self._kinds.of(place) is Kind.TEXT:
            raise UnsupportedConstruct("an index of what is no list cannot be said in the ladybug dialect")
        if isinstance(node.subject, ast.ListLiteral) and any(
            self._kinds.of(i) is Kind.NULL for i in node.subject.items
        ):
            raise UnsupportedConstruct("an index of a list with nulls cannot be said in the ladybug dialect")
        return item(self.expression(node.subject), self._place(place))

    def _place(self, place: ast.Expression, shift: int = 1) -> str:
        """A place that counts from 0 as one that counts from 1."""
        if isinstance(place, ast.Literal) and type(place.value) is int:
            return str(place.value + shift) if place.value >= 0 else str(place.value + shift - 1)
        written = self.expression(place)
        return f"CASE WHEN {written} < 0 THEN {written} + {shift - 1} ELSE {written} + {shift} END"

    def slice(self, node: ast.Slice, _strength: int) -> str:
        source = self.expression(node.subject)
        start = "1" if node.start is None else self._place(node.start)
        if node.end is None:
            return f"list_slice({source}, {start}, size({source}))"
        if not isinstance(node.end, ast.Literal) or type(node.end.value) is not int:
            raise UnsupportedConstruct("a slice up to what is computed cannot be said in the ladybug dialect")
        if node.end.value == 0:
            return f"list_slice({source}, 2, 1)"
        end = str(node.end.value) if node.end.value > 0 else f"size({source}) - {-node.end.value}"
        return f"list_slice({source}, {start}, {end})"

    def list_comprehension(self, node: ast.ListComprehension, _strength: int) -> str:
        written, name = self.expression(node.source), self.quote(node.variable)
        if node.where is not None:
            written = f"list_filter({written}, {name} -> {self.expression(node.where)})"
        if node.projection is not None:
            written = f"list_transform({written}, {name} -> {self.expression(node.projection)})"
        return written

    def quantified(self, node: ast.Quantified, _strength: int) -> str:
        source = node.source
        if isinstance(source, ast.ListLiteral):
            if any(self._kinds.of(one) is Kind.NULL for one in source.items):
                raise UnsupportedConstruct("a quantifier over a list with nulls cannot be said in the ladybug dialect")
            if not source.items:
                return "true" if node.quantifier in ("all", "none") else "false"
        return super().quantified(node, _strength)

    def map_projection(self, node: ast.MapProjection, _strength: int) -> str:
        parts = []
        for kind, name, value in node.items:
            if kind == "all":
                raise UnsupportedConstruct("a map projection of all properties cannot be said in the ladybug dialect")
            held = value or (
                ast.Variable(name) if kind == "variable" else ast.Property(ast.Variable(node.subject), name)
            )
            parts.append((name, held))
        return self.map(ast.MapLiteral(tuple(parts)), 0)
