"""A cache of what was read from the graph: keyed by the request and the graph's version, counted, with a lifetime."""

from __future__ import annotations

import threading
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any, TypeVar

T = TypeVar("T")
LIFETIME_S = 300.0
MOST = 5_000


@dataclass(frozen=True, slots=True)
class CacheCounts:
    """How often a part asked the cache, and how often it had the answer."""

    asked: int
    hits: int

    @property
    def rate(self) -> float:
        """The share of hits (0..1)."""
        return self.hits / self.asked if self.asked else 0.0


class Cache:
    """Values for `lifetime` seconds, the least recently used dropped first. Thread-safe.

    The version of the graph belongs to the key: after a write, earlier entries cannot be reached, and the next request
    drops them.
    """

    def __init__(
        self, lifetime: float = LIFETIME_S, most: int = MOST, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._lifetime, self._most, self._clock = lifetime, most, clock
        self._lock = threading.Lock()
        self._versions: dict[str, Hashable] = {}
        self._held: OrderedDict[tuple[str, Hashable, Hashable], tuple[float, Any]] = OrderedDict()
        self._asked: Counter[str] = Counter()
        self._hits: Counter[str] = Counter()

    def get(self, part: str, version: Hashable, key: Hashable, make: Callable[[], T]) -> tuple[T, bool]:
        """The value of a key, made if it is not there; and whether it was. What `make` raises is not kept."""
        full = (part, version, key)
        with self._lock:
            self._asked[part] += 1
            if version != self._versions.get(part):
                for old in [old for old in self._held if old[0] == part]:
                    del self._held[old]
                self._versions[part] = version
            found = self._held.get(full)
            if found is not None and self._clock() - found[0] < self._lifetime:
                self._hits[part] += 1
                self._held.move_to_end(full)
                value: T = found[1]
                return value, True
        value = make()
        with self._lock:
            if version == self._versions.get(part) and self._lifetime > 0:
                self._held[full] = (self._clock(), value)
                self._held.move_to_end(full)
                while len(self._held) > self._most:
                    self._held.popitem(last=False)
        return value, False

    def counts(self) -> dict[str, CacheCounts]:
        """The counts of each part since it was made or last `reset`."""
        with self._lock:
            return {part: CacheCounts(self._asked[part], self._hits[part]) for part in sorted(self._asked)}

    def reset(self) -> None:
        """Restart the counts; the cache keeps its entries."""
        with self._lock:
            self._asked.clear()
            self._hits.clear()
