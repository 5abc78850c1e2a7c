"""Which of the passages that were found say what a question asks, and how much of it each of them says."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from fingerpost.domains.regulations.questions.content import alternatives
from fingerpost.domains.regulations.questions.intents import Signs
from fingerpost.retrieval import stems

_RANKED: Final = 10
"""The first passage of the search scores 1 by its place, the eleventh half of that."""
_COVERING, _BESIDE, _NEAR, _SIGNED, _TOPICAL, _MAIN, _APART = 1.5, 0.25, 1.2, 0.1, 0.1, 0.4, 0.5
"""What it is worth: to say all of the question, and in its order; to be as near in meaning as can be; to have all signs
of an answer; to be of an instrument that the question is about; to be what a section says first; not to be about texts.

Fitted to sixty questions; most of them may be doubled or halved without harm."""
_LAW_WORDS: Final = 0.8
"""What it is worth that a passage has the words of the law for a word of the question, beside that word."""
_OF_TEXTS: Final = re.compile(
    r"\b(?:is|are) adapted as follows\b|\bread (?:immediately )?before\b|\bmake regulations\b"
    r"|\bfollowing definitions apply\b|\bthis part sets out\b|\bterms? .{3,80} means?\b|\bdéfinitions qui suivent\b",
    re.I,
)
"""What provisions say that are about other texts: they have the words of what they are about, and do not say it."""


@dataclass(frozen=True, slots=True)
class Words:
    """The stems that a question is made of, in their order, and those that may stand for each in the law."""

    asked: tuple[str, ...]
    alternatives: Mapping[str, frozenset[str]]

    def covered(self, held: frozenset[str], weights: Mapping[str, float], unknown: float) -> float:
        """How much of the question stands in a text with these stems (0..1), by `weights`; `unknown` of all others."""
        whole = said = 0.0
        for one in dict.fromkeys(self.asked):
            weight = weights.get(one, unknown)
            whole += weight
            if one in held:
                said += weight
            elif not held.isdisjoint(self.alternatives.get(one, ())):
                said += _LAW_WORDS * weight
        return said / whole if whole else 0.0


def words_of(question: str) -> Words:
    """The words of a question."""
    return Words(tuple(stems(question)), alternatives(question))


@dataclass(frozen=True, slots=True)
class Found:
    """A passage as the search found it: its place, how near it is in meaning, whether it is of what is asked about."""

    place: int
    near: float
    inside: bool
    title: str
    headings: str
    text: str
    main: bool


def score(one: Found, words: Words, signs: Signs, weights: Mapping[str, float], unknown: float) -> float:
    """How well a passage answers; the higher the better."""
    titled, noted, said = stems(one.title), stems(one.headings), stems(one.text)
    covered = words.covered(frozenset((*titled, *noted, *said)), weights, unknown)
    pairs = list(pairwise(words.asked))
    beside = frozenset((*pairwise(titled), *pairwise(noted), *pairwise(said)))
    in_order = sum(pair in beside for pair in pairs) / len(pairs) if pairs else 0.0
    return (
        _RANKED / (one.place + _RANKED)
        + _COVERING * covered
        + _BESIDE * in_order
        + _NEAR * one.near
        + _SIGNED * signs.share(f"{one.headings}\n{one.text}")
        + _TOPICAL * one.inside
        + _MAIN * one.main
        - _APART * (_OF_TEXTS.search(one.text) is not None)
    )
