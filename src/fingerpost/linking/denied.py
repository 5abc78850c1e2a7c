"""Words that deny what a yes/no property says: "uninsured" of `insured`, "inactive" of `is_active`,
"out of service" of `in_service`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from fingerpost.linking.english import Stems, english
from fingerpost.linking.flags import answers
from fingerpost.linking.lexicon import Entry, Lexicon
from fingerpost.linking.mentions import Mention
from fingerpost.linking.text import Token, stem

_DENYING = ("un", "in", "non", "dis", "im", "ir")
_OFF, _ON = "off", "on"
_SHORTEST = 4
"""Letters of the shortest word that such a syllable stands before."""


def denied(lexicon: Lexicon, tokens: tuple[Token, ...], found: Iterable[Mention]) -> Iterator[Mention]:
    """The mentions of such words that mean nothing else here."""
    taken = {place for mention in found for place in range(mention.start, mention.end)}
    for place, token in enumerate(tokens):
        if place in taken or token.quoted:
            continue
        for syllable in _DENYING:
            word = token.norm.removeprefix(syllable)
            if word == token.norm or len(word) < _SHORTEST:
                continue
            yield from _denials(lexicon, (stem(word),), place, place + 1)
        for other in sorted(english().opposites.get(token.norm, ())):
            yield from _denials(lexicon, (stem(other),), place, place + 1)


def _switched(lexicon: Lexicon, tokens: tuple[Token, ...]) -> Iterator[Mention]:
    """The mentions of "off" before what a property is `on`: "off air", "off duty"."""
    for place, token in enumerate(tokens[:-1]):
        if token.norm != _OFF or token.quoted:
            continue
        yield from _denials(lexicon, (_ON, tokens[place + 1].stem), place, place + 2)


def _denials(lexicon: Lexicon, phrase: Stems, start: int, end: int) -> Iterator[Mention]:
    """The mentions, at some tokens, of the yes/no properties that a phrase means, denied."""
    for entry in lexicon.lookup(phrase):
        owners = _flagged(lexicon, entry)
        if owners:
            at = (start, end, entry.name, entry.score, f"not {entry.name}", owners, entry.of_relationship)
            yield Mention("property", *at, denied=True)


def with_denied(lexicon: Lexicon, tokens: tuple[Token, ...], found: list[Mention]) -> list[Mention]:
    """The mentions with those of such words, and without the names that a part of these only sounds like."""
    said = [*denied(lexicon, tokens, found), *_switched(lexicon, tokens)]
    longer = [m for m in said if m.end - m.start > 1]
    inner = (m for m in found if any(d.start <= m.start and m.end <= d.end and m.score < d.score for d in longer))
    lost = set(map(id, inner))
    return [*(m for m in found if id(m) not in lost), *said]


def _flagged(lexicon: Lexicon, entry: Entry) -> frozenset[str]:
    """The labels or types of which a property says yes or no."""
    if entry.kind != "property":
        return frozenset()
    schema = lexicon.schema
    held = schema.relationship_by_type if entry.of_relationship else schema.label_by_name
    infos = ((owner, held[owner].by_name.get(entry.name)) for owner in entry.owners if owner in held)
    return frozenset(owner for owner, info in infos if info is not None and answers(info) is not None)
