"""Fewer runs of the garbage collector while very many objects without cycles are made."""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_RARELY = 200_000
"""Objects that are made between two runs; by default it is 700."""
_lock = threading.Lock()
_inside = 0
_before = gc.get_threshold()


@contextmanager
def collecting_rarely() -> Iterator[None]:
    """Collect garbage rarely within, in all threads; loads may overlap. Where the collector is off, it stays off."""
    global _inside, _before
    with _lock:
        _inside += 1
        if _inside == 1:
            _before = gc.get_threshold()
            if _before[0]:
                gc.set_threshold(max(_RARELY, _before[0]), *_before[1:])
    try:
        yield
    finally:
        with _lock:
            _inside -= 1
            if _inside == 0:
                gc.set_threshold(*_before)
