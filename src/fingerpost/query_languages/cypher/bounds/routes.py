"""The way along the patterns of a MATCH: from what is bound, or has the fewest candidates, step by step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.bounds.joins import ANY, MOST, Labels, labels_of, turned
from fingerpost.query_languages.cypher.bounds.population import DEGREE, HOPS
from fingerpost.query_languages.cypher.bounds.rows import Rows
from fingerpost.query_languages.cypher.build import conjuncts
from fingerpost.query_languages.cypher.walk import variables

_LONGEST = 15
"""Hops after which rows are as many as can be."""


class Route:
    """Changes rows as patterns do.

    `shares`: the part of a variable's candidates that equalities let through, for each that is still to be applied.
    """

    def __init__(self, rows: Rows, patterns: Sequence[ast.PathPattern], where: ast.Expression | None) -> None:
        self._rows = rows
        self._joins = rows.joins
        self.shares: dict[str, float] = {}
        elements = [element for pattern in patterns for element in pattern.elements]
        said = {
            element.variable: self._labels(element)
            for element in elements
            if isinstance(element, ast.NodePattern) and element.variable
        }
        for name, key, values in _equalities(where):
            labels = said.get(name, rows.labels.get(name))
            if labels is not None:
                distinct = self._joins.distinct(labels, key) or 1.0
                self.shares[name] = self.shares.get(name, 1.0) * min(1.0, values / distinct)

    def bound(self, pattern: ast.PathPattern) -> int | None:
        """The place of a node that is bound already."""
        for place, element in enumerate(pattern.elements):
            if isinstance(element, ast.NodePattern) and element.variable in self._rows.labels:
                return place
        return None

    def walk(self, pattern: ast.PathPattern) -> None:
        """Go along a pattern from the node that is bound, or else has the fewest candidates, both ways."""
        elements = pattern.elements
        self._rows.width += pattern.variable is not None
        start = self.bound(pattern)
        if start is None:
            nodes = [place for place, element in enumerate(elements) if isinstance(element, ast.NodePattern)]
            start = min(nodes, key=lambda place: self._candidates(elements[place]), default=0)
            self._rows.times(self._candidates(elements[start]), 1)
        first = self._bind(elements[start])
        if pattern.selector:
            for element in (elements[0], elements[-1]):
                if element is not elements[start] and self._is_new(element):
                    self._rows.times(self._candidates(element), len(elements))
                    self._bind(element)
            return
        for way, backwards in ((elements[start + 1 :], False), (elements[:start][::-1], True)):
            reached = first
            for element, node in zip(way[::2], way[1::2], strict=False):
                reached = self._step(element, node, reached, backwards=backwards)

    def _step(
        self,
        element: ast.PathElement,
        node: ast.PathElement,
        start: Labels,
        *,
        backwards: bool,
    ) -> Labels:
        """The rows after a relationship and its end node; the labels that this node may have."""
        wanted = self._labels(node)
        if isinstance(element, ast.RelationshipPattern):
            reached = self._related(turned(element) if backwards else element, start, wanted)
        else:
            hops = getattr(element, "hops", None)
            most = _LONGEST if hops is None or hops.maximum is None else min(_LONGEST, hops.maximum)
            self._spread(most)
            self._rows.times(DEGREE**most, 2 * most)
            reached = wanted
        if self._is_new(node):
            self._rows.rows *= self._share(node)
        else:
            self._rows.rows /= max(1.0, self._joins.nodes(wanted))
        self._bind(node)
        return wanted or reached

    def _related(self, element: ast.RelationshipPattern, start: Labels, end: Labels) -> Labels:
        """The rows after a relationship, or after each number of hops that it may have."""
        if element.variable:
            self._rows.labels.setdefault(element.variable, ANY)
        if element.hops is None:
            self._spread(1)
            degree, reached = self._joins.step(start, element, end)
            self._rows.times(degree, 2)
            return reached
        least, most = element.hops.minimum, element.hops.maximum or HOPS
        walked, reached = 1.0, start
        found = 1.0 if least == 0 else 0.0
        for _ in range(min(most, 100)):
            degree, reached = self._joins.step(reached, element, ANY)
            walked = min(MOST, walked * degree)
            found += walked
        self._spread(most)
        self._rows.times(found, 2 + most // 2)
        if end:
            self._rows.rows *= min(1.0, self._joins.nodes(end) / max(1.0, self._joins.nodes(reached)))
        return reached

    def _spread(self, hops: int) -> None:
        """In a subquery the rows of one node count: there may be far more than on average."""
        if self._rows.nested:
            self._rows.above_mean = min(MOST, self._rows.above_mean * DEGREE ** min(hops, _LONGEST))

    def _is_new(self, element: ast.PathElement) -> bool:
        return getattr(element, "variable", None) not in self._rows.labels

    def _labels(self, element: ast.PathElement) -> Labels:
        if not isinstance(element, ast.NodePattern):
            return ANY
        return labels_of(element.labels) or self._rows.labels.get(element.variable or "", ANY)

    def _bind(self, element: ast.PathElement) -> Labels:
        labels = self._labels(element)
        if isinstance(element, ast.NodePattern) and element.variable and element.variable not in self._rows.labels:
            self._rows.labels[element.variable] = labels
            self.shares.pop(element.variable, None)
        return labels

    def _candidates(self, element: ast.PathElement) -> float:
        return self._joins.nodes(self._labels(element)) * self._share(element)

    def _share(self, element: ast.PathElement) -> float:
        """The share of a node's candidates that have the values asked for."""
        share = self.shares.get(getattr(element, "variable", None) or "", 1.0)
        properties = getattr(element, "properties", None)
        if isinstance(properties, ast.MapLiteral):
            for key, _ in properties.items:
                share /= self._joins.distinct(self._labels(element), key) or 1.0
        return share


def _equalities(where: ast.Expression | None) -> Iterator[tuple[str, str, float]]:
    """Variable, property, and how many values it is compared with, of every equality that must hold."""
    for part in conjuncts(where):
        if not isinstance(part, ast.Binary) or part.operator not in ("=", "IN"):
            continue
        for one, other in ((part.left, part.right), (part.right, part.left)):
            if isinstance(one, ast.Property) and isinstance(one.subject, ast.Variable) and not variables(other):
                if part.operator == "=":
                    yield one.subject.name, one.key, 1.0
                elif one is part.left and isinstance(other, ast.ListLiteral):
                    yield one.subject.name, one.key, float(len(other.items))
