"""Names that are defined again after they went out of scope: `WITH x AS n ... WITH count(*) AS c ... WITH y AS n`.

kglite 0.21 moves a condition on the new one back to where the old one was defined. In the query that it gets, the new
one has a name of its own; the columns of the result keep theirs.
"""

from __future__ import annotations

from collections.abc import Iterable

from fingerpost.languages.cypher import ast
from fingerpost.languages.cypher.hiding import _may_hide, _Names, _Renaming
from fingerpost.languages.cypher.walk import variables


def define_once(query: ast.Query) -> ast.Query:
    """The query with a name of its own for every alias."""
    return _Once(variables(query)).query(query, {}) if _may_hide(query) else query


class _Once(_Renaming):
    """Takes every name that was there before, in scope or not, for one that an alias would hide."""

    def __init__(self, taken: Iterable[str]) -> None:
        super().__init__(taken)
        self._before: set[str] = set()

    def _projection(self, clause: ast.Projection, names: _Names) -> tuple[ast.Projection, _Names]:
        self._before.update(names)
        return super()._projection(clause, {**{name: name for name in self._before}, **names})
