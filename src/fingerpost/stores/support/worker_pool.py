"""A few processes for the long queries of a shared process, whatever graph they are about.

They have a low priority, so that short queries, which run in the shared process, do not wait for them. Each keeps the
graph that it was asked last. Who asks takes turns: of those that wait, the first whose caller has the fewest running.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache

from fingerpost.core.cells import Cell
from fingerpost.core.errors import LimitExceeded
from fingerpost.core.limits import Limits, out_of_time
from fingerpost.core.watching import current_watch
from fingerpost.stores.protocol import Result
from fingerpost.stores.support.worker_process import Openable, WorkerProcess

_WAITING, _WAITING_EACH = 16, 8
"""Queries that may wait for a process, and those of one caller among them."""
_IDLE_S = 60.0
"""A process that was not asked for so long ends, and gives back the memory of its graph."""


@dataclass(eq=False)
class _Waiting:
    caller: str | None
    turn: threading.Event = field(default_factory=threading.Event)
    given_up: bool = False


@dataclass(eq=False)
class _Kept:
    opens: Openable
    process: WorkerProcess
    busy: bool = True
    used: float = 0.0


class WorkerPool:
    """Runs queries in at most `count` processes. Thread-safe."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._lock = threading.Lock()
        self._kept: list[_Kept] = []
        self._running: list[str | None] = []
        self._waiting: list[_Waiting] = []
        self._timer: threading.Timer | None = None

    def run(
        self,
        opens: Openable,
        text: str,
        parameters: Mapping[str, Cell],
        limits: Limits,
        *,
        width: int,
        caller: str | None,
    ) -> Result:
        """Run a query that a store took; waiting for a process is part of its time. Raises as `WorkerProcess.run`.

        Raises:
            LimitExceeded: also `limit.busy`: too many wait already.
        """
        started = time.monotonic()
        with self._turn(caller, limits), self._process(opens) as process:
            left = limits.time_ms - round((time.monotonic() - started) * 1000)
            if left <= 0:
                raise out_of_time(limits.time_ms)
            return process.run(text, parameters, limits.model_copy(update={"time_ms": left}), width=width)

    @contextmanager
    def _turn(self, caller: str | None, limits: Limits) -> Iterator[None]:
        """One of the places, held within the block."""
        asked = _Waiting(caller)
        with self._lock:
            if len(self._running) < self._count:
                self._running.append(caller)
                asked.turn.set()
            else:
                mine = sum(each.caller == caller for each in self._waiting)
                if len(self._waiting) >= _WAITING or mine >= _WAITING_EACH:
                    said = "too many long queries are waiting already"
                    raise LimitExceeded(said, code="limit.busy", hint="ask again later, or ask for less")
                self._waiting.append(asked)
        try:
            with current_watch().ended_by(asked.turn.set):
                asked.turn.wait(limits.time_ms / 1000)
        except BaseException:
            self._leave(asked)
            raise
        if not self._holds(asked):
            said = f"other queries were not finished after {limits.time_ms} ms"
            raise LimitExceeded(said, code="limit.time", hint=out_of_time(limits.time_ms).hint)
        try:
            yield
        finally:
            self._give_back(caller)

    def _holds(self, asked: _Waiting) -> bool:
        """Whether the turn has come; else nothing is waited for any more."""
        with self._lock:
            if asked in self._waiting:
                self._waiting.remove(asked)
                return False
            return True

    def _leave(self, asked: _Waiting) -> None:
        """Nobody waits for this any more, or it has its place, which another may have then."""
        if self._holds(asked):
            self._give_back(asked.caller)

    def _give_back(self, caller: str | None) -> None:
        with self._lock:
            self._running.remove(caller)
            if self._waiting:
                following = min(self._waiting, key=lambda each: self._running.count(each.caller))
                self._waiting.remove(following)
                self._running.append(following.caller)
                following.turn.set()

    @contextmanager
    def _process(self, opens: Openable) -> Iterator[WorkerProcess]:
        """A process that has, or will have, this graph open; nobody else has it within the block."""
        with self._lock:
            free = [kept for kept in self._kept if not kept.busy]
            chosen = next((kept for kept in free if kept.opens == opens), None)
            dropped = None
            if chosen is None:
                if len(self._kept) >= self._count:
                    dropped = min(free, key=lambda kept: kept.used)
                    self._kept.remove(dropped)
                chosen = _Kept(opens, WorkerProcess(opens.store, opens.folder, low_priority=True))
                self._kept.append(chosen)
            chosen.busy = True
        if dropped is not None:
            dropped.process.close()
        try:
            yield chosen.process
        finally:
            with self._lock:
                chosen.busy, chosen.used = False, time.monotonic()
                self._retire_later()

    def _retire_later(self) -> None:
        if self._timer is None:
            self._timer = threading.Timer(_IDLE_S, self._retire)
            self._timer.daemon = True
            self._timer.start()

    def _retire(self) -> None:
        """End what was not used for a while."""
        with self._lock:
            self._timer = None
            before = time.monotonic() - _IDLE_S
            idle = [kept for kept in self._kept if not kept.busy and kept.used <= before]
            self._kept = [kept for kept in self._kept if kept not in idle]
            if self._kept:
                self._retire_later()
        for kept in idle:
            kept.process.close()

    def close(self) -> None:
        """End every process. Closing twice is allowed."""
        with self._lock:
            kept, self._kept = self._kept, []
        for each in kept:
            each.process.close()


@cache
def shared_pool() -> WorkerPool:
    """The pool of this process: one for each core but one, and at least two."""
    return WorkerPool(max(2, (os.cpu_count() or 1) - 1))
