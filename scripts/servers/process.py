"""A server's process and its folder: ended and removed together, also when the process that started them is killed."""

from __future__ import annotations

import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

_GUARD = Path(__file__).with_name("guard.py")
_PORTS = range(15_000, 32_000)


class Place:
    """A temporary folder with a guard, and at most one server process in it."""

    def __init__(self, prefix: str) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix=prefix)).resolve()
        self._process: subprocess.Popen[bytes] | None = None
        command = [sys.executable, "-I", "-S", str(_GUARD), str(self.folder), str(os.getpid())]
        # A session of its own: what ends the group of the tests does not end the guard.
        self._guard = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
        )

    def launch(self, command: Sequence[str], output: Path, environment: Mapping[str, str]) -> None:
        """Starts the process, its output appended to a file; one that ended by itself makes room."""
        self.end(signal.SIGKILL, 10)
        with output.open("ab") as file:
            self._process = subprocess.Popen(
                command,
                cwd=self.folder,
                env=dict(environment),
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        self._say(f"+{self._process.pid}")

    @property
    def pid(self) -> int | None:
        """The process that runs, or none."""
        if self._process is None or self._process.poll() is not None:
            return None
        return self._process.pid

    def signal(self, number: int) -> None:
        """Sends a signal to the process where it runs; one that stops it has done so when this returns."""
        if self._process is None:
            return
        self._process.send_signal(number)
        if number == signal.SIGSTOP:
            _await_stop(self._process.pid)

    def end(self, number: int, within_s: float) -> None:
        """Ends the process with a signal, and with SIGKILL where it takes longer than that."""
        if self._process is None:
            return
        self.signal(number)
        self.signal(signal.SIGCONT)
        try:
            self._process.wait(within_s)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._say(f"-{self._process.pid}")
        self._process = None

    def close(self) -> None:
        """Kills what still runs and removes the folder."""
        self.end(signal.SIGKILL, 10)
        if self._guard.stdin is not None:
            self._guard.stdin.close()
        self._guard.wait()

    def _say(self, line: str) -> None:
        if self._guard.stdin is not None and self._guard.poll() is None:
            self._guard.stdin.write(line.encode() + b"\n")
            self._guard.stdin.flush()


def free_port() -> int:
    """A port of 127.0.0.1 that nothing listens on, below those that systems hand out to outgoing connections.

    So nobody takes it while a server that has it is down for a restart.
    """
    for port in random.sample(_PORTS, 200):
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise OSError("no port of 127.0.0.1 is free")


def _await_stop(pid: int, within_s: float = 5.0) -> None:
    """Waits until all threads stand still: a busy one may answer once more after the signal was sent."""
    end = time.monotonic() + within_s
    while time.monotonic() < end:
        try:
            stats = [path.read_text() for path in Path(f"/proc/{pid}/task").glob("*/stat")]
        except OSError:  # a thread, or the process, ended in between
            continue
        if all(stat.rpartition(")")[2].split()[0] in "TZX" for stat in stats):
            return
        time.sleep(0.005)
