""" "Where were they born": the place of birth, and not the date, where things have both."""

from __future__ import annotations

from fingerpost.core.schema import GraphSchema
from fingerpost.linking.mentions import Mention
from fingerpost.linking.text import Token, split_name

_PLACES = frozenset("place city country town location state region village".split())
_SMALL = frozenset("of at in the date time year day on".split())
_NEAR = 6
"""Most words between "where" and its verb."""


def where_said(found: list[Mention], tokens: tuple[Token, ...], schema: GraphSchema) -> list[Mention]:
    """The mentions, those of moments behind "where" as of the place where it was."""
    if all(token.norm != "where" for token in tokens):
        return found
    return [_placed(m, tokens, schema) if m.kind == "property" and not m.of_relationship else m for m in found]


def _placed(mention: Mention, tokens: tuple[Token, ...], schema: GraphSchema) -> Mention:
    before = [token.norm for token in tokens[max(0, mention.start - _NEAR) : mention.start]]
    words = set(split_name(mention.name))
    if "where" not in before or mention.length > 1 or words & _PLACES:
        return mention
    for owner in sorted(mention.owners):
        for info in schema.label_by_name[owner].properties if owner in schema.label_by_name else ():
            other = set(split_name(info.name))
            if other & _PLACES and (other & words) - _SMALL:
                owners = frozenset(o for o in mention.owners if info.name in schema.label_by_name[o].by_name)
                return mention._replace(name=info.name, owners=owners)
    return mention
