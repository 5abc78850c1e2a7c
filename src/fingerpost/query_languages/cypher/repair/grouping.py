"""Names that a WITH forgets and what follows needs."""

from __future__ import annotations

import dataclasses

from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.build import named
from fingerpost.query_languages.cypher.walk import has_aggregate, variables


def carried_on(query: ast.Query) -> tuple[ast.Query, tuple[str, ...]]:
    """The query with the names that a WITH forgets carried on, and what was done.

    Past an aggregate only what the RETURN right behind shows beside it is: that must be grouped by.
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
    aggregates = any(has_aggregate(item.expression) for item in clause.items)
    if clause.distinct or (clause.where is not None and name in variables(clause.where)):
        return False
    if aggregates:
        last = following[0] if following else None
        if not (isinstance(last, ast.Projection) and last.final):
            return False
        using = [item.expression for item in last.items if name in variables(item.expression)]
        return bool(using) and not any(has_aggregate(each) for each in using)
    for later in following:
        if isinstance(later, ast.Match) and name in named(later.patterns):
            return False
        if name in variables(later):
            return True
        if isinstance(later, ast.Projection):
            return False
    return False
