"""Words for relationships that join two of a kind: "outgoing trips", "the trips that arrive there"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fingerpost.linking.english import english, is_role
from fingerpost.linking.mentions import Linked, Mention
from fingerpost.linking.text import singulars
from fingerpost.questions.roles import Marker, Role

_RELATIVE = frozenset("that which who are is were was".split())
_PARTICLES = frozenset("from at in into to out of for".split())
_THERE = frozenset("there here".split())


def is_outward(linked: Linked) -> dict[str, bool]:
    """The types of one kind of thing of which words say that they are those that leave it, or (false) reach it."""
    return {mention.name: outward for mention, outward, _ in _bound(linked)}


def without_bound_for(found: Sequence[Marker], linked: Linked) -> list[Marker]:
    """The markers with those words, which name no other relation: "departing from" of trips."""
    kept = list(found)
    taken = {place for m in found for place in range(m.start, m.end)}
    for _, _, places in _bound(linked):
        if taken.isdisjoint(places):
            kept.append(Marker(Role.RESTATED, places.start, places.stop))
    return kept


def _bound(linked: Linked) -> Iterator[tuple[Mention, bool, range]]:
    words, tokens = english().bound_for, linked.tokens
    for mention in linked.mentions:
        if mention.kind != "relation" or not mention.way:
            continue
        noun = tokens[mention.end - 1].norm
        if is_role(noun) or not english().people_words.isdisjoint((noun, *singulars(noun))):
            continue  # "managers leaving in May"
        before = words.get(tokens[mention.start - 1].stem) if mention.start else None
        if before is not None:
            yield mention, before, range(mention.start - 1, mention.start)
            continue
        place = mention.end
        while place < len(tokens) - 1 and tokens[place].norm in _RELATIVE:
            place += 1
        behind = words.get(tokens[place].stem) if place < len(tokens) else None
        if behind is not None:
            end = place + 1
            while end < len(tokens) and tokens[end].norm in _PARTICLES | _THERE:
                end += 1
            yield mention, behind, range(mention.end, end)
