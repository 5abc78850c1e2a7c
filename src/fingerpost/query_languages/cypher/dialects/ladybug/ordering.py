"""Orders of rows, where the engine sorts by other things, or drops an order that the next clause relies on."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from fingerpost.core.errors import UnsupportedConstruct
from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.walk import has_aggregate, replace, rewrite

_ALL = 2**63 - 1


def keep_order(query: ast.Query, fresh: Iterator[str]) -> ast.Query:
    """The query with sort keys by the names of columns, and with what keeps a sorted WITH sorted.

    A sorted WITH needs a limit. Before an aggregate the engine drops its order, even where a limit cuts by it; it does
    not where a list of one item is unwound in between.
    """

    def change(node: ast.AnyNode) -> ast.AnyNode:
        if isinstance(node, ast.Projection) and node.order:
            node = dataclasses.replace(node, order=tuple(_by_column(item, node) for item in node.order))
            if not node.final and node.limit is None:
                node = dataclasses.replace(node, limit=ast.Literal(_ALL))
        if isinstance(node, ast.SingleQuery):
            return dataclasses.replace(node, clauses=tuple(_kept(node.clauses, fresh)))
        return node

    changed: ast.Query = rewrite(query, change)
    return changed


def _kept(clauses: tuple[ast.Clause, ...], fresh: Iterator[str]) -> Iterator[ast.Clause]:
    for clause in clauses:
        yield clause
        if isinstance(clause, ast.Projection) and not clause.final and clause.order:
            yield ast.Unwind(ast.ListLiteral((ast.Literal(1),)), next(fresh))


def _by_column(item: ast.SortItem, projection: ast.Projection) -> ast.SortItem:
    """A sort key with columns instead of the expressions that they are."""
    columns = {column.expression: column.name for column in projection.items}

    def named(node: ast.AnyNode) -> ast.AnyNode | None:
        name = columns.get(node) if not isinstance(node, ast.Literal) else None
        return None if name is None else ast.Variable(name)

    expression = replace(item.expression, named)
    if has_aggregate(expression):
        raise UnsupportedConstruct("ORDER BY an aggregate that is no column cannot be expressed in the ladybug dialect")
    return dataclasses.replace(item, expression=expression)
