"""A workspace as a knowledge base: asked like any other, always in its newest state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from fingerpost.core.answer import Answer, Evidence
from fingerpost.core.cells import Cell
from fingerpost.core.limits import Limits
from fingerpost.core.places import shown
from fingerpost.core.settings import Settings
from fingerpost.core.verified import VerifiedQuery
from fingerpost.engine.knowledge_base import KnowledgeBase
from fingerpost.engine.manifest import Manifest, SourceEntry
from fingerpost.engine.opening import Opened
from fingerpost.engine.remote import Progress
from fingerpost.engine.workspaces.workspace import View, Workspace
from fingerpost.linking.live_values import LiveValueIndex
from fingerpost.plans.model import Plan
from fingerpost.stores.protocol import Result


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
        self._view = workspace.view()
        self._take(self._opened_as(self._view))

    def _opened_as(self, view: View) -> Opened:
        self._live.refresh()
        manifest = self.workspace.manifest
        written = SourceEntry(path=manifest.name, bytes=0, sha256="", positions="write")
        described = Manifest(
            created=manifest.created,
            created_by=manifest.created_by,
            store=manifest.store,
            data="data-0",
            sources=(written,),
            schema_fingerprint=view.schema.fingerprint,
            stamp=str(view.version),
        )
        return Opened(self.workspace.folder, described, view.schema, view.store, self._live)

    def follow(self) -> View:
        """Take over what was written; the state that is asked from now on."""
        view = self.workspace.view()
        if view is not self._view:
            self._take(self._opened_as(view))
            self._view = view
        return view

    def refresh(self, progress: Progress | None = None) -> bool:
        """Take over what was written; True where something was. Every call does so by itself."""
        before = self._view.version
        return self.follow().version != before

    def close(self) -> None:
        """Give back the index, and the workspace where it is owned."""
        self._live.close()
        if self._owned:
            self.workspace.close()


def open_workspace(place: str | Path, settings: Settings | None = None) -> WorkspaceBase:
    """Open a workspace to read; it follows what another process writes. Raises as `Workspace` does."""
    return WorkspaceBase(Workspace(Path(place), write=False), settings, owned=True)
