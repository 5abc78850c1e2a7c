"""Relations that lead on: who reports to somebody "directly or indirectly", what a package needs "at any level"."""

from __future__ import annotations

from fingerpost.linking.mentions import Linked
from fingerpost.questions.attach import scored
from fingerpost.questions.roles import LAST, Role
from fingerpost.questions.state import Reason, State, TreeEdge, TreeNode

FARTHEST = 6
"""Most relationships in a row where the question does not say how many."""


_LINEAGE = frozenset("descendant descendants ancestor ancestors forebears progeny".split())
"""Nouns for those at the end of a relation that leads on."""


def leading_on(state: State, linked: Linked) -> State:
    """The reading in which a relation of two of one kind may be followed several times over, or to its end."""
    marker = next((m for m in state.markers if m.role is Role.FARTHER), None)
    lineage = next((i for i, token in enumerate(linked.tokens) if token.norm in _LINEAGE), None)
    if marker is None and lineage is None:
        return state
    alike = [
        number
        for number, edge in enumerate(state.edges)
        if edge.said and not edge.absent and state.nodes[edge.start].label == state.nodes[edge.end].label
    ]
    if not alike:
        unused = Reason("marker unused", 1.0, marker.start, marker.end, marker.role.value) if marker else None
        return scored(state, unused) if unused is not None else state
    at = marker.start if marker is not None else lineage or 0
    chosen = min(alike, key=lambda number: abs(state.edges[number].at - at))
    edge = state.edges[chosen]._replace(least=1)
    state = state.but(edges=(*state.edges[:chosen], edge, *state.edges[chosen + 1 :]))
    return _to_the_end(state, edge) if marker is not None and marker.value == LAST else state


def _to_the_end(state: State, edge: TreeEdge) -> State:
    """The reading in which nothing follows the thing to which a relation leads that leads on."""
    told = {f.owner for f in state.filters if not f.edge}
    free = [end for end in (edge.start, edge.end) if end not in told]
    if len(free) != 1:
        return state
    last, beyond = free[0], len(state.nodes)
    ends = (last, beyond) if edge.end == last else (beyond, last)
    node = TreeNode(state.nodes[last].label, edge.at, False, absent=True)
    further = edge._replace(start=ends[0], end=ends[1], least=0)
    return state.but(nodes=(*state.nodes, node), edges=(*state.edges, further))
