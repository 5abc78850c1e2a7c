"""Names that are short for words of a question: `crd_lim_usd` for "credit limit", `Cntr` for "containers".

What a short part of a name stands for is not known before somebody says it. Words that name nothing as they stand are
held against the parts of the graph's names; those that such a part is short for are looked up as it is written.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence, Set
from dataclasses import replace
from functools import cached_property

from fingerpost.core.schema import GraphSchema
from fingerpost.linking.lexicon import LONGEST, Entry
from fingerpost.linking.spoken import letters_of
from fingerpost.linking.stopwords import FUNCTION_WORDS, is_content
from fingerpost.linking.text import Token, singulars, split_name, stem, unwritten
from fingerpost.linking.thesaurus import senses

Entries = Iterable[Entry]
SHORT = 0.85
"""What is left of the score of a name that is short for what was said, and how near the two are."""
_SHORTEST, _LONGEST = 2, 5
"""Letters of a part that may be short for something."""
_SHORTEST_WORD = 4
_BEGINNING, _LEFT_OUT = 3, 3
"""Letters of a part that is the beginning of a word, and the least that is left out of the word."""
_VOWELS = frozenset("aeiou")


class Abbreviations:
    """The parts of a graph's names that may be short for something."""

    def __init__(self, schema: GraphSchema, hidden: Collection[str] = ()) -> None:
        self._schema = schema
        self._hidden = hidden

    @cached_property
    def _by_letter(self) -> dict[str, list[str]]:
        """The parts by their first letters, longest first: found by the first question that has an unknown word."""
        schema = self._schema
        names = {*schema.label_by_name, *schema.relationship_by_type, *schema.property_names}.difference(self._hidden)
        parts = {part for name in names for part in split_name(name)}
        found: dict[str, list[str]] = {}
        for part in sorted(parts, key=lambda part: (-len(part), part)):
            if (
                part.isalpha()
                and _SHORTEST <= len(part) <= _LONGEST
                and not senses(part)
                and part not in FUNCTION_WORDS
            ):
                found.setdefault(part[0], []).append(part)
        return found

    def joined(self, tokens: Sequence[Token], question: str) -> tuple[Token, ...]:
        """The tokens of a question with two letters as one word where a name has them so: "Q&A" of `with_qa`."""
        found: list[Token] = []
        for token in tokens:
            last = found[-1] if found else None
            if last is not None and len(last.norm) == len(token.norm) == 1 and question[last.end : token.start] == "&":
                word = last.norm + token.norm
                if word in self._by_letter.get(last.norm, ()):
                    found[-1] = replace(
                        last, text=f"{last.text}&{token.text}", norm=word, stem=stem(word), end=token.end
                    )
                    continue
                if (last.norm, "and", token.norm) in self._by_and:
                    found.extend(unwritten(last.end, "and"))  # "Q&A" of `q_and_a`
            found.append(token)
        return tuple(found)

    @cached_property
    def _by_and(self) -> set[tuple[str, ...]]:
        """What names have of single letters that "and" joins."""
        names = map(split_name, self._schema.property_names)
        parts = (name[at - 1 : at + 2] for name in names for at, word in enumerate(name) if at and word == "and")
        return {part for part in parts if len(part[0]) == len(part[-1]) == 1}

    def meant(
        self, tokens: Sequence[Token], named: Collection[int], read: Callable[[tuple[Token, ...], int, int], Entries]
    ) -> Iterator[tuple[Entry, int, int]]:
        """The meanings of stretches of words with words that nothing names, where these are written short.

        `named` are the places of words that name something as they stand; `read` gives the meanings of a stretch.
        """
        short = dict(self._written_short(tokens, named))
        written = tuple(short.get(place, token) for place, token in enumerate(tokens))
        yield from _around(written, short.keys(), read)

    def _written_short(self, tokens: Sequence[Token], named: Collection[int]) -> Iterator[tuple[int, Token]]:
        """The words that nothing names, as parts of names that are short for them, with their places."""
        for place, token in enumerate(tokens):
            told = token.quoted or (place and token.capitalised)
            if place not in named and not told and is_content(token.norm):
                part = self._short(token.norm)
                if part is not None:
                    yield place, replace(token, norm=part, stem=stem(part))

    def _short(self, word: str) -> str | None:
        """The longest part that a word may be written as."""
        if len(word) < _SHORTEST_WORD or not word.isalpha():
            return None
        forms = (*singulars(word)[:1], word)
        return next((p for p in self._by_letter.get(word[0], ()) if any(abbreviates(p, form) for form in forms)), None)


def _around(
    written: Sequence[Token], short: Set[int], read: Callable[[tuple[Token, ...], int, int], Entries]
) -> Iterator[tuple[Entry, int, int]]:
    """The meanings of the stretches with a word that is written short; `short` are the places of such words."""
    tokens = tuple(written)
    for start in sorted({max(0, place - before) for place in short for before in range(LONGEST)}):
        for end in range(start + 1, min(len(tokens), start + LONGEST) + 1):
            if not short.isdisjoint(range(start, end)):
                for entry in read(tokens, start, end):
                    reason = f"{entry.name} is short for it"
                    yield replace(entry, score=entry.score * SHORT, reason=reason), start, end


def abbreviates(short: str, word: str) -> bool:
    """Whether letters stand for a word: its beginning, as `insp` for "inspection", or consonants, as `wt` for "weight".

    The consonants are in order, without a vowel among them but the first letter, and those that the word begins with,
    or with its last one at their end.
    """
    if len(short) >= len(word):
        return False
    if word.startswith(short):
        return len(short) >= _BEGINNING and len(word) - len(short) >= _LEFT_OUT
    skeleton = word[0] + "".join(letter for letter in word[1:] if letter not in _VOWELS)
    if not letters_of(short, skeleton):
        return False
    return short[-1] == skeleton[-1] or (len(short) >= _BEGINNING and skeleton.startswith(short))
