"""What happened on a date, as the words for it say: the "delivery" of `delivered_on`, the "award" of WON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from typing import NamedTuple

from fingerpost.core.schema import GraphSchema, PropertyInfo
from fingerpost.linking.derived import tells_life, tells_when
from fingerpost.linking.english import english
from fingerpost.linking.occasions import MOMENT_WORDS
from fingerpost.linking.text import split_name, stem

_SAME_DEEDS = tuple(
    frozenset(map(stem, group.split()))
    for group in (
        "grant approve accept permit authorise",
        "submit hand deliver file",
        "finish complete end close conclude finalise resolve solve",
        "start begin open commence launch from",
        "end until till",
        "depart leave",
        "arrive land",
        "pay repay settle",
        "sell sale",
        "list advertise offer",
        "request order place apply",
        "take borrow",
        "find found discover",
        "hire join employ appoint",
    )
)
"""Verbs and nouns for one deed where a date is called by another of them: a permit is `granted_on` its approval."""
PLANNED = frozenset(map(stem, "due planned expected required scheduled estimated target deadline eta etd".split()))
"""Words of dates on which something is to happen."""
_OVER = frozenset("finished completed ended done over concluded settled dated known complete".split())
_UN = "un"
_ROOT = 4
"""Letters that a verb and its noun share at least: "shipped" and "shipment"."""


class Moment(NamedTuple):
    """A date of a node or a relationship, with its owner's name and the labels that this joins or is."""

    name: str
    info: PropertyInfo
    of_relationship: bool
    labels: frozenset[str]


def moments(schema: GraphSchema) -> Iterator[Moment]:
    """What there is that has dates, one by one."""
    for label in schema.labels:
        dates = (info for info in label.properties if tells_when(info) and not info.number)
        yield from (Moment(label.name, info, False, frozenset((label.name,))) for info in dates)
    for kind in schema.relationships:
        dates = (info for info in kind.properties if tells_when(info) and not info.number)
        ends = frozenset(label for pair in kind.endpoints for label in (pair.start, pair.end))
        yield from (Moment(kind.type, info, True, ends) for info in dates)


def deeds_of(moment: Moment) -> set[str]:
    """What was done then: of a relationship's only date called `on` or `at` what its own name says."""
    own = set(split_name(moment.info.name))
    if not moment.of_relationship or not own <= MOMENT_WORDS:
        return deeds_in(moment.info)
    return _with_same(set(map(stem, split_name(moment.name))))


def spans_said(schema: GraphSchema, first: str, last: str) -> list[tuple[Moment, Moment]]:
    """The two moments that two words (stems) tell, of one thing or of two that meet, wherever there are such.

    Without a first word, what comes before the last one where things have these two dates and no other.
    """
    dated = [(moment, deeds_of(moment) - MOMENT_WORDS) for moment in moments(schema)]
    over = [moment for moment, deeds in dated if is_said(last, deeds)]
    if not first:
        everything = [moment for moment, _ in dated]
        pairs = ((_other(moment, everything), moment) for moment in over)
        return [(begun, moment) for begun, moment in pairs if begun is not None]
    begun = [moment for moment, deeds in dated if is_said(first, deeds)]
    return [(one, other) for one in begun for other in over if one.info is not other.info and one.labels & other.labels]


def is_ended(word: str, last: str, schema: GraphSchema) -> bool:
    """Whether a word says that something is over which a word (its stem) says was done last: "closed", "finished"."""
    deeds = [deeds_of(moment) - MOMENT_WORDS for moment in moments(schema)]
    return word in _OVER or any(is_said(stem(word), one) and is_said(last, one) for one in deeds)


def _other(last: Moment, dated: Sequence[Moment]) -> Moment | None:
    """The only other date of the same thing, where it mostly comes before."""
    own = [moment for moment in dated if (moment.name, moment.info) != (last.name, last.info)]
    own = [moment for moment in own if (moment.name, moment.of_relationship) == (last.name, last.of_relationship)]
    own = [moment for moment in own if not _is_planned(moment)]
    if len(own) != 1 or not (own[0].info.samples and last.info.samples):
        return None
    first = own[0].info
    return own[0] if min(first.samples) <= min(last.info.samples) and first.present >= last.info.present else None


def two_dates(schema: GraphSchema) -> Iterator[tuple[Moment, Moment]]:
    """What has two dates and no more but planned ones, with that which mostly comes first and the other one."""
    dated = list(moments(schema))
    pairs = ((_other(last, dated), last) for last in dated if not _is_planned(last))
    yield from (
        (first, last)
        for first, last in pairs
        if first is not None and not (tells_life(first.info) or tells_life(last.info))
    )


def _is_planned(moment: Moment) -> bool:
    return not PLANNED.isdisjoint(map(stem, split_name(moment.info.name)))


def _with_same(stems: set[str]) -> set[str]:
    return stems | {word for group in _SAME_DEEDS if not group.isdisjoint(stems) for word in group}


def is_said(said: str, deeds: Set[str]) -> bool:
    """Whether a word tells one of what was done, also as its noun: a "delivery" is when something was delivered.

    What went "unpaid" until it was paid.
    """
    said = stem(said.removeprefix(_UN)) if said.startswith(_UN) else said
    return not said or any(said == deed or said.startswith(deed[: max(_ROOT, len(deed) - 1)]) for deed in deeds)


def deeds_in(info: PropertyInfo) -> set[str]:
    """The stems of the words that say when a moment is: also "admission" for when somebody was admitted."""
    return _with_same(set(map(stem, split_name(info.name)))) | own_deeds(info)


def own_deeds(info: PropertyInfo) -> set[str]:
    """The same, without other words for what happened."""
    words = split_name(info.name)
    nouns = (english().occasions.get(word) for word in words)
    return {*map(stem, words), *(stem(noun) for noun in nouns if noun)}
