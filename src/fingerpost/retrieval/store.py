"""Documents and their passages on disk: one SQLite file, one transaction a document.

A document is replaced as a whole if its content changed, and left alone if not. What is stored depends only on the
documents that are there, not on the order or the history in which they came.
"""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import astuple
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from fingerpost.core.errors import KnowledgeBaseError, StoreError
from fingerpost.retrieval import history
from fingerpost.retrieval.analysis import Kept
from fingerpost.retrieval.file import FILE
from fingerpost.retrieval.history import Content, Event
from fingerpost.retrieval.keeping import KEPT_SCHEMA, each_kept, is_kept, keep
from fingerpost.retrieval.stored import Decision, Outcome, StoredDocument, StoredFact, StoredPassage, Triple

_VERSION = 6
_SCHEMA = """
CREATE TABLE IF NOT EXISTS documents (
    key TEXT PRIMARY KEY, hash TEXT NOT NULL, title TEXT NOT NULL, text TEXT NOT NULL, time TEXT,
    collection TEXT NOT NULL, kind TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS passages (
    document TEXT NOT NULL REFERENCES documents (key) ON DELETE CASCADE, number INTEGER NOT NULL,
    start INTEGER NOT NULL, stop INTEGER NOT NULL, first_line INTEGER NOT NULL, last_line INTEGER NOT NULL,
    page INTEGER, headings TEXT NOT NULL, PRIMARY KEY (document, number)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS facts (
    document TEXT NOT NULL REFERENCES documents (key) ON DELETE CASCADE, number INTEGER NOT NULL,
    subject TEXT NOT NULL, subject_name TEXT NOT NULL, subject_kind TEXT NOT NULL, relation TEXT NOT NULL,
    object TEXT NOT NULL, object_name TEXT NOT NULL, object_kind TEXT NOT NULL,
    start INTEGER NOT NULL, stop INTEGER NOT NULL, certainty TEXT NOT NULL, negated INTEGER NOT NULL, date TEXT,
    PRIMARY KEY (document, number)) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS facts_by_subject ON facts (subject);
CREATE INDEX IF NOT EXISTS facts_by_object ON facts (object);
CREATE INDEX IF NOT EXISTS facts_by_relation ON facts (relation);
CREATE TABLE IF NOT EXISTS vectors (
    document TEXT NOT NULL REFERENCES documents (key) ON DELETE CASCADE, embedder TEXT NOT NULL, vectors BLOB NOT NULL,
    PRIMARY KEY (document, embedder)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS pending (
    id INTEGER PRIMARY KEY AUTOINCREMENT, subject TEXT NOT NULL, relation TEXT NOT NULL, object TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS decisions (
    first TEXT NOT NULL, relation TEXT NOT NULL, second TEXT NOT NULL, verdict TEXT NOT NULL,
    PRIMARY KEY (first, relation, second)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS identities (name TEXT PRIMARY KEY, canonical TEXT NOT NULL) WITHOUT ROWID;
"""
NOTE = "INSERT INTO pending (subject, relation, object) SELECT subject, relation, object FROM facts WHERE document = ?"


class PassageStore:
    """The documents in a folder. Thread-safe; writers of several processes wait for one another."""

    def __init__(self, folder: Path, *, write: bool = True) -> None:
        """Open the documents of a folder; with `write`, create the file if there is none.

        Raises:
            KnowledgeBaseError: `kb.damaged`, `kb.newer`.
        """
        self.path = folder / FILE
        self._lock = threading.RLock()
        uri = f"{self.path.absolute().as_uri()}?mode={'rwc' if write else 'rw'}"
        try:
            self._database = sqlite3.connect(uri, uri=True, check_same_thread=False, isolation_level=None, timeout=60)
            self._database.execute("PRAGMA foreign_keys = ON")
            self._database.execute("PRAGMA secure_delete = ON")
            self._database.execute("PRAGMA synchronous = FULL")
            self._prepare(write)
        except sqlite3.Error as error:
            raise KnowledgeBaseError(f"{self.path} cannot be read: {error}", code="kb.damaged") from error

    def _prepare(self, write: bool) -> None:
        (version,) = self._database.execute("PRAGMA user_version").fetchone()
        if version > _VERSION:
            raise KnowledgeBaseError(f"{self.path} was made by a newer fingerpost", code="kb.newer")
        if write and version < _VERSION:
            self._database.execute("PRAGMA journal_mode = WAL")
            if version == 2:
                self._database.execute("ALTER TABLE facts ADD COLUMN date TEXT")
            self._database.executescript(_SCHEMA + history.HISTORY_SCHEMA + KEPT_SCHEMA)
            self._database.execute(f"PRAGMA user_version = {_VERSION}")

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        with self._lock:
            try:
                self._database.execute("BEGIN IMMEDIATE")
                try:
                    yield self._database
                except BaseException:
                    self._database.execute("ROLLBACK")
                    raise
                self._database.execute("COMMIT")
            except sqlite3.Error as error:
                raise StoreError(f"{self.path} cannot be written: {error}", code="store.write") from error

    @contextmanager
    def unchanged(self) -> Iterator[None]:
        """A block whose reads all see one state, whatever other processes write meanwhile."""
        with self._lock:
            self._database.execute("BEGIN")
            try:
                yield
            finally:
                self._database.execute("COMMIT")

    def put(
        self,
        document: StoredDocument,
        passages: tuple[StoredPassage, ...],
        facts: tuple[StoredFact, ...] = (),
        vectors: tuple[str, bytes] | None = None,
        analyses: tuple[str, Sequence[Kept]] | None = None,
    ) -> Outcome:
        """Store a document, or replace it if its hash differs; nothing is written if it is the same.

        `vectors` are the embeddings of its passages and the name of the embedder, in one transaction with the rest;
        they are added if they were missing, as are the `analyses` of its passages, with the rules that made them. The
        facts that come or go are noted as pending, until `settle`.

        Raises:
            StoreError: `store.write`.
        """
        with self._lock:
            known = self._hash(document.key)
            if known == document.hash:
                self._complete(document.key, vectors, analyses)
                return "unchanged"
            with self._transaction() as database:
                if known is not None:
                    history.keep_version(database, self._content(document.key))
                self._replace(database, document, passages, facts)
                if vectors is not None:
                    database.execute("INSERT INTO vectors VALUES (?, ?, ?)", (document.key, *vectors))
                if analyses is not None:
                    keep(database, document.key, *analyses)
                outcome: Outcome = "created" if known is None else "changed"
                history.note(database, outcome, document.key, document.hash)
            return outcome

    def _replace(
        self,
        database: sqlite3.Connection,
        document: StoredDocument,
        passages: Sequence[StoredPassage],
        facts: Sequence[StoredFact],
    ) -> None:
        """Write a document instead of what was there, and note the facts that came or went."""
        database.execute(NOTE, (document.key,))
        database.execute("DELETE FROM documents WHERE key = ?", (document.key,))
        database.execute("INSERT INTO documents VALUES (?, ?, ?, ?, ?, ?, ?)", astuple(document))
        database.executemany(
            "INSERT INTO passages VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (
                (p.document, p.number, p.start, p.stop, p.first_line, p.last_line, p.page, _text(p.headings))
                for p in passages
            ),
        )
        database.executemany("INSERT INTO facts VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", map(astuple, facts))
        database.execute(NOTE, (document.key,))

    def _complete(
        self, key: str, vectors: tuple[str, bytes] | None, analyses: tuple[str, Sequence[Kept]] | None
    ) -> None:
        """Add what was missing of a document that is there."""
        wanting = vectors is not None and not self.has_vectors(key, vectors[0])
        unread = analyses is not None and not is_kept(self._database, key, analyses[0])
        if not (wanting or unread):
            return
        with self._transaction() as database:
            if vectors is not None and wanting:
                database.execute("INSERT INTO vectors VALUES (?, ?, ?)", (key, *vectors))
            if analyses is not None and unread:
                keep(database, key, *analyses)

    def _content(self, key: str) -> Content:
        document = self.document(key)
        if document is None:
            raise KeyError(key)
        return document, tuple(self.passages_of(key)), tuple(self._facts_of(key))

    def _facts_of(self, key: str) -> list[StoredFact]:
        found = "SELECT * FROM facts WHERE document = ? ORDER BY number"
        return list(map(_fact, self._database.execute(found, (key,))))

    def is_current(self, key: str, hash_: str) -> bool:
        """Whether a document is stored with this hash."""
        with self._lock:
            return self._hash(key) == hash_

    def has_vectors(self, key: str, embedder: str) -> bool:
        """Whether the embeddings of a document's passages are stored."""
        with self._lock:
            found = "SELECT 1 FROM vectors WHERE document = ? AND embedder = ?"
            return self._database.execute(found, (key, embedder)).fetchone() is not None

    def has_analyses(self, key: str, rules: str) -> bool:
        """Whether the analyses of a document's passages are kept, made by these rules."""
        with self._lock:
            return is_kept(self._database, key, rules)

    def analyses(self, rules: str) -> Iterator[tuple[str, int, Kept]]:
        """The analyses that were made by these rules, one by one, with document and number of the passage, in order."""
        with self._lock:
            yield from each_kept(self._database, rules)

    def vectors(self, embedder: str) -> dict[str, bytes]:
        """The embeddings of the passages of each document that has them: 16-bit floats, passage after passage."""
        with self._lock:
            found = "SELECT document, vectors FROM vectors WHERE embedder = ?"
            return dict(self._database.execute(found, (embedder,)).fetchall())

    def _hash(self, key: str) -> str | None:
        row = self._database.execute("SELECT hash FROM documents WHERE key = ?", (key,)).fetchone()
        return None if row is None else str(row[0])

    def remove(self, key: str) -> bool:
        """Delete a document and its passages; whether it was there. Raises as `put` does."""
        with self._transaction() as database:
            database.execute(NOTE, (key,))
            history.forget_versions(database, key)
            removed = database.execute("DELETE FROM documents WHERE key = ?", (key,)).rowcount > 0
            if removed:
                history.note(database, "forgotten", key, None)
            return removed

    def events(self, key: str | None = None) -> list[Event]:
        """What happened to the documents, oldest first."""
        with self._lock:
            return history.events(self._database, key)

    def state_at(self, at: str) -> tuple[list[Content], list[Decision]]:
        """The documents and decisions as they were at a moment (as `history.moment` writes it)."""
        with self._lock:
            began = history.began(self._database)
            current = [self._content(key) for key in self.keys() if began.get(key, "") <= at]
            found = {one[0].key: one for one in [*history.versions_at(self._database, at), *current]}
            decisions = history.decisions_at(self._database, at, self.decisions())
            return [found[key] for key in sorted(found)], decisions

    def pending(self) -> tuple[int, tuple[Triple, ...]]:
        """The facts that came or went since the graph was last brought up to date, and a mark for `settle`."""
        with self._lock:
            rows = self._database.execute("SELECT id, subject, relation, object FROM pending ORDER BY id").fetchall()
        return (rows[-1][0] if rows else 0), tuple(dict.fromkeys(row[1:] for row in rows))

    def settle(self, mark: int, canonical: Mapping[str, str]) -> None:
        """Note that the graph has what was pending up to a mark, and these identities. Raises as `put` does."""
        with self._transaction() as database:
            if dict(database.execute("SELECT name, canonical FROM identities").fetchall()) != dict(canonical):
                database.execute("DELETE FROM identities")
                database.executemany("INSERT INTO identities VALUES (?, ?)", sorted(canonical.items()))
            database.execute("DELETE FROM pending WHERE id <= ?", (mark,))

    def facts_about(self, name: str) -> list[StoredFact]:
        """The facts whose subject or object has a key, by document and number."""
        found = "SELECT * FROM facts WHERE subject = ? OR object = ? ORDER BY document, number"
        with self._lock:
            rows = self._database.execute(found, (name, name)).fetchall()
        return list(map(_fact, rows))

    def aliases(self) -> list[StoredFact]:
        """The facts that give things other names."""
        with self._lock:
            found = "SELECT * FROM facts WHERE relation = 'SAME_AS' ORDER BY document, number"
            return list(map(_fact, self._database.execute(found)))

    def decide(self, decision: Decision) -> None:
        """Note what a person decided, instead of what was decided of the same before. Raises as `put` does."""
        about = (decision.first, decision.relation, decision.second)
        with self._transaction() as database:
            before = self._verdict(about)
            if before == decision.verdict:
                return
            database.execute("INSERT OR REPLACE INTO decisions VALUES (?, ?, ?, ?)", astuple(decision))
            self._note(database, *about)
            history.note(database, "decided", " / ".join(about), None, {"about": about, "before": before})

    def undo(self, first: str, relation: str, second: str) -> bool:
        """Forget a decision; whether there was one. Raises as `put` does."""
        about = (first, relation, second)
        with self._transaction() as database:
            before = self._verdict(about)
            if before is None:
                return False
            database.execute("DELETE FROM decisions WHERE (first, relation, second) = (?, ?, ?)", about)
            self._note(database, *about)
            history.note(database, "undone", " / ".join(about), None, {"about": about, "before": before})
            return True

    def _verdict(self, about: tuple[str, str, str]) -> str | None:
        """What was decided of two names, or of a fact."""
        found = "SELECT verdict FROM decisions WHERE (first, relation, second) = (?, ?, ?)"
        row = self._database.execute(found, about).fetchone()
        return None if row is None else str(row[0])

    def _note(self, database: sqlite3.Connection, first: str, relation: str, second: str) -> None:
        known = relation or "SAME_AS"
        database.execute("INSERT INTO pending (subject, relation, object) VALUES (?, ?, ?)", (first, known, second))

    def decisions(self) -> list[Decision]:
        """All decisions, in the order of their names."""
        with self._lock:
            return [Decision(*row) for row in self._database.execute("SELECT * FROM decisions ORDER BY 1, 2, 3")]

    def identities(self) -> dict[str, str]:
        """The name that stands for each in the graph, as of the last `settle`."""
        with self._lock:
            return dict(self._database.execute("SELECT name, canonical FROM identities").fetchall())

    def facts_in(self, document: str, start: int, stop: int) -> list[StoredFact]:
        """The facts that these characters of a document state, in their order."""
        found = "SELECT * FROM facts WHERE document = ? AND start >= ? AND stop <= ? ORDER BY number"
        with self._lock:
            return list(map(_fact, self._database.execute(found, (document, start, stop))))

    def known_names(self, names: Sequence[str]) -> set[str]:
        """Those of these keys that facts name."""
        found = "SELECT 1 FROM facts WHERE subject = ? UNION ALL SELECT 1 FROM facts WHERE object = ? LIMIT 1"
        with self._lock:
            return {name for name in names if self._database.execute(found, (name, name)).fetchone()}

    def written(self, name: str) -> list[str]:
        """How documents write a name, the most frequent first."""
        found = (
            "SELECT text FROM (SELECT subject_name AS text FROM facts WHERE subject = ? "
            "UNION ALL SELECT object_name FROM facts WHERE object = ?) GROUP BY text ORDER BY count(*) DESC, text"
        )
        with self._lock:
            return [text for (text,) in self._database.execute(found, (name, name))]

    def keys(self) -> list[str]:
        """The keys of all documents, sorted."""
        with self._lock:
            return [key for (key,) in self._database.execute("SELECT key FROM documents ORDER BY key")]

    def document(self, key: str) -> StoredDocument | None:
        """One document."""
        with self._lock:
            row = self._database.execute("SELECT * FROM documents WHERE key = ?", (key,)).fetchone()
        return None if row is None else StoredDocument(*row)

    def collections(self) -> set[str]:
        """The names of all collections; one may be empty, that of documents in none."""
        with self._lock:
            return {name for (name,) in self._database.execute("SELECT DISTINCT collection FROM documents")}

    def documents(self) -> list[StoredDocument]:
        """All documents, by key."""
        with self._lock:
            return [StoredDocument(*row) for row in self._database.execute("SELECT * FROM documents ORDER BY key")]

    def passages(self) -> list[StoredPassage]:
        """All passages, by document and number."""
        with self._lock:
            return list(map(_passage, self._database.execute("SELECT * FROM passages ORDER BY document, number")))

    def passages_of(self, key: str) -> list[StoredPassage]:
        """The passages of one document, in order."""
        with self._lock:
            found = "SELECT * FROM passages WHERE document = ? ORDER BY number"
            return list(map(_passage, self._database.execute(found, (key,))))

    def facts(self) -> list[StoredFact]:
        """All facts, by document and number."""
        with self._lock:
            return list(map(_fact, self._database.execute("SELECT * FROM facts ORDER BY document, number")))

    @property
    def stamp(self) -> tuple[int, int]:
        """A value that changes whenever this or another process has written."""
        with self._lock:
            return (self._database.execute("PRAGMA data_version").fetchone()[0], self._database.total_changes)

    def close(self) -> None:
        """Close the file; nothing is lost without it."""
        with self._lock:
            self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _passage(row: tuple[Any, ...]) -> StoredPassage:
    return StoredPassage(*(*row[:7], tuple(json.loads(row[7]))))


def _fact(row: tuple[Any, ...]) -> StoredFact:
    return StoredFact(*(*row[:12], bool(row[12]), row[13]))


def _text(headings: tuple[str, ...]) -> str:
    return json.dumps(list(headings), ensure_ascii=False)
