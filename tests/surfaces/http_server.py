"""A server of ours in a process of its own, and raw requests to it."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

CODE = "from fingerpost.surfaces.cli.main import run; raise SystemExit(run())"


@dataclass(frozen=True)
class Reply:
    """The parts of a response."""

    status: int
    headers: dict[str, str]
    body: str

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def code(self) -> str:
        return self.json["error"]["code"]


@dataclass
class Running:
    """A server that runs."""

    process: subprocess.Popen[str]
    host: str
    port: int
    keys: dict[str, str] = field(default_factory=dict)

    @property
    def url(self) -> str:
        return f"http://{self.host}:{self.port}"

    def send(self, method: str, path: str, body: Any = None, **headers: str | None) -> Reply:
        """Send a request. A header that is None is left out; names are written with `_`."""
        data = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        with self.connect() as connection:
            connection.sendall(self.head(method, path, len(data), **headers) + data)
            return received(connection)

    def head(self, method: str, path: str, length: int, **headers: str | None) -> bytes:
        """The head of a request."""
        given: dict[str, str | None] = {
            "host": f"{self.host}:{self.port}",
            "content-type": "application/json",
            "accept": "application/json, text/event-stream",
            "content-length": str(length),
            "connection": "close",
            **{name.replace("_", "-"): value for name, value in headers.items()},
        }
        lines = [f"{name}: {value}" for name, value in given.items() if value is not None]
        return "\r\n".join([f"{method} {path} HTTP/1.1", *lines, "", ""]).encode()

    def connect(self) -> socket.socket:
        """A connection of one's own."""
        return socket.create_connection((self.host, self.port), timeout=30)

    def stop(self) -> int:
        """Ask it to end, and wait for its exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(30)


def received(connection: socket.socket) -> Reply:
    """Read one response, until the server closes the connection."""
    data = b""
    while part := connection.recv(65_536):
        data += part
    head, _, body = data.partition(b"\r\n\r\n")
    first, *lines = head.decode().split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    if headers.get("transfer-encoding") == "chunked":
        body = _unchunked(body)
    return Reply(int(first.split()[1]), headers, body.decode())


def _unchunked(data: bytes) -> bytes:
    whole = b""
    while data:
        size, _, data = data.partition(b"\r\n")
        length = int(size, 16)
        whole, data = whole + data[:length], data[length + 2 :]
    return whole


@contextmanager
def running(*arguments: str, keys: dict[str, str] | None = None, **settings: str) -> Iterator[Running]:
    """A server of the command line, from when it takes connections until the block ends."""
    environment = {**os.environ, **{f"FINGERPOST_{name.upper()}": value for name, value in settings.items()}}
    command = [sys.executable, "-c", CODE, *arguments]
    process = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stderr is not None
        before = []
        for line in process.stderr:
            before.append(line)
            found = re.search(r"serving on http://\[?([^\]/]+?)\]?:(\d+)", line)
            if found:
                break
        else:
            raise AssertionError("".join(before))
        yield Running(process, found[1], int(found[2]), keys or {})
    finally:
        if process.poll() is None:
            process.terminate()
            try:
                process.wait(30)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        if process.stderr is not None:
            process.stderr.close()
