"""Lists in the Ladybug dialect: places from 1, comprehensions by lambdas, IN, texts and lists put together."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from contextlib import contextmanager

from fingerpost.core.cells import Cell
from fingerpost.core.errors import UnsupportedConstruct
from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.dialects.ladybug.calling import Calls
from fingerpost.query_languages.cypher.dialects.ladybug.functions import item
from fingerpost.query_languages.cypher.dialects.ladybug.kinds import NUMBERS, Kind

_HARMLESS = re.compile(r"[A-Za-z0-9 _.,:@/+-]*", re.ASCII)
"""Text that is written as it is where the engine takes no parameter."""


class Lists(Calls):
    """Prints what goes through lists."""

    _inner = 0
    """In how many lists a place is: the engine takes no parameter in any."""

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
            "such a value in a quantifier or comprehension cannot be expressed in the ladybug dialect"
        )

    @contextmanager
    def _in_a_list(self) -> Iterator[None]:
        if self._inner:
            raise UnsupportedConstruct(
                "a quantifier or comprehension inside another cannot be expressed in the ladybug dialect"
            )
        self._inner += 1
        try:
            yield
        finally:
            self._inner -= 1

    # Clauses and patterns

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
                raise UnsupportedConstruct("a node IN a list cannot be expressed in the ladybug dialect")
            return f"list_contains({self.expression(node.right)}, {self.expression(node.left)})"
        if not items:
            return "false"
        tests = [self.expression(ast.Binary("=", node.left, one), 5) for one in items]
        return f"({' OR '.join(tests)})"

    def index(self, node: ast.Index, _strength: int) -> str:
        place = node.index
        if self._kinds.of(place) is Kind.NULL:
            return "null"
        if self._kinds.of(node.subject) not in (Kind.LIST, Kind.HOPS, None) or self._kinds.of(place) is Kind.TEXT:
            raise UnsupportedConstruct("an index of what is no list cannot be expressed in the ladybug dialect")
        if isinstance(node.subject, ast.ListLiteral) and any(
            self._kinds.of(i) is Kind.NULL for i in node.subject.items
        ):
            raise UnsupportedConstruct("an index of a list with nulls cannot be expressed in the ladybug dialect")
        return item(self.expression(node.subject), self._place(place))

    def _place(self, place: ast.Expression, shift: int = 1) -> str:
        """A place that counts from 0 as one that counts from 1."""
        told = self.constant(place)
        if type(told) is int:
            return str(told + shift if told >= 0 else told + shift - 1)
        written = self.expression(place)
        return f"CASE WHEN {written} < 0 THEN {written} + {shift - 1} ELSE {written} + {shift} END"

    def slice(self, node: ast.Slice, _strength: int) -> str:
        source = self.expression(node.subject)
        start = "1" if node.start is None else self._place(node.start)
        if node.end is None:
            return f"list_slice({source}, {start}, size({source}))"
        last = self.constant(node.end)
        if type(last) is not int:
            raise UnsupportedConstruct("a slice up to what is computed cannot be expressed in the ladybug dialect")
        if last == 0:
            return f"list_slice({source}, 2, 1)"
        return f"list_slice({source}, {start}, {last if last > 0 else f'size({source}) - {-last}'})"

    def list_comprehension(self, node: ast.ListComprehension, _strength: int) -> str:
        self._require_plain(node.source, "a comprehension")
        if node.where is not None:  # the engine's own filter gives lists of other rows where nodes are filtered
            raise UnsupportedConstruct("a comprehension with a condition cannot be expressed in the ladybug dialect")
        written, name = self.expression(node.source), self.quote(node.variable)
        if node.projection is not None:
            with self._in_a_list():
                written = f"list_transform({written}, {name} -> {self.expression(node.projection)})"
        return written

    def _require_plain(self, source: ast.Expression, said: str) -> None:
        if self._kinds.of(source) is Kind.HOPS or self._kinds.of_items(source) is Kind.RELATIONSHIP:
            raise UnsupportedConstruct(f"{said} over relationships of hops cannot be expressed in the ladybug dialect")

    def quantified(self, node: ast.Quantified, _strength: int) -> str:
        self._require_plain(node.source, "a quantifier")
        source = node.source
        if isinstance(source, ast.Parameter):
            held = self._given.get(source.name)
            items = [ast.Literal(item) for item in held] if isinstance(held, (list, tuple)) else []
            source = ast.ListLiteral(tuple(items)) if not items or ast.Literal(None) in items else source
        if isinstance(source, ast.ListLiteral):
            if any(self._kinds.of(one) is Kind.NULL for one in source.items):
                raise UnsupportedConstruct(
                    "a quantifier over a list with nulls cannot be expressed in the ladybug dialect"
                )
            if not source.items:
                return "true" if node.quantifier in ("all", "none") else "false"
        written = self.expression(source)
        with self._in_a_list():
            inner = f"{self.quote(node.variable)} IN {written}{self._where(node.where)}"
        return f"{node.quantifier}({inner})"

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
