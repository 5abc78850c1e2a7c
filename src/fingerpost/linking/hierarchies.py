"""Relations that put one of a kind under another: departments that are part of others, staff that report to staff."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from fingerpost.linking.english import is_people
from fingerpost.linking.lexicon import Lexicon
from fingerpost.linking.mentions import Mention
from fingerpost.linking.scores import RING
from fingerpost.linking.text import Token, singulars, split_name, stem, unwritten

_BELOW, _ABOVE = frozenset("under below beneath underneath".split()), frozenset(("above", "over"))
_WITHIN = frozenset(("within", "inside"))
RANKS = _BELOW | _ABOVE | _WITHIN
"""Words before a name that say where in such a tree things are, at whatever level."""
_BELONGS = frozenset("belong belongs belonging".split())
_PARTS = frozenset("part child member component division branch section piece kind type descendant subordinate".split())
_WHOLES = frozenset("parent boss manager supervisor superior ancestor whole broader super container".split())
_ANSWERS = frozenset(map(stem, "report answer".split()))
_LEADS = frozenset(map(stem, "manage supervise coordinate mentor lead oversee head command direct guide".split()))
_HOLDS = frozenset(map(stem, "contain include comprise encompass".split()))
_LIES = frozenset("belong belongs within inside under below beneath in".split())
_SUB = "sub"
_LEAST = 3
"""Letters that what stands behind "sub" has at least."""
_RANKED = 0.8
_SAYS_WHO = "says who is over whom"
_ABOVE_NOUNS = {"parent": False, "superior": True}
_BELOW_NOUNS = {"child": False, "subordinate": True}
"""Nouns for what is next above or below, and whether they are for people."""
_OVER = frozenset("boss manager supervisor superior parent".split())
_ROLES = _OVER | frozenset(("child", "subordinate"))
_ASKING = frozenset("who what which whose is".split())
_TOP = r"(?:very )?(?:top ?level|topmost|uppermost|highest level|root)"
_BOTTOM = r"(?:very )?(?:bottom ?level|lowest level|leaf)"
_IS_AT = re.compile(
    r" (?:is|are|sits?|stands?) (?:right )?at the (?P<end>top|bottom)"
    r"(?: of (?:the|this|its|their|our) (?:\w+ )?(?:hierarchy|tree|pyramid|ladder|company|organi[sz]ation|chart))?$"
)
_OF_LEVEL = re.compile(rf" (?P<top>{_TOP})(?= )| (?P<bottom>{_BOTTOM})(?= )")
_BEING = frozenset(("are", "there"))


class Hierarchies:
    """The types of one graph that lead up or down a tree of one kind, and the words for that."""

    def __init__(self, lexicon: Lexicon, types: Mapping[str, Sequence[str]]) -> None:
        """`types` are those that join two of a kind and have a direction, with the words of their names."""
        self._lexicon = lexicon
        found = {type_: up for type_, words in types.items() if (up := leads_up(words)) is not None}
        self._up: Mapping[str, bool] = found
        self._labels = {
            type_: frozenset(p.start for p in lexicon.schema.relationship_by_type[type_].endpoints if p.start == p.end)
            for type_ in found
        }
        self._holding = {type_ for type_ in found if not _is_of_people(self._labels[type_])}

    def plainer(self, tokens: tuple[Token, ...]) -> tuple[Token, ...]:
        """The tokens; "top-level units" are "units with no parent", and who is at the top has no superior."""
        if not self._up:
            return tokens
        tokens = _twice(tokens)
        words = "".join(f" {token.norm}" for token in tokens)
        at = _IS_AT.search(words)
        if at is not None:
            start = words.count(" ", 0, at.start() + 1) - 1
            named = self._labels_of(tokens[:start]) & (all_ := frozenset().union(*self._labels.values()))
            none = _none(_is_of_people(named or all_), top=at["end"] == "top")
            return (*tokens[:start], *unwritten(tokens[start].start, "have", *none))
        level = _OF_LEVEL.search(words)
        if level is None:
            return tokens
        start, end = (words.count(" ", 0, place + 1) - 1 for place in (level.start(), level.end()))
        labels = self._labels_of(tokens[end : end + 1])
        if not any(labels & each for each in self._labels.values()):
            return tokens
        told = unwritten(tokens[end].start, "with", *_none(_is_of_people(labels), top=level["top"] is not None))
        return (*tokens[:start], tokens[end], *told, *tokens[end + 1 :])

    def mentions(self, tokens: tuple[Token, ...]) -> Iterator[Mention]:
        """What words say of such a tree: "everyone under Ann", "the subcategories of Tents", "parent departments"."""
        for type_, up in self._up.items():
            yield from self._over_names(tokens, type_, up=up)
            yield from self._nouns(tokens, type_, up=up)
            yield from self._parts(tokens, type_, up=up)

    def _over_names(self, tokens: Sequence[Token], type_: str, *, up: bool) -> Iterator[Mention]:
        """ "Everyone under Ann", "what is above Bo": before a name."""
        under = _BELOW | _WITHIN if type_ in self._holding else _BELOW
        for place, token in enumerate(tokens[:-1]):
            below = token.norm in under
            if (below or token.norm in _ABOVE) and tokens[place + 1].capitalised and not token.quoted:
                yield Mention("relation", place, place + 1, type_, _RANKED, _SAYS_WHO, way=_way(below == up))
            if type_ in self._holding and self._says_of_several(tokens, place, type_):
                yield Mention("relation", place, place + 1, type_, _RANKED, _SAYS_WHO, way=_way(up))
            if token.norm in _BELONGS and tokens[place + 1].norm == "to" and type_ in self._holding:
                yield Mention("relation", place, place + 2, type_, _RANKED, _SAYS_WHO, way=_way(up))

    def _says_of_several(self, tokens: Sequence[Token], place: int, type_: str) -> bool:
        """ "The departments of Surgery", "departments are in Surgery": of several things, before a name."""
        if tokens[place].norm not in ("of", "in") or not tokens[place + 1].capitalised:
            return False
        before = place - 1
        while before > 0 and tokens[before].norm in _BEING:
            before -= 1
        several = before >= 0 and bool(singulars(tokens[before].norm))
        return several and not self._labels[type_].isdisjoint(self._labels_of(tokens[before : before + 1]))

    def _nouns(self, tokens: Sequence[Token], type_: str, *, up: bool) -> Iterator[Mention]:
        """ "The parent of Tents", "child departments", where the type has no such words of its own."""
        for place, token in enumerate(tokens):
            for word in {token.norm, *singulars(token.norm)}:
                below = word in _BELOW_NOUNS
                of_people = _BELOW_NOUNS.get(word, _ABOVE_NOUNS.get(word))
                if of_people is None or of_people == (type_ in self._holding) or self._has(word, type_):
                    continue
                yield Mention("relation", place, place + 1, type_, RING, _SAYS_WHO, way=_way(below == up))

    def _parts(self, tokens: Sequence[Token], type_: str, *, up: bool) -> Iterator[Mention]:
        """ "Subcategories", "sub-departments": those of a kind that are under another."""
        for place, token in enumerate(tokens):
            if not token.norm.startswith(_SUB):
                continue
            end = place + 1 + (token.norm == _SUB)
            noun = tokens[end - 1 : end] if token.norm == _SUB else _without_sub(token)
            for label in sorted(self._labels_of(noun) & self._labels[type_]):
                kind = "relative of" if end < len(tokens) and tokens[end].norm == "of" else "relative"
                owners = frozenset((label,))
                yield Mention(kind, place, end, type_, RING, _SAYS_WHO, owners, way=_way(up))

    def _labels_of(self, noun: Iterable[Token]) -> frozenset[str]:
        entries = (entry for token in noun for entry in self._lexicon.lookup((token.stem,)))
        return frozenset(entry.name for entry in entries if entry.kind == "label")

    def _has(self, word: str, type_: str) -> bool:
        return any(entry.name == type_ for entry in self._lexicon.lookup((stem(word),)))


def leads_up(words: Sequence[str]) -> bool | None:
    """Whether a type whose name has these words leads from what is below to what is above; None where it does neither.

    PART_OF and REPORTS_TO lead up, PARENT_OF, CONTAINS and MANAGES down; what is named by a role leads to who has it.
    """
    stems, last = set(map(stem, words)), words[-1]
    passive = "by" in words
    below = any(word in _PARTS or word.startswith(_SUB) for word in words)
    above = any(word in _WHOLES for word in words)
    if below != above:
        return below if last == "of" else above
    if stems & _ANSWERS or not _LIES.isdisjoint(words):
        return True
    return passive if stems & (_LEADS | _HOLDS) else None


def _twice(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """The tokens; "Ann's boss's boss" and "the boss of Ann's boss" are who is two levels above Ann."""
    for place, token in enumerate(tokens):
        if token.norm not in _ROLES:
            continue
        again = next((i for i in range(place + 1, len(tokens)) if tokens[i].norm == token.norm), None)
        if again is None or again + 1 < len(tokens):
            continue
        above = unwritten(token.start, "two", "levels", "above" if token.norm in _OVER else "below")
        first = _names_end(tokens, 0, place)
        if token.possessive and again == place + 1 and first < place and tokens[place - 1].possessive:
            name = tokens[first:place]
            return (*tokens[:first], *above, *name[:-1], replace(name[-1], possessive=False))
        name = tokens[place + 2 : again]
        if name and tokens[place + 1].norm == "of" and name[-1].possessive and all(t.capitalised for t in name):
            start = place - (place > 0 and tokens[place - 1].norm == "the")
            return (*tokens[:start], *above, *name[:-1], replace(name[-1], possessive=False))
    return tokens


def _names_end(tokens: Sequence[Token], least: int, end: int) -> int:
    """Where the capitalised words that end there begin."""
    start = end
    while start > least and tokens[start - 1].capitalised and tokens[start - 1].norm not in _ASKING:
        start -= 1
    return start


def _none(people: bool, *, top: bool) -> tuple[str, str]:
    nouns = _ABOVE_NOUNS if top else _BELOW_NOUNS
    return "no", next(noun for noun, of_people in nouns.items() if of_people == people)


def _way(forward: bool) -> str:
    return "forward" if forward else "backward"


def _without_sub(token: Token) -> tuple[Token, ...]:
    rest = token.norm.removeprefix(_SUB).lstrip("-")
    return (replace(token, norm=rest, stem=stem(rest)),) if len(rest) >= _LEAST else ()


def _is_of_people(labels: Iterable[str]) -> bool:
    return any(is_people(split_name(label)) for label in labels)
