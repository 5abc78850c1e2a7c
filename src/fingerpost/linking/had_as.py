""" "Books that have Ann as their editor": the relation that a noun behind "as" says leads to what is had."""

from __future__ import annotations

from collections.abc import Iterable

from fingerpost.linking.directions import TURNED
from fingerpost.linking.mentions import Mention
from fingerpost.linking.text import Token, split_name

_HAVING = frozenset("have has had having with list lists count counts".split())
_DETERMINERS = frozenset("a an the its their his her one".split())
_CONJOINING = frozenset(("and", "or", "also"))
_TO_WHOM = ("of", "for", "to")
_HAD = frozenset("have has had having with without".split())
_HOW_MANY = frozenset(
    "no any a an the its their only just exactly most fewest least more fewer less than at one two three four five "
    "six several many own".split()
)
_FAR = 10
"""Most words between "have" and "as"."""
_SURE = 0.9
_REST = 0.3
"""What the noun itself adds where its relation was taken."""
_ENDING = frozenset("and or that which who whose where but".split())


def had(mentions: Iterable[Mention], tokens: tuple[Token, ...]) -> list[Mention]:
    """The mentions; a noun that `DEPUTY_FOR` says leads to those who are it, where somebody has one or none."""
    return [
        m._replace(way=TURNED[m.way], score=max(m.score, _SURE))
        if m.kind == "relation" and m.way and _is_had(m, tokens)
        else m
        for m in mentions
    ]


def _is_had(mention: Mention, tokens: tuple[Token, ...]) -> bool:
    """Whether "have", how many, and a noun for what the start of a type is to its end stand side by side."""
    spoken = split_name(mention.name)
    if len(spoken) < 2 or spoken[-1] not in _TO_WHOM or mention.length != len(spoken) - 1:
        return False
    place = mention.start - 1
    while place >= 0 and (tokens[place].norm in _HOW_MANY or tokens[place].norm.isdigit()):
        place -= 1
    return place >= 0 and tokens[place].norm in _HAD


def had_as(mentions: Iterable[Mention], tokens: tuple[Token, ...]) -> list[Mention]:
    """The mentions; a noun for a relation behind "have ... as" is said where "have" stands."""
    found = list(mentions)
    places = {end: start for start in range(len(tokens)) if (end := _noun(tokens, start)) is not None}
    if not places:
        return found
    labels = {(m.start, m.end) for m in found if m.kind == "label"}
    moved: list[Mention] = []
    for mention in found:
        start = places.get(mention.start)
        if start is None or (mention.start, mention.end) in labels:
            moved.append(mention)
        elif mention.kind == "relation":
            more = start > 0 and tokens[start - 1].norm in _CONJOINING
            score, way = max(mention.score, _SURE), TURNED[mention.way]
            moved.append(mention._replace(start=start, end=start + 1, score=score, way=way, conjoined=more))
            moved.append(mention._replace(kind="rest", score=_REST))
        elif not mention.kind.startswith("relative"):
            moved.append(mention)
    return moved


def without_trades(values: Iterable[Mention], found: Iterable[Mention]) -> list[Mention]:
    """The values without those that are such a noun: who is had as director need not be a director by trade."""
    said = {(m.start, m.end) for m in found if m.kind == "rest" and m.score == _REST}
    return [m for m in values if (m.start, m.end) not in said]


def without_held(values: Iterable[Mention], found: Iterable[Mention], tokens: tuple[Token, ...]) -> list[Mention]:
    """The values without the noun of what somebody has, or is to whom: "boats that have a tender", "the tender to"."""
    said = (m for m in found if m.kind == "relation" and m.way and m.score >= _SURE)
    nouns = {m.start for m in said if _is_whole(m) or (m.length == 1 and _is_had(m, tokens))}
    return [m for m in values if m.length > 1 or m.start not in nouns or tokens[m.start].quoted]


def _is_whole(mention: Mention) -> bool:
    """Whether a noun and its preposition are all of the name of a type: `TENDER_TO`."""
    _, *behind = split_name(mention.name)
    return mention.length == 2 and len(behind) == 1 and behind[0] in _TO_WHOM


def _noun(tokens: tuple[Token, ...], start: int) -> int | None:
    """Where the noun stands that is behind the "as" of a "have"."""
    if tokens[start].norm not in _HAVING:
        return None
    for place in range(start + 2, min(start + 2 + _FAR, len(tokens) - 1)):
        if tokens[place].norm in _ENDING:
            return None
        if tokens[place].norm == "as":
            return place + 1 + (tokens[place + 1].norm in _DETERMINERS)
    return None
