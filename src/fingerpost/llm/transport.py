"""HTTP in which a reply is bounded in size, as it comes, is never unpacked, and can be cut from another thread."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from typing import Any

from fingerpost.core.errors import ModelError
from fingerpost.core.model_settings import ModelSettings
from fingerpost.llm.model import Reply, client_failure, within


def over_http(
    http: Any,
    library: Any,
    limits: ModelSettings,
    seconds: float,
    made: Callable[[Any], Any],
    call: Callable[[Any], Reply],
) -> Reply:
    """What a call gives: of `made`, a client of `library` over `http`, which is httpx or its successor httpx2.

    Raises:
        ModelError: as `LanguageModel.complete` raises it; not `sent` if there was no connection.
        QuestionError: `question.cancelled`.
    """
    transport = bounded_transport(http, limits.reply_kb * 1024, seconds)
    client = made(http.Client(timeout=seconds, follow_redirects=False, transport=transport))

    def cut() -> None:
        transport.cut()
        client.close()

    try:
        return within(seconds, lambda: call(client), cut, partial(client_failure, library))
    except ModelError as error:
        error.sent = transport.connected is not None
        raise


def bounded_transport(library: Any, limit: int, seconds: float) -> Any:
    """A transport of `httpx`, or of its successor `httpx2`, that ends a reply of more than `limit` bytes.

    A packed reply is refused, as a small one may unpack to gigabytes. An endpoint that asks to wait longer than the
    `seconds` that are left is not asked again. `cut()` ends the connection.
    """
    until = time.monotonic() + seconds

    class BoundedTransport(library.HTTPTransport):  # type: ignore[misc]
        connected: socket.socket | None = None

        def handle_request(self, request: Any) -> Any:
            request.headers["Accept-Encoding"] = "identity"
            request.extensions["trace"] = self._trace
            response = super().handle_request(request)
            if response.headers.get("Content-Encoding", "identity") != "identity":
                response.close()
                raise ModelError("the model's reply is packed", code="model.reply")
            if _seconds(response.headers.get("Retry-After")) > until - time.monotonic():
                response.headers["x-should-retry"] = "false"  # which the clients heed
            return library.Response(
                response.status_code,
                headers=response.headers,
                stream=Bounded(response.stream),
                extensions=response.extensions,
            )

        def _trace(self, event: str, info: Mapping[str, Any]) -> None:
            """Remember the socket that a request goes over (the extension `trace`)."""
            if event in ("connection.connect_tcp.complete", "connection.start_tls.complete"):
                self.connected = info["return_value"].get_extra_info("socket")

        def cut(self) -> None:
            """End the connection: closing the client does not wake a thread that reads from it."""
            if self.connected is not None:
                with suppress(OSError):
                    self.connected.shutdown(socket.SHUT_RDWR)

    class Bounded(library.SyncByteStream):  # type: ignore[misc]
        def __init__(self, stream: Any) -> None:
            self._stream = stream

        def __iter__(self) -> Iterator[bytes]:
            size = 0
            for piece in self._stream:
                size += len(piece)
                if size > limit:
                    raise ModelError(f"the model's reply has more than {limit} bytes", code="model.reply")
                yield piece

        def close(self) -> None:
            self._stream.close()

    return BoundedTransport()


def _seconds(header: str | None) -> float:
    """The seconds of a Retry-After; 0 if it has none, or a date."""
    try:
        return float(header or 0)
    except ValueError:
        return 0
