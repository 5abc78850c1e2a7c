"""Hanging a new node on the tree: over one relationship, or over nodes that nobody mentioned."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from fingerpost.core.schema import PropertyInfo
from fingerpost.linking.flags import Answers, answers
from fingerpost.linking.mentions import Mention
from fingerpost.questions.beam import Beam
from fingerpost.questions.schema_graph import SchemaGraph
from fingerpost.questions.state import RELATIONS_SAID, Item, Reason, State, TreeEdge, TreeNode
from fingerpost.questions.waiting import hoped, hoped_of, phrase
from fingerpost.questions.ways import Link

_MOST_WAYS = 2
"""Ways in which one reading goes on with a new node, whatever the place: more of one leave no room for others."""
_MOST_RARE = 4.0
_NEAR = 2
_FAR_HOP, _LEVEL = 1.2, 0.4
SEVERAL_WAYS = "several ways"
"""The feature of a way over what nobody spoke of, where there are others."""
_OTHER_END = 0.1
"""How odd it is that both ends of what happened are of one label."""


class _Way(NamedTuple):
    """A place to hang a node on, how far back it is, a way there, and what all that is worth.

    `beside` tells that there is a shorter way, `several` that there are others of its length and no word says which,
    `odd` how many more it joins than these.
    """

    worth: float
    place: int
    steps: float
    way: tuple[Link, ...]
    beside: bool
    odd: float = 0.0
    several: bool = False


def scored(state: State, *reasons: Reason, **changes: object) -> State:
    """The state with changes, and the reasons added to its score."""
    return state.but(score=summed_up(state, reasons), reasons=(*state.reasons, *reasons), **changes)


def summed_up(state: State, reasons: Iterable[Reason]) -> float:
    """The score of a state with reasons added."""
    score, weights = state.score, state.weights
    for reason in reasons:
        score += weights[reason.feature] * reason.amount
    return score


class Only(NamedTuple):
    """Where a new node is to hang and by which type (None: any), and what the reading must be worth then."""

    place: int
    type: str | None
    least: float

    def allows(self, way: _Way) -> bool:
        """Whether a way leads straight there."""
        direct = way.place == self.place and len(way.way) == 1
        return direct and (self.type is None or way.way[0].type == self.type)


class Attacher:
    """Attaches nodes within one schema; with beams, where readings arrive, none that these would not keep.

    `told` are the types that words of the question say, also those behind what is attached; `labels` those that words
    name, each with the place of the last, where things are asked for by where others are; `named` all that words name.
    """

    def __init__(
        self,
        graph: SchemaGraph,
        beams: Sequence[Beam] = (),
        only: Only | None = None,
        told: frozenset[str] = frozenset(),
        labels: Mapping[str, int] | None = None,
        named: frozenset[str] = frozenset(),
    ) -> None:
        self.graph = graph
        self.counts = graph.counts
        self.only = only
        self._told = told
        self._labels = labels or {}
        self.named = named
        self._beams = beams

    def least(self, until: int) -> float:
        """What a reading must be worth to be kept where the next token read is `until`."""
        if self.only is not None:
            return self.only.least
        return self._beams[until].least if self._beams else -math.inf

    def root(self, state: State, label: str, at: int, *, named: bool) -> State:
        """The first node of a tree."""
        return state.but(nodes=(TreeNode(label, at, named),))

    def attach(
        self,
        state: State,
        label: str,
        at: int,
        *said: Reason,
        named: bool,
        absent: bool = False,
        conjoined: bool = False,
        until: int | None = None,
        more: float = 0.0,
    ) -> Iterator[State]:
        """The state with a new last node of a label, for each of the best places and ways to hang it on.

        `said` is added to its reasons. Where the next token read is said to be `until`, and what may be added yet to
        bring `more` at most, ways that come to nothing there are left out. `conjoined` tells that it is of whom the
        verb before spoke.
        """
        least, gain = -math.inf, 0.0
        if until is not None:
            least = self.least(until) - more
        if least > -math.inf:
            gain = state.score + sum(state.weights[reason.feature] * reason.amount for reason in said)
            gain += state.weights["edge"] + (0.0 if named else state.weights["unnamed node"]) + hoped(state)
            # A way costs something, unless words that wait say it.
            used = sum(mention.score * phrase(mention) for mention in state.relations)
            if gain + state.weights["relation used"] * used < least:
                return
        for way in _best(self._ways(state, label, at, absent=absent, conjoined=conjoined), self._told):
            if gain + way.worth < least or (self.only is not None and not self.only.allows(way)):
                continue
            hung = self._over(state, way, at, said, named=named, absent=absent, least=least)
            if hung is not None:
                yield hung

    def _ways(self, state: State, label: str, at: int, *, absent: bool, conjoined: bool) -> list[_Way]:
        """The places to hang a node of a label on and the ways there, with what tells them apart in score.

        A reading goes on in very many ways and few are kept, so that the states are made of the best ones only.
        """
        weights, far = state.weights, state.weights["far"]
        unsaid, relation, extra = weights["edge unsaid"], weights["relation used"], weights["hop"]
        said: dict[str, float] = {}
        for mention in state.relations:
            said[mention.name] = max(said.get(mention.name, 0.0), mention.score * phrase(mention) * relation)
        ways: list[_Way] = []
        steps, wanted = _steps(state, conjoined=conjoined), frozenset(said)
        behind = {name for name, place in self._labels.items() if place > at} - {node.label for node in state.nodes}
        for place, node in enumerate(state.nodes):
            if node.absent and not absent:
                continue
            there = far * steps[place]
            direct = self.graph.ways.links(node.label, label)
            for link in direct:
                used = said.get(link.type)
                gain = unsaid * _rare(link) if used is None else used + unsaid * link.thin
                ways.append(_Way(there + gain, place, steps[place], (link,), False))
            chance = all(link.odd for link in direct)
            if chance or (said and wanted.isdisjoint(link.type for link in direct)):
                around = 0.0 if chance else weights["way round"]
                detours = self.graph.ways.detours(node.label, label, wanted)
                for way, more in detours:
                    unsaid_way = wanted.isdisjoint(link.type for link in way)
                    odd, several = more if unsaid_way else 0.0, unsaid_way and len(detours) > 1
                    gain = unsaid * odd
                    for link in way:
                        used = said.get(link.type)
                        gain += unsaid * _rare(link) if used is None else used + unsaid * link.thin
                    hops = extra * sum(_hop(way, place) for place in range(len(way) - 1))
                    worth = there + around + hops + gain
                    ways.append(_Way(worth, place, steps[place], way, not chance, odd, several))
            elif behind:
                # "In which apiaries does Ann have hives", though she also tends apiaries.
                for way, _ in self.graph.ways.detours(node.label, label, wanted):
                    if way[0].target in behind and len(way) == _NEAR:
                        gain = sum(said.get(link.type, unsaid * _rare(link)) for link in way)
                        ways.append(_Way(there + gain, place, steps[place], way, True))
        return ways

    def over_type(self, state: State, type_: str, at: int, *, absent: bool = False) -> Iterator[State]:
        """The state with a new unnamed last node over a relationship of a type, for each place where one fits."""
        steps = _steps(state)
        for place, node in enumerate(state.nodes):
            for link in self.graph.ways.neighbours(node.label):
                if link.type == type_:
                    pair = (node.label, link.target) if link.forward else (link.target, node.label)
                    rarer = Reason("rarer end", self.graph.ways.rarer(type_, pair), at)
                    way = _Way(0.0, place, steps[place], (link,), False)
                    attached = self._over(state, way, at, (rarer,), named=False, absent=absent)
                    if attached is not None:
                        yield attached

    def answers(self, label: str, name: str) -> Answers | None:
        """What a property of a label holds for no and yes, where it is a yes/no property."""
        info = self.graph.property(label, name)
        return answers(info) if info is not None else None

    def endpoints(self, type_: str) -> tuple[tuple[str, str], ...]:
        """The pairs of labels that a type joins."""
        return self.graph.ways.endpoints(type_)

    def properties(self, label: str) -> tuple[PropertyInfo, ...]:
        """The properties of a label."""
        info = self.graph.schema.label_by_name.get(label)
        return info.properties if info else ()

    def _take(
        self, relations: tuple[Mention, ...], link: Link, items: Iterable[Item]
    ) -> tuple[Mention | None, tuple[Mention, ...]]:
        """The best relation word for a way, and those that go on waiting; `items` are what was named."""
        best = None
        for mention in relations:
            if mention.name == link.type and (best is None or mention.score > best.score):
                best = mention
        if best is None:
            return None, relations
        # The same words may have been read as several types, and neighbouring words say one relation together.
        apart = [m for m in relations if m.end < best.start or m.start > best.end]
        named = {item.start for item in items if not item.edge}
        if best.start not in named:
            # "Captains scored": who is one says another relation than what they did.
            apart += [m for m in relations if m.end == best.start and m.start in named and m.name != best.name]
        return best, tuple(apart)

    def _is_other_end(self, state: State, hung: _Way, *, named: bool) -> bool:
        """Whether a way leads to the other end of what happened, or to what happened at the other end.

        From a call that a phone made to the phone called; from a phone that was called to a call that it made.
        """
        place, way = hung.place, hung.way
        end = self.graph.lexicon.event_ends.get(way[0].type) if len(way) == 1 else None
        if end is None or not (named or state.nodes[place].label == end.event):
            return False
        return any(edge.type == end.other and place in (edge.start, edge.end) for edge in state.edges)

    def _over(
        self,
        state: State,
        hung: _Way,
        at: int,
        said: Sequence[Reason],
        *,
        named: bool,
        absent: bool,
        least: float = -math.inf,
    ) -> State | None:
        """The state with a node hung there in this way, unless that is worth less than `least`."""
        nodes, edges, relations = state.nodes, state.edges, state.relations
        reasons = [Reason("edge", 1.0, at)]
        if hung.steps:
            reasons.append(Reason("far", hung.steps, at))
        current, last = hung.place, hung.way[-1]
        if not absent and _has(nodes, last.target):
            other_end = self._is_other_end(state, hung, named=named)
            reasons.append(Reason("label twice", _OTHER_END if other_end else self.graph.ways.repeats(last.target), at))
        for step, link in enumerate(hung.way):
            new = len(nodes)
            nodes = (*nodes, TreeNode(link.target, at, named and link is last, absent))
            used = None
            if relations:
                used, relations = self._take(relations, link, state.items)
            if used is not None:
                note = f"{link.type} was said"
                reasons.append(Reason("relation used", used.score * phrase(used), used.start, used.end, note))
                if link.thin:
                    reasons.append(Reason("edge unsaid", link.thin, at))
            elif (rare := _rare(link)) > 0:
                reasons.append(Reason("edge unsaid", rare, at))
            if link is not last and not (hung.beside and self._labels.get(link.target, -1) > at):
                reasons.append(Reason("hop", _hop(hung.way, step), at))
            start, end, either = _ends(link, used, current, new)
            if used is not None and link.either and not either and used.start == at < nodes[current].at:
                start, end = end, start  # "what depends on it": who does it is not named
            edges = (*edges, TreeEdge(start, end, link.type, either, at, used is not None))
            current = new
        if not named:
            reasons.append(Reason("unnamed node", 1.0, at))
        if hung.beside:
            reasons.append(Reason("way round", 1.0, at))
        if hung.several:
            reasons.append(Reason(SEVERAL_WAYS, 1.0, at))
        if hung.odd:
            reasons.append(Reason("edge unsaid", hung.odd, at))
        reasons += said
        score = summed_up(state, reasons)
        if score + hoped_of(relations, state.weights) < least:
            return None
        return state.but(
            score=score,
            reasons=(*state.reasons, *reasons),
            nodes=nodes,
            edges=edges,
            relations=relations,
            recent=current,
        )


def _rare(link: Link) -> float:
    """How odd a link is of which no word speaks."""
    return min(link.rarity, _MOST_RARE) + link.chance + link.thin


def _hop(way: tuple[Link, ...], step: int) -> float:
    """How odd the node behind a step is that nobody mentioned: more so where there are two in a row, and less where it
    is a level of a hierarchy: regions of a country."""
    odd = 1.0 if len(way) <= _NEAR else _FAR_HOP
    return _LEVEL * odd if way[step].goes_on(way[step + 1]) else odd


def _worth(way: _Way) -> float:
    return way.worth


def _best(ways: list[_Way], told: frozenset[str]) -> list[_Way]:
    """The best ways, the best from each place, and the best straight one of each type that words say."""
    if len(ways) <= _MOST_WAYS:
        return ways
    ways.sort(key=_worth, reverse=True)
    kept, places = ways[:_MOST_WAYS], {way.place for way in ways[:_MOST_WAYS]}
    said = {way.way[0].type for way in kept}
    for way in ways[_MOST_WAYS:]:
        type_ = way.way[0].type if len(way.way) == 1 else None
        if way.place not in places or (type_ in told and type_ not in said):
            places.add(way.place)
            said.add(way.way[0].type)
            kept.append(way)
    return kept


def _has(nodes: tuple[TreeNode, ...], label: str) -> bool:
    """Whether a node of a label is there."""
    for node in nodes:  # a loop: this is called very often  # noqa: SIM110
        if node.label == label and not node.absent:
            return True
    return False


def _steps(state: State, *, conjoined: bool = False) -> list[float]:
    """How far back each node is; behind "and" it is the subject of the verb before that is near, not its object."""
    places = range(len(state.nodes))
    if not state.edges or not (conjoined or any(mention.conjoined for mention in state.relations)):
        return [state.distance(place) for place in places]
    verb = next((edge for edge in reversed(state.edges) if edge.said), state.edges[-1])
    last = next((r for r in reversed(state.reasons) if r.feature in RELATIONS_SAID), None)
    # "Books by those who know Ann and live in Oslo"; "for each team, players who represent it and live in Oslo".
    behind = last is not None and last.feature == RELATIONS_SAID[1] and last.start > verb.at
    behind = behind and last is not None and all(item.start != last.start for item in state.items)
    subject = max(verb.start, verb.end) if behind else min(verb.start, verb.end)
    return [0.0 if place == subject else 1.5 if place > subject else state.distance(place) for place in places]


def _ends(link: Link, used: Mention | None, subject: int, other: int) -> tuple[int, int, bool]:
    """Where an edge starts and ends, and whether it may lead either way: the words of a relation may say."""
    told = link.either and used is not None and used.way != ""
    forward = used.way == "forward" if told and used is not None else link.forward
    return (subject, other, link.either and not told) if forward else (other, subject, link.either and not told)
