""" "Others", "another one" where nothing else is told by them: more of a kind that a relation joins with its like."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from fingerpost.core.schema import RelationshipInfo
from fingerpost.linking.mentions import Mention
from fingerpost.linking.scores import PREPOSITION, RING
from fingerpost.linking.stopwords import FUNCTION_WORDS
from fingerpost.linking.text import Token

_ONE = frozenset(("one", "ones"))
_OWN = 4
"""Words of "one of their own"."""
_PEERS = frozenset("colleague colleagues coworker coworkers teammate teammates workmate workmates".split())
_BEFORE = frozenset("any many some several most the no more than two three four five six seven eight nine ten".split())


def others(
    tokens: tuple[Token, ...], found: Sequence[Mention], types: Mapping[str, RelationshipInfo]
) -> Iterator[Mention]:
    """The mentions of such words: "depend on more than three others", "borders another one", "mentors a colleague"."""
    for place in (i for i in range(1, len(tokens)) if tokens[i].norm in _ONE):
        # "The delayed ones": those of which that is a value.
        told = (m for m in found if m.kind in ("value", "property") and m.end == place and not m.of_relationship)
        for label in sorted({owner for m in told for owner in m.owners}):
            yield Mention("label", place, place + 1, label, RING, "those of this value")
    places = [span for i in range(1, len(tokens)) if (span := _span(tokens, i)) is not None]
    if not places:
        return
    said = {m.name for m in found if m.kind == "relation" and m.score > PREPOSITION and m.name in types}
    alike = {pair.start for name in said for pair in types[name].endpoints if pair.start == pair.end}
    for start, end in places:
        for label in sorted(alike):
            yield Mention("label", start, end, label, RING, "more of these", fresh=True)


def of_their_own(found: Sequence[Mention], tokens: tuple[Token, ...]) -> list[Mention]:
    """The mentions; "leases one of their own" is one more of the things that were named before."""
    norms = [token.norm for token in tokens]
    ones = [
        place
        for place, norm in enumerate(norms)
        if norm in _ONE and norms[place + 1 : place + 2] == ["of"] and norms[place + 3 : place + 4] == ["own"]
    ]
    if not ones:
        return list(found)
    kept = [m for m in found if not any(one <= m.start < one + _OWN for one in ones)]
    for one in ones:
        before = max((m for m in kept if m.kind == "label" and m.end <= one), key=lambda m: m.end, default=None)
        if before is not None:
            kept.append(Mention("label", one, one + _OWN, before.name, RING, "one more of these", fresh=True))
    return kept


def _span(tokens: tuple[Token, ...], place: int) -> tuple[int, int] | None:
    """Where words stand for things with nothing that names them, and with no noun behind."""
    word, last = tokens[place].norm, place + 1 == len(tokens)
    if word == "others" or word in _PEERS:
        return place, place + 1
    following = "" if last else tokens[place + 1].norm
    if word in ("other", "another") and following in _ONE:
        return place, place + 2
    before = tokens[place - 1]
    counted = before.numeric or before.norm in _BEFORE or (word == "other" and before.norm == "one")
    bare = last or (following in FUNCTION_WORDS and following not in _BEFORE)
    if (word == "another" or (word == "other" and counted)) and bare:
        return place, place + 1
    return None
