"""`fingerpost copy`: copies a graph from one store to another."""

from __future__ import annotations

from typing import Annotated

import typer

from fingerpost.surfaces.cli.options import AsJson, Place
from fingerpost.surfaces.cli.screen import Screen


def copy(
    source: Place,
    into: Annotated[
        str, typer.Argument(metavar="INTO", help="The folder to create, or the URL of a database.", show_default=False)
    ],
    add: Annotated[bool, typer.Option("--add", help="Add to a database that is not empty.")] = False,
    as_json: AsJson = False,
) -> None:
    """Copy a graph to a knowledge base or to a database.

    Afterwards, counts and a digest of all nodes, relationships and properties are compared.
    """
    import fingerpost
    from fingerpost.core.places import shown
    from fingerpost.engine import refuse_unknown_settings
    from fingerpost.surfaces.cli.load import summary
    from fingerpost.surfaces.cli.opening import steps

    refuse_unknown_settings()
    with steps("reading the copy") as advance:
        report, content = fingerpost.copy(source, into, add=add, progress=advance)
    screen = Screen()
    if as_json:
        screen.document(
            {
                "source": shown(source),
                "into": shown(into),
                "nodes": content.nodes,
                "relationships": content.relationships,
                "digest": content.digest,
                "values": report.values,
                "seconds": round(report.seconds, 3),
            }
        )
        return
    screen.say(f"{shown(into)}: {summary(report)}", style="bold")
    screen.say(f"the same as {shown(source)}: digest {content.digest[:16]}")
