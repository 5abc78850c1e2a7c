"""Whether a text of a model says no more than texts that are known: every number and every name must be in them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from fingerpost.linking import FUNCTION_WORDS, SMALL, commonness, split_name, tokenise

_WORD = re.compile(r"[^\W_](?:[\w'’.,:/+-]*[^\W_])?")
_GROUPED = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?")
_SENTENCE_END = frozenset(".!?:;\n•-–—")
_DENIED = re.compile(
    r"\b(?:not|no|none|never|nobody|nothing|neither|nor|without|cannot|except)\b|n['\u2019]t\b", re.IGNORECASE
)
_NUMBER_WORDS = {word: str(number) for word, number in SMALL.items()} | {
    "single": "1", "both": "2", "pair": "2", "couple": "2", "dozen": "12",
}  # fmt: skip
_AMOUNTS = frozenset("hundred thousand million billion half quarter third twice double triple percent".split())
"""Words for amounts that no digits stand for; they must be said as they are."""


class _Said(NamedTuple):
    """A word of a text: as written and folded, whether a sentence begins with it, and whether nothing but blanks
    stands before it."""

    text: str
    folded: str
    opens: bool
    follows: bool = False


def unfounded(text: str, sources: Iterable[str]) -> list[str]:
    """The numbers, names and rare words of a text that no source has.

    A name has a capital, or is in a script without capitals; names of several words must be in a source as they are. A
    word that no question over any graph has counts as a name, too.
    """
    known = [source.casefold() for source in sources]
    words = {said.folded for source in known for said in _said(source)}
    numbers = {number for word in words if (number := _number(word)) is not None}
    stems = {token.stem for source in known for token in tokenise(source)}
    return list(dict.fromkeys(_unfounded(list(_said(text)), known, words, numbers, stems)))


def misnamed(text: str, names: Iterable[str], sources: Iterable[str]) -> list[str]:
    """The words of names of a schema that a text has and no source: members where the books were counted."""
    theirs = {token.stem for name in names for token in tokenise(" ".join(split_name(name)))}
    said = {token.stem for source in sources for token in tokenise(source)}
    wrong = (token.text for token in tokenise(text) if token.stem in theirs - said)
    return [word for word in dict.fromkeys(wrong) if word.casefold() not in FUNCTION_WORDS]


def _unfounded(
    said: list[_Said], known: list[str], words: set[str], numbers: set[str], stems: set[str]
) -> Iterator[str]:
    for word in said:
        number = _number(word.folded)
        if number is not None:
            if number not in numbers:
                yield word.text
        elif word.folded in words or word.folded in FUNCTION_WORDS:
            continue
        elif word.folded in _AMOUNTS or not _is_common(word, stems):
            yield word.text
    for name in _names(said):
        if words.issuperset(name.casefold().split()) and not any(name.casefold() in source for source in known):
            yield name


def _is_common(word: _Said, stems: set[str]) -> bool:
    """Whether a word that no source has as it is may be said: another form of one that is there, or a common one."""
    if any(character.isdigit() for character in word.text) or (word.text[:1].isupper() and not word.opens):
        return False
    return all(token.stem in stems or token.stem in commonness() for token in tokenise(word.folded))


def _names(said: list[_Said]) -> Iterator[str]:
    """Names of several words: consecutive words with capitals."""
    run: list[str] = []
    for word in [*said, _Said("", "", opens=True)]:
        if not word.follows or not word.text[:1].isupper():
            if len(run) > 1:
                yield " ".join(run)
            run = []
        if word.text[:1].isupper() and not (word.opens and word.folded in FUNCTION_WORDS):
            run.append(word.text)


def denies(text: str) -> bool:
    """Whether a text says that something is not."""
    return _DENIED.search(text) is not None


def essentials(text: str) -> list[str]:
    """The numbers and names of a text, folded, in their order, each once."""
    found = []
    for word in _said(text):
        number = _number(word.folded) if word.folded not in _NUMBER_WORDS else None
        if number is not None:
            found.append(number)
        elif word.text[:1].isupper() and not word.opens:
            found.append(word.folded)
    return list(dict.fromkeys(found))


def in_order(wanted: list[str], text: str) -> bool:
    """Whether a text has all of these numbers and names, in this order."""
    places = {word: place for place, word in reversed(list(enumerate(_keys(text))))}
    found = [places.get(word, -1) for word in wanted]
    return -1 not in found and found == sorted(found)


def _keys(text: str) -> list[str]:
    """The words of a text, folded, numbers as digits."""
    return [_number(word.folded) or word.folded for word in _said(text)]


def _said(text: str) -> Iterator[_Said]:
    """The words of a text."""
    before = 0
    for match in _WORD.finditer(text):
        between = text[before : match.start()]
        opens = before == 0 or any(mark in _SENTENCE_END for mark in between)
        folded = match[0].casefold().removesuffix("'s").removesuffix("’s")
        yield _Said(match[0], folded, opens, follows=before > 0 and between.isspace())
        before = match.end()


def _number(word: str) -> str | None:
    """A number as digits, whatever its form; None for any other text."""
    if word in _NUMBER_WORDS:
        return _NUMBER_WORDS[word]
    plain = word.replace(",", "") if _GROUPED.fullmatch(word) else word
    try:
        return f"{float(plain):.10g}" if plain[0].isdigit() else None
    except ValueError:
        return None
