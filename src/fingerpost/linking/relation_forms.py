"""Other words for a relation: each word of its name in other words, and what the English rings say of the whole."""

from __future__ import annotations

import itertools
import math
from typing import TypeAlias

from fingerpost.linking.english import English, Stems, stems
from fingerpost.linking.scores import OWN, RING, RING_OF_PART
from fingerpost.linking.text import stem

Parts: TypeAlias = tuple[dict[Stems, float], dict[Stems, float]]
"""The phrases for either word of a name of two, with their scores."""

_TELLING = frozenset(("on", "from", "for"))
"""Prepositions with which a verb says something else than without: "based on", "calls for"."""
_PARTICLES = frozenset("out up off down away over back".split())


def spelled(english: English, words: tuple[str, ...], parts: Parts) -> dict[Stems, float]:
    """A relation of two words, each in other words: KNOWS_PHONE is to know a phone number, or a number known."""
    found: dict[Stems, float] = {}
    for (one, score), (other, also) in itertools.product(parts[0].items(), parts[1].items()):
        for phrase in ((*one, *other), (*other, *one)):
            found.setdefault(phrase, math.sqrt(score * also))
    for long in english.abbreviations.get(words[-1], ()):
        found[stems(long)] = RING
        for other in english.relations.get(stems(long), ()):
            found.setdefault(other, RING_OF_PART)
    return found


def ways(english: English, word: str) -> dict[Stems, float]:
    """A word of a name: itself, and what its rings say."""
    own: Stems = (stem(word),)
    found: dict[Stems, float] = {own: OWN}
    for other in (*english.rings.get(own, ()), *english.relations.get(own, ())):
        if other not in english.connectors:
            found.setdefault(other, RING)
    return found


def turned(english: English, content: Stems, own: Stems) -> dict[Stems, float]:
    """Other verbs and nouns for a relation, from the rings of verbs; less sure where they are of a part of it.

    What is based on something is not based somewhere: it is also told by all its words (`own`).

    A verb says something else with its particle than without it: who takes out books signs up for nothing.
    """
    based = english.relations.get(own, ()) if own != content and own[-1] in _TELLING else ()
    found: dict[Stems, float] = dict.fromkeys(based, RING)
    parts = (content[:1], content[-1:]) if _PARTICLES.isdisjoint(content[-1:]) else ()
    for phrase in (content, *parts):
        score = RING if phrase == content else RING_OF_PART
        noun = english.rings.get(phrase, ()) if phrase == content else ()
        for other in (*english.relations.get(phrase, ()), *noun):
            found.setdefault(other, score)
    return found
