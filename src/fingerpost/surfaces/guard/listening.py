"""Runs an ASGI application on a socket until the process is told to stop."""

from __future__ import annotations

import signal
import socket
import sys
from typing import Any

import uvicorn

from fingerpost.core.errors import FingerpostError
from fingerpost.core.http_settings import HttpSettings


def serve_app(app: Any, host: str, port: int, settings: HttpSettings, *, path: str = "") -> None:
    """Serve until SIGINT or SIGTERM; running requests then have `shutdown_seconds` to finish.

    Port 0 is any free port. The address is written to standard error once connections are taken.

    Raises:
        FingerpostError: `http.address`: the address cannot be listened on.
    """
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        ws="none",
        lifespan="on",
        timeout_keep_alive=30,
        timeout_graceful_shutdown=settings.shutdown_seconds,
    )
    with _listening(host, port) as listening:
        address, bound = listening.getsockname()[:2]
        shown = f"[{address}]" if ":" in address else address
        server = _Announcing(config, f"serving on http://{shown}:{bound}{path}")
        # uvicorn raises the signal again once it has stopped, which would end the process before it can clean up.
        before = signal.signal(signal.SIGTERM, lambda _number, _frame: None)
        try:
            server.run(sockets=[listening])
        finally:
            signal.signal(signal.SIGTERM, before)


def _listening(host: str, port: int) -> socket.socket:
    try:
        family, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        listening = socket.create_server(address[:2], family=family, backlog=512)
        # asyncio sets this only on sockets made for TCP by name, and accepted ones inherit it. Without it, a response's
        # body waits 40 ms for the acknowledgement of its head.
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return listening
    except OSError as error:
        message = f"cannot listen on {host}:{port}: {error.strerror or error}"
        raise FingerpostError(message, code="http.address") from None


class _Announcing(uvicorn.Server):
    """Says where it serves, as soon as it does."""

    def __init__(self, config: uvicorn.Config, words: str) -> None:
        super().__init__(config)
        self._words = words

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            sys.stderr.write(self._words + "\n")
            sys.stderr.flush()
