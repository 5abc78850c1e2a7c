"""Runs the tests with the real model: `python -m scripts.models.record FOLDER PYTHON [COMMAND...]` (`make test-model`).

FOLDER has the model, and PYTHON is an interpreter that has xllamacpp. Replies whose prompt has changed are recorded
anew. Instead of the tests, another command runs with FINGERPOST_MODEL set.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Sequence
from pathlib import Path

from scripts.models.fetch import MODEL

_TESTS = ("tests/llm/test_recorded.py", "tests/llm/test_recorded_words.py")
_WAIT_S = 600


def main(folder: Path, python: str, asked: Sequence[str] = ()) -> int:
    """Serve the model, and run the tests or a command with it; their exit code."""
    command = [python, str(Path(__file__).with_name("serve.py")), str(folder / MODEL)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        assert server.stdin is not None
        spec = server.stdout.readline().strip()
        _wait(spec.partition("#")[0])
        environment = {**os.environ, "FINGERPOST_MODEL" if asked else "FINGERPOST_TEST_MODEL": spec}
        run = asked or (sys.executable, "-m", "pytest", "-q", *_TESTS)
        done = subprocess.run(run, env=environment, check=False)
        server.stdin.close()
        return done.returncode


def _wait(url: str) -> None:
    """Wait until the model is loaded."""
    ends = time.monotonic() + _WAIT_S
    while time.monotonic() < ends:
        try:
            with urllib.request.urlopen(f"{url}/models", timeout=10):
                return
        except (urllib.error.URLError, OSError):
            time.sleep(1)
    raise SystemExit("the model's server did not start")


if __name__ == "__main__":
    raise SystemExit(main(Path(sys.argv[1]), sys.argv[2], sys.argv[3:]))
