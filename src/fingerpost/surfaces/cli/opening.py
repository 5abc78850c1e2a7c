"""Opening a knowledge base with the settings of the environment."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from fingerpost.surfaces.cli.screen import console_of

if TYPE_CHECKING:
    from fingerpost import KnowledgeBase


def opened(place: str | Path) -> KnowledgeBase:
    """Open a knowledge base, with a bar on standard error where a database is looked through; the caller closes it.

    Raises:
        KnowledgeBaseError: `kb.missing`, `kb.damaged` or `kb.newer`.
        StoreError: a database cannot be reached, or does not let one in.
        SettingsError: a setting in the environment, or the pack, cannot be used.
    """
    import fingerpost
    from fingerpost.engine import refuse_unknown_settings

    refuse_unknown_settings()
    with steps("looking through the database") as advance:
        return fingerpost.open(place, progress=advance)


@contextmanager
def steps(what: str) -> Iterator[Callable[[int, int], None] | None]:
    """A bar on standard error over steps, once there is one; nothing where that is no terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    bar = Progress(*columns, console=console_of(sys.stderr), transient=True)
    task = bar.add_task(what, total=None)

    def advance(done: int, total: int) -> None:
        bar.start()
        bar.update(task, completed=done, total=total)

    try:
        yield advance
    finally:
        if bar.live.is_started:
            bar.stop()
