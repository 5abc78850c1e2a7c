"""The worker processes, seen from the event loop."""

from __future__ import annotations

import asyncio
import itertools
import logging
import multiprocessing
import queue
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

from fingerpost.core.spans import carried
from fingerpost.surfaces.http import workers
from fingerpost.surfaces.http.workers import Done, Job

_LOG = logging.getLogger("fingerpost.http")
_TRIES = 2
"""How often a piece of work is begun, if the worker dies."""

OnStep = Callable[[dict[str, Any]], None]
"""Called in the event loop with each step that work takes: its name and milliseconds."""


class WorkerDied(Exception):
    """A worker process ended while it worked."""


@dataclass
class _Asked:
    """A piece of work, who is to get its result and its steps, and the worker that has it."""

    job: Job
    tell: Callable[[dict[str, Any]], None]
    future: Future[Done] = field(default_factory=Future)
    worker: _Worker | None = None
    tries_left: int = _TRIES


class Pool:
    """Worker processes with the same knowledge bases open. One that dies is replaced, and its work begun again once.

    A thread for each worker gives it one piece of work after another. What waits for a model or a slow
    database counts no more.
    """

    def __init__(self, places: Mapping[str, str], count: int) -> None:
        self.places = dict(places)
        self.count = count
        self._numbers = itertools.count(1)
        self._waiting: queue.SimpleQueue[_Asked | None] = queue.SimpleQueue()
        self._threads: list[threading.Thread] = []

    async def start(self) -> None:
        """Start every worker, and wait until each has opened the knowledge bases."""
        started = [_Worker(self.places) for _ in range(self.count)]
        for worker in started:
            await asyncio.to_thread(worker.opened.wait)
        self._threads = [threading.Thread(target=self._serve, args=(one,), daemon=True) for one in started]
        for thread in self._threads:
            thread.start()

    async def work(self, kind: str, name: str, given: dict[str, Any], on_step: OnStep | None = None) -> Done:
        """Do a piece of work in a free worker. Cancelling ends it.

        Raises:
            WorkFailed: a bug ended it.
            WorkerDied: so many workers died of it.
        """
        loop = asyncio.get_running_loop()

        def tell(step: dict[str, Any]) -> None:
            if on_step is not None:
                loop.call_soon_threadsafe(on_step, step)

        asked = _Asked(Job(next(self._numbers), kind, name, given, on_step is not None, carried()), tell)
        self._waiting.put(asked)
        try:
            return await asyncio.wrap_future(asked.future)
        except asyncio.CancelledError:
            if asked.worker is not None:
                asked.worker.give_up(asked)
            raise

    def _serve(self, worker: _Worker) -> None:
        """Give one worker work until the pool is closed."""
        while (asked := self._waiting.get()) is not None:
            if asked.future.set_running_or_notify_cancel():  # else nobody waits for it any more
                worker.begin(asked)
                worker.wait_until_free()
        worker.close()

    def close(self) -> None:
        """Let running work end, and end the workers; what waits is not begun. Closing twice is allowed."""
        with suppress(queue.Empty):
            while True:
                asked = self._waiting.get_nowait()
                if asked is not None:
                    asked.future.cancel()
        for _ in self._threads:
            self._waiting.put(None)
        for thread in self._threads:
            thread.join()


class _Worker:
    """One worker process, the work that it has, and a thread that hears it and replaces it when it dies."""

    def __init__(self, places: Mapping[str, str]) -> None:
        self._places = places
        self._changed = threading.Condition()
        self._has: dict[int, _Asked] = {}
        self._counted: set[int] = set()
        self._closing = False
        self.opened = threading.Event()
        self._connection, self._process = _started(places)
        threading.Thread(target=self._hear, daemon=True).start()

    def begin(self, asked: _Asked) -> None:
        """Send it a piece of work."""
        asked.worker = self
        with self._changed:
            self._has[asked.job.number] = asked
            self._counted.add(asked.job.number)
            self._send(asked.job)
            self._changed.notify_all()

    def give_up(self, asked: _Asked) -> None:
        """End a piece of work that nobody waits for any more."""
        with self._changed:
            asked.tries_left = 0
            if asked.job.number in self._has:
                self._send(asked.job.number)

    def wait_until_free(self) -> None:
        """Wait until there is time for more: all that it has is done, or waits for others."""
        with self._changed:
            self._changed.wait_for(lambda: not self._counted)

    def close(self) -> None:
        """End it when its work is done."""
        with self._changed:
            self._changed.wait_for(lambda: not self._has)
            self._closing = True
            self._send(None)
            self._changed.notify_all()
        self._process.join()

    def _send(self, what: object) -> None:
        with suppress(OSError):  # it has died, and whoever hears it will notice
            self._connection.send(what)

    def _hear(self) -> None:
        while True:
            with suppress(EOFError, OSError):
                self._connection.recv()  # the first: it has opened the knowledge bases
                self.opened.set()
                while True:
                    self._heard(*self._connection.recv())
            self.opened.set()  # what it died of shows when it is given work
            with self._changed:
                self._changed.wait_for(lambda: self._has or self._closing)
            if self._closing:
                return
            self._replace()

    def _heard(self, number: int, told: object) -> None:
        if (asked := self._has.get(number)) is None:
            return  # it is over: a thread that it left behind still tells something
        if isinstance(told, dict):
            asked.tell(told)
            return
        with self._changed:
            self._counted.discard(number)
            if told != workers.ASIDE:
                del self._has[number]
            self._changed.notify_all()
        if isinstance(told, Done):
            asked.future.set_result(told)
        elif isinstance(told, workers.WorkFailed):
            asked.future.set_exception(told)

    def _replace(self) -> None:
        """Go on with another process, which begins again what this one had, or some of it for the last time."""
        _LOG.warning("a worker process died and is replaced")
        self._connection.close()
        self._process.join()
        connection, process = _started(self._places)
        with self._changed:
            self._connection, self._process = connection, process
            for number, asked in list(self._has.items()):
                asked.tries_left -= 1
                if asked.tries_left > 0:
                    self._counted.add(number)
                    self._send(asked.job)
                    continue
                del self._has[number]
                self._counted.discard(number)
                asked.future.set_exception(WorkerDied("a worker process died"))
            self._changed.notify_all()


def _started(places: Mapping[str, str]) -> tuple[Connection, BaseProcess]:
    """A new worker process, and the way to it."""
    # Not forked: threads of the parent may hold locks that a copy would never see released.
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=workers.serve, args=(theirs, dict(places)), daemon=True)
    process.start()
    theirs.close()
    return ours, process
