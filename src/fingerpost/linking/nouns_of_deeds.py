"""Nouns for relationships: "the largest transfer" is of its amount, "card payments" are those of cards, "how many room
visits" counts the visits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from fingerpost.core.schema import GraphSchema, RelationshipInfo
from fingerpost.linking.mentions import Mention
from fingerpost.linking.scores import OWN, RING
from fingerpost.linking.text import Token, singulars, split_name

_EXTREMES = frozenset("largest biggest highest greatest smallest lowest average mean median typical".split())
"""What is said of an amount."""
_AMOUNTS = frozenset("amount price cost value sum total fee".split())
_FORMS = ("ed", "ing")
_NOUNS = ("ment", "ments", "tion", "tions")
"""Endings of nouns that are no verbs, as "hold" in "each branch hold" is one."""
_COUNTING = frozenset("many of most fewest".split())
_COUNTS = frozenset("how number numbers count the have has had made make with".split())
"""Words before "many", "of", "most": "how many", "the number of"."""


def with_nouns_of_deeds(tokens: Sequence[Token], found: list[Mention], schema: GraphSchema) -> list[Mention]:
    """The mentions, with those of amounts of relationships and of relationships with a noun before them."""
    more = list(_nouns_of_deeds(tokens, found, schema))
    before = {m.start for m in more if m.kind == "relation"}

    def is_said_with(mention: Mention) -> bool:
        return any(mention.start <= place < mention.end <= place + 1 for place in before)

    kept = (m for m in found if m.kind not in ("label", "property") or not is_said_with(m))
    return [*kept, *more]


def _nouns_of_deeds(tokens: Sequence[Token], found: Iterable[Mention], schema: GraphSchema) -> Iterator[Mention]:
    labels = {m.end: m for m in found if m.kind == "label" and m.score >= OWN}
    for mention in found:
        said = mention.kind == "relation" and mention.score >= RING and mention.length == 1 and mention.start
        if not said or tokens[mention.start].norm.endswith(_FORMS):
            continue
        info = schema.relationship_by_type.get(mention.name)
        amounts = _amounts(info) if info is not None else []
        if tokens[mention.start - 1].norm in _EXTREMES and len(amounts) == 1:
            owners, place = frozenset((mention.name,)), (mention.start, mention.end)
            yield Mention("property", *place, amounts[0], RING, "how much it was", owners, of_relationship=True)
        label = labels.get(mention.start)
        ends = {end for pair in info.endpoints for end in (pair.start, pair.end)} if info is not None else set()
        noun = tokens[mention.start].norm.endswith(_NOUNS)
        counted = label is not None and label.name not in schema.narrower and _are_counted(tokens, label, mention)
        if label is not None and label.name in ends and (noun or counted):
            yield mention._replace(start=label.start, words=mention.words + 1)


def _are_counted(tokens: Sequence[Token], label: Mention, deed: Mention) -> bool:
    """Whether several of what is done are counted, with what it is done to before them: "how many room visits"."""
    several = bool(singulars(tokens[deed.start].norm)) and not singulars(tokens[deed.start - 1].norm)
    place = label.start - 1
    counted = place > 0 and tokens[place].norm in _COUNTING and tokens[place - 1].norm in _COUNTS
    return several and counted


def _amounts(info: RelationshipInfo) -> list[str]:
    return [p.name for p in info.properties if p.number and not _AMOUNTS.isdisjoint(split_name(p.name)[-1:])]
