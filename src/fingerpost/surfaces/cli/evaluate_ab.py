"""`fingerpost eval ab`: two ways of answering on the same questions."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from fingerpost.surfaces.cli.screen import Screen

_WAY = "NAME=VALUE,... of settings, or a file of `eval questions --outcomes`."


def compare(
    first: Annotated[str, typer.Argument(metavar="A", help=_WAY)],
    second: Annotated[str, typer.Argument(metavar="B", help="The same.")],
    graph: Annotated[
        list[str] | None,
        typer.Option("--graph", metavar="[NAME=]SOURCE", help="A graph to load or open. Repeatable."),
    ] = None,
    questions: Annotated[
        list[Path] | None,
        typer.Option("--questions", metavar="FILE", help="A file of examples. Repeatable.", show_default=False),
    ] = None,
    only: Annotated[str | None, typer.Option("--only", metavar="FIELD=VALUE", help="Only these examples.")] = None,
    limit: Annotated[int | None, typer.Option("--limit", min=1, metavar="N", help="Only the first N.")] = None,
    sample: Annotated[int | None, typer.Option("--sample", min=1, metavar="N", help="N random examples.")] = None,
    jobs: Annotated[int, typer.Option("--jobs", min=1, metavar="N", help="Number of processes.")] = 1,
    json_out: Annotated[
        Path | None, typer.Option("--json", metavar="OUT", help="Also write both outcomes of each question.")
    ] = None,
) -> None:
    """Compare two settings, models or earlier results."""
    from fingerpost.evals.versus import versus

    report = versus(
        first,
        second,
        graphs=graph or [],
        questions=questions or [],
        only=only,
        limit=limit,
        sample=sample,
        jobs=jobs,
        json_out=json_out,
    )
    Screen().say(report.text())
