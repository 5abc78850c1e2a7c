"""Renames variables for an engine that parses patterns a second time, without quotes, and knows a single scope.

kglite 0.21 reads `n:Town` in backticks as a variable and a label in a pattern, moves a condition on a name that is
defined again (`WITH x AS n ... WITH count(*) AS c ... WITH y AS n`) back to the first definition, takes a node matched
anew under a forgotten name (`MATCH (n) WITH n.k AS k, count(*) AS c MATCH (n)`) for the old one, and sorts by the old
one if a column has its name (`MATCH (n)-->(m) RETURN m AS n ORDER BY n.k`). So variables and keys in patterns become
plain, and every name stands for one thing. The columns of the result keep theirs.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from typing import Any

from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.build import fresh_names, joined, named
from fingerpost.query_languages.cypher.rewrites.hiding import Names, Renaming, bound_in, is_named, may_hide, own_names
from fingerpost.query_languages.cypher.walk import rewrite, variables, walk


def define_once(query: ast.Query) -> ast.Query:
    """The query with a name of its own for everything that is bound."""
    if may_hide(query) or _may_bind_again(query):
        query = _Once(variables(query)).query(query, {})
    hidden = _hidden_by_columns(query)
    return _Once(variables(query), hidden).query(query, {}) if hidden else query


def _hidden_by_columns(query: ast.Query) -> frozenset[str]:
    """The names that columns of a sorted result also have."""
    columns: set[str] = set()
    bound: set[str] = set()
    for node in walk(query):
        if isinstance(node, ast.Projection) and node.final:
            if node.order:
                columns.update(i.name for i in node.items if not is_named(i.expression, i.name))
        elif isinstance(node, ast.Projection):
            bound.update(item.name for item in node.items)
        elif isinstance(node, (ast.Match, ast.Unwind, ast.CallSubquery, ast.CallProcedure)):
            bound.update(bound_in(node))
    return frozenset(columns & bound)


def _may_bind_again(query: ast.Query) -> bool:
    """Whether a name is bound in several places that do not see each other."""
    bound: set[str] = set()
    apart = again = len(query.parts) > 1
    for node in walk(query):
        new: Iterable[str] = ()
        if isinstance(node, ast.Match):
            new = {*named(node.patterns)}
        elif isinstance(node, ast.PatternComprehension):
            new, apart = {*named((node.pattern,))}, True
        elif isinstance(node, (ast.Unwind, ast.ListComprehension, ast.Quantified, ast.Reduce)):
            new = {node.variable}
            again = again or isinstance(node, ast.Reduce)
        elif isinstance(node, (ast.SubqueryExpression, ast.CallSubquery)):
            apart = True
        elif isinstance(node, ast.Projection) and not node.final:
            new, apart = {i.name for i in node.items if not is_named(i.expression, i.name)}, True
        again = again or not bound.isdisjoint(new)
        bound.update(new)
    return apart and again


class _Once(Renaming):
    """Takes every name that was there before, in scope or not, for one that a new one would hide."""

    def __init__(self, taken: Iterable[str], before: Iterable[str] = ()) -> None:
        super().__init__(taken)
        self._before = set(before)

    def _binding(self, names: Iterable[str], visible: Mapping[str, str]) -> Names:
        found = {}
        for name in names:
            hidden = name in self._before and name != "*"
            found[name] = visible.get(name) or (self._fresh(name) if hidden else name)
            self._before.add(name)
        return found

    def _hides(self, name: str, visible: Mapping[str, str]) -> bool:
        return name in visible or name in self._before

    def _projection(self, clause: ast.Projection, names: Names) -> tuple[ast.Projection, Names]:
        changed, after = super()._projection(clause, names)
        self._before.update(after)
        return changed, after


def plain_patterns(query: ast.Query) -> ast.Query:
    """The query with plain names for what its patterns bind, and with conditions for keys that are not plain."""
    patterns = [n for n in walk(query) if isinstance(n, (ast.NodePattern, ast.RelationshipPattern, ast.PathPattern))]
    if any(not isinstance(pattern, ast.PathPattern) and _odd_keys(pattern) for pattern in patterns):
        query = _keys_as_conditions(query)
    odd = dict.fromkeys(p.variable for p in patterns if p.variable is not None and not _is_plain(p.variable))
    if not odd:
        return query
    fresh = fresh_names("fp_n", query)
    names = {name: next(fresh) for name in odd}
    renamed: ast.Query = rename(query, names)
    parts = zip(query.parts, renamed.parts, strict=True)
    return dataclasses.replace(renamed, parts=tuple(_with_columns(old, new, names) for old, new in parts))


def _is_plain(name: str) -> bool:
    return name.isascii() and name.isidentifier()


def rename(tree: Any, names: Names) -> Any:
    """The tree with these names replaced wherever they stand: no new one is the name of anything else."""

    def change(node: ast.AnyNode) -> ast.AnyNode:
        if isinstance(node, ast.Variable):
            return dataclasses.replace(node, name=names.get(node.name, node.name))
        if isinstance(node, (ast.Unwind, ast.ListComprehension, ast.Quantified)):
            return dataclasses.replace(node, variable=names.get(node.variable, node.variable))
        if isinstance(node, ast.Reduce):
            accumulator = names.get(node.accumulator, node.accumulator)
            return dataclasses.replace(node, accumulator=accumulator, variable=names.get(node.variable, node.variable))
        if isinstance(node, ast.ProjectionItem):
            return dataclasses.replace(node, alias=names[node.name]) if node.name in names else node
        if isinstance(node, ast.CallProcedure) and node.yields is not None:
            return dataclasses.replace(node, yields=tuple((f, names.get(alias, alias)) for f, alias in node.yields))
        own = own_names(node, names)
        return dataclasses.replace(node, **own) if own else node

    return rewrite(tree, change)


def _with_columns(old: ast.SingleQuery, new: ast.SingleQuery, names: Names) -> ast.SingleQuery:
    """The renamed part with the columns of the old one, by which its rows are sorted too."""
    was, last = old.clauses[-1], new.clauses[-1]
    if not isinstance(was, ast.Projection) or not isinstance(last, ast.Projection) or not last.final:
        return new
    pairs = zip(was.items, last.items, strict=True)
    items = tuple(dataclasses.replace(item, alias=column.name) for column, item in pairs)
    columns = {item.name for item in items}
    order = rename(was.order, {name: now for name, now in names.items() if name not in columns})
    return dataclasses.replace(new, clauses=(*new.clauses[:-1], dataclasses.replace(last, items=items, order=order)))


def _odd_keys(pattern: ast.NodePattern | ast.RelationshipPattern) -> bool:
    properties = pattern.properties
    return isinstance(properties, ast.MapLiteral) and any(not _is_plain(key) for key, _ in properties.items)


def _keys_as_conditions(query: ast.Query) -> ast.Query:
    fresh = fresh_names("fp_k", query)

    def change(node: ast.AnyNode) -> ast.AnyNode:
        if not isinstance(node, (ast.NodePattern, ast.RelationshipPattern)) or not _odd_keys(node):
            return node
        assert isinstance(node.properties, ast.MapLiteral)
        variable = node.variable or next(fresh)
        kept = tuple((key, value) for key, value in node.properties.items if _is_plain(key))
        tests: list[ast.Expression] = [
            ast.Binary("=", ast.Property(ast.Variable(variable), key), value)
            for key, value in node.properties.items
            if not _is_plain(key)
        ]
        where = joined("AND", tests if node.where is None else [*tests, node.where])
        properties = dataclasses.replace(node.properties, items=kept) if kept else None
        return dataclasses.replace(node, variable=variable, properties=properties, where=where)

    changed: ast.Query = rewrite(query, change)
    return changed
