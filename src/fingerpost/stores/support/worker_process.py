"""A process of one's own for queries that an engine may not be able to end: it is killed when their time is over.

The process is kept, with the graph open, for the next such query. It is a fresh interpreter, never a fork, and speaks
lines of JSON over its standard input and output.
"""

from __future__ import annotations

import json
import os
import select
import subprocess
import threading
import time
import weakref
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fingerpost.core.cells import Cell, decode, encode
from fingerpost.core.errors import (
    FingerpostError,
    KnowledgeBaseError,
    LimitExceeded,
    MissingExtra,
    StoreError,
    UnsupportedConstruct,
)
from fingerpost.core.limits import Limits, out_of_memory, out_of_time
from fingerpost.core.processes import close_pipes, command_of, program_of
from fingerpost.core.watching import current_watch
from fingerpost.stores.protocol import Result

_GRACE_MS = 50
"""What an engine has beyond the limit to end a query by itself, which keeps the process."""
_START_S = 120
_PROGRAM = program_of("fingerpost.stores.support.subprocess_worker", "serve(*sys.argv[2:])")
_ERRORS: dict[str, type[FingerpostError]] = {
    kind.__name__: kind for kind in (KnowledgeBaseError, LimitExceeded, MissingExtra, StoreError, UnsupportedConstruct)
}


@dataclass(frozen=True, slots=True)
class Openable:
    """What another process can open: the class that reads a folder, as `module:class`, and the folder."""

    store: str
    folder: Path


class WorkerProcess:
    """Runs queries about one graph in another process, one at a time. Safe to use from several threads.

    `store` names the class that reads the folder, as `module:class`; it has `open` and `answer`. With `low_priority`,
    other processes have the processor first, where the platform can do that. `opens_s` are seconds for opening the
    graph that are no part of a query's time.
    """

    def __init__(self, store: str, folder: Path, *, low_priority: bool = False, opens_s: float = 0.0) -> None:
        self._opens_s = opens_s
        self._opens = Openable(store, folder)
        self._low_priority = low_priority
        self._lock = threading.Lock()
        self._process: _Process | None = None
        self._closed = False

    def run(self, text: str, parameters: Mapping[str, Cell], limits: Limits, *, width: int | None = None) -> Result:
        """Run a query that a store took.

        Its time counts from here; opening the graph, where it must, is part of it from `opens_s` on.

        `width` goes to the store's `answer`, where it takes one.

        Raises:
            LimitExceeded: `limit.time` or `limit.memory`; the process was ended, and the next one starts. If the time
                is over before the graph is open, the process goes on opening it for the next query.
            StoreError: it failed.
            QuestionError: `question.cancelled`; the process was ended.
        """
        called = time.perf_counter()
        is_open = self._process is not None and self._process.opened
        free_s = 0.0 if is_open else self._opens_s
        if not self._lock.acquire(timeout=free_s + limits.time_ms / 1000):
            said = f"other queries were not finished after {limits.time_ms} ms"
            raise LimitExceeded(said, code="limit.time", hint=out_of_time(limits.time_ms).hint)
        replied = False
        try:
            if not self._opening().has_answered(called + free_s + limits.time_ms / 1000 - time.perf_counter()):
                replied = True  # nothing was asked yet
                raise out_of_time(limits.time_ms, {"opening": True})
            process = self._ready()
            waited_ms = max(0, round((time.perf_counter() - called - free_s) * 1000))
            left = limits.model_copy(update={"time_ms": max(1, limits.time_ms - waited_ms)})
            asked = {"text": text, "parameters": encode(dict(parameters)), "limits": left.model_dump(), "width": width}
            started = time.perf_counter()
            with current_watch().ended_by(process.kill):
                reply = process.ask(asked, (left.time_ms + _GRACE_MS) / 1000)
            replied = True
            if reply is None:
                raise self._ended(process, limits)
            if reply.get("code") == "limit.time":
                raise out_of_time(limits.time_ms)  # of all of its time, of which the process had what was left
            return _result(reply, (time.perf_counter() - started) * 1000)
        finally:
            if not replied:  # broken off, by whatever: its answer would be taken for that of the next query
                self._drop()
            self._lock.release()

    def start(self) -> None:
        """Start the process, if it does not run, and wait until it has opened the graph. Raises as opening does."""
        with self._lock:
            self._ready()

    def _opening(self) -> _Process:
        """The process, which has opened the graph or is about to."""
        if self._process is None or not self._process.usable():
            self._process = self._start()
        return self._process

    def _ready(self) -> _Process:
        """The process, once it has opened the graph."""
        process = self._opening()
        if not process.opened:
            said = process.answer(_START_S)
            if said is None or "error" in said:
                self._drop()
                if self._closed:
                    raise _closed()
                raise _error(said) if said else StoreError("the process for queries that may run away did not start")
        process.opened = True
        return process

    def _start(self) -> _Process:
        if self._closed:
            raise _closed()
        return _Process(self._opens, low_priority=self._low_priority)

    def _ended(self, process: _Process, limits: Limits) -> StoreError:
        """Why a process is no more; another one is started."""
        by_us, status = process.timed_out, process.end()
        self._process = None
        if self._closed:
            return _closed()
        self._process = self._start()
        details = {"status": status}
        if by_us:
            return out_of_time(limits.time_ms, details)
        if status in _OUT_OF_MEMORY:
            return out_of_memory(limits.memory_mb, details)
        return StoreError("the query crashed the process that ran it", details=details)

    def _drop(self) -> None:
        if self._process is not None:
            self._process.end()
        self._process = None

    def close(self) -> None:
        """End the process. Closing twice is allowed."""
        self._closed = True
        self._drop()


_OUT_OF_MEMORY = frozenset((-6, -9))
"""Signals that end a process that gets no more memory: it aborts, or is killed from outside."""


def _closed() -> StoreError:
    return StoreError("this store is closed", code="store.closed")


def _error(reply: dict[str, Any]) -> FingerpostError:
    kind = _ERRORS.get(reply["error"], StoreError)
    return kind(reply["message"], code=reply["code"], hint=reply["hint"], details=reply["details"])


def _result(reply: dict[str, Any], milliseconds: float) -> Result:
    if "error" in reply:
        raise _error(reply)
    rows = tuple(tuple(decode(cell) for cell in row) for row in reply["rows"])
    return Result(tuple(reply["columns"]), rows, reply["total"] > len(rows), reply["total"], milliseconds)


class _Process:
    """One interpreter that serves queries; ended when nobody holds it any more, or when this process ends."""

    def __init__(self, opens: Openable, *, low_priority: bool) -> None:
        command = command_of(_PROGRAM, opens.store, str(opens.folder), *(["low"] if low_priority else []))
        self._popen = subprocess.Popen(  # noqa: S603 - our own interpreter
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=_environment()
        )
        self._finalizer = weakref.finalize(self, _end, self._popen, os.getpid())
        self.opened = False
        self.timed_out = False

    def usable(self) -> bool:
        """Whether it runs, and was started here and not before a fork."""
        return self._finalizer.alive and self._popen.poll() is None

    def ask(self, message: Mapping[str, Any], seconds: float) -> dict[str, Any] | None:
        """Send a message and wait for its answer (see `answer`)."""
        assert self._popen.stdin is not None
        try:
            self._popen.stdin.write(json.dumps(message).encode() + b"\n")
            self._popen.stdin.flush()
        except TimeoutError:
            raise  # of our host's making: pipes have none
        except (OSError, ValueError):
            return None
        return self.answer(seconds)

    def has_answered(self, seconds: float) -> bool:
        """Whether it has opened the graph, or failed to, within some seconds."""
        if self.opened:
            return True
        assert self._popen.stdout is not None
        try:
            return bool(select.select([self._popen.stdout], [], [], max(0.0, seconds))[0])
        except TimeoutError:
            raise  # of our host's making: `select` has none
        except (OSError, ValueError):
            return True  # it has ended

    def answer(self, seconds: float) -> dict[str, Any] | None:
        """Its next message; None if it ended, or was killed at the time limit."""
        assert self._popen.stdout is not None
        timer = threading.Timer(seconds, self._time_out)
        timer.daemon = True
        timer.start()
        try:
            line = self._popen.stdout.readline()
        except TimeoutError:
            raise  # of our host's making: pipes have none
        except (OSError, ValueError):
            return None
        finally:
            timer.cancel()
        if not line.endswith(b"\n"):
            return None
        said: dict[str, Any] = json.loads(line)
        return said

    def _time_out(self) -> None:
        self.timed_out = True
        self.kill()

    def kill(self) -> None:
        """End it from another thread; whoever waits for its answer gets None."""
        self._popen.kill()

    def end(self) -> int | None:
        """End it and let go of it; its exit status, where it had ended by itself."""
        self._finalizer()
        return self._popen.returncode


def _environment() -> dict[str, str]:
    """One heap, and none set aside: what allocators reserve is address space, which is what is limited."""
    return {**os.environ, "MALLOC_ARENA_MAX": "1", "MIMALLOC_ARENA_RESERVE": "0"}


def _end(popen: subprocess.Popen[bytes], owner: int) -> None:
    if os.getpid() == owner:
        popen.kill()
        popen.wait()
    close_pipes(popen)
