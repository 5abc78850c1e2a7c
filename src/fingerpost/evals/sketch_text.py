"""Expressions of a sketch: nested tuples, and their text with names for nodes and edges."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from fingerpost.evals.compare import plain

Expression: TypeAlias = tuple[Any, ...]
"""One of these: `("node", number)`, `("edge", number)`, `("property", of, name)`, `("value", cell)`,
`("call", function, *arguments)`, `("aggregate", function, of)`, `("test", left, comparison, right, negated, each)`,
`("all" or "any", *tests)`, `("exists", negated, steps, tests)`, `("best", number, ((expression, descending), ...))`,
`("some", label)`, and `("word", text)` for what stands for itself."""


def has_aggregate(expression: Any) -> bool:
    """Whether an aggregate stands anywhere in an expression."""
    if not isinstance(expression, tuple) or not expression:
        return False
    return expression[0] == "aggregate" or any(has_aggregate(item) for item in expression)


def said(expression: Expression, nodes: Sequence[str], edges: Sequence[str]) -> str:
    """An expression as text, with these names for its nodes and edges."""

    def text(part: Any) -> str:
        return said(part, nodes, edges)

    kind = expression[0]
    if kind == "node":
        return nodes[expression[1]]
    if kind == "edge":
        return edges[expression[1]]
    if kind == "property":
        return f"{text(expression[1])}.{expression[2]}"
    if kind == "value":
        return _value(expression[1])
    if kind == "some":
        return f"some {expression[1]}"
    if kind == "word":
        return str(expression[1])
    if kind in ("call", "aggregate"):
        return f"{expression[1]}({', '.join(map(text, expression[2:]))})"
    if kind == "test":
        return _test(expression, nodes, edges)
    if kind in ("all", "any"):
        return f"{kind} of ({'; '.join(sorted(map(text, expression[1:])))})"
    if kind == "best":
        order = ", ".join(f"{text(of)} {'descending' if down else 'ascending'}" for of, down in expression[2])
        return f"first {expression[1]} by {order}" if order else f"first {expression[1]}"
    _, negated, steps, tests = expression
    inside = [f"{text(a)} -{types}- {text(b)}" for a, types, b in steps]
    return f"{'no ' if negated else 'some '}({'; '.join(sorted([*inside, *map(text, tests)]))})"


def _test(expression: Expression, nodes: Sequence[str], edges: Sequence[str]) -> str:
    _, left, comparison, right, negated, each = expression
    parts = [said(left, nodes, edges), comparison]
    if right is not None:
        parts.append(said(right, nodes, edges))
    whole = " ".join(parts)
    if each is not None:
        whole = f"{each} item: {whole}"
    return f"not {whole}" if negated else whole


def _value(cell: Any) -> str:
    if isinstance(cell, tuple):
        return f"[{', '.join(sorted(map(_value, cell)))}]"
    form = plain(cell)
    if isinstance(form, float) and form.is_integer():
        return str(int(form))
    return repr(form) if isinstance(form, str) else str(cell)
