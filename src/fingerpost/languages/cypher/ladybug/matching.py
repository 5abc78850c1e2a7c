"""Patterns, for an engine that walks where Cypher matches: a relationship may come twice, a loop comes both ways."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Iterable, Iterator

from fingerpost.core.errors import UnsupportedConstruct
from fingerpost.core.schema import GraphSchema
from fingerpost.languages.cypher import ast
from fingerpost.languages.cypher.build import joined, named
from fingerpost.languages.cypher.walk import has_aggregate, rewrite, walk

NO_LOOPS = "fp_no_loops"
"""The parameter that says that no relationship of the graph ends where it starts: the store gives it, or refuses."""


def match_each_once(query: ast.Query, schema: GraphSchema | None, fresh: Iterator[str]) -> ast.Query:
    """The query with conditions under which each relationship is matched once in a MATCH, a loop too.

    Properties and labels that the engine does not read as Cypher does, inside patterns, become conditions.
    """
    either = any(_loops_twice(node, schema) for node in walk(query) if isinstance(node, ast.Match))

    def change(node: ast.AnyNode) -> ast.AnyNode:
        if isinstance(node, ast.PatternPredicate):
            clause = _Matching(ast.Match((node.pattern,)), fresh, either).clause
            return ast.SubqueryExpression("EXISTS", ast.Query((ast.SingleQuery((clause,)),)), node.pos)
        if isinstance(node, ast.Match):
            return _Matching(node, fresh, either).clause
        if isinstance(node, ast.SubqueryExpression) and node.kind == "COUNT":
            return dataclasses.replace(node, query=_assuming(node.query, schema))
        return node

    changed: ast.Query = rewrite(query, change)
    if not either:
        return changed
    parts = tuple(dataclasses.replace(p, clauses=tuple(_told_apart(p.clauses, schema))) for p in changed.parts)
    return dataclasses.replace(changed, parts=parts)


class _Matching:
    """One MATCH, rewritten. With `all_named`, everything that it binds has a name."""

    def __init__(self, clause: ast.Match, fresh: Iterator[str], all_named: bool) -> None:
        self._fresh = fresh
        self._tests: list[ast.Expression] = []
        relationships = [e for p in clause.patterns for e in p.elements if isinstance(e, ast.RelationshipPattern)]
        self._all_named = all_named
        self._several = len(relationships) > 1
        patterns = tuple(self._path(pattern) for pattern in clause.patterns)
        self._keep_apart(patterns)
        where = joined("AND", [*([] if clause.where is None else [clause.where]), *self._tests])
        self.clause = dataclasses.replace(clause, patterns=patterns, where=where)

    def _path(self, path: ast.PathPattern) -> ast.PathPattern:
        elements: list[ast.PathElement] = []
        for element in path.elements:
            if isinstance(element, ast.NodePattern):
                elements.append(self._node(element))
            elif isinstance(element, ast.RelationshipPattern):
                elements.append(self._relationship(element, path.selector))
            else:
                raise UnsupportedConstruct("a quantified group cannot be said in the ladybug dialect")
        return dataclasses.replace(path, elements=tuple(elements))

    def _node(self, node: ast.NodePattern) -> ast.NodePattern:
        labels = node.labels
        odd = isinstance(labels, ast.LabelJunction) and labels.operator == "&"
        if not (odd or node.properties or (self._all_named and node.variable is None)):
            return node
        variable = node.variable or next(self._fresh)
        self._tests += _held(variable, node.properties)
        if odd and labels is not None:
            self._tests.append(ast.HasLabels(ast.Variable(variable), labels))
        return dataclasses.replace(node, variable=variable, labels=None if odd else labels, properties=None)

    def _relationship(self, relationship: ast.RelationshipPattern, selector: str) -> ast.RelationshipPattern:
        if not (self._several or relationship.properties or self._all_named):
            return relationship
        variable = relationship.variable or next(self._fresh)
        if relationship.properties is not None and relationship.hops is None:
            self._tests += _held(variable, relationship.properties)
        elif relationship.properties is not None:
            if selector:
                raise UnsupportedConstruct("properties inside a shortest path cannot be said in the ladybug dialect")
            item = next(self._fresh)
            holds = joined("AND", _held(item, relationship.properties))
            self._tests.append(ast.Quantified("all", item, ast.Variable(variable), holds))
        return dataclasses.replace(relationship, variable=variable, properties=None)

    def _keep_apart(self, patterns: Iterable[ast.PathPattern]) -> None:
        """Conditions for every two relationships that could be one."""
        bound = [
            element
            for pattern in patterns
            if not pattern.selector
            for element in pattern.elements
            if isinstance(element, ast.RelationshipPattern)
        ]
        for one, other in itertools.combinations(bound, 2):
            if one.variable is None or other.variable is None or _of_other_types(one, other):
                continue
            first, second = ast.Variable(one.variable), ast.Variable(other.variable)
            if one.hops is None and other.hops is None:
                self._tests.append(ast.Binary("<>", first, second))
            elif one.hops is not None and other.hops is not None:
                self._tests.append(_not(ast.FunctionCall("list_has_any", (first, second))))
            else:
                single, several = (first, second) if one.hops is None else (second, first)
                self._tests.append(_not(ast.Binary("IN", single, several)))


def _not(test: ast.Expression) -> ast.Expression:
    return ast.Unary("NOT", test)


def _held(variable: str, properties: ast.MapLiteral | ast.Parameter | None) -> list[ast.Expression]:
    if properties is None:
        return []
    if isinstance(properties, ast.Parameter):
        raise UnsupportedConstruct("a parameter for all properties cannot be said in the ladybug dialect")
    return [ast.Binary("=", ast.Property(ast.Variable(variable), key), value) for key, value in properties.items]


def _of_other_types(one: ast.RelationshipPattern, other: ast.RelationshipPattern) -> bool:
    first, second = _types(one), _types(other)
    return first is not None and second is not None and first.isdisjoint(second)


def _types(relationship: ast.RelationshipPattern) -> frozenset[str] | None:
    """The types that a relationship may have; None for any."""
    types = relationship.types
    if isinstance(types, ast.LabelName):
        return frozenset((types.name,))
    if isinstance(types, ast.LabelJunction) and all(isinstance(one, ast.LabelName) for one in types.operands):
        return frozenset(one.name for one in types.operands if isinstance(one, ast.LabelName))
    return None


def _loops_twice(clause: ast.Match, schema: GraphSchema | None) -> bool:
    """Whether a MATCH asks for relationships in either direction that could be loops: the engine gives these twice."""
    return any(
        isinstance(element, ast.RelationshipPattern)
        and element.direction == "-"
        and _may_loop(_types(element), schema)
        and not _differ(path.elements[index - 1], path.elements[index + 1])
        for path in clause.patterns
        for index, element in enumerate(path.elements)
    )


def _may_loop(types: frozenset[str] | None, schema: GraphSchema | None) -> bool:
    if schema is None or schema.open:
        return True
    return any(
        pair.start == pair.end
        for relationship in schema.relationships
        if types is None or relationship.type in types
        for pair in relationship.endpoints
    )


def _differ(one: ast.PathElement, other: ast.PathElement) -> bool:
    """Whether two nodes are surely of different labels, so not one node: each has one label here."""
    labels = [element.labels for element in (one, other) if isinstance(element, ast.NodePattern)]
    names = [label.name for label in labels if isinstance(label, ast.LabelName)]
    return len(names) == 2 and names[0] != names[1]


def _told_apart(clauses: tuple[ast.Clause, ...], schema: GraphSchema | None) -> Iterator[ast.Clause]:
    """The clauses, with a WITH DISTINCT of all that is bound behind a MATCH that gives loops twice.

    That is right where no two rows were the same before. Where they might be, the graph must have no loops.
    """
    single, visible = True, dict[str, None]()
    for clause in clauses:
        if isinstance(clause, ast.Match):
            visible.update(dict.fromkeys(named(clause.patterns)))
            twice = _loops_twice(clause, schema)
            yield clause if not twice or single else _assumed(clause)
            if twice and single:
                items = tuple(ast.ProjectionItem(ast.Variable(name), name) for name in visible)
                yield ast.Projection(items, False, distinct=True)
            continue
        yield clause
        if isinstance(clause, ast.Projection):
            single = clause.distinct or any(has_aggregate(item.expression) for item in clause.items)
            visible = dict.fromkeys(item.name for item in clause.items)
        elif isinstance(clause, ast.Unwind):
            single = False
            visible[clause.variable] = None


def _assuming(query: ast.Query, schema: GraphSchema | None) -> ast.Query:
    """A counted subquery, which is right in a graph without loops only if it could give one twice."""

    def change(node: ast.AnyNode) -> ast.AnyNode:
        return _assumed(node) if isinstance(node, ast.Match) and _loops_twice(node, schema) else node

    changed: ast.Query = rewrite(query, change)
    return changed


def _assumed(clause: ast.Match) -> ast.Match:
    where = joined("AND", [*([] if clause.where is None else [clause.where]), ast.Parameter(NO_LOOPS)])
    return dataclasses.replace(clause, where=where)
