"""The typed syntax tree of reading Cypher: openCypher 9 and what Neo4j 5 reads.

Nodes are frozen. `pos` is the offset in the text that was parsed (-1 for trees that we made) and takes no part in
equality. There is no node for anything that writes.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, TypeAlias

from fingerpost.core.cells import Cell


@dataclass(frozen=True, slots=True)
class Literal:
    """None, a bool, an int, a float or a string."""

    value: Cell
    pos: int = field(default=-1, compare=False)


@dataclass(frozen=True, slots=True)
class Parameter:
    name: str
    pos: int = field(default=-1, compare=False)


@dataclass(frozen=True, slots=True)
class Variable:
    name: str
    pos: int = field(default=-1, compare=False)


@dataclass(frozen=True, slots=True)
class Property:
    """`subject.key`"""

    subject: Expression
    key: str
    pos: int = field(default=-1, compare=False)


@dataclass(frozen=True, slots=True)
class Unary:
    """`operator` is NOT, - or +."""

    operator: str
    operand: Expression
    pos: int = field(default=-1, compare=False)


@dataclass(frozen=True, slots=True)
class Binary:
    """`operator` is OR, XOR, AND, a comparison, IN, =~, STARTS WITH, ENDS WITH, CONTAINS, +, -, *, /, %, ^ or ||."""

    operator: str
    left: Expression
    right: Expression
    pos: int = field(default=-1, compare=False)


@dataclass(frozen=True, slots=True)
class IsNull:
    operand: Expression
    negated: bool = False
    pos: int = field(default=-1, compare=False)


@dataclass(frozen=True, slots=True)
class IsTyped:
    """`operand IS [NOT] :: type`"""

    operand: Expression
    type: str
    negated: bool = False
    pos: int = field(default=-1, compare=False)


@dataclass(frozen=True, slots=True)
class HasLabels:
    """`operand:LabelExpression`, as a predicate."""

    operand: Expression
    labels: LabelExpression
    pos: int = field(default=-1, compare=False)


@dataclass(frozen=True, slots=True)
class FunctionCall:
    """`name` as written, with its namespace: `point.distance`."""

    name: str
    arguments: tuple[Expression, ...] = ()
    distinct: bool = False
    pos: int = field(default=-1, compare=False)


@dataclass(frozen=True, slots=True)
class CountStar:
    pos: int = field(default=-1, compare=False)


@dataclass(frozen=True, slots=True)
class ListLiteral:
    items: tuple[Expression, ...]
    pos: int = field(default=-1, compare=False)


@dataclass(frozen=True, slots=True)
class MapLiteral:
    items: tuple[tuple[str, Expression], ...]
    pos: int = field(default=-1, compare=False)


@dataclass(frozen=True, slots=True)
class Index:
    subject: Expression
    index: Expression
    pos: int = field(default=-1, compare=False)


@dataclass(frozen=True, slots=True)
class Slice:
    subject: Expression
    start: Expression | None
    end: Expression | None
    pos: int = field(default=-1, compare=False)


@dataclass(frozen=True, slots=True)
class Case:
    """`subject` is None for the searched form."""

    subject: Expression | None
    branches: tuple[tuple[Expression, Expression], ...]
    default: Expression | None
    pos: int = field(default=-1, compare=False)


@dataclass(frozen=True, slots=True)
class ListComprehension:
    variable: str
    source: Expression
    where: Expression | None
    projection: Expression | None
    pos: int = field(default=-1, compare=False)


@dataclass(frozen=True, slots=True)
class PatternComprehension:
    pattern: PathPattern
    where: Expression | None
    projection: Expression
    pos: int = field(default=-1, compare=False)


@dataclass(frozen=True, slots=True)
class Quantified:
    """`quantifier(variable IN source WHERE where)`; quantifier is all, any, none or single."""

    quantifier: str
    variable: str
    source: Expression
    where: Expression | None
    pos: int = field(default=-1, compare=False)


@dataclass(frozen=True, slots=True)
class Reduce:
    accumulator: str
    initial: Expression
    variable: str
    source: Expression
    step: Expression
    pos: int = field(default=-1, compare=False)


@dataclass(frozen=True, slots=True)
class MapProjection:
    """`subject {.key, .*, name: expression, variable}`; items are (kind, name, expression)."""

    subject: str
    items: tuple[tuple[str, str, Expression | None], ...]
    pos: int = field(default=-1, compare=False)


@dataclass(frozen=True, slots=True)
class PatternPredicate:
    """A pattern used as an expression: `(a)-->(b)`, true where it matches."""

    pattern: PathPattern
    pos: int = field(default=-1, compare=False)


@dataclass(frozen=True, slots=True)
class SubqueryExpression:
    """`EXISTS {}`, `COUNT {}` or `COLLECT {}`; a bare pattern inside stands as a query of one MATCH without RETURN."""

    kind: str
    query: Query
    pos: int = field(default=-1, compare=False)


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


@dataclass(frozen=True, slots=True)
class Match:
    patterns: tuple[PathPattern, ...]
    where: Expression | None = None
    optional: bool = False
    pos: int = field(default=-1, compare=False)


@dataclass(frozen=True, slots=True)
class Unwind:
    source: Expression
    variable: str
    pos: int = field(default=-1, compare=False)


@dataclass(frozen=True, slots=True)
class ProjectionItem:
    """`expression AS alias`; `alias` is None where none was written, and `text` is then the column's name."""

    expression: Expression
    alias: str | None
    text: str = field(default="", compare=False)
    pos: int = field(default=-1, compare=False)

    @property
    def name(self) -> str:
        return self.alias if self.alias is not None else self.text


@dataclass(frozen=True, slots=True)
class SortItem:
    expression: Expression
    descending: bool = False
    pos: int = field(default=-1, compare=False)


@dataclass(frozen=True, slots=True)
class Projection:
    """WITH (`final` false) or RETURN (`final` true). `star` is a leading `*`."""

    items: tuple[ProjectionItem, ...]
    final: bool
    star: bool = False
    distinct: bool = False
    order: tuple[SortItem, ...] = ()
    skip: Expression | None = None
    limit: Expression | None = None
    where: Expression | None = None
    pos: int = field(default=-1, compare=False)


@dataclass(frozen=True, slots=True)
class CallSubquery:
    """`CALL (imports) { query }`; `imports` is None for the older form with an importing WITH, ("*",) for all."""

    query: Query
    imports: tuple[str, ...] | None = None
    pos: int = field(default=-1, compare=False)


@dataclass(frozen=True, slots=True)
class CallProcedure:
    """`CALL name(arguments) YIELD yields WHERE where`; yields are (field, alias)."""

    name: str
    arguments: tuple[Expression, ...] | None
    yields: tuple[tuple[str, str], ...] | None
    where: Expression | None = None
    pos: int = field(default=-1, compare=False)


Clause: TypeAlias = Match | Unwind | Projection | CallSubquery | CallProcedure


@dataclass(frozen=True, slots=True)
class SingleQuery:
    clauses: tuple[Clause, ...]
    pos: int = field(default=-1, compare=False)


@dataclass(frozen=True, slots=True)
class Query:
    """Single queries joined by UNION; `all` tells UNION ALL from UNION (which are never mixed)."""

    parts: tuple[SingleQuery, ...]
    all: bool = False
    pos: int = field(default=-1, compare=False)


Expression: TypeAlias = (
    Literal
    | Parameter
    | Variable
    | Property
    | Unary
    | Binary
    | IsNull
    | IsTyped
    | HasLabels
    | FunctionCall
    | CountStar
    | ListLiteral
    | MapLiteral
    | Index
    | Slice
    | Case
    | ListComprehension
    | PatternComprehension
    | Quantified
    | Reduce
    | MapProjection
    | PatternPredicate
    | SubqueryExpression
)

AnyNode: TypeAlias = Any
"""Any of the nodes above; walkers take it."""
