"""How large a query may be: every pass of the gate walks the tree, and some look at things in pairs.

Of 30,000 published queries the largest has 10 clauses, 21 nodes and relationships in its patterns, and 125 parts.
"""

from __future__ import annotations

from typing import NamedTuple

from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.errors import CypherSyntaxError
from fingerpost.query_languages.cypher.walk import parts_of

MAX_TREE_DEPTH = 200
"""How deep a tree may be: what walks one by calling itself stays well within Python's limit."""
MOST_UNMEASURED = 200
"""A text of so many tokens is moderate whatever they are."""
MAX_CLAUSES = 100
MAX_STEPS = 200
"""Nodes and relationships in all patterns."""
MAX_ABREAST = 100
"""Labels or types in one expression, and properties of a node or relationship in a pattern: a dialect that cannot say
them so says each as a condition, nested in the next."""
MAX_PARTS = 5_000
"""Parts of a tree that are not literals: a list of many values is not a large query."""

_CLAUSES = frozenset((ast.Match, ast.Unwind, ast.Projection, ast.CallSubquery, ast.CallProcedure))
_STEPS = frozenset((ast.NodePattern, ast.RelationshipPattern, ast.QuantifiedGroup))
_ENTRIES = frozenset((ast.MapLiteral, ast.MapProjection))


class Extent(NamedTuple):
    """The size of a tree: `depth` is how many nodes stand above one another at most."""

    depth: int
    clauses: int
    steps: int
    abreast: int
    parts: int


def extent(node: ast.AnyNode) -> Extent:
    """The size of a tree."""
    deepest = clauses = steps = abreast = parts = 0
    stack = [(node, 1)]
    while stack:
        current, level = stack.pop()
        kind = type(current)
        if kind is tuple:
            stack.extend([(item, level) for item in current])
            continue
        if kind is ast.Literal:
            deepest = max(deepest, level)
            continue
        inside = parts_of(current)
        if inside is None:
            continue
        deepest = max(deepest, level)
        clauses += kind in _CLAUSES
        steps += kind in _STEPS
        abreast = max(abreast, _abreast(current))
        parts += len(current.items) if kind in _ENTRIES else 1
        stack.extend([(part, level + 1) for part in inside])
    return Extent(deepest, clauses, steps, abreast, parts)


def _abreast(node: ast.AnyNode) -> int:
    if isinstance(node, ast.LabelJunction):
        return len(node.operands)
    properties = getattr(node, "properties", None) if type(node) in _STEPS else None
    return len(properties.items) if isinstance(properties, ast.MapLiteral) else 0


def require_moderate(query: ast.Query) -> None:
    """Refuse a query that is too large to be checked in about a second.

    Raises:
        CypherSyntaxError: B001 where it is too deep, B016 where it has too many parts of a kind.
    """
    size = extent(query)
    if size.depth > MAX_TREE_DEPTH:
        raise CypherSyntaxError("B001", f"this nests deeper than {MAX_TREE_DEPTH} levels", 0)
    bounds = (
        (size.clauses, MAX_CLAUSES, "clauses"),
        (size.steps, MAX_STEPS, "nodes and relationships in its patterns"),
        (size.abreast, MAX_ABREAST, "labels, types or properties in one place of a pattern"),
        (size.parts, MAX_PARTS, "parts that are not literals"),
    )
    for count, most, what in bounds:
        if count > most:
            raise CypherSyntaxError("B016", f"a query has at most {most:,} {what}; this one has {count:,}", 0)
