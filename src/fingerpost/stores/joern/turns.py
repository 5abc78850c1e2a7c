"""The queue before a server that runs one query at a time: fair between those who ask."""

from __future__ import annotations

import threading
import time
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from fingerpost.core.limits import out_of_time


class _Ticket(NamedTuple):
    number: int
    owner: Hashable


class Turns:
    """Gives turns to the owner whose last turn is longest ago, and to each owner in the order of asking.

    So one who asks a hundred things at once does not keep the others waiting for all of them.
    """

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._waiting: list[_Ticket] = []
        self._held: _Ticket | None = None
        self._asked = 0
        self._last: dict[Hashable, int] = {}
        self.given_up: float | None = None
        """When a query was given up that the server may still run (`time.monotonic()`)."""

    @contextmanager
    def turn(self, until: float, time_ms: int, owner: Hashable = None) -> Iterator[None]:
        """Wait for a turn until a moment of `time.monotonic()`, and hold it.

        Raises:
            LimitExceeded: `limit.time`; the turn did not come.
        """
        with self._changed:
            self._asked += 1
            mine = _Ticket(self._asked, owner)
            self._waiting.append(mine)
            while self._held is not None or self._next() is not mine:
                left = until - time.monotonic()
                if left <= 0 or not self._changed.wait(left):
                    self._waiting.remove(mine)
                    self._forget()
                    raise out_of_time(time_ms)
            self._waiting.remove(mine)
            self._held = mine
            self._last[owner] = mine.number
        try:
            yield
        finally:
            with self._changed:
                self._held = None
                self._forget()

    def _next(self) -> _Ticket:
        return min(self._waiting, key=lambda ticket: (self._last.get(ticket.owner, 0), ticket.number))

    def _forget(self) -> None:
        """Let the next go on, and keep nothing of the past when nobody waits."""
        if not self._waiting:
            self._last.clear()
        self._changed.notify_all()


_TURNS: dict[tuple[str, int], Turns] = {}
_LOCK = threading.Lock()


def turns_of(host: str, port: int) -> Turns:
    """The queue of a server, shared by all clients of this process."""
    with _LOCK:
        return _TURNS.setdefault((host, port), Turns())
