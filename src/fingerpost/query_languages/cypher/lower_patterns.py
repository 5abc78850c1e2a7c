"""The Plan's patterns as path patterns: chains, in the order of the edges."""

from __future__ import annotations

from fingerpost.plans import Chain, EdgePattern, Pattern, Shortest, chains_of
from fingerpost.query_languages.cypher import ast

_SELECTORS = {None: "", Shortest.ONE: "shortestPath", Shortest.ALL: "allShortestPaths"}


def lower_pattern(pattern: Pattern) -> tuple[ast.PathPattern, ...]:
    """The path patterns of one MATCH. A node's label is written where the node first appears."""
    paths: list[Chain] = list(chains_of(pattern.edges))
    chained = {name for names, _ in paths for name in names}
    paths.extend(((node.name,), ()) for node in pattern.nodes if node.name not in chained)
    labels = {node.name: node.label for node in pattern.nodes}
    written: set[str] = set()
    result: list[ast.PathPattern] = []
    for names, edges in paths:
        elements: list[ast.PathElement] = [_node(names[0], labels, written)]
        for index, edge in enumerate(edges):
            elements.append(_relationship(edge, names[index]))
            elements.append(_node(names[index + 1], labels, written))
        result.append(ast.PathPattern(tuple(elements)))
    if len(result) == 1:
        whole = result[0]
        result = [ast.PathPattern(whole.elements, pattern.path, _SELECTORS[pattern.shortest])]
    return tuple(result)


def _node(name: str, labels: dict[str, str | None], written: set[str]) -> ast.NodePattern:
    label = labels[name] if name not in written else None
    written.add(name)
    return ast.NodePattern(name, None if label is None else ast.LabelName(label))


def _relationship(edge: EdgePattern, left: str) -> ast.RelationshipPattern:
    types: ast.LabelExpression | None = None
    if len(edge.types) == 1:
        types = ast.LabelName(edge.types[0])
    elif edge.types:
        types = ast.LabelJunction("|", tuple(ast.LabelName(name) for name in edge.types))
    direction = "-" if edge.either else ">" if edge.start == left else "<"
    hops = None if edge.hops is None else ast.HopRange(edge.hops.minimum, edge.hops.maximum)
    return ast.RelationshipPattern(direction, edge.name, types, hops)
