"""Many counts of a database, asked for in few statements."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fingerpost.stores.bolt.link import Link

TOGETHER = 40
"""Labels, types or pairs of them that one statement asks for."""


def numbers(link: Link, texts: Sequence[str], together: int = TOGETHER) -> Iterator[int]:
    """What queries that each return one `number` answer, in their order; so many of them go into one statement."""
    for some in in_groups(texts, together):
        parts = (f"CALL {{ {text} }} RETURN {place} AS place, number" for place, text in enumerate(some))
        found = dict(link.ask(" UNION ALL ".join(parts)))
        yield from (found.get(place, 0) for place in range(len(some)))


def in_groups(texts: Sequence[str], together: int = TOGETHER) -> Iterator[Sequence[str]]:
    """Names or texts, so many at a time."""
    return (texts[start : start + together] for start in range(0, len(texts), together))
