"""The processes that this one has started."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path


def children() -> list[str]:
    """The processes that this one has started, where the system tells; else none.

    The system lists them by thread. When a thread ends, its file goes and its children pass to another thread, which
    may have been read before: then all are read again.
    """
    tasks = Path(f"/proc/{os.getpid()}/task")
    while True:
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            return sorted(
                word for path in tasks.glob("*/children") for word in path.read_text(encoding="ascii").split()
            )
