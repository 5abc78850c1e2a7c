"""The queue before a server that runs one query at a time: first come, first served, whatever client asks."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager

from fingerpost.core.limits import out_of_time


class Turns:
    """Gives turns in the order in which they were asked for."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._waiting: deque[object] = deque()

    @contextmanager
    def turn(self, until: float, time_ms: int) -> Iterator[None]:
        """Wait for a turn until a moment of `time.monotonic()`, and hold it.

        Raises:
            LimitExceeded: `limit.time`; the turn did not come.
        """
        mine = object()
        with self._changed:
            self._waiting.append(mine)
            while self._waiting[0] is not mine:
                left = until - time.monotonic()
                if left <= 0 or not self._changed.wait(left):
                    self._leave(mine)
                    raise out_of_time(time_ms)
        try:
            yield
        finally:
            with self._changed:
                self._leave(mine)

    def _leave(self, one: object) -> None:
        self._waiting.remove(one)
        self._changed.notify_all()


_TURNS: dict[tuple[str, int], Turns] = {}
_LOCK = threading.Lock()


def turns_of(host: str, port: int) -> Turns:
    """The queue of a server, shared by all clients of this process."""
    with _LOCK:
        return _TURNS.setdefault((host, port), Turns())
