"""Runs the server over streamable HTTP: one endpoint, `/mcp`, behind the guard."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from mcp.server.auth.middleware.bearer_auth import AuthenticatedUser
from mcp.server.auth.provider import AccessToken
from mcp.server.transport_security import TransportSecuritySettings
from starlette.types import ASGIApp, Receive, Scope, Send

from fingerpost.core.http_settings import HttpSettings
from fingerpost.core.settings import Settings
from fingerpost.engine import Home, KnowledgeBase, WorkspaceSettings
from fingerpost.surfaces.guard import CALLER, MAY_NAME, Guard, serve_app
from fingerpost.surfaces.mcp.graphs import Graphs, opened_bases
from fingerpost.surfaces.mcp.server import Context, build_server
from fingerpost.surfaces.mcp.serving import home_folder

PATH = "/mcp"


class Namespaces:
    """The graphs of each caller: those of one API key are not seen with another. Thread-safe."""

    def __init__(
        self,
        folder: Path,
        quotas: WorkspaceSettings,
        settings: Settings,
        bases: Mapping[str, KnowledgeBase],
        files: tuple[Path, ...] = (),
    ) -> None:
        self._folder = folder
        self._quotas = quotas
        self._settings = settings
        self._bases = bases
        self._files = files
        self._lock = threading.Lock()
        self._graphs: dict[str | None, Graphs] = {}

    def of(self, caller: str | None) -> Graphs:
        """The graphs of a caller, in a folder named after the key; without keys, in the home itself."""
        with self._lock:
            if caller not in self._graphs:
                folder = self._folder if caller is None else self._folder / "keys" / caller
                # Files are shared by all that use this machine; a key's owner may be elsewhere.
                files = self._files if caller is None else tuple(place / caller for place in self._files)
                home = Home(folder, self._quotas, self._settings)
                self._graphs[caller] = Graphs(home, self._bases, files, caller, elsewhere=True)
            return self._graphs[caller]

    def close(self) -> None:
        """Close all graphs and knowledge bases."""
        with self._lock:
            for graphs in self._graphs.values():
                graphs.close()
            for base in self._bases.values():
                base.close()


def build_app(namespaces: Namespaces, settings: HttpSettings, listening: str) -> Guard:
    """The ASGI application, for a server that listens on an address. Raises as `Guard` does."""

    def graphs_of(context: Context) -> Graphs:
        request: Any = context.request
        caller: str | None = request.scope[CALLER]
        graphs = namespaces.of(caller)
        graphs.own_namespace = None if request.scope[MAY_NAME] else caller
        return graphs

    server = build_server(graphs_of)
    limit = settings.body_kb * 1024
    # The guard checks hosts and origins; the library's own check knows only the names of this machine.
    unchecked = TransportSecuritySettings(enable_dns_rebinding_protection=False)
    app = server.streamable_http_app(
        streamable_http_path=PATH, max_request_body_size=limit, transport_security=unchecked
    )
    return Guard(_Owned(app), settings, listening)


class _Owned:
    """Tells the library whose request it is, so that a session answers to the key that began it, and to no other."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        caller = scope.get(CALLER)
        if caller is not None:
            scope["user"] = AuthenticatedUser(AccessToken(token=caller, client_id=caller, scopes=[]))
        await self._app(scope, receive, send)


def run_http(host: str, port: int, home: Path | None, bases: tuple[str, ...], folders: tuple[Path, ...]) -> None:
    """Serve clients over HTTP until the process is told to stop.

    Raises:
        SettingsError: as `Guard` raises it.
        FingerpostError: a knowledge base cannot be opened, the address cannot be listened on, or a setting is invalid.
    """
    settings, quotas, guard = Settings(), WorkspaceSettings(), HttpSettings()
    namespaces = Namespaces(home_folder(home, quotas), quotas, settings, opened_bases(bases, settings), folders)
    try:
        serve_app(build_app(namespaces, guard, host), host, port, guard, path=PATH)
    finally:
        namespaces.close()
