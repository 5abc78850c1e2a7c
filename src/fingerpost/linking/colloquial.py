"""What people say in more words than it takes, put as it is read: "free of accidents" is "have no accidents"."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator
from functools import cache
from importlib.resources import files

from fingerpost.linking.sought import Sought, by_words
from fingerpost.linking.text import Token, unwritten

_LONG = 80
"""Words of a question in which nothing is put otherwise: what goes on for so long is no small talk."""
_IN_NAMES = (2, 3, 4)
"""How many words a name may have of which one is no small talk."""
_GROUP = re.compile(r"\\(\d)")


_OFTEN_LARGE = frozenset("i which who what only leave skip omit exclude ignore all both name list".split())
"""Words that are written large and are no names, all but the first at the beginning of a second sentence."""


def plainer(tokens: tuple[Token, ...], is_name: Callable[[tuple[str, ...]], bool]) -> tuple[Token, ...]:
    """The tokens of a question with every such stretch replaced by what it means, where nothing of it is a name.

    `is_name` says of stems whether something in the graph is called so: "free of charge" may be.
    """
    if len(tokens) > _LONG:
        return tokens
    words = " ".join(token.norm for token in tokens)
    for said, meant in forms():
        found = said.search(words)
        if found is not None and not _is_named(tokens, words, found, is_name):
            tokens = _replaced(tokens, words, found, meant) or tokens
            words = " ".join(token.norm for token in tokens)
    return tokens


def _is_named(
    tokens: tuple[Token, ...], words: str, found: re.Match[str], is_name: Callable[[tuple[str, ...]], bool]
) -> bool:
    """Whether a word of a stretch that is not kept is quoted, written large inside ("Love Actually") or in a name."""
    first, last = _places(words, *found.span())
    spans = (found.span(group) for group in range(1, found.re.groups + 1) if (found.group(group) or "").strip())
    kept = {place for span in spans for place in range(*_places(words, *span))}
    own = [place for place in range(first, last) if place not in kept]
    if any(tokens[i].quoted or (i > 0 and tokens[i].capitalised and tokens[i].norm not in _OFTEN_LARGE) for i in own):
        return True
    stems = [token.stem for token in tokens]
    return any(
        is_name(tuple(stems[start : start + length]))
        for length in _IN_NAMES
        for start in range(max(first - length + 1, 0), min(last, len(stems) - length + 1))
        if not set(own).isdisjoint(range(start, start + length))
    )


@cache
def forms() -> tuple[tuple[Sought, str], ...]:
    """What is said, and what is read in its place, in the order in which it is looked for."""
    text = files("fingerpost.linking").joinpath("colloquial.toml").read_text(encoding="utf-8")
    return tuple((by_words(form["said"]), form["meant"]) for form in tomllib.loads(text)["form"])


def _replaced(tokens: tuple[Token, ...], words: str, found: re.Match[str], meant: str) -> tuple[Token, ...]:
    first, last = _places(words, *found.span())
    return (*tokens[:first], *_meant(tokens, words, found, meant, first, last), *tokens[last:])


def _meant(
    tokens: tuple[Token, ...], words: str, found: re.Match[str], meant: str, first: int, last: int
) -> Iterator[Token]:
    """The words in place of a stretch; those that it keeps stay where they are, new ones stand where others stood."""
    at = tokens[first].start
    for word in meant.split():
        kept = _GROUP.fullmatch(word)
        if kept is None:
            yield from unwritten(at, word)
        elif found.group(int(kept.group(1))):
            begin, end = _places(words, *found.span(int(kept.group(1))))
            yield from tokens[begin:end]
            at = tokens[end - 1].end


def _places(words: str, start: int, end: int) -> tuple[int, int]:
    """The tokens from one place in the joined words to another."""
    lead = len(words[start:end]) - len(words[start:end].lstrip())
    first = words.count(" ", 0, start + lead)
    return first, first + words[start:end].count(" ", lead, len(words[start:end].rstrip())) + 1
