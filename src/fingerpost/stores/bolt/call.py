"""One exchange with a server, in a thread of its own, that its caller can give up.

A server does not end every query at its time limit (one large expression of Neo4j runs on), and one that was stopped
answers nothing at all. So whoever waits does so for a time; then the connection is cut, which ends the thread too.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, Generic, TypeVar

import neo4j

from fingerpost.core.watching import current_watch

T = TypeVar("T")
CONNECT_S = 5.0
"""How long a connection may take to be made."""
_LOOK_S = 0.02
_SOON_S = 0.25
"""How long a query may take before others use the time."""
_PAGE = 1_000
_PAGES_AHEAD = 8


class GaveUp(Exception):
    """The time is over; `connected` tells whether the server had taken the query."""

    def __init__(self, *, connected: bool) -> None:
        super().__init__("the time is over")
        self.connected = connected


class Failed(Exception):
    """The job raised `cause`: distinguishes it from what is raised in the waiting thread."""

    def __init__(self, cause: BaseException) -> None:
        super().__init__(str(cause))
        self.cause = cause


class Call(Generic[T]):
    """Runs a job with a session of its own."""

    def __init__(self, open_session: Callable[[], neo4j.Session], job: Callable[[neo4j.Session], T]) -> None:
        self._open_session = open_session
        self._job = job
        self._session: neo4j.Session | None = None
        self._done = threading.Event()
        self._result: T | None = None
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._work, name="fingerpost-bolt", daemon=True)
        self._thread.start()

    def _work(self) -> None:
        try:
            self._session = self._open_session()
            self._result = self._job(self._session)
        except BaseException as error:
            self._error = error
        finally:
            self._done.set()  # what closing discards, nobody waits for
            if self._session is not None:
                _close(self._session)

    def result(self, seconds: float) -> T:
        """What the job returned, once a connection is made and so many seconds after that.

        Raises:
            GaveUp: it did not return in time; the connection is cut.
            Failed: the job raised something.
            QuestionError: `question.cancelled`; the connection is cut.
        """
        try:
            with current_watch().ended_by(self.cut):
                self._wait(seconds)
        except BaseException:
            self.cut()
            raise
        if self._error is not None:
            raise Failed(self._error) from self._error
        return self._result  # type: ignore[return-value] # it is there where nothing was raised

    def _wait(self, seconds: float) -> None:
        started = time.monotonic()
        while not (connected := self._connection() is not None) and time.monotonic() < started + CONNECT_S:
            if self._done.wait(_LOOK_S):
                return
        if self._done.wait(min(seconds, _SOON_S)):
            return
        current_watch().set_aside()
        if not self._done.wait(max(0, seconds - _SOON_S)):
            raise GaveUp(connected=connected or self._connection() is not None)  # between two queries it has none

    def _connection(self) -> Any:
        """The connection that the session has now; the driver has no public name for it."""
        return getattr(self._session, "_connection", None)

    def cut(self) -> None:
        """Close the connection, whatever goes over it."""
        kill = getattr(self._connection(), "kill", None)
        if kill is not None:
            kill()

    def end(self, seconds: float) -> None:
        """Cut the connection, also one that is just being made, until the session is closed or the time is over."""
        deadline = time.monotonic() + seconds
        while self._thread.is_alive() and time.monotonic() < deadline:
            self.cut()
            self._thread.join(_LOOK_S)


def _close(session: neo4j.Session) -> None:
    """Close a session. Where its connection was closed under it, the driver raises anything and leaves it open."""
    try:
        session.close()
    except Exception:
        let_go = getattr(session, "_handle_cancellation", None)  # the driver has no public way for it
        if let_go is not None:
            let_go("close")
        with suppress(Exception):
            session.close()


def pages(
    start: Callable[[Callable[[neo4j.Session], None]], Call[None]],
    run: Callable[[neo4j.Session], neo4j.Result],
    stall_s: float,
) -> Iterator[list[neo4j.Record]]:
    """The records of a result, page by page, while the next are fetched by a call that `start` gives.

    Raises:
        GaveUp: no page came for so many seconds.
        Failed: the driver raised something.
    """
    ready: queue.Queue[list[neo4j.Record]] = queue.Queue(maxsize=_PAGES_AHEAD)
    stopped = threading.Event()

    def put(page: list[neo4j.Record]) -> None:
        while not stopped.is_set():
            try:
                ready.put(page, timeout=0.1)
                return
            except queue.Full:
                continue

    def read(session: neo4j.Session) -> None:
        try:
            result = run(session)
            while not stopped.is_set() and (page := result.fetch(_PAGE)):
                put(page)
        finally:
            put([])

    call = start(read)
    try:
        while True:
            try:
                page = ready.get(timeout=stall_s)
            except queue.Empty:
                raise GaveUp(connected=True) from None
            if not page:
                call.result(stall_s)
                return
            yield page
    finally:
        stopped.set()
        call.cut()
