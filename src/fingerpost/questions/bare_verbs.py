"""Verbs without objects side by side: "who directed but never acted", "people who wrote and also produced"."""

from __future__ import annotations

from collections.abc import Iterator

from fingerpost.linking.mentions import Linked, Mention
from fingerpost.linking.scores import PREPOSITION
from fingerpost.questions.attach import Attacher, scored
from fingerpost.questions.relating import is_helping
from fingerpost.questions.roles import denies
from fingerpost.questions.state import Reason, State


def each_done(attacher: Attacher, state: State, linked: Linked) -> Iterator[State]:
    """The reading in which the one who is spoken of did something of each kind, or, where it is denied, did not."""
    verbs = _verbs(state, linked)
    if len(state.nodes) != 1 or len(verbs) < 2:
        return
    read, after = state, 0
    for verb in verbs:
        denial = next((m for m in read.pending if denies(m) and after <= m.start and m.end <= verb.start), None)
        left = read.but(pending=tuple(m for m in read.pending if m is not denial))
        there = attacher.over_type(left, verb.name, verb.start, absent=denial is not None)
        read = next((each for each in there if 0 in (each.edges[-1].start, each.edges[-1].end)), state)
        if read is state:
            return
        read, after = scored(read, Reason("implied node", 1.0, verb.start, verb.end)), verb.end
    yield read.but(relations=())


def _verbs(state: State, linked: Linked) -> list[Mention]:
    """The best of the relation words that wait at each place."""
    best: dict[int, Mention] = {}
    for mention in state.relations:
        known = best.get(mention.start)
        if (
            mention.score > PREPOSITION
            and not is_helping(mention, linked)
            and (known is None or known.score < mention.score)
        ):
            best[mention.start] = mention
    return [best[place] for place in sorted(best)]
