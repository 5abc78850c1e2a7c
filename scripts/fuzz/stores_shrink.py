"""Makes a query, and the graph that it is asked of, as small as they can be while something holds of them."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from fingerpost.core.cells import Node, Relationship
from fingerpost.query_languages.cypher import ast
from scripts.fuzz.reference import Graph

Holds = Callable[[ast.Query, Graph], bool]
_Element = TypeVar("_Element", Node, Relationship)
_OPTIONAL_FIELDS = ("where", "labels", "types", "properties", "hops", "variable", "limit", "skip", "default")
_SHRINKABLE = ("patterns", "items", "order", "clauses", "parts")


def smallest(query: ast.Query, graph: Graph, holds: Holds, rounds: int = 100) -> tuple[ast.Query, Graph]:
    """A query and a graph from which nothing more can be left out, after so many steps at most."""
    for _ in range(rounds):
        smaller = next((tree for tree in _trees(query) if holds(tree, graph)), None)
        if smaller is None:
            break
        query = smaller
    return query, _smallest_graph(query, graph, holds)


def _smallest_graph(query: ast.Query, graph: Graph, holds: Holds) -> Graph:
    size = max(1, len(graph.relationships) // 2)
    while size:  # many relationships at once, then fewer
        place = 0
        while place < len(graph.relationships):
            left = (*graph.relationships[:place], *graph.relationships[place + size :])
            less = dataclasses.replace(graph, relationships=left)
            if holds(query, less):
                graph = less
            else:
                place += size
        size //= 2
    before: Graph | None = None
    while before is not graph:
        before = graph
        for less in _graphs(graph):
            if holds(query, less):
                graph = less
                break
    return graph


def _trees(node: Any) -> Iterator[Any]:
    """The trees that come of leaving out or simplifying one thing, the greatest first."""
    yield from _simpler(node)
    if not dataclasses.is_dataclass(node) or isinstance(node, type):
        return
    for name in [field.name for field in dataclasses.fields(node) if field.name not in ("pos", "text")]:
        value = getattr(node, name)
        if isinstance(value, tuple):
            for place, item in enumerate(value):
                for new in _trees(item):
                    yield dataclasses.replace(node, **{name: (*value[:place], new, *value[place + 1 :])})
        elif dataclasses.is_dataclass(value):
            for new in _trees(value):
                yield dataclasses.replace(node, **{name: new})


def _simpler(node: Any) -> Iterator[Any]:
    if isinstance(node, ast.Binary):
        if node.operator in ("AND", "OR", "XOR", "+", "*", "-"):
            yield from (node.left, node.right)
        return
    if isinstance(node, ast.Unary):
        yield node.operand
        return
    if not dataclasses.is_dataclass(node) or isinstance(node, (type, ast.Literal)):
        return
    for name in _SHRINKABLE:
        parts = getattr(node, name, ())
        if isinstance(parts, tuple) and (len(parts) > 1 or name == "order"):
            for place in range(len(parts)):
                yield dataclasses.replace(node, **{name: (*parts[:place], *parts[place + 1 :])})
    if isinstance(node, ast.PathPattern) and len(node.elements) > 1:
        yield dataclasses.replace(node, elements=node.elements[:-2])
        yield dataclasses.replace(node, elements=node.elements[2:])
    for name in _OPTIONAL_FIELDS:
        if getattr(node, name, None) is not None and not isinstance(node, (ast.Quantified, ast.ListComprehension)):
            yield dataclasses.replace(node, **{name: None})
    for name in ("optional", "distinct"):
        if getattr(node, name, False):
            yield dataclasses.replace(node, **{name: False})


def _graphs(graph: Graph) -> Iterator[Graph]:
    ends = {end for one in graph.relationships for end in (one.start, one.end)}
    for node in graph.nodes:
        if node.element_id not in ends:
            yield dataclasses.replace(graph, nodes=tuple(n for n in graph.nodes if n is not node))
    for place, node in enumerate(graph.nodes):
        for new in _poorer(node):
            yield dataclasses.replace(graph, nodes=(*graph.nodes[:place], new, *graph.nodes[place + 1 :]))
    others = graph.relationships
    for place, one in enumerate(others):
        for less in _poorer(one):
            yield dataclasses.replace(graph, relationships=(*others[:place], less, *others[place + 1 :]))


def _poorer(element: _Element) -> Iterator[_Element]:
    for key in element.properties:
        yield dataclasses.replace(element, properties={k: v for k, v in element.properties.items() if k != key})
    if isinstance(element, Node) and len(element.labels) > 1:
        for label in element.labels:
            yield dataclasses.replace(element, labels=tuple(one for one in element.labels if one != label))
