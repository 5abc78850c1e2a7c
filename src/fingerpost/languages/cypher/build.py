"""Small constructions of syntax trees that several passes need."""

from __future__ import annotations

from collections.abc import Sequence

from fingerpost.languages.cypher import ast


def joined(operator: str, parts: Sequence[ast.Expression]) -> ast.Expression | None:
    """The parts under AND or OR; None where there are none."""
    if not parts:
        return None
    whole = parts[0]
    for part in parts[1:]:
        whole = ast.Binary(operator, whole, part)
    return whole
