"""Whose property it is: the labels or types of an element, and what the schema knows of their properties."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from fingerpost.core.schema import GraphSchema, LabelInfo, PropertyInfo, RelationshipInfo
from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.semantics.kinds import RELATIONSHIP, Element
from fingerpost.query_languages.cypher.walk import walk

_SHOWN = 4
"""How many labels or types a message names."""


@dataclass(frozen=True, slots=True)
class Owner:
    """The labels or types of which an element has at least one; empty if anything may stand."""

    names: frozenset[str]
    of_relationship: bool

    def __str__(self) -> str:
        shown = sorted(self.names)
        return " or ".join(shown if len(shown) <= _SHOWN else [*shown[: _SHOWN - 1], "others"])


def owner_of(element: Element) -> Owner:
    """Whose properties the element's are."""
    return Owner(element.labels, element == RELATIONSHIP)


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


class KnownProperties:
    """What a schema knows of properties, by their owner and name."""

    def __init__(self, schema: GraphSchema) -> None:
        self.schema = schema
        self._infos: dict[tuple[Owner, str], tuple[PropertyInfo, ...]] = {}

    def of(self, owner: Owner, name: str) -> tuple[PropertyInfo, ...]:
        """What is known of a property, for every label or type of the owner that has it."""
        found = self._infos.get((owner, name))
        if found is None:
            known = self._by_owner(owner)
            about = (known[each].by_name.get(name) for each in owner.names or known if each in known)
            found = self._infos[owner, name] = tuple(info for info in about if info is not None)
        return found

    def names(self, owner: Owner) -> frozenset[str]:
        """All properties that the owner may have: any of the graph where a label is not known either."""
        known = self._by_owner(owner)
        if not owner.names or any(name not in known for name in owner.names):
            return self.schema.property_names
        return frozenset(info.name for name in owner.names for info in known[name].properties)

    def _by_owner(self, owner: Owner) -> Mapping[str, LabelInfo | RelationshipInfo]:
        return self.schema.relationship_by_type if owner.of_relationship else self.schema.label_by_name
