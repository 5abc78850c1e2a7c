"""What was done to things by way of another: products that "were sold" are those of orders, which employees sell."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from fingerpost.core.schema import GraphSchema, RelationshipInfo
from fingerpost.linking.determiners import is_verb
from fingerpost.linking.mentions import Mention
from fingerpost.linking.scores import RING, RING_PART
from fingerpost.linking.text import Token

_SAID = 0.8 * RING_PART
"""What a verb is worth as a name of what its relationship leads to."""


def done_to(tokens: tuple[Token, ...], found: Collection[Mention], schema: GraphSchema) -> Iterator[Mention]:
    """Names of dated things by verbs for what is done to them, where what is named is joined to these things only."""
    named = {m.name for m in found if m.kind == "label" and m.score >= RING}
    things = named | {owner for m in found if m.kind == "value" and not m.of_relationship for owner in m.owners}
    for mention in found:
        verb = mention.kind == "relation" and mention.score >= RING and mention.length == 1
        if not verb or not is_verb(tokens[mention.start].norm):
            continue
        ends = _ends(schema.relationship_by_type.get(mention.name))
        if ends is None or not things.isdisjoint(ends):
            continue
        known = any(m.kind == "label" and m.start == mention.start for m in found)
        if not known and _is_dated(schema, ends[1]) and any(_joined(schema, each, ends[1]) for each in things):
            yield Mention("label", mention.start, mention.end, ends[1], _SAID, f"what {mention.name} leads to")


def _ends(info: RelationshipInfo | None) -> tuple[str, str] | None:
    """The labels that a type joins, where it joins two."""
    if info is None or len(info.endpoints) != 1 or info.endpoints[0].start == info.endpoints[0].end:
        return None
    return info.endpoints[0].start, info.endpoints[0].end


def _is_dated(schema: GraphSchema, label: str) -> bool:
    info = schema.label_by_name.get(label)
    return info is not None and any(p.temporal for p in info.properties)


def _joined(schema: GraphSchema, one: str, other: str) -> bool:
    pairs = (pair for info in schema.relationships for pair in info.endpoints)
    return any({pair.start, pair.end} == {one, other} for pair in pairs)
