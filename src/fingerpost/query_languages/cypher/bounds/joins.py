"""What one step of a pattern finds on average: nodes of a label, relationships of a node, nodes with a value."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from fingerpost.core.schema import Endpoints, GraphSchema
from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.bounds.population import DEGREE, NODES

Labels = frozenset[str]
"""Labels of which a node has one; empty if it may have any."""
ANY: Labels = frozenset()
MOST = 1e15
"""Row counts beyond this are treated as equal."""
_DISTINCT = 100.0
"""Values of a property, where there is no schema."""


class Joins:
    """Averages of one graph; without a schema, those of a graph of moderate size."""

    def __init__(self, schema: GraphSchema | None) -> None:
        self._schema = schema
        self.elements = 0 if schema is None else schema.node_count + schema.relationship_count

    def nodes(self, labels: Labels) -> float:
        """How many nodes have one of some labels."""
        if self._schema is None:
            return NODES
        if not labels:
            return float(self._schema.node_count)
        return float(sum(info.count for name in labels if (info := self._schema.label_by_name.get(name))))

    def step(self, start: Labels, relationship: ast.RelationshipPattern, end: Labels) -> tuple[float, Labels]:
        """How many relationships lead from one node to nodes of some labels, and the labels that these have."""
        if self._schema is None:
            return DEGREE, end
        count, reached = 0, set()
        for origin, target, ends in self._directed(relationship):
            if (not start or origin in start) and (not end or target in end):
                count += ends.count
                reached.add(target)
        return count / max(1.0, self.nodes(start)), end or frozenset(reached)

    def _directed(self, relationship: ast.RelationshipPattern) -> Iterator[tuple[str, str, Endpoints]]:
        assert self._schema is not None
        known = self._schema.relationship_by_type
        names = labels_of(relationship.types)
        for info in [known[name] for name in names if name in known] if names else self._schema.relationships:
            for ends in info.endpoints:
                if relationship.direction != "<":
                    yield ends.start, ends.end, ends
                if relationship.direction != ">":
                    yield ends.end, ends.start, ends

    def distinct(self, labels: Labels, key: str) -> float | None:
        """How many values a property of nodes has; None if it has none."""
        if self._schema is None:
            return _DISTINCT
        infos = [info for info in self._schema.labels if not labels or info.name in labels]
        return sum(info.by_name[key].distinct for info in infos if key in info.by_name) or None


def labels_of(labels: ast.LabelExpression | None) -> Labels:
    """The labels of which a node that an expression matches has at least one; empty if none is named."""
    if isinstance(labels, ast.LabelName):
        return frozenset((labels.name,))
    if isinstance(labels, ast.LabelJunction):
        each = [labels_of(operand) for operand in labels.operands]
        if labels.operator == "&":
            return min((one for one in each if one), key=len, default=ANY)
        return frozenset().union(*each) if all(each) else ANY
    return ANY


def turned(relationship: ast.RelationshipPattern) -> ast.RelationshipPattern:
    """A relationship as it is seen from its other end."""
    other = {"<": ">", ">": "<"}.get(relationship.direction)
    return relationship if other is None else dataclasses.replace(relationship, direction=other)
