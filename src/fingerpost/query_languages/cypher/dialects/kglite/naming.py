"""Property names that are computed: `n[k]`, where `k` may be 'title', which the engine keeps as `title_`.

kglite keeps some names for itself, so properties of these names have an underscore more (`core.names`). A name that is
written in the query is translated where it is printed. In the query that the engine gets, one that is only known when
the query runs gets its underscore there: `n[CASE WHEN k =~ '(id|title|..)_*' THEN k + '_' ELSE k END]`.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Container, Mapping

from fingerpost.core.cells import Cell
from fingerpost.core.names import kept_names
from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.dialect import Draft
from fingerpost.query_languages.cypher.walk import rewrite, walk

_INTEGERS = frozenset(("size", "length", "tointeger", "abs", "sign", "count", "char_length"))


def with_stored_names(draft: Draft) -> Draft:
    """The query with every computed property name as the engine stores it."""
    if not any(isinstance(node, ast.Index) for node in walk(draft.tree)):
        return draft
    counters = _counters(draft.tree)
    pattern = ast.Literal(f"{kept_names(draft.dialect.kept)}_*")

    def change(node: ast.AnyNode) -> ast.AnyNode:
        if not isinstance(node, ast.Index) or is_place(node.index, draft.parameters, counters):
            return node
        longer = ast.Binary("+", node.index, ast.Literal("_"))
        name = ast.Case(None, ((ast.Binary("=~", node.index, pattern), longer),), node.index)
        return dataclasses.replace(node, index=name)

    return dataclasses.replace(draft, tree=rewrite(draft.tree, change))


def _counters(query: ast.Query) -> frozenset[str]:
    """The names that stand for numbers of a `range()` only."""
    counting: set[str] = set()
    others: set[str] = set()
    for node in walk(query):
        if isinstance(node, (ast.Unwind, ast.ListComprehension, ast.Quantified, ast.Reduce)):
            source = node.source
            is_range = isinstance(source, ast.FunctionCall) and source.name.lower() == "range"
            (counting if is_range else others).add(node.variable)
        if isinstance(node, ast.Reduce):
            others.add(node.accumulator)
        elif isinstance(node, ast.Projection):
            others.update(
                item.name
                for item in node.items
                if not (isinstance(item.expression, ast.Variable) and item.expression.name == item.name)
            )
    return frozenset(counting - others)


def is_place(index: ast.Expression, parameters: Mapping[str, Cell], counters: Container[str] = ()) -> bool:
    """Whether an index is the place of an item in a list, and never the name of a property that is kept."""
    if isinstance(index, ast.Literal):
        return not isinstance(index.value, str)
    if isinstance(index, ast.Parameter):
        return index.name in parameters and not isinstance(parameters[index.name], str)
    if isinstance(index, ast.Variable):
        return index.name in counters
    if isinstance(index, ast.Unary):
        return True
    if isinstance(index, ast.FunctionCall):
        return index.name.lower() in _INTEGERS
    if isinstance(index, ast.Binary):
        sides = (is_place(index.left, parameters, counters), is_place(index.right, parameters, counters))
        return any(sides) or index.operator != "+"  # a name with a number before or after it is none that is kept
    return isinstance(index, ast.CountStar)
