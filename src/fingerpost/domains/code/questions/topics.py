"""Finds the functions that a topic in words is about, by their names and by the comments of the code."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from fingerpost.linking import is_content, tokenise

MOST: Final = 5
_WORD: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+\d*|\d+")
_NAME, _COMMENT, _INSIDE, _FILE, _TAG = 3.0, 1.0, 0.5, 1.0, 0.5
"""What a word counts in a function's name, the comment that describes it, one within it, its file's name, its tags."""
_LIKE: Final = 0.7
"""What a word counts that has a part in common with the one that is asked: `basicauth` for `auth`."""
_SHORTEST: Final = 4
_NEAR: Final = 0.4
"""The share of the best score from which a function is told beside the best."""
_ENOUGH: Final = 0.4
"""The share of the topic, by the weight of its words, that a function must have."""
_GENERAL: Final = frozenset(
    "code codebase program project library application system module function functions method methods work works "
    "working handle handles handled handling implement implements implemented implementation do does done perform "
    "performed happen happens manage manages managed deal deals use used uses support supports supported process "
    "mechanism logic feature algorithm part internally exactly detail details actually here thing things way".split()
)
"""Words of a question that say nothing of its topic."""


@dataclass(frozen=True)
class Described:
    """A function as the code tells of it: its place, the comment that describes it, those within it, and its tags."""

    name: str
    location: str
    comment: str = ""
    inside: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()


@dataclass(frozen=True)
class Found:
    """The places of the functions that a topic is about, best first, and the words of it that the code has nowhere."""

    locations: tuple[str, ...]
    unknown: tuple[str, ...]
    more: int = 0
    """How many others are about as near, and left out."""


class Topics:
    """The functions of a code base by the words that tell of them."""

    def __init__(self, functions: Iterable[Described]) -> None:
        self._functions = list(functions)

    @cached_property
    def _words(self) -> Mapping[str, Mapping[int, float]]:
        """For each word, by its stem, the functions that have it, with its weight in each."""
        found: dict[str, dict[int, float]] = defaultdict(dict)
        for number, function in enumerate(self._functions):
            file = function.location.rpartition(":")[0].rpartition("/")[2].partition(".")[0]
            for text, weight in (
                (" ".join(_WORD.findall(function.name)), _NAME),
                (function.comment, _COMMENT),
                (" ".join(function.inside), _INSIDE),
                (" ".join(function.tags), _TAG),
                (" ".join(_WORD.findall(file)), _FILE),
            ):
                for stem, count in Counter(_stems(text)).items():
                    gained = weight * (1 + math.log(count))
                    found[stem][number] = found[stem].get(number, 0.0) + gained
        return found

    def about(self, topic: str, subject: str = "") -> Found:
        """The functions that a topic is about; none where nothing has most of its words.

        `subject` is what does it: a part of the code, which counts, or the program, which no function is named after.
        """
        said = {token.stem: token.text for token in tokenise(topic) if tells(token.norm)}
        needed = frozenset(said)
        said |= {token.stem: token.text for token in tokenise(subject) if tells(token.norm)}
        holding = {stem: self._holding(stem) for stem in said}
        weights = {stem: math.log(1 + len(self._functions) / len(found)) for stem, found in holding.items() if found}
        scores: dict[int, float] = defaultdict(float)
        covered: dict[int, float] = defaultdict(float)
        for stem, weight in weights.items():
            for number, gained in holding[stem].items():
                scores[number] += weight * gained
                covered[number] += weight if stem in needed else 0
        unknown = tuple(said[stem] for stem in needed if stem not in weights)
        least = _ENOUGH * sum(weight for stem, weight in weights.items() if stem in needed)
        order = [one for one in scores if covered[one] and covered[one] >= least]
        if not order:
            return Found((), unknown)
        order.sort(key=lambda one: (-scores[one], self._functions[one].name))
        near = [one for one in order if scores[one] >= _NEAR * scores[order[0]]]
        kept = tuple(self._functions[one].location for one in near[:MOST])
        return Found(kept, unknown, len(near) - len(kept))

    def _holding(self, stem: str) -> Mapping[int, float]:
        """The functions that have a word, or where none has it, one with a part in common."""
        if stem in self._words:
            return self._words[stem]
        found: dict[int, float] = {}
        if len(stem) < _SHORTEST:
            return found
        for known, holding in self._words.items():
            if len(known) >= _SHORTEST and (stem in known or stem.startswith(known)):
                for number, gained in holding.items():
                    found[number] = max(found.get(number, 0.0), gained * _LIKE)
        return found


def first_sentences(text: str, most: int = 200) -> str:
    """The beginning of a comment: whole sentences where they fit, else words."""
    if len(text) <= most:
        return text
    head = text[: most + 1]
    end = max(head.rfind(stop) for stop in (". ", "! ", "? ", "; "))
    return head[: end + 1] if end > 0 else head[: head.rfind(" ")] + " …"


def tells(word: str) -> bool:
    """Whether a word says anything of a topic."""
    return is_content(word) and word not in _GENERAL


def _stems(text: str) -> Sequence[str]:
    return [token.stem for token in tokenise(text)]
