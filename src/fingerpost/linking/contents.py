"""What a thing holds, where only a preposition says so: "what was in parcel 12", "what is on the van"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fingerpost.core.schema import GraphSchema, RelationshipInfo
from fingerpost.linking.english import english
from fingerpost.linking.mentions import Mention
from fingerpost.linking.scores import RING
from fingerpost.linking.text import Token, split_name, stem

_INSIDE = frozenset("in on inside aboard".split())
_BEING = frozenset("is was are were".split())
_PREPOSITION = 2
"""Where it stands: "what was in"."""
_FAR = 3
"""Most words from there to a name: "in the parcel P-12"."""


def contents(tokens: tuple[Token, ...], found: Sequence[Mention], schema: GraphSchema) -> Iterator[Mention]:
    """The mentions of the one kind of things that the named one holds, and of the type that says so."""
    if len(tokens) <= _PREPOSITION + 1 or tokens[0].norm != "what" or tokens[1].norm not in _BEING:
        return
    preposition = tokens[_PREPOSITION].norm
    named = [m for m in found if m.kind == "value" and 0 < m.start - _PREPOSITION <= _FAR]
    value = max(named, key=lambda m: (m.length, m.score), default=None)
    if preposition not in _INSIDE or value is None:
        return
    if value.end < len(tokens) and tokens[value.end].norm != "and":
        return
    held = {pair for kind in schema.relationships for pair in _held(kind, value.owners, preposition)}
    if len(held) == 1:
        type_, label = held.pop()
        yield Mention("label", _PREPOSITION - 1, _PREPOSITION, label, RING, "what it holds")
        yield Mention("relation", _PREPOSITION, _PREPOSITION + 1, type_, RING, "what it holds")


def _held(kind: RelationshipInfo, labels: frozenset[str], preposition: str) -> Iterator[tuple[str, str]]:
    """A type with the label of what such a thing holds by it, or of what is in or on it."""
    words = split_name(kind.type)
    holds = not english().holding_others.isdisjoint(map(stem, words)) and "by" not in words
    for pair in kind.endpoints:
        if pair.start != pair.end and holds and pair.start in labels:
            yield kind.type, pair.end
        elif pair.start != pair.end and words[-1] == preposition and pair.end in labels:
            yield kind.type, pair.start
