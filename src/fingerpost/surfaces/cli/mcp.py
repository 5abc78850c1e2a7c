"""`fingerpost mcp`: the MCP server for agents."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from fingerpost.core.errors import MissingExtra
from fingerpost.surfaces.cli.options import address_of


def mcp(
    home: Annotated[
        Path | None,
        typer.Option("--home", metavar="DIR", help="The folder that keeps the agent's graphs.", show_default=False),
    ] = None,
    kb: Annotated[
        list[str] | None,
        typer.Option(
            "--kb",
            metavar="[NAME=]PLACE",
            help="A knowledge base or database to serve read-only. Repeatable.",
            show_default=False,
        ),
    ] = None,
    files: Annotated[
        list[Path] | None,
        typer.Option(
            "--files",
            metavar="DIR",
            help="Allow import and export of files below this folder. Repeatable.",
            show_default=False,
        ),
    ] = None,
    http: Annotated[
        str | None,
        typer.Option(
            "--http", metavar="HOST:PORT", help="Serve over HTTP, at /mcp, instead of standard input and output."
        ),
    ] = None,
) -> None:
    """Serve graphs to agents over MCP.

    The server speaks on standard input and output, or over HTTP. The agent builds graphs, asks them questions and runs
    Cypher on them. They are kept for later sessions.
    """
    from fingerpost.engine import refuse_unknown_settings

    refuse_unknown_settings()
    address = address_of(http, "--http") if http is not None else None
    try:
        from fingerpost.surfaces.mcp.over_http import run_http
        from fingerpost.surfaces.mcp.serving import run_stdio
    except ModuleNotFoundError as error:
        hint = 'install it with: pip install "fingerpost[mcp]"'
        raise MissingExtra(f"the MCP server needs {error.name}", code="extra.missing", hint=hint) from error
    if address is not None:
        run_http(*address, home, tuple(kb or ()), tuple(files or ()))
    else:
        run_stdio(home, tuple(kb or ()), tuple(files or ()))
