"""What people say around a question about themselves: "I need it for a letter", "in our collection", "right now"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from fingerpost.linking.english import english
from fingerpost.linking.mentions import Mention
from fingerpost.linking.stopwords import FUNCTION_WORDS
from fingerpost.linking.text import Token

ASIDE = "says nothing of the graph"
"""The reason of a clause that is passed by: an answer says so, and is never sure."""
_SPEAKERS = frozenset("i we you me us my our".split())
_TELLING = frozenset("only not no never without except but unless least most more less than or".split())
"""Words with which an aside would say which things are meant."""
_BREAK = re.compile(r"[,;:.!?()–—]|\s-\s")
_WITHIN = frozenset(("in", "on", "from", "with", "at", "within", "across"))
_DETERMINERS = frozenset(("the", "our", "your", "this", "my"))
_ALL = frozenset(
    "collection database graph dataset data system records register registry catalogue catalog archive file files "
    "inventory books list".split()
)
"""Nouns for everything that a graph holds."""
_BARE = frozenset(("file", "record"))
NOW = (
    *(("right", "now"), ("at", "the", "moment"), ("at", "present"), ("these", "days")),
    *(("currently",), ("presently",), ("nowadays",)),
)
"""What people say for now."""
_BEGIN_NOW = frozenset(phrase[0] for phrase in NOW)


def asides(question: str, tokens: tuple[Token, ...], found: Iterable[Mention]) -> Iterator[Mention]:
    """Mentions of such words, where they name nothing of the graph."""
    named = {place for m in found if m.kind != "filler" and not m.cosine for place in range(m.start, m.end)}
    for start, end in _clauses(question, tokens):
        norms = {token.norm for token in tokens[start:end]}
        plain = all(_is_plain(tokens[place], place > start) for place in range(start, end))
        inside = named & {place for place in range(start, end) if tokens[place].norm not in FUNCTION_WORDS}
        if plain and norms & _SPEAKERS and not norms & _TELLING and not inside and (start, end) != (0, len(tokens)):
            yield Mention("filler", start, end, "", 1.0, ASIDE)
    for place in range(len(tokens)):
        end = _held(tokens, place) or _now(tokens, place)
        if end and named.isdisjoint(range(min(place + 1, end - 1), end)):
            yield Mention("filler", place, end, "", 1.0, "says no more")


def said_now(tokens: tuple[Token, ...]) -> set[int]:
    """The places of words that say no more than now."""
    return {i for place in range(len(tokens)) for i in range(place, _now(tokens, place))}


def _clauses(question: str, tokens: tuple[Token, ...]) -> Iterator[tuple[int, int]]:
    """The stretches of tokens between which something other than words stands."""
    start = 0
    for place in range(1, len(tokens) + 1):
        if place == len(tokens) or _BREAK.search(question, tokens[place - 1].end, tokens[place].start):
            yield start, place
            start = place


def _is_plain(token: Token, inside: bool) -> bool:
    """Whether a word is written neither as a name nor as a number or a quotation."""
    named = token.capitalised and inside and token.norm != "i"
    return not (named or token.quoted or any(c.isdigit() for c in token.text))


def _held(tokens: tuple[Token, ...], place: int) -> int:
    """Where "in the collection", "on file" ends; 0 where it does not begin."""
    norms = [token.norm for token in tokens[place : place + 3]]
    if norms[:1] and norms[0] in _WITHIN:
        if len(norms) == 3 and norms[1] in _DETERMINERS and (norms[2] in _ALL or norms[2] in english().wholes):
            return place + 3 if _ends(tokens, place + 3) else 0
        if norms[0] == "on" and norms[1:2] and norms[1] in _BARE:
            return place + 2
    return 0


def _ends(tokens: tuple[Token, ...], place: int) -> bool:
    """Whether a noun ends there that nothing behind it says more of: not "the team of", "the club Riverside"."""
    return place >= len(tokens) or (tokens[place].norm in FUNCTION_WORDS and tokens[place].norm != "of")


def _now(tokens: tuple[Token, ...], place: int) -> int:
    """Where "right now" ends; 0 where it does not begin."""
    for phrase in NOW if tokens[place].norm in _BEGIN_NOW else ():
        if tuple(token.norm for token in tokens[place : place + len(phrase)]) == phrase:
            return place + len(phrase)
    return 0
