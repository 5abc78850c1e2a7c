"""`fingerpost mcp`: the MCP server for agents."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from fingerpost.core.errors import MissingExtra


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
) -> None:
    """Serve graphs to an agent over MCP, on standard input and output.

    The agent builds graphs, asks them questions and runs Cypher on them. They are kept for later sessions.
    """
    from fingerpost.engine import refuse_unknown_settings

    refuse_unknown_settings()
    try:
        from fingerpost.surfaces.mcp.serving import run_stdio
    except ModuleNotFoundError as error:
        hint = 'install it with: pip install "fingerpost[mcp]"'
        raise MissingExtra(f"the MCP server needs {error.name}", code="extra.missing", hint=hint) from error
    run_stdio(home, tuple(kb or ()), tuple(files or ()))
