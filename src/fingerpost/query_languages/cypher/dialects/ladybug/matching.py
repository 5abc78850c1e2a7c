"""Patterns, for an engine that walks where Cypher matches: a relationship may come twice, a loop comes both ways."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Iterable, Iterator

from fingerpost.core.errors import UnsupportedConstruct
from fingerpost.core.schema import GraphSchema
from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.build import joined, of_other_types
from fingerpost.query_languages.cypher.dialects.ladybug.loops import assuming, loops_twice, told_apart
from fingerpost.query_languages.cypher.walk import rewrite, walk


def match_each_once(query: ast.Query, schema: GraphSchema | None, fresh: Iterator[str], assumed: set[str]) -> ast.Query:
    """The query with conditions under which each relationship is matched once in a MATCH, a loop too.

    Types that must have no loops for that are added to `assumed`. Properties and labels that the engine does not read
    as Cypher does, inside patterns, become conditions.
    """
    either = any(loops_twice(node, schema) for node in walk(query) if isinstance(node, ast.Match))

    def change(node: ast.AnyNode) -> ast.AnyNode:
        if isinstance(node, ast.PatternPredicate):
            clause = _Matching(ast.Match((node.pattern,)), fresh, either).clause
            return ast.SubqueryExpression("EXISTS", ast.Query((ast.SingleQuery((clause,)),)), node.pos)
        if isinstance(node, ast.Match):
            return _Matching(node, fresh, either).clause
        if isinstance(node, ast.SubqueryExpression) and node.kind == "COUNT":
            return dataclasses.replace(node, query=assuming(node.query, schema, assumed))
        return node

    changed: ast.Query = rewrite(query, change)
    return told_apart(changed, schema, fresh, assumed) if either else changed


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
                elements.append(self._relationship(element))
            else:
                raise UnsupportedConstruct("a quantified group cannot be expressed in the ladybug dialect")
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

    def _relationship(self, relationship: ast.RelationshipPattern) -> ast.RelationshipPattern:
        if not (self._several or relationship.properties or self._all_named):
            return relationship
        variable = relationship.variable or next(self._fresh)
        if relationship.hops is not None:
            return dataclasses.replace(relationship, variable=variable)
        self._tests += _held(variable, relationship.properties)
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
            if one.variable is None or other.variable is None or of_other_types(one, other):
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
        raise UnsupportedConstruct("a parameter for all properties cannot be expressed in the ladybug dialect")
    return [ast.Binary("=", ast.Property(ast.Variable(variable), key), value) for key, value in properties.items]
