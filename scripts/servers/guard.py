"""Ends a server and removes its folder when the process that started it is gone, however it went.

    python guard.py FOLDER PARENT

Reads `+PID` and `-PID` lines that say which processes run. When its input ends or its parent changes, it kills what
still runs and removes the folder. It is a script of its own with nothing but the standard library, so that it starts
quickly and outlives a test run that is killed.
"""

from __future__ import annotations

import os
import select
import shutil
import signal
import sys
import time
from pathlib import Path

_LOOK_S = 0.5
_REMOVE_S = 10.0


def watch(folder: Path, parent: int) -> None:
    """Waits until the parent is gone or lets go, then cleans up after it."""
    running: set[int] = set()
    said = b""
    while True:
        # Input is read before the parent is checked: it may be gone before this begins.
        if not select.select([0], [], [], _LOOK_S)[0]:
            if os.getppid() == parent:
                continue
            break
        read = os.read(0, 4096)
        if not read:
            break
        *lines, said = (said + read).split(b"\n")
        for line in lines:
            (running.add if line.startswith(b"+") else running.discard)(int(line[1:]))
    for pid in running:
        _kill(pid)
    _remove(folder)


def _kill(pid: int) -> None:
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        return


def _remove(folder: Path) -> None:
    """Removes a folder, again while a process that is being killed still writes to it."""
    until = time.monotonic() + _REMOVE_S
    while folder.exists() and time.monotonic() < until:
        shutil.rmtree(folder, ignore_errors=True)
        if folder.exists():
            time.sleep(0.05)


if __name__ == "__main__":
    watch(Path(sys.argv[1]), int(sys.argv[2]))
