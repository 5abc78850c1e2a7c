"""Comparisons that the engine would make by casting: of text with what is not text, which are never equal in Cypher."""

from __future__ import annotations

from fingerpost.core.errors import UnsupportedConstruct
from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.dialects.ladybug.kinds import NUMBERS, Kind, Kinds
from fingerpost.query_languages.cypher.walk import walk

_COMPARING = frozenset(("=", "<>", "<", ">", "<=", ">="))
_GROUPS = (
    NUMBERS,
    frozenset((Kind.TEXT,)),
    frozenset((Kind.BOOLEAN,)),
    frozenset((Kind.DATE,)),
    frozenset((Kind.TIMESTAMP,)),
    frozenset((Kind.DURATION,)),
    frozenset((Kind.LIST, Kind.HOPS)),
)


def require_comparable(query: ast.Query, kinds: Kinds) -> None:
    """Return if nothing is compared with what is surely of another kind.

    Raises:
        UnsupportedConstruct: something is.
    """
    for node in walk(query):
        if not isinstance(node, ast.Binary):
            continue
        if node.operator in _COMPARING:
            _require_one_group(kinds.of(node.left), kinds.of(node.right))
        elif node.operator == "IN":
            _require_one_group(kinds.of(node.left), kinds.of_items(node.right))


def _require_one_group(left: Kind | None, right: Kind | None) -> None:
    one, other = (next((group for group in _GROUPS if kind in group), None) for kind in (left, right))
    if one is not None and other is not None and one is not other and left is not None and right is not None:
        raise UnsupportedConstruct(
            f"{left.value} compared with {right.value} cannot be expressed in the ladybug dialect"
        )
