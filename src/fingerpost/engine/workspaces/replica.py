"""A workspace's graph in another process, for its long queries: read once, then kept up with the journal."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from fingerpost.core.cells import Cell
from fingerpost.core.errors import KnowledgeBaseError
from fingerpost.core.limits import Limits
from fingerpost.engine.workspaces import state
from fingerpost.engine.workspaces.journal import Journal
from fingerpost.stores import GraphEditor

_Found = tuple[tuple[str, ...], tuple[tuple[Cell, ...], ...], int]


class Replica:
    """The graph of a workspace that another process writes; what `WorkerProcess` opens. One thread uses it."""

    def __init__(self, folder: Path) -> None:
        """Open the workspace. Raises as `Workspace` does."""
        self._folder = folder
        self._kind = state.editor_class(state.read_manifest(folder).store)
        self._journal = Journal(folder, write=False)
        self._graph: GraphEditor | None = None
        self._version = 0
        self._follow()

    @classmethod
    def open(cls, place: str | Path) -> Replica:
        """Open the workspace in a folder."""
        return cls(Path(place))

    def answer(self, text: str, parameters: Mapping[str, Cell], limits: Limits, *, width: int) -> _Found:
        """Columns, rows and their number without the limit, for a query that a store took; in the newest state."""
        self._follow()
        assert self._graph is not None
        reading: Any = self._graph.reading()
        found: _Found = reading.answer(text, parameters, limits, width=width)
        return found

    def _follow(self) -> None:
        """Take over what was written since."""
        for attempt in (0, 1):
            try:
                with self._journal.reading():
                    self._take()
            except sqlite3.Error as error:
                raise KnowledgeBaseError(f"{self._journal.path} cannot be read: {error}", code="kb.damaged") from error
            except KnowledgeBaseError:
                if attempt:  # the writer may have saved the graph again meanwhile
                    raise
                continue
            return

    def _take(self) -> None:
        version, checkpoint = self._journal.version, self._journal.checkpoint
        if self._graph is None or self._version < checkpoint:
            self._graph = None
            graph, after = self._kind.load(state.saved_folder(self._folder, checkpoint)), checkpoint
        else:
            graph, after = self._graph, self._version
        for edits in self._journal.tail(after):
            graph.apply(edits)
        self._graph, self._version = graph, version
