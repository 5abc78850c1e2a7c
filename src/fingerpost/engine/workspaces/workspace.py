"""An open workspace, through which its graph is written.

A write is checked, turned into edits, applied to the graph in memory, and committed to the journal. Only then do
readers get the new state and the writer its report. Earlier states do not change, so readers see whole batches.
"""

from __future__ import annotations

import sqlite3
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import IO, Self

from fingerpost.core.cells import Node, Relationship
from fingerpost.core.errors import KnowledgeBaseError, StoreError, WorkspaceError
from fingerpost.core.schema import GraphSchema
from fingerpost.engine.workspaces import state, statistics
from fingerpost.engine.workspaces.effects import Effects, effects_of
from fingerpost.engine.workspaces.journal import JOURNAL, Journal
from fingerpost.engine.workspaces.settings import WorkspaceSettings
from fingerpost.engine.workspaces.vocabulary import Report, Write, check
from fingerpost.linking import LiveIndexWriter
from fingerpost.stores import Edit, GraphEditor, Openable, Store

_LEAST_EDITS = 20_000
"""The minimum number of edits in the journal before the graph is saved; applying them takes half a second."""
_MIB = 1024 * 1024
_REPLICA = "fingerpost.engine.workspaces.replica:Replica"
_APPLIED_AT_ONCE = 2_000
"""Edits that are applied to the graph without looking at the time."""
_KEPT_CHANGES = 20_000
"""The maximum number of changed elements that are remembered."""
_WAIT_S = 0.05
"""How long a write waits for others without looking at the time."""


@dataclass(frozen=True)
class View:
    """One state of a workspace: version, graph, schema, and the schema with types as properties."""

    version: int
    store: Store
    schema: GraphSchema
    whole_schema: GraphSchema


class Workspace:
    """A writable graph. Thread-safe; writes wait for one another.

    If opened for reading, it sees what another process writes.
    """

    def __init__(self, folder: Path, settings: WorkspaceSettings | None = None, *, write: bool = True) -> None:
        """Open a workspace.

        Raises:
            KnowledgeBaseError: `kb.missing`, `kb.damaged` or `kb.newer`.
            WorkspaceError: `workspace.locked`: another process is writing to it.
        """
        self.folder = folder
        self.manifest = state.read_manifest(folder)
        self.settings = settings or WorkspaceSettings()
        self._lock = threading.RLock()
        self._followed = Openable(_REPLICA, folder)
        self._view: View | None = None
        self._closed = False
        self._released = False
        self._remembering = threading.Lock()
        self._claim: IO[str] | None = state.lock(folder) if write else None
        try:
            self._journal = Journal(folder, write=write)
            self._load()
        except BaseException:
            if self._claim is not None:
                self._claim.close()
            raise

    @classmethod
    def create(cls, folder: Path, name: str | None = None, settings: WorkspaceSettings | None = None) -> Workspace:
        """Create an empty workspace and open it. Raises as `state.create` and opening do."""
        state.create(folder, name or folder.name)
        return cls(folder, settings)

    def _load(self) -> None:
        """Read the state from disk: the saved graph, and the batches since."""
        kind = state.editor_class(self.manifest.store)
        for attempt in (0, 1):
            try:
                with self._journal.reading():
                    checkpoint = self._journal.checkpoint
                    graph = kind.load(state.saved_folder(self.folder, checkpoint))
                    for edits in self._journal.tail(checkpoint):
                        graph.apply(edits)
                    self._version = self._journal.version
                    self._changed = self._journal.changed
                    self._index = LiveIndexWriter(self._journal.connection)
                    self._schema = statistics.started(self._index)
            except sqlite3.Error as error:
                raise KnowledgeBaseError(f"{self._journal.path} cannot be read: {error}", code="kb.damaged") from error
            except KnowledgeBaseError:
                if attempt or self._claim is not None:  # the writer has saved the graph again meanwhile
                    raise
                continue
            break
        self._graph: GraphEditor = graph
        store = graph.reading(self._followed)
        outline = store.outline()
        joined = {
            (start, type_, end): count
            for type_, about in outline.relationships.items()
            for (start, end), count in about.endpoints.items()
        }
        self._schema.count(outline.labels, joined)
        self._view = None
        self._store = store
        with self._remembering:
            self._recent: deque[tuple[int, Effects]] = deque()
            self._recent_size = 0
            self._recent_since = self._version
        if self._claim is not None:
            state.discard_saved(self.folder, checkpoint)

    @property
    def version(self) -> int:
        """The number of batches applied to the graph."""
        return self._version

    @property
    def index_file(self) -> Path:
        """The file with the value index."""
        return self.folder / JOURNAL

    def view(self) -> View:
        """The latest state. Earlier states do not change. Who reads does not wait for a write that goes on.

        Raises:
            WorkspaceError: `workspace.closed`.
        """
        view = self._view
        if view is not None and self._claim is not None and not self._closed:
            return view
        with self._lock:
            self._require_open()
            if self._claim is None and self._journal.version != self._version:
                self._load()
            if self._view is None:
                self._view = self._seen()
            return self._view

    def _seen(self) -> View:
        whole = self._schema.schema(whole=True)
        return View(self._version, self._store, self._schema.schema(), whole)

    def write(
        self,
        writes: Sequence[Write],
        *,
        expected: int | None = None,
        whole: bool = False,
        wait: Callable[[], None] | None = None,
        look: Callable[[], None] | None = None,
    ) -> Report:
        """Write a batch to disk, all of it or nothing.

        `expected` is the version that the caller has seen: the batch is refused if the graph has changed since. With
        `whole`, for imports, the limit of facts per batch does not apply. `wait` is called again and again while other
        writes go on, `look` during this one: what they raise ends it, and nothing was written.

        Raises:
            WorkspaceError: `workspace.name`, `workspace.value`, `workspace.quota`, `workspace.version`,
                `workspace.closed`; `details["write"]` is the index of the write concerned, if there is one.
            StoreError: `store.write`: for instance, the disk is full. Nothing was written.
        """
        settings = self.settings
        if not whole and len(writes) > settings.batch * 3:  # a fact is two nodes and a relationship
            raise _quota(f"a batch has at most {settings.batch:,} facts", "batch")
        check(writes, settings.text)

        def looked() -> None:
            self._require_open()
            if look is not None:
                look()

        with self._turn(wait):
            self._require_open()
            if self._claim is None:
                raise WorkspaceError("this workspace was opened for reading", code="workspace.locked")
            if expected is not None and expected != self._version:
                message = f"the graph is at version {self._version}, not at {expected}"
                raise WorkspaceError(message, code="workspace.version")
            effects = effects_of(writes, self._graph, looked)
            if effects.nodes or effects.relationships:
                self._require_room(effects)
                self._commit(effects, looked)
            return Report(self._version, effects.outcomes, effects.removed, effects.retyped)

    @contextmanager
    def _turn(self, wait: Callable[[], None] | None) -> Iterator[None]:
        """Wait for the writes before this one."""
        while not self._lock.acquire(timeout=_WAIT_S):
            if wait is not None:
                wait()
        try:
            yield
        finally:
            self._lock.release()

    def _commit(self, effects: Effects, look: Callable[[], None]) -> None:
        version = self._version + 1
        edits = effects.edits(version)
        try:
            with self._journal.transaction():
                self._schema.take(effects, self._index, look)
                looked = _looking(edits, look)
                while part := list(islice(looked, _APPLIED_AT_ONCE)):
                    self._graph.apply(part)
                self._journal.append(version, edits)
        except BaseException as error:
            if not self._closed:
                self._load()  # memory may be ahead of the disk
            if isinstance(error, sqlite3.Error):
                raise StoreError(f"{self._journal.path} cannot be written: {error}", code="store.write") from error
            raise
        self._version = version
        self._changed = self._journal.changed
        self._store = self._graph.reading(self._followed)
        # Made here where the last one was read: else the next reader would wait for the write after this one.
        self._view = None if self._view is None else self._seen()
        self._remember(effects)
        if self._journal.waiting > max(_LEAST_EDITS, self._schema.nodes + self._schema.relationships):
            self._checkpoint()

    def _remember(self, effects: Effects) -> None:
        with self._remembering:
            self._recent.append((self._version, effects))
            self._recent_size += effects.size
            while self._recent_size > _KEPT_CHANGES:
                self._recent_since, oldest = self._recent.popleft()
                self._recent_size -= oldest.size

    def changes(self, after: int, until: int) -> list[Effects] | None:
        """The effects of the batches after one version and until another; None if not all are remembered.

        Who reads them does not wait for a write that goes on.

        Raises:
            WorkspaceError: `workspace.closed`.
        """
        self._require_open()
        with self._remembering:
            if after < self._recent_since or until > self._version:
                return None
            return [effects for version, effects in self._recent if after < version <= until]

    def _require_room(self, effects: Effects) -> None:
        settings, schema = self.settings, self._schema
        nodes = schema.nodes + sum((now is not None) - (was is not None) for was, now in effects.nodes.values())
        edges = sum((now is not None) - (was is not None) for was, now in effects.relationships.values())
        if nodes > max(settings.nodes, schema.nodes):
            raise _quota(f"a graph has at most {settings.nodes:,} nodes", "nodes")
        if schema.relationships + edges > max(settings.relationships, schema.relationships):
            raise _quota(f"a graph has at most {settings.relationships:,} relationships", "relationships")
        grows = any(now is not None for _, now in (*effects.nodes.values(), *effects.relationships.values()))
        if grows and self._version % 64 == 0 and state.size(self.folder) > settings.megabytes * _MIB:
            raise _quota(f"a graph takes at most {settings.megabytes:,} MiB on disk", "megabytes")

    def around(self, names: Sequence[str]) -> tuple[dict[str, Node], list[Relationship]]:
        """The nodes of these names, as far as there are any, and the relationships that begin or end at them.

        Raises:
            WorkspaceError: `workspace.closed`.
        """
        with self._lock:
            self._require_open()
            return self._graph.nodes(names), self._graph.around(names)

    def nodes(self, names: Sequence[str]) -> dict[str, Node]:
        """The nodes of these names, as far as there are any. Raises as `around` does."""
        with self._lock:
            self._require_open()
            return self._graph.nodes(names)

    def checkpoint(self) -> None:
        """Save the graph, so that opening it need not apply any edits.

        Raises:
            StoreError: `store.write`.
        """
        with self._lock:
            self._require_open()
            if self._claim is not None and self._journal.checkpoint != self._version:
                self._checkpoint()

    def _checkpoint(self) -> None:
        state.save(self._graph, self.folder, self._version)
        with self._journal.transaction():
            self._journal.checkpointed(self._version)
        state.discard_saved(self.folder, self._version)

    @property
    def changed(self) -> str | None:
        """When the graph was last written to (ISO 8601); None if never."""
        self.view()
        return self._changed

    def _require_open(self) -> None:
        if self._closed:
            raise _closed()

    def close(self) -> None:
        """Stop writing: an import that goes on ends, and nothing of it was written.

        May be called twice; nothing that was acknowledged is lost without it.
        """
        self._closed = True
        with self._lock:
            if not self._released:
                self._released = True
                self._graph.close()
                self._journal.close()
                if self._claim is not None:
                    self._claim.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _looking(edits: Iterable[Edit], look: Callable[[], None]) -> Iterator[Edit]:
    for edit in edits:
        look()
        yield edit


def _closed() -> WorkspaceError:
    return WorkspaceError("this workspace is closed", code="workspace.closed")


def _quota(message: str, setting: str) -> WorkspaceError:
    hint = f"FINGERPOST_WORKSPACE_{setting.upper()} sets it"
    return WorkspaceError(message, code="workspace.quota", hint=hint, details={"setting": setting})
