"""Sorting and testing groups by what they are made of: `RETURN c.pay AS pay, count(c) AS n ORDER BY count(c), c.pay`.

kglite 0.21 takes no aggregate there but by the name of its column, forgets some keys, and knows none in a WHERE
(`WITH c.pay AS pay, count(c) AS n WHERE c.pay > 1`). The query it gets sorts and tests groups by the names of their
columns. So it does by a column with a subquery that is repeated, in which names may mean something else by then. A
pattern to sort by is written as EXISTS, because kglite reads the DESC after it as part of the pattern.
"""

from __future__ import annotations

import dataclasses

from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.build import exists
from fingerpost.query_languages.cypher.walk import has_aggregate, replace, rewrite, variables, walk

_SCOPES = (
    ast.ListComprehension,
    ast.Quantified,
    ast.Reduce,
    ast.PatternComprehension,
    ast.PatternPredicate,
    ast.SubqueryExpression,
)
"""Expressions with names of their own, which may be those of what is grouped."""


def sorted_by_name(query: ast.Query) -> ast.Query:
    """The query with the names of columns in the order and the condition of every projection that groups."""
    if not any(isinstance(node, ast.Projection) and _is_concerned(node) for node in walk(query)):
        return query

    def change(node: ast.AnyNode) -> ast.AnyNode:
        return _checked(_named(node)) if isinstance(node, ast.Projection) and _is_concerned(node) else node

    changed: ast.Query = rewrite(query, change)
    return changed


def _is_concerned(projection: ast.Projection) -> bool:
    return _groups(projection) or _has_scopes(projection.order)


def _groups(projection: ast.Projection) -> bool:
    """Whether its order or condition may have to name any of its columns."""
    if projection.distinct and (projection.where is not None or _has_scopes(projection.order)):
        return True
    sorted_or_tested = bool(projection.order) or projection.where is not None
    return sorted_or_tested and any(has_aggregate(item.expression) for item in projection.items)


def _has_scopes(order: tuple[ast.SortItem, ...]) -> bool:
    """Whether an order has names of its own: those of the column that it repeats are to be the same."""
    return any(isinstance(node, _SCOPES) for node in walk(order))


def _is_repeated_whole(expression: ast.Expression) -> bool:
    """Whether who repeats an expression means its column, whatever the names in it mean by then."""
    return any(isinstance(node, ast.SubqueryExpression) for node in walk(expression))


def _named(projection: ast.Projection) -> ast.Projection:
    hiding = {item.name for item in projection.items if item.expression != ast.Variable(item.name)}
    names: dict[ast.Expression, str] = {}
    items = [item for item in projection.items if _groups(projection) or _is_repeated_whole(item.expression)]
    for item in items:
        # A name that is also that of a column means the column.
        if not isinstance(item.expression, ast.Variable) or item.expression.name not in hiding:
            names.setdefault(item.expression, item.name)

    def name(node: ast.AnyNode) -> ast.AnyNode | None:
        return ast.Variable(names[node]) if node in names else None

    def tested(node: ast.AnyNode) -> ast.AnyNode | None:
        if isinstance(node, (*_SCOPES, ast.Literal, ast.Parameter)) or not hiding.isdisjoint(variables(node)):
            return None if isinstance(node, (ast.Binary, ast.Unary, ast.IsNull)) else node
        return name(node)

    order, where = replace(projection.order, name), replace(projection.where, tested)
    return dataclasses.replace(projection, order=order, where=where)


def _checked(projection: ast.Projection) -> ast.Projection:
    """The projection with EXISTS for every pattern that it sorts by."""

    def check(node: ast.AnyNode) -> ast.AnyNode:
        return exists(node) if isinstance(node, ast.PatternPredicate) else node

    return dataclasses.replace(projection, order=rewrite(projection.order, check))
