"""Titles that are misspelt, and the words for a kind of law that they end in."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rapidfuzz.distance import OSA

KIND_WORDS: Final = frozenset(
    "act acts code law statute plan regulation regulations rules order bill loi reglement reglements decret regime "
    "ordonnance proclamation".split()
)
_LONG_WORD, _MIDDLING_WORD = 8, 4
_RIGHT: Final = frozenset(("parent", "enabling", "implementing", "amending"))
"""Words that say what an act is to others, and misspell no title: a parent act is no Patent Act."""
_LONG_KINDS: Final = tuple(word for word in KIND_WORDS if len(word) >= _LONG_WORD)


def is_kind_word(word: str) -> bool:
    """Whether a folded word says what kind of law something is; a long one may be misspelt."""
    return word in KIND_WORDS or (len(word) >= _LONG_WORD - 1 and any(_same(word, kind) for kind in _LONG_KINDS))


def nearest(words: tuple[str, ...], names: Iterable[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """The titles that words may be meant for, with the fewest letters of difference; several if these are as near."""
    near = [(sum(map(OSA.distance, words, name)), name) for name in names if _is_near(words, name)]
    least = min((distance for distance, _ in near), default=0)
    return [name for distance, name in near if distance == least]


def _is_near(words: tuple[str, ...], name: tuple[str, ...]) -> bool:
    return name[-1] in KIND_WORDS and all(_same(own, other) for own, other in zip(words, name, strict=True))


def _same(own: str, other: str) -> bool:
    allowed = 2 if len(other) >= _LONG_WORD else 1 if len(other) > _MIDDLING_WORD else 0
    if own in _RIGHT:
        return own == other
    return own == other or OSA.distance(own, other, score_cutoff=allowed) <= allowed
