"""Comparisons that stand behind their number: "300 pages or more", "in 1900 or earlier", "aged 18 or older"."""

from __future__ import annotations

from collections.abc import Iterator

from fingerpost.linking.mentions import Linked
from fingerpost.questions.marker_words import LITERALS
from fingerpost.questions.roles import Marker, Role

_SIGNS = {
    **dict.fromkeys("more above higher greater up over longer larger bigger better".split(), ">="),
    **dict.fromkeys("less fewer below lower under shorter smaller".split(), "<="),
    **dict.fromkeys("later after newer onwards".split(), ">= time"),
    **dict.fromkeys("earlier before".split(), "<= time"),
    "older": ">= old",
    "younger": "<= old",
}
_NOUNS = 2
"""Most words between a number and the "or more" behind it: "300 printed pages or more"."""


def trailing(linked: Linked) -> Iterator[Marker]:
    """For each "or more" a comparison right before its number, of no width, and what stands behind it as said."""
    tokens = linked.tokens
    for place in range(1, len(tokens) - 1):
        sign = _SIGNS.get(tokens[place + 1].norm)
        if tokens[place].norm != "or" or sign is None or _goes_on(linked, place + 2):
            continue
        ends = [m for m in linked.mentions if m.kind in LITERALS and 0 <= place - m.end <= _NOUNS]
        if ends:
            start = min(m.start for m in ends if m.end == max(m.end for m in ends))
            yield Marker(Role.COMPARE, start, start, sign)
            yield Marker(Role.RESTATED, place, place + 2)


def _goes_on(linked: Linked, place: int) -> bool:
    """Whether a comparison goes on: "more or less than 5", "50 or more than 100", "before May or after July"."""
    if place < len(linked.tokens) and linked.tokens[place].norm in ("than", "or", "equal"):
        return True
    return any(m.kind in LITERALS and 0 <= m.start - place <= 1 for m in linked.mentions)
