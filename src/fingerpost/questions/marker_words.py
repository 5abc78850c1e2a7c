"""Markers that only what is named about them tells: "by sex and age", "the second floor", "the phone number of"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fingerpost.linking.counting import counts
from fingerpost.linking.lexicon import OWN
from fingerpost.linking.mentions import Linked
from fingerpost.linking.stopwords import is_content
from fingerpost.questions.marker_rules import RANKS
from fingerpost.questions.roles import Marker, Role

_MEASURING = (Role.COUNT, Role.AGGREGATE)
LITERALS = ("number", "date", "time", "month", "period")
_HAVING = frozenset(("with", "having", "has", "have", "had"))
_NONE = frozenset(("zero", "0"))
_JOINING = frozenset(("and", "the", "their", "its"))


def is_of_noun(marker: Marker, found: Sequence[Marker], linked: Linked) -> bool:
    """Whether "number of" belongs to a noun that means nothing here: "the phone number of Ann" counts nothing."""
    if marker.role is not Role.COUNT or not marker.start or linked.tokens[marker.start].norm != "number":
        return False
    before = marker.start - 1
    spans = [*((m.start, m.end) for m in found), *((m.start, m.end) for m in linked.mentions)]
    said = any(start <= before < end for start, end in spans)
    return is_content(linked.tokens[before].norm) and not said


def against_another(marker: Marker, linked: Linked) -> Marker:
    """ "Founded before Azura": a name behind "before" or "after", and no date, is of what it is held against."""
    if marker.role is not Role.COMPARE or marker.value not in ("> time", "< time"):
        return marker
    near = [m for m in linked.mentions if 0 <= m.start - marker.end <= 1]
    if any(m.kind in LITERALS for m in near) or not any(m.kind == "value" for m in near if m.start == marker.end):
        return marker
    return marker._replace(role=Role.BEYOND, value=f"{marker.value[0]} -")


def grouped_by(found: Sequence[Marker], linked: Linked) -> list[Marker]:
    """ "The number of patients by sex and age": a "by" behind what is measured, and before names up to the end."""
    tokens = linked.tokens
    measured = min((m.end for m in found if m.role in _MEASURING), default=len(tokens))
    for index in range(measured, len(tokens) - 1):
        done = tokens[index - 1].norm.endswith(("ed", "en", "wn", "un"))
        taken = any(m.start <= index < m.end for m in found)
        if tokens[index].norm == "by" and not done and not taken and _names_the_rest(linked, index + 1):
            return [*found, Marker(Role.GROUP, index, index + 1, "by")]
    return list(found)


def _names_the_rest(linked: Linked, start: int) -> bool:
    """Whether nothing but names of labels and properties, joined by "and", stand from here on."""
    reached = {start}
    for place in range(start, len(linked.tokens)):
        if place not in reached:
            continue
        if linked.tokens[place].norm in _JOINING:
            reached.add(place + 1)
        reached.update(m.end for m in linked.mentions if m.start == place and m.kind in ("label", "property"))
    return len(linked.tokens) in reached


def so_many(found: Sequence[Marker], linked: Linked) -> list[Marker]:
    """ "Which two doctors were hired first", "show 5 books": how many are asked for stands before the noun."""
    named = {m.start for m in linked.mentions if m.kind == "label"}
    taken = {place for m in found for place in range(m.start, m.end)}
    if any(m.role is Role.TOP for m in found):
        return list(found)
    for place in range(len(linked.tokens)):
        count = counts(linked.tokens, place, named) if place not in taken else None
        if count is not None:
            return [*found, Marker(Role.TOP, place, place + 1, number=count)]
    return list(found)


def with_none(found: Sequence[Marker], linked: Linked) -> Iterator[Marker]:
    """ "Questions with zero answers": without one."""
    labels = {m.start for m in linked.mentions if m.kind == "label"}
    labels -= {m.start for m in linked.mentions if m.kind == "property" and m.score >= OWN}
    taken = {place for m in found for place in range(m.start, m.end)}
    for place in range(1, len(linked.tokens)):
        having = linked.tokens[place - 1].norm in _HAVING
        if having and linked.tokens[place].norm in _NONE and place + 1 in labels and not {place - 1, place} & taken:
            yield Marker(Role.NEGATE, place - 1, place + 1)


def ordinals(found: Sequence[Marker], linked: Linked) -> Iterator[Marker]:
    """ "On the second floor", where floors are numbers."""
    for index, token in enumerate(linked.tokens[:-1]):
        if token.norm in RANKS and not any(m.start <= index < m.end for m in found):
            kinds = {m.kind for m in linked.mentions if m.start == index + 1}
            if "property" in kinds and "label" not in kinds:
                yield Marker(Role.COMPARE, index, index + 1, f"count = {RANKS[token.norm]}")
