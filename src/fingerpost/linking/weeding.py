"""Readings that others of the same words leave no room for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from fingerpost.linking.display import PERSON_NAMES
from fingerpost.linking.lexicon import A_WORD, OWN, PREPOSITION, RING_PART
from fingerpost.linking.mentions import Mention
from fingerpost.linking.text import Token

_HAVING = frozenset(("with", "having", "has", "have"))
_ARTICLES = frozenset(("the", "a", "an"))


def without_slight(mentions: list[Mention]) -> list[Mention]:
    """Without types that a word hardly says where it is a label's own name, or a property's: "areas" are no IN_AREA."""
    labels = {(m.start, m.end) for m in mentions if m.kind == "label" and m.score >= OWN}
    properties = {(m.start, m.end) for m in mentions if m.kind == "property" and m.score >= OWN}

    def is_slight(mention: Mention) -> bool:
        at = mention.start, mention.end
        part = at in properties and mention.score <= RING_PART and mention.reason.startswith(A_WORD)
        return mention.kind == "relation" and (part or (at in labels and mention.score <= PREPOSITION))

    return [mention for mention in mentions if not is_slight(mention)]


def without_having(mentions: list[Mention], tokens: tuple[Token, ...]) -> list[Mention]:
    """Without the relation that "with" may say where it only leads to a property: "the genre with the name Gothic"."""
    labels = [m for m in mentions if m.kind == "label" and m.end < len(tokens) and tokens[m.end].norm in _HAVING]
    leading = set()
    for label in labels:
        place = label.end + 1
        while place < len(tokens) and tokens[place].norm in _ARTICLES:
            place += 1
        if any(
            m.kind == "property" and m.start == place and m.score >= OWN and label.name in m.owners for m in mentions
        ):
            leading.add(label.end)
    return [m for m in mentions if not (m.kind == "relation" and m.length == 1 and m.start in leading)]


def whole_quotations(mentions: Iterable[Mention], tokens: tuple[Token, ...]) -> Iterator[Mention]:
    """What stands in quotation marks is meant as a whole, not word by word."""
    for mention in mentions:
        quoted = {token.quoted for token in tokens[mention.start : mention.end]}
        if quoted == {0}:
            yield mention
        elif len(quoted) == 1:
            number = next(iter(quoted))
            before = mention.start > 0 and tokens[mention.start - 1].quoted == number
            after = mention.end < len(tokens) and tokens[mention.end].quoted == number
            person = mention.kind == "value" and mention.name in PERSON_NAMES and mention.score > 0.9
            if person or (not before and not after):
                yield mention


def without_inner(mentions: list[Mention]) -> list[Mention]:
    """Without names inside a period: the year of "last year" is no property."""
    periods = [m for m in mentions if m.kind == "period"]
    if not periods:
        return mentions
    inner = ("label", "property", "relation", "number")
    return [m for m in mentions if m.kind not in inner or not any(p.start <= m.start < p.end for p in periods)]
