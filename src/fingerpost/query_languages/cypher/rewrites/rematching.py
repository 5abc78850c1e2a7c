"""Relationships that are matched again: `MATCH (a)-[r]->(b) WHERE b.x = 1 WITH r MATCH (s)-[r]->(e)`.

kglite 0.21 finds nothing for some of these. In the query that it gets, the second pattern has a relationship of its
own, which is tested to be the first.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Iterator

from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.build import fresh_names, joined
from fingerpost.query_languages.cypher.rewrites.matches import with_matches
from fingerpost.query_languages.cypher.walk import walk


def tested_where_matched_again(query: ast.Query) -> ast.Query:
    """The query with every relationship in a MATCH new there, and tested where it was bound before."""
    if sum(isinstance(node, ast.Match) for node in walk(query)) < 2:
        return query
    fresh = fresh_names("fp_r", query)
    return with_matches(query, lambda clause, names: [_tested(clause, names, fresh)])


def _tested(clause: ast.Match, names: Collection[str], fresh: Iterator[str]) -> ast.Match:
    tests: list[ast.Expression] = []

    def new(element: ast.PathElement) -> ast.PathElement:
        if not isinstance(element, ast.RelationshipPattern) or element.hops is not None:
            return element
        if element.variable is None or element.variable not in names:
            return element
        name = next(fresh)
        tests.append(ast.Binary("=", ast.Variable(name), ast.Variable(element.variable)))
        return dataclasses.replace(element, variable=name)

    patterns = tuple(dataclasses.replace(p, elements=tuple(map(new, p.elements))) for p in clause.patterns)
    if not tests:
        return clause
    where = joined("AND", tests if clause.where is None else [*tests, clause.where])
    return dataclasses.replace(clause, patterns=patterns, where=where)
