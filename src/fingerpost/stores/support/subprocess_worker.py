"""What runs in the process that `child` starts: it opens a graph and answers queries until its input ends."""

from __future__ import annotations

import importlib
import json
import os
import signal
import sys
from pathlib import Path
from typing import Any, BinaryIO

from fingerpost.core.cells import decode, encode
from fingerpost.core.errors import FingerpostError
from fingerpost.core.limits import Limits, out_of_memory

_LATE_S = 2.0
"""Beyond its time, a query ends this process even if nobody is left to do so."""
_NICE = 5
_MIB = 1024 * 1024
_SET_ASIDE_MB = 24
"""What the process had set aside before and did not use yet, which a query fills beside what it takes (measured)."""


def serve(store: str, folder: str, priority: str = "") -> None:
    """Open the graph in a folder, say so, and answer each line of the input with one of the output.

    With the priority `low`, other processes have the processor first, most of all once the graph is open.
    """
    if priority == "low":
        _yield()
    output = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    module, _, name = store.partition(":")
    try:
        opened = getattr(importlib.import_module(module), name).open(folder)
    except FingerpostError as error:
        _say(output, _failure(type(error).__name__, error.message, error.code, error.details, error.hint))
        return
    taken = _taken()
    if priority == "low":
        _yield()
    _say(output, {})
    for line in sys.stdin.buffer:
        asked = json.loads(line)
        limits = Limits(**asked["limits"])
        _limit(limits, taken)
        _say(output, _answered(opened, asked, limits))
        _watch(0)


def _yield() -> None:
    """Let other processes have the processor before this one, where the platform can do that."""
    if sys.platform != "win32":
        os.nice(_NICE)


def _say(output: BinaryIO, message: dict[str, Any]) -> None:
    output.write(json.dumps(message).encode() + b"\n")
    output.flush()


def _answered(store: Any, asked: dict[str, Any], limits: Limits) -> dict[str, Any]:
    further = {} if asked["width"] is None else {"width": asked["width"]}
    try:
        columns, rows, total = store.answer(asked["text"], decode(asked["parameters"]), limits, **further)
        return {"columns": columns, "rows": [[encode(cell) for cell in row] for row in rows], "total": total}
    except FingerpostError as error:
        return _failure(type(error).__name__, error.message, error.code, error.details, error.hint)
    except MemoryError:
        full = out_of_memory(limits.memory_mb)
        return _failure("LimitExceeded", full.message, full.code, full.details, full.hint)
    except RecursionError:
        return _failure("StoreError", "the result nests too deeply", "store.failed", {})


def _failure(kind: str, message: str, code: str, details: dict[str, Any], hint: str | None = None) -> dict[str, Any]:
    return {"error": kind, "message": message, "code": code, "details": details, "hint": hint}


def _limit(limits: Limits, taken: int | None) -> None:
    """Bound the time of this process, and what it may take beyond what it had taken, where the platform can."""
    _watch(limits.time_ms / 1000 + _LATE_S)
    if sys.platform == "win32" or taken is None:
        return
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    usable = limits.memory_mb - max(limits.memory_mb / 16, min(_SET_ASIDE_MB, limits.memory_mb / 2))
    bound = taken + int(usable * _MIB)
    resource.setrlimit(resource.RLIMIT_AS, (bound if hard == resource.RLIM_INFINITY else min(bound, hard), hard))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _watch(seconds: float) -> None:
    """Have the system end this process after so many seconds; 0 is never."""
    if sys.platform != "win32":
        signal.setitimer(signal.ITIMER_REAL, seconds)


def _taken() -> int | None:
    """Address space in use, in bytes; None if that is unknown."""
    try:
        pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[0]
    except OSError:
        return None
    return int(pages) * os.sysconf("SC_PAGE_SIZE")
