"""Names of several words by what means the same as a part of them: a "file category" is a `document_type_code`.

A word for a part is a guess by itself; several that make up a name together, one of them perhaps its own, are less so.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from itertools import product
from typing import NamedTuple

from fingerpost.core.schema import GraphSchema
from fingerpost.linking.lexicon import Entry, Lexicon
from fingerpost.linking.meaning.embeddings import Vector, embeddings
from fingerpost.linking.meaning.nearest import BASE, NEAR_TO, REMEMBERED, STEP, Asked, is_told, may_mean
from fingerpost.linking.stopwords import FUNCTION_WORDS, is_content
from fingerpost.linking.text import Token, split_name, stem
from fingerpost.linking.thesaurus import senses

_LONGEST = 4
"""Most words of a name that is put together."""
_LEAST = 0.5
"""The least cosine of a word and a part of a name."""
_LESS = 0.99
"""The most that a word is worth that is no part itself."""
_MOST = 3
"""Most parts that a word may mean."""
_KINDS = frozenset(("label", "property"))


class Part(NamedTuple):
    """A stem of names, and how near a word is to it: 1 where it is the word's own."""

    stem: str
    nearness: float


class Told(NamedTuple):
    """A word of names: its stem, its senses, and its vector where there are embeddings."""

    stem: str
    senses: frozenset[int]
    vector: Vector | None


class Compound(NamedTuple):
    """A meaning of tokens `start` to `end` (exclusive), with the nearness of its words."""

    entry: Entry
    start: int
    end: int
    nearness: float


class Compounds:
    """The names of one graph that have several words."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        self._is_told = is_told(lexicon.pack)
        self._near = lru_cache(maxsize=REMEMBERED)(self._found)

    def meant(self, tokens: Sequence[Token]) -> Iterator[Compound]:
        """The meanings of stretches of words that are no name as they stand."""
        if self._is_told:
            return
        parts = [token.stem in self._stems or _may_stand(token, place) for place, token in enumerate(tokens)]
        for start in range(len(tokens)):
            for end in range(start + 2, min(len(tokens), start + _LONGEST) + 1):
                if tokens[end - 1].norm in FUNCTION_WORDS or tokens[start].norm in FUNCTION_WORDS:
                    continue
                if all(parts[start:end]):
                    yield from self._of([self._parts(tokens[place], place) for place in range(start, end)], start, end)

    def _of(self, parts: Sequence[tuple[Part, ...]], start: int, end: int) -> Iterator[Compound]:
        for chosen in product(*parts):
            near = [part.nearness for part in chosen if part.nearness < 1.0]
            if not near:
                continue
            nearness = sum(part.nearness for part in chosen) / len(chosen)
            for entry in self._lexicon.lookup(tuple(part.stem for part in chosen)):
                if entry.kind in _KINDS:
                    score = (BASE + STEP * nearness) * entry.score
                    reason = f"{NEAR_TO} {' '.join(split_name(entry.name))}"
                    yield Compound(replace(entry, score=score, reason=reason), start, end, round(nearness, 3))

    def _parts(self, token: Token, place: int) -> tuple[Part, ...]:
        own = Part(token.stem, 1.0)
        if not _may_stand(token, place):
            return (own,)
        return (own, *self._near(token.norm))

    def _found(self, word: str) -> tuple[Part, ...]:
        """The parts of names that a folded word may stand for, nearest first."""
        asked, own = Asked.of(word), stem(word)
        others = (told for told in self._told if told.stem != own)
        found = (Part(told.stem, min(asked.nearness(told.senses, told.vector), _LESS)) for told in others)
        near = [part for part in found if part.nearness >= _LEAST]
        return tuple(sorted(near, key=lambda part: -part.nearness)[:_MOST])

    @cached_property
    def _stems(self) -> frozenset[str]:
        """The stems of all names of several words."""
        return frozenset(stem for phrase in self._lexicon.phrases if len(phrase) > 1 for stem in phrase)

    @cached_property
    def _told(self) -> tuple[Told, ...]:
        """The words of names of several words."""
        held = embeddings()
        words = (
            word for name in _names(self._lexicon.schema) if len(split_name(name)) > 1 for word in split_name(name)
        )
        return tuple(
            Told(stem(word), senses(word), held.vector(word) if held else None)
            for word in dict.fromkeys(words)
            if word.isalpha() and len(word) > 2 and word not in FUNCTION_WORDS
        )


def _may_stand(token: Token, place: int) -> bool:
    """Whether a word may stand for a part of a name: also one that is common in questions, as "category" is."""
    return may_mean(token, place) or (
        token.norm.isalpha() and is_content(token.norm) and not token.quoted and bool(senses(token.norm))
    )


def _names(schema: GraphSchema) -> Iterator[str]:
    for label in schema.labels:
        yield label.name
        yield from (info.name for info in label.properties)
    for relationship in schema.relationships:
        yield from (info.name for info in relationship.properties)
