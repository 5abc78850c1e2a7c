"""What a memory in a Neo4j database needs: its documents, and a library that its indexes search."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from fingerpost.core.errors import MissingExtra, QuestionError, StoreError
from fingerpost.core.places import scheme_of
from fingerpost.core.settings import Settings
from fingerpost.engine.memory.embedding import embedder_of, static_embedder
from fingerpost.engine.memory.library import Library, State
from fingerpost.engine.memory.place import checked_namespace, documents_folder
from fingerpost.engine.remote import connected
from fingerpost.engine.workspaces.workspace import Workspace
from fingerpost.retrieval import (
    DocumentDatabase,
    MirroredStore,
    PassageIndex,
    PassagePool,
    Retriever,
    StoredDocument,
    StoredPassage,
    has_documents,
    namespaces_in,
    ranker_for,
)
from fingerpost.stores import BoltStore

_SCHEMES = ("neo4j", "bolt")


class DatabaseLibrary(Library):
    """Searches the passages of a database by its own indexes. Thread-safe."""

    def __init__(self, store: MirroredStore, settings: Settings) -> None:
        super().__init__(store, settings)
        self._mirror = store
        embedder = embedder_of(settings)
        self._pool = PassagePool(
            store.database, static_embedder(), embedder, lambda meaning: ranker_for(meaning=meaning)
        )

    def _for(self, question: str, collections: Sequence[str]) -> State:
        """The passages that the indexes find for a question, as they are in the database now."""
        self._mirror.follow()
        wanted = tuple(sorted(set(collections)))
        self._require_collections(wanted)
        if not self.store.keys():
            return State((0, 0), {}, [], Retriever(PassageIndex((), static_embedder()), ranker_for(meaning=False)), {})
        passages, retriever = self._pool.read(question, wanted)
        documents = {}
        for key in dict.fromkeys(passage.document for passage in passages):
            held = self.store.document(key)
            if held is not None:
                documents[key] = held
        if len(documents) < len({passage.document for passage in passages}):
            raise StoreError("the documents changed while they were read; ask again", code="store.failed")
        return State((0, 0), documents, passages, retriever, {})

    def _require_collections(self, collections: Sequence[str]) -> None:
        known = self.store.collections() if collections else set()
        for name in collections:
            if name not in known:
                listed = ", ".join(sorted(filter(None, known))) or "none"
                raise QuestionError(f"there is no collection {name}; there are: {listed}", code="collection.unknown")

    def likeness(self, question: str, texts: Sequence[str]) -> list[float]:
        """See `Library.likeness`."""
        if not texts:
            return []
        vectors = static_embedder().embed([question, *texts])
        return [float(score) for score in vectors[1:] @ vectors[0]]

    def _where(self, document: str) -> tuple[StoredDocument | None, Sequence[StoredPassage]]:
        """See `Library`."""
        return self.store.document(document), self.store.passages_of(document)

    @property
    def size(self) -> int:
        """The number of passages."""
        return len(self.store.passages())


def holds_documents(url: str, settings: Settings, namespace: str = "") -> bool:
    """Whether a URL is that of a Neo4j database with documents of ours.

    Raises:
        StoreError: `store.unavailable`, `store.access`.
        QuestionError: `namespace.unknown`: it has documents, but no such namespace.
        MissingExtra: the extra `neo4j` is not installed.
    """
    if scheme_of(url) not in _SCHEMES:
        return False
    with closing(connected(url, settings)) as store:
        if not isinstance(store, BoltStore) or store.link.memgraph or not has_documents(store.link):
            return False
        if namespace and checked_namespace(namespace) not in namespaces_in(store.link):
            raise QuestionError(f"there is no namespace {namespace}", code="namespace.unknown")
    return True


def database_store(
    url: str, settings: Settings, namespace: str = ""
) -> tuple[MirroredStore, tempfile.TemporaryDirectory[str]]:
    """The documents of a database, and the folder of their local copy, which ends with the memory.

    Raises:
        StoreError: `store.unavailable`, `store.access`; `store.documents`: it is not Neo4j.
        MissingExtra: an extra is not installed.
    """
    store = connected(url, settings)
    if not isinstance(store, BoltStore) or store.link.memgraph:
        store.close()
        raise StoreError("documents are kept in a folder or in Neo4j", code="store.documents")
    try:
        import numpy  # noqa: F401 - what the writer needs, told before anything is written
    except ImportError as error:
        store.close()
        hint = 'pip install "fingerpost[documents,neo4j]"'
        raise MissingExtra("documents in Neo4j need the extra documents", hint=hint) from error
    folder = tempfile.TemporaryDirectory(prefix="fingerpost-documents-")
    try:
        place = documents_folder(Path(folder.name, "documents.fp"), namespace)
        Workspace.create(place).close()
        return MirroredStore(place, DocumentDatabase(store.link, namespace)), folder
    except BaseException:
        store.close()
        folder.cleanup()
        raise
