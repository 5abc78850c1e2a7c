"""What can be asked of a reading's pattern, in a small algebra of its own.

A reading of the pattern (`State`) says which nodes there are and what was named. The head says whether they are
listed, counted, aggregated or checked; which columns, keys, order and limit there are.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from fingerpost.linking.derived import AGE
from fingerpost.linking.lasting import begun_by
from fingerpost.plans import AggregateFunction, Comparison
from fingerpost.questions.markers import Role
from fingerpost.questions.state import Filter, Item, Reason
from fingerpost.questions.weights import WEIGHTS


class Kind(StrEnum):
    LIST = "list"
    AGGREGATE = "aggregate"
    CHECK = "check"
    DIFFERENCE = "difference"
    SHARE = "share"
    ALL = "all"
    MOST = "most"
    RATIO = "ratio"


class Term(NamedTuple):
    """A node, a property of it, or (with `edge`) a property of an edge; with `part`, what a property tells besides."""

    owner: int
    property: str | None = None
    edge: bool = False
    part: str = ""


class Measure(NamedTuple):
    """An aggregate of a term. Counting a node counts it once however often it matches.

    `each` is the aggregate of counts that were made for each of something: "the average number of books per member".
    """

    function: AggregateFunction
    term: Term
    distinct: bool = False
    each: AggregateFunction | None = None


class Against(StrEnum):
    """What a chosen thing is held against: the best of them, their average, or another thing that was named.

    `SAME` is what such another has too, and not less or more than it; `SHARED` is one of several that both have.
    """

    BEST = "best"
    AVERAGE = "average"
    OTHER = "other"
    SAME = "same"
    SHARED = "shared"


@dataclass(frozen=True, slots=True)
class Best:
    """Only those with the most or least of a term, or of an aggregate of it for each; `count` of them, ties included.

    `rank` 2 is the second best. With `against`, those that have more (`descending`) or less than the average or than
    another. `each` is for what there is a best each: "the longest book of each author".
    """

    term: Term
    descending: bool
    function: AggregateFunction | None = None
    count: int = 1
    rank: int = 1
    against: Against = Against.BEST
    each: tuple[Term, ...] = ()

    @property
    def counted(self) -> bool:
        """Whether what is chosen by is how many there are."""
        return self.function is AggregateFunction.COUNT


class GroupCondition(NamedTuple):
    """Only groups with so many of a term, or with such an aggregate of it; of `pairs`, what joins the same two.

    `of` is the node of which it is said: "members who borrowed more than three books".
    """

    term: Term
    comparison: Comparison
    value: float
    function: AggregateFunction = AggregateFunction.COUNT
    pairs: bool = False
    of: Term | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """What is said of some of a node: the nodes that only hang there, and which filters (by number) say it."""

    nodes: frozenset[int] = frozenset()
    filters: frozenset[int] = frozenset()


class Then(NamedTuple):
    """When something happened, at which ages are counted in place of today; `bounds` are conditions on ages then."""

    when: Term
    bounds: tuple[Filter, ...] = ()


class Left(NamedTuple):
    """Nodes and edges of a pattern that are left out."""

    nodes: frozenset[int] = frozenset()
    edges: frozenset[int] = frozenset()


class Others(NamedTuple):
    """What a filter (by number) says of another thing that has the same value of a term, or of none."""

    term: Term
    filter: int
    absent: bool = False


class Head(NamedTuple):
    """What is asked. `per` is the node for each of which something is counted before the counts are averaged. `groups`
    are things for each of which something is measured though only properties of them are shown; `part` what a share,
    or "are all", says of some of the focus. `missing` terms are unknown and `present` ones known; `shared` are
    conditions said once for several ("both an account and a card with a balance over 1000"); `compared` are two terms
    of one reading, one of which is to be more ("who earn more than their manager"); `either` are two parts of the
    pattern of which one is enough ("written by Ann or sold in Oslo"); `optional` is a node or an edge that is
    only counted, be it that there is none ("the branches by number of books"), but for those that are `unlisted`
    then; `alike` is what so many are to
    have the same of ("are Emma and Dune of the same genre"); `once` shows each value once ("the different hobbies");
    `topped` tells that the limit leaves those that have most of what `having` counts ("the top 3 members with more than
    5 loans"); `kept` asks for a row for each match; `then` is the event at which people were so old; `others`
    is said of another thing of the same value ("directors with a film of 1999 and one of 2000"); `valued` tells that
    `having` counts for each value that is shown ("the towns of two members"); `apart` is in what it is told how far
    apart two moments are, and whether they are those of two things."""

    kind: Kind
    focus: Term
    columns: tuple[Term, ...] = ()
    keys: tuple[Term, ...] = ()
    groups: tuple[Term, ...] = ()
    measures: tuple[Measure, ...] = ()
    per: Term | None = None
    best: Best | None = None
    order: tuple[tuple[Term, bool], ...] = ()
    limit: int | None = None
    having: tuple[GroupCondition, ...] = ()
    missing: tuple[Term, ...] = ()
    present: tuple[Term, ...] = ()
    shared: tuple[Filter, ...] = ()
    part: Part | None = None
    compared: tuple[Term, Comparison, Term] | None = None
    either: tuple[Part, ...] = ()
    optional: Term | None = None
    unlisted: bool = False
    alike: tuple[Term, float] | None = None
    once: bool = False
    topped: bool = False
    kept: bool = False
    then: Then | None = None
    others: Others | None = None
    valued: bool = False
    apart: tuple[str, bool] = ("", False)
    score: float = 0.0
    reasons: tuple[Reason, ...] = ()


def term_of(item: Item) -> Term:
    """What an item names."""
    return Term(item.owner, item.property, item.edge, item.part)


def called(term: Term) -> str | None:
    """What a column of a property is called: by its name, and what is told of it."""
    if not term.part:
        return term.property
    begun = begun_by(term.part)
    if begun is not None:
        return f"time from {begun} to {term.property}"
    return term.part if term.part == AGE else f"{term.part} of {term.property}"


def same_owner(one: Term, other: Term) -> bool:
    """Whether two terms are of one node or edge."""
    return one.owner == other.owner and one.edge == other.edge


def has_role(item: Item, role: Role) -> bool:
    """Whether a marker of a role stands before an item."""
    for marker in item.roles:  # a loop: this is called very often  # noqa: SIM110
        if marker.role is role:
            return True
    return False


def scored_head(head: Head, *reasons: Reason) -> Head:
    """The head with the reasons added to its score."""
    gain = sum(WEIGHTS[reason.feature] * reason.amount for reason in reasons)
    return head._replace(score=head.score + gain, reasons=(*head.reasons, *reasons))
