"""Writes documents, and what they state, into a folder."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from os import PathLike
from pathlib import Path

from fingerpost.core.errors import ModelError, QuestionError, SettingsError, SourceError, WorkspaceError
from fingerpost.core.settings import Settings
from fingerpost.engine.add_report import AddReport
from fingerpost.engine.memory.embedding import (
    EMBEDDINGS_FALLBACK,
    analysed,
    embedded,
    embedder_of,
    rules_of,
    static_embedder,
)
from fingerpost.engine.memory.fact_graph import bring_up_to_date
from fingerpost.engine.workspaces.workspace import Workspace
from fingerpost.ingest import (
    Document,
    DocumentFact,
    Gazetteer,
    Passage,
    Skipped,
    SpacyNames,
    document_files,
    expanded,
    facts_of,
    key_of,
    passages_of,
    read_documents,
    read_gazetteer,
    read_plain,
    relation_mentions,
    relations,
)
from fingerpost.llm import LanguageModel
from fingerpost.plans import counted
from fingerpost.retrieval import (
    Decision,
    PassageStore,
    QuestionEmbedder,
    StoredDocument,
    StoredFact,
    StoredPassage,
    Verdict,
)

AnyPath = str | PathLike[str]
_OF_NAMES = "IS_A", "SAME_AS", "REFERENCES", "MENTIONS"
"""Relationships that say what something is called, is, or refers to."""
_RECORD = re.compile(r" (?:line|message) \d+$")
"""What names a record behind the path of its file."""


class DocumentWriter:
    """Writes documents into the store of a folder, and the facts that they state into the folder's graph."""

    def __init__(self, folder: Path, store: PassageStore, settings: Settings) -> None:
        """The store stays open when the writer is closed."""
        self.folder = folder
        self.settings = settings
        self.workspace: Workspace | None = None
        self._store = store

    def add(
        self,
        sources: AnyPath | Sequence[AnyPath],
        *,
        collection: str = "",
        claims: bool = False,
        names: AnyPath | None = None,
        progress: Callable[[int, int], None] | None = None,
    ) -> AddReport:
        """Add the documents of files, folders and patterns, as `Memory.add` does."""
        model = self._model() if claims else None
        known = None if names is None else read_gazetteer(Path(names))
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
                self._put(document, collection, report, model, known)
            if progress is not None:
                progress(done, len(files))
        self._forget_gone(paths, seen, skipped, report)
        report.problems = skipped.problems
        self.update_graph()
        return report

    def add_text(self, text: str, key: str, title: str, time: str | None, collection: str, claims: bool) -> AddReport:
        """Add one text under a key, or replace it."""
        model = self._model() if claims else None
        read = read_plain(key, title, text)
        report = AddReport()
        self._put(Document(key, title or read.title, text, read.blocks, time), collection, report, model)
        self.update_graph()
        return report

    def forget(self, key: str) -> bool:
        """Remove a document, with all that came from it; whether it was there."""
        removed = self._store.remove(key)
        self.update_graph()
        return removed

    def decide(self, first: str, relation: str, second: str, verdict: Verdict) -> None:
        """Note what a person decided of two names, or of a fact.

        Raises:
            QuestionError: `relation.unknown`: documents state no such relationship.
        """
        first, relation, second = _stated(first, relation, second)
        ends = _ends(first, relation, second)
        self._store.decide(Decision(ends[0], relation, ends[1], verdict))
        self.update_graph()

    def undo(self, first: str, relation: str, second: str) -> bool:
        """Take back what was decided; whether there was a decision. Raises as `decide` does."""
        first, relation, second = _stated(first, relation, second)
        ends = _ends(first, relation, second)
        undone = self._store.undo(ends[0], relation, ends[1])
        self.update_graph()
        return undone

    def _model(self) -> LanguageModel:
        """The model of the settings. Raises `SettingsError` if there is none."""
        from fingerpost.llm import model_of

        if not self.settings.model:
            raise SettingsError("claims need a language model", hint="set FINGERPOST_MODEL")
        return model_of(self.settings.model, self.settings.models)

    def _claimed(
        self,
        document: Document,
        passages: Sequence[Passage],
        facts: Sequence[DocumentFact],
        model: LanguageModel,
        report: AddReport,
    ) -> Sequence[DocumentFact] | None:
        """The facts of a document with what a model reads in it; None, and a note, if the model fails."""
        from fingerpost.engine.memory.model_claims import claimed

        try:
            added, refused = claimed(document, passages, facts, model)
        except ModelError as error:
            note = f"the language model {model.name} could not be asked: {error.message} [{error.code}]"
            report.notes += [note] if note not in report.notes else []
            return None
        if refused:
            report.notes.append(f"{document.key}: {counted(refused, 'claim')} of the language model refused")
        return [*facts, *added]

    def _put(
        self,
        document: Document,
        collection: str,
        report: AddReport,
        model: LanguageModel | None,
        known: Gazetteer | None = None,
    ) -> None:
        passages = passages_of(document)
        plain = document.hash(collection)
        pipeline = self.settings.name_pipeline
        finder = SpacyNames(pipeline) if pipeline else None
        for digest in (one.digest for one in (known, finder) if one is not None):
            plain = hashlib.sha256(f"{plain} {digest}".encode()).hexdigest()
        stored = StoredDocument(
            document.key,
            plain if model is None else hashlib.sha256(f"{plain} {model.name}".encode()).hexdigest(),
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
        report.passages += len(passages)
        embedder = embedder_of(self.settings)
        if self._is_complete(stored, embedder):
            report.unchanged += 1
            return
        vectors = None
        if embedder is not None and kept:
            try:
                vectors = embedded(embedder, stored, kept)
            except ModelError as error:  # the document is worth more than its vectors; loading again adds them
                note = f"{EMBEDDINGS_FALLBACK} {error.message}: documents have no sentence embeddings yet"
                report.notes = report.notes or [note]
        if finder is not None:
            known = finder.in_texts([document.text[p.start : p.end] for p in passages], known)
        stated: Sequence[DocumentFact] = list(facts_of(document, known))
        if model is not None:
            more = self._claimed(document, passages, stated, model, report)
            stored = stored if more is not None else replace(stored, hash=plain)
            stated = more or stated
        facts = tuple(_stored(document.key, n, fact) for n, fact in enumerate(stated))
        outcome = self._store.put(stored, kept, facts, vectors, analysed(stored, kept))
        setattr(report, outcome, getattr(report, outcome) + 1)

    def _is_complete(self, document: StoredDocument, embedder: QuestionEmbedder | None) -> bool:
        """Whether a document is stored as it is, with all that is kept of its passages."""
        if not self._store.is_current(document.key, document.hash):
            return False
        embedded = embedder is None or self._store.has_vectors(document.key, embedder.name)
        return embedded and self._store.has_analyses(document.key, rules_of(static_embedder()))

    def _forget_gone(self, paths: Sequence[Path], seen: set[str], skipped: Skipped, report: AddReport) -> None:
        """Remove what these sources had and no longer have. What could not be read is kept."""
        unread = {Path(os.path.normpath(_RECORD.sub("", where))).as_posix() for where, _, _ in skipped.problems}
        for path in paths:
            base = Path(os.path.normpath(path)).as_posix()
            prefix = "" if base == "." else f"{base}/" if path.is_dir() else f"{base}#"
            if base == ".":
                continue  # every relative key lies below it, whoever added it
            for key in self._store.keys():  # noqa: SIM118 - a method of ours
                if key.startswith(prefix) and key not in seen and key.split("#")[0] not in unread:
                    report.removed += self._store.remove(key)

    def update_graph(self) -> None:
        """Write what the documents state into the graph. While another process writes to it, this waits for a later
        call, of either of them.
        """
        if not self._store.pending()[1]:
            return
        if self.workspace is None:
            try:
                self.workspace = Workspace(self.folder)
            except WorkspaceError as error:
                if error.code != "workspace.locked":
                    raise
                return
        bring_up_to_date(self.workspace, self._store)

    def close(self) -> None:
        """Stop writing to the graph."""
        if self.workspace is not None:
            self.workspace.close()


@contextmanager
def document_writer(folder: Path, settings: Settings) -> Iterator[DocumentWriter]:
    """A writer into a folder, for the length of a block."""
    with PassageStore(folder) as store, closing(DocumentWriter(folder, store, settings)) as writer:
        yield writer


def _stated(first: str, relation: str, second: str) -> tuple[str, str, str]:
    """A fact with its relationship as the graph has it, if it is given in words: "depends on", "owns"."""
    given = re.sub(r"[\s-]+", "_", relation.strip()).upper()
    if not given or given in (*relations(), *_OF_NAMES):
        return first, given, second
    mentions = relation_mentions(relation)
    if len(mentions) != 1 or mentions[0].noun:
        message = f"documents state no relationship {relation}; they state {', '.join(relations())}"
        raise QuestionError(message, code="relation.unknown")
    return (second, mentions[0].relation, first) if mentions[0].reversed else (first, mentions[0].relation, second)


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
