"""Nouns that say a relation and name who stands at its end: "Anna's friends", the "suppliers" of HAS_SUPPLIER."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from fingerpost.core.schema import RelationshipInfo
from fingerpost.linking.determiners import is_done, is_verb
from fingerpost.linking.directions import HAVING, TURNED
from fingerpost.linking.english import is_abode, is_form, is_role
from fingerpost.linking.lexicon import WHO_HAVE, Lexicon
from fingerpost.linking.mentions import Mention
from fingerpost.linking.scores import OWN
from fingerpost.linking.text import Token, singulars, split_name
from fingerpost.plans import VERBS

_EXTREMES = frozenset(("most", "fewest", "least", "highest", "lowest"))
_COPULAS = frozenset("is are was were".split())
_MEMBERS = frozenset(("member", "members"))
_SURE = 0.9
_ODD = 0.1
"""Labels that a type leads to so seldom, beside the most frequent one, are none that a noun for it means."""


def roles(lexicon: Lexicon, tokens: tuple[Token, ...], found: Sequence[Mention]) -> Iterator[Mention]:
    """The mentions of who stands at the ends of relations that nouns say."""
    told = {(m.start, m.end, m.name) for m in found if m.kind.startswith("relative")}
    labels = {(m.start, m.end) for m in found if m.kind == "label" and m.score >= OWN}
    named = {m.end for m in found if m.kind == "label"}
    # "The address of Anna" where places have an address: that.
    own = {(m.start, m.end): m.owners for m in found if m.kind == "property" and m.score >= OWN}
    measured = {m.end for m in found if m.kind == "number"}
    measured |= {place for place, token in enumerate(tokens, 1) if token.norm in _EXTREMES}
    for mention in _nouns(found, tokens):
        at = (mention.start, mention.end, mention.name)
        if mention.kind != "relation" or at in told or at[:2] in labels:
            continue
        if is_done(tokens, mention.end - 1) or _is_predicate(mention, tokens, named):
            continue
        if mention.start in measured and at[:2] in own:
            continue  # "more than 500 followers", "the most followers", where that is a number that users have
        noun = tokens[mention.end - 1].norm
        following = tokens[mention.end].norm if mention.end < len(tokens) else ""
        held = _had(lexicon.schema.relationship_by_type.get(mention.name), noun)
        names = is_role(noun) or _is_doer(noun, mention.name)
        owners = held or (lexicon.ends(mention.name) if names else frozenset())
        if not owners and is_abode(noun):
            owners = lexicon.abodes(mention.name) - own.get(at[:2], frozenset())
        if owners and (held or following != "with"):  # "is friends with"
            kind = "relative of" if following == "of" else "relative"
            # "The owner of the car" is told by the car, and need not have been spoken of.
            definite = mention.definite and following != "of"
            yield mention._replace(kind=kind, owners=owners, definite=definite, way=_way(mention, tokens))


def _nouns(found: Sequence[Mention], tokens: tuple[Token, ...]) -> Iterator[Mention]:
    """The mentions, and the noun alone of "pupils of", where `PUPIL_OF` says who the pupil is."""
    said = {(m.start, m.end, m.name) for m in found if m.kind == "relation"}
    for mention in found:
        yield mention
        if mention.kind == "relation" and [token.norm for token in tokens[mention.start + 1 : mention.end]] == ["of"]:
            noun = mention._replace(end=mention.end - 1)
            alone = (noun.start, noun.end, noun.name) not in said and not is_verb(tokens[noun.start].norm)
            if alone and split_name(noun.name)[-1] == "of":
                yield noun


def _is_predicate(mention: Mention, tokens: tuple[Token, ...], named: Collection[int]) -> bool:
    """Whether a noun only says what those are that were named right before: "which songs are covers"."""
    return mention.start > 1 and tokens[mention.start - 1].norm in _COPULAS and mention.start - 1 in named


def _is_doer(noun: str, type_: str) -> bool:
    """Whether a noun is that for who does what a relation says, or to whom: "proposers", "assignee"."""
    words = split_name(type_)
    if len(words) > 1 and words[-1] == "of" and is_form(noun, words[-2]):
        return True  # `WARDEN_OF`
    bases = {base for word in words for base in (word, VERBS.get(word, word), word.removesuffix("ed"))}
    doers = {base.removesuffix("e") + end for base in bases for end in ("er", "or", "ee")}
    return not doers.isdisjoint((noun, *singulars(noun)))


def _way(mention: Mention, tokens: tuple[Token, ...]) -> str:
    """The way from who is named to whose they are: "firms that have suppliers" speaks of the suppliers of firms."""
    had = any(token.norm in HAVING for token in tokens[max(mention.start - 2, 0) : mention.start])
    return TURNED[mention.way] if had and split_name(mention.name)[0] in HAVING else mention.way


def with_members(found: Sequence[Mention], tokens: tuple[Token, ...]) -> list[Mention]:
    """The mentions; "crew members" are the crew, where nothing else is called so."""
    taken = {place for m in found if m.kind != "filler" for place in range(m.start, m.end)}
    places = {m.end for m in found if m.kind == "relation" and m.end < len(tokens) and m.end not in taken}
    places = {place for place in places if tokens[place].norm in _MEMBERS}
    return [
        m._replace(end=m.end + 1, score=max(m.score, _SURE)) if m.kind == "relation" and m.end in places else m
        for m in found
        if m.end not in places or m.kind != "property"
    ]


def without_deeds(found: list[Mention], tokens: tuple[Token, ...]) -> list[Mention]:
    """The mentions; "directors" are those who directed something, and not how often that was.

    "Who does Ann coach" speaks of no coach.
    """
    doers = [m for m in found if m.kind == "label" and m.reason.startswith(WHO_HAVE)]
    verbs = {id(m) for m in doers if m.length == 1 and is_done(tokens, m.start)}
    found = [m for m in found if id(m) not in verbs]
    people = {(m.start, m.end) for m in doers if id(m) not in verbs}
    noted = {(m.start, m.end, m.name) for m in found if m.kind.startswith("relative")}
    # Where one of a kind is another's pupil, not all of the kind are.
    some = {(m.start, m.end, f"{WHO_HAVE} {m.name}") for m in found if m.kind.startswith("relative") and m.way}
    return [
        m
        for m in found
        if (m.kind != "label" or (m.start, m.end, m.reason) not in some)
        and (m.kind != "relation" or (m.start, m.end) not in people or (m.start, m.end, m.name) not in noted)
    ]


def _had(relationship: RelationshipInfo | None, noun: str) -> frozenset[str]:
    """The labels to which a type leads that says what is had: who suppliers are where things have suppliers."""
    words = split_name(relationship.type) if relationship is not None else ()
    if relationship is None or len(words) < 2 or words[0] not in HAVING or not is_form(noun, words[-1]):
        return frozenset()
    if any(words[-1:] == split_name(pair.end)[-1:] for pair in relationship.endpoints):
        return frozenset()  # what has the name of its label is named by that
    often = max((pair.count for pair in relationship.endpoints), default=0)
    return frozenset(pair.end for pair in relationship.endpoints if pair.count >= _ODD * often)
