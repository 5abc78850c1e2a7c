"""A folder of named workspaces: the graphs of one user, or of one client of a server."""

from __future__ import annotations

import base64
import os
import shutil
import threading
from dataclasses import dataclass
from pathlib import Path

from fingerpost.core.errors import FingerpostError, WorkspaceError
from fingerpost.core.settings import Settings
from fingerpost.engine.workspaces import state
from fingerpost.engine.workspaces.base import WorkspaceBase
from fingerpost.engine.workspaces.place import is_workspace
from fingerpost.engine.workspaces.settings import WorkspaceSettings
from fingerpost.engine.workspaces.vocabulary import LONGEST_NAME
from fingerpost.engine.workspaces.workspace import Workspace

_SUFFIX = ".fpw"
_GONE = ".gone-"


@dataclass(frozen=True, slots=True)
class GraphSummary:
    """One graph of a home."""

    name: str
    nodes: int
    relationships: int
    created: str


class Home:
    """Opens graphs by name, each once. Thread-safe."""

    def __init__(self, folder: Path, settings: WorkspaceSettings | None = None, asking: Settings | None = None) -> None:
        self.folder = folder
        self.settings = settings or WorkspaceSettings()
        self._asking = asking or Settings()
        self._lock = threading.RLock()
        self._open: dict[str, WorkspaceBase] = {}

    def names(self) -> list[str]:
        """The names of all graphs, sorted."""
        if not self.folder.is_dir():
            return []
        found = (_name_of(place) for place in self.folder.iterdir() if is_workspace(place))
        return sorted(name for name in found if name is not None)

    def exists(self, name: str) -> bool:
        """Whether a graph exists. Raises as `get` does if the name is invalid."""
        place = self._place(name)
        with self._lock:
            return name in self._open or is_workspace(place)

    def get(self, name: str) -> WorkspaceBase:
        """Open an existing graph.

        Raises:
            WorkspaceError: `workspace.missing`, with the existing names; `workspace.name`; `workspace.locked`.
            KnowledgeBaseError: `kb.damaged` or `kb.newer`.
        """
        with self._lock:
            known = self._open.get(name)
            if known is not None:
                return known
            place = self._place(name)
            if not is_workspace(place):
                raise self._missing(name)
            return self._keep(name, Workspace(place, self.settings))

    def get_or_create(self, name: str) -> WorkspaceBase:
        """Open a graph, or create it. Raises as `get` does, and `workspace.quota`."""
        with self._lock:
            if self.exists(name):
                return self.get(name)
            if len(self.names()) >= self.settings.graphs:
                message = f"there are already {self.settings.graphs:,} graphs, which is the limit"
                hint = "delete a graph, or raise FINGERPOST_WORKSPACE_GRAPHS"
                raise WorkspaceError(message, code="workspace.quota", hint=hint, details={"setting": "graphs"})
            return self._keep(name, Workspace.create(self._place(name), name, self.settings))

    def _keep(self, name: str, workspace: Workspace) -> WorkspaceBase:
        try:
            base = self._open[name] = WorkspaceBase(workspace, self._asking, owned=True)
        except BaseException:
            workspace.close()
            raise
        return base

    def delete(self, name: str) -> bool:
        """Delete a graph; return whether it existed."""
        with self._lock:
            place = self._place(name)
            known = self._open.pop(name, None)
            if known is not None:
                known.close()
            elif is_workspace(place):
                Workspace(place, self.settings).close()  # another process may be writing
            else:
                return False
            gone = place.with_name(f"{_GONE}{os.urandom(6).hex()}")
            place.rename(gone)
            shutil.rmtree(gone, ignore_errors=True)
            return True

    def summaries(self) -> list[GraphSummary]:
        """All graphs with their sizes, except those that cannot be opened."""
        found = []
        for name in self.names():
            try:
                base = self.get(name)
                schema = base.workspace.view().schema
            except FingerpostError:
                continue
            created = base.workspace.manifest.created
            found.append(GraphSummary(name, schema.node_count, schema.relationship_count, created))
        return found

    def _place(self, name: str) -> Path:
        if not name.strip() or len(name) > LONGEST_NAME or "\x00" in name:
            raise WorkspaceError(f"a graph's name has 1 to {LONGEST_NAME} characters", code="workspace.name")
        return self.folder / (_encoded(name) + _SUFFIX)

    def _missing(self, name: str) -> WorkspaceError:
        names = self.names()
        hint = f"there are: {', '.join(names[:20])}" if names else "there are no graphs yet"
        return WorkspaceError(
            f"there is no graph {name!r}", code="workspace.missing", hint=hint, details={"graphs": names[:100]}
        )

    def close(self) -> None:
        """Close every graph."""
        with self._lock:
            for base in self._open.values():
                base.close()
            self._open.clear()


def _encoded(name: str) -> str:
    """The folder name for a graph: its name if that is plain and short, else marked base 32."""
    plain = name.isascii() and all(c.islower() or c.isdigit() or c in "-_" for c in name) and len(name) <= 60
    if plain:
        return name
    return "=" + base64.b32encode(name.encode("utf-8", "surrogatepass")).decode().rstrip("=").lower()


def _name_of(place: Path) -> str | None:
    try:
        return state.read_manifest(place).name
    except FingerpostError:
        return None
