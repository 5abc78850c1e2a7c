"""The folder of a workspace: manifest, journal and one saved graph."""

from __future__ import annotations

import datetime as dt
import fcntl
import json
import os
import shutil
from pathlib import Path
from typing import IO, Any

from pydantic import ValidationError

from fingerpost import __version__
from fingerpost.core.errors import KnowledgeBaseError, StoreError, WorkspaceError
from fingerpost.core.plugins import EDITORS, installed, load
from fingerpost.core.schema import Frozen
from fingerpost.engine.manifest import MANIFEST
from fingerpost.engine.workplace import writing
from fingerpost.engine.workspaces.place import FORMAT
from fingerpost.stores import DEFAULT_STORE, GraphEditor

VERSION = 1
_LOCK = "lock"
_SAVED = "graph-"


class WorkspaceManifest(Frozen):
    """The manifest, written once when the workspace is created."""

    format: str = FORMAT
    version: int = VERSION
    name: str
    created: str
    created_by: str
    store: str


def create(folder: Path, name: str) -> WorkspaceManifest:
    """Create an empty workspace in a folder that does not exist or is empty.

    Raises:
        KnowledgeBaseError: `kb.exists`: the folder is not empty; `kb.unwritable`.
    """
    with writing(folder):
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise KnowledgeBaseError(f"{folder} exists and is not empty", code="kb.exists")
        manifest = WorkspaceManifest(
            name=name,
            created=dt.datetime.now(dt.UTC).isoformat(timespec="milliseconds"),
            created_by=f"fingerpost {__version__}",
            store=DEFAULT_STORE,
        )
        folder.mkdir(parents=True, exist_ok=True)
        part = folder / f".{MANIFEST}"
        with part.open("w", encoding="utf-8") as file:
            file.write(manifest.model_dump_json(indent=2))
            file.flush()
            os.fsync(file.fileno())
        part.replace(folder / MANIFEST)
        _flush(folder)
        _flush(folder.parent)
    return manifest


def read_manifest(folder: Path) -> WorkspaceManifest:
    """The manifest of a workspace.

    Raises:
        KnowledgeBaseError: `kb.missing`, `kb.damaged` or `kb.newer`.
    """
    file = folder / MANIFEST
    try:
        data: Any = json.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise KnowledgeBaseError(f"there is no workspace at {folder}", code="kb.missing") from error
    except (OSError, ValueError) as error:
        raise KnowledgeBaseError(f"{file} cannot be read: {error}", code="kb.damaged") from error
    if isinstance(data, dict) and isinstance(data.get("version"), int) and data["version"] > VERSION:
        raise KnowledgeBaseError(f"{folder} was made by a newer fingerpost", code="kb.newer")
    try:
        manifest = WorkspaceManifest.model_validate(data)
    except ValidationError as error:
        raise KnowledgeBaseError(f"{file} is damaged: {error}", code="kb.damaged") from error
    if manifest.format != FORMAT:
        raise KnowledgeBaseError(f"{folder} is not a workspace", code="kb.missing")
    return manifest


def editor_class(store: str) -> type[GraphEditor]:
    """The class that edits graphs of a store.

    Raises:
        StoreError: `store.unknown`.
        SettingsError: `plugin.broken`, `plugin.twice`.
    """
    found = installed(EDITORS)
    if store not in found:
        raise StoreError(f"the store {store} cannot be edited", code="store.unknown")
    kind: type[GraphEditor] = load(EDITORS, found[store])
    return kind


def saved_folder(folder: Path, checkpoint: int) -> Path | None:
    """The file of a checkpoint's graph; None for the first, which is empty."""
    return folder / f"{_SAVED}{checkpoint}" if checkpoint else None


def save(editor: GraphEditor, folder: Path, checkpoint: int) -> None:
    """Save the graph of a checkpoint atomically."""
    place, part = folder / f"{_SAVED}{checkpoint}", folder / f".{_SAVED}{checkpoint}"
    shutil.rmtree(part, ignore_errors=True)
    shutil.rmtree(place, ignore_errors=True)
    part.mkdir()
    editor.save(part)
    part.rename(place)
    _flush(folder)


def discard_saved(folder: Path, keep: int) -> None:
    """Remove the graphs of other checkpoints."""
    for place in [*folder.glob(f"{_SAVED}*"), *folder.glob(f".{_SAVED}*")]:
        if place.name != f"{_SAVED}{keep}":
            shutil.rmtree(place, ignore_errors=True)


def lock(folder: Path) -> IO[str]:
    """Acquire the write lock; closing the returned object, or the end of the process, releases it.

    Raises:
        WorkspaceError: `workspace.locked`: another process holds it.
    """
    with writing(folder):
        file = (folder / _LOCK).open("a+")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        file.close()
        message = f"another process writes to the workspace {folder}"
        hint = "a workspace has one writer at a time: end the other, or ask it to write"
        raise WorkspaceError(message, code="workspace.locked", hint=hint) from error
    return file


def size(folder: Path) -> int:
    """Bytes on disk."""
    found = 0
    for file in folder.rglob("*"):
        try:
            found += file.stat().st_size if file.is_file() else 0
        except OSError:  # it was deleted meanwhile
            continue
    return found


def _flush(folder: Path) -> None:
    """Flush the names in a folder to disk."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
