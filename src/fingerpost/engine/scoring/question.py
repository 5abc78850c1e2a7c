"""What the signs of all readings of one question have in common: its words, how telling each is, how it opens."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property

from fingerpost.core.schema import GraphSchema
from fingerpost.linking import commonness
from fingerpost.questions import RELATIONS_SAID, Candidate, Parsed

_OPENINGS: Mapping[str, str] = {
    "who": "who", "whom": "who", "whose": "who", "when": "when", "where": "where", "which": "which", "what": "what",
    "is": "check", "are": "check", "was": "check", "were": "check", "do": "check", "does": "check", "did": "check",
    "has": "check", "have": "check", "can": "check",
}  # fmt: skip
_HOW = {"many": "how many", "much": "how much"}
_LONG = 40.0
_NAMED = ("label", "property")
_NAMING = frozenset((*_NAMED, *RELATIONS_SAID, "value", "described value"))
"""Features of the reasons that take words for a name or a value."""
_OUTRIGHT = 0.94
"""Least score of a name that is said as it is."""


class Question:
    """One question, with what its readings are compared with."""

    def __init__(self, parsed: Parsed, schema: GraphSchema) -> None:
        self.parsed, self.schema = parsed, schema
        self.linked = parsed.linked
        self.tokens = parsed.linked.tokens
        self.content = frozenset(parsed.linked.content)
        common = commonness()
        self.telling = {place: 1.0 - common.get(self.tokens[place].stem, 0.0) for place in self.content}
        """How much each content word tells: 0 for one that questions over any graph use."""
        self.named = {place for place in self.content if self._is_name(place)}
        self.meant = {place for m in self.linked.mentions for place in range(m.start, m.end)}

    def _is_name(self, place: int) -> bool:
        """Whether a word is written as a name, a number or a quotation is."""
        token = self.tokens[place]
        return (token.capitalised and place > 0) or bool(token.quoted) or any(c.isdigit() for c in token.text)

    def readings_of(self, start: int, end: int) -> int:
        """Of how many properties a stretch of words may be a value."""
        spans = (m for m in self.linked.mentions if m.kind == "value" and (m.start, m.end) == (start, end))
        return len({(m.name, m.owners) for m in spans})

    def taken_apart(self, candidate: Candidate) -> set[tuple[int, int]]:
        """Names of several words whose single words a reading takes for other names: "area" of "floor area"."""
        used = {(r.start, r.end) for r in candidate.reasons if r.feature in _NAMING and r.start >= 0}
        return {
            (start, end)
            for start, end in self._long_names
            if any(start <= one and other <= end for one, other in used)
            and not any(one <= start and end <= other for one, other in used)
        }

    @cached_property
    def _long_names(self) -> frozenset[tuple[int, int]]:
        """Where labels and properties are named outright by several words."""
        named = (m for m in self.linked.mentions if m.kind in _NAMED and m.score >= _OUTRIGHT)
        return frozenset((m.start, m.end) for m in named if sum(m.start <= p < m.end for p in self.content) > 1)

    def ways(self, one: str, other: str) -> int:
        """How many relationship types and directions join two labels."""
        return self._ways.get(frozenset((one, other)), 0)

    @cached_property
    def _ways(self) -> Mapping[frozenset[str], int]:
        found: Counter[frozenset[str]] = Counter()
        for relationship in self.schema.relationships:
            for pair in relationship.endpoints:
                found[frozenset((pair.start, pair.end))] += 1
        return found

    @cached_property
    def opening(self) -> str:
        """How it asks: by its first question word."""
        norms = [token.norm for token in self.tokens]
        for place, norm in enumerate(norms):
            if norm == "how":
                return _HOW.get(norms[place + 1] if place + 1 < len(norms) else "", "how")
            if norm in _OPENINGS and (_OPENINGS[norm] != "check" or place == 0):
                return _OPENINGS[norm]
        return "tell"

    @cached_property
    def signs(self) -> dict[str, float]:
        """The signs that all of its readings have."""
        return {name: amount for name, amount in self._signs() if amount}

    def _signs(self) -> Iterator[tuple[str, float]]:
        yield "question words", min(len(self.tokens) / _LONG, 1.0)
        yield "question content", float(len(self.content))
        yield "question readings", float(len(self.parsed.candidates))
        unmeant = [place for place in self.content if place not in self.meant]
        yield "question unmeant", float(len(unmeant))
        yield "question unmeant telling", sum(self.telling[place] for place in unmeant)
        yield "question unmeant names", float(sum(place in self.named for place in unmeant))
        yield "question respelled", float(len(self.linked.corrected))
        yield "graph labels", math.log1p(len(self.schema.labels))
        yield "graph properties", math.log1p(sum(len(label.properties) for label in self.schema.labels))
        yield f"question opens {self.opening}", 1.0
        for marker in self.parsed.markers:
            yield f"question marks {marker.role.value}", 1.0
