"""The pass over patterns: parameters in them, relationships named twice, shortest paths."""

from __future__ import annotations

from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.semantics.analysis import Analysis


def check(analysis: Analysis) -> None:
    elements: list[ast.NodePattern | ast.RelationshipPattern] = [
        *analysis.every(ast.NodePattern),
        *analysis.every(ast.RelationshipPattern),
    ]
    for element in elements:
        if isinstance(element.properties, ast.Parameter):
            message = "a parameter cannot replace a property map; write {key: $value}"
            analysis.report("P004", "InvalidParameterUse", message, element.properties.pos)
    for path in analysis.every(ast.PathPattern):
        _check_relationships(analysis, path)
        if path.selector in ("shortestPath", "allShortestPaths"):
            _check_shortest(analysis, path)


def _check_relationships(analysis: Analysis, path: ast.PathPattern) -> None:
    names: set[str] = set()
    for element in path.elements:
        if isinstance(element, ast.RelationshipPattern) and element.variable is not None:
            if element.variable in names:
                message = f"{element.variable} names two relationships of one path; choose another name"
                analysis.report("S107", "RelationshipUniquenessViolation", message, element.pos)
            names.add(element.variable)


def _check_shortest(analysis: Analysis, path: ast.PathPattern) -> None:
    middle = path.elements[1] if len(path.elements) == 3 else None
    if not isinstance(middle, ast.RelationshipPattern):
        message = f"{path.selector} needs exactly a node, a relationship and a node"
        analysis.report("S140", "UnexpectedSyntax", message, path.pos)
    elif middle.hops is not None and middle.hops.minimum is not None and middle.hops.minimum > 1:
        message = f"{path.selector} needs a lower bound of 0 or 1"
        analysis.report("S140", "UnexpectedSyntax", message, middle.hops.pos)
