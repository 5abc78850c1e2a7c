"""Coordinated parts, put as they are read: "both firms in banking and firms in trade" are firms in both of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from fingerpost.linking.english import english
from fingerpost.linking.stopwords import is_content
from fingerpost.linking.text import Token

_ARTICLES = frozenset(("a", "an", "the"))
_LEAST = 2
"""Words that both parts begin with; one alone is as often what tells which: "both red cars and red vans"."""
_NUMBERS = frozenset(("number", "count"))
_MEASURES = frozenset("average mean median total maximum minimum".split())
_COUNTED = frozenset(("more", "fewer", "less"))
_COMPARED = frozenset("larger bigger greater higher smaller lower longer shorter".split())
_OFTEN = frozenset(("often", "frequently", "equal"))
_FAR = 5
"""Most words from the measure beside a number to the "of" that is said for both, and from "more" to its "than"."""


def rearranged(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """The tokens of a question with what is said once for two parts beside the one that needs it."""
    return _than_beside(_number_last(_said_once(tokens)))


def _than_beside(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """ "More votes than 100" is more than 100 votes, "a larger budget than 300" a budget larger than 300."""
    for place, token in enumerate(tokens[:-3]):
        counts = token.norm in _COUNTED
        if token.quoted or not (counts or token.norm in _COMPARED):
            continue
        ends = range(place + 2, min(place + _FAR, len(tokens) - 1))
        than = next((i for i in ends if tokens[i].norm == "than"), None)
        if than is None or not tokens[than + 1].norm[:1].isdigit():
            continue
        noun, number = tokens[place + 1 : than], tokens[than : than + 2]
        if not is_content(noun[-1].norm) or noun[-1].norm in english().adjectives or noun[-1].norm in _OFTEN:
            continue  # "more expensive than 100"
        said = (token, *number, *noun) if counts else (*noun, token, *number)
        first = place - (not counts and tokens[place - 1].norm in _ARTICLES)
        return (*tokens[:first], *said, *tokens[than + 2 :])
    return tokens


def _number_last(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """ "The number and average age of members" is the average age and number of members."""
    for place, token in enumerate(tokens[:-3]):
        first = _behind_article(tokens, place + 2)
        if token.norm not in _NUMBERS or tokens[place + 1].norm != "and" or tokens[first].norm not in _MEASURES:
            continue
        ends = range(first + 2, min(first + _FAR, len(tokens)))
        end = next((i for i in ends if tokens[i].norm == "of" and not tokens[i].quoted), None)
        if end is not None:
            last = tokens[end].start
            moved = (replace(each, start=last, end=last) for each in (tokens[place + 1], token))
            return (*tokens[:place], *tokens[place + 2 : end], *moved, *tokens[end:])
    return tokens


def _said_once(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """The tokens of a question without the words with which the second of two parts begins as the first does.

    "Both" then stands before what the parts differ in: "captains with the rank of both mate and pilot".
    """
    for place, token in enumerate(tokens):
        if token.norm != "both" or token.quoted:
            continue
        first = _behind_article(tokens, place + 1)
        for end in range(first + 2, len(tokens) - 1):
            second = _behind_article(tokens, end + 1)
            length = _alike(tokens, first, end, second) if tokens[end].norm == "and" else 0
            if length:
                told = replace(token, start=tokens[first + length].start, end=tokens[first + length].start)
                shared = tokens[place + 1 : first + length]
                return (*tokens[:place], *shared, told, *tokens[first + length : end + 1], *tokens[second + length :])
    return tokens


def _behind_article(tokens: Sequence[Token], place: int) -> int:
    return place + (place < len(tokens) and tokens[place].norm in _ARTICLES)


def _alike(tokens: Sequence[Token], first: int, end: int, second: int) -> int:
    """How many words both parts begin with, something being left of each; none where they say nothing."""
    length = 0
    while first + length + 1 < end and second + length + 1 < len(tokens):
        one, other = tokens[first + length], tokens[second + length]
        if one.quoted or other.quoted or one.stem != other.stem:
            break
        length += 1
    said = any(is_content(token.norm) for token in tokens[first : first + length])
    if end - first - length > 1 and any(token.norm[:1].isdigit() for token in tokens[first + length : end]):
        return 0  # "the fall of 2009" is told by two values
    return length if said and length >= _LEAST else 0
