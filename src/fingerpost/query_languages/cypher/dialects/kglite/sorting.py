"""Sorting groups by what they are made of: `RETURN c.pay AS pay, count(c) AS n ORDER BY count(c), c.pay`.

kglite 0.21 takes no aggregate there but by the name of its column, and forgets some keys. In the query that it gets,
groups are sorted by the names of their columns.
"""

from __future__ import annotations

import dataclasses

from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.walk import has_aggregate, replace, rewrite, walk


def sorted_by_name(query: ast.Query) -> ast.Query:
    """The query with the names of columns in the order of every projection that aggregates."""
    if not any(isinstance(node, ast.Projection) and _is_concerned(node) for node in walk(query)):
        return query

    def change(node: ast.AnyNode) -> ast.AnyNode:
        return _named(node) if isinstance(node, ast.Projection) and _is_concerned(node) else node

    changed: ast.Query = rewrite(query, change)
    return changed


def _is_concerned(projection: ast.Projection) -> bool:
    return bool(projection.order) and any(has_aggregate(item.expression) for item in projection.items)


def _named(projection: ast.Projection) -> ast.Projection:
    columns = {item.name for item in projection.items}
    names: dict[ast.Expression, str] = {}
    for item in projection.items:
        # A name that is also that of a column means the column.
        if not isinstance(item.expression, ast.Variable) or item.expression.name not in columns:
            names.setdefault(item.expression, item.name)

    def name(node: ast.AnyNode) -> ast.AnyNode | None:
        return ast.Variable(names[node]) if node in names else None

    return dataclasses.replace(projection, order=replace(projection.order, name))
