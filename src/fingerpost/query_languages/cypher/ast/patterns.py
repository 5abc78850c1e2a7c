"""Patterns: nodes, relationships, paths, and the label expressions inside them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from fingerpost.query_languages.cypher.ast.expressions import Expression, MapLiteral, Parameter


@dataclass(frozen=True, slots=True)
class LabelName:
    name: str
    pos: int = field(default=-1, compare=False)


@dataclass(frozen=True, slots=True)
class LabelWildcard:
    pos: int = field(default=-1, compare=False)


@dataclass(frozen=True, slots=True)
class LabelNot:
    operand: LabelExpression
    pos: int = field(default=-1, compare=False)


@dataclass(frozen=True, slots=True)
class LabelJunction:
    """`operator` is & (all of) or | (any of)."""

    operator: str
    operands: tuple[LabelExpression, ...]
    pos: int = field(default=-1, compare=False)


LabelExpression: TypeAlias = LabelName | LabelWildcard | LabelNot | LabelJunction


@dataclass(frozen=True, slots=True)
class NodePattern:
    """`(variable:labels properties WHERE where)`; `properties` is a map literal or a parameter."""

    variable: str | None = None
    labels: LabelExpression | None = None
    properties: MapLiteral | Parameter | None = None
    where: Expression | None = None
    pos: int = field(default=-1, compare=False)


@dataclass(frozen=True, slots=True)
class HopRange:
    """`*min..max` or `{min,max}`; None is no bound on that side."""

    minimum: int | None
    maximum: int | None
    pos: int = field(default=-1, compare=False)


@dataclass(frozen=True, slots=True)
class RelationshipPattern:
    """`direction` is ">", "<" or "-" (either way), as seen from the left."""

    direction: str
    variable: str | None = None
    types: LabelExpression | None = None
    hops: HopRange | None = None
    properties: MapLiteral | Parameter | None = None
    where: Expression | None = None
    pos: int = field(default=-1, compare=False)


@dataclass(frozen=True, slots=True)
class QuantifiedGroup:
    """A quantified path pattern: `((a)-[r]->(b) WHERE where){min,max}`."""

    pattern: PathPattern
    where: Expression | None
    hops: HopRange
    pos: int = field(default=-1, compare=False)


PathElement: TypeAlias = NodePattern | RelationshipPattern | QuantifiedGroup


@dataclass(frozen=True, slots=True)
class PathPattern:
    """`variable = selector(elements)`.

    `selector` is "", "shortestPath", "allShortestPaths" or a Neo4j 5 selector: "SHORTEST 2", "ANY", "ALL SHORTEST".
    """

    elements: tuple[PathElement, ...]
    variable: str | None = None
    selector: str = ""
    pos: int = field(default=-1, compare=False)
