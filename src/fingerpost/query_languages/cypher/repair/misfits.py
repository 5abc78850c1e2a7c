"""What does not fit the graph is replaced where only one thing can have been meant."""

from __future__ import annotations

from collections.abc import Callable

from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.fit import Misfit
from fingerpost.query_languages.cypher.walk import replace
from fingerpost.query_languages.findings import Severity

_ROUNDS = 10
"""How often a query is looked at again: one right name lets the next be seen."""


def fitted(query: ast.Query, look: Callable[[ast.Query], list[Misfit]]) -> tuple[ast.Query, list[Misfit], list[str]]:
    """The query with its misfits repaired, those that remain, and what was done; all misfits where an error remains.

    `look` finds the misfits of a tree. Only errors are repaired: a note says that the query may well be right.
    """
    fixes: list[str] = []
    misfits = first = look(query)
    for _ in range(_ROUNDS):
        meant = {
            id(misfit.node): misfit
            for misfit in reversed(misfits)
            if misfit.instead is not None and misfit.finding.severity is Severity.ERROR
        }
        if not meant:
            break
        query, done = _replaced(query, meant)
        fixes += done
        misfits = look(query)
    if any(misfit.finding.severity is Severity.ERROR for misfit in misfits):
        places = {(misfit.finding.code, misfit.finding.position) for misfit in first}
        more = [each for each in misfits if (each.finding.code, each.finding.position) not in places]
        return query, [*first, *more], fixes
    return query, misfits, fixes


def _replaced(query: ast.Query, meant: dict[int, Misfit]) -> tuple[ast.Query, list[str]]:
    fixes: list[str] = []

    def change(node: ast.AnyNode) -> ast.AnyNode | None:
        misfit = meant.get(id(node))
        if misfit is None:
            return None
        fixes.append(misfit.fix)
        return misfit.instead

    return replace(query, change), fixes
