"""`fingerpost view`: a page that shows a graph, with the elements of answers marked."""

from __future__ import annotations

import threading
import webbrowser
from typing import Annotated

import typer

from fingerpost.core.errors import MissingExtra
from fingerpost.surfaces.cli.options import Place, text_of
from fingerpost.surfaces.cli.screen import Screen


def view(
    kb: Place,
    question: Annotated[
        list[str] | None,
        typer.Argument(metavar="QUESTION", help="Mark the elements of its answer.", show_default=False),
    ] = None,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page in the browser.")] = True,
) -> None:
    """Show a graph in the browser.

    The page is served on this machine only, until Ctrl-C. It draws the graph, answers questions and marks what they are
    about: in the graph, and on the floor plans of building models that were loaded with --geometry.
    FINGERPOST_VIEW_PORT sets its port.
    """
    from fingerpost.surfaces.cli.opening import opened

    try:
        from fingerpost.surfaces.page import BaseSource, Viewer
        from fingerpost.surfaces.page.application import build_page as _  # noqa: F401  what the server needs
    except ModuleNotFoundError as error:
        hint = 'install it with: pip install "fingerpost[http]"'
        raise MissingExtra(f"the page needs {error.name}", code="extra.missing", hint=hint) from error
    screen = Screen()
    with opened(kb) as base:
        source = BaseSource(base)
        source.topology()
        if question:
            asked = source.ask(text_of(" ".join(question)))
            screen.say(asked.text)
        viewer = Viewer()
        url = viewer.show(source)
        screen.say(f"{url} (Ctrl-C ends it)", style="bold")
        screen.flush()
        if browser:
            webbrowser.open(url)
        try:
            threading.Event().wait()
        except KeyboardInterrupt:
            screen.say("ended")
        finally:
            viewer.stop()
