"""Steps for nouns that say what a node is to another: "friends of Amanda", "the owner of the phone", "roommates"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from fingerpost.linking.mentions import Mention
from fingerpost.questions.attach import Attacher, scored
from fingerpost.questions.naming import label_step, with_item
from fingerpost.questions.state import Reason, State

_MOST_OWNERS = 3


def relative_step(attacher: Attacher, state: State, mention: Mention) -> Iterator[State]:
    """The noun names a node, and says how it hangs on another: on one that is there, or on one that is to come."""
    related = replace(mention, kind="relation", owners=frozenset())
    for label in sorted(mention.owners, key=lambda name: -attacher.counts.get(name, 0))[:_MOST_OWNERS]:
        named = replace(mention, kind="label", name=label)
        for read in label_step(attacher, state, named):
            yield read.but(relations=(*read.relations, related))
        if not state.nodes:
            continue
        waiting = state.but(relations=(*state.relations, related))
        said = Reason("label", mention.score, mention.start, mention.end, mention.reason)
        for hung in attacher.attach(waiting, label, mention.start, named=True):
            if related not in hung.relations:
                yield with_item(scored(hung, said), len(hung.nodes) - 1, named)
