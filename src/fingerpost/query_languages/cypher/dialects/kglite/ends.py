"""Ends of relationships: `MATCH (a)-[r]->(b) RETURN endNode(r)`, `WITH endNode(r) AS n RETURN n[key], n {.*}`.

kglite 0.21 has no whole node for startNode() and endNode(), only its properties: it returns null for the node and for
a map made of it, and fails on a computed property name. The query it gets uses the node that the pattern binds; where
none is in scope, it looks in `properties(..)` of the end, and an end that is returned is refused.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Container, Iterator, Sequence
from typing import TypeAlias

from fingerpost.core.errors import UnsupportedConstruct
from fingerpost.core.schema import GraphSchema
from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.build import fresh_names
from fingerpost.query_languages.cypher.census import Census
from fingerpost.query_languages.cypher.dialect import Draft
from fingerpost.query_languages.cypher.dialects.kglite.holding import Holding
from fingerpost.query_languages.cypher.dialects.kglite.naming import is_place
from fingerpost.query_languages.cypher.fit.owners import KnownProperties
from fingerpost.query_languages.cypher.fit.typed import Typed
from fingerpost.query_languages.cypher.semantics.kinds import ANY, INTEGER, NODE
from fingerpost.query_languages.cypher.walk import replace, walk

_ENDS = ("startnode", "endnode")
_Known: TypeAlias = dict[tuple[str, str], ast.Expression]
"""What stands for the ends of relationships, by function and by the name of the relationship."""
_NONE = GraphSchema(labels=(), relationships=(), node_count=0, relationship_count=0)


def ends_as_nodes(draft: Draft) -> Draft:
    """The query with the nodes of a pattern for the ends of its relationships, as far as both are in scope.

    Raises:
        UnsupportedConstruct: the end of another relationship is returned.
    """
    if not any(map(_is_end, walk(draft.tree))):
        return draft
    names = fresh_names("fp_x", draft.tree)
    parts = tuple(
        dataclasses.replace(part, clauses=tuple(_with_nodes(part.clauses, names))) for part in draft.tree.parts
    )
    tree = dataclasses.replace(draft.tree, parts=parts)
    holding = Holding(tree, draft.parameters, _is_end)
    returned = [part.clauses[-1] for part in tree.parts]
    if any(holding.holds(item.expression) for clause in returned for item in getattr(clause, "items", ())):
        raise UnsupportedConstruct(
            "startNode() and endNode() cannot be returned in the kglite dialect, except in the clause after the MATCH "
            "of the relationship: name the node in the pattern, or return its properties"
        )
    return dataclasses.replace(draft, tree=tree)


def _is_end(node: ast.AnyNode) -> bool:
    return isinstance(node, ast.FunctionCall) and node.name.lower() in _ENDS


def _with_nodes(clauses: Sequence[ast.Clause], names: Iterator[str]) -> Iterator[ast.Clause]:
    asked = {
        node.arguments[0].name
        for node in walk(tuple(clauses))
        if isinstance(node, ast.FunctionCall) and _is_end(node) and isinstance(node.arguments[0], ast.Variable)
    }
    known: _Known = {}

    def change(node: ast.AnyNode) -> ast.AnyNode | None:
        if not isinstance(node, ast.FunctionCall) or not _is_end(node):
            return None
        subject = node.arguments[0]
        return known.get((node.name.lower(), subject.name)) if isinstance(subject, ast.Variable) else None

    for clause in clauses:
        if known:
            clause = replace(clause, change)
        if isinstance(clause, ast.Match) and not clause.optional:
            patterns = tuple(_with_ends(path, asked, known, names) for path in clause.patterns)
            clause = dataclasses.replace(clause, patterns=patterns)
        elif isinstance(clause, ast.Projection):
            known = {}
        yield clause


def _with_ends(path: ast.PathPattern, asked: Container[str], known: _Known, names: Iterator[str]) -> ast.PathPattern:
    """The pattern with names for the ends of relationships that are asked for, which go into `known`."""
    elements = list(path.elements)
    for place, step in enumerate(elements):
        if not isinstance(step, ast.RelationshipPattern) or step.hops is not None or step.variable not in asked:
            continue
        ends = []
        for beside in (place - 1, place + 1):
            node = elements[beside]
            if not isinstance(node, ast.NodePattern):
                return path
            node = elements[beside] = node if node.variable else dataclasses.replace(node, variable=next(names))
            ends.append(ast.Variable(node.variable or ""))
        relationship = ast.Variable(step.variable or "")
        for function, own in zip(_ENDS, ends if step.direction != "<" else ends[::-1], strict=True):
            end = ast.FunctionCall("startNode" if function == _ENDS[0] else "endNode", (relationship,))
            known[function, relationship.name] = own if step.direction != "-" else _either(end, ends)
    return dataclasses.replace(path, elements=tuple(elements))


def _either(end: ast.Expression, nodes: Sequence[ast.Expression]) -> ast.Expression:
    return ast.Case(None, ((ast.Binary("=", end, nodes[0]), nodes[0]),), nodes[1])


def ends_as_maps(draft: Draft) -> Draft:
    """The query with the properties of every node that may be an end of a relationship and is looked up in.

    Raises:
        UnsupportedConstruct: what is looked up in may be such a node or something else.
    """
    looked_up = False
    ends = False
    for node in walk(draft.tree):
        looked_up |= isinstance(node, (ast.Index, ast.MapProjection))
        ends |= _is_end(node)
    if not (looked_up and ends):
        return draft
    return dataclasses.replace(draft, tree=replace(draft.tree, _Ends(draft).change))


class _Ends:
    def __init__(self, draft: Draft) -> None:
        self._parameters = draft.parameters
        self._kinds = Typed(
            draft.tree, Census(draft.tree), KnownProperties(draft.schema or _NONE), draft.parameters
        ).kinds

    def change(self, node: ast.AnyNode) -> ast.AnyNode | None:
        if isinstance(node, ast.MapProjection):
            return _as_literal(node, tuple(self._items(node)))
        if not isinstance(node, ast.Index) or is_place(node.index, self._parameters):
            return None
        kind, index = (self._kinds.get(id(each), ANY) for each in (node.subject, node.index))
        if kind == ANY and index != INTEGER:
            raise UnsupportedConstruct(
                "a computed property name of what may be startNode() or endNode() cannot be looked up in the kglite "
                "dialect: write properties() around the node"
            )
        subject, place = replace(node.subject, self.change), replace(node.index, self.change)
        if kind == NODE:
            subject = ast.FunctionCall("properties", (subject,), pos=node.pos)
        return dataclasses.replace(node, subject=subject, index=place)

    def _items(self, node: ast.MapProjection) -> Iterator[tuple[str, ast.Expression]]:
        """What a projection takes, but not all properties."""
        for kind, name, value in node.items:
            if kind == "property":
                yield name, ast.Property(ast.Variable(node.subject), name)
            elif kind == "variable":
                yield name, ast.Variable(name)
            elif value is not None:
                yield name, replace(value, self.change)


def _as_literal(node: ast.MapProjection, items: tuple[tuple[str, ast.Expression], ...]) -> ast.Expression:
    subject = ast.Variable(node.subject)
    if len(items) == len(node.items):
        return ast.Case(None, ((ast.IsNull(subject), ast.Literal(None)),), ast.MapLiteral(items), pos=node.pos)
    if items:
        raise UnsupportedConstruct(
            "{.*} with more entries cannot be written in the kglite dialect in a query with startNode() or endNode()"
        )
    return ast.FunctionCall("properties", (subject,), pos=node.pos)
