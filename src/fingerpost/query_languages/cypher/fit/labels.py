"""Labels and relationship types must exist."""

from __future__ import annotations

from collections.abc import Collection

from fingerpost.core.nearest import closest, the_one
from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.fit.misfits import Surroundings
from fingerpost.query_languages.cypher.walk import walk


def labels(around: Surroundings) -> None:
    """Report the labels and types that the graph does not have."""
    for node in around.census.of(ast.NodePattern):
        _named(around, node.labels, of_relationship=False)
    for relationship in around.census.of(ast.RelationshipPattern):
        _named(around, relationship.types, of_relationship=True)
    for test in around.census.of(ast.HasLabels):
        owner = around.owner(test.operand)
        _named(around, test.labels, of_relationship=owner is not None and owner.of_relationship)


def _named(around: Surroundings, labels: ast.LabelExpression | None, *, of_relationship: bool) -> None:
    if labels is None:
        return
    known: Collection[str] = around.schema.relationship_by_type if of_relationship else around.schema.label_by_name
    for node in (labels,) if isinstance(labels, ast.LabelName) else walk(labels):
        if isinstance(node, ast.LabelName) and node.name not in known:
            _unknown(around, node, known, of_relationship=of_relationship)


def _unknown(around: Surroundings, node: ast.LabelName, known: Collection[str], *, of_relationship: bool) -> None:
    meant = the_one(node.name, known)
    what = "this graph has no relationship of type" if of_relationship else "no node of this graph has the label"
    around.report(
        "N002" if of_relationship else "N001",
        f"{what} {node.name}",
        node,
        suggestion=meant or closest(node.name, known),
        instead=meant and ast.LabelName(meant, node.pos),
        fix=f"{'the type' if of_relationship else 'the label'} {node.name} was read as {meant}",
        severity=around.unknown,
    )
