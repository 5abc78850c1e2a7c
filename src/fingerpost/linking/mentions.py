"""Mentions: stretches of a question, each with one thing that it may mean here."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

from fingerpost.core.cells import Cell
from fingerpost.linking.literals import Literal
from fingerpost.linking.stopwords import is_content
from fingerpost.linking.text import Token


class Mention(NamedTuple):
    """One reading of tokens `start` to `end` (exclusive).

    `kind` is label, property, relation, value, text, number, date, month, period or time; of a pack's phrases also
    relative or relative of (a noun for nodes of `owners` at an end of a relationship, perhaps with "of" behind it),
    superlative or filler; event is a verb for what happened (its label in `owners`); rest is what still belongs to a
    relation's words before it. `name` is the label, property or type; `owners` the labels (or, with `of_relationship`,
    types) that have the property; `value` the stored value or the literal's; `score` (0 to 1) says how directly it was
    said and `reason` why it was read so. `near` are labels that the words beside a property make its owners: "the
    team's name", "the name of the team" (of quoted text, the properties that hold it); `followed` those right after it
    ("external walls") or what quoted text is part of ("in its title"). `definite` marks a name that speaks of something
    known ("these users", "the match"), `fresh` one of something else ("another user"), `joined` one behind "and".
    `words` is how many of its words carry meaning. `corrected` is the word that a misspelt one was taken for. `way` is
    that of the words of a relation: forward, backward or ""; `conjoined` marks a verb behind "and", or a name behind
    "and whose", which say one thing more of whom the verb before spoke. `article` is the token of the "a" before a
    name, which brings in something new (-1: none); `vague` marks a relation word that only holds a question together
    ("involving"). `theirs` marks a property behind "their": of those that are asked for; and a relation that pronouns
    say of what was named before: "that they own". `shared` marks a name of what has something in common with these ("of
    the same genre as Emma"). `part` is what is told of a property and not stored: the year of a date, an age. `led`
    marks a label behind a preposition that speaks of what was named before ("during that match"), `denied` a yes/no
    property by a word that denies it ("uninsured"), `within` a value that is part of a longer text,
    `predicate` a yes/no property said of what was named: "are remote"; `beside` are the labels that stand in the phrase
    of a value: "customers from Germany". `cosine` is how near in meaning the words are to
    a name that they are not (0: they are, or are no guess).
    """

    kind: str
    start: int
    end: int
    name: str
    score: float
    reason: str
    owners: frozenset[str] = frozenset()
    of_relationship: bool = False
    value: Cell = None
    literal: Literal | None = None
    near: frozenset[str] = frozenset()
    followed: frozenset[str] = frozenset()
    definite: bool = False
    fresh: bool = False
    joined: bool = False
    words: int = 1
    corrected: str = ""
    way: str = ""
    conjoined: bool = False
    article: int = -1
    vague: bool = False
    theirs: bool = False
    shared: bool = False
    part: str = ""
    led: bool = False
    denied: bool = False
    within: bool = False
    predicate: bool = False
    beside: frozenset[str] = frozenset()
    cosine: float = 0.0

    @property
    def length(self) -> int:
        return self.end - self.start


_OUTRIGHT = 0.95
"""Least score of a name that is said as it is."""


@dataclass(frozen=True)
class Linked:
    """A question with every mention found in it, by start, longest first.

    `corrected` are the words that misspelt tokens were taken for, by their places.
    """

    question: str
    tokens: tuple[Token, ...]
    mentions: tuple[Mention, ...]
    corrected: Mapping[int, str] = field(default_factory=dict)

    def text(self, start: int, end: int) -> str:
        """The question's own text of tokens `start` to `end`."""
        return self.question[self.tokens[start].start : self.tokens[end - 1].end]

    def is_behind(self, place: int, signs: str) -> bool:
        """Whether one of some signs stands between a token and the one before it."""
        between = self.question[self.tokens[place - 1].end : self.tokens[place].start]
        return any(sign in between for sign in signs)

    def begins_sentence(self, place: int) -> bool:
        """Whether a token begins a sentence, or what stands for one: behind a colon, too."""
        return place == 0 or self.is_behind(place, ".?!;:")

    @cached_property
    def content(self) -> tuple[int, ...]:
        """The places of content words."""
        return tuple(place for place, token in enumerate(self.tokens) if is_content(token.norm))

    @cached_property
    def types_said(self) -> frozenset[int]:
        """Where phrases begin that are the name of a type which joins two of a kind: "based on", light as it is."""
        said = (m for m in self.mentions if m.kind == "relation" and m.way and m.length > 1)
        return frozenset(m.start for m in said if m.score >= _OUTRIGHT)

    @cached_property
    def outright(self) -> tuple[Mention, ...]:
        """The labels and values that are named outright and in no longer name; of values, those that are written as
        names and numbers are."""
        named = (m for m in self.mentions if m.score >= _OUTRIGHT and (m.kind == "label" or self._written(m)))
        return tuple(m for m in named if not any(_within(m, other) for other in self.mentions))

    def _written(self, mention: Mention) -> bool:
        tokens = self.tokens[mention.start : mention.end]
        return mention.kind == "value" and any(token.capitalised or token.norm[:1].isdigit() for token in tokens)

    def without_guesses(self, places: Set[int] | None = None) -> Linked:
        """The same without what words may mean that are only near to a name: at some places, or at all.

        A phrase goes where all of it stands there: the "after" of "look after" says no time. One for a label goes
        where any of it does: what says how to answer is no part of what things are called.
        """

        def goes(mention: Mention) -> bool:
            if places is None:
                return True
            span = set(range(mention.start, mention.end))
            return not places.isdisjoint(span) if mention.kind == "label" else places >= span

        return replace(self, mentions=tuple(m for m in self.mentions if not (m.cosine and goes(m))))

    def guessed(self) -> set[int]:
        """The places of tokens that nothing names and that are near in meaning to a name."""
        return {p for m in self.mentions if m.cosine for p in range(m.start, m.end)} - self.readable()

    def readable(self) -> set[int]:
        """The places of tokens that mean something here, and are neither numbers alone nor guesses."""
        certain = (m for m in self.mentions if m.kind != "number" and not m.cosine)
        return {place for m in certain for place in range(m.start, m.end)}


def _within(mention: Mention, other: Mention) -> bool:
    return other.start <= mention.start and mention.end <= other.end and other.length > mention.length
