"""Verbs for what was done to things, by what joins these: "venues that we never used", "berths never taken"."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from fingerpost.core.schema import GraphSchema
from fingerpost.linking.meaning.nearest import BASE, STEP
from fingerpost.linking.mentions import Mention
from fingerpost.linking.scores import PART
from fingerpost.linking.text import Token

_USED = frozenset("used use uses using needed need needs".split())
_DONE = frozenset("used needed filled taken occupied tried touched chosen picked involved sent called".split())
"""Participles that say no more than that something was done."""
_BEEN = frozenset("been be being was were is are get got never not ever actually".split())
_GUESSED = 0.4
"""How near in meaning to a type a verb is taken to be that says only that something was done."""
_FEW = 3


def used(tokens: tuple[Token, ...], found: Iterable[Mention], schema: GraphSchema) -> Iterator[Mention]:
    """The mentions of such verbs that mean nothing else here, where only one relationship joins the things."""
    found = tuple(found)
    taken = {place for m in found for place in range(m.start, m.end)}
    for place, token in enumerate(tokens):
        if token.norm not in _USED or place in taken or token.quoted:
            continue
        things = _things(found, place)
        types = {
            kind.type
            for kind in schema.relationships
            for pair in kind.endpoints
            if not things.isdisjoint((pair.start, pair.end))
        }
        if len(things) == 1 and len(types) == 1:
            yield Mention("relation", place, place + 1, types.pop(), PART, "all that it is joined by")


def done_to(tokens: tuple[Token, ...], found: Iterable[Mention], schema: GraphSchema) -> Iterator[Mention]:
    """Guesses at such verbs in the passive: posts that "have never been filled" are the end of one of a few types."""
    found = tuple(found)
    taken = {place for m in found if not m.cosine for place in range(m.start, m.end)}
    for place, token in enumerate(tokens):
        if token.norm not in _DONE or place in taken or token.quoted or tokens[place - 1].norm not in _BEEN:
            continue
        things = _things(found, place)
        ends = {kind.type for kind in schema.relationships for pair in kind.endpoints if pair.end in things}
        if len(things) == 1 and 0 < len(ends) <= _FEW:
            score = BASE + STEP * _GUESSED
            for type_ in sorted(ends):
                yield Mention("relation", place, place + 1, type_, score, "what is done to it", cosine=_GUESSED)


def _things(found: Iterable[Mention], place: int) -> set[str]:
    return {m.name for m in found if m.kind == "label" and m.end <= place}
