"""`fingerpost keys`: makes, lists and removes the API keys of the servers."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fingerpost.surfaces.cli.screen import Screen

if TYPE_CHECKING:
    from fingerpost.surfaces.guard import KeyFile

app = typer.Typer(help="Manage API keys for `serve` and `mcp --http`.")

Name = Annotated[str, typer.Argument(metavar="NAME", help="Whose key it is: a-z, 0-9, - and _.", show_default=False)]
File = Annotated[
    Path | None,
    typer.Option("--file", metavar="FILE", help="The file of keys; default: FINGERPOST_HTTP_KEYS.", show_default=False),
]


def _file(given: Path | None) -> KeyFile:
    from fingerpost.core.http_settings import HttpSettings
    from fingerpost.surfaces.guard import KeyFile

    path = given or HttpSettings().keys
    if path is None:
        raise typer.BadParameter("give the file of keys, or set FINGERPOST_HTTP_KEYS", param_hint="--file")
    return KeyFile(path)


Teach = Annotated[bool, typer.Option("--teach", help="Its verdicts on answers change what everybody is answered.")]

AnyNamespace = Annotated[
    bool, typer.Option("--namespaces", help="It may ask documents of any namespace, not of its own name alone.")
]


@app.command("add")
def add(name: Name, file: File = None, teach: Teach = False, namespaces: AnyNamespace = False) -> None:
    """Make a key and print it. It is shown only now: the file keeps its hash."""
    Screen().say(_file(file).add(name, teach=teach, namespaces=namespaces))


@app.command("list")
def show(file: File = None) -> None:
    """List the names of all keys, and what they may do beyond asking."""
    keys = _file(file)
    for name in keys.names():
        may = ["may teach"] if keys.may_teach(name) else []
        may += ["any namespace"] if keys.may_name(name) else []
        Screen().say(f"{name} ({', '.join(may)})" if may else name)


@app.command("remove")
def remove(name: Name, file: File = None) -> None:
    """Remove a key. It stops working at once; the graphs made with it stay."""
    _file(file).remove(name)
