"""Which way the words of a relation lead where it joins two of one kind: who reports to whom, what needs what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fingerpost.core.schema import GraphSchema
from fingerpost.linking.english import English
from fingerpost.linking.text import Token, singulars, split_name, stem

TURNED = {"forward": "backward", "backward": "forward", "": ""}
"""The other way of a relation's words."""
HAVING = frozenset(("has", "have"))
_ON = frozenset(("on", "upon"))
_PARTICLES = frozenset("on upon at to for with in into of over after".split())


class Directions:
    """The types of one graph that join two of a kind and have a direction."""

    def __init__(self, schema: GraphSchema, english: English) -> None:
        self._words: Mapping[str, tuple[str, ...]] = {
            relationship.type: words
            for relationship in schema.relationships
            if any(pair.start == pair.end for pair in relationship.endpoints)
            and (words := split_name(relationship.type))
            and english.mutual.isdisjoint({*words, *map(stem, words)})
        }
        self._english = english

    def way(self, type_: str, tokens: Sequence[Token], start: int, end: int) -> str:
        """How words lead from what stands before them to what stands behind: forward, backward, or "" for neither."""
        words = self._words.get(type_)
        if words is None:
            return ""
        way = "backward" if self._is_converse(words, tokens[start:end]) else "forward"
        if {token.norm for token in tokens[end - 1 : end + 1]} & _ON:
            way = "forward"  # who has a dependency on another depends on it
        noun = words[0] in HAVING and not any(token.norm in HAVING for token in tokens[max(start - 2, 0) : end])
        after = end + (end < len(tokens) and tokens[end].norm in _PARTICLES)  # "fed on by"
        passive = "by" in [token.norm for token in tokens[start : after + 1]]
        # MANAGER leads to who is the manager, as MANAGES does not.
        role = len(words) == 1 and words[0] in self._english.roles
        return TURNED[way] if (noun != (passive != ("by" in words))) != role else way

    def _is_converse(self, words: Sequence[str], said: Sequence[Token]) -> bool:
        own = set(map(stem, words))
        other = {word for name in own for word in self._english.converse.get(name, ())}
        stems = set(map(stem, other)) - own
        return any({token.norm, *singulars(token.norm)} & other or token.stem in stems for token in said)
