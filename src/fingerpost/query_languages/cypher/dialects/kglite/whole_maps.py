"""Maps of all properties: `properties(n)`, `n {.*}`.

The engine's maps hold what it keeps itself beside the properties, under other names. What a result holds, and what is
looked up in such a map, is translated; a comparison, a text or a group of whole maps would come out wrong, so it is
refused.
"""

from __future__ import annotations

from collections.abc import Iterator

from fingerpost.core.errors import UnsupportedConstruct
from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.dialect import Draft
from fingerpost.query_languages.cypher.dialects.kglite.holding import HANDING_ON, Holding
from fingerpost.query_languages.cypher.vocabulary import AGGREGATE_NAMES
from fingerpost.query_languages.cypher.walk import has_aggregate, walk

_HANDING_ON = HANDING_ON | {"properties"}
"""Functions that give the map, or a list of maps, that they get."""
_HARMLESS = _HANDING_ON | {"keys", "size", "count"}


def whole_maps_are_only_handed_on(draft: Draft) -> Draft:
    """The draft itself.

    Raises:
        UnsupportedConstruct: the query compares, groups or writes as text the map of all properties of an element.
    """
    if any(map(_makes_map, walk(draft.tree))):
        _Maps(draft).check()
    return draft


def _makes_map(node: ast.AnyNode) -> bool:
    if isinstance(node, ast.MapProjection):
        return any(kind == "all" for kind, _, _ in node.items)
    return isinstance(node, ast.FunctionCall) and node.name.lower() == "properties"


class _Maps:
    """Which names and expressions of a query stand for maps of all properties, or for lists of them."""

    def __init__(self, draft: Draft) -> None:
        self._query = draft.tree
        self._is_map = Holding(draft.tree, draft.parameters, _makes_map, _HANDING_ON).holds

    def check(self) -> None:
        for node in walk(self._query):
            if any(self._is_map(expression) for expression in _compared(node)):
                raise UnsupportedConstruct(
                    "the map of all properties of an element (properties(), {.*}) can be returned and looked up, "
                    "but not compared, grouped or made into text in this dialect: name the properties"
                )


def _compared(node: ast.AnyNode) -> Iterator[ast.Expression]:
    """What a node compares, groups, sorts or makes something else of."""
    if isinstance(node, ast.Binary) and node.operator != "+":
        yield from (node.left, node.right)
    elif isinstance(node, ast.FunctionCall):
        name = node.name.lower()
        if name not in _HARMLESS or (name in AGGREGATE_NAMES and node.distinct):
            yield from node.arguments
    elif isinstance(node, ast.Case) and node.subject is not None:
        yield node.subject
    elif isinstance(node, ast.Projection):
        yield from (item.expression for item in node.order)
        keys = [item.expression for item in node.items if not has_aggregate(item.expression)]
        if node.distinct or len(keys) < len(node.items):
            yield from keys
    elif isinstance(node, ast.Query) and len(node.parts) > 1 and not node.all:
        for part in node.parts:
            last = part.clauses[-1]
            if isinstance(last, ast.Projection):
                yield from (item.expression for item in last.items)
