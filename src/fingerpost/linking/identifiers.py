"""What is written as a name of the schema is that name, and no value that looks like it: the CABLE relationships.

Between 'Mast' nodes, nobody means a tag "mast". A value counts beside the name where it is written just so itself, and
behind its own property: with the type 'Mast'.
"""

from __future__ import annotations

from collections.abc import Sequence

from fingerpost.core.schema import GraphSchema
from fingerpost.linking.mentions import Mention
from fingerpost.linking.scores import SYNONYM
from fingerpost.linking.text import Token

_NOUNS = frozenset(
    "node nodes relationship relationships edge edges label labels property properties attribute attributes "
    "field fields".split()
)
_NAMES = ("label", "relation", "property")
_BETWEEN = frozenset("is are was of as equals equal to the a an named called value".split())
"""Words between a property and its value."""
_NEAR = 3
"""Most such words."""


def schema_names(schema: GraphSchema) -> frozenset[str]:
    """The names of labels, relationship types and properties, as they are written."""
    owners = (owner.name for owner in schema.owners)
    return frozenset((*owners, *schema.property_names))


def without_lookalikes(
    found: Sequence[Mention], question: str, tokens: Sequence[Token], names: frozenset[str]
) -> list[Mention]:
    """The mentions without values and quoted texts that are written as names of the schema."""
    told = {mention.end: mention.name for mention in found if mention.kind == "property"}

    def is_lookalike(mention: Mention) -> bool:
        if mention.kind not in ("value", "text"):
            return False
        written = question[tokens[mention.start].start : tokens[mention.end - 1].end]
        if written not in names or _has_property(mention, told, tokens):
            return False
        beside = {token.norm for token in (*tokens[mention.end : mention.end + 1], *tokens[: mention.start][-1:])}
        return mention.kind == "text" or str(mention.value) != written or not beside.isdisjoint(_NOUNS)

    return [mention for mention in found if not is_lookalike(mention)]


def without_their_nouns(found: Sequence[Mention], tokens: Sequence[Token]) -> list[Mention]:
    """The mentions without what a noun beside a name may mean elsewhere: "Mast nodes" speaks of no `MapNode`."""
    named = [m for m in found if m.kind in _NAMES and m.score >= SYNONYM and not m.cosine]
    behind, before = {m.end for m in named}, {m.start for m in named}

    def is_of_name(mention: Mention) -> bool:
        single = mention.kind in _NAMES and mention.length == 1 and mention.score < SYNONYM
        beside = mention.start in behind or mention.end in before
        return single and beside and tokens[mention.start].norm in _NOUNS

    return [mention for mention in found if not is_of_name(mention)]


def _has_property(mention: Mention, told: dict[int, str], tokens: Sequence[Token]) -> bool:
    """Whether a property stands before a value: its own, or any one where the value is a text that nothing has."""
    place = mention.start
    while place > 0 and mention.start - place < _NEAR and place not in told and tokens[place - 1].norm in _BETWEEN:
        place -= 1
    return place in told and (mention.kind == "text" or told[place] == mention.name)
