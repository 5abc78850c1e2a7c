"""Paths without an upper bound get one."""

from __future__ import annotations

import dataclasses

from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.walk import rewrite, walk
from fingerpost.query_languages.policy import Policy


def bound_paths(query: ast.Query, policy: Policy) -> tuple[ast.Query, tuple[str, ...]]:
    """Give every open-ended path an upper bound; a shortest path gets the larger one, as engines stop it early."""
    if not any(isinstance(node, ast.HopRange) and node.maximum is None for node in walk(query)):
        return query, ()
    fixes: list[str] = []

    def change(node: ast.AnyNode) -> ast.AnyNode:
        if not isinstance(node, ast.PathPattern):
            return node
        bound = policy.max_shortest_hops if node.selector else policy.max_hops
        elements = tuple(_bounded(element, bound, fixes) for element in node.elements)
        return dataclasses.replace(node, elements=elements) if elements != node.elements else node

    return rewrite(query, change), tuple(fixes)


def _bounded(element: ast.PathElement, bound: int, fixes: list[str]) -> ast.PathElement:
    if isinstance(element, ast.NodePattern) or element.hops is None or element.hops.maximum is not None:
        return element
    limit = max(bound, element.hops.minimum or 0)
    fixes.append(f"a path without an upper bound was limited to {limit} hops")
    return dataclasses.replace(element, hops=dataclasses.replace(element.hops, maximum=limit))
