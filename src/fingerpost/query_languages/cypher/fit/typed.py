"""The kinds of all names in a query, given a schema: a second pass over names.

An alias has the kind of its value. A name that a WITH drops and a later MATCH binds is new. What an OPTIONAL MATCH or a
subquery requires of a name does not hold elsewhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from fingerpost.core.cells import Cell
from fingerpost.core.schema import PropertyInfo, ValueType
from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.census import Census
from fingerpost.query_languages.cypher.fit.owners import KnownProperties, Owner, owner_of, promised
from fingerpost.query_languages.cypher.fit.paths import Key, Labels, Narrowed, Step, Ways, key_of, steps
from fingerpost.query_languages.cypher.semantics import operators, parts
from fingerpost.query_languages.cypher.semantics.analysis import Analysis, start_of
from fingerpost.query_languages.cypher.semantics.kinds import (
    ANY,
    BOOLEAN,
    DATE,
    DATETIME,
    DURATION,
    INTEGER,
    LIST,
    LOCAL_DATETIME,
    LOCAL_TIME,
    MAP,
    NODE,
    NUMBER,
    POINT,
    RELATIONSHIP,
    STRING,
    TIME,
    Element,
    Kind,
    ListOf,
    Stored,
    joined,
)
from fingerpost.query_languages.cypher.semantics.names import Names
from fingerpost.query_languages.cypher.semantics.operators import Wanted
from fingerpost.query_languages.cypher.semantics.values import Scope

_KINDS: dict[ValueType, Kind] = {
    ValueType.STRING: STRING,
    ValueType.INTEGER: INTEGER,
    ValueType.FLOAT: NUMBER,
    ValueType.BOOLEAN: BOOLEAN,
    ValueType.DATE: DATE,
    ValueType.TIME: TIME,
    ValueType.LOCAL_TIME: LOCAL_TIME,
    ValueType.DATETIME: DATETIME,
    ValueType.LOCAL_DATETIME: LOCAL_DATETIME,
    ValueType.DURATION: DURATION,
    ValueType.POINT: POINT,
    ValueType.LIST: LIST,
    ValueType.MAP: MAP,
}


class Mismatch(NamedTuple):
    """`node` is of a kind that `what` does not take; `wanted` says what it takes, `asked` the property of it."""

    node: ast.AnyNode
    kind: Kind
    wanted: tuple[str, ...]
    what: str
    position: int
    asked: ast.Property | None = None


class Joint(NamedTuple):
    """Patterns that are matched together, their steps, and the first of these that cannot be made."""

    steps: tuple[Step, ...]
    impossible: tuple[Step, Labels, Labels] | None


class Typed(Names):
    """Goes through a whole query once.

    `kinds` holds what each expression and each element of a pattern is, by the identity of its node, and `subjects` of
    what a map is projected. A node that stands at several places is what it is at one of them or another.
    """

    def __init__(
        self, query: ast.Query, census: Census, known: KnownProperties, parameters: Mapping[str, Cell]
    ) -> None:
        super().__init__(Analysis(query, parameters, census))
        self.known = known
        self.ways = Ways(known.schema)
        self.kinds: dict[int, Kind] = {}
        self.subjects: dict[int, Kind] = {}
        self.mismatches: list[Mismatch] = []
        self.joints: list[Joint] = []
        self._before: Scope = {}
        self.query(query, {})

    def of(self, expression: ast.Expression, scope: Scope) -> Kind:
        if self.projected and expression in self.projected:
            projected, self.projected = self.projected, frozenset()
            kind = self.of(expression, self._before)
            self.projected = projected
            return kind
        kind = super().of(expression, scope)
        _record(self.kinds, expression, kind)
        return kind

    def wrong(
        self, wanted: Wanted, kind: Kind, node: ast.AnyNode, what: str = "", *, position: int | None = None
    ) -> None:
        if wanted is not None:
            self.mismatches.append(Mismatch(node, kind, wanted, what, start_of(node) if position is None else position))

    def of_property(self, node: ast.Property, subject: Kind) -> Kind:
        if isinstance(subject, str) and subject in _ELEMENTS:
            return self._stored(subject, node.key)
        wanted = operators.wanted_with_properties(subject) or parts.wanted_with_part(subject, node.key)
        if wanted is not None:
            self.mismatches.append(Mismatch(node.subject, subject, wanted, f".{node.key}", node.pos, node))
        return parts.kind_of_part(subject, node.key)

    def of_index(self, node: ast.Index, subject: Kind, place: Kind) -> Kind:
        key = node.index.value if isinstance(node.index, ast.Literal) else None
        if isinstance(key, str) and isinstance(subject, str) and subject in _ELEMENTS:
            return self._stored(subject, key)
        return super().of_index(node, subject, place)

    def _stored(self, subject: str, name: str) -> Kind:
        """The kind of a property that is asked of an element."""
        owner = owner_of(subject) if isinstance(subject, Element) else Owner(frozenset(), subject == RELATIONSHIP)
        return kind_of_property(self.known.of(owner, name))

    def of_element(self, element: ast.NodePattern | ast.RelationshipPattern) -> Element:
        if isinstance(element, ast.NodePattern):
            labels = promised(element.labels)
            return Element(NODE, labels, labels)
        types = promised(element.types)
        return Element(RELATIONSHIP, types, types)

    def narrowed(self, known: Kind, kind: Kind) -> Kind:
        if isinstance(known, ListOf) and isinstance(kind, ListOf):
            return ListOf(self.narrowed(known.item, kind.item))
        if not isinstance(known, Element) or not isinstance(kind, Element):
            return kind
        if not known.declared:  # what only follows holds for all labels of a node
            return Element(kind, (known.labels & kind.labels) or kind.labels or known.labels, kind.declared)
        return Element(kind, known.labels | kind.labels, known.declared | kind.declared)

    def _map_projection(self, node: ast.MapProjection, scope: Scope) -> Kind:
        _record(self.subjects, node, scope.get(node.subject, ANY))
        return super()._map_projection(node, scope)

    def _match(self, clause: ast.Match, scope: Scope) -> Scope:
        before = dict(scope)
        after = super()._match(clause, scope)
        return {**after, **before} if clause.optional else after

    def _projection(self, clause: ast.Projection, scope: Scope) -> Scope:
        outer, self._before = self._before, scope
        after = super()._projection(clause, scope)
        self._before = outer
        return after

    def bound(self, patterns: tuple[ast.PathPattern, ...], scope: Scope) -> None:
        """Learn of each element of the patterns what their relationships leave to it."""
        elements: dict[int, Element] = {}
        labels: dict[Key, Labels] = {}
        every = self.known.schema.label_by_name
        for path in patterns:
            for element in path.elements:
                if isinstance(element, ast.QuantifiedGroup):
                    continue
                kind = elements[id(element)] = self._known(element, scope)
                if isinstance(element, ast.NodePattern):
                    exist = bool(kind.labels) and all(name in every for name in kind.labels)
                    labels[key_of(element)] = kind.labels if exist else None
        types = {number: kind.labels for number, kind in elements.items()}
        path_steps = tuple(step for path in patterns for step in steps(path, types))
        found = self.ways.narrowed(path_steps, labels)
        self.joints.append(Joint(path_steps, found.impossible))
        by_step = {id(step.pattern): step for step in path_steps}
        for path in patterns:
            for element in path.elements:
                if isinstance(element, ast.NodePattern):
                    kind = elements[id(element)]
                    left = found.labels.get(key_of(element))
                    self._learnt(element, Element(NODE, left or kind.labels, kind.declared), scope)
                elif isinstance(element, ast.RelationshipPattern):
                    self._learnt(element, self._of_step(by_step.get(id(element)), elements[id(element)], found), scope)

    def _known(self, element: ast.NodePattern | ast.RelationshipPattern, scope: Scope) -> Element:
        kind = scope.get(element.variable) if element.variable is not None else None
        kind = kind.item if isinstance(kind, ListOf) else kind
        return kind if isinstance(kind, Element) else self.of_element(element)

    def _of_step(self, step: Step | None, kind: Element, found: Narrowed) -> Element:
        if step is None or step.pattern.variable is None or len(step.types) == 1 or step.pattern.hops is not None:
            return kind
        types = self.ways.types(step, found.labels.get(step.left), found.labels.get(step.right))
        return Element(RELATIONSHIP, types or kind.labels, kind.declared)

    def _learnt(self, element: ast.NodePattern | ast.RelationshipPattern, kind: Element, scope: Scope) -> None:
        _record(self.kinds, element, kind)
        name = element.variable
        if name is not None:
            bound = scope.get(name)
            if isinstance(bound, Element):
                scope[name] = kind
            elif isinstance(bound, ListOf) and isinstance(bound.item, Element):
                scope[name] = ListOf(kind)


_ELEMENTS = frozenset((NODE, RELATIONSHIP))


def _record(kinds: dict[int, Kind], node: ast.AnyNode, kind: Kind) -> None:
    known = kinds.get(id(node))
    kinds[id(node)] = kind if known is None else joined((known, kind))


def kind_of_property(infos: tuple[PropertyInfo, ...]) -> Kind:
    """The kind of a property's values: anything where they are of several kinds, or none is there."""
    kinds = [_KINDS.get(info.type, ANY) if info.distinct else ANY for info in infos]
    kind = joined(kinds) if kinds else ANY
    return Stored(kind, infos) if isinstance(kind, str) and kind != ANY else kind
