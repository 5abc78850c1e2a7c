"""The time that one call may take, and how far it is."""

from __future__ import annotations

import time
from collections.abc import Callable

from fingerpost.core.errors import LimitExceeded

_EVERY = 256
_REPORT_S = 0.25
_LONG = 50_000
"""The number of steps from which a stage is announced."""


class Deadline:
    """The time limit of one call, in milliseconds; `cancelled` ends it earlier.

    `report` is told how far the call is, four times a second and where a long stage begins: steps so far, steps
    expected (None: unknown) and what is being done. The steps of all stages are counted together, so they only grow.
    """

    def __init__(
        self,
        limit_ms: float,
        cancelled: Callable[[], bool] = lambda: False,
        report: Callable[[float, float | None, str], None] | None = None,
    ) -> None:
        self._limit = limit_ms
        self._end = time.monotonic() + limit_ms / 1000
        self._cancelled = cancelled
        self._report = report
        self._told = time.monotonic()
        self._ticks = 0
        self._total: int | None = None
        self.doing = ""
        """What is being done, in words."""

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
        if self._cancelled():
            raise LimitExceeded("the call was cancelled", code="limit.cancelled")
        now = time.monotonic()
        if now > self._end:
            raise LimitExceeded(f"this took longer than {self._limit:g} ms", code="limit.time")
        if now - self._told > _REPORT_S:
            self._told = now
            self._tell()

    def _tell(self) -> None:
        if self._report is not None:
            self._ticks += 1
            total = self._total if self._total is None else max(self._total, self._ticks)
            self._report(self._ticks, total, self.doing)
