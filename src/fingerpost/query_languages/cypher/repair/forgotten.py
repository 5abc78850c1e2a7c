"""Names that a WITH forgets and what follows needs."""

from __future__ import annotations

import dataclasses

from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.build import named
from fingerpost.query_languages.cypher.walk import has_aggregate, variables


def carried_on(query: ast.Query) -> tuple[ast.Query, tuple[str, ...]]:
    """The query with the names that a WITH drops carried on, and what was done.

    Only through a WITH with a row for each incoming one: after grouping or removing duplicates, the intended meaning
    would be unknown.
    """
    fixes: list[str] = []
    parts = tuple(dataclasses.replace(part, clauses=_clauses(part.clauses, fixes)) for part in query.parts)
    return dataclasses.replace(query, parts=parts), tuple(dict.fromkeys(fixes))


def _clauses(clauses: tuple[ast.Clause, ...], fixes: list[str]) -> tuple[ast.Clause, ...]:
    done = list(clauses)
    seen: set[str] = set()
    for index, clause in enumerate(done):
        if isinstance(clause, ast.Match):
            seen |= set(named(clause.patterns))
        elif isinstance(clause, ast.Projection) and not clause.final and not clause.star:
            items = {item.name for item in clause.items}
            missing = [name for name in sorted(seen - items) if _needed(name, clause, done[index + 1 :])]
            if missing:
                new = tuple(ast.ProjectionItem(ast.Variable(name), name) for name in missing)
                done[index] = dataclasses.replace(clause, items=(*clause.items, *new))
                fixes += (f"{name} was carried on through WITH" for name in missing)
            seen = items & seen | set(missing)
    return tuple(done)


def _needed(name: str, clause: ast.Projection, following: list[ast.Clause]) -> bool:
    """Whether what follows needs a name before it binds it anew, and that cannot change what the WITH gives."""
    if clause.distinct or any(has_aggregate(item.expression) for item in clause.items):
        return False
    if clause.where is not None and name in variables(clause.where):
        return False
    for later in following:
        star = isinstance(later, ast.Projection) and later.star
        if star or name in _binds(later):
            return False
        if name in variables(later):
            return True
        if isinstance(later, ast.Projection):
            return False
    return False


def _binds(clause: ast.Clause) -> set[str]:
    """The names that a clause binds anew."""
    if isinstance(clause, ast.Match):
        return set(named(clause.patterns))
    if isinstance(clause, ast.Unwind):
        return {clause.variable}
    if isinstance(clause, ast.CallProcedure):
        return {alias for _, alias in clause.yields or ()}
    if isinstance(clause, ast.CallSubquery):
        last = clause.query.parts[0].clauses[-1]
        return {item.name for item in last.items} if isinstance(last, ast.Projection) else set()
    return set()
