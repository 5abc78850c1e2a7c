"""Makes, opens and removes namespaces: memories of users, sessions or groups in one place.

Nothing is shared between them: documents, index, facts, names, decisions and history of a namespace lie in its folder,
so that no search can find what another has.
"""

from __future__ import annotations

import shutil
import tempfile
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, Protocol, TypeVar

from fingerpost.core.errors import KnowledgeBaseError
from fingerpost.engine.memory.place import checked_namespace, documents_folder, is_memory, require_namespace
from fingerpost.engine.workplace import writing
from fingerpost.engine.workspaces import state
from fingerpost.engine.workspaces.workspace import Workspace
from fingerpost.retrieval import FILE, PassageStore

_KEPT_OPEN = 32


class _Closes(Protocol):
    def close(self) -> None: ...


T = TypeVar("T", bound=_Closes)


def made_namespace(place: Path, namespace: str) -> Path:
    """The folder of a namespace, created if it is not there; several processes may do so at the same time.

    Raises:
        QuestionError: `namespace.invalid`.
        KnowledgeBaseError: `kb.unwritable`.
    """
    folder = documents_folder(place, namespace)
    if is_memory(folder):
        return folder
    with writing(folder):
        folder.parent.mkdir(exist_ok=True)
        part = Path(tempfile.mkdtemp(dir=folder.parent, prefix=".new-"))
        Workspace.create(part, namespace).close()
        PassageStore(part).close()
        try:
            part.rename(folder)
        except OSError:
            shutil.rmtree(part, ignore_errors=True)
            if not is_memory(folder):
                raise
    return folder


def remove_namespace(place: Path, namespace: str) -> bool:
    """Forget all documents of a namespace, and the namespace itself; whether it was there.

    Who has it open sees no document any more.

    Raises:
        QuestionError: `namespace.invalid`.
        WorkspaceError: `workspace.locked`: another process is writing to it.
        StoreError: `store.write`.
        KnowledgeBaseError: `kb.unwritable`.
    """
    folder = documents_folder(place, namespace)
    if not is_memory(folder):
        return False
    with closing(state.lock(folder)), PassageStore(folder) as store, writing(folder):
        for key in store.keys():  # noqa: SIM118 - a method of ours
            store.remove(key)
        gone = Path(tempfile.mkdtemp(dir=folder.parent, prefix=".gone-"))
        folder.rename(gone / "namespace")
    shutil.rmtree(gone, ignore_errors=True)
    return True


@dataclass
class _Open(Generic[T]):
    """The open documents of a namespace, the file that they were opened from, and how many use them."""

    base: T
    file: int
    users: int = 0


class OpenNamespaces(Generic[T]):
    """The namespaces of one place that were asked lately, kept open for reading. Thread-safe."""

    def __init__(self, place: Path, opened: Callable[[Path], T]) -> None:
        """`opened` opens the folder of a namespace."""
        self._place = place
        self._opened = opened
        self._lock = threading.Lock()
        self._open: OrderedDict[str, _Open[T]] = OrderedDict()

    @contextmanager
    def using(self, namespace: str) -> Iterator[T]:
        """The documents of a namespace. Raises as `require_namespace` does, and as opening does."""
        folder = require_namespace(self._place, namespace)
        held = self._taken(checked_namespace(namespace), folder)
        try:
            yield held.base
        finally:
            with self._lock:
                held.users -= 1
                if held not in self._open.values() and not held.users:  # it was replaced meanwhile
                    held.base.close()
                self._close_unused()

    def _taken(self, namespace: str, folder: Path) -> _Open[T]:
        with self._lock:
            try:
                file = (folder / FILE).stat().st_ino
            except OSError as error:
                raise KnowledgeBaseError(f"{folder} cannot be read: {error}", code="kb.missing") from error
            held = self._open.get(namespace)
            if held is None or held.file != file:  # it may have been forgotten and made again
                if held is not None and not held.users:
                    held.base.close()
                held = _Open(self._opened(folder), file)
            self._open[namespace] = held
            self._open.move_to_end(namespace)
            held.users += 1
            return held

    def _close_unused(self) -> None:
        """Close what was not used for longest, if too many are open."""
        idle = [name for name, one in self._open.items() if not one.users]
        for name in idle[: max(len(self._open) - _KEPT_OPEN, 0)]:
            self._open.pop(name).base.close()

    def close(self) -> None:
        """Close all."""
        with self._lock:
            for one in self._open.values():
                one.base.close()
            self._open.clear()
