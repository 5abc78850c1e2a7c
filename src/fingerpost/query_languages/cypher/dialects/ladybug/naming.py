"""Names of variables that differ by more than case: the engine takes `a` and `A` for one."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator

from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.build import fresh_names
from fingerpost.query_languages.cypher.rewrites.renaming import rename
from fingerpost.query_languages.cypher.walk import rewrite, variables

_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_]*", re.ASCII)


def with_names_of_their_own(query: ast.Query) -> ast.Query:
    """The query with new names for variables that are not plain, or differ by case only, and for columns so called.

    The columns of the result are told by the query that was verified.
    """
    names: dict[str, str] = {}
    known = variables(query)
    seen: set[str] = set()
    fresh = fresh_names("fp_u", query)
    for name in sorted(known):
        if _PLAIN.fullmatch(name) and name.casefold() not in seen:
            seen.add(name.casefold())
        else:
            names[name] = next(fresh)
    tree: ast.Query = _with_own_items(rename(query, names) if names else query, fresh)
    parts = tuple(dataclasses.replace(part, clauses=_with_columns(part.clauses, fresh)) for part in tree.parts)
    return dataclasses.replace(tree, parts=parts)


def _with_own_items(query: ast.Query, fresh: Iterator[str]) -> ast.Query:
    """The query with new names for the items that comprehensions and quantifiers go through."""

    def change(node: ast.AnyNode) -> ast.AnyNode:
        if not isinstance(node, (ast.ListComprehension, ast.Quantified)):
            return node
        names = {node.variable: next(fresh)}
        inside = rename(dataclasses.replace(node, source=ast.Literal(None)), names)
        return dataclasses.replace(inside, source=node.source)

    changed: ast.Query = rewrite(query, change)
    return changed


def _with_columns(clauses: tuple[ast.Clause, ...], fresh: Iterator[str]) -> tuple[ast.Clause, ...]:
    """The clauses with new names for columns that are called as something else is."""
    last = clauses[-1]
    if not isinstance(last, ast.Projection) or not last.final:
        return clauses
    bound = {name.casefold() for name in variables((clauses[:-1], tuple(item.expression for item in last.items)))}
    names: dict[str, str] = {}
    items = []
    for item in last.items:
        same = isinstance(item.expression, ast.Variable) and item.expression.name == item.name
        plain = _PLAIN.fullmatch(item.name) is not None and item.name.casefold() not in bound
        name = item.name if same or plain else next(fresh)
        names[item.name] = name
        items.append(dataclasses.replace(item, alias=name))
    order = rename(last.order, {name: now for name, now in names.items() if name != now})
    return (*clauses[:-1], dataclasses.replace(last, items=tuple(items), order=order))
