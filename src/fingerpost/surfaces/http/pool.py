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
    """A piece of work, who is to get its result and its steps, and the way to the worker that has it."""

    job: Job
    tell: Callable[[dict[str, Any]], None]
    future: Future[Done] = field(default_factory=Future)
    connection: Connection | None = None


class Pool:
    """Worker processes with the same knowledge bases open. One that dies is replaced, and its work begun again once.

    A thread for each worker gives it one piece of work after another and hands on what it tells.
    """

    def __init__(self, places: Mapping[str, str], count: int) -> None:
        self.places = dict(places)
        self.count = count
        self._numbers = itertools.count(1)
        self._waiting: queue.SimpleQueue[_Asked | None] = queue.SimpleQueue()
        self._sending = threading.Lock()
        self._threads: list[threading.Thread] = []
        self._ready = threading.Semaphore(0)

    async def start(self) -> None:
        """Start every worker, and wait until each has opened the knowledge bases."""
        started = [_Worker(self.places) for _ in range(self.count)]
        self._threads = [threading.Thread(target=self._serve, args=(one,), daemon=True) for one in started]
        for thread in self._threads:
            thread.start()
        for _ in self._threads:
            await asyncio.to_thread(self._ready.acquire)

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
            with self._sending, suppress(OSError):  # a worker that has died has ended it, too
                if asked.connection is not None:
                    asked.connection.send(asked.job.number)
            raise

    def _serve(self, worker: _Worker) -> None:
        """Keep one worker at work until the pool is closed."""
        worker.wait_until_open()
        self._ready.release()
        while (asked := self._waiting.get()) is not None:
            if not asked.future.set_running_or_notify_cancel():
                continue  # nobody waits for it any more
            for tries_left in reversed(range(_TRIES)):
                try:
                    asked.future.set_result(self._done(worker, asked))
                except WorkerDied as error:
                    _LOG.warning("a worker process died and is replaced")
                    worker.end()
                    worker = _Worker(self.places)
                    worker.wait_until_open()
                    if tries_left:
                        continue
                    asked.future.set_exception(error)
                except workers.WorkFailed as error:
                    asked.future.set_exception(error)
                break
        worker.end()

    def _done(self, worker: _Worker, asked: _Asked) -> Done:
        """What a worker makes of a piece of work. Raises as `work`."""
        try:
            with self._sending:
                worker.connection.send(asked.job)
                asked.connection = worker.connection
            while not isinstance(told := worker.connection.recv(), (Done, workers.WorkFailed)):
                asked.tell(told)
        except (EOFError, OSError) as error:
            raise WorkerDied("a worker process died") from error
        finally:
            with self._sending:
                asked.connection = None
        if isinstance(told, workers.WorkFailed):
            raise told
        return told

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
    """One worker process, and the way to it."""

    def __init__(self, places: Mapping[str, str]) -> None:
        # Not forked: threads of the parent may hold locks that a copy would never see released.
        context = multiprocessing.get_context("spawn")
        self.connection, theirs = context.Pipe()
        self._process = context.Process(target=workers.serve, args=(theirs, dict(places)), daemon=True)
        self._process.start()
        theirs.close()

    def wait_until_open(self) -> None:
        """Wait until it has opened the knowledge bases."""
        with suppress(EOFError, OSError):  # what it died of shows when it is given work
            self.connection.recv()

    def end(self) -> None:
        """Close the way to it, at which it ends by itself."""
        self.connection.close()
        self._process.join()
