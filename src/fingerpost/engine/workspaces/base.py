"""A workspace as a knowledge base, always in its latest state."""

from __future__ import annotations

import dataclasses
import threading
from pathlib import Path

from fingerpost.core.places import shown
from fingerpost.core.progress import Progress
from fingerpost.core.settings import Settings
from fingerpost.engine.context import AskContext
from fingerpost.engine.gate import Gate, policy_of
from fingerpost.engine.graph_questions import GraphReader
from fingerpost.engine.knowledge_base import KnowledgeBase
from fingerpost.engine.manifest import Manifest, SourceEntry
from fingerpost.engine.opened import Opened
from fingerpost.engine.snapshot import Snapshot
from fingerpost.engine.workspaces.workspace import View, Workspace
from fingerpost.linking import LiveValueIndex
from fingerpost.query_languages import Severity


class WorkspaceBase(KnowledgeBase):
    """A workspace for queries and questions. Each call sees one state of the graph, the latest."""

    def __init__(self, workspace: Workspace, settings: Settings | None = None, *, owned: bool = False) -> None:
        """Wrap an open workspace; with `owned`, closing the knowledge base closes it.

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
        """The latest state; replaced after each write."""
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
        opened = Opened(self.workspace.folder, described, view.schema, view.store, self._live)
        made = Snapshot(opened, self.settings, lambda context: GraphReader(context, self._live))
        # Queries may use an element's type as a property; for questions it would be one more value. The graph grows:
        # what nothing joins yet is not found, and before the first relationship no name is wrong.
        policy = dataclasses.replace(policy_of(self.settings), unjoined=Severity.NOTE)
        growing = view.whole_schema.model_copy(update={"open": not view.schema.relationship_count})
        made.gate = Gate(growing, policy, view.store.dialect, self._live.spellings)
        return made

    def state(self) -> tuple[int, AskContext]:
        """The latest version and its context, both of one state."""
        snapshot = self._snapshot
        return int(snapshot.opened.manifest.stamp or 0), snapshot.context

    def refresh(self, progress: Progress | None = None) -> bool:
        """Read the latest state; True if it has changed. Every call does this automatically."""
        before = self._taken_view
        return self._snapshot is not None and self._taken_view is not before

    def close(self) -> None:
        """Close the index, and the workspace if it is owned."""
        self._live.close()
        if self._owned:
            self.workspace.close()


def open_workspace(place: str | Path, settings: Settings | None = None) -> WorkspaceBase:
    """Open a workspace for reading; it sees what another process writes. Raises as `Workspace` does."""
    return WorkspaceBase(Workspace(Path(place), write=False), settings, owned=True)
