"""What the scripts that kill writers share: their command line, and the writer that is killed."""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path


def killed(module: str, folder: Path, seconds: float) -> list[str]:
    """Start the writer of a module, kill it so many seconds after its first line; the whole lines that it wrote."""
    command = [sys.executable, "-m", module, "--write", str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        first = writer.stdout.readline()
        time.sleep(seconds)
        writer.kill()
        said = [first, *writer.stdout]
    return [line.rstrip("\n") for line in said if line.endswith("\n")]


def command(about: str | None, write: Callable[[Path], None], run: Callable[[int, int], int], what: str) -> None:
    """Read the command line of such a script: `run` kills so many writers, `write` is one of them."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--moments", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.write is not None:
        write(given.write)
        return
    count = run(given.moments, given.seed)
    print(f"killed {given.moments} writers over {count:,} {what}: nothing acknowledged was lost")
