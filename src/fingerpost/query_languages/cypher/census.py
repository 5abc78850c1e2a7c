"""The nodes of a tree by their kind: one walk for every check that looks at all nodes of a kind."""

from __future__ import annotations

from typing import Any, TypeVar

from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.walk import walk

_Kind = TypeVar("_Kind")


class Census:
    """The nodes of one tree; those of a kind are in the order of the tree."""

    __slots__ = ("_by_kind",)

    def __init__(self, tree: ast.AnyNode) -> None:
        by_kind: dict[type, list[Any]] = {}
        for node in walk(tree):
            found = by_kind.get(type(node))
            if found is None:
                by_kind[type(node)] = [node]
            else:
                found.append(node)
        self._by_kind = by_kind

    def of(self, kind: type[_Kind]) -> list[_Kind]:
        """All nodes of exactly this kind."""
        return self._by_kind.get(kind, [])
