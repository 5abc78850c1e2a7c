"""Counts of a property of relationships: `MATCH ()-[r]->() RETURN count(r.since)`.

Neo4j 5.26 answers this with the number of relationships, whether they have the property or not. The query it gets
counts a computed value, which goes past that shortcut.
"""

from __future__ import annotations

import dataclasses

from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.walk import rewrite, walk


def computed_before_counting(query: ast.Query) -> ast.Query:
    """The query with every count of a relationship's property over a computed value."""
    if not any(_counted(node) for node in walk(query)):
        return query
    relationships = {node.variable for node in walk(query) if isinstance(node, ast.RelationshipPattern)}

    def change(node: ast.AnyNode) -> ast.AnyNode:
        if not isinstance(node, ast.FunctionCall) or _counted(node) not in relationships:
            return node
        return dataclasses.replace(node, arguments=(ast.FunctionCall("coalesce", node.arguments),))

    changed: ast.Query = rewrite(query, change)
    return changed


def _counted(node: ast.AnyNode) -> str:
    """The name of what a property is counted of; empty for anything else."""
    if not isinstance(node, ast.FunctionCall) or node.name.lower() != "count" or node.distinct:
        return ""
    argument = node.arguments[0]
    subject = argument.subject if isinstance(argument, ast.Property) else None
    return subject.name if isinstance(subject, ast.Variable) else ""
