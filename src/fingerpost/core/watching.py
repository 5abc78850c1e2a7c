"""A watch on a running question: it is told each step, and can cancel the work.

It is found through a context variable, so that a query or a call of a model can be cancelled however deep in the work
it runs. `asyncio.to_thread` passes the variable on; other threads do not.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from fingerpost.core.errors import QuestionError
from fingerpost.core.step import Step

OnStep = Callable[[Step], None]
"""Called with each step of a question when it has been taken, on the thread that takes it."""


class Watch:
    """Somebody who waits for an answer. `cancel` may be called from any thread.

    `on_aside` is called when the work begins to wait for a language model or a slow database, and `on_draft` with each
    sentence of an answer that a model still writes.
    """

    def __init__(
        self,
        on_step: OnStep | None = None,
        on_aside: Callable[[], None] | None = None,
        on_draft: Callable[[str], None] | None = None,
    ) -> None:
        self._on_step, self._on_aside, self.on_draft = on_step, on_aside, on_draft
        self._lock = threading.Lock()
        self._cancelled = False
        self._ends: list[Callable[[], None]] = []

    def taken(self, step: Step) -> None:
        """Tell of a step."""
        if self._on_step is not None:
            self._on_step(step)

    def set_aside(self) -> None:
        """Tell that the work waits for a language model or a slow database."""
        if self._on_aside is not None:
            self._on_aside()

    def cancel(self) -> None:
        """End the work: what is running now is ended if it can be, and nothing follows it."""
        with self._lock:  # held meanwhile, so that nothing is ended that has already given way to other work
            self._cancelled = True
            for end in self._ends:
                end()

    @property
    def cancelled(self) -> bool:
        """Whether nobody waits any more."""
        return self._cancelled

    def check(self) -> None:
        """Raise `QuestionError` (`question.cancelled`) if nobody waits any more."""
        if self._cancelled:
            raise QuestionError("the question was cancelled", code="question.cancelled")

    @contextmanager
    def ended_by(self, end: Callable[[], None]) -> Iterator[None]:
        """Call `end`, which must be quick, if the watch is cancelled during the block; that then raises as `check`."""
        with self._lock:
            self.check()
            self._ends.append(end)
        try:
            yield
        finally:
            with self._lock:
                self._ends.remove(end)
            self.check()


_NOBODY = Watch()
_CURRENT: ContextVar[Watch] = ContextVar("fingerpost_watch", default=_NOBODY)


def current_watch() -> Watch:
    """Who waits for the work of this thread; without a known one, nobody, who never cancels."""
    return _CURRENT.get()


@contextmanager
def watched(watch: Watch) -> Iterator[None]:
    """Work within the block is for this watch."""
    token = _CURRENT.set(watch)
    try:
        yield
    finally:
        _CURRENT.reset(token)
