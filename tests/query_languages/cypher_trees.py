"""Random syntax trees, as the parser could have made them, with names and text from hostile sources."""

from __future__ import annotations

from dataclasses import dataclass, replace as replace_fields
from functools import wraps
from typing import Any

from hypothesis import strategies as st

from fingerpost.core.names import STRUCTURAL
from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.dialect import Dialect
from fingerpost.query_languages.cypher.dialects import KGLITE, NEO4J
from fingerpost.query_languages.cypher.walk import replace

HOSTILE = [
    "` DETACH DELETE n //",
    "n`) DETACH DELETE n //",
    "'); DROP DATABASE neo4j; //",
    '" OR 1=1 //',
    "*/ CREATE (x) /*",
    "a\nb",
    "$p",
    "\\",
    "\\'",
    "a``b",
    "{x: 1}",
    "ſet",
    "＇",
    "\u202e",
    "​",
]
KEYWORDS = [
    *"match MATCH end END order by where return with union call in is not null true false case when then else".split(),
    *"count exists collect all any none single reduce shortestPath create merge delete set remove inf nan".split(),
    *"starts ends contains distinct limit skip as desc asc yield unwind optional xor and or typed foreach load".split(),
]
NAMES = st.one_of(
    st.sampled_from(["a", "b", "n", "x1", "_y", "Café", "été"]),
    st.sampled_from(KEYWORDS),
    st.sampled_from(HOSTILE),
    st.text(st.characters(exclude_characters="\0", exclude_categories=("Cs",)), min_size=1, max_size=6),
).filter(lambda name: "\\u" not in name.lower() and name != "*")
STRINGS = st.sampled_from(HOSTILE) | st.text(max_size=8) | st.sampled_from(["", "a", "SET n.x = 1"])
KEYS = NAMES.filter(lambda name: name.rstrip("_") not in STRUCTURAL)
INTEGERS = st.integers(-(2**63), 2**63 - 1) | st.integers(-3, 3)
FLOATS = st.floats(allow_nan=False, allow_infinity=False)
NUMBERS = st.builds(ast.Literal, INTEGERS) | st.builds(ast.Literal, FLOATS)
LITERALS = st.one_of(NUMBERS, st.builds(ast.Literal, st.none() | st.booleans()), st.builds(ast.Literal, STRINGS))
TYPES = st.sampled_from(["INTEGER", "STRING", "LIST<INTEGER>", "LOCAL DATETIME", "LIST<FLOAT NOT NULL>", "ANY", "PATH"])
SAME_NAME = sorted({name for name, here in KGLITE.functions.items() if name == here and name in NEO4J.functions})
COUNTS = st.none() | st.builds(ast.Literal, st.integers(0, 9)) | st.builds(ast.Parameter, NAMES)
OPERATORS = [*"OR XOR AND = <> < > <= >= IN =~ CONTAINS + - * / % ^ ||".split(), "STARTS WITH", "ENDS WITH"]


def once(make):
    """Strategies are made once for each dialect and depth: they refer to each other, and made anew they multiply."""
    made: dict[Any, Any] = {}

    @wraps(make)
    def strategy(self, *arguments, **named):
        key = (self.dialect.name, arguments, tuple(sorted(named.items())))
        if key not in made:
            made[key] = make(self, *arguments, **named)
        return made[key]

    return strategy


@dataclass(frozen=True)
class Trees:
    """Strategies for one dialect; what it cannot say is left out. `depth` bounds how far parts nest."""

    dialect: Dialect

    @once
    def expressions(self, depth: int = 3) -> st.SearchStrategy[Any]:
        leaves = [
            LITERALS,
            st.builds(ast.Parameter, NAMES),
            st.builds(ast.Variable, NAMES),
            st.just(ast.CountStar()),
        ]
        if depth == 0:
            return st.one_of(*leaves)
        inner = st.deferred(lambda: self.expressions(depth - 1))
        some = st.lists(inner, max_size=3).map(tuple)
        maybe = st.none() | inner
        return st.one_of(
            *leaves,
            st.builds(ast.Property, inner, KEYS),
            st.builds(ast.Unary, st.just("NOT"), inner),
            st.builds(_signed, st.sampled_from("-+"), inner),
            st.builds(ast.Binary, st.sampled_from(OPERATORS), inner, inner),
            st.builds(ast.IsNull, inner, st.booleans()),
            st.builds(ast.IsTyped, inner, TYPES, st.booleans()),
            st.builds(ast.HasLabels, st.builds(ast.Variable, NAMES), self.tested_labels()),
            st.builds(ast.FunctionCall, st.sampled_from(SAME_NAME), some, st.booleans()),
            st.builds(ast.ListLiteral, some),
            self.maps(depth - 1),
            st.builds(ast.Index, inner, inner),
            st.builds(ast.Slice, inner, maybe, maybe),
            st.builds(ast.Case, maybe, st.lists(st.tuples(inner, inner), min_size=1, max_size=2).map(tuple), maybe),
            st.builds(ast.ListComprehension, NAMES, inner, maybe, maybe),
            st.builds(ast.Quantified, st.sampled_from(["all", "any", "none", "single"]), NAMES, inner, maybe),
            st.builds(ast.Reduce, NAMES, inner, NAMES, inner, inner),
            st.builds(ast.MapProjection, NAMES, self.projected(inner)),
            st.builds(ast.PatternComprehension, self.paths(depth - 1, least=1).map(_unselected), maybe, inner),
            st.builds(ast.PatternPredicate, self.paths(depth - 1, least=1, named=False)),
            st.builds(ast.SubqueryExpression, st.sampled_from(["EXISTS", "COUNT"]), self.nested(depth - 1)),
        )

    def projected(self, inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
        item = st.one_of(
            st.just(("all", "*", None)),
            st.tuples(st.just("property"), KEYS, st.none()),
            st.tuples(st.just("entry"), KEYS, inner),
            st.tuples(st.just("variable"), KEYS, st.none()),
        )
        return st.lists(item, max_size=3).map(tuple)

    @once
    def maybe(self, depth: int) -> st.SearchStrategy[Any]:
        return st.none() | self.expressions(depth)

    @once
    def maps(self, depth: int) -> st.SearchStrategy[ast.MapLiteral]:
        entries = st.lists(st.tuples(KEYS, self.expressions(depth)), max_size=2)
        return st.builds(ast.MapLiteral, entries.map(tuple))

    @once
    def labels(self) -> st.SearchStrategy[Any]:
        names = st.builds(ast.LabelName, NAMES)
        several = st.lists(names, min_size=2, max_size=3).map(tuple)
        plain = names | st.builds(ast.LabelJunction, st.sampled_from("&|"), several)
        if not self.dialect.label_operators:
            return plain
        factors = names | st.just(ast.LabelWildcard()) | st.builds(ast.LabelNot, plain | st.builds(ast.LabelNot, names))
        mixed = factors | st.builds(ast.LabelJunction, st.just("|"), several)
        return (
            plain
            | factors
            | st.builds(ast.LabelJunction, st.just("&"), st.lists(mixed, min_size=2, max_size=3).map(tuple))
        )

    @once
    def tested_labels(self) -> st.SearchStrategy[Any]:
        return self.labels() if self.dialect.label_operators else st.builds(ast.LabelName, NAMES)

    @once
    def nodes(self, depth: int) -> st.SearchStrategy[Any]:
        properties = st.none() | self.maps(max(0, depth - 1)) | st.builds(ast.Parameter, NAMES)
        where = (
            st.none() if depth <= 0 else st.none() | st.builds(ast.Unary, st.just("NOT"), self.expressions(depth - 1))
        )
        return st.builds(ast.NodePattern, st.none() | NAMES, st.none() | self.labels(), properties, where)

    @once
    def relationships(self, depth: int) -> st.SearchStrategy[Any]:
        low, high = st.none() | st.integers(0, 9), st.none() | st.integers(0, 9)
        types = self.labels() if self.dialect.label_operators else st.builds(ast.LabelName, NAMES)
        where = (
            st.none() if depth <= 0 else st.none() | st.builds(ast.Unary, st.just("NOT"), self.expressions(depth - 1))
        )
        return st.builds(
            ast.RelationshipPattern,
            st.sampled_from("><-"),
            st.none() | NAMES,
            st.none() | types,
            st.none() | st.builds(ast.HopRange, low, high),
            st.none() | self.maps(0) | st.builds(ast.Parameter, NAMES),
            where,
        )

    @st.composite
    @staticmethod
    def _path(draw, self: Trees, depth: int, least: int, named: bool) -> ast.PathPattern:
        elements: list[Any] = [draw(self.nodes(depth))]
        for _ in range(draw(st.integers(least, max(least, 2)))):
            elements += [draw(self.relationships(depth)), draw(self.nodes(depth))]
        selectors = ["", "", "shortestPath", "allShortestPaths"]
        if self.dialect.path_selectors and named:
            selectors += ["ANY", "ALL SHORTEST", "SHORTEST 2 PATHS", "SHORTEST 1 GROUP"]
        if self.dialect.quantified_paths and named and draw(st.booleans()):
            inner = draw(self.paths(0, least=1, named=False))
            hops = ast.HopRange(draw(st.integers(0, 3)), draw(st.none() | st.integers(3, 5)))
            elements += [
                ast.QuantifiedGroup(inner, draw(self.maybe(0)), hops),
                draw(self.nodes(depth)),
            ]
        selector = draw(st.sampled_from(selectors)) if named else ""
        if self.dialect.quantified_paths:
            elements = [_counted(element) for element in elements]
        return ast.PathPattern(tuple(elements), draw(st.none() | NAMES) if named else None, selector)

    @once
    def paths(self, depth: int, *, least: int = 0, named: bool = True) -> st.SearchStrategy[Any]:
        return Trees._path(self, depth, least, named)

    @once
    def matches(self, depth: int) -> st.SearchStrategy[Any]:
        paths = st.lists(self.paths(depth), min_size=1, max_size=2).map(tuple)
        return st.builds(ast.Match, paths, st.none() | self.expressions(depth), st.booleans())

    @st.composite
    @staticmethod
    def _projection(draw, self: Trees, depth: int, final: bool) -> ast.Projection:
        items = []
        for name in draw(st.lists(NAMES, min_size=1, max_size=3, unique=True)):
            if draw(st.booleans()):
                items.append(ast.ProjectionItem(ast.Variable(name), None, name))
            else:
                expression = draw(self.expressions(depth))
                same = isinstance(expression, ast.Variable) and expression.name == name
                items.append(ast.ProjectionItem(expression, None if same else name, name))
        return ast.Projection(
            tuple(items),
            final,
            draw(st.booleans()),
            draw(st.booleans()),
            draw(self.sorting(min(depth, 1))),
            draw(COUNTS),
            draw(COUNTS),
            None if final else draw(self.maybe(min(depth, 1))),
        )

    @once
    def projections(self, depth: int, final: bool) -> st.SearchStrategy[ast.Projection]:
        return Trees._projection(self, depth, final)

    @once
    def sorting(self, depth: int) -> st.SearchStrategy[Any]:
        items = st.builds(ast.SortItem, self.expressions(depth), st.booleans())
        return st.lists(items, max_size=2).map(tuple)

    @once
    def clauses(self, depth: int) -> st.SearchStrategy[Any]:
        calls = st.builds(
            ast.CallSubquery,
            self.nested(depth - 1),
            st.none() | st.just(("*",)) | st.lists(NAMES, max_size=2).map(tuple),
        )
        return st.one_of(
            self.matches(depth),
            st.builds(ast.Unwind, self.expressions(depth), NAMES),
            self.projections(depth, False),
            *([calls] if depth > 1 else []),
        )

    @st.composite
    @staticmethod
    def _query(draw, self: Trees, depth: int, ends: bool) -> ast.Query:
        parts = []
        for _ in range(draw(st.sampled_from([1, 1, 1, 2]))):
            clauses = draw(st.lists(self.clauses(depth), min_size=0 if ends else 1, max_size=2))
            if ends or draw(st.booleans()):
                clauses.append(draw(self.projections(depth, True)))
            parts.append(ast.SingleQuery(tuple(clauses)))
        return ast.Query(tuple(parts), len(parts) > 1 and draw(st.booleans()))

    @once
    def nested(self, depth: int) -> st.SearchStrategy[Any]:
        return st.deferred(lambda: Trees._query(self, max(0, depth), False))

    @once
    def queries(self, depth: int = 2) -> st.SearchStrategy[ast.Query]:
        return Trees._query(self, depth, True)


def _counted(element: Any) -> Any:
    """The least number of hops is always there where a quantifier is written instead of a star."""
    hops = getattr(element, "hops", None)
    if hops is None or hops.minimum is not None:
        return element
    return replace_fields(element, hops=ast.HopRange(1, hops.maximum))


def _unselected(path: ast.PathPattern) -> ast.PathPattern:
    """No selector stands in a comprehension."""
    return replace_fields(path, selector="")


def _signed(sign: str, operand: Any) -> Any:
    """A minus before a number is part of the number."""
    number = isinstance(operand, ast.Literal) and type(operand.value) in (int, float)
    return ast.Unary("+" if number else sign, operand)


def with_values(tree: ast.Query, values: dict[str, Any]) -> ast.Query:
    """The tree with literals for the parameters that printing made of them."""

    def literal(node: Any) -> Any:
        return ast.Literal(values[node.name]) if isinstance(node, ast.Parameter) and node.name in values else None

    return replace(tree, literal)
