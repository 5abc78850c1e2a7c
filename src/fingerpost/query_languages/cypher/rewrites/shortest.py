"""Shortest paths for an engine that fails where both ends are one node: those are asked for between two others only.

A path of at least one relationship that is the shortest between a node and itself is none, as every store answers.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.build import conjuncts, joined
from fingerpost.query_languages.cypher.walk import rewrite, variables, walk

_SELECTORS = ("shortestPath", "allShortestPaths")


def between_two(query: ast.Query) -> ast.Query:
    """The query with a test in each clause that its shortest paths have two ends."""
    if not any(isinstance(node, ast.PathPattern) and node.selector in _SELECTORS for node in walk(query)):
        return query
    names = _fresh(variables(query))

    def change(node: ast.AnyNode) -> ast.AnyNode:
        return _tested(node, names) if isinstance(node, ast.Match) else node

    result: ast.Query = rewrite(query, change)
    return result


def _fresh(taken: frozenset[str]) -> Iterator[str]:
    number = 0
    while True:
        number += 1
        if f"fp_e{number}" not in taken:
            yield f"fp_e{number}"


def _tested(match: ast.Match, names: Iterator[str]) -> ast.Match:
    patterns: list[ast.PathPattern] = []
    tests = list(conjuncts(match.where))
    before = len(tests)
    for path in match.patterns:
        if path.selector in _SELECTORS and _has_a_step(path) and ast.Literal(False) not in tests:
            first, *between, last = [_named(element, names) for element in path.elements]
            ends = _end(first), _end(last)
            if ends[0] == ends[1]:
                last = ast.NodePattern(next(names))
                tests.append(ast.Literal(False))
            elif not any(ast.Binary("<>", *pair) in tests for pair in (ends, ends[::-1])):
                tests.append(ast.Binary("<>", *ends))
            path = dataclasses.replace(path, elements=(first, *between, last))
        patterns.append(path)
    if len(tests) == before:
        return match
    return dataclasses.replace(match, patterns=tuple(patterns), where=joined("AND", tests))


def _has_a_step(path: ast.PathPattern) -> bool:
    """Whether a path of no relationship does not match."""
    return all(
        element.hops is None or element.hops.minimum != 0
        for element in path.elements
        if isinstance(element, ast.RelationshipPattern)
    )


def _named(element: ast.PathElement, names: Iterator[str]) -> ast.PathElement:
    if isinstance(element, ast.NodePattern) and element.variable is None:
        return dataclasses.replace(element, variable=next(names))
    return element


def _end(element: ast.PathElement) -> ast.Variable:
    assert isinstance(element, ast.NodePattern)
    assert element.variable is not None
    return ast.Variable(element.variable)
