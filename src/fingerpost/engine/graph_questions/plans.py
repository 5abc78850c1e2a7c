"""Plans of these questions, and the nodes that a chain of relations reaches."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from fingerpost.core.answer import Status
from fingerpost.core.cells import Cell
from fingerpost.engine.context import AskContext
from fingerpost.engine.graph_questions.nouns import Link, Way
from fingerpost.engine.graph_questions.words import NAME, TYPE
from fingerpost.plans import (
    Aggregate,
    AggregateFunction,
    Column,
    Comparison,
    Condition,
    EdgePattern,
    Hops,
    Match,
    NodePattern,
    Order,
    Pattern,
    Plan,
    Ref,
    Stage,
    Test,
    Value,
)
from fingerpost.stores import Result

FOUND = "node"
"""The name of the nodes that were asked for; their column has that of their type, if they have one."""
_LONGEST = 8
"""The most steps of one pattern; longer chains are followed step by step."""
_LEVELS = 1_000
_MOST = 10_000
"""The most nodes that are followed."""


def composed(context: AskContext, plan: Plan) -> Callable[[Result], tuple[str, Status]]:
    """What tells the rows of a plan as the general reader does."""

    def compose(result: Result) -> tuple[str, Status]:
        return context.composer.compose(plan, result.rows, result.total)

    return compose


@dataclass
class Building:
    """The parameters of a plan while it is built."""

    parameters: dict[str, Cell] = field(default_factory=dict)

    def value(self, cell: Cell) -> Value:
        """A parameter with this value."""
        name = f"p{len(self.parameters) + 1}"
        self.parameters[name] = cell
        return Value(parameter=name)

    def named(self, node: str, *names: str) -> Test:
        """That a node has this name, or one of several."""
        left = Ref(name=node, property=NAME)
        if len(names) == 1:
            return Test(left=left, comparison=Comparison.EQ, right=self.value(names[0]))
        return Test(left=left, comparison=Comparison.IN, right=self.value(tuple(names)))

    def not_named(self, node: str, name: str) -> Test:
        """That a node has another name."""
        return Test(left=Ref(name=node, property=NAME), comparison=Comparison.NE, right=self.value(name))

    def listing(self, *matches: Match) -> Plan:
        """The distinct nodes called FOUND of any of these patterns, by name."""
        return self.listing_all([(each,) for each in matches])

    def listing_all(self, alternatives: Sequence[Sequence[Match]]) -> Plan:
        """The distinct nodes called FOUND of all patterns of one of these alternatives, by name."""
        labels = {one.label for each in alternatives for one in _found(each) if one.label}
        shown = labels.pop() if len(labels) == 1 else FOUND
        first = (Column(name=shown, operand=Ref(name=FOUND)),)
        branches = tuple((Stage(matches=tuple(each), columns=first, distinct=True),) for each in alternatives)
        column = (Column(name=shown, operand=Ref(name=shown)),)
        ordered = Stage(columns=column, order=(Order(operand=Ref(name=shown, property=NAME)),))
        if len(branches) == 1:
            return Plan(branches=((*branches[0], ordered),), parameters=self.parameters)
        return Plan(branches=branches, then=(ordered,), parameters=self.parameters)

    def counting(self, found: Match) -> Plan:
        """How many distinct nodes called FOUND there are."""
        count = Aggregate(name="count", function=AggregateFunction.COUNT, operand=Ref(name=FOUND), distinct=True)
        return Plan(branches=((Stage(matches=(found,), aggregates=(count,)),),), parameters=self.parameters)


def _found(matches: Iterable[Match]) -> list[NodePattern]:
    """The nodes that were asked for, in each of these patterns."""
    return [one for each in matches for one in each.pattern.nodes if one.name == FOUND]


def node(name: str, label: str = "") -> NodePattern:
    """A node of a pattern, of a type if one is given."""
    return NodePattern(name=name, label=label or None)


def following(near: str, far: str, link: Link) -> EdgePattern:
    """A relation of a pattern, followed from one node to another."""
    start, end = (far, near) if link.way is Way.AGAINST else (near, far)
    return EdgePattern(start=start, end=end, types=link.types, either=link.way is Way.EITHER)


def match(nodes: Iterable[NodePattern], edges: Iterable[EdgePattern], where: Iterable[Condition]) -> Match:
    """A pattern with its conditions."""
    return Match(pattern=Pattern(nodes=tuple(nodes), edges=tuple(edges)), where=tuple(where))


@dataclass(frozen=True)
class Reached:
    """The names that a chain reaches, each with its distance, and their types; `cut` means that there are more."""

    steps: dict[str, int]
    types: frozenset[str] = frozenset()
    cut: bool = False

    @property
    def depth(self) -> int:
        """The greatest distance."""
        return max(self.steps.values(), default=0)

    def beyond(self, least: int) -> Reached:
        """What is reached over so many steps or more."""
        return replace(self, steps={name: steps for name, steps in self.steps.items() if steps >= least})

    @property
    def label(self) -> str:
        """The type of all that is reached, if there is only one."""
        return next(iter(self.types)) if len(self.types) == 1 and not self.cut else ""


def reached(
    context: AskContext, start: str, along: Sequence[str], against: Sequence[str] = (), most: int = _LEVELS
) -> Reached:
    """What can be reached from a node over at most so many relations, in their direction and against it."""
    known = {start: 0}
    frontier = [start]
    labels: set[str] = set()
    cut = False
    for level in range(1, most + 1):
        following: dict[str, None] = {}
        for types, backwards in ((along, False), (against, True)):
            if types:
                found, more = _step(context, frontier, types, backwards)
                cut = cut or more
                following |= dict.fromkeys(name for name in found if name not in known)
                labels.update(label for name, label in found.items() if name != start)
        if not following:
            break
        if len(known) > _MOST:
            cut = True
            break
        known |= dict.fromkeys(following, level)
        frontier = list(following)
    return Reached({name: steps for name, steps in known.items() if name != start}, frozenset(labels), cut)


def one_way(
    context: AskContext, start: str, along: Sequence[str], against: Sequence[str]
) -> tuple[Reached, tuple[str, ...], tuple[str, ...]]:
    """What can be reached, with the relations in one direction only where those in the other add nothing."""
    found = reached(context, start, along, against)
    if along and against:
        for types in ((tuple(along), ()), ((), tuple(against))):
            if reached(context, start, *types).steps == found.steps:
                return found, *types
    return found, tuple(along), tuple(against)


def _step(
    context: AskContext, names: Sequence[str], types: Sequence[str], backwards: bool
) -> tuple[dict[str, str], bool]:
    """The names and types of the nodes one step further, and whether there are more."""
    building = Building()
    ends = ("b", "a") if backwards else ("a", "b")
    edge = EdgePattern(start=ends[0], end=ends[1], types=tuple(types))
    stage = Stage(
        matches=(match((node("a"), node("b")), (edge,), (building.named("a", *names),)),),
        columns=(
            Column(name="name", operand=Ref(name="b", property=NAME)),
            Column(name="type", operand=Ref(name="b", property=TYPE)),
        ),
        distinct=True,
    )
    result = context.run(Plan(branches=((stage,),), parameters=building.parameters))
    return {str(name): str(label) for name, label in result.rows}, result.cut


def chain(
    found: str, far: str, types: Sequence[str], backwards: bool, depth: int, least: int = 1
) -> EdgePattern | None:
    """The edge from the nodes found to one at most `depth` steps away; None if that is too far for a pattern."""
    if depth > _LONGEST or not types:
        return None
    start, end = (far, found) if backwards else (found, far)
    hops = None if depth == least == 1 else Hops(minimum=least, maximum=max(depth, least))
    return EdgePattern(start=start, end=end, types=tuple(types), hops=hops)
