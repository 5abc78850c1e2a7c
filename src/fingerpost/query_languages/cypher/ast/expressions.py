"""Expressions."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from fingerpost.core.cells import Cell

if TYPE_CHECKING:
    from fingerpost.query_languages.cypher.ast.clauses import Query
    from fingerpost.query_languages.cypher.ast.patterns import LabelExpression, PathPattern


@dataclass(frozen=True, slots=True, eq=False)
class Literal:
    """None, a bool, an int, a float or a string. 1, 1.0 and true are different literals, whatever Python holds."""

    value: Cell
    pos: int = field(default=-1, compare=False)

    def _key(self) -> tuple[type, object]:
        kind = type(self.value)
        return kind, self.value if kind is str or kind is int else repr(self.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Literal) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())


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
