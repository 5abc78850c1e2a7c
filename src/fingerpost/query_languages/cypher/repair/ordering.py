"""Columns that are ordered by an aggregate of what they have in common, without being said to be groups."""

from __future__ import annotations

import dataclasses

from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.walk import has_aggregate

_FIX = "columns that are ordered by an aggregate were grouped in a WITH"


def grouped_for_order(query: ast.Query) -> tuple[ast.Query, tuple[str, ...]]:
    """The query with `RETURN x ORDER BY count(*)` as `WITH x, count(*) AS n RETURN x ORDER BY n`, and what was done."""
    fixes: list[str] = []
    parts = tuple(dataclasses.replace(part, clauses=_clauses(part.clauses, fixes)) for part in query.parts)
    return dataclasses.replace(query, parts=parts), tuple(fixes)


def _clauses(clauses: tuple[ast.Clause, ...], fixes: list[str]) -> tuple[ast.Clause, ...]:
    last = clauses[-1] if clauses else None
    if not isinstance(last, ast.Projection) or not last.final or last.star:
        return clauses
    aggregated = [key for key in last.order if has_aggregate(key.expression)]
    if not aggregated or any(has_aggregate(item.expression) for item in last.items):
        return clauses
    names = {item.expression: item.name for item in last.items}
    if any(key.expression not in names for key in last.order if key not in aggregated):
        return clauses
    for number, key in enumerate(aggregated, 1):
        names[key.expression] = f"order{number}"
    grouped = tuple(ast.ProjectionItem(expression, name) for expression, name in names.items())
    shown = tuple(ast.ProjectionItem(ast.Variable(item.name), item.name) for item in last.items)
    order = tuple(dataclasses.replace(key, expression=ast.Variable(names[key.expression])) for key in last.order)
    fixes.append(_FIX)
    final = dataclasses.replace(last, items=shown, order=order, distinct=False)
    return (*clauses[:-1], ast.Projection(grouped, final=False), final)
