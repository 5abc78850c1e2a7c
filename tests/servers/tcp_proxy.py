"""A way to a server that can be cut, stopped, led elsewhere or as if the server were killed, also after some bytes."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Callable

_PIECE = 16_384


class Proxy:
    """Forwards connections to a port of this machine. `url` stays the same wherever it leads."""

    def __init__(self, port: int) -> None:
        self.port = port
        self._flows = threading.Event()
        self._flows.set()
        self._links: list[socket.socket] = []
        self._plans: dict[bool, tuple[int, Callable[[], None]]] = {}
        self._own_port = 0
        self.rise()

    @property
    def url(self) -> str:
        """Where a driver connects."""
        return f"bolt://127.0.0.1:{self._own_port}"

    def die(self) -> None:
        """Be as a server that was killed: every connection is closed, and nobody listens."""
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self.cut()

    def rise(self) -> None:
        """Listen, again at the same port."""
        self._listener = socket.create_server(("127.0.0.1", self._own_port))
        self._own_port = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, args=(self._listener,), daemon=True).start()

    def stop(self) -> None:
        """Keep connections open and forward nothing any more: half of a connection is gone, and nobody is told."""
        self._flows.clear()

    def resume(self) -> None:
        """Forward again, what waited first."""
        self._flows.set()

    def cut(self) -> None:
        """Close all connections."""
        for link in self._links:
            with contextlib.suppress(OSError):
                link.shutdown(socket.SHUT_RDWR)
            link.close()
        self._links.clear()

    def after(self, bytes_sent: int, then: Callable[[], None]) -> None:
        """Do something once, in the middle of what is sent to the server, after so many bytes."""
        self._plans[True] = bytes_sent, then

    def after_received(self, bytes_received: int, then: Callable[[], None]) -> None:
        """As `after`, for what the server sends."""
        self._plans[False] = bytes_received, then

    def forget(self) -> None:
        """Do nothing of what was to be done and is not yet."""
        self._plans.clear()

    def close(self) -> None:
        """Cut everything and listen no more."""
        self._flows.set()
        self.die()

    def _accept(self, listener: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = listener.accept()
                try:
                    server = socket.create_connection(("127.0.0.1", self.port))
                except OSError:
                    client.close()
                    continue
                if listener.fileno() < 0:  # it died in between
                    client.close()
                    server.close()
                    return
                self._links += [client, server]
                for source, target in ((client, server), (server, client)):
                    way = (source, target, source is client)
                    threading.Thread(target=self._forward, args=way, daemon=True).start()

    def _forward(self, source: socket.socket, target: socket.socket, sent: bool) -> None:
        with contextlib.suppress(OSError):
            while piece := source.recv(_PIECE):
                self._count(len(piece), sent)
                self._flows.wait()
                target.sendall(piece)
        for link in (source, target):
            with contextlib.suppress(OSError):
                link.shutdown(socket.SHUT_RDWR)

    def _count(self, number: int, sent: bool) -> None:
        if sent not in self._plans:
            return
        left, then = self._plans.pop(sent)
        if left > number:
            self._plans[sent] = left - number, then
        else:
            then()
