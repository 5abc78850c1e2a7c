"""Who works in a field that the graph has as a value of people: "cardiologists" of the specialty cardiology."""

from __future__ import annotations

from collections.abc import Iterator

from fingerpost.linking.text import singulars

_FIELDS = (
    ("ologist", ("ology",)),
    ("ist", ("y", "ics", "ic", "ry", "istry")),
    ("ician", ("ics", "ic", "ical")),
    ("ian", ("y",)),
    ("eon", ("ery",)),
    ("er", ("ing", "y")),
)
"""Endings of who works in a field, and of what the field is called then."""
_SHORTEST = 3
"""Letters of the shortest word that such an ending stands behind."""


def fields(norm: str) -> Iterator[str]:
    """What the field may be called of one, or of several, who work in it."""
    for word in (norm, *singulars(norm)):
        for ending, others in _FIELDS:
            stump = word.removesuffix(ending)
            if stump != word and len(stump) >= _SHORTEST:
                yield from (stump + other for other in others)
