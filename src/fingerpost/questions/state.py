"""A partial reading of a question: a growing tree of nodes, what filters them, and what was asked of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from fingerpost.core.cells import Cell
from fingerpost.plans import AggregateFunction, Comparison
from fingerpost.questions.markers import Marker
from fingerpost.questions.weights import WEIGHTS

_ASIDE = 2.0
"""How much farther all others are from what is said of the subject again."""
RELATIONS_SAID = ("relation used", "relation said after")
"""Features of a relation whose words were said, where its end was looked for."""
IN_TEXT = (Comparison.CONTAINS, Comparison.STARTS_WITH, Comparison.ENDS_WITH)
"""Comparisons that look for a text in a text."""
_RELATIONS = (*RELATIONS_SAID, "relation said again")


class TreeNode(NamedTuple):
    """A node of the pattern. `at` is the token that brought it; `named` tells that its label was said.

    `absent` nodes must not exist, with all that hangs on them.
    """

    label: str
    at: int
    named: bool
    absent: bool = False


class TreeEdge(NamedTuple):
    """An edge between two nodes of the tree, by number; `start` to `end` is its direction in the graph.

    An `absent` one must not join the two. With `most` there may be several in a row, from `least` to so many.
    """

    start: int
    end: int
    type: str
    either: bool
    at: int
    said: bool = False
    absent: bool = False
    least: int = 1
    most: int = 0


class Filter(NamedTuple):
    """A condition on a property of a node, or (with `edge`) of an edge; `part` is what it tells: the month of a date.

    With `every`, it is of all that hang there in this way: "serve only vegan dishes". With `open`, what is not known is
    so too: what has no end goes on. `ago` is how many whole years before today the date is, where it bounds an age.
    With `alternative`, it or what the words before it say of the same is enough: "in 1996 and 1998". Where a yes/no
    property says whether something is so, `so` tells which, whatever it holds for that: "No", 0, false.
    """

    owner: int
    property: str
    comparison: Comparison
    value: Cell
    edge: bool = False
    negated: bool = False
    start: int = 0
    end: int = 0
    part: str = ""
    every: bool = False
    open: bool = False
    ago: int | None = None
    alternative: bool = False
    so: bool | None = None


class Item(NamedTuple):
    """Something that was named and not used as a filter: a node, or a property of a node or edge.

    `roles` are the markers that stand before it. `by_value` tells that only a value of the node was named; `part` is
    what a property tells besides: the year of a date.
    """

    owner: int
    property: str | None
    start: int
    end: int
    roles: tuple[Marker, ...] = ()
    edge: bool = False
    score: float = 1.0
    by_value: bool = False
    part: str = ""


class Having(NamedTuple):
    """A condition on how many there are of an item ("with more than three phones"), or on an aggregate of it."""

    item: int
    comparison: Comparison
    value: float | int
    function: AggregateFunction = AggregateFunction.COUNT


class Reason(NamedTuple):
    """One feature of a reading: its name and amount, and the tokens that gave it."""

    feature: str
    amount: float
    start: int = -1
    end: int = -1
    note: str = ""


def summed(amounts: Iterable[tuple[str, float]]) -> dict[str, float]:
    """The amounts of features, each name once."""
    found: dict[str, float] = {}
    for name, amount in amounts:
        found[name] = found.get(name, 0.0) + amount
    return found


@dataclass(frozen=True)
class State:
    """A partial reading. `relations` are relation words not yet used; `pending` markers not yet bound.

    `descriptor` is the item number of a property that was named just now and may describe the value that follows;
    `recent` is the node that was spoken of last, `resumed` one that "and" went back to (`conjoined`); `counted` the
    types, their tokens and markers, of relationships that are counted;
    `others` say what another thing of a label has, with which those asked for are compared ("longer than Emma").
    """

    nodes: tuple[TreeNode, ...] = ()
    edges: tuple[TreeEdge, ...] = ()
    filters: tuple[Filter, ...] = ()
    items: tuple[Item, ...] = ()
    havings: tuple[Having, ...] = ()
    relations: tuple[Any, ...] = ()
    pending: tuple[Marker, ...] = ()
    markers: tuple[Marker, ...] = ()
    descriptor: int = -1
    descriptor_end: int = -1
    recent: int = 0
    resumed: int = -1
    counted: tuple[tuple[str, int, int, tuple[Marker, ...]], ...] = ()
    others: tuple[tuple[str, Filter], ...] = ()
    score: float = 0.0
    reasons: tuple[Reason, ...] = ()
    skipped: tuple[int, ...] = ()
    weights: Mapping[str, float] = field(default_factory=lambda: WEIGHTS, compare=False, repr=False)

    def distance(self, node: int) -> float:
        """How far back a node is: 0 for the one spoken of last, else one more for each node after it."""
        if node == self.recent:
            return 0.0
        return max(len(self.nodes) - 1 - node, 1) + (_ASIDE if self.resumed == self.recent else 0.0)

    def but(self, **changes: Any) -> State:
        """A copy with changes. A beam makes very many of these, and `dataclasses.replace` is ten times slower."""
        copy = object.__new__(State)
        fields = copy.__dict__
        fields.update(self.__dict__)
        fields.update(changes)
        return copy


def is_spoken_of(state: State, node: int) -> bool:
    """Whether a node was named, or something is told of it: it does not only lie on the way to another."""
    return state.nodes[node].named or any(f.owner == node and not f.edge for f in state.filters)


def said_at(state: State, type_: str) -> list[int]:
    """The tokens of the words that said a relationship type."""
    return [r.start for r in state.reasons if r.feature in _RELATIONS and r.note == f"{type_} was said"]


def node_names(state: State) -> list[str]:
    """Readable names for nodes: the label's first letters, numbered where they repeat."""
    names: list[str] = []
    for node in state.nodes:
        base = "".join(c for c in node.label if c.isalnum())[:24].lower() or "node"
        base = base if base[0].isalpha() else f"n{base}"
        same = sum(1 for name in names if name.rstrip("0123456789") == base)
        names.append(f"{base}{same + 1}")
    return names
