"""`fingerpost network`: the network around an element of a graph, as a table or a file to look at."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from fingerpost.core.errors import QuestionError, SourceError
from fingerpost.surfaces.cli.options import Place
from fingerpost.surfaces.cli.screen import Screen

_LINES = 40


class Form(StrEnum):
    """The format of a file, by its suffix."""

    HTML = ".html"
    SVG = ".svg"
    JSON = ".json"
    GRAPHML = ".graphml"


def network(
    kb: Place,
    name: Annotated[str, typer.Argument(metavar="NAME", help="What stands in the middle: a title, a number.")],
    hops: Annotated[int, typer.Option("--hops", min=1, max=4, help="The distance from the middle.")] = 1,
    most: Annotated[int, typer.Option("--most", min=2, max=5_000, help="At most so many nodes.")] = 100,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Write .html, .svg, .json or .graphml instead.")
    ] = None,
) -> None:
    """Show what cites and implements what around a statute.

    The nearest and strongest are shown, with a note on what is left out.
    """
    from fingerpost.engine import NetworkReader
    from fingerpost.plans import counted
    from fingerpost.surfaces.cli.network_files import written
    from fingerpost.surfaces.cli.opening import opened

    form = None
    if out is not None:
        if out.suffix not in list(Form):
            raise typer.BadParameter(f"its suffix is one of {', '.join(Form)}", param_hint="--out")
        form = Form(out.suffix)
    screen = Screen()
    with opened(kb) as base:
        reader = base.context.reader
        if not isinstance(reader, NetworkReader):
            raise QuestionError("this graph has no network view: it is for graphs of statutes", code="question.unknown")
        found = reader.network(name, hops, most)
    if out is not None and form is not None:
        try:
            out.write_text(written(found, form), encoding="utf-8")
        except OSError as error:
            raise SourceError(
                f"{out} cannot be written: {error.strerror or error}", code="source.unwritable"
            ) from error
        screen.say(f"{out}: {counted(len(found.nodes), 'node')}, {counted(len(found.edges), 'edge')}", style="bold")
    else:
        names = {node.id: node.name for node in found.nodes}
        for edge in found.edges[:_LINES]:
            times = f" ({edge.strength} times)" if edge.strength > 1 else ""
            screen.prose(f"{names[edge.start]} {edge.kind} {names[edge.end]}{times}")
        if len(found.edges) > _LINES:
            screen.say(f"and {len(found.edges) - _LINES} more; --out writes all", style="dim")
    for note in found.notes:
        screen.prose(note, style="dim")
