"""What is written as a name of the schema is that name, and no value that looks like it: the CABLE relationships.

Between 'Mast' nodes, nobody means a tag "mast". A value counts beside the name where it is written just so itself, and
behind its own property: with the type 'Mast'.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from fingerpost.linking.mentions import Mention
from fingerpost.linking.scores import OWN, PREPOSITION, SYNONYM
from fingerpost.linking.spans import Spans
from fingerpost.linking.text import Token, split_name

_NOUNS = frozenset(
    "node nodes relationship relationships edge edges label labels property properties attribute attributes "
    "field fields".split()
)
_NAMES = ("label", "relation", "property")
_PARTS = ("value", "number", "text")
_BETWEEN = frozenset("is are was of as equals equal to the a an named called value".split())
"""Words between a property and its value."""
_NEAR = 3
"""Most such words."""


def types_as_written(found: Iterable[Mention], question: str, tokens: Sequence[Token]) -> list[Mention]:
    """The names that are found, of those written as a type in capitals the type alone: "a ROUTE" is no `route`.

    Not in a question that is all in capitals. A type called by a word that only holds things together is hardly meant
    by it where it is not written so: "the notes associated with it", beside ASSOCIATED.
    """
    mentions = list(found)
    if question.isupper():
        return mentions

    def is_written(mention: Mention) -> bool:
        written = question[tokens[mention.start].start : tokens[mention.end - 1].end]
        return mention.kind == "relation" and written == mention.name and written.isupper()

    def scored(mention: Mention) -> Mention:
        if is_written(mention):
            return mention._replace(score=OWN)
        slight = mention.vague and mention.length == 1 and mention.score > PREPOSITION
        return mention._replace(score=PREPOSITION) if slight else mention

    places = {place for m in mentions if is_written(m) for place in range(m.start, m.end)}
    return [scored(m) for m in mentions if is_written(m) or not places.issuperset(range(m.start, m.end))]


def without_lookalikes(
    found: Sequence[Mention], question: str, tokens: Sequence[Token], names: frozenset[str]
) -> list[Mention]:
    """The mentions without values and quoted texts that are written as names of the schema, or are part of one."""
    found = _without_parts(found, tokens)
    told = {mention.end: mention.name for mention in found if mention.kind == "property"}
    asked = {(m.start, m.end) for m in found if m.kind == "property" and m.score >= OWN and _is_asked_of(m, tokens)}

    def is_lookalike(mention: Mention) -> bool:
        if mention.kind not in ("value", "text"):
            return False
        if mention.kind == "value" and (mention.start, mention.end) in asked:
            return True  # "the id of Ann" asks for no Indonesian
        written = question[tokens[mention.start].start : tokens[mention.end - 1].end]
        if written not in names or _has_property(mention, told, tokens):
            return False
        beside = {token.norm for token in (*tokens[mention.end : mention.end + 1], *tokens[: mention.start][-1:])}
        return mention.kind == "text" or str(mention.value) != written or not beside.isdisjoint(_NOUNS)

    return [mention for mention in found if not is_lookalike(mention)]


def _is_asked_of(mention: Mention, tokens: Sequence[Token]) -> bool:
    """Whether a property stands in "the ... of", in small letters."""
    before, behind = tokens[: mention.start][-1:], tokens[mention.end : mention.end + 1]
    framed = [token.norm for token in (*before, *behind)] == ["the", "of"]
    return framed and not any(token.capitalised or token.quoted for token in tokens[mention.start : mention.end])


def _without_parts(found: Sequence[Mention], tokens: Sequence[Token]) -> list[Mention]:
    """The mentions without values and numbers that are part of the whole name of a label of several words: no `new` in
    "new orders" where there is a `NewOrder`; and without labels that a mere number is the end of, or the beginning."""
    whole = [m for m in found if m.kind == "label" and m.length > 1 and _is_whole(m)]
    spans = Spans(((m.start, m.end) for m in whole), len(tokens))

    def is_part(mention: Mention) -> bool:
        if mention.kind in _NAMES:
            number = mention.length == 1 and tokens[mention.start].numeric
            return number and mention.kind == "label" and not _is_whole(mention)
        return mention.kind in _PARTS and spans.hold_more(mention.start, mention.end)

    return [mention for mention in found if not is_part(mention)]


def _is_whole(mention: Mention) -> bool:
    return mention.score >= OWN and mention.length >= len(split_name(mention.name))


def without_their_nouns(found: Sequence[Mention], tokens: Sequence[Token]) -> list[Mention]:
    """The mentions without what a noun beside a name may mean elsewhere: "Mast nodes" speaks of no `MapNode`.

    Behind a label it is no relation either, be one called `NODE`.
    """
    named = [m for m in found if m.kind in _NAMES and m.score >= SYNONYM and not m.cosine]
    behind, before = {m.end for m in named}, {m.start for m in named}
    labels = {m.end for m in named if m.kind == "label"}

    def is_of_name(mention: Mention) -> bool:
        if mention.kind not in _NAMES or mention.length > 1 or tokens[mention.start].norm not in _NOUNS:
            return False
        if mention.kind == "relation" and mention.start in labels and mention.end not in before:
            return True
        return mention.score < SYNONYM and (mention.start in behind or mention.end in before)

    return [mention for mention in found if not is_of_name(mention)]


def _has_property(mention: Mention, told: dict[int, str], tokens: Sequence[Token]) -> bool:
    """Whether a property stands before a value: its own, or any one where the value is a text that nothing has."""
    place = mention.start
    while place > 0 and mention.start - place < _NEAR and place not in told and tokens[place - 1].norm in _BETWEEN:
        place -= 1
    return place in told and (mention.kind == "text" or told[place] == mention.name)
