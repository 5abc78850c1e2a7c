"""Limits of requests: how many a minute from one caller, and how many at once from one and from all."""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import anyio

_CALLERS = 10_000
"""Callers that are remembered; the one not seen for longest is forgotten first."""


class Rate:
    """A token bucket per caller: as many requests as in a minute may come at once, then they must be spread."""

    def __init__(self, per_minute: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._most = float(per_minute)
        self._clock = clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, caller: str) -> int:
        """Count a request. Returns 0, or the seconds after which it may be repeated."""
        now = self._clock()
        left, since = self._buckets.pop(caller, (self._most, now))
        left = min(self._most, left + (now - since) * self._most / 60)
        wait = 0 if left >= 1 else math.ceil((1 - left) * 60 / self._most)
        self._buckets[caller] = (left if wait else left - 1, now)
        while len(self._buckets) > _CALLERS:
            self._buckets.popitem(last=False)
        return wait


class Places:
    """Places for requests that are worked on, and a queue of limited length before them.

    A caller with a key has at most half of both, so that no key keeps the others out.
    """

    def __init__(self, at_once: int, waiting: int) -> None:
        self._all = _Queue(at_once, waiting)
        self._half = ((at_once + 1) // 2, (waiting + 1) // 2)
        self._shares: dict[str, _Queue] = {}

    @asynccontextmanager
    async def one(self, caller: str | None = None) -> AsyncIterator[bool]:
        """Hold a place within the block; False at once if the queue is full."""
        if caller is None:
            async with self._all.one() as free:
                yield free
            return
        if caller not in self._shares:
            self._shares[caller] = _Queue(*self._half)
        async with self._shares[caller].one() as own:
            if not own:
                yield False
                return
            async with self._all.one() as free:
                yield free


class _Queue:
    def __init__(self, at_once: int, waiting: int) -> None:
        self._limiter = anyio.Semaphore(at_once)
        self._waiting = waiting

    @asynccontextmanager
    async def one(self) -> AsyncIterator[bool]:
        if self._limiter.value == 0 and self._limiter.statistics().tasks_waiting >= self._waiting:
            yield False
            return
        async with self._limiter:
            yield True
