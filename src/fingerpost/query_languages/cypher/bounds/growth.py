"""How large what `reduce` gathers becomes, from its first steps."""

from __future__ import annotations

from collections.abc import Sequence

from fingerpost.query_languages.cypher.bounds.sizes import Size, times

STEPS = 3
"""Steps that are looked at; further ones are taken to go on as the last ones did."""


def grown(sizes: Sequence[Size], count: float, *, known: bool) -> Size:
    """The size after `count` steps; `sizes` are those at the start and after each of the first `STEPS` steps."""
    last, before = sizes[-1], sizes[-2]
    return Size(
        last.kind,
        _after([size.length for size in sizes], count),
        _after([size.weight for size in sizes], count),
        _after([size.depth for size in sizes], count),
        _after([size.top for size in sizes], count),
        last.item if last.item == before.item else None,
        known and all(size.known for size in sizes),
    )


def _after(values: Sequence[float], count: float) -> float:
    """Where a sequence is after `count` steps: on a line where its steps do not widen, else on a curve."""
    if count < len(values):
        return max(values[: int(count) + 1])
    if values[-1] == float("inf"):
        return values[-1]
    step, latest = values[-2] - values[-3], values[-1] - values[-2]
    if latest <= step or not values[-2]:
        return values[-1] + times(count - STEPS, max(0, latest))
    ratio = max(later / earlier for earlier, later in zip(values[-3:], values[-2:], strict=False) if earlier)
    try:
        return float(values[-1] * ratio ** (count - STEPS))
    except OverflowError:
        return float("inf")
