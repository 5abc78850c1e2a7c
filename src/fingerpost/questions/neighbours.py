"""Examples that are like a question, by the words that tell how both are built."""

from __future__ import annotations

import heapq
import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from fingerpost.linking.mentions import Linked, Mention

_SLOT = "="
"""What the mark for a value begins with; the name of its property follows."""
_VALUES = ("value", "text", "number", "date", "month", "period", "time")
_LEAST = 0.6
"""Least score of a value that stands for no word of its own."""
_COMMON = 0.1
"""Terms that more of the examples have tell too little to look them up."""


def words_of(linked: Linked) -> str:
    """The stems of a question, with a mark for each value."""
    held = held_values(linked)
    words: list[str] = []
    place = 0
    while place < len(linked.tokens):
        mention = held.get(place)
        words.append(f"{_SLOT}{mention.name}" if mention is not None else linked.tokens[place].stem)
        place = mention.end if mention is not None else place + 1
    return " ".join(words)


def held_values(linked: Linked) -> dict[int, Mention]:
    """The values of a question by where they start, the likeliest where they overlap."""
    named = {(m.start, m.end) for m in linked.mentions if m.kind not in _VALUES}
    found: dict[int, Mention] = {}
    taken: set[int] = set()
    values = [m for m in linked.mentions if m.kind in _VALUES and m.score >= _LEAST and (m.start, m.end) not in named]
    for mention in sorted(values, key=lambda m: (-m.length, -m.score, m.kind != "value", m.name)):
        places = range(mention.start, mention.end)
        if taken.isdisjoint(places):
            taken.update(places)
            found[mention.start] = mention
    return found


def _terms(words: str) -> Iterator[str]:
    """Words alone and in pairs; in a pair, a value is any value."""
    before = "^"
    for word in words.split():
        yield word
        plain = _SLOT if word.startswith(_SLOT) else word
        yield f"{before} {plain}"
        before = plain
    yield f"{before} $"


class Neighbours:
    """Examples by their words: the cosine of terms weighed by how rare they are."""

    def __init__(self, examples: Sequence[str]) -> None:
        held = [tuple(set(_terms(words))) for words in examples]
        counts = Counter(term for terms in held for term in terms)
        number = len(held) + 1
        self._unknown = math.log(number)
        self._worth = {term: math.log(number / count) for term, count in counts.items()}
        self._postings: dict[str, list[tuple[int, float]]] = defaultdict(list)
        for place, terms in enumerate(held):
            for term, weight in self._weighed(terms).items():
                if counts[term] <= max(_COMMON * number, 4):
                    self._postings[term].append((place, weight))

    def _weighed(self, terms: Sequence[str]) -> dict[str, float]:
        weights = {term: self._worth.get(term, self._unknown) for term in terms}
        size = math.sqrt(sum(weight * weight for weight in weights.values())) or 1.0
        return {term: weight / size for term, weight in weights.items()}

    def near(self, words: str) -> dict[int, float]:
        """How alike the examples are, by number, from 0 to 1."""
        found: dict[int, float] = defaultdict(float)
        for term, weight in self._weighed(tuple(set(_terms(words)))).items():
            for place, other in self._postings.get(term, ()):
                found[place] += weight * other
        return found

    def nearest(self, words: str, number: int) -> list[tuple[float, int]]:
        """The examples that are most alike, with how alike they are, first the nearest."""
        return heapq.nlargest(number, ((alike, place) for place, alike in self.near(words).items()))
