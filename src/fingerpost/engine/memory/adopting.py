"""A folder of documents that gets a graph: its documents move beside it."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from fingerpost.core.errors import KnowledgeBaseError
from fingerpost.core.places import is_url
from fingerpost.engine.manifest import MANIFEST
from fingerpost.engine.memory.place import BESIDE, NAMESPACES, documents_folder, is_memory, namespaces_in
from fingerpost.engine.workplace import writing
from fingerpost.engine.workspaces import state
from fingerpost.engine.workspaces.place import is_workspace


@contextmanager
def made_joint(into: str | Path) -> Iterator[None]:
    """Prepare a folder of documents for a graph, which the block writes; any other place is left as it is.

    The documents are copied beside first, and removed from their old place once the graph is there: if the block
    fails, or is killed, the folder is what it was. Namespaces stay where they are.

    Raises:
        KnowledgeBaseError: `kb.exists`: the folder is a workspace without documents; `kb.unwritable`.
        WorkspaceError: `workspace.locked`: another process writes to it.
    """
    if is_url(into) or not is_workspace(into):
        yield
        return
    folder = Path(into)
    if not is_memory(folder):
        raise KnowledgeBaseError(f"{folder} is a workspace, which is written to, not loaded", code="kb.exists")
    beside, part = folder / BESIDE, folder / f".{BESIDE}"
    with closing(state.lock(folder)), writing(folder):
        held = [one for one in folder.iterdir() if one not in (beside, part, folder / NAMESPACES)]
        shutil.rmtree(part, ignore_errors=True)
        shutil.rmtree(beside, ignore_errors=True)  # what a killed load left
        part.mkdir()
        for one in held:
            _copy(one, part / one.name)
        part.rename(beside)
        try:
            yield
        except BaseException:
            shutil.rmtree(beside, ignore_errors=True)
            raise
        for one in held:
            if one.is_dir():
                shutil.rmtree(one, ignore_errors=True)
            elif one.name != MANIFEST:  # by now that of the graph
                one.unlink(missing_ok=True)


def copy_documents(source: str | Path, into: str | Path) -> str:
    """Copy the documents beside a graph, of all namespaces, to another folder without any; a note on what became of
    them.

    Raises:
        KnowledgeBaseError: `kb.unwritable`.
        WorkspaceError: `workspace.locked`: another process writes to them.
    """
    held = [] if is_url(source) else _held(Path(source))
    if not held:
        return ""
    if is_url(into) or _held(Path(into)):
        return "the documents beside the graph were not copied"
    for namespace in held:
        _copy_folder(documents_folder(source, namespace), documents_folder(into, namespace))
    return "the documents beside the graph were copied, too"


def _held(place: Path) -> list[str]:
    """The namespaces of a place that has documents in them; empty for those in none."""
    return [name for name in ("", *namespaces_in(place)) if is_memory(documents_folder(place, name))]


def _copy_folder(source: Path, to: Path) -> None:
    part = to.with_name(f".{to.name}")
    with closing(state.lock(source)), writing(to):
        shutil.rmtree(part, ignore_errors=True)
        part.mkdir(parents=True)
        for one in source.iterdir():
            if one.name != NAMESPACES:
                _copy(one, part / one.name)
        part.rename(to)


def _copy(one: Path, to: Path) -> None:
    """Copy a file or folder; a database with what its log holds."""
    if one.is_dir():
        shutil.copytree(one, to)
    elif one.suffix == ".sqlite":
        with closing(sqlite3.connect(one)) as source, closing(sqlite3.connect(to)) as target:
            source.backup(target)
    elif not one.name.endswith(("-wal", "-shm")):
        shutil.copy2(one, to)
