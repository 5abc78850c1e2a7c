"""Types that a pattern names twice: `MATCH ()-[:R|R]->() RETURN count(*)`.

Neo4j 5 counts such a relationship twice where it answers from its counts. In the query that it gets, each stands once.
"""

from __future__ import annotations

import dataclasses

from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.walk import rewrite, walk


def each_type_once(query: ast.Query) -> ast.Query:
    """The query without types and labels that are named twice as alternatives."""
    if not any(_is_concerned(node) for node in walk(query)):
        return query

    def change(node: ast.AnyNode) -> ast.AnyNode:
        if not isinstance(node, ast.LabelJunction) or not _is_concerned(node):
            return node
        operands = tuple(dict.fromkeys(node.operands))
        return operands[0] if len(operands) == 1 else dataclasses.replace(node, operands=operands)

    changed: ast.Query = rewrite(query, change)
    return changed


def _is_concerned(node: ast.AnyNode) -> bool:
    return isinstance(node, ast.LabelJunction) and len(set(node.operands)) < len(node.operands)
