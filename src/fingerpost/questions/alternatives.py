""" "Books that are either written by Ann or sold in Oslo": of one thing either is said, and not both."""

from __future__ import annotations

from collections.abc import Iterator

from fingerpost.questions.algebra import Head, Kind, Part, scored_head
from fingerpost.questions.markers import VERSUS, Marker, Role
from fingerpost.questions.schema_graph import SchemaGraph
from fingerpost.questions.state import Reason, State
from fingerpost.questions.wording import Wording

_ENDING = (Role.COUNT, Role.AGGREGATE, Role.ASK, Role.ASK_PROPERTY, Role.SORT, Role.GROUP, Role.SUPERLATIVE)
"""Markers that go on with what is asked: what stands behind them belongs to no alternative."""
_OPEN = 1_000_000
_MIXED = 2
"""Kinds of nodes, those that must be there and those that must not."""
_WHOLE = (Kind.LIST, Kind.AGGREGATE, Kind.CHECK)


def heeded(graph: SchemaGraph, state: State, head: Head, wording: Wording) -> Head:
    """The head with the alternatives that an "or" joins; a worse one where there is an "or" and nothing to choose."""
    joint = _joint(state, wording)
    if joint is None:
        return head
    parts = _Split(state, joint, wording).parts() if head.kind in _WHOLE and not head.having else ()
    return head._replace(either=parts) if parts else scored_head(head, Reason("marker unused", 1.0, *_span(joint)))


def _span(marker: Marker) -> tuple[int, int]:
    return marker.start, marker.end


def _joint(state: State, wording: Wording) -> Marker | None:
    """The "or" that joins no two values of one property."""
    for marker in state.markers:
        if marker.role is Role.EITHER and marker.value != VERSUS and wording.said(*_span(marker)) == "or":
            valued = any(f.start < marker.start < f.end for f in state.filters)
            return None if valued else marker
    return None


class _Split:
    """What is said before an "or" and behind it, of the same node."""

    def __init__(self, state: State, joint: Marker, wording: Wording) -> None:
        self._state = state
        self._joint = joint
        before = (m for m in reversed(state.markers) if m.role is Role.EITHER and m.end <= joint.start)
        self._either = next((m.end for m in before if wording.said(*_span(m)) == "either"), None)
        self._above = {max(edge.start, edge.end): min(edge.start, edge.end) for edge in state.edges}
        self._below = [max(edge.start, edge.end) for edge in state.edges]

    def parts(self) -> tuple[Part, ...]:
        """Both alternatives; none where they are not of the same node."""
        joint = self._joint
        end = min((m.start for m in self._state.markers if m.start >= joint.end and m.role in _ENDING), default=_OPEN)
        right, of_right = self._said(joint.end, end)
        if len(of_right) != 1:
            return ()
        pivot = of_right.pop()
        begin = self._either if self._either is not None else self._latest(pivot)
        if begin is None:
            return ()
        left, of_left = self._said(begin, joint.start)
        if of_left != {pivot} or self._state.nodes[pivot].absent or not all(map(self._is_whole, (left, right))):
            return ()
        if any(edge.absent for edge in self._state.edges) or any(f.every for f in self._state.filters):
            return ()
        return left, right

    def _is_whole(self, part: Part) -> bool:
        """Whether all that a part hangs there must be there, or none of it: "or have no employees"."""
        return len({self._state.nodes[n].absent for n in part.nodes}) < _MIXED

    def _said(self, start: int, end: int) -> tuple[Part, set[int]]:
        """What stands between two places, and the nodes of which it is said."""
        nodes = {n for n, node in enumerate(self._state.nodes) if n and start <= node.at < end}
        filters = {i for i, f in enumerate(self._state.filters) if start <= f.start < end}
        owners = {self._owner(i) for i in filters}
        return Part(frozenset(nodes), frozenset(filters)), (owners | {self._above[n] for n in nodes}) - nodes

    def _owner(self, number: int) -> int:
        condition = self._state.filters[number]
        return self._below[condition.owner] if condition.edge else condition.owner

    def _latest(self, pivot: int) -> int | None:
        """Where the last thing starts that is said of a node before the "or"."""
        return max((place for place in self._begins(pivot) if place < self._joint.start), default=None)

    def _begins(self, pivot: int) -> Iterator[int]:
        at = self._state.nodes[pivot].at
        for number, node in enumerate(self._state.nodes):
            if self._above.get(number) == pivot and node.at > at:
                yield node.at
        for condition in self._state.filters:
            if condition.owner == pivot and not condition.edge and condition.start > at:
                yield condition.start
