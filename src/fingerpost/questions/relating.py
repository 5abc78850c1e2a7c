"""Steps for relation words: they wait for an edge, or explain one that is there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from fingerpost.linking.mentions import Mention
from fingerpost.questions.attach import Attacher, scored
from fingerpost.questions.state import Reason, State

_MOST_WAITING = 3


def relation_step(_attacher: Attacher, state: State, mention: Mention) -> Iterator[State]:
    """A relation word explains an edge that was just made, or waits for the next one."""
    for number, edge in enumerate(state.edges):
        if edge.type == mention.name and not edge.said:
            edges = (*state.edges[:number], replace(edge, said=True), *state.edges[number + 1 :])
            reason = Reason("relation said after", mention.score, mention.start, mention.end, mention.reason)
            yield scored(state, reason, edges=edges)
    starts = {waiting.start for waiting in state.relations}
    if len(starts) < _MOST_WAITING or mention.start in starts:
        yield state.but(relations=(*state.relations, mention))


def implied(attacher: Attacher, state: State) -> Iterator[State]:
    """Readings in which a waiting relation word has an edge to a node that nobody mentioned."""
    for mention in state.relations:
        for attached in attacher.over_type(state, mention.name, mention.start):
            left = {waiting.start for waiting in attached.relations}
            reasons = [Reason("implied node", 1.0, mention.start, mention.end)]
            if left:
                reasons.append(Reason("relation unused", float(len(left))))
            yield scored(attached, *reasons)
