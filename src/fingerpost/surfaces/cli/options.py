"""Arguments and options shared by several commands."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

Place = Annotated[
    str,
    typer.Argument(metavar="KB", help="The folder of a knowledge base, or the URL of a database.", show_default=False),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document instead of text.")]
Parameters = Annotated[
    list[str] | None,
    typer.Option(
        "--param", metavar="NAME=VALUE", help="A query parameter, parsed as JSON if possible, else text. Repeatable."
    ),
]
PackName = Annotated[str | None, typer.Option("--pack", metavar="P", help="A vocabulary pack, by name or folder.")]

Namespace = Annotated[
    str,
    typer.Option("--namespace", metavar="NAME", help="A user, session or group: documents that no other sees."),
]
Documents = Annotated[
    str,
    typer.Argument(
        metavar="KB", help="A folder of loaded documents, or the URL of a database with some.", show_default=False
    ),
]
Means = Annotated[str | None, typer.Option("--means", metavar="CYPHER", help="The query that it means.")]
ReadingNumber = Annotated[
    int | None, typer.Option("--reading", metavar="N", min=1, help="The number of the reading that it means.")
]
Who = Annotated[str | None, typer.Option("--who", metavar="NAME", help="Who says so.")]
Unchanged = Annotated[
    Path | None,
    typer.Option(
        "--check", metavar="FILE", help="Questions, one a line, whose answers must not change; else examples."
    ),
]
Anyway = Annotated[bool, typer.Option("--anyway", help="Keep it although other answers change.")]


def kinds(incomplete: str) -> list[str]:
    """The names of the installed loaders, for shell completion."""
    from fingerpost.core.plugins import LOADERS, installed

    return [name for name in installed(LOADERS) if name.startswith(incomplete)]


def address_of(given: str, option: str) -> tuple[str, int]:
    """The host and port of `HOST:PORT`; an IPv6 address stands in brackets."""
    host, _, port = given.rpartition(":")
    host = host[1:-1] if host.startswith("[") and host.endswith("]") else host
    if not host or not port.isdecimal() or int(port) > 65_535:
        raise typer.BadParameter(f"{given!r} is not HOST:PORT", param_hint=option)
    return host, int(port)


def text_of(given: str) -> str:
    """An argument as valid text: undecodable bytes become replacement characters."""
    return given.encode("utf-8", "replace").decode("utf-8")


def parameters_of(given: list[str] | None) -> dict[str, Any]:
    """Parameters from `name=value`: a JSON value (`{"$date": "2026-01-31"}` is a date), else text."""
    from fingerpost.core.cells import decode

    found: dict[str, Any] = {}
    for text in given or []:
        name, equals, value = text_of(text).partition("=")
        if not equals or not name.strip():
            raise typer.BadParameter(f"{text!r} is not NAME=VALUE", param_hint="--param")
        try:
            found[name.strip()] = decode(json.loads(value, parse_constant=_refused))
        except ValueError:
            found[name.strip()] = value
    return found


def _refused(word: str) -> Any:
    """`NaN` and `Infinity` are text: JSON has no such numbers."""
    raise ValueError(word)
