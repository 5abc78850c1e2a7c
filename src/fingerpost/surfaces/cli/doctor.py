"""`fingerpost doctor`: whether the installation, and a knowledge base or database, are well."""

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
            metavar="[KB]", help="A knowledge base, or a database's URL, to look at too.", show_default=False
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Check the installation and, where one is named, a knowledge base or a database.

    Ends with 0 when all is well and with 1 when something needs attention: a source that is gone or was changed since
    it was loaded, trouble that the load met, a part that cannot be imported. Extras that are not installed are named,
    with the command that installs them, and are no trouble. Of a database it tells what it is, who asks it, what it
    holds, what it can do, and whether its index is kept here; an index that is not is no trouble.
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
