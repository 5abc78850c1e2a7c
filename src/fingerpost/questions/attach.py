"""Hanging a new node on the tree: over one relationship, or over one more node that nobody mentioned."""

from __future__ import annotations

from collections.abc import Iterator

from fingerpost.core.schema import PropertyInfo, ValueType
from fingerpost.linking.mentions import Mention
from fingerpost.questions.schema_graph import Link, SchemaGraph
from fingerpost.questions.state import Reason, State, TreeEdge, TreeNode

_EACH_WORD = 1.2
_MOST_DETOURS = 5
"""Ways over an unmentioned node that are tried from one place."""


def scored(state: State, *reasons: Reason, **changes: object) -> State:
    """The state with changes, and the reasons added to its score."""
    score, weights = state.score, state.weights
    for reason in reasons:
        score += weights[reason.feature] * reason.amount
    return state.but(score=score, reasons=(*state.reasons, *reasons), **changes)


def phrase(mention: Mention) -> float:
    """How much a name of several words counts: as much as if each were read by itself."""
    return 1.0 + _EACH_WORD * (mention.words - 1)


class Attacher:
    """Attaches nodes within one schema."""

    def __init__(self, graph: SchemaGraph) -> None:
        self.graph = graph
        self.counts = {label.name: label.count for label in graph.schema.labels}

    def root(self, state: State, label: str, at: int, *, named: bool) -> State:
        """The first node of a tree."""
        return state.but(nodes=(TreeNode(label, at, named),))

    def attach(self, state: State, label: str, at: int, *, named: bool, absent: bool = False) -> Iterator[State]:
        """The state with a new last node of a label, for each place and way to hang it on."""
        for place, node in enumerate(state.nodes):
            if node.absent and not absent:
                continue
            direct = self.graph.links(node.label, label)
            for link in direct:
                yield self._over(state, place, (link,), at, named=named, absent=absent)
            wanted = {mention.name for mention in state.relations}
            if not direct or (wanted and not any(link.type in wanted for link in direct)):
                for way in self._detours(node.label, label, wanted):
                    yield self._over(state, place, way, at, named=named, absent=absent)

    def over_type(self, state: State, type_: str, at: int, *, absent: bool = False) -> Iterator[State]:
        """The state with a new unnamed last node over a relationship of a type, for each place where one fits."""
        pairs = self.graph.endpoints(type_)
        for place, node in enumerate(state.nodes):
            for link in self.graph.neighbours(node.label):
                if link.type == type_:
                    pair = (node.label, link.target) if link.forward else (link.target, node.label)
                    attached = self._over(state, place, (link,), at, named=False, absent=absent)
                    yield scored(attached, Reason("rarer end", float(min(pairs.index(pair), 4)), at))

    def is_flag(self, label: str, name: str) -> bool:
        """Whether a property of a label is a yes/no property."""
        info = self.graph.property(label, name)
        return info is not None and info.type is ValueType.BOOLEAN

    def endpoints(self, type_: str) -> tuple[tuple[str, str], ...]:
        """The pairs of labels that a type joins."""
        return self.graph.endpoints(type_)

    def properties(self, label: str) -> tuple[PropertyInfo, ...]:
        """The properties of a label."""
        info = self.graph.schema.label_by_name.get(label)
        return info.properties if info else ()

    def _detours(self, start: str, end: str, wanted: set[str]) -> list[tuple[Link, Link]]:
        ways = [
            (first, second) for first in self.graph.neighbours(start) for second in self.graph.links(first.target, end)
        ]

        def cost(way: tuple[Link, Link]) -> tuple[int, float]:
            return (-sum(link.type in wanted for link in way), way[0].rarity + way[1].rarity)

        ways.sort(key=cost)
        return ways[:_MOST_DETOURS]

    def _over(self, state: State, place: int, way: tuple[Link, ...], at: int, *, named: bool, absent: bool) -> State:
        nodes, edges = list(state.nodes), list(state.edges)
        relations = list(state.relations)
        reasons = [Reason("edge", 1.0, at)]
        steps = _steps(state, place)
        if steps:
            reasons.append(Reason("far", steps, at))
        if any(node.label == way[-1].target and not node.absent for node in nodes) and not absent:
            reasons.append(Reason("label twice", self.graph.repeats(way[-1].target), at))
        current = place
        for index, link in enumerate(way):
            last = index == len(way) - 1
            nodes.append(TreeNode(link.target, at, named and last, absent))
            new = len(nodes) - 1
            used = _take(relations, link.type)
            if used is not None:
                note = f"{link.type} was said"
                reasons.append(Reason("relation used", used.score * phrase(used), used.start, used.end, note))
            elif link.rarity > 0:
                reasons.append(Reason("edge unsaid", min(link.rarity, 4.0), at))
            if not last:
                reasons.append(Reason("hop", 1.0, at))
            start, end, either = _ends(link, used, current, new)
            edges.append(TreeEdge(start, end, link.type, either, at, used is not None))
            current = new
        if not named:
            reasons.append(Reason("unnamed node", 1.0, at))
        return scored(
            state,
            *reasons,
            nodes=tuple(nodes),
            edges=tuple(edges),
            relations=tuple(relations),
            recent=len(nodes) - 1,
        )


def _steps(state: State, place: int) -> float:
    """How far back a node is; behind "and" it is the subject of the verb before that is near, not its object."""
    if not state.edges or not any(mention.conjoined for mention in state.relations):
        return state.distance(place)
    verb = next((edge for edge in reversed(state.edges) if edge.said), state.edges[-1])
    subject = min(verb.start, verb.end)
    return 0.0 if place == subject else 1.5 if place > subject else state.distance(place)


def _ends(link: Link, used: Mention | None, subject: int, other: int) -> tuple[int, int, bool]:
    """Where an edge starts and ends, and whether it may lead either way: the words of a relation may say."""
    told = link.either and used is not None and used.way != ""
    forward = used.way == "forward" if told and used is not None else link.forward
    return (subject, other, link.either and not told) if forward else (other, subject, link.either and not told)


def _take(relations: list[Mention], type_: str) -> Mention | None:
    """Take the best relation word for a type out of those that wait."""
    fitting = [mention for mention in relations if mention.name == type_]
    if not fitting:
        return None
    best = max(fitting, key=lambda mention: mention.score)
    # The same words may have been read as several types, and neighbouring words say one relation together.
    relations[:] = [m for m in relations if m.end < best.start or m.start > best.end]
    return best
