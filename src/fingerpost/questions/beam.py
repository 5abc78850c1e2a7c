"""What a beam keeps of the readings that reached one token: the best of them, no two alike.

It knows at once what a reading must be worth to be kept, so that most of those that would not be are never made.
"""

from __future__ import annotations

import math
from bisect import bisect_left, insort
from collections.abc import Callable, Iterable
from operator import itemgetter

from fingerpost.questions.state import State
from fingerpost.questions.waiting import hoped

Watch = Callable[[int, list[State], list[State]], None]
"""Told at each token: its number, the states that reached it, best first, and those of them that are kept."""

_WORTH = itemgetter(0)
_ROUNDING = 1e-9
"""Sums of the same reasons in another order differ by less."""


class Beam:
    """The readings that reached one token. With a `watch`, none is left out before it was told of them."""

    def __init__(self, position: int, width: int, watch: Watch | None = None) -> None:
        self._position = position
        self._width = width
        self._watch = watch
        self._offered: list[tuple[float, State]] = []
        self._best: dict[object, tuple[float, State]] = {}
        self._worths: list[float] = []
        self.least = -math.inf
        """A reading that is worth less is not kept; what it is worth may be summed up in any order."""

    def take(self, states: Iterable[State]) -> None:
        """Take readings, each as `offer` does."""
        for state in states:
            self.offer(state)

    def offer(self, state: State) -> None:
        """Take a reading, unless as many others or one like it are better."""
        worth = state.score + hoped(state)
        if self._watch is not None:
            self._offered.append((worth, state))
        elif worth < self.least:
            return
        key, offered = beam_key(state), (worth, state)
        known = self._best.setdefault(key, offered)
        if known is not offered:
            if known[0] >= worth:
                return
            del self._best[key]  # among equals those that came first go first
            self._best[key] = offered
            self._forget(known[0])
        insort(self._worths, worth)
        if len(self._worths) > self._width:
            del self._worths[0]
        if len(self._worths) == self._width and self._watch is None:
            self.least = self._worths[0] - _ROUNDING

    def _forget(self, worth: float) -> None:
        place = bisect_left(self._worths, worth)
        if place < len(self._worths) and self._worths[place] == worth:
            del self._worths[place]

    def kept(self) -> list[State]:
        """The best readings, best first; the others are let go."""
        best = sorted(self._best.values(), key=_WORTH, reverse=True)
        self._best.clear()
        kept = [state for _, state in best[: self._width]]
        if self._watch is not None:
            self._offered.sort(key=_WORTH, reverse=True)
            self._watch(self._position, [state for _, state in self._offered], kept)
        return kept


def beam_key(state: State) -> object:
    """What two partial readings have in common of which only the better one is kept."""
    return (
        state.nodes,
        state.edges,
        state.filters,
        state.items,
        state.relations,
        state.pending,
        state.havings,
        state.others,
        state.counted,
    )
