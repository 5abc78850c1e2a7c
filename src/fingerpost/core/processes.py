"""Other processes that are spoken to over their standard input and output."""

from __future__ import annotations

import json
import subprocess
import sys
from contextlib import suppress


def program_of(module: str, call: str = "main()") -> str:
    """A program that calls a function of a module, for `command_of`: its arguments begin with `sys.argv[2]`."""
    path = "import json, sys; sys.path[:] = json.loads(sys.argv[1])"
    return f"{path}; from {module} import {call.partition('(')[0]}; {call}"


def command_of(program: str, *arguments: str) -> list[str]:
    """The command that runs such a program by our own interpreter, which imports from where this process does."""
    return [sys.executable, "-c", program, json.dumps(sys.path), *arguments]


def close_pipes(process: subprocess.Popen[bytes]) -> None:
    """Close the ends of its pipes; what could not be written any more is flushed on closing, and lost."""
    for stream in (process.stdin, process.stdout):
        if stream is not None:
            with suppress(OSError):
                stream.close()
