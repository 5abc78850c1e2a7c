"""Nouns that a relation has in its name: the "suppliers" of HAS_SUPPLIER, and which way they lead."""

from __future__ import annotations

from fingerpost.core.schema import RelationshipInfo
from fingerpost.linking.directions import HAVING, TURNED
from fingerpost.linking.english import is_form
from fingerpost.linking.mentions import Mention
from fingerpost.linking.text import Token, split_name

_ODD = 0.1
"""Labels that a type leads to so seldom, beside the most frequent one, are none that a noun for it means."""


def held_ends(relationship: RelationshipInfo | None, noun: str) -> frozenset[str]:
    """The labels to which a type leads that says what is had: who suppliers are where things have suppliers."""
    words = split_name(relationship.type) if relationship is not None else ()
    if relationship is None or len(words) < 2 or words[0] not in HAVING or not is_form(noun, words[-1]):
        return frozenset()
    often = max((pair.count for pair in relationship.endpoints), default=0)
    return frozenset(pair.end for pair in relationship.endpoints if pair.count >= _ODD * often)


def way_of_noun(mention: Mention, tokens: tuple[Token, ...]) -> str:
    """The way from who is named to whose they are: "firms that have suppliers" speaks of the suppliers of firms."""
    had = any(token.norm in HAVING for token in tokens[max(mention.start - 2, 0) : mention.start])
    words = split_name(mention.name)
    return TURNED[mention.way] if had and words[0] in HAVING else mention.way
