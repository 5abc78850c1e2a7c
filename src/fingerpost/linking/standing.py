"""How a word stands among others: as a noun, as one more of its kind, behind "and whose"."""

from __future__ import annotations

from fingerpost.linking.determiners import is_verb
from fingerpost.linking.english import english, is_abode, is_noun, is_role
from fingerpost.linking.stopwords import FUNCTION_WORDS
from fingerpost.linking.text import Token


def as_noun(tokens: tuple[Token, ...], index: int, kind: str) -> float:
    """A word after an article or a number is a noun: no relation. A participle is hardly a label."""
    if kind == "relation" and (is_role(tokens[index].norm) or is_abode(tokens[index].norm)):
        return 1.0
    if kind == "relation" and index > 0:
        before = tokens[index - 1]
        told = before.norm in ("that", "which") and is_verb(tokens[index].norm)  # "phones that called"
        return 0.55 if (before.norm in _DETERMINERS and not told) or before.numeric else 1.0
    if kind != "relation" and tokens[index].norm.endswith(("ed", "ing")) and not is_noun(tokens[index].norm):
        return 0.6
    return 1.0


_OTHER = frozenset("another other different additional second further".split())
_THOSE = frozenset("this that these those".split())
_ALSO = 3
"""Words between a name and the "also" that says that it is one more."""


def is_fresh(tokens: tuple[Token, ...], start: int, end: int) -> bool:
    """Whether a name is of one more of its kind: "another crime", "where a crime also happened"."""
    before = tokens[start - 1].norm if start > 0 else ""
    if before in _OTHER or before in _THOSE:
        return before in _OTHER
    near = tokens[max(0, start - _ALSO) : start] + tokens[end : end + _ALSO]
    return any(token.norm == "also" and not token.capitalised for token in near)


def is_vague(words: tuple[Token, ...]) -> bool:
    """Whether words only say that things have to do with each other: "involved in"."""
    content = [token.stem for token in words if token.norm not in FUNCTION_WORDS]
    return len(content) == 1 and (content[0],) in english().connectors


_RELATIVE = frozenset("who whom whose with in at from that of having".split())


def says_more(word: str) -> bool:
    """Whether "those" before this word speaks of people: "those who", "those living", "those involved"."""
    return word in _RELATIVE


_DETERMINERS = frozenset(
    "the a an any many some all each every of which what no these those this that more most".split()
)
_AUXILIARY = frozenset("also have has had been is are was were who that which then they".split())


def is_conjoined(tokens: tuple[Token, ...], index: int) -> bool:
    """Whether a verb stands behind "and" or "or": "who wrote a book and was born in"."""
    before = index - 1
    while before >= 0 and tokens[before].norm in _AUXILIARY:
        before -= 1
    return before >= 0 and tokens[before].norm in ("and", "or")


def is_of_whom(tokens: tuple[Token, ...], index: int) -> bool:
    """Whether a name is of somebody's of whom more is said: "who wrote a book and whose friend"."""
    before = [token.norm for token in tokens[max(0, index - 2) : index]]
    return before in (["and", "whose"], ["but", "whose"], ["or", "whose"])
