"""`elementId` where elements that we loaded keep the source's id as a property, and others have the server's only."""

from __future__ import annotations

from collections.abc import Callable

from fingerpost.core.names import ELEMENT_ID
from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.vocabulary import function_name

Said = Callable[[ast.Expression], str]
"""How an expression is written where something with a dot follows it."""


def element_id(call: ast.FunctionCall, said: Said) -> str:
    """`elementId(n)` as text."""
    element = said(call.arguments[0])
    return f"coalesce({element}.{ELEMENT_ID}, elementId({element}))"


def known_by_id(node: ast.Binary, said: Said) -> str | None:
    """`elementId(n) = $id` so that an index on the ids that we keep is used, as it is not on `coalesce`; else None."""
    left, right = node.left, node.right
    if node.operator not in ("=", "IN") or not isinstance(left, ast.FunctionCall):
        return None
    if not isinstance(right, ast.Parameter) or function_name(left.name) != "elementId" or len(left.arguments) != 1:
        return None
    element, wanted = said(left.arguments[0]), said(right)
    own = f"{element}.{ELEMENT_ID}"
    return f"({own} {node.operator} {wanted} OR {own} IS NULL AND elementId({element}) {node.operator} {wanted})"
