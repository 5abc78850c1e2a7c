"""Whether this process is shared, as a server's is: then no long query may block others.

Found through a context variable, so that a store sees it wherever it runs a query.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sharing:
    """A share of a process: how many milliseconds one query may take in it, and who asks, if that is known.

    What takes longer is begun again in another process, where those who ask take turns.
    """

    here_ms: int
    caller: str | None = None


_CURRENT: ContextVar[Sharing | None] = ContextVar("fingerpost_sharing", default=None)


def current_sharing() -> Sharing | None:
    """The share that the work of this thread has; None in a process that is not shared."""
    return _CURRENT.get()


@contextmanager
def sharing(share: Sharing) -> Iterator[None]:
    """Work within the block has this share of the process."""
    token = _CURRENT.set(share)
    try:
        yield
    finally:
        _CURRENT.reset(token)
