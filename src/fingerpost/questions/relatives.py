"""Steps for nouns that say what a node is to another: "friends of Amanda", "the owner of the phone", "roommates"."""

from __future__ import annotations

from collections.abc import Iterator

from fingerpost.linking.directions import TURNED
from fingerpost.linking.mentions import Mention
from fingerpost.questions.attach import Attacher, Only, scored
from fingerpost.questions.labels import label_step, with_item
from fingerpost.questions.markers import Role
from fingerpost.questions.state import Item, Reason, State
from fingerpost.questions.valuing import value_step
from fingerpost.questions.waiting import hoped_of, phrase

_MOST_OWNERS = 3


def relative_step(attacher: Attacher, state: State, mention: Mention) -> Iterator[State]:
    """The noun names a node and says how it hangs on another, which is to come or, but before "of", is there."""
    related = mention._replace(kind="relation", owners=frozenset())
    turned = related._replace(way=TURNED[mention.way])
    for label in sorted(mention.owners, key=lambda name: (-attacher.counts.get(name, 0), name))[:_MOST_OWNERS]:
        named = mention._replace(kind="label", name=label)
        for read in label_step(attacher, state, named, more=hoped_of((related,), state.weights)):
            yield read.but(relations=(*read.relations, related))
        if not state.nodes or mention.kind == "relative of":
            continue
        waiting = state.but(relations=(*state.relations, turned))
        said = Reason("label", mention.score, mention.start, mention.end, mention.reason)
        absent = any(marker.role is Role.NEGATE for marker in state.pending)
        for hung in attacher.attach(waiting, label, mention.start, named=True, absent=absent):
            if turned not in hung.relations:
                new = len(hung.nodes) - 1
                hung = scored(hung, said)
                yield with_item(hung, new, named)
                if hung.items and _is_who(hung, hung.items[0]) and not hung.nodes[hung.items[0].owner].named:
                    # "Who are Anna's friends": they are asked for, and not Anna.
                    who = hung.items[0]._replace(owner=new)
                    yield hung.but(items=(who, *hung.items[1:]), recent=new, descriptor=-1)


def event_step(attacher: Attacher, state: State, mention: Mention) -> Iterator[State]:
    """A verb that names what happened: "phones that called" hang at an end of calls that the verb's form tells."""
    if not state.nodes:
        return
    related = mention._replace(kind="relation", owners=frozenset())
    said = Reason("label", mention.score, mention.start, mention.end, mention.reason)
    for label in sorted(mention.owners):
        named = mention._replace(kind="label", name=label)
        waiting = state.but(relations=(*state.relations, related))
        for hung in attacher.attach(waiting, label, mention.start, named=True):
            if related not in hung.relations:
                yield with_item(scored(hung, said), len(hung.nodes) - 1, named)


def possessed_step(attacher: Attacher, state: State, value: Mention, noun: Mention) -> Iterator[State]:
    """ "Anna's friends", "Anna's phone": the noun hangs on what was said before, and the one who is named on it."""
    related = noun._replace(kind="relation", owners=frozenset()) if noun.kind == "relative" else None
    labels = sorted(noun.owners, key=lambda name: (-attacher.counts.get(name, 0), name)) if related else [noun.name]
    its = Reason("possessive", 1.0, value.start, noun.end)
    possible, type_ = _most(state, value, related), related.name if related is not None else None
    for label in labels[:_MOST_OWNERS]:
        for read in label_step(attacher, state, noun._replace(kind="label", name=label), more=possible):
            waiting = read.but(relations=(*read.relations, related)) if related is not None else read
            least = attacher.least(noun.end) - state.weights[its.feature]
            there = Attacher(attacher.graph, only=Only(read.recent, type_, least))
            for owned in value_step(there, waiting, value):
                if len(owned.nodes) != len(read.nodes) + 1:
                    continue
                edge = owned.edges[-1]
                if read.recent in (edge.start, edge.end) and (type_ is None or edge.type == type_):
                    yield scored(owned, its, recent=read.recent)


def _most(state: State, value: Mention, related: Mention | None) -> float:
    """What somebody whose something is may bring, at most."""
    weights = state.weights
    said = weights["value"] * value.score + weights["value words"] * (value.length - 1) + weights["named value"]
    said += weights["names it"] + weights["one more"] + weights["possessive"]
    return said if related is None else said + weights["relation used"] * related.score * phrase(related)


def _is_who(state: State, item: Item) -> bool:
    """Whether all that was said of an item is "who"."""
    return item.property is None and any(m.role is Role.WHO and m.start == item.start for m in state.markers)
