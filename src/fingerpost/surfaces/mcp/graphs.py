"""The graphs that one client may use: its own, and read-only knowledge bases."""

from __future__ import annotations

import json
import shutil
import tempfile
import threading
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from fingerpost.core.errors import FingerpostError, QuestionError, WorkspaceError
from fingerpost.core.settings import Settings
from fingerpost.core.verified import VerifiedQuery
from fingerpost.engine import (
    AskContext,
    Deadline,
    Home,
    KnowledgeBase,
    Names,
    Report,
    Topology,
    WorkspaceBase,
    Write,
    followed,
    topology_of,
    without_folders,
)
from fingerpost.stores import Result
from fingerpost.surfaces.guard import is_own
from fingerpost.surfaces.page import Viewer

DEFAULT = "default"
_Reply = TypeVar("_Reply", str, dict[str, Any])
_KEPT_RESULTS = 256
_KEPT_TOPOLOGIES = 4
_MOST_ELEMENTS = 1_000_000
"""The maximum number of nodes and relationships of a graph whose topology is kept in memory."""


@dataclass(frozen=True)
class State:
    """One state of a graph: a stamp that identifies it, the context to query it, and a workspace's version."""

    stamp: str
    context: AskContext
    base: KnowledgeBase
    version: int = 0


@dataclass(frozen=True)
class Shape:
    """A topology with the names of its nodes, and the state that it is of."""

    state: State
    topology: Topology
    names: Names


@dataclass
class Cache:
    """Results of queries by graph, version and query, with counts of hits and misses."""

    hits: int = 0
    misses: int = 0
    _results: OrderedDict[tuple[object, ...], Result] = field(default_factory=OrderedDict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def run(self, graph: str, state: State, query: VerifiedQuery) -> Result:
        """The result of a query, run if it is not cached for this version of the graph."""
        key = (graph, state.stamp, query.text, repr(sorted(query.parameters.items())))
        with self._lock:
            known = self._results.get(key)
            if known is not None:
                self.hits += 1
                self._results.move_to_end(key)
                return known
            self.misses += 1
        result = state.context.store.run(query, state.context.settings.limits)
        with self._lock:
            self._results[key] = result
            while len(self._results) > _KEPT_RESULTS:
                self._results.popitem(last=False)
        return result

    def drop(self, graph: str) -> None:
        """Drop the results of a graph that has changed."""
        with self._lock:
            for key in [key for key in self._results if key[0] == graph]:
                del self._results[key]


class Graphs:
    """The graphs of one client. Thread-safe."""

    own_namespace: str | None = None
    """The namespace of documents that this client may ask, with those below it; None: any."""

    def __init__(
        self,
        home: Home,
        bases: Mapping[str, KnowledgeBase] | None = None,
        folders: tuple[Path, ...] = (),
        caller: str | None = None,
        *,
        elsewhere: bool = False,
    ) -> None:
        """Files may be imported and exported below `folders` only; `caller` names the client's API key. A client
        `elsewhere` is not told where documents lie on this machine."""
        self.caller = caller
        self._elsewhere = elsewhere
        self.home = home
        self.bases = dict(bases or {})
        self.folders = folders
        self.cache = Cache()
        self._lock = threading.Lock()
        self._shapes: OrderedDict[str, Shape] = OrderedDict()
        self._nothing: Home | None = None
        self.viewer = Viewer()

    def reading(self, name: str) -> KnowledgeBase:
        """A graph to read. Nothing is created: the default graph is empty until the first write.

        Raises:
            WorkspaceError: `workspace.missing`, with the existing names.
        """
        if name in self.bases:
            return self.bases[name]
        if name == DEFAULT and not self.home.exists(name):
            return self._empty()
        try:
            return self.home.get(name)
        except WorkspaceError as error:
            known = [*error.details.get("graphs", ()), *self.bases]
            if error.code != "workspace.missing" or not known:
                raise
            hint = f"existing graphs: {', '.join(known[:20])}"
            raise WorkspaceError(error.message, code=error.code, hint=hint, details={"graphs": known[:100]}) from None

    @contextmanager
    def within(self, name: str, namespace: str) -> Iterator[KnowledgeBase]:
        """A graph to read, with the documents of a namespace beside it.

        Raises:
            QuestionError: `namespace.forbidden`, `namespace.unknown`, `namespace.invalid`.
            WorkspaceError: as `reading` does.
        """
        own = self.own_namespace
        if namespace and own is not None and not is_own(namespace, own):
            raise QuestionError(f"this key may not ask the namespace {namespace}", code="namespace.forbidden")
        with self.reading(name).within(namespace) as base:
            yield base

    def told(self, reply: _Reply, name: str, namespace: str = "") -> _Reply:
        """A reply over a graph (a text, or what JSON holds) as its client may see it. Never raises."""
        if not self._elsewhere or name not in self.bases:
            return reply
        try:
            with self.within(name, namespace) as base:
                folders = base.folders
        except FingerpostError:  # the reply says so, too, and of no document
            return reply
        told: _Reply = json.loads(without_folders(json.dumps(reply, ensure_ascii=False), folders)) if folders else reply
        return told

    def writing(self, name: str, *, create: bool = True) -> WorkspaceBase:
        """A graph to write to, created if it does not exist.

        Raises:
            WorkspaceError: `workspace.read-only`, `workspace.quota`, `workspace.name`; `workspace.missing`, if
                not `create`.
        """
        if name in self.bases:
            raise WorkspaceError(f"{name} is a knowledge base, which is read-only", code="workspace.read-only")
        return self.home.get_or_create(name) if create else self.home.get(name)

    def write(self, name: str, writes: Sequence[Write], deadline: Deadline, *, whole: bool = False) -> Report:
        """Write to a graph, which is created if it does not exist; no graph is left where its first write fails.

        Raises:
            WorkspaceError: as `writing` and `Workspace.write` do.
            LimitExceeded: as the deadline raises; of a batch that is being written only with `whole`.
        """
        new = name not in self.bases and not self.home.exists(name)
        workspace = self.writing(name).workspace
        look = deadline.look if whole else None
        try:
            report = workspace.write(writes, whole=whole, wait=deadline.wait, look=look)
        except FingerpostError:
            if new and not workspace.version:
                self.home.delete(name)
            raise
        self.written(name)
        return report

    def _empty(self) -> WorkspaceBase:
        with self._lock:
            if self._nothing is None:
                self._nothing = Home(Path(tempfile.mkdtemp(prefix="fingerpost-empty-")))
            return self._nothing.get_or_create(DEFAULT)

    def state(self, name: str) -> State:
        """The newest state of a graph. Raises as `reading` does."""
        base = self.reading(name)
        created = base.manifest.created
        if isinstance(base, WorkspaceBase):
            version, context = base.state()
            return State(f"{created}/{version}", context, base, version)
        return State(f"{created}/{base.manifest.data}", base.context, base)

    def shape(self, name: str, deadline: Deadline) -> Shape:
        """The topology of a graph as it is now: read once, then kept up with its changes.

        Raises:
            LimitExceeded: `limit.memory`: it is too large; or as the deadline raises.
        """
        state = self.state(name)
        with self._lock:
            known = self._shapes.get(name)
        shape = _shape(known, state, deadline)
        with self._lock:
            self._shapes[name] = shape
            self._shapes.move_to_end(name)
            while len(self._shapes) > _KEPT_TOPOLOGIES:
                self._shapes.popitem(last=False)
        return shape

    def written(self, name: str) -> None:
        """Drop the results of a graph that was changed or deleted."""
        self.cache.drop(name)

    def deleted(self, name: str) -> None:
        """Drop everything of a graph that was deleted."""
        self.written(name)
        with self._lock:
            self._shapes.pop(name, None)

    def close(self) -> None:
        """Close the client's graphs and knowledge bases, and end their pages."""
        self.viewer.stop()
        self.home.close()
        if self._nothing is not None:
            self._nothing.close()
            shutil.rmtree(self._nothing.folder, ignore_errors=True)
        for base in self.bases.values():
            base.close()


def _shape(known: Shape | None, state: State, deadline: Deadline) -> Shape:
    """The shape of a state: the known one as far as it still holds, with what has changed since."""
    base = state.base
    if known is not None and known.state.base is base:
        if known.state.stamp == state.stamp:
            return known
        if isinstance(base, WorkspaceBase):
            batches = base.workspace.changes(known.state.version, state.version)
            if batches is not None:
                topology, ids = followed(known.topology, batches)
                return Shape(state, topology, known.names.changed(topology, ids))
    context = state.context
    count = context.schema.node_count + context.schema.relationship_count
    # In a workspace, nodes are identified by their names; elsewhere they have names to show.
    name = (lambda node: node.element_id) if isinstance(base, WorkspaceBase) else context.display.name
    topology = topology_of(context.store, name, count, _MOST_ELEMENTS, deadline)
    return Shape(state, topology, Names(topology))


def opened_bases(places: tuple[str, ...], settings: Settings) -> dict[str, KnowledgeBase]:
    """Open knowledge bases from `name=place` or `place`, which is then named after its last part.

    Raises:
        FingerpostError: one cannot be opened.
    """
    import fingerpost

    found: dict[str, KnowledgeBase] = {}
    try:
        for given in places:
            name, equals, place = given.partition("=")
            if not equals or "/" in name or ":" in name:
                place = given
                name = given.rstrip("/").rsplit("/", 1)[-1].removesuffix(".fp").split(":")[0] or given
            if name in found:
                raise WorkspaceError(f"two knowledge bases are called {name}", code="workspace.name")
            found[name] = fingerpost.open(place, settings)
    except FingerpostError:
        for base in found.values():
            base.close()
        raise
    return found
