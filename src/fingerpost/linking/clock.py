"""What time it is for a question: "last week" is counted from there."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_set: ContextVar[dt.datetime | None] = ContextVar("now", default=None)


def now() -> dt.datetime:
    """The time that was set, else the machine's."""
    return _set.get() or dt.datetime.now().astimezone()


@contextmanager
def at(moment: dt.datetime) -> Iterator[None]:
    """Let questions be asked at this time."""
    token = _set.set(moment)
    try:
        yield
    finally:
        _set.reset(token)
