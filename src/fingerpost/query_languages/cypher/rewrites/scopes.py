"""What each clause sees: every `*` written out by the names that it stands for."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence

from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.build import named


def write_stars_out(query: ast.Query) -> ast.Query:
    """The query with every `WITH *` and `RETURN *` written out, in the order in which the names appeared.

    Engines differ in what a `*` brings and in which order, and names that other rewriting makes are not to be among
    them. A star stays where only the engine knows the names: after `YIELD *`.
    """
    if not any(_concerned(clause) for part in query.parts for clause in part.clauses):
        return query
    return _query(query, ())[0]


def _concerned(clause: ast.Clause) -> bool:
    return clause.star if isinstance(clause, ast.Projection) else isinstance(clause, ast.CallSubquery)


_Names = list[str] | None
"""What is visible, in order; None if only the engine knows it."""


def _query(query: ast.Query, visible: Sequence[str]) -> tuple[ast.Query, _Names]:
    """The query, and what its parts return."""
    parts = []
    returned: _Names = []
    for part in query.parts:
        clauses, returned = _clauses(part.clauses, visible)
        parts.append(dataclasses.replace(part, clauses=clauses))
    return dataclasses.replace(query, parts=tuple(parts)), returned


def _clauses(clauses: Iterable[ast.Clause], visible: Sequence[str]) -> tuple[tuple[ast.Clause, ...], _Names]:
    names: _Names = list(visible)
    result: list[ast.Clause] = []
    for clause in clauses:
        changed, names = _clause(clause, names)
        result.append(changed)
    return tuple(result), names


def _clause(clause: ast.Clause, names: _Names) -> tuple[ast.Clause, _Names]:
    """The clause, and what is visible after it."""
    new: Iterable[str] | None
    if isinstance(clause, ast.Projection):
        if clause.star and names:
            items = tuple(ast.ProjectionItem(ast.Variable(name), name) for name in names)
            clause = dataclasses.replace(clause, star=False, items=(*items, *clause.items))
        return clause, None if clause.star else [item.name for item in clause.items]
    if isinstance(clause, ast.Match):
        new = named(clause.patterns)
    elif isinstance(clause, ast.Unwind):
        new = (clause.variable,)
    elif isinstance(clause, ast.CallSubquery):
        inner = names or [] if clause.imports in (None, ("*",)) else clause.imports or ()
        query, new = _query(clause.query, inner)
        clause = dataclasses.replace(clause, query=query)
        last = query.parts[0].clauses[-1]
        if not (isinstance(last, ast.Projection) and last.final):
            new = ()
    else:
        fields = [alias for _, alias in clause.yields or ()]
        new = None if clause.yields is None or "*" in fields else fields
    return clause, None if names is None or new is None else list(dict.fromkeys((*names, *new)))
