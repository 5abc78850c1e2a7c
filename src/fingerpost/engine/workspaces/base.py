"""A workspace as a knowledge base: asked like any other, always in its newest state."""

from __future__ import annotations

import threading
from pathlib import Path

from fingerpost.core.places import shown
from fingerpost.core.progress import Progress
from fingerpost.core.settings import Settings
from fingerpost.engine.context import AskContext
from fingerpost.engine.gate import Gate, policy_of
from fingerpost.engine.knowledge_base import KnowledgeBase
from fingerpost.engine.manifest import Manifest, SourceEntry
from fingerpost.engine.opened import Opened
from fingerpost.engine.snapshot import Snapshot
from fingerpost.engine.workspaces.workspace import View, Workspace
from fingerpost.linking import LiveValueIndex


class WorkspaceBase(KnowledgeBase):
    """A workspace, to be asked. What one call sees is one state of the graph; the next call sees what was written."""

    def __init__(self, workspace: Workspace, settings: Settings | None = None, *, owned: bool = False) -> None:
        """Ask an open workspace; `owned` closes it with the knowledge base.

        Raises:
            KnowledgeBaseError: `kb.damaged`; the value index cannot be read.
        """
        self.workspace = workspace
        self._owned = owned
        self._live = LiveValueIndex(workspace.index_file)
        self._place = str(workspace.folder)
        self.place = shown(self._place)
        self.settings = settings or Settings()
        self._taking = threading.Lock()
        self._taken_view: View | None = None
        self._newest: Snapshot | None = None

    @property
    def _snapshot(self) -> Snapshot:  # type: ignore[override]
        """The newest state: another one from when something is written."""
        with self._taking:
            view = self.workspace.view()
            if self._newest is None or view is not self._taken_view:
                self._newest = self._made(view)
                self._taken_view = view
            return self._newest

    def _made(self, view: View) -> Snapshot:
        self._live.refresh()
        manifest = self.workspace.manifest
        described = Manifest(
            created=manifest.created,
            created_by=manifest.created_by,
            store=manifest.store,
            data="data-0",
            sources=(SourceEntry(path=manifest.name, bytes=0, sha256="", positions="write"),),
            schema_fingerprint="",
            stamp=str(view.version),
        )
        made = Snapshot(Opened(self.workspace.folder, described, view.schema, view.store, self._live), self.settings)
        # A query may name the type of an element as a property; a question would take it for one more value.
        made.gate = Gate(view.whole_schema, policy_of(self.settings), view.store.dialect, self._live.spellings)
        return made

    def state(self) -> tuple[int, AskContext]:
        """The newest version, and what it is asked with: both are of one state."""
        snapshot = self._snapshot
        return int(snapshot.opened.manifest.stamp or 0), snapshot.context

    def refresh(self, progress: Progress | None = None) -> bool:
        """Take over what was written; True where something was. Every call does so by itself."""
        before = self._taken_view
        return self._snapshot is not None and self._taken_view is not before

    def close(self) -> None:
        """Give back the index, and the workspace where it is owned."""
        self._live.close()
        if self._owned:
            self.workspace.close()


def open_workspace(place: str | Path, settings: Settings | None = None) -> WorkspaceBase:
    """Open a workspace to read; it follows what another process writes. Raises as `Workspace` does."""
    return WorkspaceBase(Workspace(Path(place), write=False), settings, owned=True)
