"""A memory: documents that are added, searched, asked and forgotten."""

from __future__ import annotations

import datetime as dt
import os
import tempfile
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from fingerpost.core.answer import Answer
from fingerpost.core.errors import QuestionError
from fingerpost.core.places import is_url
from fingerpost.core.settings import Settings
from fingerpost.engine.add_report import AddReport
from fingerpost.engine.awaiting import on_thread
from fingerpost.engine.memory.base import DocumentBase
from fingerpost.engine.memory.cache import CacheCounts
from fingerpost.engine.memory.library import Found, Library
from fingerpost.engine.memory.namespaces import made_namespace, remove_namespace
from fingerpost.engine.memory.place import checked_namespace, documents_folder, namespaces_in, place_of
from fingerpost.engine.memory.resolving import Candidate, candidates
from fingerpost.engine.memory.retrieving import Retrieval
from fingerpost.engine.memory.switch import graph_enabled
from fingerpost.engine.memory.templates import Template
from fingerpost.engine.memory.writing import AnyPath, DocumentWriter
from fingerpost.engine.workspaces.place import is_workspace
from fingerpost.engine.workspaces.workspace import Workspace
from fingerpost.plans import Plan
from fingerpost.retrieval import Decision, Event, PassageStore, moment
from fingerpost.stores import Result

if TYPE_CHECKING:
    from fingerpost.retrieval import MirroredStore  # needs the client of Neo4j


class Memory:
    """Documents in a folder. Thread-safe; each document is added or removed in one transaction.

    Methods that begin with `a` can be awaited and do the same.
    """

    def __init__(
        self, place: AnyPath, settings: Settings | None = None, *, namespace: str = "", graph: bool | None = None
    ) -> None:
        """Open a memory, or create it; of a knowledge base with a graph, the documents beside that.

        A place may be the URL of a Neo4j database: the documents, passages and facts lie there. Each `namespace` of a
        place (`user/ada`) is a memory of its own: it reads and writes nothing of the others.

        `graph`: whether questions use the facts, not the passages alone; default: what `GRAPH_RAG_ENABLED` says, or
        else yes.

        Raises:
            KnowledgeBaseError: `kb.exists`: the folder has other things in it; `kb.damaged`, `kb.newer`.
            QuestionError: `namespace.invalid`.
            SettingsError: `GRAPH_RAG_ENABLED` is neither true nor false.
            StoreError: `store.unavailable`, `store.access`; `store.documents`: the database is not Neo4j.
        """
        self.graph = graph_enabled(True) if graph is None else graph
        self.settings = settings or Settings()
        self.namespace = checked_namespace(namespace) if namespace else ""
        self._temporary: tempfile.TemporaryDirectory[str] | None = None
        self._remote: MirroredStore | None = None
        if is_url(url := os.fspath(place)):
            from fingerpost.engine.memory.neo4j_memory import DatabaseLibrary, database_store

            self._remote, self._temporary = database_store(url, self.settings, self.namespace)
            self.store: PassageStore = self._remote
            self.library: Library = DatabaseLibrary(self._remote, self.settings)
            self.folder = self.store.path.parent
        else:
            self.folder = self._made(Path(url))
            self.store = PassageStore(self.folder)
            self.library = Library(self.store, self.settings)
        self._writer = DocumentWriter(self.folder, self.store, self.settings)
        self._base: DocumentBase | None = None
        self._opening = threading.Lock()
        self._writer.update_graph()

    def _made(self, place: Path) -> Path:
        """The folder of the documents, created if there is none; with a namespace the place, too."""
        folder = documents_folder(place)
        if not is_workspace(folder) and not (self.namespace and folder != place):
            Workspace.create(folder).close()
        if not self.namespace:
            return folder
        if folder == place:
            PassageStore(folder).close()
        return made_namespace(place, self.namespace)

    def add(
        self,
        sources: AnyPath | Sequence[AnyPath],
        *,
        collection: str = "",
        claims: bool = False,
        names: AnyPath | None = None,
        progress: Callable[[int, int], None] | None = None,
    ) -> AddReport:
        """Add the documents of files, folders and patterns (`notes/*.md`).

        What is unchanged is not written; what is gone from a folder, or from a file of records, is removed. `progress`
        is called with the number of files done and the total. With `claims`, the language model of the settings reads
        each new passage for facts, too; documents that were added with them keep them only if added so again. So it
        is with `names`, a CSV file of names (columns `name`, `kind`, `aliases`) that facts are read with.

        Raises:
            SourceError: `source.missing`: a source does not exist; `source.format`: `names` is no list of names.
            SettingsError: `claims` without a language model.
            StoreError: `store.write`. Documents before it are stored.
        """
        return self._writer.add(sources, collection=collection, claims=claims, names=names, progress=progress)

    def add_text(
        self,
        text: str,
        *,
        key: str,
        title: str = "",
        time: str | None = None,
        collection: str = "",
        claims: bool = False,
    ) -> AddReport:
        """Add one text under a key, or replace it. Raises as `add` does."""
        return self._writer.add_text(text, key, title, time, collection, claims)

    def search(self, question: str, count: int = 5, *, collections: Sequence[str] = ()) -> list[Found]:
        """The passages that a question needs, best first; of these collections only, if any are given.

        Raises:
            QuestionError: `collection.unknown`.
        """
        return self.library.search(question, count, collections)

    def ask(self, question: str, *, collections: Sequence[str] = ()) -> Answer[Plan]:
        """Answer a question from the facts that the documents state, or with their sentences.

        Raises:
            QuestionError: the question is empty or too long; `collection.unknown`.
        """
        return self._reader().ask(question, collections=collections)

    def retrieve(
        self, question: str, count: int = 5, *, budget: int | None = None, collections: Sequence[str] = ()
    ) -> Retrieval:
        """Passages and facts for a question as the context of a model, at most `budget` tokens (default: the setting).

        Raises:
            QuestionError: the question is empty or too long; `collection.unknown`.
        """
        return self._reader().retrieve(question, count, budget=budget, collections=collections)

    def reset_cache_counts(self) -> None:
        """Begin to count anew; what the cache holds stays."""
        self._reader().cache.reset()

    def cache_counts(self) -> dict[str, CacheCounts]:
        """How often the cache was asked, and had the answer: for reads of the graph, and for whole retrievals."""
        return self._reader().cache.counts()

    def template(self, name: str, /, **parameters: object) -> Result:
        """Run a named query over the facts. Raises as `DocumentBase.template` does."""
        return self._reader().template(name, **parameters)

    def templates(self) -> dict[str, Template]:
        """All named queries. Raises as `DocumentBase.templates` does."""
        return self._reader().templates()

    def follow(self) -> None:
        """Take over what others have written into a database; every method does so by itself."""
        if self._remote is not None:
            self._remote.follow()
            self._writer.update_graph()

    def _latest(self) -> PassageStore:
        """The documents; those in a database as they are there now."""
        self.follow()
        return self.store

    def _reader(self) -> DocumentBase:
        self._latest()
        with self._opening:
            if self._base is None:
                workspace = Workspace(self.folder, write=False)
                self._base = DocumentBase(workspace, self.store, self.settings, self.library, graph=self.graph)
            return self._base

    def forget(self, key: str) -> bool:
        """Remove a document, with all that came from it; whether it was there."""
        return self._writer.forget(key)

    def candidates(self) -> list[Candidate]:
        """What a person should decide, the likeliest first: names that may be one, and facts below supported."""
        return candidates(self._latest())

    def merge(self, first: str, second: str) -> None:
        """Decide that two names mean one thing. Raises as `add` does."""
        self._writer.decide(first, "", second, "merge")

    def separate(self, first: str, second: str) -> None:
        """Decide that two names mean different things, whatever documents say. Raises as `add` does."""
        self._writer.decide(first, "", second, "separate")

    def unmerge(self, first: str, second: str) -> bool:
        """Take back what was decided of two names; whether there was a decision."""
        return self._writer.undo(first, "", second)

    def accept(self, subject: str, relation: str, object_: str) -> None:
        """Decide that a fact holds, however doubtfully documents state it. The relation may be given in words.

        Raises:
            QuestionError: `relation.unknown`.
        """
        self._writer.decide(subject, relation, object_, "accept")

    def reject(self, subject: str, relation: str, object_: str) -> None:
        """Decide that a fact does not hold: it is left out of the graph."""
        self._writer.decide(subject, relation, object_, "reject")

    def reconsider(self, subject: str, relation: str, object_: str) -> bool:
        """Take back what was decided of a fact; whether there was a decision."""
        return self._writer.undo(subject, relation, object_)

    def decisions(self) -> list[Decision]:
        """All decisions, by their names."""
        return self._latest().decisions()

    def history(self, key: str | None = None) -> list[Event]:
        """What happened, oldest first: documents were added, changed and forgotten, decisions made and undone."""
        return self._latest().events(key)

    def as_of(self, at: dt.datetime | str) -> Memory:
        """The memory as it was at a moment, to be searched and asked, in a temporary folder that ends with `close`.

        Documents that were forgotten since are not in it: nothing of them is left. A moment without a zone is local
        time.

        Raises:
            QuestionError: `memory.moment`: it is not ISO 8601.
        """
        try:
            when = moment(at)
        except (ValueError, OverflowError, OSError) as error:
            raise QuestionError(f"{at} is not a time in ISO 8601", code="memory.moment") from error
        contents, decisions = self._latest().state_at(when)
        folder = tempfile.TemporaryDirectory(prefix="fingerpost-past-")
        past = Memory(Path(folder.name, "past.fp"), self.settings, namespace=self.namespace, graph=self.graph)
        past._temporary = folder
        for document, passages, facts in contents:
            past.store.put(document, passages, facts)
        for decision in decisions:
            past.store.decide(decision)
        past._writer.update_graph()
        return past

    @property
    def place(self) -> Path:
        """The folder that holds this memory, with its namespaces."""
        return place_of(self.folder)

    def documents(self) -> list[str]:
        """The keys of all documents, sorted."""
        return self._latest().keys()

    def namespaces(self) -> list[str]:
        """The namespaces of this place, sorted; that of documents in none is not among them."""
        return self._remote.namespaces() if self._remote is not None else namespaces_in(place_of(self.folder))

    def forget_namespace(self, namespace: str) -> bool:
        """Remove another namespace of this place, with all that is in it; whether it was there.

        Raises:
            QuestionError: `namespace.invalid`.
            WorkspaceError: `workspace.locked`: it is open for writing, here or in another process.
        """
        if self._remote is not None:
            return self._remote.forget_namespace(checked_namespace(namespace))
        return remove_namespace(place_of(self.folder), checked_namespace(namespace))

    async def aadd(self, sources: AnyPath | Sequence[AnyPath], *, collection: str = "") -> AddReport:
        """`add`, awaitable."""
        return await on_thread(lambda: self.add(sources, collection=collection))

    async def asearch(self, question: str, count: int = 5, *, collections: Sequence[str] = ()) -> list[Found]:
        """`search`, awaitable."""
        return await on_thread(lambda: self.search(question, count, collections=collections))

    async def aask(self, question: str, *, collections: Sequence[str] = ()) -> Answer[Plan]:
        """`ask`, awaitable."""
        return await on_thread(lambda: self.ask(question, collections=collections))

    async def aretrieve(
        self, question: str, count: int = 5, *, budget: int | None = None, collections: Sequence[str] = ()
    ) -> Retrieval:
        """`retrieve`, awaitable."""
        return await on_thread(lambda: self.retrieve(question, count, budget=budget, collections=collections))

    async def ahistory(self, key: str | None = None) -> list[Event]:
        """`history`, awaitable."""
        return await on_thread(lambda: self.history(key))

    async def aforget(self, key: str) -> bool:
        """`forget`, awaitable."""
        return await on_thread(lambda: self.forget(key))

    def close(self) -> None:
        """Close the files; nothing is lost without it."""
        if self._base is not None:
            self._base.workspace.close()
        self._writer.close()
        self.store.close()
        if self._temporary is not None:
            self._temporary.cleanup()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
