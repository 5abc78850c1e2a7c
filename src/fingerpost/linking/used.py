"""Verbs for what things are for, where only one relationship joins them to anything: "venues that we never used"."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from fingerpost.core.schema import GraphSchema
from fingerpost.linking.mentions import Mention
from fingerpost.linking.scores import PART
from fingerpost.linking.text import Token

_USED = frozenset("used use uses using needed need needs".split())


def used(tokens: tuple[Token, ...], found: Iterable[Mention], schema: GraphSchema) -> Iterator[Mention]:
    """The mentions of such verbs that mean nothing else here."""
    found = tuple(found)
    taken = {place for m in found for place in range(m.start, m.end)}
    for place, token in enumerate(tokens):
        if token.norm not in _USED or place in taken or token.quoted:
            continue
        things = {m.name for m in found if m.kind == "label" and m.end <= place}
        types = {
            kind.type
            for kind in schema.relationships
            for pair in kind.endpoints
            if not things.isdisjoint((pair.start, pair.end))
        }
        if len(things) == 1 and len(types) == 1:
            yield Mention("relation", place, place + 1, types.pop(), PART, "all that it is joined by")
