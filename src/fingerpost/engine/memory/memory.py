"""A memory: documents that are added, searched, asked and forgotten."""

from __future__ import annotations

import datetime as dt
import os
import re
import tempfile
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from types import TracebackType
from typing import Self

from fingerpost.core.answer import Answer
from fingerpost.core.errors import QuestionError, SourceError, WorkspaceError
from fingerpost.core.settings import Settings
from fingerpost.engine.awaiting import on_thread
from fingerpost.engine.memory.base import DocumentBase
from fingerpost.engine.memory.cache import CacheCounts
from fingerpost.engine.memory.embedding import embedded, embedder_of
from fingerpost.engine.memory.fact_graph import bring_up_to_date
from fingerpost.engine.memory.library import Found, Library
from fingerpost.engine.memory.resolving import Candidate, candidates
from fingerpost.engine.memory.retrieving import BUDGET, Retrieval
from fingerpost.engine.memory.switch import graph_enabled
from fingerpost.engine.memory.templates import Template
from fingerpost.engine.workspaces.place import is_workspace
from fingerpost.engine.workspaces.workspace import Workspace
from fingerpost.ingest import (
    Document,
    DocumentFact,
    Skipped,
    document_files,
    expanded,
    facts_of,
    key_of,
    passages_of,
    read_documents,
    read_plain,
)
from fingerpost.plans import Plan
from fingerpost.retrieval import (
    Decision,
    Event,
    PassageStore,
    StoredDocument,
    StoredFact,
    StoredPassage,
    Verdict,
    moment,
)
from fingerpost.stores import Result

AnyPath = str | PathLike[str]
_RECORD = re.compile(r" (?:line|message) \d+$")
"""What names a record behind the path of its file."""


@dataclass
class AddReport:
    """What adding documents did, in numbers of documents; `problems` are (place, code, message) of what was skipped."""

    created: int = 0
    changed: int = 0
    unchanged: int = 0
    removed: int = 0
    passages: int = 0
    problems: list[tuple[str, str, str]] = field(default_factory=list)

    @property
    def documents(self) -> int:
        """All documents that were read."""
        return self.created + self.changed + self.unchanged


class Memory:
    """Documents in a folder. Thread-safe; each document is added or removed in one transaction.

    Methods that begin with `a` can be awaited and do the same.
    """

    def __init__(self, place: AnyPath, settings: Settings | None = None, *, graph: bool | None = None) -> None:
        """Open a memory, or create it.

        `graph`: whether questions use the facts, not the passages alone; default: what `GRAPH_RAG_ENABLED` says, or
        else yes.

        Raises:
            KnowledgeBaseError: `kb.exists`: the folder has other things in it; `kb.damaged`, `kb.newer`.
            SettingsError: `GRAPH_RAG_ENABLED` is neither true nor false.
        """
        self.folder = Path(place)
        self.graph = graph_enabled(True) if graph is None else graph
        self.settings = settings or Settings()
        if not is_workspace(self.folder):
            Workspace.create(self.folder).close()
        self._store = PassageStore(self.folder)
        self._library = Library(self._store, self.settings)
        self._workspace: Workspace | None = None
        self._base: DocumentBase | None = None
        self._opening = threading.Lock()
        self._temporary: tempfile.TemporaryDirectory[str] | None = None
        self._update_graph()

    def add(
        self,
        sources: AnyPath | Sequence[AnyPath],
        *,
        collection: str = "",
        progress: Callable[[int, int], None] | None = None,
    ) -> AddReport:
        """Add the documents of files, folders and patterns (`notes/*.md`).

        What is unchanged is not written; what is gone from a folder, or from a file of records, is removed. `progress`
        is called with the number of files done and the total.

        Raises:
            SourceError: `source.missing`: a source does not exist.
            StoreError: `store.write`. Documents before it are stored.
        """
        given = [sources] if isinstance(sources, (str, PathLike)) else list(sources)
        paths = expanded([Path(source) for source in given])
        for path in paths:
            if not path.exists():
                message = f"{path} does not exist"
                raise SourceError(message, code="source.missing", details={"file": str(path)})
        files = [(path, file) for path in paths for file in document_files(path)]
        report, skipped = AddReport(), Skipped()
        seen: set[str] = set()
        for done, (_, file) in enumerate(files, 1):
            for document in read_documents(file, skipped):
                seen.add(document.key)
                self._put(document, collection, report)
            if progress is not None:
                progress(done, len(files))
        self._forget_gone(paths, seen, skipped, report)
        report.problems = skipped.problems
        self._update_graph()
        return report

    def add_text(
        self, text: str, *, key: str, title: str = "", time: str | None = None, collection: str = ""
    ) -> AddReport:
        """Add one text under a key, or replace it. Raises as `add` does."""
        read = read_plain(key, title, text)
        report = AddReport()
        self._put(Document(key, title or read.title, text, read.blocks, time), collection, report)
        self._update_graph()
        return report

    def _put(self, document: Document, collection: str, report: AddReport) -> None:
        passages = passages_of(document)
        stored = StoredDocument(
            document.key,
            document.hash(collection),
            document.title,
            document.text,
            document.time,
            collection,
            document.kind,
        )
        kept = tuple(
            StoredPassage(document.key, n, p.start, p.end, p.first_line, p.last_line, p.page, p.headings)
            for n, p in enumerate(passages)
        )
        facts = tuple(_stored(document.key, n, fact) for n, fact in enumerate(facts_of(document)))
        outcome = self._store.put(stored, kept, facts, self._vectors(stored, kept))
        setattr(report, outcome, getattr(report, outcome) + 1)
        report.passages += len(passages)

    def _vectors(self, document: StoredDocument, passages: tuple[StoredPassage, ...]) -> tuple[str, bytes] | None:
        """The embeddings of a document that is new, was changed, or has none yet."""
        embedder = embedder_of(self.settings)
        if embedder is None or not passages:
            return None
        known = self._store.is_current(document.key, document.hash)
        if known and self._store.has_vectors(document.key, embedder.name):
            return None
        return embedded(embedder, document, passages)

    def _forget_gone(self, paths: Sequence[Path], seen: set[str], skipped: Skipped, report: AddReport) -> None:
        """Remove what these sources had and no longer have. What could not be read is kept."""
        unread = {Path(os.path.normpath(_RECORD.sub("", where))).as_posix() for where, _, _ in skipped.problems}
        for path in paths:
            base = Path(os.path.normpath(path)).as_posix()
            prefix = "" if base == "." else f"{base}/" if path.is_dir() else f"{base}#"
            if base == ".":
                continue  # every relative key lies below it, whoever added it
            for key in self.documents():
                if key.startswith(prefix) and key not in seen and key.split("#")[0] not in unread:
                    report.removed += self._store.remove(key)

    def search(self, question: str, count: int = 5, *, collections: Sequence[str] = ()) -> list[Found]:
        """The passages that a question needs, best first; of these collections only, if any are given.

        Raises:
            QuestionError: `collection.unknown`.
        """
        return self._library.search(question, count, collections)

    def ask(self, question: str, *, collections: Sequence[str] = ()) -> Answer[Plan]:
        """Answer a question from the facts that the documents state, or with their sentences.

        Raises:
            QuestionError: the question is empty or too long; `collection.unknown`.
        """
        return self._reader().ask(question, collections=collections)

    def retrieve(
        self, question: str, count: int = 5, *, budget: int = BUDGET, collections: Sequence[str] = ()
    ) -> Retrieval:
        """Passages and facts for a question as the context of a model, at most `budget` tokens.

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

    def _reader(self) -> DocumentBase:
        with self._opening:
            if self._base is None:
                workspace = Workspace(self.folder, write=False)
                self._base = DocumentBase(workspace, self._store, self.settings, self._library, graph=self.graph)
            return self._base

    def forget(self, key: str) -> bool:
        """Remove a document, with all that came from it; whether it was there."""
        removed = self._store.remove(key)
        self._update_graph()
        return removed

    def candidates(self) -> list[Candidate]:
        """What a person should decide, the likeliest first: names that may be one, and facts below supported."""
        return candidates(self._store)

    def merge(self, first: str, second: str) -> None:
        """Decide that two names mean one thing. Raises as `add` does."""
        self._decide(first, "", second, "merge")

    def separate(self, first: str, second: str) -> None:
        """Decide that two names mean different things, whatever documents say. Raises as `add` does."""
        self._decide(first, "", second, "separate")

    def unmerge(self, first: str, second: str) -> bool:
        """Take back what was decided of two names; whether there was a decision."""
        return self._undo(first, "", second)

    def accept(self, subject: str, relation: str, object_: str) -> None:
        """Decide that a fact holds, however doubtfully documents state it."""
        self._decide(subject, relation, object_, "accept")

    def reject(self, subject: str, relation: str, object_: str) -> None:
        """Decide that a fact does not hold: it is left out of the graph."""
        self._decide(subject, relation, object_, "reject")

    def reconsider(self, subject: str, relation: str, object_: str) -> bool:
        """Take back what was decided of a fact; whether there was a decision."""
        return self._undo(subject, relation, object_)

    def decisions(self) -> list[Decision]:
        """All decisions, by their names."""
        return self._store.decisions()

    def _decide(self, first: str, relation: str, second: str, verdict: Verdict) -> None:
        ends = _ends(first, relation, second)
        self._store.decide(Decision(ends[0], relation, ends[1], verdict))
        self._update_graph()

    def _undo(self, first: str, relation: str, second: str) -> bool:
        ends = _ends(first, relation, second)
        undone = self._store.undo(ends[0], relation, ends[1])
        self._update_graph()
        return undone

    def history(self, key: str | None = None) -> list[Event]:
        """What happened, oldest first: documents were added, changed and forgotten, decisions made and undone."""
        return self._store.events(key)

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
        contents, decisions = self._store.state_at(when)
        folder = tempfile.TemporaryDirectory(prefix="fingerpost-past-")
        past = Memory(Path(folder.name, "past.fp"), self.settings, graph=self.graph)
        past._temporary = folder
        for document, passages, facts in contents:
            past._store.put(document, passages, facts)
        for decision in decisions:
            past._store.decide(decision)
        past._update_graph()
        return past

    def _update_graph(self) -> None:
        """Write what the documents state into the graph. While another process writes to it, this waits for a later
        call, of either of them.
        """
        if not self._store.pending()[1]:
            return
        if self._workspace is None:
            try:
                self._workspace = Workspace(self.folder)
            except WorkspaceError as error:
                if error.code != "workspace.locked":
                    raise
                return
        bring_up_to_date(self._workspace, self._store)

    def documents(self) -> list[str]:
        """The keys of all documents, sorted."""
        return self._store.keys()

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
        self, question: str, count: int = 5, *, budget: int = BUDGET, collections: Sequence[str] = ()
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
        if self._workspace is not None:
            self._workspace.close()
        self._store.close()
        if self._temporary is not None:
            self._temporary.cleanup()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _ends(first: str, relation: str, second: str) -> tuple[str, str]:
    """The keys of two names; in order, if it does not matter which stands first."""
    keys = key_of(first), key_of(second)
    return keys if relation or keys[0] <= keys[1] else (keys[1], keys[0])


def _stored(document: str, number: int, fact: DocumentFact) -> StoredFact:
    first, second = fact.subject, fact.object
    return StoredFact(
        document=document,
        number=number,
        subject=first.key,
        subject_name=first.text,
        subject_kind=first.kind,
        relation=fact.relation,
        object=second.key,
        object_name=second.text,
        object_kind=second.kind,
        start=fact.start,
        stop=fact.end,
        certainty=fact.certainty,
        negated=fact.negated,
        date=fact.date,
    )
