"""Random trees of reading queries, from a source of chance alone: well scoped, with names that are not tame."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from fingerpost.query_languages.cypher import ast

LABELS = ("Person", "City", "Film")
TYPES = ("KNOWS", "LIVES_IN", "LIKES")
KEYS = ("nick", "age", "score", "tags", "since")
NAMES = ("a", "b", "n", "m", "x1", "_y", "row", "match", "set", "create", "delete", "order", "end", "Café")
HOSTILE_NAMES = (
    "` DETACH DELETE n //",
    "n`) SET n.x = 1 //",
    "A``) CREATE (m) //",
    "A; DROP DATABASE neo4j",
    "*/ CREATE (x) /*",
    "'); CREATE (x); //",
    '" OR 1=1 //',
    "a\nCREATE (m)",
    "\\",
    "\\'",
    "$p",
    "{x: 1}",
    "CREATE",
    "DELETE n",
    "ſet",
    "\u202e",
    "1",
    "a.b",
    "A]->() DELETE r //",
    "fp1",
    "null",
)
STRINGS = (*HOSTILE_NAMES, "", "a", "SET n.x = 1", "\x00", "\u2028", "it's", "a\\", "CREATE (:Ghost)", "汉字")
_COMPARISONS = ("=", "<>", "<", "<=", ">", ">=")
_OF_NUMBERS = ("abs", "sign", "toString", "floor", "sqrt", "toFloat")
_OF_TEXTS = ("toUpper", "toLower", "trim", "size", "reverse", "toInteger")
_AGGREGATES = ("count", "collect", "min", "max")

Expression = ast.Expression


@dataclass
class Scope:
    """What is visible: names of nodes, of relationships, of values."""

    nodes: list[str] = field(default_factory=list)
    edges: list[str] = field(default_factory=list)
    values: list[str] = field(default_factory=list)

    def copy(self) -> Scope:
        return Scope(list(self.nodes), list(self.edges), list(self.values))

    @property
    def all(self) -> list[str]:
        return [*self.nodes, *self.edges, *self.values]


class Grower:
    """Grows one query; `random` decides everything. `tame` keeps to names that need no quotes anywhere."""

    def __init__(self, random: Random, *, tame: bool = False) -> None:
        self.random = random
        self.tame = tame
        self.made = 0

    def query(self, depth: int = 2) -> ast.Query:
        """A query that ends with RETURN."""
        columns = [self.name(Scope()) for _ in range(self.random.choice((1, 1, 2)))]
        columns = list(dict.fromkeys(columns))
        parts = tuple(self._single(depth, Scope(), columns) for _ in range(self.random.choice((1, 1, 1, 2))))
        return ast.Query(parts, len(parts) > 1 and self.chance(0.5))

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def name(self, scope: Scope) -> str:
        """A name that is not visible yet."""
        self.made += 1
        if self.tame:
            return f"v{self.made}"
        name = self.random.choice(HOSTILE_NAMES if self.chance(0.15) else NAMES)
        return f"{name}{self.made}" if name in scope.all or self.chance(0.6) else name

    def _known(self, names: tuple[str, ...]) -> str:
        return self.random.choice(HOSTILE_NAMES if not self.tame and self.chance(0.1) else names)

    def _single(self, depth: int, scope: Scope, columns: list[str]) -> ast.SingleQuery:
        clauses = [self._clause(depth, scope) for _ in range(self.random.choice((1, 1, 2, 3)))]
        return ast.SingleQuery((*clauses, self._projection(depth, scope, columns, final=True)))

    def _clause(self, depth: int, scope: Scope) -> ast.Clause:
        roll = self.random.random()
        if roll < 0.6 or not scope.all:
            return self.match(depth, scope)
        if roll < 0.72:
            unwound = ast.Unwind(self.listed(depth, scope), self.name(scope))
            scope.values.append(unwound.variable)
            return unwound
        if roll < 0.85 or depth <= 1:
            kept = [self.name(Scope()) for _ in range(self.random.choice((1, 2)))]
            projection = self._projection(depth, scope, list(dict.fromkeys(kept)), final=False)
            scope.nodes, scope.edges, scope.values = [], [], [item.name for item in projection.items]
            return projection
        column = self.name(scope)
        imported = tuple(dict.fromkeys(self.random.sample(scope.nodes, min(1, len(scope.nodes)))))
        inner = self._single(depth - 1, Scope(nodes=list(imported)), [column])
        scope.values.append(column)
        return ast.CallSubquery(ast.Query((inner,), False), imported)

    def match(self, depth: int, scope: Scope, *, may_miss: bool = True) -> ast.Match:
        patterns = tuple(self.path(depth, scope) for _ in range(self.random.choice((1, 1, 2))))
        where = self.truth(depth, scope) if self.chance(0.5) else None
        return ast.Match(patterns, where, may_miss and self.chance(0.15))

    def path(self, depth: int, scope: Scope, least: int = 0) -> ast.PathPattern:
        elements: list[ast.PathElement] = [self._node(depth, scope)]
        for _ in range(max(least, self.random.choice((0, 1, 1, 2)))):
            elements += [self._edge(depth, scope), self._node(depth, scope)]
        return ast.PathPattern(tuple(elements))

    def _node(self, depth: int, scope: Scope) -> ast.NodePattern:
        if scope.nodes and self.chance(0.25):
            return ast.NodePattern(self.random.choice(scope.nodes))
        labels = ast.LabelName(self._known(LABELS)) if self.chance(0.7) else None
        properties = self._map(depth - 1, scope) if self.chance(0.2) else None
        variable = self.name(scope) if self.chance(0.85) else None
        if variable is not None:
            scope.nodes.append(variable)
        return ast.NodePattern(variable, labels, properties)

    def _edge(self, depth: int, scope: Scope) -> ast.RelationshipPattern:
        types = ast.LabelName(self._known(TYPES)) if self.chance(0.7) else None
        hops = (
            ast.HopRange(self.random.choice((None, 0, 1, 2)), self.random.choice((None, 2, 3)))
            if self.chance(0.1)
            else None
        )
        properties = self._map(depth - 1, scope) if self.chance(0.1) else None
        variable = self.name(scope) if self.chance(0.4) and hops is None else None
        if variable is not None:
            scope.edges.append(variable)
        return ast.RelationshipPattern(self.random.choice("><-"), variable, types, hops, properties)

    def _map(self, depth: int, scope: Scope) -> ast.MapLiteral:
        return ast.MapLiteral(((self._known(KEYS), self.value(min(depth, 0), scope)),))

    def _projection(self, depth: int, scope: Scope, names: list[str], *, final: bool) -> ast.Projection:
        items = tuple(ast.ProjectionItem(self._projected(depth, scope), name, name) for name in names)
        seen = Scope(values=list(names))
        order = (ast.SortItem(ast.Variable(self.random.choice(names)), self.chance(0.5)),) if self.chance(0.3) else ()
        skip = ast.Literal(self.random.randint(0, 2)) if self.chance(0.1) else None
        limit = ast.Literal(self.random.randint(0, 9)) if self.chance(0.3) else None
        where = self.truth(0, seen) if not final and self.chance(0.3) else None
        return ast.Projection(items, final, False, self.chance(0.2), order, skip, limit, where)

    def _projected(self, depth: int, scope: Scope) -> Expression:
        if self.chance(0.2):
            return ast.CountStar()
        if self.chance(0.2):
            return ast.FunctionCall(self.random.choice(_AGGREGATES), (self.value(0, scope),), self.chance(0.3))
        return self.value(depth, scope)

    def value(self, depth: int, scope: Scope) -> Expression:
        """An expression of any kind."""
        kinds = (
            self._leaf,
            self._property,
            self._leaf,
            self.number,
            self.truth,
            self.listed,
            self._compound,
            self._text,
        )
        return self.random.choice(kinds if depth > 0 else kinds[:2])(depth, scope)

    def _leaf(self, _depth: int, scope: Scope) -> Expression:
        if scope.all and self.chance(0.5):
            return ast.Variable(self.random.choice(scope.all))
        return ast.Literal(
            self.random.choice((None, True, False, 0, 1, -1, 7, 2**63 - 1, 0.5, *self.random.sample(STRINGS, 9)))
        )

    def _property(self, depth: int, scope: Scope) -> Expression:
        holders = [*scope.nodes, *scope.edges]
        if not holders:
            return self._leaf(depth, scope)
        return ast.Property(ast.Variable(self.random.choice(holders)), self._known(KEYS))

    def number(self, depth: int, scope: Scope) -> Expression:
        if depth <= 0 or self.chance(0.3):
            return ast.Literal(self.random.choice((0, 1, 2, -3, 10, 0.25)))
        if self.chance(0.4):
            return ast.FunctionCall(self.random.choice(_OF_NUMBERS[:2]), (self.number(depth - 1, scope),))
        return ast.Binary(self.random.choice("+-*/%^"), self.number(depth - 1, scope), self.number(depth - 1, scope))

    def _text(self, _depth: int, _scope: Scope) -> Expression:
        text = ast.Literal(self.random.choice(STRINGS))
        return ast.FunctionCall(self.random.choice(_OF_TEXTS), (text,)) if self.chance(0.6) else text

    def truth(self, depth: int, scope: Scope) -> Expression:
        """A predicate."""
        roll = self.random.random()
        if depth > 0 and roll < 0.25:
            operator = self.random.choice(("AND", "OR", "XOR"))
            return ast.Binary(operator, self.truth(depth - 1, scope), self.truth(depth - 1, scope))
        if depth > 0 and roll < 0.35:
            return ast.Unary("NOT", self.truth(depth - 1, scope))
        if depth > 0 and scope.nodes and roll < 0.5:
            kind = self.random.choice(("EXISTS", "COUNT"))
            inner = ast.SingleQuery((self.match(depth - 1, scope.copy(), may_miss=False),))
            found = ast.SubqueryExpression(kind, ast.Query((inner,), False))
            return found if kind == "EXISTS" else ast.Binary(">", found, ast.Literal(0))
        if scope.nodes and roll < 0.6:
            return ast.HasLabels(ast.Variable(self.random.choice(scope.nodes)), ast.LabelName(self._known(LABELS)))
        if roll < 0.7:
            return ast.IsNull(self._property(depth, scope), self.chance(0.5))
        if roll < 0.8:
            operator = self.random.choice(("CONTAINS", "STARTS WITH", "ENDS WITH"))
            return ast.Binary(operator, self._property(depth, scope), ast.Literal(self.random.choice(STRINGS)))
        return ast.Binary(self.random.choice(_COMPARISONS), self._property(depth, scope), self._leaf(depth, scope))

    def listed(self, depth: int, scope: Scope) -> Expression:
        """A list."""
        roll = self.random.random()
        if depth <= 0 or roll < 0.5:
            return ast.ListLiteral(tuple(self._leaf(0, scope) for _ in range(self.random.randint(0, 3))))
        if roll < 0.6:
            return ast.FunctionCall("range", (ast.Literal(0), ast.Literal(self.random.randint(0, 9))))
        each, inner = self.name(scope), scope.copy()
        inner.values.append(each)
        where = self.truth(depth - 1, inner) if self.chance(0.4) else None
        projection = self.value(depth - 1, inner) if self.chance(0.6) else None
        return ast.ListComprehension(each, self.listed(depth - 1, scope), where, projection)

    def _compound(self, depth: int, scope: Scope) -> Expression:
        roll = self.random.random()
        if roll < 0.3:
            return ast.Case(None, ((self.truth(depth - 1, scope), self.value(depth - 1, scope)),), self.value(0, scope))
        if roll < 0.5:
            return ast.MapLiteral(((self._known(KEYS), self.value(depth - 1, scope)),))
        if roll < 0.65 and scope.nodes:
            items = (("property", self._known(KEYS), None), ("entry", self.name(scope), self.value(0, scope)))
            return ast.MapProjection(self.random.choice(scope.nodes), items)
        each, inner = self.name(scope), scope.copy()
        inner.values.append(each)
        if roll < 0.8:
            quantifier = self.random.choice(("all", "any", "none", "single"))
            return ast.Quantified(quantifier, each, self.listed(depth - 1, scope), self.truth(depth - 1, inner))
        total = self.name(inner)
        return ast.Reduce(total, ast.Literal(0), each, self.listed(0, scope), ast.Literal(1))
