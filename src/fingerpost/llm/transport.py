"""HTTP in which a reply is bounded in size, as it comes, and is never unpacked."""

from __future__ import annotations

import socket
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

import httpx

from fingerpost.core.errors import ModelError


class BoundedTransport(httpx.HTTPTransport):
    """Ends a reply that is longer than `limit` bytes, or packed: a small packed reply may unpack to gigabytes."""

    def __init__(self, limit: int) -> None:
        super().__init__()
        self._limit = limit
        self._socket: socket.socket | None = None

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        request.headers["Accept-Encoding"] = "identity"
        request.extensions["trace"] = self._connected
        response = super().handle_request(request)
        if response.headers.get("Content-Encoding", "identity") != "identity":
            response.close()
            raise ModelError("the model's reply is packed", code="model.reply")
        assert isinstance(response.stream, httpx.SyncByteStream)
        body = _Bounded(response.stream, self._limit)
        return httpx.Response(
            response.status_code, headers=response.headers, stream=body, extensions=response.extensions
        )

    def _connected(self, event: str, info: Mapping[str, Any]) -> None:
        """Remember the socket that a request goes over (httpx's extension `trace`)."""
        if event in ("connection.connect_tcp.complete", "connection.start_tls.complete"):
            self._socket = info["return_value"].get_extra_info("socket")

    def cut(self) -> None:
        """End the connection from another thread: closing the client does not wake a thread that reads from it."""
        if self._socket is not None:
            with suppress(OSError):
                self._socket.shutdown(socket.SHUT_RDWR)


class _Bounded(httpx.SyncByteStream):
    def __init__(self, stream: httpx.SyncByteStream, limit: int) -> None:
        self._stream = stream
        self._limit = limit

    def __iter__(self) -> Iterator[bytes]:
        size = 0
        for piece in self._stream:
            size += len(piece)
            if size > self._limit:
                raise ModelError(f"the model's reply has more than {self._limit} bytes", code="model.reply")
            yield piece

    def close(self) -> None:
        self._stream.close()
