"""How long something took that is stored, told by other words than its name: "the longest stay", "lasted more than an
hour", "spent the most time at the pond"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from typing import NamedTuple

from fingerpost.core.schema import GraphSchema, LabelInfo, PropertyInfo, RelationshipInfo, ValueType
from fingerpost.linking.lasting import nouns_of
from fingerpost.linking.mentions import Mention
from fingerpost.linking.quantities import unit_named, without_unit
from fingerpost.linking.scores import PREPOSITION
from fingerpost.linking.text import Token, split_name
from fingerpost.linking.time_phrases import (
    ASKING,
    GAUGES,
    LASTING,
    LENGTHS,
    NOUNS,
    SPENDING,
    STAYS,
    TIMES,
    Phrase,
    phrases,
)
from fingerpost.plans import singular

_ARTICLES = frozenset("the a an any each every per of no".split())
_AVERAGING, _ADDING = frozenset("average mean median".split()), frozenset("total overall".split())
_MEANT = 0.8
_GUESSED = 0.5
_SURELY = 0.8
"""From which score on words surely mean what they were taken for."""
_TIME = "s"
"""The base unit of time."""
_CALLED = NOUNS | LENGTHS | TIMES | {"runtime", "dur"}
"""Last words of names of numbers, without their unit, that tell how long something took."""


class Length(NamedTuple):
    """A label or type, and its property that tells how long it took."""

    owner: LabelInfo | RelationshipInfo
    info: PropertyInfo

    @property
    def of_relationship(self) -> bool:
        return isinstance(self.owner, RelationshipInfo)

    def joins(self, labels: Set[str]) -> bool:
        """Whether it is a relationship between two such labels."""
        ends = self.owner.endpoints if isinstance(self.owner, RelationshipInfo) else ()
        return any({pair.start, pair.end} <= labels for pair in ends)


def lengths(schema: GraphSchema) -> Iterator[Length]:
    """What stores how long it took in one property, with that."""
    for owner in schema.owners:
        own = [info for info in owner.properties if _tells_how_long(info)]
        if len(own) == 1:
            yield Length(owner, own[0])


def _tells_how_long(info: PropertyInfo) -> bool:
    """Whether a property is a duration, or a number of seconds, minutes or hours that is called one."""
    if info.type is ValueType.DURATION:
        return True
    known = unit_named(info.unit) if info.unit is not None and info.numeric else None
    return known is not None and known[0] == _TIME and without_unit(split_name(info.name))[-1] in _CALLED


def with_stored_lengths(found: list[Mention], tokens: tuple[Token, ...], stored: Sequence[Length]) -> list[Mention]:
    """The mentions with how long something took where the words ask for it, and with what is so long."""
    norms = [token.norm for token in tokens]
    if not stored or ASKING.isdisjoint(norms):
        return found
    named = _named(found, stored)
    said = named or _joining(found, stored)
    verbs = list(_verbs(norms, found))
    told: list[Mention] = []
    for phrase in phrases(tokens, nouns_of(length.owner for length in stored)):
        if phrase.verb or phrase.first or phrase.late or phrase.start in verbs or norms[phrase.start] not in _CALLED:
            continue
        meant = _unnamed(phrase, norms, found, named, said or stored)
        if not phrase.own or len(meant) == 1:
            score = _MEANT if len(meant) == 1 else _GUESSED
            told.extend(_mention(length, phrase.start, phrase.end, score) for length in meant)
    return [*found, *told, *_deeds(verbs, named, said or stored)]


def _verbs(norms: Sequence[str], found: Sequence[Mention]) -> Iterator[int]:
    """The places of verbs that say no more than that something took long."""
    named = {place for m in found if _is_name(m) for place in range(m.start, m.end)}
    for place, norm in enumerate(norms):
        noun = norm in STAYS and place > 0 and norms[place - 1] in GAUGES | _ARTICLES
        if norm in LASTING | SPENDING and not noun and place not in named:
            yield place


def _is_name(mention: Mention) -> bool:
    """Whether words are the name of something, and are not only near it in meaning."""
    if mention.kind == "property":
        return mention.score >= _SURELY and not mention.cosine
    return mention.kind in ("label", "relation") and mention.score > PREPOSITION and not mention.cosine


def _named(found: Sequence[Mention], stored: Sequence[Length]) -> list[Length]:
    """What is named."""
    names = {m.name for m in found if m.kind in ("label", "relation") and m.score > PREPOSITION}
    return [length for length in stored if length.owner.name in names]


def _joining(found: Sequence[Mention], stored: Sequence[Length]) -> list[Length]:
    """What joins two labels of which something is said."""
    labels = {m.name for m in found if m.kind == "label" and m.score > PREPOSITION}
    labels.update(*(m.owners for m in found if m.kind == "value" and m.score > PREPOSITION))
    return [length for length in stored if length.joins(labels)]


def _unnamed(
    phrase: Phrase, norms: Sequence[str], found: Sequence[Mention], named: Sequence[Length], meant: Sequence[Length]
) -> Sequence[Length]:
    """Of what may be meant that which the words do not name; where they name another's, only what is named.

    "The average stay" and "the total stay" are how long the stays are, "the total stays" how many.
    """
    covering = [m for m in found if m.start < phrase.end and phrase.start < m.end and _is_name(m)]
    things = {m.name for m in covering if m.kind != "property"}
    if things:
        before = norms[phrase.start - 1] if phrase.start else ""
        averaged = before in _AVERAGING or (before in _ADDING and norms[phrase.start] == singular(norms[phrase.start]))
        return [length for length in named if averaged and length.owner.name in things]
    if norms[phrase.start] in STAYS and not named:
        meant = [length for length in meant if length.of_relationship] or meant  # somebody stays somewhere
    owners = frozenset[str]().union(*(m.owners for m in covering))
    return [length for length in (named if covering else meant) if length.owner.name not in owners]


def _mention(length: Length, start: int, end: int, score: float) -> Mention:
    name = length.info.name
    owners = frozenset((length.owner.name,))
    return Mention("property", start, end, name, score, f"how long, in {name}", owners, length.of_relationship)


def _deeds(verbs: Sequence[int], named: Sequence[Length], meant: Sequence[Length]) -> Iterator[Mention]:
    """ "Who stayed longest": in what lasts; where that is said, the verb says no more."""
    for place in verbs:
        if named:
            yield Mention("filler", place, place + 1, "", 1.0, "says how long it took")
            continue
        for length in meant:
            if length.of_relationship:
                name = length.owner.name
                yield Mention("relation", place, place + 1, name, _GUESSED, f"{name} lasts")
