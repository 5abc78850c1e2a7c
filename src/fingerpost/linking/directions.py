"""Which way the words of a relation lead where it joins two of one kind: who reports to whom, what needs what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fingerpost.core.schema import GraphSchema
from fingerpost.linking.determiners import is_verb
from fingerpost.linking.english import English
from fingerpost.linking.text import Token, singulars, split_name, stem

TURNED = {"forward": "backward", "backward": "forward", "": ""}
"""The other way of a relation's words."""
HAVING = frozenset(("has", "have"))
_ON = frozenset(("on", "upon"))
_PARTICLES = frozenset("on upon at to for with in into of over after".split())
_WITH = frozenset("has have had having with".split())
_RELATIVE = frozenset("who that which".split())
_UNDER = "under"
_THEM = frozenset("them him her it".split())
_NOBODY = frozenset(("nobody", "noone"))
_BEING = frozenset("is are was were be been being".split())
_ADVERBS = frozenset("not never also most least mostly currently usually often".split())
_FAR = 8
"""Most words between "have" and the "them" of "have at least two people reporting to them"."""


class Directions:
    """The types of one graph that join two of a kind and have a direction."""

    def __init__(self, schema: GraphSchema, english: English) -> None:
        self.words: Mapping[str, tuple[str, ...]] = {
            relationship.type: words
            for relationship in schema.relationships
            if any(pair.start == pair.end for pair in relationship.endpoints)
            and (words := split_name(relationship.type))
            and english.mutual.isdisjoint({*words, *map(stem, words)})
        }
        self._english = english

    def way(self, type_: str, tokens: Sequence[Token], start: int, end: int) -> str:
        """How words lead from what stands before them to what stands behind: forward, backward, or "" for neither."""
        words = self.words.get(type_)
        if words is None:
            return ""
        way = "backward" if self._is_converse(words, tokens[start:end]) else "forward"
        if {token.norm for token in tokens[end - 1 : end + 1]} & _ON:
            way = "forward"  # who has a dependency on another depends on it
        noun = words[0] in HAVING and not any(token.norm in HAVING for token in tokens[max(start - 2, 0) : end])
        after = end + (end < len(tokens) and tokens[end].norm in _PARTICLES)  # "fed on by"
        passive = "by" in [token.norm for token in tokens[start : after + 1]] or _is_passive(words, tokens, start, end)
        passive = passive or _is_under(words, tokens, start, end)
        # MANAGER leads to who is the manager, as MANAGES does not.
        role = len(words) == 1 and words[0] in self._english.roles
        turned = (noun != (passive != ("by" in words))) != role
        # "Whom nobody follows": it would lead from others to these.
        theirs = start > 1 and tokens[start - 1].norm in _NOBODY and not passive
        return TURNED[way] if turned != (theirs or _is_done_to_them(tokens, start, end)) else way

    def _is_converse(self, words: Sequence[str], said: Sequence[Token]) -> bool:
        own = set(map(stem, words))
        other = {word for name in own for word in self._english.converse.get(name, ())}
        stems = set(map(stem, other)) - own
        return any({token.norm, *singulars(token.norm)} & other or token.stem in stems for token in said)


def _is_passive(words: Sequence[str], tokens: Sequence[Token], start: int, end: int) -> bool:
    """ "Who is liked the most": by others, with nothing behind the verb that it is done to."""
    behind = tokens[end].norm if end < len(tokens) else ""
    if len(words) > 1 or behind in _PARTICLES or not tokens[start].norm.endswith("ed"):
        return False
    before = start - 1
    while before >= 0 and tokens[before].norm in _ADVERBS:
        before -= 1
    return before >= 0 and tokens[before].norm in _BEING


def _is_under(words: Sequence[str], tokens: Sequence[Token], start: int, end: int) -> bool:
    """ "Who trained under Ann": by her, where the type's own verb says it."""
    under = end < len(tokens) and tokens[end].norm == _UNDER and _UNDER not in words
    return under and end - start == 1 and tokens[start].stem in map(stem, words) and is_verb(tokens[start].norm)


def _is_done_to_them(tokens: Sequence[Token], start: int, end: int) -> bool:
    """Whether those who are had do it to who has them, or who stands last to who was named before.

    "Who have two people reporting to them", "older than the person who supervises them".
    """
    behind = [token.norm for token in tokens[end : end + 2]]
    them = behind[:1] if behind and behind[0] in _THEM else behind[1:] if set(behind[:1]) & _PARTICLES else []
    before = [token.norm for token in tokens[max(start - _FAR, 0) : start]]
    done = not _WITH.isdisjoint(before[:-1]) or (len(before) > 1 and before[-1] in _RELATIVE)
    return bool(them) and them[0] in _THEM and done
