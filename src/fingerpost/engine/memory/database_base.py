"""The documents of a Neo4j database as a knowledge base: what others write there is seen with the next question."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from fingerpost.core.answer import Answer
from fingerpost.core.errors import QuestionError
from fingerpost.core.settings import Settings
from fingerpost.engine.add_report import AddReport
from fingerpost.engine.memory.base import DocumentBase
from fingerpost.engine.memory.memory import Memory
from fingerpost.engine.memory.place import checked_namespace
from fingerpost.engine.memory.retrieving import Retrieval
from fingerpost.engine.memory.writing import AnyPath
from fingerpost.engine.workspaces.base import WorkspaceBase
from fingerpost.engine.workspaces.workspace import Workspace
from fingerpost.plans import Plan
from fingerpost.stores import Result


class DatabaseBase(DocumentBase):
    """The documents of a database, or of one of its namespaces."""

    def __init__(self, url: str, settings: Settings | None = None, *, namespace: str = "") -> None:
        """Open them, and copy their texts. Raises as `Memory` does."""
        self._memory = Memory(url, settings, namespace=namespace)
        self._url = url
        self._asking = threading.Lock()
        self._others: dict[str, DatabaseBase] = {}
        workspace = Workspace(self._memory.folder, write=False)
        super().__init__(workspace, self._memory.store, self._memory.settings, self._memory.library)

    @contextmanager
    def within(self, namespace: str) -> Iterator[DocumentBase]:
        """See `DocumentBase.within`; a namespace stays open once it was asked."""
        if not namespace:
            yield self
            return
        name = checked_namespace(namespace)
        with self._asking:
            if name not in self._memory.namespaces():
                raise QuestionError(f"there is no namespace {namespace}", code="namespace.unknown")
            if name not in self._others:
                self._others[name] = DatabaseBase(self._url, self.settings, namespace=name)
            base = self._others[name]
        yield base

    def ask(
        self,
        question: str,
        *,
        choice: int | None = None,
        filters: Mapping[str, object] | None = None,
        collections: Sequence[str] = (),
    ) -> Answer[Plan]:
        """See `DocumentBase.ask`. Raises `StoreError`, too: the database cannot be reached."""
        self._memory.follow()
        return super().ask(question, choice=choice, filters=filters, collections=collections)

    def retrieve(
        self, question: str, count: int = 5, *, budget: int | None = None, collections: Sequence[str] = ()
    ) -> Retrieval:
        """See `DocumentBase.retrieve`. Raises `StoreError`, too: the database cannot be reached."""
        self._memory.follow()
        return super().retrieve(question, count, budget=budget, collections=collections)

    def template(self, name: str, /, **parameters: object) -> Result:
        """See `DocumentBase.template`."""
        self._memory.follow()
        return super().template(name, **parameters)

    def add(self, sources: AnyPath | Sequence[AnyPath], *, collection: str = "") -> AddReport:
        """Add or update documents. Raises as `Memory.add` does."""
        return self._memory.add(sources, collection=collection)

    def forget(self, key: str) -> bool:
        """Remove a document, with all that came from it; whether it was there."""
        return self._memory.forget(key)

    def close(self) -> None:
        """Close the connections and remove the local copy."""
        for one in self._others.values():
            one.close()
        WorkspaceBase.close(self)
        self._memory.close()
