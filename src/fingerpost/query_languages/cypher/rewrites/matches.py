"""Going through the MATCH clauses of a query with what is visible at each."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Collection, Iterable, Iterator

from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.build import named

Change = Callable[[ast.Match, Collection[str]], Iterable[ast.Match]]
"""What stands for a clause, given the names that are visible before it."""


def with_matches(query: ast.Query, change: Change, visible: Collection[str] = ()) -> ast.Query:
    """The query with other clauses for each MATCH, also in CALL subqueries, and not inside expressions."""
    parts = tuple(dataclasses.replace(p, clauses=tuple(_clauses(p.clauses, visible, change))) for p in query.parts)
    return dataclasses.replace(query, parts=parts)


def _clauses(clauses: tuple[ast.Clause, ...], visible: Collection[str], change: Change) -> Iterator[ast.Clause]:
    names = set(visible)
    for clause in clauses:
        if isinstance(clause, ast.Match):
            yield from change(clause, names)
            names.update(named(clause.patterns))
            continue
        if isinstance(clause, ast.CallSubquery):
            yield dataclasses.replace(clause, query=with_matches(clause.query, change, _imported(clause, names)))
            last = clause.query.parts[0].clauses[-1]
            if isinstance(last, ast.Projection) and last.final:
                names.update(item.name for item in last.items)
            continue
        yield clause
        if isinstance(clause, ast.Projection):
            names = {item.name for item in clause.items}
        elif isinstance(clause, ast.Unwind):
            names.add(clause.variable)
        else:
            names.update(alias for _, alias in clause.yields or ())


def _imported(clause: ast.CallSubquery, names: Collection[str]) -> Collection[str]:
    """What the inside of a subquery sees: what it imports, by a list or by a WITH in front."""
    if clause.imports is None:
        return names if isinstance(clause.query.parts[0].clauses[0], ast.Projection) else ()
    return names if clause.imports == ("*",) else clause.imports
