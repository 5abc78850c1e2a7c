"""Aggregates inside conditions, cases and lists: `RETURN c.pay, count(c) > 1`, `CASE WHEN count(*) > 3 THEN ..`.

kglite 0.21 computes an aggregate alone, in arithmetic and in functions only. In the query that it gets, the aggregates
are columns of a WITH, and what is made of them follows.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.build import fresh_names
from fingerpost.query_languages.cypher.vocabulary import AGGREGATE_NAMES
from fingerpost.query_languages.cypher.walk import has_aggregate, replace, rewrite, walk

_ARITHMETIC = frozenset("+-*/%^")
_SUBQUERIES = (ast.SubqueryExpression, ast.PatternPredicate, ast.PatternComprehension)


def aggregated_first(query: ast.Query) -> ast.Query:
    """The query with a WITH of plain aggregates before each projection that makes more of them."""
    if not any(isinstance(node, ast.Projection) and _is_concerned(node) for node in walk(query)):
        return query
    names = fresh_names("fp_g", query)

    def change(node: ast.AnyNode) -> ast.AnyNode:
        if not isinstance(node, ast.SingleQuery):
            return node
        return dataclasses.replace(node, clauses=tuple(new for old in node.clauses for new in _apart(old, names)))

    changed: ast.Query = rewrite(query, change)
    return changed


def _is_concerned(projection: ast.Projection) -> bool:
    return any(_is_inside(item.expression) for item in projection.items if has_aggregate(item.expression))


def _is_inside(node: ast.AnyNode) -> bool:
    """Whether an aggregate stands inside of something that the engine computes row by row."""
    if isinstance(node, (ast.CountStar, *_SUBQUERIES)) or _is_aggregate(node):
        return False
    if isinstance(node, ast.Binary) and node.operator in _ARITHMETIC:
        return _is_inside(node.left) or _is_inside(node.right)
    if isinstance(node, ast.Unary) and node.operator != "NOT":
        return _is_inside(node.operand)
    if isinstance(node, ast.FunctionCall):
        return any(map(_is_inside, node.arguments))
    if isinstance(node, (ast.Index, ast.Slice, ast.Property)):
        return _is_inside(node.subject)
    return has_aggregate(node)


def _is_aggregate(node: ast.AnyNode) -> bool:
    return isinstance(node, ast.FunctionCall) and node.name.lower() in AGGREGATE_NAMES


def _apart(clause: ast.Clause, names: Iterator[str]) -> list[ast.Clause]:
    """A WITH that groups, and the projection of what it gives."""
    if not isinstance(clause, ast.Projection) or not _is_concerned(clause):
        return [clause]
    known: dict[ast.Expression, str] = {}
    for key in (item.expression for item in clause.items if not has_aggregate(item.expression)):
        if key not in known:
            known[key] = key.name if isinstance(key, ast.Variable) else next(names)

    def named(node: ast.AnyNode) -> ast.AnyNode | None:
        if node not in known and (isinstance(node, ast.CountStar) or _is_aggregate(node)):
            known[node] = next(names)
        if node in known:
            return ast.Variable(known[node])
        return node if isinstance(node, _SUBQUERIES) else None

    items = tuple(
        dataclasses.replace(item, expression=replace(item.expression, named), alias=item.name) for item in clause.items
    )
    order = replace(clause.order, named)
    columns = tuple(ast.ProjectionItem(expression, name) for expression, name in known.items())
    return [ast.Projection(columns, final=False), dataclasses.replace(clause, items=items, order=order)]
