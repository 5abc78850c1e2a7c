"""Counts over paths of several steps in either direction: `MATCH (a)-[:T]-(b)-[:T]-(c) RETURN count(*)`.

kglite 0.21 answers 0 where nothing but the pattern is counted. In the query that it gets, the clause has a condition
that always holds, and is counted row by row.
"""

from __future__ import annotations

import dataclasses

from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.walk import rewrite, walk

_SEVERAL = 2


def counted_row_by_row(query: ast.Query) -> ast.Query:
    """The query with a condition on every bare pattern of several steps of which one has no direction."""
    if not any(isinstance(node, ast.Match) and _is_bare(node) for node in walk(query)):
        return query

    def change(node: ast.AnyNode) -> ast.AnyNode:
        if isinstance(node, ast.Match) and _is_bare(node):
            return dataclasses.replace(node, where=ast.Literal(True))
        return node

    changed: ast.Query = rewrite(query, change)
    return changed


def _is_bare(clause: ast.Match) -> bool:
    if clause.where is not None or clause.optional or len(clause.patterns) != 1:
        return False
    steps = [element for element in clause.patterns[0].elements if isinstance(element, ast.RelationshipPattern)]
    return len(steps) >= _SEVERAL and any(step.direction == "-" for step in steps)
