"""Names of two words that stand apart in a question: KNOWS_PHONE in "knows Anna's phone number", `tickets_sold` in "how
many tickets were sold"."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence

from fingerpost.linking.english import Stems, english
from fingerpost.linking.lexicon import Entry
from fingerpost.linking.mentions import Mention
from fingerpost.linking.scores import OWN
from fingerpost.linking.stopwords import FUNCTION_WORDS
from fingerpost.linking.text import Token

Ways = Mapping[Stems, float]
Parts = Mapping[str, tuple[Ways, Ways]]
"""For each type of two words, the phrases for the first and for the second, with their scores."""
_APART = 5
"""Most words between them."""
_LONGEST = 3
_TELLING = frozenset("most least fewest more less each every per no not without none never".split())
"""Words that say what is asked for, so that no relation is said across them: "which actor has the most films", "which
stops have no parent station"."""
_BEING = frozenset("is are was were has have had been being get gets got".split())
_KNOW: Stems = ("know",)
_HELD = 0.8
"""The score of "has" for a type that says who knows something."""


def parted(tokens: tuple[Token, ...], parts: Parts) -> Iterator[Mention]:
    """Mentions of relations whose second word comes with whose it is, or before the first.

    "Knows Anna's phone number" is the relation at its verb, and the `rest` of it at its noun. "Aware of the phone
    number of Anna" and "phone numbers that are known" are the relation as a whole. Whoever has a number of somebody
    knows it.
    """
    stretches = _stretches(tokens) if parts else {}
    for type_, (firsts, lasts) in parts.items():
        nouns = _spans(stretches, lasts)
        if not nouns:
            continue
        knowing = _spans(stretches, firsts)
        holding = dict.fromkeys(english().holding, _HELD) if _KNOW in firsts else {}
        for start, end, score in (*knowing, *_spans(stretches, holding)):
            for begin, stop, also in nouns:
                reason, sure = f"the words of {type_}, apart", math.sqrt(score * also)
                words = stop - begin + 1
                if 0 < begin - end <= _APART and tokens[begin - 1].possessive:
                    yield Mention("relation", start, end, type_, sure, reason)
                    yield Mention("rest", begin, stop, type_, sure, reason, words=words)
                elif 0 <= begin - end <= _APART and _is_light(tokens[end:begin]):
                    yield Mention("relation", start, stop, type_, sure, reason, words=words)
                elif 0 < start - stop <= _APART and (start, end, score) in knowing and _is_light(tokens[stop:start]):
                    yield Mention("relation", begin, end, type_, sure, reason, words=words)


def parted_properties(tokens: tuple[Token, ...], lookup: Callable[[Stems], Sequence[Entry]]) -> Iterator[Mention]:
    """Mentions of properties whose second word stands behind "were", "have been": the `tickets_sold`."""
    for first in range(len(tokens)):
        second = first + 1
        while second < len(tokens) and tokens[second].norm in _BEING:
            second += 1
        if second == first + 1 or second == len(tokens):
            continue
        for entry in lookup((tokens[first].stem, tokens[second].stem)):
            if entry.kind == "property" and not entry.of_relationship and entry.score >= OWN:
                reason = f"the words of {entry.name}, apart"
                yield Mention("property", first, second + 1, entry.name, OWN, reason, entry.owners)


def _stretches(tokens: tuple[Token, ...]) -> dict[Stems, list[int]]:
    """Every stretch of a few words, by its stems, with where it starts."""
    stems = tuple(token.stem for token in tokens)
    found: dict[Stems, list[int]] = {}
    for start in range(len(stems)):
        for end in range(start + 1, min(len(stems), start + _LONGEST) + 1):
            found.setdefault(stems[start:end], []).append(start)
    return found


def _spans(stretches: Mapping[Stems, list[int]], phrases: Ways) -> list[tuple[int, int, float]]:
    """Where the phrases stand, with their scores; of those that start at one word the longest."""
    longest: dict[int, Stems] = {}
    for phrase in stretches.keys() & phrases.keys():
        for start in stretches[phrase]:
            if len(phrase) > len(longest.get(start, ())):
                longest[start] = phrase
    return [(start, start + len(longest[start]), phrases[longest[start]]) for start in sorted(longest)]


def _is_light(between: tuple[Token, ...]) -> bool:
    return all(token.norm in FUNCTION_WORDS - _TELLING and not token.possessive for token in between)
