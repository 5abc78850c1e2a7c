"""Questions for the way between two things: "how is X connected to Y", "which books are within two hops of X"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from types import MappingProxyType

from fingerpost.core.cells import Cell
from fingerpost.core.schema import GraphSchema
from fingerpost.linking.mentions import Linked, Mention
from fingerpost.plans import (
    Column,
    Comparison,
    EdgePattern,
    Hops,
    Match,
    NodePattern,
    Pattern,
    Plan,
    Ref,
    Shortest,
    Stage,
    Test,
    Value,
    check,
)
from fingerpost.questions.algebra import Head, Kind, Term, scored_head
from fingerpost.questions.attach import scored
from fingerpost.questions.farther import FARTHEST
from fingerpost.questions.markers import Marker, Role
from fingerpost.questions.state import Filter, Reason, State, TreeNode

_MOST = 3
_SAID = 4.0
"""How many usual markers one for a way counts: nothing but a way answers it."""


class End:
    """One end of a way: a label, and what is said of its node."""

    def __init__(self, label: str, mentions: Sequence[Mention]) -> None:
        self.label = label
        self.mentions = tuple(mentions)
        self.start, self.end = mentions[0].start, mentions[-1].end
        self.score = sum(mention.score * mention.length for mention in mentions)


def ways(schema: GraphSchema, linked: Linked, found: Sequence[Marker]) -> Iterator[tuple[Plan, State, Head]]:
    """The plans for a question that asks for a way, likeliest first; none where it asks for none."""
    marker = next((m for m in found if m.role is Role.PATH), None)
    if marker is None or marker.number == 0:
        return
    named = [end for end in _named(linked) if not (marker.start < end.end and end.start < marker.end)]
    if marker.number is None:
        pairs = [(one, other) for one in named for other in named if one.end <= other.start]
        pairs.sort(key=lambda pair: -(pair[0].score + pair[1].score))
        for one, other in pairs[:_MOST]:
            yield _way(one, other, marker)
        return
    labels = [m for m in linked.mentions if m.kind == "label" and schema.label_by_name.get(m.name)]
    labels = [m for m in labels if not any(end.start < m.end and m.start < end.end for end in named)]
    for goal in sorted(labels, key=lambda m: (-m.score, m.start))[:1]:
        for one in sorted(named, key=lambda end: -end.score)[:_MOST]:
            yield _within(one, goal, marker)


def _named(linked: Linked) -> list[End]:
    """Values that name a node; words in a row that name one together are one end."""
    values = [m for m in linked.mentions if m.kind == "value" and not m.of_relationship and m.value is not None]
    ends = [End(label, (m,)) for m in values for label in sorted(m.owners)]
    for first in values:
        for label in sorted(first.owners):
            second = [m for m in values if m.start == first.end and label in m.owners and m.name != first.name]
            ends += [End(label, (first, m)) for m in second]
    return ends


def _way(one: End, other: End, marker: Marker) -> tuple[Plan, State, Head]:
    """One shortest way between two named nodes."""
    parameters: dict[str, Cell] = {}
    edge = EdgePattern(start="one", end="other", either=True, hops=Hops(minimum=1, maximum=FARTHEST))
    nodes = (NodePattern(name="one", label=one.label), NodePattern(name="other", label=other.label))
    pattern = Pattern(nodes=nodes, edges=(edge,), path="way", shortest=Shortest.ONE)
    where = (*_tests(one, "one", parameters), *_tests(other, "other", parameters))
    stage = Stage(
        matches=(Match(pattern=pattern, where=where),), columns=(Column(name="way", operand=Ref(name="way")),)
    )
    plan = check(Plan(branches=((stage,),), parameters=MappingProxyType(parameters)))
    return plan, _state((one, other), marker), Head(Kind.LIST, Term(0))


def _within(one: End, goal: Mention, marker: Marker) -> tuple[Plan, State, Head]:
    """The nodes of a label that are at most so many relationships away."""
    parameters: dict[str, Cell] = {}
    edge = EdgePattern(start="one", end="other", either=True, hops=Hops(minimum=1, maximum=marker.number))
    nodes = (NodePattern(name="one", label=one.label), NodePattern(name="other", label=goal.name))
    where = list(_tests(one, "one", parameters))
    if goal.name == one.label:
        where.append(Test(left=Ref(name="other"), comparison=Comparison.NE, right=Ref(name="one")))
    match = Match(pattern=Pattern(nodes=nodes, edges=(edge,)), where=tuple(where))
    stage = Stage(matches=(match,), columns=(Column(name=goal.name, operand=Ref(name="other")),), distinct=True)
    plan = check(Plan(branches=((stage,),), parameters=MappingProxyType(parameters)))
    said = Reason("label", goal.score, goal.start, goal.end, goal.reason)
    return plan, _state((one,), marker, goal), scored_head(Head(Kind.LIST, Term(1)), said)


def _tests(end: End, name: str, parameters: dict[str, Cell]) -> Iterator[Test]:
    for mention in end.mentions:
        parameter = f"p{len(parameters) + 1}"
        parameters[parameter] = mention.value
        left = Ref(name=name, property=mention.name)
        yield Test(left=left, comparison=Comparison.EQ, right=Value(parameter=parameter))


def _state(ends: Sequence[End], marker: Marker, goal: Mention | None = None) -> State:
    """The reading: nodes without an edge, as none was said."""
    nodes = [TreeNode(end.label, end.start, True) for end in ends]
    filters = [
        Filter(number, mention.name, Comparison.EQ, mention.value, start=mention.start, end=mention.end)
        for number, end in enumerate(ends)
        for mention in end.mentions
    ]
    if goal is not None:
        nodes.append(TreeNode(goal.name, goal.start, True))
    said = [
        Reason("value", mention.score * mention.length, mention.start, mention.end, mention.reason)
        for end in ends
        for mention in end.mentions
    ]
    state = State(nodes=tuple(nodes), filters=tuple(filters), markers=(marker,))
    return scored(state, *said, Reason("marker", _SAID, marker.start, marker.end, "a way"))
