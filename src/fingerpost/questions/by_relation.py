"""Groups that a relation names: "boats per home port", "projects by sponsor", where these are what projects have."""

from __future__ import annotations

from fingerpost.questions.roles import Role
from fingerpost.questions.state import Item, State

_ARTICLE = 1


def by_relations(state: State) -> State:
    """The state in which what a relation leads to groups, where its word stands behind "per" and nothing else does."""
    used = {marker for item in state.items for marker in item.roles}
    groups = [m for m in state.markers if m.role is Role.GROUP and m not in used]
    for marker in groups:
        for edge in state.edges:
            if not edge.said or edge.absent or not 0 <= edge.at - marker.end <= _ARTICLE:
                continue
            free = [n for n in (edge.start, edge.end) if _is_implied(state, n)]
            if len(free) == 1:
                item = Item(free[0], None, edge.at, edge.at + 1, (marker,))
                before = [one for one in state.items if one.start <= edge.at]
                return state.but(items=(*before, item, *state.items[len(before) :]))
    return state


def _is_implied(state: State, number: int) -> bool:
    """Whether nothing is said of a node but that a relation leads there."""
    node = state.nodes[number]
    told = any(f.owner == number and not f.edge for f in state.filters)
    return not (node.named or node.absent or told or any(i.owner == number and not i.edge for i in state.items))
