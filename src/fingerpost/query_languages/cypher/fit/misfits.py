"""What the passes share: the tree and its surroundings, what each variable is, and the misfits found so far."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain

from fingerpost.core.cells import Cell
from fingerpost.core.schema import GraphSchema, LabelInfo, PropertyInfo, RelationshipInfo
from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.census import Census
from fingerpost.query_languages.cypher.walk import walk
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


@dataclass(frozen=True, slots=True)
class Owner:
    """The labels or types of which an element has at least one; empty where anything may stand."""

    names: frozenset[str]
    of_relationship: bool

    def __str__(self) -> str:
        return " or ".join(sorted(self.names))


class Surroundings:
    """One single query with what is known around it."""

    def __init__(
        self,
        tree: ast.SingleQuery,
        census: Census,
        schema: GraphSchema,
        parameters: Mapping[str, Cell],
        policy: Policy,
        stored: StoredValues | None,
    ) -> None:
        self.tree = tree
        self.census = census
        self.schema = schema
        self.parameters = parameters
        self.policy = policy
        self.stored = stored
        self.misfits: list[Misfit] = []
        self._severity = Severity.NOTE if schema.open else policy.misfits
        self._owners: dict[str, Owner] = {}
        self._infos: dict[tuple[Owner, str], tuple[PropertyInfo, ...]] = {}
        self._bind()

    def _bind(self) -> None:
        """Learn what each variable is, wherever the query says so."""
        for element in self.census.of(ast.NodePattern):
            self._bound(element.variable, promised(element.labels), of_relationship=False)
        for relationship in self.census.of(ast.RelationshipPattern):
            self._bound(relationship.variable, promised(relationship.types), of_relationship=True)
        for projection in self.census.of(ast.Projection):
            for item in projection.items:
                if item.expression != ast.Variable(item.name) and (projection.order or not projection.final):
                    self._owners.pop(item.name, None)
        for node in self._naming():
            self._owners.pop(node.variable, None)

    def _naming(self) -> Iterator[ast.Unwind | ast.ListComprehension | ast.Quantified | ast.Reduce]:
        of = self.census.of
        return chain(of(ast.Unwind), of(ast.ListComprehension), of(ast.Quantified), of(ast.Reduce))

    def elements(self) -> Iterator[ast.NodePattern | ast.RelationshipPattern]:
        """Every node and relationship of every pattern."""
        return chain(self.census.of(ast.NodePattern), self.census.of(ast.RelationshipPattern))

    def _bound(self, name: str | None, names: frozenset[str], *, of_relationship: bool) -> None:
        if name is not None:
            known = self._owners.get(name)
            together = known.names | names if known is not None else names
            self._owners[name] = Owner(together, of_relationship)

    def owner(self, variable: str) -> Owner | None:
        """What a variable is; None where it is no element of a pattern, or not only."""
        return self._owners.get(variable)

    def owner_of(self, node: ast.NodePattern | ast.RelationshipPattern) -> Owner | None:
        """What a pattern's element is, its variable's other mentions included."""
        if node.variable is not None:
            return self._owners.get(node.variable)
        if isinstance(node, ast.NodePattern):
            return Owner(promised(node.labels), False)
        return Owner(promised(node.types), True)

    def infos(self, owner: Owner, name: str) -> tuple[PropertyInfo, ...]:
        """What is known of a property, for every label or type of the owner that has it."""
        found = self._infos.get((owner, name))
        if found is None:
            known: Mapping[str, LabelInfo | RelationshipInfo] = (
                self.schema.relationship_by_type if owner.of_relationship else self.schema.label_by_name
            )
            names = owner.names or known
            about = (known[each].by_name.get(name) for each in names if each in known)
            found = self._infos[owner, name] = tuple(info for info in about if info is not None)
        return found

    def property(self, expression: ast.Expression) -> tuple[PropertyInfo, ...]:
        """What is known of `variable.key`; nothing for any other expression."""
        if isinstance(expression, ast.Property) and isinstance(expression.subject, ast.Variable):
            owner = self._owners.get(expression.subject.name)
            if owner is not None:
                return self.infos(owner, expression.key)
        return ()

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
    ) -> None:
        """Add a misfit; `severity` where it is not as severe as the policy has it."""
        finding = Finding(
            code=code, message=message, position=node.pos, severity=severity or self._severity, suggestion=suggestion
        )
        self.misfits.append(Misfit(finding, node, instead, fix))


def promised(labels: ast.LabelExpression | None) -> frozenset[str]:
    """The labels of which an element has at least one; none where a negation or a wildcard leaves that open."""
    if labels is None:
        return frozenset()
    if isinstance(labels, ast.LabelName):
        return frozenset((labels.name,))
    parts = list(walk(labels))
    if any(isinstance(part, (ast.LabelNot, ast.LabelWildcard)) for part in parts):
        return frozenset()
    return frozenset(part.name for part in parts if isinstance(part, ast.LabelName))
