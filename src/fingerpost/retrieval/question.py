"""What a question asks of the passages: its words, its names and their embeddings."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from fingerpost.retrieval.index import PassageIndex
from fingerpost.retrieval.words import STOP, phrases, stem, stems, tokens

_LONGEST_NAME = 14
_MOST_OF_A_NAME = 20
_OPENINGS = frozenset(
    "who what which when where why how is are was were did do does in the of if list name count compare".split()
)


@dataclass(frozen=True)
class Asked:
    """A question as retrieval sees it.

    `pinned` maps passages to the longest name of theirs that the question has, in words; `names` are the names in the
    question; `rest` the stems that are part of no name, `stems` all of them. The vectors are None without an embedder.
    """

    text: str
    stems: frozenset[str]
    rest: frozenset[str]
    names: frozenset[str]
    pinned: dict[int, tuple[str, int]]
    vector: Any
    rest_vector: Any
    words: tuple[str, ...]

    @cached_property
    def name_stems(self) -> frozenset[str]:
        """The stems of the words of all names."""
        return frozenset(part for name in self.names for part in stems(name))


def asked(question: str, index: PassageIndex) -> Asked:
    """Read a question with the names that the passages have."""
    words = tokens(question)
    covered: set[int] = set()
    pinned: dict[int, tuple[str, int]] = {}
    names: set[str] = set()
    capital = [question[token.start].isupper() or question[token.start].isdigit() for token in words]
    for size in range(min(_LONGEST_NAME, len(words)), 0, -1):
        for start in range(len(words) - size + 1):
            part = range(start, start + size)
            if size == 1 and (not capital[start] or words[start].word in STOP or start == 0):
                continue
            if covered.issuperset(part):
                continue
            name = " ".join(words[n].word for n in part)
            holders = index.by_name.get(name, ())
            if not holders or (size < 3 and not any(capital[n] for n in part)) or len(holders) > _MOST_OF_A_NAME:
                continue
            names.add(name)
            for holder in holders:
                pinned.setdefault(holder, (name, len(holders)))
            covered.update(part)
    for phrase in phrases(question):
        if phrase.name.split()[0] not in _OPENINGS or " " in phrase.name:
            names.add(phrase.name)
            covered.update(n for n, token in enumerate(words) if phrase.start <= token.start < phrase.end)
    meant = [stem(token.word) for token in words if token.word not in STOP]
    rest = [token.word for n, token in enumerate(words) if n not in covered and token.word not in STOP]
    texts = [question, " ".join(rest) or question]
    vectors = index.embedder.embed(texts) if index.embedder is not None else (None, None)
    return Asked(
        question,
        frozenset(meant),
        frozenset(map(stem, rest)),
        frozenset(names),
        pinned,
        vectors[0],
        vectors[1],
        tuple(dict.fromkeys(token.word for token in words if token.word not in STOP)),
    )


def contains_name(name: str, names: frozenset[str]) -> bool:
    """Whether one of the names is this name, or has it as a part. Names are words in lower case."""
    return name in names or any(f" {name} " in f" {other} " for other in names)
