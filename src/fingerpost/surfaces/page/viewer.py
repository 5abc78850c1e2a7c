"""Serves views on this machine, from a thread, as long as there are any."""

from __future__ import annotations

import socket
import threading
import time

from fingerpost.core.errors import FingerpostError, LimitExceeded
from fingerpost.core.view_settings import ViewSettings
from fingerpost.surfaces.page.document import require_complete
from fingerpost.surfaces.page.drawing import GraphSource
from fingerpost.surfaces.page.view import View

_STARTED_S = 10.0
_STOPPED_S = 5.0
_MOST_VIEWS = 100


class Viewer:
    """The views of one client, one for each graph. Thread-safe. The server starts with the first view."""

    def __init__(self, settings: ViewSettings | None = None) -> None:
        self._settings = settings or ViewSettings()
        self._lock = threading.RLock()
        self._views: dict[str, View] = {}
        self._by_name: dict[str, View] = {}
        self._closing = threading.Event()
        self._served: _Served | None = None

    def show(self, source: GraphSource, query: str = "") -> str:
        """Show a graph, with a filter or without; returns the address of its page.

        Raises:
            MissingExtra: `page.incomplete`: the installation has no library that draws graphs.
            LimitExceeded: `limit.views`: too many graphs are shown.
            FingerpostError: `http.address`: the port is taken.
        """
        require_complete()
        with self._lock:
            if self._served is None:
                self._closing.clear()
                self._served = _Served(self._views, self._closing, self._settings.port)
            view = self._by_name.get(source.name)
            if view is None:
                if len(self._views) >= _MOST_VIEWS:
                    raise LimitExceeded(f"at most {_MOST_VIEWS} graphs are shown at a time", code="limit.views")
                view = self._by_name[source.name] = View(source)
                self._views[view.token] = view
            view.query = query
            return f"http://127.0.0.1:{self._served.port}/graphs/{view.token}"

    def view(self, name: str) -> View | None:
        """The view of a graph, if it is shown."""
        with self._lock:
            return self._by_name.get(name)

    def stop(self) -> bool:
        """End all views; return whether there were any."""
        with self._lock:
            served, self._served = self._served, None
            self._closing.set()
            self._views.clear()
            self._by_name.clear()
        if served is not None:
            served.stop()
        return served is not None


class _Served:
    """A running server."""

    def __init__(self, views: dict[str, View], closing: threading.Event, port: int) -> None:
        import uvicorn

        from fingerpost.surfaces.page.application import build_page

        try:
            listening = socket.create_server(("127.0.0.1", port))
        except OSError as error:
            message = f"cannot listen on 127.0.0.1:{port}: {error.strerror or error}"
            raise FingerpostError(
                message, code="http.address", hint="set FINGERPOST_VIEW_PORT to another port"
            ) from None
        self.port: int = listening.getsockname()[1]
        config = uvicorn.Config(
            build_page(views, closing.is_set, "127.0.0.1"),
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=False,
            ws="none",
            lifespan="off",
            timeout_graceful_shutdown=1,
        )
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(
            target=self._server.run, kwargs={"sockets": [listening]}, name="fingerpost-page", daemon=True
        )
        self._thread.start()
        until = time.monotonic() + _STARTED_S
        while not self._server.started and self._thread.is_alive() and time.monotonic() < until:
            time.sleep(0.005)

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join(_STOPPED_S)
