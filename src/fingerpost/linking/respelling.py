"""Slips in the words that hold a question together, and in the graph's own: put right before anything is read.

Only a word that means nothing here is put right, and only where one word is nearest to it. Names are left alone: the
likely slips of values are readings beside others (`corrections`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import lru_cache

from rapidfuzz import process
from rapidfuzz.distance import OSA

from fingerpost.core.schema import GraphSchema
from fingerpost.linking.english import english
from fingerpost.linking.english_words import is_english, is_other_spelling
from fingerpost.linking.moments import MONTHS
from fingerpost.linking.number_words import SMALL
from fingerpost.linking.spelling_index import edits
from fingerpost.linking.stopwords import FUNCTION_WORDS, GRAPH_WORDS, INDEFINITE
from fingerpost.linking.text import Token, split_name, stem
from fingerpost.plans import VERBS, plural

_SHORTEST = 5
_QUESTION = frozenset(
    "which number count total between average maximum minimum highest lowest longer shorter larger smaller "
    "greater higher cheaper older younger earlier later fewer contain contains containing starts starting begins "
    "beginning sorted ordered order ascending descending without except either neither before after during until since "
    "distinct different percentage exactly least longest shortest largest smallest oldest youngest cheapest latest "
    "earliest biggest greatest grouped equal equals every never people nobody somebody anyone everyone second eldest "
    "difference".split()
)
"""Words of questions that are hardly a slip of anything else."""


_LONG_MONTHS = tuple(month for month in MONTHS if len(month) > _SHORTEST)


def is_slip_of(word: str, month: str) -> bool:
    """Whether a word is a month with one slip."""
    return word[0] == month[0] and OSA.distance(word, month) == 1


class Respeller:
    """Puts words of questions right that are no names."""

    def __init__(self, schema: GraphSchema, stems: Iterable[str], is_value: Callable[[str], bool]) -> None:
        self._known = {*stems}
        self._degrees = frozenset(form for word in english().adjectives for form in (word, *_degrees(word)))
        self._is_value = is_value
        words = {word for name in _names(schema) for word in split_name(name) if word.isascii() and len(word) > 3}
        measuring = {word for word in english().adjectives if len(word) > _SHORTEST}
        measuring |= {form for word in english().adjectives for form in _degrees(word) if len(form) > _SHORTEST}
        self._words = sorted({*words, *map(plural, words), *_QUESTION, *measuring})
        self.meant = lru_cache(maxsize=2_000)(self._meant)

    def put_right(self, tokens: tuple[Token, ...]) -> tuple[tuple[Token, ...], dict[int, str]]:
        """The tokens with the right words in place of slips, and which those are, by their places."""
        changed: dict[int, str] = {}
        for place, token in enumerate(tokens):
            month = self._month(token) if len(token.norm) >= _SHORTEST and not token.quoted else None
            if month is not None:
                changed[place] = month
                continue
            written = token.quoted or (token.capitalised and place > 0)
            if len(token.norm) >= _SHORTEST and not written and token.norm.isalpha() and token.norm.isascii():
                meant = self.meant(token.norm)
                if meant is not None:
                    changed[place] = meant
        if not changed:
            return tokens, changed
        return tuple(
            replace(token, norm=changed[i], stem=stem(changed[i])) if i in changed else token
            for i, token in enumerate(tokens)
        ), changed

    def _month(self, token: Token) -> str | None:
        """The month of which a word is a slip."""
        word = token.norm
        if word in MONTHS or stem(word) in self._known or word in FUNCTION_WORDS or self._is_value(word):
            return None
        return next((month for month in _LONG_MONTHS if is_slip_of(word, month)), None)

    def _meant(self, word: str) -> str | None:
        """The word that a word is likely a slip of; None where it is right, or nothing or several are near."""
        own = (FUNCTION_WORDS, GRAPH_WORDS, _QUESTION, SMALL, INDEFINITE, english().adjectives)
        if any(word in words for words in own) or stem(word) in self._known or self._is_value(word):
            return None
        if word in self._words or word in self._degrees:
            return None  # "heavier"; "wider" is no slip of "winder"
        near = process.extract(word, self._words, scorer=OSA.distance, score_cutoff=min(edits(len(word)), 1), limit=4)
        found = [other for other, _, _ in near if other[0] == word[0] and len(other) >= _SHORTEST - 1]
        letters = [other for other in found if sorted(other) == sorted(word)]
        if found and (word in VERBS or is_english(word)):
            # "Spent" is no slip of "sent"; "colour" may be meant for a `color`.
            found = [other for other in found if is_other_spelling(word, other)]
            letters = []
        stems = {stem(other): other for other in reversed(letters or found)}
        return next(iter(stems.values())) if len(stems) == 1 else None


def _degrees(adjective: str) -> tuple[str, str]:
    """ "Thicker" and "thickest" of "thick"."""
    base = adjective
    if base.endswith("e"):
        base = base[:-1]
    elif base.endswith("y"):
        base = f"{base[:-1]}i"
    elif len(base) < _SHORTEST and base[-1] not in "wkt" and base[-2] in "aeiou" and base[-3:-2] not in "aeiou":
        base += base[-1]
    return f"{base}er", f"{base}est"


def _names(schema: GraphSchema) -> Iterable[str]:
    for label in schema.labels:
        yield label.name
        yield from (info.name for info in label.properties)
    for relationship in schema.relationships:
        yield relationship.type
        yield from (info.name for info in relationship.properties)
