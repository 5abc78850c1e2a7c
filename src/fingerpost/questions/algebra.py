"""What can be asked of a reading's pattern, in a small algebra of its own.

A reading of the pattern (`State`) says which nodes there are and what was named. The head says whether they are
listed, counted, aggregated or checked; which columns, keys, order and limit there are.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum

from fingerpost.plans.model import AggregateFunction, Comparison
from fingerpost.questions.markers import Role
from fingerpost.questions.state import Item, Reason
from fingerpost.questions.weights import WEIGHTS


class Kind(StrEnum):
    LIST = "list"
    AGGREGATE = "aggregate"
    CHECK = "check"


@dataclass(frozen=True, slots=True)
class Term:
    """A node, a property of it, or (with `edge`) a property of an edge."""

    owner: int
    property: str | None = None
    edge: bool = False


@dataclass(frozen=True, slots=True)
class Measure:
    """An aggregate of a term. Counting a node counts it once however often it matches."""

    function: AggregateFunction
    term: Term
    distinct: bool = False


@dataclass(frozen=True, slots=True)
class Best:
    """Only those with the most or least of a term, or of how many there are of it; `count` of them, ties included."""

    term: Term
    descending: bool
    counted: bool = False
    count: int = 1


@dataclass(frozen=True, slots=True)
class GroupCondition:
    """Only groups with so many of a term."""

    term: Term
    comparison: Comparison
    value: float


@dataclass(frozen=True, slots=True)
class Head:
    """What is asked. `per` is the node for each of which something is counted before the counts are averaged."""

    kind: Kind
    focus: Term
    columns: tuple[Term, ...] = ()
    keys: tuple[Term, ...] = ()
    measures: tuple[Measure, ...] = ()
    per: Term | None = None
    best: Best | None = None
    order: tuple[tuple[Term, bool], ...] = ()
    limit: int | None = None
    having: tuple[GroupCondition, ...] = ()
    missing: tuple[Term, ...] = ()
    score: float = 0.0
    reasons: tuple[Reason, ...] = field(default=())


def term_of(item: Item) -> Term:
    """What an item names."""
    return Term(item.owner, item.property, item.edge)


def same_owner(one: Term, other: Term) -> bool:
    """Whether two terms are of one node or edge."""
    return one.owner == other.owner and one.edge == other.edge


def has_role(item: Item, role: Role) -> bool:
    """Whether a marker of a role stands before an item."""
    return any(marker.role is role for marker in item.roles)


def scored_head(head: Head, *reasons: Reason) -> Head:
    """The head with the reasons added to its score."""
    gain = sum(WEIGHTS[reason.feature] * reason.amount for reason in reasons)
    return replace(head, score=head.score + gain, reasons=(*head.reasons, *reasons))
