"""Runs the server over standard input and output."""

from __future__ import annotations

import os
from pathlib import Path

import anyio
from mcp.server.stdio import stdio_server

from fingerpost.core.settings import Settings
from fingerpost.engine import Home, WorkspaceSettings
from fingerpost.surfaces.mcp.graphs import Graphs, opened_bases
from fingerpost.surfaces.mcp.server import build_server


def home_folder(given: Path | None, settings: WorkspaceSettings) -> Path:
    """The folder for graphs: the argument, else the setting, else the user's data folder."""
    if given is not None or settings.home is not None:
        return given or settings.home or Path()
    data = os.environ.get("XDG_DATA_HOME")
    return (Path(data) if data else Path.home() / ".local" / "share") / "fingerpost" / "graphs"


def run_stdio(home: Path | None, bases: tuple[str, ...], folders: tuple[Path, ...]) -> None:
    """Serve one client over standard input and output, until it ends.

    Raises:
        FingerpostError: a knowledge base cannot be opened, or a setting is invalid.
    """
    settings, quotas = Settings(), WorkspaceSettings()
    graphs = Graphs(Home(home_folder(home, quotas), quotas, settings), opened_bases(bases, settings), folders)
    server = build_server(lambda _: graphs)

    async def serve() -> None:
        async with stdio_server() as (reading, writing):
            await server.run(reading, writing, server.create_initialization_options())

    try:
        anyio.run(serve)
    finally:
        graphs.close()
