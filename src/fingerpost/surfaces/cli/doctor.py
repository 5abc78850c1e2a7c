"""`fingerpost doctor`: checks the installation, and a knowledge base or database."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from fingerpost.surfaces.cli.options import AsJson
from fingerpost.surfaces.cli.screen import Screen

if TYPE_CHECKING:
    from fingerpost.engine import Check

_MARKS = {"well": ("ok", "green"), "info": ("--", "dim"), "ill": ("!!", "red")}


def doctor(
    kb: Annotated[
        str | None,
        typer.Argument(
            metavar="[KB]", help="A knowledge base, or the URL of a database, to check too.", show_default=False
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Check the installation, a knowledge base or a database.

    Exits with 1 if something needs attention: a source that is missing or has changed since it was loaded, problems
    found while loading, or a part that cannot be imported. Missing extras are listed with the command that installs
    them. For a database, the report shows its version, account, size and capabilities, and the state of the cached
    index. Missing extras and an index that is not cached do not count as problems.
    """
    from fingerpost.engine import check_up

    found = check_up(kb)
    screen = Screen()
    if as_json:
        screen.document(found.to_json())
    else:
        _show(screen, found.checks)
    if found.error is not None:
        raise found.error
    if not found.well:
        raise typer.Exit(1)


def _show(screen: Screen, checks: Sequence[Check]) -> None:
    widest = max(len(check.name) for check in checks)
    for check in checks:
        mark, style = _MARKS[check.state]
        screen.say(f"{mark}  {check.name:<{widest}}  {check.detail}", style=style)
        if check.hint:
            screen.say(f"    {'':<{widest}}  {check.hint}")
