"""A real Chromium for tests, driven over its debugging pipe (no further package is needed)."""

from __future__ import annotations

import base64
import contextlib
import json
import os
import select
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

_NAMES = ("chromium", "chromium-browser", "google-chrome")
_LIMIT_S = 30


def program() -> str:
    """The browser; skips the test where there is none."""
    found = next((path for name in _NAMES if (path := shutil.which(name))), None)
    if found is None:
        pytest.skip("needs a browser: chromium is not installed")
    return found


class Page:
    """One tab. `errors` are the exceptions and error messages of its scripts."""

    def __init__(self, pipes: tuple[int, int]) -> None:
        self._write, self._read = pipes
        self._number = 0
        self._waiting = b""
        self._session: str | None = None
        self.errors: list[str] = []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.call(f"{domain}.enable")

    def call(self, method: str, **params: Any) -> dict[str, Any]:
        """Send one command of the debugging protocol."""
        self._number += 1
        message = {"id": self._number, "method": method, "params": params}
        if self._session is not None:
            message["sessionId"] = self._session
        os.write(self._write, json.dumps(message).encode() + b"\0")
        until = time.monotonic() + _LIMIT_S
        while time.monotonic() < until:
            answer = self._next(until)
            if answer.get("id") == self._number:
                assert "error" not in answer, answer
                return answer["result"]
        raise TimeoutError(method)

    def _next(self, until: float) -> dict[str, Any]:
        while b"\0" not in self._waiting:
            ready, *_ = select.select([self._read], [], [], max(0.0, until - time.monotonic()))
            if not ready:
                raise TimeoutError
            self._waiting += os.read(self._read, 1 << 20)
        text, _, self._waiting = self._waiting.partition(b"\0")
        found: dict[str, Any] = json.loads(text)
        if found.get("method") == "Runtime.exceptionThrown":
            self.errors.append(str(found["params"]["exceptionDetails"].get("exception", {}).get("description")))
        elif found.get("method") == "Log.entryAdded" and found["params"]["entry"]["level"] == "error":
            self.errors.append(found["params"]["entry"]["text"])
        return found

    def run(self, script: str) -> Any:
        """The value of a JavaScript expression; promises are awaited."""
        found = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in found, found["exceptionDetails"]
        return found["result"].get("value")

    def until(self, script: str, what: Any = True) -> None:
        """Wait until an expression has a value."""
        end = time.monotonic() + _LIMIT_S
        while (found := self.run(script)) != what:
            if time.monotonic() > end:
                raise AssertionError(f"{script} is {found!r}, not {what!r}; errors: {self.errors}")
            time.sleep(0.05)

    def open(self, url: str) -> None:
        """Go to an address."""
        self.call("Page.navigate", url=url)
        self.until("document.readyState", "complete")

    def screenshot(self, file: Path) -> None:
        """Write what is seen as a PNG."""
        file.write_bytes(base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"]))


@contextlib.contextmanager
def browsing(folder: Path, width: int = 1200, height: int = 760) -> Iterator[Page]:
    """A tab of a fresh browser, with its profile in a folder."""
    to_read, to_write = os.pipe()
    from_read, from_write = os.pipe()

    def take() -> None:  # in the child: its descriptors 3 and 4 are the pipe
        read, write = os.dup(to_read), os.dup(from_write)
        os.dup2(read, 3)
        os.dup2(write, 4)

    command = [
        program(), "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
        "--remote-debugging-pipe", f"--user-data-dir={folder}", f"--window-size={width},{height}", "about:blank",
    ]  # fmt: skip
    process = subprocess.Popen(
        command, preexec_fn=take, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    os.close(to_read)
    os.close(from_write)
    try:
        yield Page((to_write, from_read))
    finally:
        process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(10)
        if process.poll() is None:
            process.kill()
            process.wait(10)
        os.close(to_write)
        os.close(from_read)
