"""The day of a moment that is kept as text: `date(c.when)` of "2026-04-27T21:21:11+02:00".

Engines read a date alone. The day is what the text begins with, in its own zone, so that dates and moments may stand
in one column; a word for "not known" has none.
"""

from __future__ import annotations

from collections.abc import Mapping

from fingerpost.core.cells import Cell
from fingerpost.core.schema import GraphSchema, TextKind
from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.census import Census
from fingerpost.query_languages.cypher.fit.owners import KnownProperties
from fingerpost.query_languages.cypher.fit.typed import Typed
from fingerpost.query_languages.cypher.semantics.kinds import STRING, Stored
from fingerpost.query_languages.cypher.walk import replace, walk

_GIVEN = (ast.Literal, ast.Parameter, ast.MapLiteral)
_LENGTH = len("2026-04-27")
_HYPHEN = len("2026")


def read_days_in_texts(query: ast.Query, schema: GraphSchema | None, parameters: Mapping[str, Cell]) -> ast.Query:
    """The query with `date()` of every property of ISO texts such that it takes moments and what is not known."""
    if schema is None or not any(_read(node) is not None for node in walk(query)):
        return query
    kinds = Typed(query, Census(query), KnownProperties(schema), parameters).kinds

    def change(node: ast.AnyNode) -> ast.AnyNode | None:
        text = _read(node)
        kind = kinds.get(id(text)) if text is not None else None
        if text is None or not isinstance(kind, Stored) or kind != STRING:
            return None
        if any(info.text_kind is not TextKind.ISO_DATE for info in kind.infos):
            return None
        hyphen = ast.Binary("=", _part(text, _HYPHEN, 1), ast.Literal("-"))
        day = ast.FunctionCall("date", (_part(text, 0, _LENGTH),))
        return ast.Case(None, ((hyphen, day),), None)

    changed: ast.Query = replace(query, change)
    return changed


def _read(node: ast.AnyNode) -> ast.Expression | None:
    """What a call of `date()` reads, where that is not written out."""
    if not isinstance(node, ast.FunctionCall) or node.name.lower() != "date" or len(node.arguments) != 1:
        return None
    return None if isinstance(node.arguments[0], _GIVEN) else node.arguments[0]


def _part(text: ast.Expression, start: int, length: int) -> ast.FunctionCall:
    return ast.FunctionCall("substring", (text, ast.Literal(start), ast.Literal(length)))
