"""Checks over several clauses: `EXISTS { MATCH (a)-->(b) WHERE b.x = 1 MATCH (b)-->(c) }`.

kglite 0.21 reads one WHERE in there, behind the last MATCH. In the query that it gets, all conditions stand there.
"""

from __future__ import annotations

import dataclasses

from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.build import conjuncts, joined
from fingerpost.query_languages.cypher.walk import rewrite, walk


def in_one_condition(query: ast.Query) -> ast.Query:
    """The query with one WHERE in each EXISTS and COUNT of several MATCH."""
    if not any(isinstance(node, ast.SubqueryExpression) and _is_concerned(node) for node in walk(query)):
        return query

    def change(node: ast.AnyNode) -> ast.AnyNode:
        if not isinstance(node, ast.SubqueryExpression) or not _is_concerned(node):
            return node
        parts = tuple(map(_gathered, node.query.parts))
        return dataclasses.replace(node, query=dataclasses.replace(node.query, parts=parts))

    changed: ast.Query = rewrite(query, change)
    return changed


def _is_concerned(node: ast.SubqueryExpression) -> bool:
    return any(len(part.clauses) > 1 for part in node.query.parts)


def _gathered(part: ast.SingleQuery) -> ast.SingleQuery:
    matches = [clause for clause in part.clauses if isinstance(clause, ast.Match) and not clause.optional]
    if len(matches) < len(part.clauses):
        return part
    tests = list(dict.fromkeys(test for clause in matches for test in conjuncts(clause.where)))
    *before, last = [dataclasses.replace(clause, where=None) for clause in matches]
    return dataclasses.replace(part, clauses=(*before, dataclasses.replace(last, where=joined("AND", tests))))
