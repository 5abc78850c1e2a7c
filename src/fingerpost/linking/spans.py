"""Stretches of tokens that are asked about often: however many there are, an answer takes a step."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate

Span = tuple[int, int]
"""The first token and the one behind the last."""


class Spans:
    """Stretches of a text of `size` tokens."""

    def __init__(self, spans: Iterable[Span], size: int) -> None:
        furthest = [0] * (size + 1)
        edges = [0] * (size + 1)
        for start, end in spans:
            furthest[start] = max(furthest[start], end)
            edges[start] += 1
            edges[end] -= 1
        self._furthest = list(accumulate(furthest, max))
        """Where those end that begin at a token or before it."""
        taken = (int(depth > 0) for depth in accumulate(edges))
        self._taken = [0, *accumulate(taken)]
        """How many tokens before a token are in one."""

    def hold(self, start: int, end: int) -> bool:
        """Whether all of these tokens are in one of them."""
        return self._furthest[start] >= end

    def hold_more(self, start: int, end: int) -> bool:
        """Whether all of these tokens, and others beside, are in one of them."""
        return self._furthest[start] > end or (start > 0 and self._furthest[start - 1] >= end)

    def touch(self, start: int, end: int) -> bool:
        """Whether any of these tokens is in one of them."""
        return self._taken[end] > self._taken[start]
