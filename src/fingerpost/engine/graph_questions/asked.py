"""A question that has a form, and what the words of the form's groups mean in the graph."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from fingerpost.engine.context import AskContext
from fingerpost.engine.graph_questions import wholes
from fingerpost.engine.graph_questions.nouns import Link, Way, is_mutual
from fingerpost.engine.graph_questions.plans import one_way
from fingerpost.engine.graph_questions.words import ANY, Words
from fingerpost.engine.question_reader import DomainReading

_DETERMINER = re.compile(r"^(?:which|what|all|every|the) +| +(?:who|that|which)$", re.IGNORECASE)


_OF_PARTS = re.compile(r"(?:has|have|with) \w+ (?:from|by)$", re.IGNORECASE)
"""What is no verb though it has the words of a relation: "have components from"."""
_OWNED = re.compile(r"(.+)(?:'s|’s|s'|s’) (.+)")
_LONGEST_VERB = 3
_MOST_TYPES = 4


class Far(Enum):
    """How many steps a question asks for."""

    UNSAID = "unsaid"
    DIRECT = "direct"
    ANY = "any"
    INDIRECT = "indirect"


@dataclass(frozen=True)
class Asked:
    """A question that has a form: the words of its groups, and how far it goes."""

    context: AskContext
    words: Words
    found: re.Match[str]
    far: Far
    again: Callable[[str], DomainReading | None] = lambda _: None
    """Reads another question, which this one has within it."""

    @property
    def most(self) -> int | None:
        """The most steps, where a question sets a bound: one, of what is joined directly."""
        return 1 if self.far is Far.DIRECT else None

    def text(self, group: str) -> str:
        """The words of a group; none where the form does not have it."""
        return (self.found.groupdict().get(group) or "").strip()

    def name(self, group: str) -> str | None:
        """The node that a group names, also as a part of its whole: "the bicycle's wheel"."""
        return self.words.name(self.text(group)) or self._owned(self.text(group))

    def _owned(self, text: str) -> str | None:
        found = _OWNED.fullmatch(text)
        whole, part = (self.words.name(found[1]), self.words.name(found[2])) if found is not None else (None, None)
        of = wholes.nesting(self.words, parts=False)
        if whole is None or part is None or whole not in one_way(self.context, part, of.up, of.down)[0].steps:
            return None
        return part

    @property
    def pair(self) -> tuple[str, str] | None:
        """The two nodes of the groups x and y; None if they are not two."""
        one, other = self.name("x"), self.name("y")
        return None if one is None or other is None or one == other else (one, other)

    @property
    def fact(self) -> tuple[tuple[str, str], Link] | None:
        """The two nodes and the relation of the group c, which is a name, a verb and a name; None if it is not."""
        words = self.text("c").split()
        for first in range(1, len(words) - 1):
            one = self.words.name(" ".join(words[:first]))
            for last in range(first + 1, min(len(words), first + _LONGEST_VERB + 1)) if one is not None else ():
                other, link = self.words.name(" ".join(words[last:])), self.link(" ".join(words[first:last]))
                if one is not None and other is not None and one != other and link is not None:
                    return (one, other), link
        return None

    @property
    def label(self) -> str | None:
        """The type of the nodes that are asked for; None if there is no such type."""
        said = _DETERMINER.sub("", self.text("t"))
        return self.words.label(said) if said else ANY

    @property
    def of_anything(self) -> bool:
        """Whether the noun of the question means nodes of every type, though a type may be called so."""
        return self.words.is_anything(_DETERMINER.sub("", self.text("t")))

    def link(self, verb: str) -> Link | None:
        """The relation that a verb names, followed from the one who does it; "managed by" is followed to them."""
        types = self.words.relations(verb)
        if not types or _OF_PARTS.match(verb):
            return None
        if is_mutual(types[0]):
            return Link(types, Way.EITHER)
        passive, stored_passive = verb.lower().endswith(" by"), types[0].lower().endswith("by")
        return Link(types, Way.ALONG if passive == stored_passive else Way.AGAINST)

    def start_labels(self, link: Link) -> tuple[str, ...]:
        """The types of those from whom a relation is followed: the people, else all; none if these are too many."""
        starts, ends = self.words.ends(link.types)
        of = ends if link.way is Way.AGAINST else starts
        if self.words.person is not None and self.words.person in of:
            return (self.words.person,)
        return tuple(sorted(of)) if len(of) <= _MOST_TYPES else ()

    def start_label(self, link: Link) -> str | None:
        """The type of those from whom a relation is followed; None if there are several."""
        labels = self.start_labels(link)
        return labels[0] if len(labels) == 1 else None


Read = Callable[[Asked], DomainReading | None]
"""What a kind of form asks for; None if its words are not known in the graph."""
