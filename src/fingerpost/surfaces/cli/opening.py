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
    from fingerpost.engine import DocumentBase, Memory


def opened(place: str | Path, namespace: str = "") -> KnowledgeBase:
    """Open a knowledge base, with a progress bar while a database is read. The caller closes it.

    `namespace` is that of the documents to ask.

    Raises:
        QuestionError: `namespace.unknown`, `namespace.invalid`.
        KnowledgeBaseError: `kb.missing`, `kb.damaged` or `kb.newer`.
        StoreError: a database cannot be reached, or refuses the account.
        SettingsError: a setting or the pack is invalid.
    """
    import fingerpost
    from fingerpost.engine import refuse_unknown_settings

    refuse_unknown_settings()
    with steps("reading the database") as advance:
        return fingerpost.open(place, namespace=namespace, progress=advance)


def opened_documents(place: str, namespace: str = "") -> DocumentBase:
    """Open the documents of a place, those beside a graph too. The caller closes them. Raises as `opened` does."""
    from fingerpost.core.errors import KnowledgeBaseError
    from fingerpost.core.places import is_url, shown
    from fingerpost.engine import DocumentBase, open_documents

    if not is_url(place):
        return open_documents(place, namespace=namespace)
    base = opened(place, namespace)
    if not isinstance(base, DocumentBase):
        base.close()
        raise KnowledgeBaseError(f"{shown(place)} has no documents", code="kb.missing")
    return base


def opened_memory(place: str, namespace: str = "") -> Memory:
    """Open documents for writing; nothing is created. The caller closes them. Raises as `opened` does."""
    import fingerpost
    from fingerpost.core.errors import KnowledgeBaseError
    from fingerpost.core.places import is_url, shown
    from fingerpost.core.settings import Settings
    from fingerpost.engine import holds_documents, is_memory, require_namespace

    if is_url(place):
        found = holds_documents(place, Settings(), namespace)
    else:
        found = is_memory(require_namespace(place, namespace))
    if not found:
        raise KnowledgeBaseError(f"{shown(place)} has no documents", code="kb.missing")
    return fingerpost.memory(place, namespace=namespace)


@contextmanager
def opened_as_of(place: str, namespace: str, moment: str) -> Iterator[KnowledgeBase]:
    """The documents of a place as they were at a moment, without what was forgotten since; as they are now without one.

    Raises as `opened` does, and:
        QuestionError: `memory.moment`: it is not ISO 8601.
    """
    if not moment:
        with opened(place, namespace) as base:
            yield base
        return
    with opened_memory(place, namespace) as memory, memory.as_of(moment) as past, opened(past.place, namespace) as base:
        yield base


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
