"""The Plan: one typed, read-only value between a question and a database.

A plan is staged like a pipeline. Each stage binds names (unwind, matches, lets), projects columns and aggregates, and
passes exactly these on; the last stage's columns and aggregates are the result. A plan cannot express writing, and
every literal is a parameter. Nothing nests: an expression is a chain of `lets`, conditions are a conjunction of
tests, existence tests and disjunctions of these.

Pitfalls that this form avoids: grouping keys are explicit; relationships are unique per match, so matches are never
merged or split; the conditions of an optional match stay in it; `having` filters before `limit`; division is done in
floats; the order of edges is kept.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from enum import StrEnum
from typing import Annotated, Literal, TypeAlias

from pydantic import AfterValidator, Field

from fingerpost.core.cell_fields import Parameters, no_parameters
from fingerpost.core.cells import Cell, fixed
from fingerpost.core.schema import Frozen

Name = Annotated[str, Field(min_length=1, max_length=200)]


class Ref(Frozen):
    """A name, or a property of it, optionally in one function call: `n`, `n.age`, `toLower(n.name)`, `n.born.year`."""

    kind: Literal["ref"] = "ref"
    name: Name
    property: str | None = None
    function: str | None = None


class Value(Frozen):
    """A parameter of the plan, optionally in one function call."""

    kind: Literal["value"] = "value"
    parameter: Name
    function: str | None = None


Operand: TypeAlias = Annotated[Ref | Value, Field(discriminator="kind")]


class Comparison(StrEnum):
    """The operators of a test. `IS_NULL` has no right side; `IS_LABEL` takes its label from `Test.label`."""

    EQ = "="
    NE = "<>"
    LT = "<"
    LE = "<="
    GT = ">"
    GE = ">="
    IN = "in"
    CONTAINS = "contains"
    STARTS_WITH = "starts with"
    ENDS_WITH = "ends with"
    MATCHES = "matches"
    IS_NULL = "is null"
    IS_LABEL = "is label"


OPPOSITE = {
    Comparison.LT: Comparison.GE,
    Comparison.LE: Comparison.GT,
    Comparison.GT: Comparison.LE,
    Comparison.GE: Comparison.LT,
    Comparison.EQ: Comparison.NE,
}
"""What holds of a known number where a comparison does not."""
ORDERINGS = (Comparison.LT, Comparison.LE, Comparison.GT, Comparison.GE)
"""Ordering operators."""


class Quantifier(StrEnum):
    ANY = "any"
    ALL = "all"
    NONE = "none"
    SINGLE = "single"


class Each(Frozen):
    """A test over the items of a list: `quantifier(item IN source WHERE test)`."""

    quantifier: Quantifier
    item: Name
    source: Operand


class Test(Frozen):
    """One comparison. `negated` wraps it in NOT, in which null stays null; only = and <> may be flipped instead."""

    kind: Literal["test"] = "test"
    left: Operand
    comparison: Comparison
    right: Operand | None = None
    label: str | None = None
    negated: bool = False
    each: Each | None = None


class NodePattern(Frozen):
    """A node of a match. A name bound by an earlier stage or match joins with it."""

    name: Name
    label: str | None = None


class Hops(Frozen):
    """The length of a variable path; no maximum means unbounded, which the gate bounds or refuses."""

    minimum: int = Field(ge=0, le=1_000)
    maximum: int | None = Field(default=None, ge=0, le=1_000)


class EdgePattern(Frozen):
    """A relationship of a match, from `start` to `end`; `either` asks for both directions; no types means any type."""

    start: Name
    end: Name
    types: tuple[str, ...] = ()
    either: bool = False
    name: Name | None = None
    hops: Hops | None = None


class Shortest(StrEnum):
    ONE = "one"
    ALL = "all"


class Pattern(Frozen):
    """Nodes in order of their first appearance, edges in order; `path` names the whole pattern if it is one chain."""

    nodes: tuple[NodePattern, ...] = Field(min_length=1)
    edges: tuple[EdgePattern, ...] = ()
    path: Name | None = None
    shortest: Shortest | None = None


class SmallAny(Frozen):
    """A disjunction of tests, inside an existence test."""

    kind: Literal["any"] = "any"
    tests: tuple[Test, ...] = Field(min_length=2)


class Exists(Frozen):
    """A small pattern with tests that exists, or (negated) does not. Names bound outside join with it."""

    kind: Literal["exists"] = "exists"
    pattern: Pattern
    where: tuple[Annotated[Test | SmallAny, Field(discriminator="kind")], ...] = ()
    negated: bool = False


class AnyOf(Frozen):
    """A disjunction."""

    kind: Literal["any"] = "any"
    tests: tuple[Annotated[Test | Exists, Field(discriminator="kind")], ...] = Field(min_length=2)


Condition: TypeAlias = Annotated[Test | Exists | AnyOf, Field(discriminator="kind")]
Conditions: TypeAlias = tuple[Condition, ...]


class Match(Frozen):
    """A pattern to find, with its conditions. An optional match keeps rows without a match, with nulls."""

    pattern: Pattern
    where: Conditions = ()
    optional: bool = False


class Unwind(Frozen):
    """One row for each item of a list."""

    name: Name
    source: Operand


class Call(Frozen):
    """One pure step: `name = function(arguments)`.

    Functions have their openCypher names; operators have these names: add, subtract, multiply, divide
    (in floats), quotient (openCypher's own `/`), modulo, power, negate, concatenate, list, map (with `keys`), property
    (with one key), index, slice. `typed` converts text by its meaning: numeric, day_first_date, month_first_date.
    """

    kind: Literal["call"] = "call"
    name: Name
    function: str
    arguments: tuple[Operand, ...] = ()
    keys: tuple[str, ...] = ()


class Choose(Frozen):
    """`name = then` if the conditions hold, else `otherwise` (null if absent)."""

    kind: Literal["choose"] = "choose"
    name: Name
    when: Conditions = Field(min_length=1)
    then: Operand
    otherwise: Operand | None = None


class Holds(Frozen):
    """`name` is whether the conditions hold (null if unknown)."""

    kind: Literal["holds"] = "holds"
    name: Name
    conditions: Conditions = Field(min_length=1)


class CountOf(Frozen):
    """`name` is the number of matches of a small pattern."""

    kind: Literal["count"] = "count"
    name: Name
    pattern: Pattern
    where: tuple[Annotated[Test | SmallAny, Field(discriminator="kind")], ...] = ()


Let: TypeAlias = Annotated[Call | Choose | Holds | CountOf, Field(discriminator="kind")]


class Column(Frozen):
    """A projected column; beside aggregates, a grouping key."""

    name: Name
    operand: Operand


class AggregateFunction(StrEnum):
    COUNT = "count"
    SUM = "sum"
    AVG = "avg"
    MIN = "min"
    MAX = "max"
    COLLECT = "collect"
    MEDIAN = "median"
    PERCENTILE = "percentileCont"
    PERCENTILE_DISC = "percentileDisc"
    STDEV = "stDev"
    STDEVP = "stDevP"


class Aggregate(Frozen):
    """An aggregate over the rows of a group. No operand is `count(*)`; `argument` is a percentile's share.

    With `only`, just the rows that meet its conditions count.
    """

    name: Name
    function: AggregateFunction
    operand: Operand | None = None
    distinct: bool = False
    argument: Operand | None = None
    only: Conditions = ()


class Order(Frozen):
    """A sort key: a column of this stage or, if it neither aggregates nor is distinct, any visible name."""

    operand: Operand
    descending: bool = False


class Stage(Frozen):
    """One step of the pipeline, in the order of its fields."""

    unwind: Unwind | None = None
    matches: tuple[Match, ...] = ()
    lets: tuple[Let, ...] = ()
    columns: tuple[Column, ...] = ()
    aggregates: tuple[Aggregate, ...] = ()
    distinct: bool = False
    having: Conditions = ()
    order: tuple[Order, ...] = ()
    skip: int | None = Field(default=None, ge=0)
    limit: int | None = Field(default=None, ge=0)

    @property
    def outputs(self) -> tuple[str, ...]:
        """The names that the next stage sees."""
        return (*(c.name for c in self.columns), *(a.name for a in self.aggregates))


class Plan(Frozen):
    """The whole plan: branches joined by a union (`union_all` keeps duplicates), then common stages.

    `model_dump_json` and `model_validate_json` round-trip it.
    """

    branches: tuple[tuple[Stage, ...], ...] = Field(min_length=1)
    union_all: bool = False
    then: tuple[Stage, ...] = ()
    parameters: Annotated[Parameters, AfterValidator(fixed)] = Field(default_factory=no_parameters)

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the result's columns."""
        return self.last.outputs

    @property
    def last(self) -> Stage:
        """The final stage; for a union without common stages, that of the first branch."""
        return self.then[-1] if self.then else self.branches[0][-1]

    @property
    def fingerprint(self) -> str:
        """A stable hash: equal for plans that differ in local names only (`plans.canonical`)."""
        from fingerpost.plans.canonical import fingerprint

        return fingerprint(self)

    @property
    def reading(self) -> str:
        """The plan in English (`plans.english`)."""
        from fingerpost.plans.english import read

        return read(self)

    def evidence(self, row: Sequence[Cell], *, limit: int | None = None, only: Collection[str] | None = None) -> Plan:
        """The plan that lists the evidence for a row of this plan's result (`plans.evidence`).

        Raises:
            PlanError: `plan.evidence`; the row does not have this plan's columns.
        """
        from fingerpost.plans.evidence import evidence

        return evidence(self, row, limit=limit, only=only)

    @property
    def stages(self) -> tuple[Stage, ...]:
        """Every stage, branch after branch, then the common ones."""
        return (*(stage for branch in self.branches for stage in branch), *self.then)
