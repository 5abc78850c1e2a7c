"""What two have in common: "books of the same genre as Emma", "members who share a branch with Ann"."""

from __future__ import annotations

from collections.abc import Iterator

from fingerpost.questions.attach import Attacher, scored
from fingerpost.questions.state import Reason, State, TreeEdge, TreeNode

_ALIKE = 0.5
"""How far "the same" says that both hang in the same way."""


def other_of_same(attacher: Attacher, state: State, label: str, at: int, *, named: bool) -> Iterator[tuple[State, int]]:
    """The state with another node that hangs on what was spoken of last as the one before it does, and that one."""
    middle = state.recent
    for edge in state.edges:
        if middle not in (edge.start, edge.end) or state.nodes[middle].absent:
            continue
        to_middle = edge.end == middle
        links = attacher.graph.ways.links(state.nodes[middle].label, label)
        if any(link.type == edge.type and (link.either or link.forward != to_middle) for link in links):
            new = len(state.nodes)
            start, end = (new, middle) if to_middle else (middle, new)
            reasons = [Reason("edge", 1.0, at), Reason("one more", 1.0, at), Reason("coordinated", _ALIKE, at)]
            other = scored(
                state,
                *reasons,
                nodes=(*state.nodes, TreeNode(label, at, named)),
                edges=(*state.edges, TreeEdge(start, end, edge.type, edge.either, at, edge.said)),
                recent=new,
            )
            yield other, edge.start if to_middle else edge.end
