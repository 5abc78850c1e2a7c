"""People called by what they do: "directors" directed something, where nothing else says what they did."""

from __future__ import annotations

from fingerpost.core.schema import GraphSchema
from fingerpost.linking.lexicon import WHO_HAVE
from fingerpost.linking.mentions import Linked
from fingerpost.questions.state import Reason, State, TreeEdge, TreeNode

_BESIDES = frozenset(("also", "too"))
"""What tells that those who are called so did something more."""


def playing(state: State, schema: GraphSchema, linked: Linked) -> State:
    """The reading in which each node that a role named has a relationship of it, where it had none.

    Players of a squad need not have played: only where they are said to have done something more, too.
    """
    more = any(token.norm in _BESIDES and not token.quoted for token in linked.tokens)
    for reason in state.reasons:
        type_ = deed_of(reason)
        if type_:
            state = _with_deed(state, schema, reason.start, type_, more=more)
    return state


def deed_of(reason: Reason) -> str:
    """The type of what somebody did who is called by it; "" for all other features."""
    named = reason.feature == "label" and reason.note.startswith(WHO_HAVE)
    return reason.note.removeprefix(WHO_HAVE).strip() if named else ""


def _with_deed(state: State, schema: GraphSchema, at: int, type_: str, *, more: bool) -> State:
    number = _owner(state, at)
    if number is None:
        return state
    held = [edge for edge in state.edges if number in (edge.start, edge.end)]
    done = [edge for edge in held if not (edge.absent or any(state.nodes[n].absent for n in (edge.start, edge.end)))]
    if any(edge.type == type_ for edge in held) or (done and not more):
        return state
    label = state.nodes[number].label
    pairs = [pair for pair in schema.relationship_by_type[type_].endpoints if label in (pair.start, pair.end)]
    most = max(pairs, key=lambda pair: (pair.count, pair.start, pair.end), default=None)
    if most is None:
        return state
    new = len(state.nodes)
    forward = most.start == label
    node = TreeNode(most.end if forward else most.start, at, True, state.nodes[number].absent)
    edge = TreeEdge(*((number, new) if forward else (new, number)), type_, False, at, True)
    return state.but(nodes=(*state.nodes, node), edges=(*state.edges, edge))


def _owner(state: State, at: int) -> int | None:
    """The node that a word named."""
    named = (item.owner for item in state.items if item.start == at and item.property is None and not item.edge)
    return next(named, next((n for n, node in enumerate(state.nodes) if node.at == at and node.named), None))
