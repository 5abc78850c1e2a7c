"""The worker processes, seen from the event loop."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import threading
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from fingerpost.surfaces.http import workers
from fingerpost.surfaces.http.workers import Done

_LOG = logging.getLogger("fingerpost.http")


class Pool:
    """Worker processes with the same knowledge bases open. One that dies is replaced, and its work done again once."""

    def __init__(self, places: Mapping[str, str], count: int) -> None:
        self.places = dict(places)
        self.count = count
        self._lock = threading.Lock()
        self._executor = self._made()

    def _made(self) -> ProcessPoolExecutor:
        # Not forked: threads of the parent may hold locks that a copy would never see released.
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self.count, context, workers.prepare, (self.places,))

    async def start(self) -> None:
        """Start every worker, and wait until it has opened the knowledge bases."""
        loop, found = asyncio.get_running_loop(), set[int]()
        while len(found) < self.count:
            waiting = [loop.run_in_executor(self._executor, workers.ready, 0.05) for _ in range(self.count)]
            found |= set(await asyncio.gather(*waiting))

    async def work(self, kind: str, name: str, given: dict[str, Any]) -> Done:
        """Do a piece of work in a free worker. Raises what the work raises if it is not an error of ours."""
        loop = asyncio.get_running_loop()
        executor = self._executor
        try:
            return await loop.run_in_executor(executor, workers.work, kind, name, given)
        except BrokenProcessPool:
            _LOG.warning("a worker process died and is replaced")
            self._replace(executor)
            return await loop.run_in_executor(self._executor, workers.work, kind, name, given)

    def _replace(self, broken: ProcessPoolExecutor) -> None:
        with self._lock:
            if self._executor is broken:
                self._executor = self._made()
        broken.shutdown(wait=False)

    def close(self) -> None:
        """Let running work end, and end the workers."""
        self._executor.shutdown(wait=True, cancel_futures=True)
