"""Groups that meet what is measured only in a hub: "for each club that entered the cup, the prizes won by its rowers".

Read from left to right, prizes are those of heats of the cup: the same for all clubs. Where a relation joins the groups
with who did it, that is what the question is of.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from fingerpost.linking.mentions import Linked
from fingerpost.questions.algebra import has_role
from fingerpost.questions.attach import Attacher, scored
from fingerpost.questions.relating import unused
from fingerpost.questions.roles import MEASURES, Role
from fingerpost.questions.schema_graph import SchemaGraph
from fingerpost.questions.state import Reason, State, TreeEdge, said_at
from fingerpost.questions.tree import absent_edges, arranged, edges_at, ends, reached

_THEIRS = frozenset(("its", "their"))
_SEVERAL = 1.5
"""How many there are at least, on the whole, at each side of a hub."""


class _Fan(NamedTuple):
    """What groups, the edge that leads from the hub to what is measured, and the nodes behind it."""

    group: int
    edge: int
    behind: frozenset[int]


def spread_out(attacher: Attacher, state: State, linked: Linked) -> Iterator[State]:
    """Readings in which who did what is counted is of the group, and no fan joins them; worth more, as if a pronoun
    said so, than what is the same for all.

    What nobody said joins the hub with what is measured gives way. What was said stays, and is closed where it is said
    again whose they are: "its rowers in heats of that cup".
    """
    for fan in _fans(attacher.graph, state):
        hub = (set(state.edges[fan.edge][:2]) - fan.behind).pop()
        said = _is_said(state, linked, fan, hub)
        joined = list(_joined(attacher.graph, state, fan))
        kept = _is_of_it(state, linked, fan, hub) if said else fan.edge not in _asked(state)
        if not joined or not kept:
            continue
        edges = [*state.edges, *joined] if said else [*state.edges, *joined[1:]]
        if not said:
            edges[fan.edge] = joined[0]
        used = {edge.type for edge in joined}
        rest = state.but(relations=tuple(m for m in state.relations if m.name not in used), edges=tuple(edges))
        yield scored(_without_bare(_without_idle(rest), hub), Reason("pronoun", 1.0, joined[0].at))


def _without_idle(state: State) -> State:
    """The state with the cost of only those relation words that are still without a use."""
    idle = [r for r in state.reasons if r.feature == "relation unused"]
    kept = tuple(r for r in state.reasons if r.feature != "relation unused")
    score = state.score - sum(state.weights[r.feature] * r.amount for r in idle)
    bare = state.but(reasons=kept, score=score)
    return scored(bare, Reason("relation unused", unused(bare))) if idle and bare.relations else bare


def _without_bare(state: State, hub: int) -> State:
    """The state without a hub that led nowhere else, if nobody named it and nothing is told of it."""
    edges = [number for number, edge in enumerate(state.edges) if hub in (edge.start, edge.end)]
    told = {i.owner for i in state.items if not i.edge} | {f.owner for f in state.filters if not f.edge}
    if state.nodes[hub].named or hub in told or len(edges) != 1 or edges[0] in _asked(state):
        return state
    nodes = [number for number in range(len(state.nodes)) if number != hub]
    return arranged(state, nodes, [number for number in range(len(state.edges)) if number != edges[0]])


def _asked(state: State) -> set[int]:
    """The edges of which something is asked or told."""
    return {i.owner for i in state.items if i.edge} | {f.owner for f in state.filters if f.edge}


def _fans(graph: SchemaGraph, state: State) -> Iterator[_Fan]:
    """Where a group and what is measured are joined by a hub alone, of which each has many."""
    grouped = {i.owner for i in state.items if not i.edge and has_role(i, Role.GROUP)}
    for group in _groups(state) if grouped else ():
        for near in edges_at(state, group):
            hub = near.start + near.end - group
            if hub in grouped or not _has_several(graph, state, near, hub):
                continue
            for number, edge in enumerate(state.edges):
                if edge is near or edge.absent or hub not in (edge.start, edge.end):
                    continue
                behind = reached(state, [edge.start + edge.end - hub], {hub}, absent_edges(state))
                measured = any(behind | {hub} >= set(nodes) for nodes in _measured(state))
                if measured and group not in behind and _has_several(graph, state, edge, hub):
                    yield _Fan(group, number, frozenset(behind))


def _groups(state: State) -> list[int]:
    """What groups: of "for each race, the number of rowers per club" the race, and not what is counted for."""
    measured = [i for i in state.items if any(m.role in MEASURES for m in i.roles)]
    first = min((i.start for i in measured), default=0)
    grouped = [i for i in state.items if not i.edge and has_role(i, Role.GROUP)]
    before = [i.owner for i in grouped if i.start < first]
    counts = any(m.value == "avg count" for i in measured for m in i.roles)
    return before or [i.owner for i in grouped[counts:]]


def _has_several(graph: SchemaGraph, state: State, edge: TreeEdge, node: int) -> bool:
    """Whether a node has several at the other end of an edge, on the whole."""
    ways = ((edge.start, edge.end), (edge.end, edge.start)) if edge.either else ((edge.start, edge.end),)
    for start, end in ways:
        pair = (state.nodes[start].label, state.nodes[end].label)
        if pair in graph.ways.endpoints(edge.type):
            return graph.ways.several(edge.type, pair, forward=start == node, least=_SEVERAL)
    return False


def _measured(state: State) -> Iterator[tuple[int, ...]]:
    """The nodes of what is measured, who did it first."""
    for item in state.items:
        if any(m.role in MEASURES for m in item.roles):
            yield ends(state, item.owner, edge=item.edge)


def _joined(graph: SchemaGraph, state: State, fan: _Fan) -> Iterator[TreeEdge]:
    """Edges that join what groups with who did what is measured."""
    at, label = state.edges[fan.edge].at, state.nodes[fan.group].label
    met: set[int] = set()
    for nodes in _measured(state):
        inside = (end for end in nodes if end in fan.behind and state.nodes[end].label != label)
        doer = next((end for end in inside if graph.ways.links(label, state.nodes[end].label)), None)
        if doer is not None and doer not in met:
            met.add(doer)
            link = graph.ways.links(label, state.nodes[doer].label)[0]
            start, end = (fan.group, doer) if link.forward else (doer, fan.group)
            yield TreeEdge(start, end, link.type, link.either, at, True)


def _is_said(state: State, linked: Linked, fan: _Fan, hub: int) -> bool:
    """Whether it is said of what is measured that it belongs to the hub: "in heats of that cup"."""
    edge = state.edges[fan.edge]
    places, (first, _) = said_at(state, edge.type), _clause(state, linked)
    late = not places or any(place >= first for place in places)
    return (edge.said and late) or _is_named_again(state, linked, hub)


def _is_of_it(state: State, linked: Linked, fan: _Fan, hub: int) -> bool:
    """ "Its players", "by the club": what groups is spoken of again behind what is measured."""
    first, end = _clause(state, linked)
    named = (i.start for i in state.items if first < i.start < end and (i.edge or i.owner != hub))
    return _is_named_again(state, linked, fan.group) or any(linked.tokens[at - 1].norm in _THEIRS for at in named)


def _is_named_again(state: State, linked: Linked, node: int) -> bool:
    """Whether a node that was spoken of before is named where it is said what is measured."""
    first, end = _clause(state, linked)
    told = [f.start for f in state.filters if f.owner == node and not f.edge]
    named = [item.start for item in state.items if item.owner == node and not item.edge]
    return any(first < at < end and at > min((*told, *named)) for at in named)


def _clause(state: State, linked: Linked) -> tuple[int, int]:
    """Where the words begin and end that say what is measured."""
    first = min(m.start for item in state.items for m in item.roles if m.role in MEASURES)
    end = min((m.start for m in state.markers if m.role is Role.ASK and m.start > first), default=len(linked.tokens))
    return first, end
