"""Running the command line as a person does, or in this process."""

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


def cli(*arguments: str | os.PathLike[str], stdin: str | bytes = "", **extra: str) -> Ran:
    """Run the command line in a process of its own; no run leaves a traceback."""
    given = stdin.encode() if isinstance(stdin, str) else stdin
    done = subprocess.run(
        [*MODULE, *arguments], input=given, capture_output=True, env=environment(**extra), timeout=120, check=False
    )
    ran = Ran(done.returncode, done.stdout.decode(), done.stderr.decode())
    assert "Traceback" not in ran.err, ran.err
    assert "internal" not in ran.err, ran.err
    return ran


def inside(*arguments: str | os.PathLike[str]) -> Ran:
    """Run the command line in this process: quicker, for what `cli` has shown to end well in its own."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = run([os.fspath(argument) for argument in arguments])
    return Ran(code, out.getvalue(), err.getvalue())


def digest(folder: Path) -> dict[str, str]:
    """The SHA-256 of every file below a folder."""
    return {
        str(file.relative_to(folder)): hashlib.sha256(file.read_bytes()).hexdigest()
        for file in sorted(folder.rglob("*"))
        if file.is_file()
    }
