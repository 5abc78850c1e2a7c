"""The pass over unions: every branch returns columns of the same names."""

from __future__ import annotations

from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.semantics.analysis import Analysis


def check(analysis: Analysis) -> None:
    for query in analysis.every(ast.Query):
        wanted = analysis.columns.get(id(query.parts[0]), ())
        for part in query.parts[1:]:
            found = analysis.columns.get(id(part), wanted)
            if set(found) != set(wanted):
                message = f"this branch returns {_said(found)} and the first {_said(wanted)}; both need the same names"
                analysis.report("S122", "DifferentColumnsInUnion", message, part.pos)


def _said(columns: tuple[str, ...]) -> str:
    return ", ".join(columns) or "nothing"
