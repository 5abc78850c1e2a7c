"""Clauses and whole queries."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from fingerpost.query_languages.cypher.ast.expressions import Expression
from fingerpost.query_languages.cypher.ast.patterns import PathPattern


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
    """`expression AS alias`; `alias` is None if none was written, and `text` is then the column's name."""

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
