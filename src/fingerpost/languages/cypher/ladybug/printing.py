"""The printer of the Ladybug dialect."""

from __future__ import annotations

import dataclasses
import math
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

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
_HARMLESS = re.compile(r"[A-Za-z0-9 _.,:@/+-]*", re.ASCII)
"""Text that is written as it is where the engine takes no parameter."""
_TIMES = frozenset((Kind.DATE, Kind.TIMESTAMP))


class LadybugPrinter(Calls):
    """Prints a tree that the passes of this package made."""

    def __init__(self, dialect: Dialect, taken: frozenset[str], kinds: Kinds, given: Mapping[str, Cell]) -> None:
        super().__init__(dialect, taken, kinds, given)
        self._selector = ""
        self._inner = 0
        self._final = False

    def quote(self, name: str) -> str:
        """A name, always quoted: the store finds labels and properties by their backticks."""
        return quoted(name)

    def parameter(self, node: ast.Parameter, _strength: int) -> str:
        if self._inner:
            return self._inside_a_list(self._given.get(node.name))
        return f"${node.name}"

    def _parameter(self, value: Cell) -> str:
        return self._inside_a_list(value) if self._inner else super()._parameter(value)

    def _inside_a_list(self, value: Cell) -> str:
        """A value where the engine takes no parameter: inside a quantifier or comprehension."""
        if isinstance(value, (bool, int)):
            return str(value).lower()
        if isinstance(value, float) and math.isfinite(value):
            return repr(value)
        if isinstance(value, str) and _HARMLESS.fullmatch(value):
            return f"'{value}'"
        raise UnsupportedConstruct(
            "such a value in a quantifier or comprehension cannot be said in the ladybug dialect"
        )

    @contextmanager
    def _in_a_list(self) -> Iterator[None]:
        if self._inner:
            raise UnsupportedConstruct(
                "a quantifier or comprehension inside another cannot be said in the ladybug dialect"
            )
        self._inner += 1
        try:
            yield
        finally:
            self._inner -= 1

    # Clauses and patterns

    def _item(self, item: ast.ProjectionItem) -> str:
        plain = isinstance(item.expression, (ast.Variable, ast.Parameter, ast.Property))
        if self._kinds.of(item.expression) is Kind.DURATION and not plain:
            raise UnsupportedConstruct("duration() as a result cannot be said in the ladybug dialect")
        if isinstance(item.expression, ast.Variable) and self._kinds.of(item.expression) is Kind.HOPS and self._final:
            return f"{self.expression(item.expression)} AS {self.quote(item.name)}"
        return super()._item(item)

    def _projection(self, clause: ast.Projection) -> str:
        self._final = clause.final
        if any(self._kinds.of(key.expression) in ELEMENTS for key in clause.order):
            raise UnsupportedConstruct("ORDER BY a node or relationship cannot be said in the ladybug dialect")
        return super()._projection(clause)

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
        if element.hops is not None and element.properties is not None:
            inside += self._of_each(element.properties)
        line = f"-[{inside}]-" if inside else "--"
        return ("<" if element.direction == "<" else "") + line + (">" if element.direction == ">" else "")

    def _of_each(self, properties: ast.MapLiteral | ast.Parameter) -> str:
        """What holds of every relationship of several hops."""
        if isinstance(properties, ast.Parameter):
            raise UnsupportedConstruct("a parameter for all properties cannot be said in the ladybug dialect")
        if any(not isinstance(value, (ast.Literal, ast.Parameter)) for _, value in properties.items):
            raise UnsupportedConstruct("a computed property of hops cannot be said in the ladybug dialect")
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
            if isinstance(node.subject, ast.Property) and node.key in _PARTS and self._of_element(node.subject):
                return f"date_part('{node.key}', {self.expression(node.subject)})"
            if not isinstance(node.subject, (ast.Variable, ast.Parameter, ast.Property)):
                said = f"the property {node.key} of an expression cannot be said in the ladybug dialect"
                raise UnsupportedConstruct(said)
            return super().property(node, _strength)
        said = "an expression" if owner is None else owner.value
        raise UnsupportedConstruct(f"the part {node.key} of {said} cannot be said in the ladybug dialect")

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

    def _joined(self, node: ast.Binary) -> str:
        """Texts and lists put together: null where one is, which the engine takes for nothing."""
        parts: list[ast.Expression] = []
        rest: ast.Expression = node
        while isinstance(rest, ast.Binary) and rest.operator == node.operator and self._kinds.of(rest) not in NUMBERS:
            parts.append(rest.right)
            rest = rest.left
        written = [self.expression(part, 8) for part in (rest, *reversed(parts))]
        maybe = [
            text for text, part in zip(written, (rest, *reversed(parts)), strict=True) if not self.never_null(part)
        ]
        whole = f"({' + '.join(written)})"
        nothing = " OR ".join(f"{text} IS NULL" for text in dict.fromkeys(maybe))
        return f"CASE WHEN {nothing} THEN null ELSE {whole} END" if maybe else whole

    def _contains(self, node: ast.Binary) -> str:
        """Every text contains the empty one, which the engine denies."""
        left, right = self.expression(node.left, 7), self.expression(node.right, 7)
        wanted = self.constant(node.right)
        plain = f"({left} CONTAINS {right})"
        if isinstance(wanted, str) and wanted:
            return plain
        return f"CASE WHEN {left} IS NOT NULL AND size({right}) = 0 THEN true ELSE {plain} END"

    def _in(self, node: ast.Binary, strength: int) -> str:
        """A list that is written or given and has nulls is one of comparisons: the engine knows no unknown there."""
        items: tuple[ast.Expression, ...] | None = None
        if isinstance(node.right, ast.ListLiteral):
            items = node.right.items
        elif isinstance(node.right, ast.Parameter):
            value = self._given.get(node.right.name)
            if value is None:
                return "null"
            if not value or any(one is None for one in value):
                items = tuple(ast.Literal(one) for one in value)
        if items is None:
            if self._kinds.of(node.left) is Kind.NULL:
                return "null"
            if self._kinds.of(node.left) is Kind.NODE:
                raise UnsupportedConstruct("a node IN a list cannot be said in the ladybug dialect")
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
        told = self.constant(place)
        if type(told) is int:
            return str(told + shift if told >= 0 else told + shift - 1)
        written = self.expression(place)
        return f"CASE WHEN {written} < 0 THEN {written} + {shift - 1} ELSE {written} + {shift} END"

    def case(self, node: ast.Case, strength: int) -> str:
        """By conditions: the engine finds that null is null."""
        subject = node.subject
        if subject is not None:
            branches = tuple((ast.Binary("=", subject, value), result) for value, result in node.branches)
            node = dataclasses.replace(node, subject=None, branches=branches)
        return super().case(node, strength)

    def slice(self, node: ast.Slice, _strength: int) -> str:
        source = self.expression(node.subject)
        start = "1" if node.start is None else self._place(node.start)
        if node.end is None:
            return f"list_slice({source}, {start}, size({source}))"
        last = self.constant(node.end)
        if type(last) is not int:
            raise UnsupportedConstruct("a slice up to what is computed cannot be said in the ladybug dialect")
        if last == 0:
            return f"list_slice({source}, 2, 1)"
        return f"list_slice({source}, {start}, {last if last > 0 else f'size({source}) - {-last}'})"

    def list_comprehension(self, node: ast.ListComprehension, _strength: int) -> str:
        self._require_plain(node.source, "a comprehension")
        if node.where is not None:  # the engine's own filter gives lists of other rows where nodes are filtered
            raise UnsupportedConstruct("a comprehension with a condition cannot be said in the ladybug dialect")
        written, name = self.expression(node.source), self.quote(node.variable)
        if node.projection is not None:
            with self._in_a_list():
                written = f"list_transform({written}, {name} -> {self.expression(node.projection)})"
        return written

    def _require_plain(self, source: ast.Expression, said: str) -> None:
        if self._kinds.of(source) is Kind.HOPS or self._kinds.of_items(source) is Kind.RELATIONSHIP:
            raise UnsupportedConstruct(f"{said} over relationships of hops cannot be said in the ladybug dialect")

    def quantified(self, node: ast.Quantified, _strength: int) -> str:
        self._require_plain(node.source, "a quantifier")
        source = node.source
        if isinstance(source, ast.Parameter):
            held = self._given.get(source.name)
            items = [ast.Literal(item) for item in held] if isinstance(held, (list, tuple)) else []
            source = ast.ListLiteral(tuple(items)) if not items or ast.Literal(None) in items else source
        if isinstance(source, ast.ListLiteral):
            if any(self._kinds.of(one) is Kind.NULL for one in source.items):
                raise UnsupportedConstruct("a quantifier over a list with nulls cannot be said in the ladybug dialect")
            if not source.items:
                return "true" if node.quantifier in ("all", "none") else "false"
        written = self.expression(source)
        with self._in_a_list():
            inner = f"{self.quote(node.variable)} IN {written}{self._where(node.where)}"
        return f"{node.quantifier}({inner})"

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
