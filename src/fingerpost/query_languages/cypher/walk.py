"""Walking and rebuilding syntax trees."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from operator import attrgetter, is_
from typing import Any

from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.vocabulary import AGGREGATE_NAMES

_FIELDS: dict[type, tuple[str, ...] | None] = {}
_PARTS: dict[type, Callable[[Any], tuple[Any, ...]] | None] = {}
_PLAIN = frozenset((type(None), str, bool, int, float))
"""What stands in a tree most often and is not a node."""
_LEAVES = frozenset((ast.Literal, ast.Variable, ast.Parameter))
"""Nodes without nodes inside: a list may have tens of thousands of them."""
_AGGREGATING = frozenset((ast.CountStar, ast.FunctionCall))
_APART = frozenset((ast.SubqueryExpression, ast.PatternPredicate, ast.PatternComprehension))
"""Nodes that aggregate for themselves, whatever is inside."""
_NAMING = frozenset(
    (
        *(ast.Variable, ast.NodePattern, ast.RelationshipPattern, ast.PathPattern, ast.Unwind, ast.ListComprehension),
        *(ast.Quantified, ast.Reduce, ast.MapProjection, ast.ProjectionItem, ast.CallProcedure),
    )
)
"""Nodes that mention a variable themselves."""


def fields_of(kind: type) -> tuple[str, ...] | None:
    """The fields of a node class that can hold nodes; None for a class that is none of nodes."""
    try:
        return _FIELDS[kind]
    except KeyError:
        is_node = dataclasses.is_dataclass(kind)
        fields = tuple(f.name for f in dataclasses.fields(kind) if f.name not in ("pos", "text")) if is_node else None
        return _FIELDS.setdefault(kind, fields)


def _parts(kind: type) -> Callable[[Any], tuple[Any, ...]] | None:
    """What gives the parts of a node of a class, last first; None for a class that is none of nodes."""
    try:
        return _PARTS[kind]
    except KeyError:
        fields = fields_of(kind)
        return _PARTS.setdefault(kind, None if fields is None else _getter(fields))


def parts_of(node: ast.AnyNode) -> tuple[Any, ...] | None:
    """The direct parts of a node, last first: nodes, tuples and plain values; None for anything else."""
    parts = _parts(type(node))
    return None if parts is None else parts(node)


def _getter(fields: tuple[str, ...]) -> Callable[[Any], tuple[Any, ...]]:
    if not fields:
        return lambda _: ()
    if len(fields) == 1:
        only = attrgetter(*fields)
        return lambda node: (only(node),)
    return attrgetter(*reversed(fields))


_NEWEST: list[tuple[ast.Query, tuple[ast.AnyNode, ...]] | None] = [None]
"""The query that was walked last: a dozen steps of the gate walk the same one in turn. Trees do not change."""


def walk(node: ast.AnyNode) -> Iterator[ast.AnyNode]:
    """Every node of a tree, the root first."""
    if type(node) is not ast.Query:
        return _walk(node)
    known = _NEWEST[0]
    if known is None or known[0] is not node:
        known = _NEWEST[0] = (node, tuple(_walk(node)))
    return iter(known[1])


def _walk(node: ast.AnyNode) -> Iterator[ast.AnyNode]:
    stack: list[Any] = [node]
    while stack:
        current = stack.pop()
        kind = type(current)
        if kind is tuple:
            stack.extend(reversed(current))
        elif kind in _LEAVES:
            yield current
        elif kind not in _PLAIN:
            try:
                parts = _PARTS[kind]
            except KeyError:
                parts = _parts(kind)
            if parts is not None:
                yield current
                stack.extend(parts(current))


def children(node: ast.AnyNode) -> Iterator[ast.AnyNode]:
    """The nodes right below a node, in order."""
    parts = _parts(type(node))
    stack = [*parts(node)] if parts is not None else []
    while stack:
        current = stack.pop()
        if isinstance(current, tuple):
            stack.extend(reversed(current))
        elif _parts(type(current)) is not None:
            yield current


def replace(node: ast.AnyNode, change: Callable[[ast.AnyNode], ast.AnyNode | None]) -> ast.AnyNode:
    """The tree with nodes replaced: `change` returns a node to stand for the one it is given, or None to go inside."""
    kind = type(node)
    if kind is tuple:
        return _same_or(node, tuple([replace(item, change) for item in node]))
    if kind in _LEAVES:
        changed = change(node)
        return node if changed is None else changed
    fields = fields_of(kind)
    if fields is None:
        return node
    changed = change(node)
    return _with_parts(node, fields, replace, change) if changed is None else changed


def rewrite(node: ast.AnyNode, change: Callable[[ast.AnyNode], ast.AnyNode]) -> ast.AnyNode:
    """The tree rebuilt from its leaves: `change` gets every node after its parts and returns what stands for it."""
    kind = type(node)
    if kind is tuple:
        return _same_or(node, tuple([rewrite(item, change) for item in node]))
    if kind in _LEAVES:
        return change(node)
    fields = fields_of(kind)
    return node if fields is None else change(_with_parts(node, fields, rewrite, change))


def _with_parts(node: ast.AnyNode, fields: tuple[str, ...], into: Callable[..., Any], change: Any) -> ast.AnyNode:
    """The node with what `into` makes of its parts; itself where that is the same."""
    new: dict[str, Any] = {}
    same = True
    for name in fields:
        old = getattr(node, name)
        if type(old) not in _PLAIN:
            made = into(old, change)
            if made is not old:
                new[name] = made
                same = same and made == old
    return node if same else dataclasses.replace(node, **new)


def _same_or(old: tuple[Any, ...], new: tuple[Any, ...]) -> tuple[Any, ...]:
    """The old parts where none of them was changed: what stands above need not compare them."""
    return old if all(map(is_, old, new)) else new


def has_aggregate(expression: ast.AnyNode) -> bool:
    """Whether an expression aggregates, outside subqueries."""
    stack = [expression]
    while stack:
        current = stack.pop()
        kind = type(current)
        if kind is tuple:
            stack.extend([item for item in current if type(item) not in _LEAVES])
        elif kind in _AGGREGATING and (kind is ast.CountStar or current.name.lower() in AGGREGATE_NAMES):
            return True
        elif kind not in _PLAIN and kind not in _LEAVES and kind not in _APART:
            parts = _parts(kind)
            if parts is not None:
                stack.extend(parts(current))
    return False


def variables(node: ast.AnyNode) -> frozenset[str]:
    """The names of all variables that a tree mentions, bound inside it or not."""
    found: set[str] = set()
    for current in walk(node):
        if type(current) not in _NAMING:
            continue
        if isinstance(current, ast.Variable):
            found.add(current.name)
        elif isinstance(current, (ast.NodePattern, ast.RelationshipPattern, ast.PathPattern)):
            if current.variable is not None:
                found.add(current.variable)
        elif isinstance(current, (ast.Unwind, ast.ListComprehension, ast.Quantified)):
            found.add(current.variable)
        elif isinstance(current, ast.Reduce):
            found.update((current.accumulator, current.variable))
        elif isinstance(current, ast.MapProjection):
            found.add(current.subject)
            found.update(name for kind, name, _ in current.items if kind == "variable")
        elif isinstance(current, ast.ProjectionItem) and current.alias is not None:
            found.add(current.alias)
        elif isinstance(current, ast.CallProcedure):
            found.update(alias for _, alias in current.yields or ())
    return frozenset(found)
