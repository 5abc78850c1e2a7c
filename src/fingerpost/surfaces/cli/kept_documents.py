"""`fingerpost documents`: lists the documents of a place and its namespaces, and forgets some."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import typer

from fingerpost.surfaces.cli.options import AsJson, Documents, Namespace
from fingerpost.surfaces.cli.screen import Screen

_MISSING = 1


def documents(
    kb: Documents,
    namespace: Namespace = "",
    forget: Annotated[
        list[str] | None,
        typer.Option("--forget", metavar="KEY", help="Remove a document, with all that came from it. Repeatable."),
    ] = None,
    namespaces: Annotated[bool, typer.Option("--namespaces", help="List the namespaces instead.")] = False,
    forget_namespace: Annotated[
        str | None,
        typer.Option("--forget-namespace", metavar="NAME", help="Remove a namespace, with all that is in it."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List documents or namespaces, and forget some.

    Exits with 1 if there was nothing to forget.
    """
    from fingerpost.surfaces.cli.opening import opened_memory

    screen = Screen()
    with opened_memory(kb, namespace) as memory:
        if forget_namespace is not None:
            gone, missing = _parted([forget_namespace], memory.forget_namespace)
        elif forget:
            gone, missing = _parted(forget, memory.forget)
        else:
            listed = memory.namespaces() if namespaces else memory.documents()
            if as_json:
                screen.document({"namespaces" if namespaces else "documents": listed})
            for name in () if as_json else listed:
                screen.say(name)
            return
    if as_json:
        screen.document({"forgotten": gone, "missing": missing})
    for name in () if as_json else gone:
        screen.say(f"forgotten: {name}")
    for name in missing:
        screen.aside(f"there is no {name}", style="yellow")
    raise typer.Exit(_MISSING if missing else 0)


def _parted(names: list[str], forget: Callable[[str], bool]) -> tuple[list[str], list[str]]:
    """What was forgotten, and what did not exist."""
    done = {name: forget(name) for name in names}
    return [name for name in names if done[name]], [name for name in names if not done[name]]
