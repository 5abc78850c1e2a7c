"""Running the command line in this process, or in one of its own."""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import mock

from fingerpost.surfaces.cli.main import run

MODULE = (sys.executable, "-m", "fingerpost.surfaces.cli.main")


@dataclass(frozen=True)
class Ran:
    """How a run of the command line ended."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The one JSON document on standard output."""
        return json.loads(self.out)

    @property
    def error(self) -> dict[str, Any]:
        """The one JSON error on standard error."""
        (line,) = self.err.splitlines()
        error: dict[str, Any] = json.loads(line)["error"]
        return error


def environment(**extra: str) -> dict[str, str]:
    """The environment without what would change the command line, and with `extra`."""
    kept = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "TERM") and not k.startswith("FINGERPOST_")}
    return {**kept, "TERM": "xterm-256color", **extra}


class _Shown(io.TextIOWrapper):
    """A stream that says that it is a terminal."""

    def isatty(self) -> bool:
        return True


def cli(
    *arguments: str | os.PathLike[str],
    stdin: str | bytes = "",
    terminal: bool = False,
    encoding: str = "utf-8",
    **extra: str,
) -> Ran:
    """Run the command line in this process, with the streams and the environment that a process would have.

    What it writes goes to pipes, or to a terminal. Starting a process takes longer than most commands:
    `in_process_of_its_own` is for what only a process shows.
    """
    raw, written = io.BytesIO(_given(stdin)), [io.BytesIO(), io.BytesIO()]
    kind = _Shown if terminal else io.TextIOWrapper
    out, err = (kind(stream, encoding=encoding) for stream in written)
    with (
        mock.patch.dict(os.environ, environment(**extra), clear=True),
        mock.patch.object(sys, "stdin", io.TextIOWrapper(raw, encoding="utf-8", errors="surrogateescape")),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        code = run([os.fspath(argument) for argument in arguments])
    for stream in (out, err):
        stream.flush()
    return _checked(code, *(stream.getvalue() for stream in written))


def in_process_of_its_own(*arguments: str | os.PathLike[str], stdin: str | bytes = "", **extra: str) -> Ran:
    """Run the command line as a person does."""
    done = subprocess.run(
        [*MODULE, *arguments],
        input=_given(stdin),
        capture_output=True,
        env=environment(**extra),
        timeout=120,
        check=False,
    )
    return _checked(done.returncode, done.stdout, done.stderr)


def _given(stdin: str | bytes) -> bytes:
    return stdin.encode() if isinstance(stdin, str) else stdin


def _checked(code: int, out: bytes, err: bytes) -> Ran:
    """No run leaves a traceback."""
    ran = Ran(code, out.decode(), err.decode())
    assert "Traceback" not in ran.err, ran.err
    assert "internal" not in ran.err, ran.err
    return ran


def digest(folder: Path) -> dict[str, str]:
    """The SHA-256 of every file below a folder."""
    return {
        str(file.relative_to(folder)): hashlib.sha256(file.read_bytes()).hexdigest()
        for file in sorted(folder.rglob("*"))
        if file.is_file()
    }
