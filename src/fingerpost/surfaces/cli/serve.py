"""`fingerpost serve`: the HTTP service."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from fingerpost.core.errors import MissingExtra


def serve(
    kb: Annotated[
        list[str],
        typer.Argument(
            metavar="[NAME=]KB...", help="Knowledge bases or databases; the first is the default.", show_default=False
        ),
    ],
    host: Annotated[str, typer.Option("--host", help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", min=0, max=65_535, help="The port; 0 is any free one.")] = 8000,
    workers: Annotated[
        int | None,
        typer.Option("--workers", min=1, max=256, help="Worker processes; default: one per core.", show_default=False),
    ] = None,
    data: Annotated[
        Path | None,
        typer.Option("--data", metavar="DIR", help="The folder that keeps sessions and feedback.", show_default=False),
    ] = None,
    learn: Annotated[
        bool, typer.Option("--learn/--no-learn", help="Let later answers follow the verdicts of people.")
    ] = True,
) -> None:
    """Answer questions over HTTP.

    Without API keys (FINGERPOST_HTTP_KEYS), only this machine may ask.
    """
    from fingerpost.engine import refuse_unknown_settings

    refuse_unknown_settings()
    try:
        from fingerpost.surfaces.http.serving import run_service
    except ModuleNotFoundError as error:
        hint = 'install it with: pip install "fingerpost[http]"'
        raise MissingExtra(f"the HTTP service needs {error.name}", code="extra.missing", hint=hint) from error
    run_service(host, port, tuple(kb), workers, data, learning=learn)
