"""`fingerpost doctor`: whether the installation, and a knowledge base or database, are well."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fingerpost.core.errors import FingerpostError
from fingerpost.surfaces.cli.options import AsJson
from fingerpost.surfaces.cli.screen import Screen

if TYPE_CHECKING:
    from fingerpost.surfaces.cli.checkup import Check

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
    from fingerpost.core.places import is_url
    from fingerpost.surfaces.cli.checkup import State, installation, knowledge_base
    from fingerpost.surfaces.cli.checkup_database import database

    screen = Screen()
    checks = installation()
    error: FingerpostError | None = None
    if kb is not None:
        try:
            checks += database(kb) if is_url(kb) else knowledge_base(Path(kb))
        except FingerpostError as caught:
            error = caught
    if as_json:
        screen.document(
            {
                "well": error is None and all(check.state is not State.ILL for check in checks),
                "checks": [check.to_json() for check in checks],
                **(error.to_json() if error is not None else {}),
            }
        )
    else:
        _show(screen, checks)
    if error is not None:
        raise error
    if any(check.state is State.ILL for check in checks):
        raise typer.Exit(1)


def _show(screen: Screen, checks: list[Check]) -> None:
    widest = max(len(check.name) for check in checks)
    for check in checks:
        mark, style = _MARKS[check.state]
        screen.say(f"{mark}  {check.name:<{widest}}  {check.detail}", style=style)
        if check.hint:
            screen.say(f"    {'':<{widest}}  {check.hint}")
