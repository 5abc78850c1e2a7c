"""Opens a knowledge base with the settings of the environment."""

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
    """Open a knowledge base, with a progress bar while a database is read. The caller closes it.

    Raises:
        KnowledgeBaseError: `kb.missing`, `kb.damaged` or `kb.newer`.
        StoreError: a database cannot be reached, or refuses the account.
        SettingsError: a setting or the pack is invalid.
    """
    import fingerpost
    from fingerpost.engine import refuse_unknown_settings

    refuse_unknown_settings()
    with steps("reading the database") as advance:
        return fingerpost.open(place, progress=advance)


@contextmanager
def steps(what: str) -> Iterator[Callable[[int, int], None] | None]:
    """A progress bar on standard error, shown with the first step if that is a terminal."""
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
