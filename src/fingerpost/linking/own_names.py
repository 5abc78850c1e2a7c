"""Names that a thing shares with what it belongs to: "the presets of MDA Piano", where a preset is called that, too."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from fingerpost.linking.display import Display
from fingerpost.linking.mentions import Mention
from fingerpost.linking.scores import OWN
from fingerpost.linking.text import Token, singulars

_WHOSE = frozenset(("of", "by", "from"))
_DO = frozenset(("do", "does", "did"))


def without_own_names(
    values: Collection[Mention], found: Collection[Mention], tokens: tuple[Token, ...], display: Display
) -> Iterator[Mention]:
    """The values without those of the things that are asked for where another thing is called the same.

    Several things "of X" are not X, and what "does X sell" asks for is none that only says X: "the city of London" is
    London.
    """
    labels = [m for m in found if m.kind == "label" and m.score >= OWN]
    named = {(m.start, m.end, owner) for m in values for owner in m.owners if display.property(owner) == m.name}
    for m in values:
        others = {owner for start, end, owner in named if (start, end) == (m.start, m.end)} - m.owners
        noun = next((label.start for label in labels if label.end == m.start and label.name in others), m.start)
        asked = {label.name for label in labels if _asks_for_others(label, noun, m.end, tokens)} & m.owners
        if not (asked and others):
            yield m


def _asks_for_others(label: Mention, start: int, end: int, tokens: tuple[Token, ...]) -> bool:
    """Whether a name, with its noun, tells whose several things are, or who does something with them."""
    start -= start > 1 and tokens[start - 1].norm == "the"
    before = tokens[start - 1].norm if start else ""
    if before in _DO:
        return end < len(tokens)
    several = bool(singulars(tokens[label.end - 1].norm))
    return before in _WHOSE and label.end == start - 1 and several
