"""What the passes share: the tree and its surroundings, what each variable is, and the misfits found so far."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain

from fingerpost.core.cells import Cell
from fingerpost.core.schema import PropertyInfo
from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.census import Census
from fingerpost.query_languages.cypher.fit.owners import Owner, owner_of
from fingerpost.query_languages.cypher.fit.typed import Typed
from fingerpost.query_languages.cypher.semantics.kinds import ANY, NODE, RELATIONSHIP, Element, Kind, Stored
from fingerpost.query_languages.findings import Finding, Severity
from fingerpost.query_languages.policy import Policy
from fingerpost.query_languages.protocol import StoredValues


@dataclass(frozen=True, slots=True)
class Misfit:
    """A finding about `node`; `instead` is what would be right in its place, and `fix` says so."""

    finding: Finding
    node: ast.AnyNode
    instead: ast.AnyNode | None = None
    fix: str = ""


class Surroundings:
    """One query with what is known around it."""

    def __init__(
        self,
        tree: ast.Query,
        census: Census,
        typed: Typed,
        parameters: Mapping[str, Cell],
        policy: Policy,
        stored: StoredValues | None,
    ) -> None:
        self.tree = tree
        self.census = census
        self.typed = typed
        self.known = typed.known
        self.schema = typed.known.schema
        self.parameters = parameters
        self.policy = policy
        self.stored = stored
        self.misfits: list[Misfit] = []
        self._severity = Severity.NOTE if self.schema.open else policy.misfits
        self.unknown = None if self.schema.open else policy.unknown
        """How severe a name is that the graph does not have, where that is said."""

    def elements(self) -> Iterator[ast.NodePattern | ast.RelationshipPattern]:
        """Every node and relationship of every pattern."""
        return chain(self.census.of(ast.NodePattern), self.census.of(ast.RelationshipPattern))

    def kind(self, node: ast.AnyNode) -> Kind:
        """What an expression, or an element of a pattern, is."""
        return self.typed.kinds.get(id(node), ANY)

    def owner_of(self, node: ast.NodePattern | ast.RelationshipPattern) -> Owner | None:
        """Whose properties those of a pattern's element are; None if it is not an element after all."""
        return _owner(self.kind(node))

    def owner(self, expression: ast.Expression) -> Owner | None:
        """Whose properties those of an expression are; None if it is not an element of the graph."""
        return _owner(self.kind(expression))

    def projected(self, node: ast.MapProjection) -> Owner | None:
        """Whose properties a map projection takes; None if it is of no element."""
        return _owner(self.typed.subjects.get(id(node), ANY))

    def property(self, expression: ast.Expression) -> tuple[PropertyInfo, ...]:
        """What is known of a property, asked by its name or under another one; nothing for any other expression."""
        asked = asked_of(expression)
        if asked is not None:
            owner = self.owner(asked[0])
            return () if owner is None else self.known.of(owner, asked[1])
        kind = self.kind(expression)
        return kind.infos if isinstance(kind, Stored) else ()

    def report(
        self,
        code: str,
        message: str,
        node: ast.AnyNode,
        *,
        suggestion: str | None = None,
        instead: ast.AnyNode | None = None,
        fix: str = "",
        severity: Severity | None = None,
        position: int | None = None,
    ) -> None:
        """Add a misfit; its severity is the policy's and its place the node's where no other is given."""
        at = node.pos if position is None else position
        finding = Finding(
            code=code, message=message, position=at, severity=severity or self._severity, suggestion=suggestion
        )
        self.misfits.append(Misfit(finding, node, instead, fix))


def asked_of(expression: ast.Expression) -> tuple[ast.Expression, str] | None:
    """Of what a property is asked, and its name: in `n.name` and in `n['name']`."""
    if isinstance(expression, ast.Property):
        return expression.subject, expression.key
    if isinstance(expression, ast.Index) and isinstance(expression.index, ast.Literal):
        key = expression.index.value
        return (expression.subject, key) if isinstance(key, str) else None
    return None


def _owner(kind: Kind) -> Owner | None:
    if isinstance(kind, Element):
        return owner_of(kind)
    return Owner(frozenset(), kind == RELATIONSHIP) if kind in (NODE, RELATIONSHIP) else None
