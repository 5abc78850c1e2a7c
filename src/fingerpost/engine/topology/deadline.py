"""The time that one call may take, and how far it is."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from fingerpost.core.errors import LimitExceeded

_EVERY = 256
_REPORT_S = 0.25
_LONG = 50_000
"""The number of steps from which a stage is announced."""
_SHORT_S = 0.25
"""How long a call may compute beside others."""
_TURN_S = 0.1
_TURN = threading.Lock()
"""Long calls compute one at a time, in turns: together they would be no faster, and short ones would wait for each."""


class Deadline:
    """The time limit of one call, in milliseconds; `cancelled` ends it earlier.

    `report` gets the progress four times a second, and at the start of a long stage: steps so far, steps expected
    (None: unknown) and the stage. Steps are counted over all stages, so they only grow. With `in_turns`, long calls
    compute one at a time, and must `leave` in the end.
    """

    def __init__(
        self,
        limit_ms: float,
        cancelled: Callable[[], bool] = lambda: False,
        report: Callable[[float, float | None, str], None] | None = None,
        *,
        in_turns: bool = False,
    ) -> None:
        self._limit = limit_ms
        self._end = time.monotonic() + limit_ms / 1000
        self._cancelled = cancelled
        self._report = report
        self._told = time.monotonic()
        self._ticks = 0
        self._in_turns = in_turns
        self._turn_from = self._told + _SHORT_S
        self._turn_ends: float | None = None
        self._total: int | None = None
        self.doing = ""
        """What is being done, in words."""
        self.hint = ""
        """What to do where the time is over."""

    def begin(self, doing: str, steps: int | None = None) -> None:
        """Begin a stage of so many steps (None: unknown); each is one call of `check`."""
        self.doing = doing
        self._total = None if steps is None else self._ticks + steps
        if steps is None or steps > _LONG:
            self._tell()

    def check(self) -> None:
        """Take one step, and return if there is time left.

        Raises:
            LimitExceeded: `limit.time` or `limit.cancelled`.
        """
        self._ticks += 1
        if self._ticks % _EVERY:
            return
        now = time.monotonic()
        if self._in_turns and now > self._turn_from:
            now = self._take_turns(now)
        self._require_time(now)
        if now - self._told > _REPORT_S:
            self._told = now
            self.leave()  # who is told may let this wait
            self._tell()

    def look(self) -> None:
        """As `check`, but without waiting or telling anybody: for work that others wait for. Raises as it does."""
        self._ticks += 1
        if self._ticks % _EVERY == 0:
            self._require_time(time.monotonic())

    def wait(self) -> None:
        """As `look`, at every call: for what waits between them. Others may compute. Raises as it does."""
        self.leave()
        self._require_time(time.monotonic())

    def _require_time(self, now: float) -> None:
        if self._cancelled():
            raise LimitExceeded("the call was cancelled", code="limit.cancelled")
        if now > self._end:
            message = f"this took longer than {self._limit:g} ms"
            raise LimitExceeded(message, code="limit.time", hint=self.hint or None)

    def _take_turns(self, now: float) -> float:
        """Let other long calls compute when a turn is over, and wait for the next one; the time then."""
        if self._turn_ends is not None:
            if now < self._turn_ends:
                return now
            self.leave()
            time.sleep(0.001)  # so that who waits gets it
        while not _TURN.acquire(timeout=_TURN_S):
            now = time.monotonic()
            if self._cancelled() or now > self._end:
                return now
        now = time.monotonic()
        self._turn_ends = now + _TURN_S
        return now

    def leave(self) -> None:
        """Let others compute; the call has ended, or goes on later."""
        if self._turn_ends is not None:
            self._turn_ends = None
            _TURN.release()

    def _tell(self) -> None:
        if self._report is not None:
            self._ticks += 1
            total = self._total if self._total is None else max(self._total, self._ticks)
            self._report(self._ticks, total, self.doing)
