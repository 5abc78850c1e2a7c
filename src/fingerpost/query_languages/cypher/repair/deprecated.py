"""Functions that newer dialects no longer have, in what they have instead."""

from __future__ import annotations

from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.walk import rewrite, walk

_OLD = frozenset(("exists", "size", "length"))
_COMPARED = frozenset(("=", "<>"))


def modernised(query: ast.Query, *, has_element_ids: bool) -> tuple[ast.Query, tuple[str, ...]]:
    """The query without deprecated functions, and what was done; `has_element_ids` where `elementId` replaced `id`."""
    old = _OLD | {"id"} if has_element_ids else _OLD
    if not any(isinstance(node, ast.FunctionCall) and node.name.lower() in old for node in walk(query)):
        return query, ()
    fixes: list[str] = []

    def change(node: ast.AnyNode) -> ast.AnyNode:
        for rule in (_exists, _size, _identity) if has_element_ids else (_exists, _size):
            new = rule(node)
            if new is not None:
                node, fix = new
                fixes.append(fix)
        return node

    return rewrite(query, change), tuple(dict.fromkeys(fixes))


def _exists(node: ast.AnyNode) -> tuple[ast.AnyNode, str] | None:
    """`exists(n.p)` and `exists((a)-->(b))`."""
    argument = _argument(node, "exists")
    if isinstance(argument, (ast.PatternPredicate, ast.SubqueryExpression)):
        return argument, "exists() around a pattern was written as the pattern"
    if argument is None:
        return None
    return ast.IsNull(argument, True, node.pos), "exists() of a property was written as IS NOT NULL"


def _size(node: ast.AnyNode) -> tuple[ast.AnyNode, str] | None:
    """`size((a)-->(b))` and `length((a)-->(b))`."""
    argument = _argument(node, "size") or _argument(node, "length")
    if not isinstance(argument, ast.PatternPredicate) or argument.pattern.selector:
        return None
    clause = ast.Match((argument.pattern,), pos=argument.pos)
    counted = ast.Query((ast.SingleQuery((clause,), argument.pos),), pos=argument.pos)
    return ast.SubqueryExpression("COUNT", counted, node.pos), "the size of a pattern was written as COUNT { }"


def _identity(node: ast.AnyNode) -> tuple[ast.AnyNode, str] | None:
    """`id(a) = id(b)`: only where no number is seen or ordered, as `elementId` gives text of another order."""
    if not isinstance(node, ast.Binary) or node.operator not in _COMPARED:
        return None
    left, right = _argument(node.left, "id"), _argument(node.right, "id")
    if left is None or right is None:
        return None
    first, second = (ast.FunctionCall("elementId", (each,), pos=node.pos) for each in (left, right))
    return ast.Binary(node.operator, first, second, node.pos), "id() was written as elementId()"


def _argument(node: ast.AnyNode, name: str) -> ast.Expression | None:
    """The only argument of a call of this function."""
    called = isinstance(node, ast.FunctionCall) and node.name.lower() == name and len(node.arguments) == 1
    return node.arguments[0] if called else None
