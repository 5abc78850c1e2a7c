"""How many rows a pattern is taken to give: from the schema's counts, or from none."""

from __future__ import annotations

import math
from collections.abc import Mapping

from fingerpost.core.schema import GraphSchema
from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.bounds.sizes import Size
from fingerpost.query_languages.cypher.walk import walk

NODES = 10_000
"""Nodes of a label, where there is no schema."""
DEGREE = 10.0
"""Relationships of a node, where there is no schema; and how far a node may lie above the mean, where there is one."""
HOPS = 8
"""Hops of a path that says no bound."""
_MOST = 1e15


class Population:
    """Counts of one graph."""

    def __init__(self, schema: GraphSchema | None) -> None:
        self._schema = schema

    @property
    def of_one_size(self) -> frozenset[str]:
        """Properties that hold numbers, dates and the like wherever they are."""
        return self._schema.plain_properties if self._schema is not None else frozenset()

    def rows(self, pattern: ast.PathPattern, bound: Mapping[str, Size]) -> float:
        """Rows that a pattern gives for each row before it; `bound` are the variables that are there."""
        first = pattern.elements[0]
        anchored = isinstance(first, ast.NodePattern) and first.variable in bound
        rows = 1.0 if anchored else self._nodes(first)
        for element in pattern.elements:
            if isinstance(element, ast.RelationshipPattern):
                hops = 1 if element.hops is None else element.hops.maximum or HOPS
                rows *= _raised(self._degree(element.types), hops)
            elif isinstance(element, ast.QuantifiedGroup):
                rows *= _raised(DEGREE, element.hops.maximum or HOPS)
            if rows > _MOST:
                return _MOST
        return max(1.0, rows)

    def _nodes(self, element: ast.PathElement) -> float:
        schema = self._schema
        labels = _names(element.labels) if isinstance(element, ast.NodePattern) else ()
        if schema is None:
            return NODES
        counts = [schema.label_by_name[name].count for name in labels if name in schema.label_by_name]
        return float(max(counts)) if counts and len(counts) == len(labels) else float(schema.node_count)

    def _degree(self, types: ast.LabelExpression | None) -> float:
        schema = self._schema
        if schema is None:
            return DEGREE
        named = [schema.relationship_by_type[name] for name in _names(types) if name in schema.relationship_by_type]
        count = sum(info.count for info in named) if named else schema.relationship_count
        return max(1.0, min(float(count), DEGREE * count / max(1, schema.node_count)))


def _raised(base: float, exponent: int) -> float:
    """A power, or `_MOST` where it is more."""
    return base**exponent if exponent * math.log(max(1.0, base)) < math.log(_MOST) else _MOST


def _names(labels: ast.LabelExpression | None) -> tuple[str, ...]:
    return () if labels is None else tuple(node.name for node in walk(labels) if isinstance(node, ast.LabelName))
