"""Other processes that are spoken to over their standard input and output."""

from __future__ import annotations

import subprocess
from contextlib import suppress


def close_pipes(process: subprocess.Popen[bytes]) -> None:
    """Close the ends of its pipes; what could not be written any more is flushed on closing, and lost."""
    for stream in (process.stdin, process.stdout):
        if stream is not None:
            with suppress(OSError):
                stream.close()
