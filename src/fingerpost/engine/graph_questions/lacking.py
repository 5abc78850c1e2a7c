"""Questions about those that have no such relation, and about those that have one with whomever."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from fingerpost.engine.graph_questions import presence, relating, wholes
from fingerpost.engine.graph_questions.asked import Asked, Far, Read
from fingerpost.engine.graph_questions.nouns import Link, Way, of_noun
from fingerpost.engine.graph_questions.plans import FOUND, chain, following
from fingerpost.engine.graph_questions.words import ANY, UNTYPED
from fingerpost.engine.question_reader import DomainReading
from fingerpost.plans import EdgePattern

_WHO = frozenset(("who", "whom", "what"))
_PEOPLE = frozenset(("who", "whom", "people", "persons"))
_UNSURE = 0.4
_FARTHEST = 8
"""The most steps from a whole to a part that several share."""


def without(passive: bool, some: bool = False) -> Read:
    """Those of whom a relation is missing; `passive`: to whom nobody has it; `some`: of whom it is not missing."""

    def read(asked: Asked) -> DomainReading | None:
        verb, said, noun = asked.text("v"), asked.text("t"), asked.text("n")
        far_label = asked.words.label(asked.text("o")) if asked.text("o") else ANY
        link = asked.link(verb) if verb else of_noun(asked.words, noun)
        if link is None or far_label is None:
            return None
        if passive:
            link = link.turned
        labels = _labels(asked, link)
        find = relating.with_some if some else relating.without
        reading = find(asked.context, labels, link, far_label) if labels else None
        if reading is not None and labels == (UNTYPED,) and said.lower() in _PEOPLE:
            return replace(reading, confidence=_UNSURE, notes=("the graph does not say which nodes are people",))
        return reading

    return read


def with_all(asked: Asked) -> DomainReading | None:
    """Who works on both ferries, who knows every baker: those whom a relation joins with all nodes of a type."""
    link, far = asked.link(asked.text("v")), asked.words.label(asked.text("o"))
    labels = _labels(asked, link) if link is not None else ()
    if asked.far is not Far.UNSAID or link is None or not far or wholes.is_nested(asked.words, link.types):
        return None
    return relating.with_all(asked.context, labels, partial(_joined_to, link), far) if labels else None


def _joined_to(link: Link, end: str) -> EdgePattern:
    return following(FOUND, end, link)


def in_all(asked: Asked) -> DomainReading | None:
    """Which ingredients are in both cakes: the parts that all nodes of a type have, over any number of steps."""
    label, far = asked.label, asked.words.label(asked.text("o"))
    if asked.far is Far.DIRECT or not far or not label:
        return None
    nested = wholes.of_wholes(asked.words, far)
    if bool(nested.up) == bool(nested.down):
        return None
    if not nested.has(asked.words, label, parts=True) or not nested.has(asked.words, far, parts=False):
        return None

    def edge(end: str) -> EdgePattern | None:
        return chain(FOUND, end, nested.up or nested.down, not nested.up, _FARTHEST)

    return relating.with_all(asked.context, (label,), edge, far)


def _labels(asked: Asked, link: Link) -> tuple[str, ...]:
    """The types of those that are asked for: all from whom the relation leads, where the question names none."""
    label, said = asked.words.label(asked.text("t")), asked.text("t").lower()
    if label == ANY or said in _WHO:
        return asked.start_labels(link)
    return (label,) if label is not None else ()


def not_joined(asked: Asked) -> DomainReading | None:
    """Which parts are not supplied by a firm, who does not know Ann."""
    name, link = asked.name("x"), asked.link(asked.text("v"))
    if asked.far is not Far.UNSAID or name is None or link is None or wholes.is_nested(asked.words, link.types):
        return None
    labels = _labels(asked, link)
    return relating.not_joined(asked.context, asked.words, labels, link, name) if labels else None


def not_joined_by(asked: Asked) -> DomainReading | None:
    """Which vehicles Ann has not repaired, which team she is not in."""
    name, label, verb = asked.name("x"), asked.label, asked.text("v")
    if asked.far is not Far.UNSAID or name is None or not label:
        return None
    link = _presence(asked, name, label) if verb.lower() in ("in", "at") else asked.link(verb)
    if link is None or wholes.is_nested(asked.words, link.types):
        return None
    return relating.not_joined(asked.context, asked.words, (label,), link.turned, name)


def _presence(asked: Asked, name: str, label: str) -> Link | None:
    """The relation by which a node is in nodes of a type."""
    types = presence.relations(asked.words, asked.words.label_of(name), label)
    return Link(types, Way.ALONG) if types else None


def without_such(asked: Asked) -> DomainReading | None:
    """Who knows nobody who works at a place."""
    name = asked.name("x")
    link, further = asked.link(asked.text("v")), asked.link(asked.text("w"))
    if name is None or link is None or further is None:
        return None
    labels = _labels(asked, link)
    return relating.without(asked.context, labels, link, ANY, (further, name)) if labels else None
