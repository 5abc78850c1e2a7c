"""Counts of patterns that decide an optional match: `OPTIONAL MATCH (a)-->(b) WHERE COUNT { (b)-->()-->() } < 2`.

Neo4j 5.26 groups such a count by what was bound before, and so loses the matches for which it is 0. Only comparisons
that it answers as EXISTS (`= 0`, `> 0`), and steps that it counts by a node's degree, are right.
"""

from __future__ import annotations

from fingerpost.core.errors import UnsupportedConstruct
from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.walk import walk

_AS_EXISTS = ("=", ">")
_ONE_STEP = 3
"""The elements of a path over one relationship."""


def optional_counts_refused(query: ast.Query) -> ast.Query:
    """The query itself.

    Raises:
        UnsupportedConstruct: an optional match depends on a count that the server gets wrong.
    """
    for clause in walk(query):
        if isinstance(clause, ast.Match) and clause.optional and clause.where is not None and _is_lost(clause.where):
            raise UnsupportedConstruct(
                "COUNT { } in the WHERE of an OPTIONAL MATCH is not right in Neo4j where it is 0: "
                "use EXISTS { }, or count in a WITH before"
            )
    return query


def _is_lost(where: ast.Expression) -> bool:
    nodes = list(walk(where))
    right = {id(node.left) for node in nodes if isinstance(node, ast.Binary) and _is_existence(node)}
    return any(_counts(node) and id(node) not in right for node in nodes)


def _is_existence(node: ast.Binary) -> bool:
    return node.operator in _AS_EXISTS and isinstance(node.right, ast.Literal) and node.right.value == 0


def _counts(node: ast.AnyNode) -> bool:
    """Whether a node counts more than the relationships of a node by their type."""
    if not isinstance(node, ast.SubqueryExpression) or node.kind != "COUNT":
        return False
    inside = list(walk(node.query))
    matches = [inner for inner in inside if isinstance(inner, ast.Match)]
    paths = [path for match in matches for path in match.patterns]
    if len(paths) != 1 or len(paths[0].elements) != _ONE_STEP or matches[0].where is not None:
        return True
    return not all(map(_is_bare, paths[0].elements))


def _is_bare(element: ast.PathElement) -> bool:
    if isinstance(element, ast.NodePattern):
        return element.labels is None and element.properties is None and element.where is None
    if isinstance(element, ast.RelationshipPattern):
        return element.hops is None and element.properties is None and element.where is None
    return False
