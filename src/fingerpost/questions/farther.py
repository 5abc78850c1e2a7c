"""Relations that lead on: who reports to somebody "directly or indirectly", what a package needs "at any level"."""

from __future__ import annotations

from fingerpost.questions.attach import scored
from fingerpost.questions.markers import Role
from fingerpost.questions.state import Reason, State

FARTHEST = 6
"""Most relationships in a row where the question does not say how many."""


def leading_on(state: State) -> State:
    """The reading in which a relation of two of one kind may be followed several times over."""
    marker = next((m for m in state.markers if m.role is Role.FARTHER), None)
    if marker is None:
        return state
    alike = [
        number
        for number, edge in enumerate(state.edges)
        if edge.said and not edge.absent and state.nodes[edge.start].label == state.nodes[edge.end].label
    ]
    if not alike:
        return scored(state, Reason("marker unused", 1.0, marker.start, marker.end, marker.role.value))
    chosen = min(alike, key=lambda number: abs(state.edges[number].at - marker.start))
    edge = state.edges[chosen]._replace(least=1)
    return state.but(edges=(*state.edges[:chosen], edge, *state.edges[chosen + 1 :]))
