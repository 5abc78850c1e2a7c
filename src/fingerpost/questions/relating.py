"""Steps for relation words: they wait for an edge, or explain one that is there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from fingerpost.linking.lexicon import PREPOSITION
from fingerpost.linking.mentions import Mention
from fingerpost.questions.attach import Attacher, phrase, scored
from fingerpost.questions.markers import ASKING, Role
from fingerpost.questions.state import Item, Reason, State, TreeEdge

_MOST_WAITING = 3
_NOUN = 0.3
"""Least score of a relation word that may be counted as a noun."""


def relation_step(state: State, mentions: Sequence[Mention]) -> Iterator[State]:
    """The types that words can mean: one of them explains an edge that was just made, or they wait for the next one."""
    first = mentions[0]
    for mention in mentions:
        for number, edge in enumerate(state.edges):
            if edge.type == mention.name and not edge.said:
                edges = (*state.edges[:number], _told(edge, mention), *state.edges[number + 1 :])
                reason = Reason(
                    "relation said after", mention.score * phrase(mention), mention.start, mention.end, mention.reason
                )
                yield scored(state, reason, edges=edges)
        counting = next((m for m in state.pending if m.role is Role.COUNT), None)
        if counting is not None and mention.start - counting.end <= 1 and mention.score >= _NOUN:
            # "How many goals were scored": the relationships themselves are counted.
            rest = tuple(m for m in state.pending if m.role not in ASKING)
            counted = (mention.name, mention.start, mention.end)
            yield state.but(relations=(*state.relations, mention), counted=counted, pending=rest)
    starts = {waiting.start for waiting in state.relations}
    if len(starts) < _MOST_WAITING or first.start in starts:
        yield state.but(relations=(*state.relations, *mentions))


def _told(edge: TreeEdge, mention: Mention) -> TreeEdge:
    """The edge, led as a word behind both its nodes says: the nearer one does it ("people that Ann manages")."""
    if not edge.either or not mention.way:
        return replace(edge, said=True)
    older, nearer = sorted((edge.start, edge.end))
    start, end = (nearer, older) if mention.way == "forward" else (older, nearer)
    return replace(edge, start=start, end=end, either=False, said=True)


def counted_edge(state: State) -> State:
    """The state with the relationships that "how many" asks for as something named."""
    if state.counted is None:
        return state
    type_, start, end = state.counted
    roles = tuple(marker for marker in state.markers if marker.role is Role.COUNT)
    for number, edge in enumerate(state.edges):
        if edge.type == type_:
            item = Item(number, None, start, end, roles, edge=True)
            return state.but(items=(item, *state.items), counted=None)
    return state


def unused(state: State) -> int:
    """How many relation words wait in vain; prepositions, which hold other words together, are let by."""
    return len({mention.start for mention in state.relations if mention.score > PREPOSITION})


def implied(attacher: Attacher, state: State) -> Iterator[State]:
    """Readings in which a waiting relation word has an edge to a node that nobody mentioned."""
    for mention in state.relations:
        if mention.score <= PREPOSITION:
            continue
        # "Books that were never borrowed": who would have borrowed them must not exist.
        denied = next((m for m in state.pending if m.role is Role.NEGATE and m.start < mention.start), None)
        if denied is not None:
            state = state.but(pending=tuple(m for m in state.pending if m is not denied))
        for attached in attacher.over_type(state, mention.name, mention.start, absent=denied is not None):
            left = Reason("relation unused", float(unused(attached)))
            yield counted_edge(scored(attached, Reason("implied node", 1.0, mention.start, mention.end), left))
