"""Paths between two nodes, what two nodes share, nodes without a relation, and nodes by a part of their name."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from fingerpost.core.answer import Status
from fingerpost.core.cells import Path
from fingerpost.engine.context import AskContext
from fingerpost.engine.graph_questions.nouns import Link, Way
from fingerpost.engine.graph_questions.plans import FOUND, Building, composed, following, match, node, one_way
from fingerpost.engine.graph_questions.wholes import CONFIDENCE, is_presence, nesting, of_places
from fingerpost.engine.graph_questions.words import NAME, Words
from fingerpost.engine.question_reader import DomainReading
from fingerpost.plans import (
    Column,
    Comparison,
    EdgePattern,
    Exists,
    Hops,
    Match,
    Pattern,
    Plan,
    Ref,
    Shortest,
    Stage,
    Test,
    joined,
)
from fingerpost.stores import Result

_MOST_ENDS = 8
"""The most nodes with all of which others are looked for."""
_FARTHEST = 30
"""The longest path that is looked for, in steps; the gate allows no longer one."""


def path_between(
    context: AskContext,
    source: str,
    target: str,
    types: tuple[str, ...] = (),
    *,
    directed: bool,
    counted: bool = False,
    asked: bool = False,
) -> DomainReading:
    """A shortest path with its steps. `directed`: in the direction of the relationships if there is one; else, where
    one in their direction is as short as any. `types`: over these relations alone, if there are any.

    `counted`: the answer begins with the number of steps. `asked`: with yes or no.
    """
    plan, either = (_path(source, target, types, either=each) for each in (False, True))
    notes: tuple[str, ...] = ()
    along = _length(context, plan)
    if along is None or (not directed and along > (_length(context, either) or along)):
        plan = either
        notes = ("no path follows the direction of the relationships; this one does not",) if directed else ()

    def compose(result: Result) -> tuple[str, Status]:
        path = result.rows[0][0] if result.rows else None
        if not isinstance(path, Path):
            no = "No: nothing" if asked else "Nothing"
            so = f" by {joined(types, joint='or')}" if types else ""
            return f"{no} joins {source} and {target}{so}.", Status.ANSWERED if asked else Status.EMPTY
        steps = len(path.relationships)
        length = f"{steps} step{'s' if steps > 1 else ''}: " if counted else ""
        yes = "Yes: " if asked else ""
        return f"{yes}{length}{_told(context, path)}.", Status.ANSWERED

    return DomainReading(plan, "path", CONFIDENCE, compose, {"intent": "path"}, notes)


def _length(context: AskContext, plan: Plan) -> int | None:
    """The steps of the path that a plan finds; None if there is none."""
    rows = context.run(plan).rows
    return len(rows[0][0].relationships) if rows and isinstance(rows[0][0], Path) else None


def _path(source: str, target: str, types: tuple[str, ...], *, either: bool) -> Plan:
    building = Building()
    pattern = Pattern(
        nodes=(node("from"), node("to")),
        edges=(
            EdgePattern(start="from", end="to", types=types, either=either, hops=Hops(minimum=1, maximum=_FARTHEST)),
        ),
        path="path",
        shortest=Shortest.ONE,
    )
    where = (building.named("from", source), building.named("to", target))
    stage = Stage(
        matches=(Match(pattern=pattern, where=where),), columns=(Column(name="path", operand=Ref(name="path")),)
    )
    return Plan(branches=((stage,),), parameters=building.parameters)


def _told(context: AskContext, path: Path) -> str:
    said = context.display.name(path.nodes[0])
    for edge, before, after in zip(path.relationships, path.nodes, path.nodes[1:], strict=False):
        forwards = edge.start == before.element_id
        arrow = f"-[{edge.type}]->" if forwards else f"<-[{edge.type}]-"
        said += f" {arrow} {context.display.name(after)}"
    return said


def shared(context: AskContext, one: str, other: str, links: Sequence[Link], label: str) -> DomainReading:
    """What two nodes are both joined with by one of these links, each in the same direction."""
    building = Building()
    where = (
        building.named("one", one),
        building.named("other", other),
        building.not_named(FOUND, one),
        building.not_named(FOUND, other),
    )
    nodes = (node("one"), node(FOUND, label), node("other"))
    joined = ([following(end, FOUND, link) for end in ("one", "other")] for link in links)
    plan = building.listing(*(match(nodes, edges, where) for edges in joined))

    def compose(result: Result) -> tuple[str, Status]:
        if not result.rows:
            said = f"Nothing is so joined with both {one} and {other}."
            return said if len(links) == 1 else f"{one} and {other} have nothing in common.", Status.EMPTY
        return context.composer.compose(plan, result.rows, result.total)

    return DomainReading(plan, "shared", CONFIDENCE, compose, {"intent": "shared"})


def without(
    context: AskContext, labels: Sequence[str], link: Link, far: str, such: tuple[Link, str] | None = None
) -> DomainReading:
    """The nodes of some types that a relation does not join with anything, or with no node of another type.

    `such`: with none that another relation joins with the node of a name.
    """
    building = Building()
    nodes, edges, where = [node(FOUND), node("other", far)], [following(FOUND, "other", link)], []
    if such is not None:
        further, name = such
        nodes.append(node("named"))
        edges.append(following("other", "named", further))
        where.append(building.named("named", name))
    pattern = Pattern(nodes=tuple(nodes), edges=tuple(edges))
    missing = Exists(pattern=pattern, where=tuple(where), negated=True)
    plan = building.listing(*(match((node(FOUND, label),), (), (missing,)) for label in labels))

    return DomainReading(plan, "without", CONFIDENCE, composed(context, plan), {"intent": "without"})


def not_joined(context: AskContext, words: Words, labels: Sequence[str], link: Link, name: str) -> DomainReading:
    """The nodes of some types that a relation does not join with a node, or with a place inside it."""
    building, inside = Building(), places_inside(context, words, name, link)
    pattern = Pattern(nodes=(node(FOUND), node("other")), edges=(following(FOUND, "other", link),))
    where = (
        Exists(pattern=pattern, where=(building.named("other", name, *inside),), negated=True),
        building.not_named(FOUND, name),
    )
    plan = building.listing(*(match((node(FOUND, label),), (), where) for label in labels))

    return DomainReading(plan, "without", CONFIDENCE, composed(context, plan), {"intent": "without"})


def with_some(context: AskContext, labels: Sequence[str], link: Link, far: str) -> DomainReading:
    """The nodes of some types that a relation joins with anything, or with any node of another type."""
    edge = following(FOUND, "other", link)
    plan = Building().listing(*(match((node(FOUND, label), node("other", far)), (edge,), ()) for label in labels))

    return DomainReading(plan, "with", CONFIDENCE, composed(context, plan), {"intent": "with"})


def with_all(
    context: AskContext, labels: Sequence[str], edge_to: Callable[[str], EdgePattern | None], far: str
) -> DomainReading | None:
    """The nodes of some types that edges of a kind join with every node of another type; None if these are too many."""
    building = Building()
    ends = context.run(building.listing(match((node(FOUND, far),), (), ()))).rows
    names = [context.display.name(end) for (end,) in ends]
    numbered = [f"n{number}" for number in range(1, len(names) + 1)]
    edges = [edge for each in numbered if (edge := edge_to(each)) is not None]
    if not 1 <= len(edges) == len(names) <= _MOST_ENDS:
        return None
    where = [building.named(each, name) for each, name in zip(numbered, names, strict=True)]
    # One match each: within one, no two edges would be the same relationship, such as that of a part of both.
    plan = building.listing_all(
        [
            [
                match((node(FOUND, label), node(end)), (edge,), (test,))
                for end, edge, test in zip(numbered, edges, where, strict=True)
            ]
            for label in labels
        ]
    )

    return DomainReading(plan, "with", CONFIDENCE, composed(context, plan), {"intent": "with"})


def places_inside(context: AskContext, words: Words, place: str, link: Link) -> dict[str, int]:
    """The places inside one that a relation leads to, with their distances."""
    places = nesting(words, parts=False) if is_presence(link.types) else of_places(words)
    return one_way(context, place, places.down, places.up)[0].steps if link.way is Way.ALONG else {}


def are_joined(context: AskContext, words: Words, one: str, other: str, link: Link) -> DomainReading:
    """Whether a relation leads from one node to another, or to a place inside the other."""
    inside = places_inside(context, words, other, link)
    building = Building()
    where = (building.named("one", one), building.named(FOUND, other, *inside))
    plan = building.listing(match((node("one"), node(FOUND)), (following("one", FOUND, link),), where))
    types = joined(link.types, joint="or")

    def compose(result: Result) -> tuple[str, Status]:
        found = [context.display.name(row[0]) for row in result.rows]
        if found and inside and all(name.casefold() != other.casefold() for name in found):
            return f"Yes: {one} -[{types}]-> {found[0]}, which is in {other}.", Status.ANSWERED
        source, target = (other, one) if link.way is Way.AGAINST else (one, other)
        no = f"No: there is no record of {source} -[{types}]-> {target}."
        return "Yes." if found else no, Status.ANSWERED

    return DomainReading(plan, "are-joined", CONFIDENCE, compose, {"intent": "are-joined"})


def called(context: AskContext, label: str, names: Sequence[str]) -> DomainReading:
    """The nodes of these names, which have a word in common."""
    building = Building()
    plan = building.listing(match((node(FOUND, label),), (), (building.named(FOUND, *names),)))

    return DomainReading(plan, "by-name", CONFIDENCE, composed(context, plan), {"intent": "by-name"})


def by_name(context: AskContext, label: str, text: str, comparison: Comparison) -> DomainReading:
    """The nodes whose name has a text in it, whatever its case."""
    building = Building()
    left = Ref(name=FOUND, property=NAME, function="toLower")
    test = Test(left=left, comparison=comparison, right=building.value(text.lower()))
    plan = building.listing(match((node(FOUND, label),), (), (test,)))

    def compose(result: Result) -> tuple[str, Status]:
        if not result.rows:
            return f"No name {comparison.value} “{text}”.", Status.EMPTY
        return context.composer.compose(plan, result.rows, result.total)

    return DomainReading(plan, "by-name", CONFIDENCE, compose, {"intent": "by-name"})
