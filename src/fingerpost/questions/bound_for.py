"""Which end a relationship that joins two of a kind is counted at: "outgoing trips", "the trips that arrive there"."""

from __future__ import annotations

from collections.abc import Mapping

from fingerpost.questions.state import State, TreeEdge


def bound_for(state: State, outward: Mapping[str, bool]) -> State:
    """The reading with those relationships led as is said, from or to the one of the two that is spoken of."""
    edges = tuple(_led(state, edge, outward) for edge in state.edges)
    return state if edges == state.edges else state.but(edges=edges)


def _led(state: State, edge: TreeEdge, outward: Mapping[str, bool]) -> TreeEdge:
    if edge.type not in outward or edge.absent:
        return edge
    told = {f.owner for f in state.filters if not f.edge}
    spoken = [end for end in (edge.start, edge.end) if state.nodes[end].named or end in told]
    if len(spoken) != 1:
        return edge
    other = edge.start + edge.end - spoken[0]
    start, end = (spoken[0], other) if outward[edge.type] else (other, spoken[0])
    return edge._replace(start=start, end=end, either=False)
