"""Relations that lead on: who reports to somebody "directly or indirectly", what lies "under" a department."""

from __future__ import annotations

from fingerpost.core.schema import GraphSchema
from fingerpost.linking.english import is_people
from fingerpost.linking.hierarchies import RANKS, leads_up
from fingerpost.linking.mentions import Linked
from fingerpost.linking.streams import STREAMS
from fingerpost.linking.text import split_name
from fingerpost.plans import Comparison
from fingerpost.questions.attach import scored
from fingerpost.questions.markers import Marker
from fingerpost.questions.roles import LAST, Role
from fingerpost.questions.state import Reason, State, TreeEdge, TreeNode

FARTHEST = 6
"""Most relationships in a row where the question does not say how many."""


_LINEAGE = frozenset("descendant descendants ancestor ancestors forebears progeny".split()) | STREAMS
"""Words for those at the end of a relation that leads on."""
_NEXT = frozenset("directly immediately right just one".split())
"""Words before "above" or "under", which say that only the next one is meant."""


def leading_on(state: State, linked: Linked, schema: GraphSchema) -> State:
    """The reading in which a relation of two of one kind may be followed several times over, or to its end."""
    marker = next((m for m in state.markers if m.role is Role.FARTHER), None)
    at = marker.start if marker is not None else _lineage(state, linked)
    if at is None:
        return state
    alike = [
        number
        for number, edge in enumerate(state.edges)
        if edge.said and not edge.absent and state.nodes[edge.start].label == state.nodes[edge.end].label
    ]
    if alike:
        chosen = min(alike, key=lambda number: abs(state.edges[number].at - at))
        return _followed(state, chosen, marker)
    unused = Reason("marker unused", 1.0, marker.start, marker.end, marker.role.value) if marker else None
    within = _of_all_below(state, schema) if marker is not None and not (marker.number or marker.value) else None
    return within or (scored(state, unused) if unused is not None else state)


def _lineage(state: State, linked: Linked) -> int | None:
    """Where words say by themselves that a relation leads on: "descendants"; "under" of what is no person."""
    place = next((i for i, token in enumerate(linked.tokens) if token.norm in _LINEAGE), None)
    if place is not None:
        return None if place and linked.tokens[place - 1].norm in _NEXT else place
    ranks = [i for i, token in enumerate(linked.tokens) if token.norm in RANKS]
    used = {r.start for r in state.reasons if r.feature == "relation used" and r.end == r.start + 1} if ranks else ()
    place = next((i for i in ranks if i in used), None)
    if place is None or (place and linked.tokens[place - 1].norm in _NEXT):
        return None
    return None if any(is_people(split_name(node.label)) for node in state.nodes) else place


def _followed(state: State, chosen: int, marker: Marker | None) -> State:
    exact = marker.number if marker is not None else None
    edge = state.edges[chosen]
    least = exact or 1
    edge = edge._replace(least=least, most=exact or FARTHEST)
    state = state.but(edges=(*state.edges[:chosen], edge, *state.edges[chosen + 1 :]))
    return _to_the_end(state, edge) if marker is not None and marker.value == LAST else state


def _of_all_below(state: State, schema: GraphSchema) -> State | None:
    """The reading in which things hang on what was named or on anything under it, by the one type that says so."""
    told = {f.owner for f in state.filters if not f.edge and f.comparison is Comparison.EQ}
    hung = {n for n in told if any(n in (e.start, e.end) and not e.absent for e in state.edges)}
    if len(hung) != 1:
        return None
    (top,) = hung
    label = state.nodes[top].label
    types = {
        info.type: up
        for info in schema.relationships
        if any(pair.start == pair.end == label for pair in info.endpoints)
        and (up := leads_up(split_name(info.type))) is not None
    }
    if len(types) != 1:
        return None
    ((type_, up),) = types.items()
    below = len(state.nodes)
    edges = tuple(
        edge._replace(start=below if edge.start == top else edge.start, end=below if edge.end == top else edge.end)
        for edge in state.edges
    )
    at = state.nodes[top].at
    ends = (below, top) if up else (top, below)
    further = TreeEdge(*ends, type_, False, at, True, least=0, most=FARTHEST)
    return state.but(nodes=(*state.nodes, TreeNode(label, at, False)), edges=(*edges, further))


def _to_the_end(state: State, edge: TreeEdge) -> State:
    """The reading in which nothing follows the thing to which a relation leads that leads on."""
    told = {f.owner for f in state.filters if not f.edge}
    free = [end for end in (edge.start, edge.end) if end not in told]
    if len(free) != 1:
        return state
    last, beyond = free[0], len(state.nodes)
    ends = (last, beyond) if edge.end == last else (beyond, last)
    node = TreeNode(state.nodes[last].label, edge.at, False, absent=True)
    further = edge._replace(start=ends[0], end=ends[1], least=1, most=0)
    return state.but(nodes=(*state.nodes, node), edges=(*state.edges, further))
