"""Types that name what they lead to, where the graph has one type and labels: REFERENCES_WALL is REFERENCES to a Wall.

Graphs with one label a table have a relationship type for each kind of end, and queries are written for them.
"""

from __future__ import annotations

import dataclasses

from fingerpost.core.nearest import folded
from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.fit.misfits import Surroundings
from fingerpost.query_languages.cypher.walk import walk

_END_AT = {">": 1, "<": -1}
"""Where the end of a relationship stands, from its own place in a path."""


def named_ends(around: Surroundings) -> None:
    """Report the paths with types that are a type of the graph and a label of it, joined by a low line."""
    for path in around.census.of(ast.PathPattern):
        elements, fixes = list(path.elements), []
        at = -1
        for place, element in enumerate(path.elements):
            if not isinstance(element, ast.RelationshipPattern) or element.hops is not None:
                continue
            meant = _meant(around, element)
            end = place + _END_AT.get(element.direction, 0)
            node = elements[end]
            if meant is None or not isinstance(node, ast.NodePattern):
                continue
            kind, labels = meant
            elements[place] = dataclasses.replace(element, types=ast.LabelName(kind, element.pos))
            elements[end] = dataclasses.replace(node, labels=_narrowed(node.labels, labels))
            said = " or ".join(labels)
            fixes.append(f"the type {' or '.join(_names(element))} was read as {kind} to {said}")
            at = element.pos if at < 0 else at
        if fixes:
            around.report(
                "N002",
                "a type of this graph and a label were written as one type",
                path,
                instead=dataclasses.replace(path, elements=tuple(elements)),
                fix="; ".join(fixes),
                position=at,
            )


def _names(element: ast.RelationshipPattern) -> list[str]:
    return [] if element.types is None else [n.name for n in walk(element.types) if isinstance(n, ast.LabelName)]


def _meant(around: Surroundings, element: ast.RelationshipPattern) -> tuple[str, list[str]] | None:
    """The type and the labels that all alternatives of a relationship stand for; None if any is something else."""
    if isinstance(element.types, ast.LabelJunction) and element.types.operator != "|":
        return None
    known, names = around.schema.relationship_by_type, _names(element)
    if any(name in known for name in names):
        return None
    labels = {folded(name): name for name in around.schema.label_by_name}
    found: list[tuple[str, str]] = []
    for name in names:
        cuts = [at for at, sign in enumerate(name) if sign == "_"]
        pairs = [(name[:at], labels.get(folded(name[at + 1 :]), "")) for at in cuts if name[:at] in known]
        if len(pairs) != 1 or not pairs[0][1]:
            return None
        found.append(pairs[0])
    kinds = {kind for kind, _ in found}
    return (kinds.pop(), list(dict.fromkeys(label for _, label in found))) if len(kinds) == 1 else None


def _narrowed(known: ast.LabelExpression | None, labels: list[str]) -> ast.LabelExpression:
    """The labels of a node that has one of some labels as well."""
    names = tuple(ast.LabelName(label) for label in labels)
    wanted: ast.LabelExpression = names[0] if len(names) == 1 else ast.LabelJunction("|", names)
    if known is None or known == wanted:
        return wanted
    return ast.LabelJunction("&", (known, wanted))
